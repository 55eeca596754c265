package emit

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"ensures/rust/eval"
	"ensures/rust/observe"
	"ensures/rust/spec"
	"ensures/rust/toolchain/toolchaintest"
	"ensures/rust/values"
	"ensures/value"
)

// clauses makes clauses over a: u8, b: i8, v: &Vec<i8>, o: Option<i8> and result: u8.
type clauses struct {
	*rand.Rand
	vars []string // of quantifiers around
}

func (g *clauses) one(list ...string) string { return list[g.IntN(len(list))] }

func (g *clauses) number(depth int) string {
	if depth <= 0 || g.IntN(4) == 0 {
		leaves := append([]string{"a", "b", "result", "v.len()", fmt.Sprint(g.IntN(300) - 20), "v@.len()", "i8::MIN"}, g.vars...)
		return g.one(append(leaves, g.vars...)...)
	}
	x, y := g.number(depth-1), g.number(depth-1)
	switch g.IntN(9) {
	case 0:
		return "v[" + x + "]"
	case 1:
		return "(" + x + " as " + g.one("int", "nat", "u8", "i8") + ")"
	case 2:
		return "(if " + g.formula(depth-1) + " { " + x + " } else { " + y + " })"
	case 3:
		return g.one("o.unwrap()", "({ let w = "+x+"; w + "+y+" })", "({ let s = "+g.sequence(1)+"; s["+x+"] + s.len() })", "(match o { Some(m) if m > 0 => "+x+", Some(m) => m, None => "+y+" })")
	case 4:
		return "(-(" + x + "))"
	}
	return "(" + x + " " + g.one("+", "-", "*", "/", "%") + " " + y + ")"
}

func (g *clauses) sequence(depth int) string {
	if depth <= 0 || g.IntN(3) == 0 {
		return "v@"
	}
	s := g.sequence(depth - 1)
	switch g.IntN(8) {
	case 0:
		return s + ".push(b)"
	case 1:
		return s + ".update(" + g.number(1) + ", b)"
	case 2:
		return s + ".subrange(" + g.number(0) + ", " + g.number(1) + ")"
	case 3:
		return s + g.one(".drop_first()", ".drop_last()", ".reverse()")
	case 4:
		return s + g.one(".take(", ".skip(") + g.number(0) + ")"
	case 5:
		return s + ".filter(|e: i8| e > " + g.one("0", "b", "a") + ")"
	case 6:
		return "(" + s + " + " + g.sequence(depth-1) + ")"
	}
	return "v@"
}

func (g *clauses) formula(depth int) string {
	if depth <= 0 {
		return g.number(1) + " " + g.one("<", "<=", "==", "!=", ">", ">=") + " " + g.number(1)
	}
	x := g.formula(depth - 1)
	switch g.IntN(10) {
	case 0:
		return "!(" + x + ")"
	case 1, 2:
		name := fmt.Sprintf("k%d", len(g.vars))
		low, high := g.one("0", "1", "b", "(-2)"), g.one("v.len()", "a % 7", "b", "5")
		if n := len(g.vars); n > 0 && g.IntN(2) == 0 {
			low = g.vars[n-1]
		}
		g.vars = append(g.vars, name)
		body := g.formula(depth - 1)
		g.vars = g.vars[:len(g.vars)-1]
		guard := low + " <= " + name + g.one(" < ", " <= ") + high
		if g.IntN(2) == 0 {
			return "(forall|" + name + ": int| " + guard + " ==> " + body + ")"
		}
		return "(exists|" + name + ": int| " + guard + " && " + body + ")"
	case 3:
		return "(o " + g.one("is Some", "is None", "== None", "== Some(b)", "matches Some(m) && m < a", "matches Some(m) ==> m < a") + ")"
	case 4:
		return g.sequence(2) + g.one(".contains(b)", ".no_duplicates()", " == v@", " == seq![b, 3]", ".is_prefix_of(v@)", ".len() > a")
	case 5:
		return g.number(2) + " " + g.one("<", "<=", "==", "!=", ">", ">=") + " " + g.number(2)
	}
	return "(" + x + " " + g.one("&&", "||", "==>", "<==>") + " " + g.formula(depth-1) + ")"
}

