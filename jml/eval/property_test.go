package eval

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// rounds is n in short tests and ten times as many otherwise.
func rounds(n int) int {
	if testing.Short() {
		return n
	}
	return 10 * n
}

// exprGen makes random Java expressions over a method's parameters.
type exprGen struct{ *rand.Rand }

func (g exprGen) pick(s ...string) string { return s[g.IntN(len(s))] }

func (g exprGen) integer(depth int) string {
	if depth == 0 || g.IntN(5) == 0 {
		return g.pick("x", "y", "x", "y", "c", "s", "l", "0", "1", "2", "-1", "7", "31", "1000003", "Integer.MAX_VALUE", "Integer.MIN_VALUE", "5L", "'a'")
	}
	a, b := g.integer(depth-1), g.integer(depth-1)
	switch g.IntN(14) {
	case 0:
		return "(" + g.pick("int", "long", "short", "byte", "char") + ") (" + a + ")"
	case 1:
		return "-(" + a + ")"
	case 2:
		return "~(" + a + ")"
	case 3:
		return "(" + a + g.pick(" << ", " >> ", " >>> ") + b + ")"
	case 4:
		return "(" + a + g.pick(" & ", " | ", " ^ ") + b + ")"
	case 5:
		return "(" + g.boolean(depth-1) + " ? " + a + " : " + b + ")"
	case 6:
		return "Math." + g.pick("max", "min") + "(" + a + ", " + b + ")"
	default:
		return "(" + a + g.pick(" + ", " - ", " * ", " / ", " % ") + b + ")"
	}
}

func (g exprGen) floating(depth int) string {
	if depth == 0 || g.IntN(4) == 0 {
		return g.pick("d", "0.5", "1e10", "-2.25", "0.1", "3.0f", "f", "x", "l")
	}
	a, b := g.floating(depth-1), g.floating(depth-1)
	if g.IntN(6) == 0 {
		return "(" + g.pick("float", "double", "int", "long") + ") (" + a + ")"
	}
	return "(" + a + g.pick(" + ", " - ", " * ", " / ") + b + ")"
}

func (g exprGen) boolean(depth int) string {
	if depth == 0 {
		return g.pick("b", "true", "false", "(x < y)", "(x == c)")
	}
	switch g.IntN(8) {
	case 0:
		return "!(" + g.boolean(depth-1) + ")"
	case 1, 2:
		return "(" + g.boolean(depth-1) + g.pick(" && ", " || ", " & ", " | ", " ^ ", " == ", " != ") + g.boolean(depth-1) + ")"
	case 3:
		return "(" + g.floating(depth-1) + g.pick(" < ", " <= ", " == ", " != ") + g.floating(depth-1) + ")"
	}
	return "(" + g.integer(depth-1) + g.pick(" < ", " <= ", " > ", " >= ", " == ", " != ") + g.integer(depth-1) + ")"
}

const randomParams = "int x, int y, char c, short s, long l, double d, float f, boolean b"

func (g exprGen) values() []interp.Value {
	n := func(bits int) int64 {
		if g.IntN(2) == 0 {
			return int64(g.IntN(20) - 10)
		}
		return int64(g.Uint64()) >> (64 - bits)
	}
	c := n(16)
	return []interp.Value{{N: n(32)}, {N: n(32)}, {N: int64(uint16(c))}, {N: n(16)}, {N: n(64)},
		interp.Double(g.NormFloat64() * 100), interp.Float(float32(g.NormFloat64())), {N: int64(g.IntN(2))}}
}

// In Java's arithmetic a specification's expression has the value that running
// it has, and is undefined where running it throws.
func TestJavaMathAgreesWithRuns(t *testing.T) {
	n := rounds(400)
	g := exprGen{rand.New(rand.NewPCG(1, 2))}
	var src strings.Builder
	src.WriteString("/*@ spec_java_math @*/ class A {\n")
	for i := range n {
		x, typ := g.integer(3), "long"
		switch i % 3 {
		case 1:
			x, typ = g.floating(3), "double"
		case 2:
			x, typ = g.boolean(3), "boolean"
		}
		fmt.Fprintf(&src, "  //@ ensures \\result == %s;\n  static %s m%d(%s) { return %s; }\n", "("+x+")", typ, i, randomParams, x)
	}
	src.WriteString("}\n")
	f, s := mustParse(t, "", src.String())
	lib, ilib := library()
	p, errs := types.Check(lib, f)
	chk, errs2 := jml.Check(s, p, p.Units[0])
	for _, e := range append(errs, errs2...) {
		t.Errorf("%v", e)
	}
	prog := interp.New(ilib, p, interp.HookPlan{})
	m := prog.NewMachine(interp.Options{})
	ran, threw := 0, 0
	for d, tm := range p.Units[0].Info.Methods {
		if d.Name.Name[0] != 'm' {
			continue
		}
		cl := s.Methods[d].Cases[0].Clauses[0]
		pred, err := Compile(chk, prog, cl.Expr, CompileOptions{Slots: tm.Params, Math: jml.JavaMath})
		if err != nil {
			t.Errorf("%s: %v", cl, err)
			continue
		}
		for range 8 {
			args := g.values()
			v, out := m.Call(tm, nil, args)
			r := pred.Eval(&Env{Machine: m, Cur: State{Locals: args}, Result: v})
			ran++
			switch {
			case out.Kind == interp.Thrown:
				threw++
				if !r.Undefined {
					t.Errorf("%s of %v: %v, run: %v", cl, args, r, out)
				}
			case r.Truth != True && !(tm.Return == types.Type(types.TDouble) && v.Float64() != v.Float64()):
				t.Errorf("%s of %v: %+v, run gives %v", cl, args, r, v)
			}
		}
	}
	if ran < n*8 || threw == 0 {
		t.Errorf("%d runs, %d exceptions", ran, threw)
	}
}

