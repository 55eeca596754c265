package rust

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ensures/internal/require"
	meaning "ensures/rust/eval"
	"ensures/rust/interp"
	"ensures/rust/mir"
	"ensures/rust/observe"
	"ensures/rust/spec"
	"ensures/rust/toolchain"
	"ensures/rust/values"
	logic "ensures/value"
	"ensures/verify"
)

// writer makes random functions over integers, vectors, arrays, tuples, a struct, an
// enum, options, references and loops, which hardly ever panic.
type writer struct {
	rnd   *rand.Rand
	b     strings.Builder
	vars  []string // mutable locals of type T
	typ   string
	depth int
	fresh int
}

func (w *writer) pick(list ...string) string { return list[w.rnd.IntN(len(list))] }

func (w *writer) name(prefix string) string {
	w.fresh++
	return fmt.Sprintf("%s%d", prefix, w.fresh)
}

// expr is an expression of type T.
func (w *writer) expr(depth int) string {
	if depth <= 0 {
		return w.pick(append([]string{"0", "1", "3", "7", w.typ + "::MAX", "x", "y"}, w.vars...)...)
	}
	a, c := func() string { return w.expr(depth - 1) }, w.pick("0", "1", "2", "3", "5")
	switch w.rnd.IntN(16) {
	case 0, 1:
		return fmt.Sprintf("%s.%s(%s)", w.typed(a()), w.pick("wrapping_add", "wrapping_sub", "saturating_add", "saturating_sub", "min", "max"), a())
	case 2:
		return fmt.Sprintf("(%s / %s)", a(), w.pick("2", "3", "5"))
	case 3:
		return fmt.Sprintf("(%s %% %s)", a(), w.pick("2", "3", "5"))
	case 4:
		return fmt.Sprintf("(%s %s %s)", a(), w.pick("&", "|", "^"), w.pick(a(), c))
	case 5:
		return fmt.Sprintf("(%s >> %s)", a(), w.pick("1", "2"))
	case 6:
		return fmt.Sprintf("(%s as %s as %s)", a(), w.pick("u8", "i8", "u16", "i32", "u64", "i64"), w.typ)
	case 7:
		return fmt.Sprintf("(if %s { %s } else { %s })", w.cond(depth-1), a(), a())
	case 8:
		return fmt.Sprintf("(match %s { 0 => %s, 1..=5 => %s, _ => %s })", a(), a(), a(), a())
	case 9:
		return fmt.Sprintf("(%s, %s).%s", a(), a(), w.pick("0", "1"))
	case 10:
		return fmt.Sprintf("(S { a: %s, b: %s }).%s", a(), a(), w.pick("a", "b"))
	case 11:
		return fmt.Sprintf("(match (if %s { E::A(%s) } else { E::B { p: %s, q: %s } }) { E::A(k) => k, E::B { q, p } => %s })", w.cond(depth-1), a(), a(), a(), w.pick("p", "q"))
	case 12:
		return fmt.Sprintf("(match (if %s { Some(%s) } else { None }) { Some(k) => k, None => %s })", w.cond(depth-1), a(), a())
	case 13:
		return fmt.Sprintf("(match v.%s { Some(k) => *k, None => %s })", w.pick("first()", "last()"), a())
	case 14:
		return fmt.Sprintf("(if v.len() > %s { v[%s] } else { %s })", c, c, a())
	}
	return fmt.Sprintf("step(%s)", a())
}

// typed gives an expression its type, for a method on it.
func (w *writer) typed(e string) string { return "(" + e + " as " + w.typ + ")" }

func (w *writer) cond(depth int) string {
	a, b := w.expr(max(0, depth-1)), w.expr(max(0, depth-1))
	switch w.rnd.IntN(6) {
	case 0:
		return "v.len() " + w.pick("<", ">", "==") + w.pick(" 0", " 1", " 2")
	case 1:
		if depth > 0 {
			return "(" + w.cond(depth-1) + w.pick(" && ", " || ") + w.cond(depth-1) + ")"
		}
	case 2:
		return "!(" + a + " < " + b + ")"
	}
	return "(" + a + w.pick(" < ", " <= ", " == ", " != ", " > ") + b + ")"
}