// TestRandom: checks of random clauses say of runs what the clauses mean.
func TestRandom(t *testing.T) {
	tc := toolchaintest.Runner(t)
	n := 400
	if testing.Short() {
		n = 80
	}
	g := &clauses{Rand: rand.New(rand.NewPCG(5, 17))}
	var src strings.Builder
	for k := range n {
		fmt.Fprintf(&src, "//@ ensures %s\nfn g%d(a: u8, b: i8, v: &Vec<i8>, o: Option<i8>) -> u8 { a / 2 }\n", g.formula(3), k)
	}
	f := spec.Parse(src.String())
	r, err := File(f, DebugAssert)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range r.Omitted {
		if o.Reason != unbounded {
			t.Errorf("left out: %s: %s", o.Text, o.Reason)
		}
	}
	p, err := observe.Build(t.Context(), tc, "random.rs", spec.Parse(r.Text), all)
	if err != nil {
		t.Fatal(err, "\n", r.Text)
	}
	defer p.Close()
	e := eval.New(f)
	decided, broken, undecided := 0, 0, 0
	for _, h := range p.Funcs {
		fn := f.Funcs[index(f, h.Spec.Name)]
		inputs := observe.Inputs(h, f, 40, 3, nil)
		calls, err := p.Run(t.Context(), h, inputs, observe.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range calls {
			s := eval.State{Before: map[string]*values.Value{}, After: map[string]*values.Value{}}
			for k, p := range fn.Params {
				s.Before[p.Name], s.After[p.Name] = inputs[i][k], inputs[i][k]
			}
			half, _ := values.Smallest(h.Result.Type, 0)
			half.Int.SetInt64(inputs[i][0].Int.Int64() / 2)
			s.Result = half
			v, err := e.Clause(fn, fn.Clauses[0].Expr, s)
			if err != nil {
				t.Fatal(fn.Clauses[0].Text, err)
			}
			raised := c.End == observe.Panicked
			switch {
			case raised && !strings.Contains(c.Panic, ": ensures "), c.End == observe.Died:
				t.Errorf("%s of %v: %s\n%s", fn.Clauses[0].Text, inputs[i], c.Panic, line(r.Text, fn))
			case v.Truth == value.Unknown && raised, v.Truth == value.True && raised:
				t.Errorf("%s of %v is %v: false alarm\n%s", fn.Clauses[0].Text, inputs[i], v.Truth, line(r.Text, fn))
			case v.Truth == value.False && raised:
				broken++
			case v.Truth == value.False && c.End == observe.Returned && strings.Contains(line(r.Text, fn), "?"):
				undecided++ // some part has no value
			case v.Truth == value.False && c.End == observe.Returned && line(r.Text, fn) != "":
				t.Errorf("%s of %v is false: nothing said\n%s", fn.Clauses[0].Text, inputs[i], line(r.Text, fn))
			}
			if v.Truth != value.Unknown {
				decided++
			}
		}
	}
	t.Logf("%d of the clauses' values are decided, %d false ones are caught, of %d some part has no value; %d clauses are left out", decided, broken, undecided, len(r.Omitted))
	if broken < undecided || broken < 500*n/400 {
		t.Error("too few are caught")
	}
}

func index(f *spec.File, name string) int {
	for i, fn := range f.Funcs {
		if fn.Name == name {
			return i
		}
	}
	return -1
}

// line is the check of a function's postcondition in a text.
func line(text string, fn *spec.Func) string {
	for l := range strings.Lines(text) {
		if strings.Contains(l, "debug_assert!") && strings.Contains(l, "\""+fn.Name+": ensures ") {
			return l[:strings.LastIndex(l, ", \""+fn.Name+": ")]
		}
	}
	return ""
}
