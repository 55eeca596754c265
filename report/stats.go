// Package report turns the recorded rows of runs into tables and pages: rates with
// intervals, comparisons of engines on the same tasks, published figures beside
// them.
//
// It reads what is recorded and runs nothing; it must not know engines, verifiers
// or the terminal.
package report

import "math"

// Rate is a share of a number of tasks with its 95 % interval.
type Rate struct {
	Hits int     `json:"hits"`
	Of   int     `json:"of"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Value is the share, NaN of nothing.
func (r Rate) Value() float64 { return float64(r.Hits) / float64(r.Of) }

// z is the normal quantile of a two-sided 95 % interval.
const z = 1.959963984540054

// Wilson is hits of n with Wilson's score interval (E. B. Wilson, Probable
// inference, JASA 22, 1927), which stays within 0 and 1 and is not empty at the
// ends.
func Wilson(hits, n int) Rate {
	r := Rate{Hits: hits, Of: n}
	// Nothing is known of the share of nothing.
	if n == 0 {
		r.Low, r.High = 0, 1
		return r
	}
	p, m := float64(hits)/float64(n), float64(n)
	mid := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	r.Low, r.High = max(0, mid-half), min(1, mid+half)
	return r
}

// McNemar compares two engines on the same tasks by those that only one of them
// solves: the two-sided exact p-value of the hypothesis that both are equally
// likely to be the one (Q. McNemar, Psychometrika 12, 1947, in its exact form).
func McNemar(onlyA, onlyB int) float64 {
	n := onlyA + onlyB
	if n == 0 {
		return 1
	}
	// twice the tail of the binomial with p = 1/2
	tail := 0.0
	// Binomials by logarithms, which do not overflow for any number of tasks.
	for i := 0; i <= min(onlyA, onlyB); i++ {
		tail += math.Exp(logChoose(n, i) - float64(n)*math.Ln2)
	}
	return min(1, 2*tail)
}

func logChoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}
