package eval

import (
	"testing"

	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// fixture is a method with variables of most types, and values for them.
type fixture struct {
	chk  *jml.Checked
	prog *interp.Program
	m    *types.Method
	env  *Env
}

func newFixture(t testing.TB, body string) *fixture {
	c, prog := checked(t, "", `import java.util.*;
class A {
    int field = 3;
    /*@ pure @*/ static int twice(int x) { return 2 * x; }
`+body+`
    int f(int x, int y, int[] a, int[][] g, String s, double d, char c, long l, boolean b, List<Integer> list, Integer boxed) { return x; }
    static List<Integer> list() { return new ArrayList<>(List.of(1, 2, 3)); }
}`)
	fx := &fixture{chk: c, prog: prog}
	var maker *types.Method
	for d, tm := range c.Unit.Info.Methods {
		switch d.Name.Name {
		case "f":
			fx.m = tm
		case "list":
			maker = tm
		}
	}
	m := prog.NewMachine(interp.Options{Limits: interp.Limits{Steps: 2_000_000}})
	this, _ := m.Call(types.NoArgConstructor(fx.m.Owner), nil, nil)
	list, _ := m.Call(maker, nil, nil)
	arr := &interp.IntArray{A: []int32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}
	grid := &interp.RefArray{Elem: &types.ArrayType{Elem: types.TInt}, A: []interp.Ref{arr, arr}}
	locals := []interp.Value{{N: 3}, {N: -4}, {R: arr}, {R: grid}, {R: interp.NewString("hello")}, interp.Double(1.5),
		{N: 'c'}, {N: 1 << 40}, {N: 1}, list, {R: m.Box(types.Int, 7)}}
	fx.env = &Env{Machine: m, Cur: State{This: this.R, Locals: locals, Ghosts: NewGhosts()}, Result: interp.Value{N: 3}, Count: -1}
	fx.env.Pre = &State{This: this.R, Locals: locals, Ghosts: NewGhosts()}
	return fx
}

// compile checks and compiles an ensures clause given as text; nil when it has
// errors.
func (fx *fixture) compile(text string) *Pred {
	cl, f, errs := parseClause(jml.Ensures, text)
	if cl == nil {
		return nil
	}
	fork, errs := fx.chk.CheckFor(fx.m, nil, f, cl)
	if len(errs) > 0 {
		return nil
	}
	pred, err := Compile(fork, fx.prog, cl.Expr, CompileOptions{Slots: fx.m.Params})
	if err != nil {
		return nil
	}
	return pred
}

func evalFuzz(t *testing.T, expr string) {
	fx := newFixture(t, "")
	p := fx.compile(expr)
	if p == nil {
		return
	}
	r := p.Eval(fx.env)
	if r.Truth == InvalidTruth || r.Truth == Unknown && r.Reason == "" {
		t.Errorf("%s: %+v", expr, r)
	}
	if again := p.Eval(fx.env); again.Truth != r.Truth {
		t.Errorf("%s: first %+v, then %+v", expr, r, again)
	}
}

func BenchmarkEval(b *testing.B) {
	fx := newFixture(b, "")
	for _, c := range []struct{ name, expr string }{
		{"scalar", `\result == x`},
		{"scalars", `x > 0 ==> \result == x && \result * 3 > x - y`},
		{"double", `d * 1.8 + 32.0 > d`},
		{"forall10", `(\forall int i; 0 <= i && i < a.length; a[i] > 0)`},
		{"sorted10", `(\forall int i; 0 <= i && i < a.length; (\forall int j; i < j && j < a.length; a[i] <= a[j]))`},
		{"sum10", `(\sum int i; 0 <= i && i < a.length; a[i]) == 55`},
		{"string", `(\forall int i; 0 <= i && i < s.length(); s.charAt(i) >= 'a')`},
		{"old", `(\forall int i; 0 <= i && i < a.length; a[i] == \old(a[i]))`},
		{"pure call", `twice(x) == x + x`},
		{"list", `list.size() == 3 && list.get(0) == 1`},
		{"big", `l * l * l * l > 0`},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := fx.compile(c.expr)
			if p == nil {
				b.Fatal("not compiled")
			}
			if r := p.Eval(fx.env); r.Truth != True {
				b.Fatalf("%+v", r)
			}
			b.ReportAllocs()
			for b.Loop() {
				fx.env.Machine.Refill(1_000_000, 1<<30)
				p.Eval(fx.env)
			}
		})
	}
}

func BenchmarkCandidate(b *testing.B) {
	fx := newFixture(b, "")
	b.ReportAllocs()
	for b.Loop() {
		if fx.compile(`(\forall int i; 0 <= i && i < a.length; a[i] <= \result)`) == nil {
			b.Fatal("not compiled")
		}
	}
}
