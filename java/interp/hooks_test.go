package interp_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
)

func local(v interp.FrameView, name string, m *interp.Machine) string {
	t := v.Method()
	for _, q := range t.Params {
		if q.Name == name {
			x, _ := v.Local(q)
			return m.FormatValue(x, q.Type)
		}
	}
	info, _ := t.Body()
	for _, l := range info.Locals {
		if l.Name == name {
			if x, ok := v.Local(l); ok {
				return m.FormatValue(x, l.Type)
			}
		}
	}
	return "?"
}

func TestHooks(t *testing.T) {
	src := `public class Main {
	static int sum(int[] a) {
		int s = 0;
		for (int i = 0; i < a.length; i++) {
			if (a[i] > 0 && a[i] < 10) s += a[i];
			else { s -= 1; }
		}
		for (int x : a) s += x;
		switch (s) { case 1: return 7; default: }
		return s;
	}
	static int fails(int n) { try { return 1 / n; } finally { n = 5; } }
}`
	plan := interp.HookPlan{
		Loops: true, Branches: true,
		Methods: func(m *types.Method) bool { return true },
		Before:  func(s java.Stmt) bool { _, ok := s.(*java.Return); return ok },
		AtEnd:   func(b *java.Block) bool { return len(b.Stmts) == 1 },
	}
	p, tp := compile(t, "Main.java", src, plan)
	var log []string
	note := func(format string, args ...any) { log = append(log, fmt.Sprintf(format, args...)) }
	hooks := &interp.Hooks{
		LoopHead: func(m *interp.Machine, loop java.Stmt, v interp.FrameView) {
			note("head %T i=%s s=%s", loop, local(v, "i", m), local(v, "s", m))
		},
		Branch: func(m *interp.Machine, at java.Node, taken int) { note("branch %T %d", at, taken) },
		Before: func(m *interp.Machine, s java.Stmt, v interp.FrameView) { note("before return") },
		AtEnd: func(m *interp.Machine, b *java.Block, v interp.FrameView) {
			note("end of block s=%s", local(v, "s", m))
		},
		Enter: func(m *interp.Machine, f *types.Method, v interp.FrameView) {
			note("enter %s(%s)", f.Name, m.FormatValue(v.Args()[0], f.Params[0].Type))
		},
		Exit: func(m *interp.Machine, f *types.Method, v interp.FrameView, r interp.Value, thrown interp.Ref) {
			if thrown != nil {
				note("exit %s throws %s", f.Name, m.ClassName(thrown))
				return
			}
			note("exit %s = %s", f.Name, m.FormatValue(r, f.Return))
		},
	}
	m := p.NewMachine(interp.Options{Hooks: hooks})
	var sum, fails *types.Method
	for _, f := range tp.Class("Main").Methods {
		switch f.Name {
		case "sum":
			sum = f
		case "fails":
			fails = f
		}
	}
	arg := interp.R(&interp.IntArray{A: []int32{3, -1}})
	v, end := m.Call(sum, nil, []interp.Value{arg})
	if end.Kind != interp.Returned || v.N != 4 {
		t.Fatalf("%v %v", v, end)
	}
	_, end = m.Call(fails, nil, []interp.Value{interp.Int(0)})
	if end.String() != `Exception in thread "main" java.lang.ArithmeticException: / by zero` {
		t.Errorf("%v", end)
	}
	want := []string{
		"enter sum([3, -1])",
		"head *java.For i=0 s=0", "branch *java.For 1",
		"branch *java.Binary 1", "branch *java.Binary 1", "branch *java.If 1", "end of block s=3",
		"head *java.For i=1 s=3", "branch *java.For 1",
		"branch *java.Binary 0", "branch *java.If 0", "end of block s=2", "end of block s=2",
		"head *java.For i=2 s=2", "branch *java.For 0",
		"head *java.ForEach i=2 s=2", "branch *java.ForEach 1",
		"head *java.ForEach i=2 s=5", "branch *java.ForEach 1",
		"head *java.ForEach i=2 s=4", "branch *java.ForEach 0",
		"branch *java.Switch 1", "before return", "exit sum = 4",
		"enter fails(0)", "before return", "end of block s=?", "exit fails throws java.lang.ArithmeticException",
	}
	if diff := cmp.Diff(want, log); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