// block writes statements.
func (w *writer) block(n, depth int) {
	vars := w.vars
	for range n {
		w.stmt(depth)
	}
	w.vars = vars
}

func (w *writer) stmt(depth int) {
	out := func(format string, args ...any) { fmt.Fprintf(&w.b, format, args...) }
	target := ""
	if len(w.vars) > 0 {
		target = w.pick(w.vars...)
	}
	k := w.rnd.IntN(14)
	switch {
	case target == "" || k < 2:
		v := w.name("a")
		out("let mut %s: %s = %s;\n", v, w.typ, w.expr(2))
		w.vars = append(slices.Clone(w.vars), v)
	case k < 5:
		out("%s = %s;\n", target, w.expr(2))
	case k == 5 && depth > 0:
		out("if %s {\n", w.cond(1))
		w.block(2, depth-1)
		out("} else {\n")
		w.block(1, depth-1)
		out("}\n")
	case k == 6 && depth > 0:
		i := w.name("i")
		out("let mut %s: u8 = 0;\nwhile %s < %s decreases 9 - %s {\n%s += 1;\n", i, i, w.pick("1", "2", "5"), i, i)
		if w.rnd.IntN(3) == 0 {
			out("if %s { %s; }\n", w.cond(1), w.pick("break", "continue"))
		}
		w.block(2, depth-1)
		out("}\n")
	case k == 7 && depth > 0:
		out("for _k in 0..%s {\n", w.pick("1", "2", "3"))
		w.block(2, depth-1)
		out("}\n")
	case k == 8:
		out("{ let p = &mut %s; *p = %s; }\n", target, strings.ReplaceAll(w.expr(1), target, "x"))
	case k == 9:
		out("%s;\n", w.pick("v.push("+w.expr(1)+")", "let _ = v.pop()", "if v.len() > 2 { v.swap(0, 2); }", "if v.len() > 1 { let _ = v.remove(0); }", "v.insert(0, "+w.expr(0)+")", "v.truncate(2)"))
	case k == 10:
		out("if v.len() > 1 { v[%s] = %s; }\n", w.pick("0", "1"), w.expr(1))
	case k == 11:
		out("{ let mut t = (%s, S { a: x, b: y }); t.1.%s = %s; %s = t.1.%s.wrapping_add(t.0); }\n", w.expr(1), w.pick("a", "b"), w.expr(1), target, w.pick("a", "b"))
	case k == 12:
		out("{ let mut z = [x, y, %s]; z[%s] = %s; %s = z[%s]; }\n", w.expr(0), w.pick("0", "1", "2"), w.expr(1), target, w.pick("0", "1", "2"))
	default:
		out("if %s { return %s; }\n", w.cond(1), w.expr(1))
	}
}

// clauses are conditions on the result and the vector, of which many are nearly true.
func (w *writer) clauses() []string {
	n := w.pick("0", "1", "2", "3", "5", "7", "100")
	return []string{
		"r == x", "r != y", "r <= " + n, "r >= x", "r == y || r <= " + n, "r % 2 == 0", "r != " + n, "x > " + n + " ==> r > " + w.pick("0", n),
		"v.len() == old(v).len()", "v.len() <= old(v).len() + 1", "v.len() >= " + w.pick("1", "2"), "old(v).len() > 1 ==> v[0] == old(v)[0]",
		"old(v).len() > 2 && v.len() > 2 ==> v[2] == old(v)[" + w.pick("0", "2") + "]", "v.len() > 0 ==> v@.last() == " + w.pick("x", "y", "r"),
		"forall|i: int| 0 <= i < v.len() && i < old(v).len() ==> v[i] == old(v)[i]", "exists|i: int| 0 <= i < v.len() && v[i] == r",
		"x < " + n + " ==> r <= x + " + n, "r == step_spec(x as int)", "v@ == old(v)@", "v@.contains(x) ==> v.len() > 1", "r < 0 || r >= y || r <= " + n,
	}
}