// oracle evaluates the integer operators of an expression with big.Int.
func oracle(info *types.Info, x java.Expr, vars map[string]*big.Int) *big.Int {
	switch x := x.(type) {
	case *java.Paren:
		return oracle(info, x.X, vars)
	case *java.Literal:
		if x.Kind == java.CharLiteral {
			return big.NewInt(int64(x.Value[0]))
		}
		n, ok := new(big.Int).SetString(strings.TrimSuffix(x.Raw, "L"), 0)
		if !ok {
			return nil
		}
		return n
	case *java.Name:
		return vars[x.Name]
	case *java.Select:
		return big.NewInt(info.Consts[x].N)
	case *java.Unary:
		a := oracle(info, x.X, vars)
		if a == nil {
			return nil
		}
		if x.Op == java.Neg {
			return new(big.Int).Neg(a)
		}
	case *java.Binary:
		a, b := oracle(info, x.X, vars), oracle(info, x.Y, vars)
		if a == nil || b == nil {
			return nil
		}
		z := new(big.Int)
		switch x.Op {
		case java.Plus:
			return z.Add(a, b)
		case java.Sub:
			return z.Sub(a, b)
		case java.Mul:
			return z.Mul(a, b)
		case java.Div, java.Rem:
			if b.Sign() == 0 {
				return nil
			}
			if x.Op == java.Div {
				return z.Quo(a, b)
			}
			return z.Rem(a, b)
		}
	}
	return nil
}

func (g exprGen) arithmetic(depth int) string {
	if depth == 0 {
		return g.pick("x", "y", "l", "l", "c", "3", "1000003", "Integer.MAX_VALUE", "Long.MIN_VALUE")
	}
	if g.IntN(8) == 0 {
		return "-(" + g.arithmetic(depth-1) + ")"
	}
	return "(" + g.arithmetic(depth-1) + g.pick(" + ", " - ", " * ", " / ", " % ") + g.arithmetic(depth-1) + ")"
}

// By default arithmetic is that of unbounded integers.
func TestMathAgreesWithBigInt(t *testing.T) {
	g := exprGen{rand.New(rand.NewPCG(3, 4))}
	chk, prog := checked(t, "", "class A { static void f("+randomParams+") { } }")
	var tm *types.Method
	for _, m := range chk.Unit.Info.Methods {
		tm = m
	}
	large, undefined := 0, 0
	for range rounds(1500) {
		text := g.arithmetic(1 + g.IntN(4))
		cl, f, errs := parseClause(jml.MeasuredBy, text)
		if len(errs) > 0 {
			t.Fatalf("%s: %v", text, errs)
		}
		fork, errs := chk.CheckFor(tm, nil, f, cl)
		if len(errs) > 0 {
			t.Fatalf("%s: %v", text, errs)
		}
		pred, err := CompileMeasure(fork, prog, cl.Expr, CompileOptions{Slots: tm.Params})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for range 4 {
			args := g.values()
			vars := map[string]*big.Int{}
			for i, q := range tm.Params {
				vars[q.Name] = big.NewInt(args[i].N)
			}
			want := oracle(fork.Info, cl.Expr, vars)
			_, got, r := pred.Int(&Env{Cur: State{Locals: args}})
			switch {
			case want == nil:
				undefined++
				if !r.Undefined {
					t.Errorf("%s of %v is %s, should be undefined", text, args, got)
				}
			case want.String() != got:
				t.Errorf("%s of %v is %s (%v), want %s", text, args, got, r, want)
			case !want.IsInt64():
				large++
			}
		}
	}
	if large < 100 || undefined == 0 {
		t.Errorf("%d large values, %d undefined", large, undefined)
	}
}

