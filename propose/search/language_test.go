package search

import (
	"hash/maphash"
	"strings"
	"testing"

	"ensures/mutate"
	"ensures/value"
	"ensures/value/valuetest"
)

// plain is a dialect in the style of Verus.
func plain() Dialect {
	return Dialect{
		Result: "r", Null: "None", Old: func(x string) string { return "old(" + x + ")" }, BeforeCall: func(x string) string { return x },
		Quantify: func(q Quantifier, variables, span, body string) string {
			switch q {
			case Forall:
				return "(forall|" + variables + "| " + span + " ==> " + body + ")"
			case Exists:
				return "(exists|" + variables + "| " + span + " && " + body + ")"
			case Count:
				return "count(|" + variables + "| " + span + " && " + body + ")"
			}
			return "sum(|" + variables + "| " + span + ", " + body + ")"
		},
		Quantified: func(x string) bool { return strings.Contains(x, "|") },
		Index:      func(x, i string) string { return x + "[" + i + "]" },
		Length:     func(x string) string { return x + ".len()" },
		IsLength:   func(x string) bool { return strings.HasSuffix(x, ".len()") },
		If:         func(c, x, y string) string { return "if " + c + " { " + x + " } else { " + y + " }" },
		Narrow:     func(int, string) string { return "" },
		Least:      func(int) string { return "" }, Greatest: func(int) string { return "" },
		SameText: func(x, y string) string { return x + " == " + y }, Joined: func(x, y string) string { return x + " + " + y },
		Char: func(c uint16) string { return string(rune(c)) }, Text: func(s string) string { return s },
	}
}

// runs is a function of a list and a byte as observed: each input with its output, then
// each with every mutant of it.
func runs(f func(xs []any, k byte) any) (xs, ks, rs []any, of []int, real int) {
	x := mutate.New[any](valuetest.Tiny{})
	for _, in := range [][]any{{byte(6), byte(2)}, {byte(12), byte(11), byte(10), byte(1)}, {byte(4), byte(90), byte(3)}, {byte(20), byte(20)}, {byte(5), byte(7), byte(6), byte(7), byte(8)}, {byte(1), byte(5), byte(3)}, {byte(7)}, {byte(2), byte(2), byte(9), byte(4)}, {byte(0), byte(30)}, {byte(8), byte(6), byte(8)}} {
		for _, k := range []byte{1, 2, 3, 4, 9} {
			xs, ks, rs, of = append(xs, in), append(ks, k), append(rs, f(in, k)), append(of, len(of))
		}
	}
	real = len(rs)
	for i := range real {
		for _, m := range append(x.Results(rs[i]), x.Further(rs[i])...) {
			xs, ks, rs, of = append(xs, xs[i]), append(ks, ks[i]), append(rs, m.Value), append(of, i)
		}
	}
	return xs, ks, rs, of, real
}

// The search finds the clauses of functions of another language, in its own words.
func TestSearchOfAnotherLanguage(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func(xs []any, k byte) any
		want string
	}{
		{"length", func(xs []any, k byte) any { return byte(len(xs)) + k }, "r == xs.len() + k"},
		{"threshold", func(xs []any, k byte) any { return k > 2 }, "r <==> k > 2"},
		{"largest", func(xs []any, k byte) any {
			out := byte(0)
			for _, x := range xs {
				out = max(out, x.(byte))
			}
			return out
		}, "(exists|i| 0 <= i && i < xs.len() && xs[i] == r), (forall|i| 0 <= i && i < xs.len() ==> xs[i] <= r)"},
		{"raised", func(xs []any, k byte) any {
			out := []any{}
			for _, x := range xs {
				out = append(out, x.(byte)+k)
			}
			return out
		}, "r.len() == xs.len(), (forall|i| 0 <= i && i < r.len() ==> r[i] == xs[i] + k)"},
		{"first and a byte", func(xs []any, k byte) any { return []any{xs[0], k} }, "r.len() == 2, r[1] == k, r[0] == xs[0]"},
		{"least and greatest", func(xs []any, k byte) any {
			lo, hi := xs[0].(byte), xs[0].(byte)
			for _, x := range xs {
				lo, hi = min(lo, x.(byte)), max(hi, x.(byte))
			}
			return []any{lo, hi}
		}, "r.len() == 2, (forall|i| 0 <= i && i < xs.len() ==> xs[i] >= r[0]), (exists|i| 0 <= i && i < xs.len() && xs[i] == r[1]), (forall|i| 0 <= i && i < xs.len() ==> xs[i] <= r[1])"},
	} {
		xs, ks, rs, of, real := runs(c.f)
		lang := value.Language[any](valuetest.Tiny{})
		s := NewSpace(Observations{N: len(rs), Real: real, Of: of, Read: Reading(lang)}, Options{Dialect: plain(), Variables: [3]string{"i", "j", "l"}, Seed: maphash.MakeSeed()})
		Enter(s, lang, Place{Text: "xs"}, xs)
		Enter(s, lang, Place{Text: "k"}, ks)
		Enter(s, lang, Place{Text: "r", Post: true}, rs)
		s.CountToResult()
		found := s.Postconditions(&Code{})
		var got []string
		for _, k := range Best(found.List, 4) {
			got = append(got, k.String())
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s: %s, want %s", c.name, text, c.want)
		}
	}
}

// What keeps out the inputs on which a function fails is said of them before the call.
func TestPreconditionsOfAnotherLanguage(t *testing.T) {
	lang := value.Language[any](valuetest.Tiny{})
	var xs, ks []any
	fails := map[int]bool{}
	for n := range 6 {
		for k := range 6 {
			if n <= k {
				fails[len(xs)] = true
			}
			xs, ks = append(xs, make([]any, n)), append(ks, byte(k))
			for i := range n {
				xs[len(xs)-1].([]any)[i] = byte(i)
			}
		}
	}
	s := NewSpace(Observations{N: len(xs), Real: len(xs), Of: make([]int, len(xs)), Read: Reading(lang)}, Options{Dialect: plain(), Variables: [3]string{"i", "j", "l"}, Seed: maphash.MakeSeed()})
	Enter(s, lang, Place{Text: "xs"}, xs)
	Enter(s, lang, Place{Text: "k"}, ks)
	var got []string
	for _, p := range s.Preconditions(func(o int) bool { return !fails[o] }) {
		got = append(got, p.String())
	}
	if text := strings.Join(got, ", "); text != "k < xs.len()" && text != "xs.len() > k" {
		t.Errorf("found %q", text)
	}
}
