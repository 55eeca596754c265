// Package chart draws small SVG pictures: lines, bars with intervals, cumulative
// curves. Each is a pure function from numbers to text; the same numbers give the
// same bytes.
//
// A picture takes its text colour from its surroundings (currentColor) and has no
// style sheet and no script, so it fits light and dark pages and the strictest
// content policy. Every label is escaped. The package must not know what is drawn.
package chart

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
)

// Options are what all charts have in common.
type Options struct {
	Title         string // for who can't see it, and in the corner
	XLabel        string
	YLabel        string
	Width, Height int     // in pixels; 640 by 240 by default
	YMin, YMax    float64 // the vertical range; both 0: that of the values
	Percent       bool    // values from 0 to 1 are written as percentages
	WholeX        bool    // the horizontal axis counts: no ticks in between
	Apart         bool    // lines of equal values are drawn a little apart: none hides another
}

// colors differ for people who see few colours, and on light and dark ground alike.
var colors = []string{"#3b82d6", "#d9822b", "#2a9d72", "#b65fc4", "#c2483d", "#8a8f2c", "#5a6b7b", "#c7588f"}

func color(i int) string { return colors[i%len(colors)] }

const (
	marginLeft   = 46.0
	marginRight  = 12.0
	marginTop    = 30.0
	marginBottom = 34.0
)

// canvas is a picture being drawn: x and y are in the units of the values.
type canvas struct {
	strings.Builder
	o                      Options
	w, h                   float64
	xmin, xmax, ymin, ymax float64
	shift                  float64 // of the line being drawn, in pixels upwards
}

func newCanvas(o Options, xmin, xmax, ymin, ymax float64) *canvas {
	if o.Width <= 0 {
		o.Width = 640
	}
	if o.Height <= 0 {
		o.Height = 240
	}
	if o.YMin != 0 || o.YMax != 0 {
		ymin, ymax = o.YMin, o.YMax
	}
	xmin, xmax = widen(xmin, xmax)
	ymin, ymax = widen(ymin, ymax)
	c := &canvas{o: o, w: float64(o.Width), h: float64(o.Height), xmin: xmin, xmax: xmax, ymin: ymin, ymax: ymax}
	fmt.Fprintf(c, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" font-family="system-ui, sans-serif" font-size="11" fill="currentColor">`,
		o.Width, o.Height, o.Width, o.Height)
	fmt.Fprintf(c, `<title>%s</title>`, esc(o.Title))
	return c
}

// widen makes a range of one value a range.
func widen(lo, hi float64) (float64, float64) {
	// A range of nothing would divide by zero below.
	if d := max(math.Abs(lo), math.Abs(hi), 1); !(hi-lo > d*1e-9) {
		return lo - d/2, lo + d/2
	}
	return lo, hi
}

func (c *canvas) end() string {
	c.WriteString("</svg>\n")
	return c.String()
}

func (c *canvas) px(x float64) float64 {
	return marginLeft + (x-c.xmin)/(c.xmax-c.xmin)*(c.w-marginLeft-marginRight)
}

func (c *canvas) py(y float64) float64 {
	// Values outside of a fixed range are drawn at its edge.
	y = math.Max(c.ymin, math.Min(c.ymax, y))
	return c.h - marginBottom - (y-c.ymin)/(c.ymax-c.ymin)*(c.h-marginTop-marginBottom)
}

// num is a coordinate: short, and the same on every machine.
func num(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}

// esc is a label as it stands in XML, without what XML can't hold.
func esc(s string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xfffe || r == 0xffff {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?")))
}

func (c *canvas) text(x, y float64, anchor, s string, extra ...string) {
	fmt.Fprintf(c, `<text x="%s" y="%s" text-anchor="%s"%s>%s</text>`, num(x), num(y), anchor, strings.Join(extra, ""), esc(s))
}

// label is a value as it is written at an axis.
func (c *canvas) label(v float64) string {
	if c.o.Percent {
		return strconv.FormatFloat(math.Round(v*1000)/10, 'f', -1, 64) + "%"
	}
	switch a := math.Abs(v); {
	case a >= 1e6:
		return strconv.FormatFloat(v/1e6, 'g', 4, 64) + "M"
	case a >= 1e4:
		return strconv.FormatFloat(v/1e3, 'g', 4, 64) + "k"
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// ticks are round values from min to max, about n of them.
func ticks(lo, hi float64, n int) []float64 {
	raw := (hi - lo) / float64(max(n, 1))
	if !(raw > 0) || math.IsInf(raw, 0) {
		return nil
	}
	// Steps of 1, 2 or 5 times a power of ten.
	step := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, k := range []float64{1, 2, 5, 10} {
		if step*k >= raw {
			step *= k
			break
		}
	}
	var list []float64
	// A bound that is a tick itself may miss it by rounding.
	first := math.Ceil(lo/step - 1e-9)
	for i := range 4*n + 4 { // bounded, also where first + 1 is first
		if v := (first + float64(i)) * step; v <= hi+step*1e-9 {
			list = append(list, v)
		}
	}
	return list
}

// axes draws the grid, its labels and the titles.
func (c *canvas) axes(withX bool) {
	for _, t := range ticks(c.ymin, c.ymax, int(c.h/50)) {
		y := c.py(t)
		fmt.Fprintf(c, `<path d="M%s %sH%s" stroke="currentColor" stroke-opacity=".15"/>`, num(marginLeft), num(y), num(c.w-marginRight))
		c.text(marginLeft-6, y+4, "end", c.label(t), ` fill-opacity=".7"`)
	}
	if withX {
		for _, t := range ticks(c.xmin, c.xmax, int(c.w/90)) {
			if c.o.WholeX && t != math.Trunc(t) {
				continue
			}
			c.text(c.px(t), c.h-marginBottom+15, "middle", plain(t), ` fill-opacity=".7"`)
		}
	}
	c.text((marginLeft+c.w-marginRight)/2, c.h-4, "middle", c.o.XLabel, ` fill-opacity=".7"`)
	c.text(4, 12, "start", strings.Trim(c.o.Title+" · "+c.o.YLabel, " ·"), ` font-weight="600"`)
}

func plain(v float64) string { return (&canvas{}).label(v) }

// legend names the series in the upper right.
func (c *canvas) legend(names []string) {
	if len(names) < 2 {
		return
	}
	x := c.w - marginRight
	// From the right, with widths estimated from the number of letters: there is no measuring
	// text here.
	for i := len(names) - 1; i >= 0; i-- {
		x -= float64(7*len([]rune(names[i]))) + 20
		fmt.Fprintf(c, `<rect x="%s" y="4" width="9" height="9" rx="2" fill="%s"/>`, num(x), color(i))
		c.text(x+13, 12, "start", names[i])
	}
}
