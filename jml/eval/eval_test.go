package eval

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// The chunks of testdata/eval.txt are one Java class each with clauses on a
// method f; the lines after "== " are calls: arguments as Java expressions, an
// arrow, and for each ensures clause in order its value: true, false, unknown,
// undefined, with a part of the reason in backquotes. The method is run first and
// \old means the state before the run.
func TestEval(t *testing.T) {
	b, err := os.ReadFile("testdata/eval.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i, chunk := range strings.Split(string(b), "---\n") {
		src, calls, _ := strings.Cut(chunk, "\n== ")
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			for _, call := range strings.Split(calls, "\n== ") {
				evalChunk(t, src, strings.TrimSpace(call))
			}
		})
	}
}

func evalChunk(t *testing.T, src, call string) {
	t.Helper()
	args, want, ok := strings.Cut(call, " -> ")
	if !ok {
		args, want, ok = strings.Cut(call, "->")
	}
	if !ok {
		t.Fatalf("bad call %q", call)
	}
	// The arguments are made by methods of the class itself.
	end := strings.LastIndex(src, "}")
	makers := ""
	list := splitArgs(args)
	full := src[:end]
	f0, _ := java.Parse("", src)
	var params []*java.Param
	java.Walk(f0, func(n java.Node) bool {
		if m, ok := n.(*java.MethodDecl); ok && m.Name.Name == "f" {
			params = m.Params
		}
		return true
	})
	for i, a := range list {
		typ := "Object"
		if i < len(params) {
			typ = java.Print(params[i].Type) + strings.Repeat("[]", params[i].Dims)
		}
		makers += fmt.Sprintf("  static %s make%d() { return %s; }\n", typ, i, a)
	}
	c, prog := checked(t, "", full+makers+"}\n")
	if t.Failed() {
		t.Fatalf("in\n%s", full+makers+"}\n")
	}
	_ = prog
	_, ilib := library()
	tr := NewTracer(c, ilib)
	m := tr.Program().NewMachine(interp.Options{})
	var target *types.Method
	makerOf := map[string]*types.Method{}
	for d, tm := range c.Unit.Info.Methods {
		if d.Name.Name == "f" {
			target = tm
		}
		makerOf[d.Name.Name] = tm
	}
	var vals []interp.Value
	for i := range list {
		v, out := m.Call(makerOf[fmt.Sprint("make", i)], nil, nil)
		if out.Kind != interp.Returned {
			t.Fatalf("argument %s: %v", list[i], out)
		}
		vals = append(vals, v)
	}
	var this interp.Ref
	if !target.Flags.Has(java.Static) {
		v, out := m.Call(types.NoArgConstructor(target.Owner), nil, nil)
		if out.Kind != interp.Returned {
			t.Fatalf("this: %v", out)
		}
		this = v.R
	}
	run := tr.Run(m, target, this, vals, TraceOptions{})
	if run.PreErr != nil {
		t.Fatal(run.PreErr)
	}
	env := &Env{Machine: m, Pre: &run.Pre, ToCur: run.ToCur, Fresh: run.Fresh, Result: run.Result, Thrown: run.Outcome.Exception, Count: -1}
	// in ensures a parameter means its value before the call
	env.Cur = run.Post
	var got []string
	full1 := jml.Normalise(c.Spec.Methods[target.Decl])
	for _, k := range full1.Cases {
		for _, cl := range append(append([]*jml.Clause(nil), k.Requires...), k.Ensures...) {
			if cl.Kind == jml.Requires && cl.Keyword != "pre" {
				continue
			}
			p, err := Compile(c, tr.Program(), cl.Expr, CompileOptions{Slots: target.Params, Math: c.Math(target.Owner, c.Spec.Methods[target.Decl].Mods)})
			if err != nil {
				got = append(got, "uncompiled: "+err.Msg)
				continue
			}
			r := p.Eval(env)
			s := r.Truth.String()
			if r.Undefined {
				s = "undefined"
			}
			if r.Truth == Unknown {
				s += " " + r.Reason
			}
			got = append(got, s)
		}
	}
	wants := strings.Split(want, ";")
	if len(wants) != len(got) {
		t.Errorf("%s: %d results, want %d: %q\nin\n%s", call, len(got), len(wants), got, src)
		return
	}
	for i, w := range wants {
		w = strings.TrimSpace(w)
		if !strings.HasPrefix(got[i], strings.Fields(w)[0]) || !strings.Contains(got[i], strings.Trim(strings.TrimSpace(strings.TrimPrefix(w, strings.Fields(w)[0])), "`")) {
			t.Errorf("%s: clause %d is %q, want %q\nin\n%s", call, i, got[i], w, src)
		}
	}
}

// splitArgs splits at commas outside of brackets and literals.
func splitArgs(s string) []string {
	var out []string
	depth, start := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth--
		case '"', '\'':
			i = quoteEnd(s, i)
		case ',':
			if depth == 0 {
				out = append(out, strings.TrimSpace(s[start:i]))
				start = i + 1
			}
		}
	}
	if rest := strings.TrimSpace(s[start:]); rest != "" {
		out = append(out, rest)
	}
	return out
}

// quoteEnd returns the offset of the quote that ends the literal at i.
func quoteEnd(s string, i int) int {
	for j := i + 1; j < len(s); j++ {
		switch s[j] {
		case '\\':
			j++
		case s[i]:
			return j
		}
	}
	return len(s) - 1
}
