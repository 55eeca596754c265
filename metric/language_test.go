package metric_test

import (
	"fmt"
	"strings"
	"testing"

	"ensures/metric"
	"ensures/mutate"
	"ensures/value"
	"ensures/value/valuetest"
)

// The four metrics of a function of tiny that gives the largest of a list of bytes and
// fails on an empty one.
func TestMetricsOfAnotherLanguage(t *testing.T) {
	valid := [][]any{{byte(3)}, {byte(1), byte(9)}, {byte(200), byte(7), byte(200)}}
	largest := func(xs []any) (out byte) {
		for _, x := range xs {
			out = max(out, x.(byte))
		}
		return out
	}
	truth := func(b bool) metric.Verdict {
		if b {
			return metric.Verdict{Truth: value.True}
		}
		return metric.Verdict{Truth: value.False}
	}
	some := func(xs []any) metric.Verdict { return truth(len(xs) > 0) }
	always := func([]any) metric.Verdict { return truth(true) }
	atLeast := func(xs []any, r byte) metric.Verdict { return truth(r >= largest(xs)) }
	first := func(xs []any, r byte) metric.Verdict {
		if len(xs) < 2 {
			return metric.Verdict{Truth: value.Unknown, Undefined: true} // there is no xs[1]
		}
		return truth(r >= xs[1].(byte))
	}
	x := mutate.New[any](valuetest.Tiny{})
	for _, c := range []struct {
		name string
		pre  func([]any) metric.Verdict
		post func([]any, byte) metric.Verdict
		want string
	}{
		{"exact", some, func(xs []any, r byte) metric.Verdict { return truth(r == largest(xs)) }, "1.00 1.00 1.00 1.00 | 1.00 1.00 1.00 1.00"},
		{"weak", always, atLeast, "1.00 0.60 1.00 0.00 | 1.00 0.60 1.00 0.00"},
		{"vacuous", func([]any) metric.Verdict { return truth(false) }, atLeast, "1.00 0.00 0.00 1.00 | – – 0.00 1.00"},
		{"wrong", some, func(xs []any, r byte) metric.Verdict { return truth(r == 0) }, "0.00 0.80 1.00 1.00 | 0.00 – 1.00 1.00"},
		{"without a value", some, first, "0.67 0.60 1.00 1.00 | 1.00 0.40 1.00 1.00"},
		{"undecided", func([]any) metric.Verdict { return metric.Verdict{Truth: value.Unknown} }, atLeast, "– 0.60 0.00 0.00 | – – – –"},
	} {
		var tally metric.Tally
		for _, in := range valid {
			out := largest(in)
			var mutants []metric.Mutant
			for _, k := range x.Results(out) {
				mutants = append(mutants, metric.Mutant{Verdict: c.post(in, k.Value.(byte))})
			}
			tally.Pair(c.pre(in), c.post(in, out), mutants)
		}
		tally.Invalid(c.pre(nil))
		if got := show(tally.Compat()) + " | " + show(tally.Strict()); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func show(s metric.Scores) string {
	var out []string
	for _, f := range []*float64{s.PostCorr, s.PostComp, s.PreCorr, s.PreComp} {
		if f == nil {
			out = append(out, "–")
		} else {
			out = append(out, fmt.Sprintf("%.2f", *f))
		}
	}
	return strings.Join(out, " ")
}