func (g exprGen) rangePart(depth int, vars string) string {
	v := func() string { return g.pick(strings.Split(vars, " ")...) }
	if depth == 0 || g.IntN(3) == 0 {
		side := func() string {
			switch g.IntN(6) {
			case 0:
				return g.pick("x", "y", "0", "3", "-2", "10", "x + 2", "y - x")
			case 1:
				return v() + g.pick(" + ", " - ") + g.pick("1", "x", "3")
			case 2:
				return g.pick("2", "3", "-1", "-2") + " * " + v()
			case 3:
				return v() + " * " + v()
			}
			return v()
		}
		switch g.IntN(8) {
		case 0:
			return g.pick("0", "-3", "x") + g.pick(" <= ", " < ") + v() + g.pick(" <= ", " < ") + g.pick("y", "9", v())
		case 1:
			return v() + " % 2 == 0"
		}
		return side() + g.pick(" < ", " <= ", " > ", " >= ", " == ", " != ") + side()
	}
	a, b := g.rangePart(depth-1, vars), g.rangePart(depth-1, vars)
	switch g.IntN(7) {
	case 0:
		return "!(" + a + ")"
	case 1:
		return "(" + a + " || " + b + ")"
	case 2:
		return "((" + a + ") ==> (" + b + "))"
	case 3:
		return "y != 0 && (" + a + ") && (" + b + ")"
	}
	return "((" + a + ") && (" + b + "))"
}

// Whatever the form of its range, a quantifier has the value that going through
// all values has.
func TestQuantifiersAgreeWithEnumeration(t *testing.T) {
	g := exprGen{rand.New(rand.NewPCG(5, 6))}
	chk, prog := checked(t, "", "class A { static void f(int x, int y, byte i, byte j) { } }")
	var tm *types.Method
	for _, m := range chk.Unit.Info.Methods {
		tm = m
	}
	compile := func(text string) *Pred {
		cl, f, errs := parseClause(jml.Ensures, text)
		if len(errs) > 0 {
			t.Fatalf("%s: %v", text, errs)
		}
		fork, errs := chk.CheckFor(tm, nil, f, cl)
		if len(errs) > 0 {
			t.Fatalf("%s: %v", text, errs)
		}
		pred, err := Compile(fork, prog, cl.Expr, CompileOptions{Slots: tm.Params})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return pred
	}
	counts := map[string]int{}
	for n := range rounds(600) {
		two := n%4 == 3
		vars, decl := "i", "byte p"
		if two {
			vars, decl = "i j", "byte p, q"
		}
		rename := func(s string) string {
			// the quantified variables must not have the parameters' names
			return strings.NewReplacer("i", "p", "j", "q").Replace(s)
		}
		rng, body := g.rangePart(2, vars), g.rangePart(1, vars)
		inRange, holds := compile(rng), compile(body)
		env := &Env{Cur: State{Locals: make([]interp.Value, 4)}, Steps: 10_000_000}
		env.Cur.Locals[0].N, env.Cur.Locals[1].N = int64(g.IntN(20)-5), int64(g.IntN(20)-5)
		all, some, count := true, false, int64(0)
		sum := int64(0)
		lo, hi := int64(-128), int64(127)
		each := func() {
			if inRange.Eval(env).Truth != True {
				return
			}
			sum += env.Cur.Locals[2].N
			if holds.Eval(env).Truth == True {
				some = true
				count++
			} else {
				all = false
			}
		}
		for i := lo; i <= hi; i++ {
			env.Cur.Locals[2].N = i
			if !two {
				each()
				continue
			}
			for j := lo; j <= hi; j++ {
				env.Cur.Locals[3].N = j
				each()
			}
		}
		check := func(text string, want bool) {
			r := compile(text).Eval(env)
			if r.Truth != map[bool]Truth{true: True, false: False}[want] {
				t.Errorf("%s with x=%d y=%d is %v (%s), want %v", text, env.Cur.Locals[0].N, env.Cur.Locals[1].N, r.Truth, r.Reason, want)
			}
			counts[r.Truth.String()]++
		}
		R, B := rename(rng), rename(body)
		check(fmt.Sprintf(`(\forall %s; %s; %s)`, decl, R, B), all)
		check(fmt.Sprintf(`(\forall %s; (%s) ==> (%s))`, decl, R, B), all)
		check(fmt.Sprintf(`(\exists %s; %s; %s)`, decl, R, B), some)
		check(fmt.Sprintf(`(\exists %s; (%s) && (%s))`, decl, R, B), some)
		check(fmt.Sprintf(`!(\exists %s; (%s) && !(%s))`, decl, R, B), all)
		check(fmt.Sprintf(`(\num_of %s; %s; %s) == %d`, decl, R, B, count), true)
		check(fmt.Sprintf(`(\sum %s; %s; p) == %d`, decl, R, sum), true)
	}
	if counts["true"] < 500 || counts["false"] < 300 {
		t.Errorf("too little variety: %v", counts)
	}
}
