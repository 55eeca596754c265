package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Series is a line: points in order. A NaN in Y is a gap.
type Series struct {
	Name string
	X, Y []float64
}

// Mark is a point of note on the horizontal axis: a coloured tick with a tooltip.
type Mark struct {
	X     float64
	Label string
	Color string // of CSS; "" is the text's
}

// Lines draws series over a common axis, with a dot at each value, and marks below.
func Lines(o Options, series []Series, marks ...Mark) string {
	xmin, xmax, ymin, ymax := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, s := range series {
		for i := range min(len(s.X), len(s.Y)) {
			if defined(s.X[i]) {
				xmin, xmax = math.Min(xmin, s.X[i]), math.Max(xmax, s.X[i])
			}
			if defined(s.Y[i]) {
				ymin, ymax = math.Min(ymin, s.Y[i]), math.Max(ymax, s.Y[i])
			}
		}
	}
	marks = slices.DeleteFunc(slices.Clone(marks), func(m Mark) bool { return !defined(m.X) })
	for _, m := range marks {
		xmin, xmax = math.Min(xmin, m.X), math.Max(xmax, m.X)
	}

	// Not a single value: the picture has axes all the same.
	if math.IsInf(xmin, 0) {
		xmin, xmax = 0, 1
	}
	if math.IsInf(ymin, 0) {
		ymin, ymax = 0, 1
	}

	c := newCanvas(o, xmin, xmax, ymin, ymax)
	c.axes(true)

	var names []string
	for i, s := range series {
		names = append(names, s.Name)
		if o.Apart {
			// Three pixels apart, around the place where the line belongs.
			c.shift = 3 * (float64(len(series)-1)/2 - float64(i))
		}
		c.line(s, color(i), o.dots(s))
	}

	c.shift = 0
	for _, m := range marks {
		if m.Color == "" {
			m.Color = "currentColor"
		}
		fmt.Fprintf(c, `<rect x="%s" y="%s" width="7" height="7" rx="2" fill="%s"><title>%s</title></rect>`,
			num(c.px(m.X)-3.5), num(c.h-marginBottom-3.5), esc(m.Color), esc(m.Label))
	}
	c.legend(names)
	return c.end()
}

// dots are drawn where there are few enough to tell apart.
func (o Options) dots(s Series) bool { return len(s.X) <= 120 }

// defined reports whether a value can be drawn. What is larger is no measurement.
func defined(x float64) bool { return math.Abs(x) <= 1e100 }

func (c *canvas) line(s Series, col string, dots bool) {
	var d, points strings.Builder
	pen := byte('M')
	for i := range min(len(s.X), len(s.Y)) {
		// A gap: the line begins anew behind it.
		if !defined(s.X[i]) || !defined(s.Y[i]) {
			pen = 'M'
			continue
		}
		x, y := num(c.px(s.X[i])), num(c.py(s.Y[i])-c.shift)
		fmt.Fprintf(&d, "%c%s %s", pen, x, y)
		pen = 'L'
		if dots {
			fmt.Fprintf(&points, `<circle cx="%s" cy="%s" r="3" fill="%s"><title>%s</title></circle>`, x, y, col,
				esc(fmt.Sprintf("%s %s: %s", s.Name, plain(s.X[i]), c.label(s.Y[i]))))
		}
	}
	if d.Len() > 0 {
		fmt.Fprintf(c, `<path d="%s" fill="none" stroke="%s" stroke-width="2" stroke-linejoin="round"/>`, d.String(), col)
	}
	// Dots last, so that they lie over their line and can be pointed at.
	c.WriteString(points.String())
}

// Sample is a set of values of which Total could have been there: the time each
// solved task took, of all tasks.
type Sample struct {
	Name   string
	Values []float64
	Total  int // 0: as many as there are values
}

// Cumulative draws, for each sample, which part of its total lies at or below x.
func Cumulative(o Options, samples []Sample) string {
	xmax := 0.0
	for _, s := range samples {
		for _, v := range s.Values {
			if defined(v) {
				xmax = math.Max(xmax, v)
			}
		}
	}
	// All pictures of shares have the same range, so that two of them can be compared.
	if o.YMin == 0 && o.YMax == 0 {
		o.YMax = 1
	}
	o.Percent = true
	c := newCanvas(o, 0, xmax, 0, 1)
	c.axes(true)
	var names []string
	for i, s := range samples {
		names = append(names, s.Name)
		c.line(s.steps(xmax), color(i), false)
	}
	c.legend(names)
	return c.end()
}

// steps is the sample's stair of shares.
func (s Sample) steps(xmax float64) Series {
	values := slices.DeleteFunc(slices.Clone(s.Values), func(v float64) bool { return !defined(v) })
	slices.Sort(values)
	total := float64(max(s.Total, len(values)))
	out := Series{Name: s.Name, X: []float64{0}, Y: []float64{0}}
	if total == 0 {
		return out
	}
	for i, v := range values {
		// Two points at each value make a step rather than a slope.
		out.X = append(out.X, v, v)
		out.Y = append(out.Y, float64(i)/total, float64(i+1)/total)
	}
	// To the right end, where the slowest of all samples is.
	out.X = append(out.X, xmax)
	out.Y = append(out.Y, float64(len(values))/total)
	return out
}
