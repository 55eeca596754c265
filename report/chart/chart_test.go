package chart

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"ensures/internal/golden"

	"pgregory.net/rapid"
)

var nan = math.NaN()

func TestCharts(t *testing.T) {
	for name, svg := range map[string]string{
		"lines": Lines(Options{Title: "strict scores", XLabel: "candidate", YMax: 1, Percent: true, WholeX: true}, []Series{
			{"PostCorr", []float64{1, 2, 3, 4}, []float64{1, 1, nan, 1}},
			{"PostComp", []float64{1, 2, 3, 4}, []float64{0.2, 0.4, nan, 0.95}},
		}, Mark{1, "refuted", "#c2483d"}, Mark{4, "verified", "#2a9d72"}),
		"bars": Bars(Options{Title: "VR", Percent: true}, []string{"ours", "theirs"}, []Group{
			{"SpecGenBench", []Bar{{0.6, 0.5, 0.7}, {0.4, 0.3, 0.5}}}, {"a data set with a long name", []Bar{{0.2, 0, 0}, {nan, 0, 0}}},
		}),
		"cumulative": Cumulative(Options{Title: "solved", XLabel: "seconds"}, []Sample{
			{"native", []float64{3, 1, 2}, 4}, {"openjml", []float64{5}, 4},
		}),
		"empty": Lines(Options{}, nil),
	} {
		golden.Text(t, filepath.Join("testdata", name+".svg"), svg)
		wellFormed(t, svg)
	}
}

// wellFormed says that a picture is XML of harmless elements, and gives its text.
func wellFormed(t interface{ Fatalf(string, ...any) }, svg string) string {
	var text strings.Builder
	dec := xml.NewDecoder(strings.NewReader(svg))
	for {
		tok, err := dec.Token()
		if err == io.EOF {
			return text.String()
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		switch tok := tok.(type) {
		case xml.CharData:
			text.Write(tok)
		case xml.StartElement:
			switch tok.Name.Local {
			case "svg", "title", "text", "path", "rect", "circle":
			default:
				t.Fatalf("element %s in\n%s", tok.Name.Local, svg)
			}
			for _, a := range tok.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "style" || a.Name.Local == "href" {
					t.Fatalf("attribute %s in\n%s", a.Name.Local, svg)
				}
			}
		}
	}
}

// Whatever the labels and numbers are, the picture is well-formed, holds no script,
// and no coordinate is other than a number.
func TestHostileLabelsAndNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		label := rapid.SampledFrom([]string{`<script>alert(1)</script>`, `"><svg onload=x>`, "\x00\x1b[31m\xff", "]]>&amp;", ""})
		number := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, 1, nan, math.Inf(1), -1, math.MaxFloat64, -math.MaxFloat64}))
		values := rapid.SliceOfN(number, 0, 6)
		o := Options{Title: label.Draw(t, "title"), XLabel: label.Draw(t, "x"), Percent: rapid.Bool().Draw(t, "percent")}
		name := label.Draw(t, "name")
		x, y := values.Draw(t, "xs"), values.Draw(t, "ys")
		var bars []Bar
		for i := range min(len(x), len(y)) {
			bars = append(bars, Bar{x[i], y[i], x[len(x)-1-i]})
		}
		for _, svg := range []string{
			Lines(o, []Series{{name, x, y}, {name, y, x}}, Mark{0, name, name}),
			Bars(o, []string{name, name}, []Group{{name, bars}, {name, nil}}),
			Cumulative(o, []Sample{{name, x, 3}, {name, y, 0}}),
		} {
			wellFormed(t, svg)
			if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
				t.Fatalf("not a number in\n%s", svg)
			}
		}
	})
}

func ExampleLines() {
	svg := Lines(Options{Title: "growth", Width: 200, Height: 100}, []Series{{"a", []float64{0, 1}, []float64{0, 1}}})
	fmt.Println(strings.Contains(svg, `<path d="M46 66L188 30"`))
	// Output: true
}
