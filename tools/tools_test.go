package tools

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ensures/internal/golden"

	"github.com/google/go-cmp/cmp"
)

type point struct {
	X int `json:"x" jsonschema_description:"to the right"`
	Y int `json:"y"`
}

type drawIn struct {
	Shape  string  `json:"shape" jsonschema:"enum=line,enum=dot" jsonschema_description:"what to draw"`
	Points []point `json:"points"`
	Width  int     `json:"width,omitempty" jsonschema:"minimum=1,maximum=9" jsonschema_description:"in pixels, 1 by default"`
	Fill   bool    `json:"fill,omitempty"`
	Scale  float64 `json:"scale,omitempty"`
}

type drawOut struct {
	Drawn int    `json:"drawn" jsonschema_description:"how many"`
	Note  string `json:"note,omitempty"`
	Done  bool   `json:"done"`
}

func (o drawOut) Final() bool { return o.Done }

// draw fails in the way that its width asks for.
func draw(_ context.Context, in drawIn) (drawOut, error) {
	switch in.Width {
	case 7:
		return drawOut{}, Refuse("draw", "a width of 7 is not to be had")
	case 8:
		return drawOut{}, errors.New("out of ink")
	case 9:
		panic("paper jam")
	}
	return drawOut{Drawn: len(in.Points), Done: in.Fill}, nil
}

func drawTool() Tool {
	return New("draw", "Draw on the canvas.\n\nEach point is drawn once.", draw,
		Example{Note: "A line", Args: drawIn{Shape: "line", Points: []point{{1, 2}, {3, 4}}}},
		Example{Args: map[string]any{"shape": "dot", "points": []point{}, "fill": true}})
}

func TestSchemaAndMarkdown(t *testing.T) {
	tool := drawTool()
	golden.JSON(t, filepath.Join("testdata", "draw.schema.json"), json.RawMessage(tool.Schema))
	golden.JSON(t, filepath.Join("testdata", "draw.output.json"), json.RawMessage(tool.Output))
	golden.Text(t, filepath.Join("testdata", "draw.md"), tool.Markdown())
	var names []string
	for _, p := range tool.Params {
		names = append(names, p.Name)
	}
	if diff := cmp.Diff([]string{"shape", "points", "width", "fill", "scale"}, names); diff != "" {
		t.Error("order of the arguments:", diff)
	}
}

// What is wrong with a call is said in terms of the call.
func TestBadCalls(t *testing.T) {
	reg, err := NewRegistry(drawTool())
	if err != nil {
		t.Fatal(err)
	}
	const sig = `expected: draw(shape: "line"|"dot", points: object[], width?: integer, fill?: boolean, scale?: number)`
	for _, c := range []struct{ name, args, want string }{
		{"drwa", `{}`, "bad call of drwa: there is no such tool; did you mean draw?\nexpected: one of draw"},
		{"verify", `{}`, "bad call of verify: there is no such tool\nexpected: one of draw"},
		{"draw", ``, "bad call of draw: `shape` is missing: a \"line\"|\"dot\"; `points` is missing: an object[]\n" + sig},
		{"draw", `{"shape":`, "bad call of draw: the arguments are not JSON: unexpected EOF\n" + sig},
		{"draw", `{} {}`, "bad call of draw: there is text after the arguments' JSON object\n" + sig},
		{"draw", `[1]`, "bad call of draw: the arguments must be an object; got the array [1]\n" + sig},
		{"draw", `{"shape":"circle","points":[]}`, "bad call of draw: `shape` must be one of \"line\"|\"dot\"; got the string \"circle\"\n" + sig},
		{"draw", `{"shape":"dot","points":{"x":1}}`, "bad call of draw: `points` must be an object[]; got the object {\"x\":1}\n" + sig},
		{"draw", `{"shape":"dot","points":[{"x":1,"y":"2"}]}`, "bad call of draw: `points[0].y` must be an integer; got the string \"2\"\n" + sig},
		{"draw", `{"shape":"dot","points":[{"x":1.5,"y":2}]}`, "bad call of draw: `points[0].x` must be an integer; got the number 1.5\n" + sig},
		{"draw", `{"shape":"dot","points":[{"x":1}]}`, "bad call of draw: `points[0].y` is missing: an integer\n" + sig},
		{"draw", `{"shape":"dot","points":[],"widht":2}`, "bad call of draw: there is no argument `widht`; did you mean `width`?\n" + sig},
		{"draw", `{"shape":"dot","points":[],"width":0}`, "bad call of draw: `width` must be at least 1; got 0\n" + sig},
		{"draw", `{"shape":"dot","points":[],"width":10}`, "bad call of draw: `width` must be at most 9; got 10\n" + sig},
		{"draw", `{"shape":"dot","points":[],"width":null,"fill":1}`, "bad call of draw: `fill` must be a boolean; got the number 1\n" + sig},
		{"draw", `{"shape":"dot","points":[],"scale":1e999}`, "bad call of draw: json: cannot unmarshal number 1e999 into Go struct field drawIn.scale of type float64\n" + sig},
		{"draw", `{"shape":"dot","points":[],"width":7}`, "bad call of draw: a width of 7 is not to be had"},
	} {
		_, err := reg.Call(t.Context(), c.name, json.RawMessage(c.args))
		var bad *BadCall
		if !errors.As(err, &bad) {
			t.Errorf("%s(%s): %v is no BadCall", c.name, c.args, err)
			continue
		}
		if diff := cmp.Diff(c.want, err.Error()); diff != "" {
			t.Errorf("%s(%s):\n%s", c.name, c.args, diff)
		}
	}
}

