package chart

import (
	"fmt"
	"math"
)

// Bar is a value, with the interval it lies in where Low and High differ.
type Bar struct {
	Value     float64 // NaN: no bar
	Low, High float64
}

// Group is bars side by side over one label, one of each series.
type Group struct {
	Label string
	Bars  []Bar
}

// Bars draws groups of bars with their intervals. The series are the bars' names in
// every group. The vertical axis takes in 0.
func Bars(o Options, series []string, groups []Group) string {
	lo, hi, most := 0.0, 0.0, 1
	for _, g := range groups {
		most = max(most, len(g.Bars))
		for _, b := range g.Bars {
			for _, v := range []float64{b.Value, b.Low, b.High} {
				if defined(v) {
					lo, hi = math.Min(lo, v), math.Max(hi, v)
				}
			}
		}
	}

	// Group i lies between i and i + 1 of the horizontal axis.
	c := newCanvas(o, 0, float64(max(len(groups), 1)), lo, hi)
	c.axes(false)

	// A fifth of each place stays free between the groups.
	room := 0.8 / float64(most)
	for i, g := range groups {
		left := float64(i) + 0.5 - room*float64(len(g.Bars))/2
		for k, b := range g.Bars {
			if !defined(b.Value) {
				continue
			}
			name := ""
			if k < len(series) {
				name = series[k]
			}
			c.bar(b, left+room*float64(k), room, color(k), g.Label+" "+name)
		}
		c.text(c.px(float64(i)+0.5), c.h-marginBottom+15, "middle", short(g.Label, int(c.w/float64(len(groups)))/6))
	}
	c.legend(series)
	return c.end()
}

// bar draws one bar, its interval as a whisker, and its value as a tooltip.
func (c *canvas) bar(b Bar, x, width float64, col, name string) {
	if !defined(b.Low) || !defined(b.High) {
		b.Low, b.High = b.Value, b.Value
	}
	// From 0, or from the lower end where the axis begins above it.
	zero := c.py(math.Max(0, c.ymin))
	y := c.py(b.Value)
	tip := fmt.Sprintf("%s: %s", name, c.label(b.Value))
	if b.Low < b.High {
		tip += fmt.Sprintf(" (%s to %s)", c.label(b.Low), c.label(b.High))
	}
	x1, x2 := c.px(x), c.px(x+width)
	fmt.Fprintf(c, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s" rx="2"><title>%s</title></rect>`,
		num(x1+1), num(math.Min(y, zero)), num(math.Max(1, x2-x1-2)), num(math.Abs(zero-y)), col, esc(tip))
	if b.Low < b.High {
		mid := (x1 + x2) / 2
		fmt.Fprintf(c, `<path d="M%s %sV%sM%s %sh8M%s %sh8" stroke="currentColor" stroke-width="1.5" fill="none"/>`,
			num(mid), num(c.py(b.High)), num(c.py(b.Low)), num(mid-4), num(c.py(b.High)), num(mid-4), num(c.py(b.Low)))
	}
}

// short cuts a label to n letters.
func short(s string, n int) string {
	r := []rune(s)
	// Fewer letters would be nothing but the ellipsis.
	if n < 3 {
		n = 3
	}
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}
