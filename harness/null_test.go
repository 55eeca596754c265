package harness

import (
	"testing"

	"ensures/bench"
)

// References are not null unless a specification says so, and an input that this
// forbids lacks no precondition.
func TestNullInputs(t *testing.T) {
	const code = `class T { static int len(int[] a) { return a.length; } }`
	p := prepared(t, code, bench.Options{Inputs: 100})
	for _, c := range []struct {
		spec string
		o    Options
		want string
	}{
		{`//@ ensures \result == a.length;`, Options{}, "1.00 1.00 1.00 1.00"},
		{`//@ ensures \result == a.length;`, Options{Nullable: true}, "1.00 1.00 1.00 0.00"},
		{`//@ requires a != null; ensures \result == a.length;`, Options{Nullable: true}, "1.00 1.00 1.00 1.00"},
	} {
		r := Measure(t.Context(), p, annotated(code, c.spec), c.o)
		if got := scoreText(r.Strict); got != c.want || len(r.Undefined) != 0 {
			t.Errorf("%s, %+v: %s, want %s; undefined: %v", c.spec, c.o, got, c.want, r.Undefined)
		}
	}
}

// A score that is null says why.
func TestUndefinedScores(t *testing.T) {
	const code = `class T { static int twice(int x) { return 2 * x; } }`
	p := prepared(t, code, bench.Options{Inputs: 100})
	for spec, want := range map[string]map[string]string{
		`//@ ensures \result == 2 * x;`:                          {"pre_completeness": "the method threw on no input"},
		`//@ requires x > 5 && x < 5; ensures true;`:             {"post_correctness": "the precondition admits none of the inputs", "post_completeness": "the precondition admits none of the inputs", "pre_completeness": "the method threw on no input"},
		`//@ requires x > 9; ensures \result == x;`:              {"post_completeness": "no output that the postcondition accepts could be changed", "pre_completeness": "the method threw on no input"},
		`//@ ensures \result == twice(x) + twice(x) - twice(x);`: nil,
	} {
		r := Measure(t.Context(), p, annotated(code, spec), Options{})
		for name, why := range want {
			if r.Undefined[name] != why {
				t.Errorf("%s: %s is null since %q, want %q", spec, name, r.Undefined[name], why)
			}
		}
		for _, f := range []struct {
			name  string
			value *float64
		}{{"post_correctness", r.Strict.PostCorr}, {"post_completeness", r.Strict.PostComp}, {"pre_correctness", r.Strict.PreCorr}, {"pre_completeness", r.Strict.PreComp}} {
			if r.Status == OK && (f.value == nil) != (r.Undefined[f.name] != "") {
				t.Errorf("%s: %s is %v, undefined %q", spec, f.name, f.value, r.Undefined[f.name])
			}
		}
	}
}