func TestCalls(t *testing.T) {
	var calls []Call
	now := time.Unix(0, 0)
	reg, err := NewRegistry(drawTool())
	if err != nil {
		t.Fatal(err)
	}
	reg = reg.Recorded(func() time.Time { now = now.Add(time.Second); return now }, func(c Call) { calls = append(calls, c) })
	res, err := reg.Call(t.Context(), "draw", json.RawMessage(`{"shape":"dot","points":[{"x":1,"y":2}],"width":null,"fill":true}`))
	if err != nil || string(res.JSON) != `{"drawn":1,"note":null,"done":true}` || !res.Final {
		t.Errorf("got %s, final %v, %v", res.JSON, res.Final, err)
	}
	_, err = reg.Call(t.Context(), "draw", json.RawMessage(`{"shape":"dot","points":[],"width":9}`))
	var crash *Crash
	if !errors.As(err, &crash) || err.Error() != "tool draw crashed: paper jam" || !strings.Contains(crash.Stack, "draw") {
		t.Errorf("a panic: %v", err)
	}
	_, err = reg.Call(t.Context(), "draw", json.RawMessage(`{"shape":"dot","points":[],"width":8}`))
	var bad *BadCall
	if err == nil || err.Error() != "out of ink" || errors.As(err, &bad) {
		t.Errorf("infrastructure: %v", err)
	}
	if len(calls) != 3 || calls[0].Elapsed != time.Second || calls[1].Err == nil || calls[2].Name != "draw" {
		t.Errorf("recorded: %+v", calls)
	}
}

func TestRegistryRefusesTwins(t *testing.T) {
	if _, err := NewRegistry(drawTool(), drawTool()); err == nil || err.Error() != "two tools named draw" {
		t.Error(err)
	}
	if _, err := NewRegistry(Tool{Name: "x"}); err == nil {
		t.Error("a tool without a function is accepted")
	}
}

// In other words a tool is the same: what its texts say changes, and nothing else.
func TestReworded(t *testing.T) {
	was := drawTool()
	same := was.Reworded(func(s string) string { return s }, was.Examples...)
	if string(same.Schema) != string(was.Schema) || string(same.Output) != string(was.Output) || same.Markdown() != was.Markdown() {
		t.Errorf("%s\nwas\n%s", same.Markdown(), was.Markdown())
	}
	now := was.Reworded(strings.NewReplacer("what to draw", "what to paint", "how many", "how much", "canvas", "wall").Replace)
	for _, want := range []string{"what to paint", "how much", "on the wall", "`draw(shape: "} {
		if !strings.Contains(now.Markdown(), want) {
			t.Errorf("no %q in %s", want, now.Markdown())
		}
	}
	if len(now.Check(json.RawMessage(`{"shape":"circle","points":[]}`))) == 0 {
		t.Error("calls are not checked")
	}
	if res, err := now.Call(t.Context(), json.RawMessage(`{"shape":"dot","points":[],"fill":true}`)); err != nil || !res.Final {
		t.Errorf("%+v, %v", res, err)
	}
	if strings.Contains(was.Markdown(), "paint") {
		t.Error("the tool itself was changed")
	}
}