const randomHead = `verus! {
#[derive(Clone)]
struct S { a: T, b: T }
enum E { A(T), B { p: T, q: T } }
spec fn step_spec(k: int) -> int { if k < 100 { k + 1 } else { k - 1 } }
fn step(k: T) -> (r: T) ensures r == step_spec(k as int) { if k < 100 { k + 1 } else { k - 1 } }
`

// TestRandom makes random functions, finds conditions that some run of them breaks, and
// asks for proofs of those: none may be given.
func TestRandom(t *testing.T) {
	b := open(t)
	require.Tool(t, "bwrap")
	tc, err := toolchain.Find(t.Context(), toolchain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rounds := *randomRounds
	if testing.Short() {
		rounds = min(rounds, 2)
	}
	functions, asked, proved, decided := 0, 0, 0, 0
	ran := 0
	for round := *randomFrom; round < *randomFrom+rounds; round++ {
		w := &writer{rnd: rand.New(rand.NewPCG(uint64(round), 11)), typ: []string{"i32", "u8", "i8", "u32", "i64"}[round%5]}
		head := strings.NewReplacer("T,", w.typ+",", "T }", w.typ+" }", "(T)", "("+w.typ+")", "k: T", "k: "+w.typ, "r: T", "r: "+w.typ).Replace(randomHead)
		var bodies []string
		candidates := map[string][]string{}
		text := head
		for k := range 12 {
			w.b.Reset()
			w.vars = nil
			w.block(1+w.rnd.IntN(6), 2)
			body := "{\n" + w.b.String() + w.expr(2) + "\n}\n"
			name := fmt.Sprintf("f%d", k)
			bodies = append(bodies, body)
			candidates[name] = w.clauses()
			text += w.signature(name) + " ensures " + strings.Join(candidates[name], ", ") + "\n" + body
		}
		file := spec.Parse(text + "}\n")
		if len(file.Errs) > 0 {
			t.Fatalf("%v in\n%s", file.Errs[0], text)
		}
		p, err := observe.Build(t.Context(), tc, "random.rs", file, func(f *spec.Func) bool { return f.Name[0] == 'f' })
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		functions += len(p.Funcs)
		machine := interpreted(t, tc, file)
		false1 := head
		var reasons []string
		for _, f := range p.Funcs {
			calls, err := p.Run(t.Context(), f, observe.Inputs(f, file, 150, 5, nil), observe.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if runsAlike(t, machine, f, calls, text) {
				ran++
			}
			for _, c := range broken(t, f, file, calls) {
				var k int
				fmt.Sscanf(f.Spec.Name, "f%d", &k)
				false1 += w.signature(fmt.Sprintf("g%d", len(reasons))) + " ensures " + c.text + "\n" + bodies[k]
				reasons = append(reasons, c.why)
			}
		}
		p.Close()

		out, err := b.Verify(t.Context(), verify.Request{File: "random.rs", Source: false1 + "}\n", Options: verify.Options{Quick: true}})
		if err != nil {
			t.Fatalf("%v\n%s", err, false1)
		}
		for _, m := range out.Methods {
			if m.Method.Name[0] != 'g' {
				continue
			}
			asked++
			if m.Verdict != verify.Unsupported {
				decided++
			}
			open := slices.ContainsFunc(out.Diagnostics, func(d verify.Diagnostic) bool { return d.Method == m.Method && d.Kind == verify.Postcondition })
			if m.Verdict.Holds() || m.Verdict == verify.Unknown && !open {
				proved++
				var k int
				fmt.Sscanf(m.Method.Name, "g%d", &k)
				fn := spec.Parse(false1 + "}\n").Funcs
				at := slices.IndexFunc(fn, func(f *spec.Func) bool { return f.Name == m.Method.Name })
				t.Errorf("%v, %s:\n%s", m.Verdict, reasons[k], false1[fn[at].From:fn[at].To])
			}
		}
	}
	t.Logf("%d functions, of which %d run as interpreted; %d false conditions of them, %d in the subset, %d proved", functions, ran, asked, decided, proved)
	if decided == 0 || ran*100 < functions*95 {
		t.Error("the functions are not in the subset")
	}
}

var (
	randomRounds = flag.Int("random.rounds", 40, "how many files of twelve functions TestRandom makes")
	randomFrom   = flag.Int("random.from", 0, "the first of TestRandom's files")
)

// interpreted is the interpreter of a file's MIR.
func interpreted(t *testing.T, tc *toolchain.Toolchain, file *spec.File) *interp.Machine {
	t.Helper()
	text, messages, err := tc.MIR(t.Context(), toolchain.Crate{Name: "random.rs", Source: file.Plain()})
	if err != nil || text == "" {
		t.Fatal(messages, err)
	}
	bodies, err := mir.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	return interp.New(file, bodies)
}

// runsAlike reports whether the interpreter has a meaning for all calls of a function, which
// have to come out of it as they came out of the machine.
func runsAlike(t *testing.T, m *interp.Machine, f *observe.Func, calls []observe.Call, src string) bool {
	t.Helper()
	var types []*mir.Type
	for _, q := range f.Spec.Params {
		types = append(types, q.Type)
	}
	for _, c := range calls {
		if c.End != observe.Returned && c.End != observe.Panicked {
			continue
		}
		r, err := m.Run(f.Spec.Name, c.Args, types, f.Result.Type)
		if err != nil {
			t.Logf("%s: %v", f.Spec.Name, err)
			return false
		}
		alike := r.End == interp.Endless || r.End == interp.Panicked && c.End == observe.Panicked || r.End == interp.Returned && c.End == observe.Returned && values.Equal(r.Value, c.Result)
		for i, q := range f.Params {
			alike = alike && (r.End != interp.Returned || !q.Mutable || values.Equal(r.After[i], c.After[i]))
		}
		if !alike {
			t.Errorf("%s(%v): the machine gives %v and leaves %v (%s), the interpreter %v and %v (%s):\n%s", f.Spec.Name, c.Args, c.Result, c.After, c.Panic, r.Value, r.After, r.Panic, src[f.Spec.From:f.Spec.To])
			return true
		}
	}
	return true
}

func (w *writer) signature(name string) string {
	return fmt.Sprintf("fn %s(x: %s, y: %s, v: &mut Vec<%s>) -> (r: %s) requires old(v).len() < 1000", name, w.typ, w.typ, w.typ, w.typ)
}

// falsehood is a condition that a run breaks.
type falsehood struct {
	text, why string
	fails     int
}

// broken are up to three conditions of a function that the fewest runs break.
func broken(t *testing.T, f *observe.Func, file *spec.File, calls []observe.Call) []falsehood {
	t.Helper()
	e := meaning.New(file)
	var out []falsehood
	for _, c := range spec.Of(f.Spec.Clauses, spec.Ensures) {
		h := falsehood{text: c.Text}
		for _, k := range calls {
			if k.End != observe.Returned {
				continue
			}
			s := meaning.State{Before: map[string]*values.Value{}, After: map[string]*values.Value{}, Result: k.Result}
			for i, q := range f.Params {
				s.Before[q.Name], s.After[q.Name] = k.Args[i], k.After[i]
			}
			v, err := e.Clause(f.Spec, c.Expr, s)
			if err != nil {
				t.Fatal(err)
			}
			if v.Truth == logic.False {
				h.fails++
				h.why = fmt.Sprintf("broken by %v, which gives %v and leaves %v", k.Args, k.Result, k.After)
			}
		}
		if h.fails > 0 {
			out = append(out, h)
		}
	}
	slices.SortStableFunc(out, func(a, b falsehood) int { return a.fails - b.fails })
	return out[:min(3, len(out))]
}
