package interp_test

import (
	"testing"

	"ensures/java/interp"
	"ensures/java/types"
)

const heapSource = `
import java.util.*;
public class Main {
	enum E { A, B }
	static class Node { int v; Node next; String s = "t"; double d = 0.0 / 0; E e = E.B; Node(int v, Node n) { this.v = v; next = n; } }
	static int counter = 3; static int[] shared = {1, 2};
	static Node ring(int n) { Node first = new Node(0, null), last = first; for (int i = 1; i < n; i++) first = new Node(i, first); last.next = first; return first; }
	static Object[] two() { int[] a = {1, 2}; return new Object[]{a, a, new int[]{1, 2}}; }
	static void bump() { counter++; shared[0]++; }
	static List<Object> list() { List<Object> l = new ArrayList<>(); l.add(1); l.add("x"); l.add(new int[]{1}); return l; }
	static List<Object> linked() { return new LinkedList<>(list()); }
	static Map<String, int[]> map() { Map<String, int[]> m = new HashMap<>(); m.put("k", new int[]{7}); return m; }
	static Map<String, int[]> tree() { return new TreeMap<>(map()); }
	static List<Object> crossed(boolean other) {
		int[] a = {1}, b = {2};
		return List.of(new LinkedHashSet<>(other ? List.of(b, a) : List.of(a, b)), other ? b : a);
	}
	static Set<Integer> set(boolean tree) { Set<Integer> s = tree ? new TreeSet<>() : new HashSet<>(); s.add(3); s.add(1); return s; }
	static StringBuilder text(String s) { return new StringBuilder(s); }
	static char c() { return '\n'; } static long l() { return 5; } static double d() { return 1; } static String str() { return "a\"b\u0001"; }
	static Integer[] boxes() { return new Integer[]{1, null}; }
}`

type heap struct {
	t *testing.T
	m *interp.Machine
	p *types.Program
}

func newHeap(t *testing.T) heap {
	p, tp := compile(t, "Main.java", heapSource, interp.HookPlan{})
	return heap{t, p.NewMachine(interp.Options{}), tp}
}

func (h heap) call(name string, args ...interp.Value) (interp.Value, *types.Method) {
	h.t.Helper()
	for _, f := range h.p.Class("Main").Methods {
		if f.Name == name {
			v, end := h.m.Call(f, nil, args)
			if end.Kind != interp.Returned {
				h.t.Fatalf("%s: %v %s", name, end, end.Stack)
			}
			return v, f
		}
	}
	h.t.Fatalf("no method %s", name)
	return interp.Value{}, nil
}

func TestSnapshot(t *testing.T) {
	h := newHeap(t)
	ring, _ := h.call("ring", interp.Int(4))
	s, err := h.m.Snapshot(0, ring)
	if err != nil {
		t.Fatal(err)
	}
	if s.Roots[0].R == ring.R || s.Original(s.Roots[0].R) != ring.R || s.Copy(ring.R) != s.Roots[0].R {
		t.Error("copies and originals do not correspond")
	}
	if len(s.Of) != 4 {
		t.Errorf("%d objects copied, want the 4 of the ring", len(s.Of))
	}
	if eq, err := h.m.DeepEqual(ring, s.Roots[0], nil); !eq || err != nil {
		t.Errorf("a copy is not equal: %v", err)
	}
	o := s.Roots[0].R.(*interp.Object)
	o.SetField(o.Class.FieldNamed("v"), interp.Int(9))
	if eq, _ := h.m.DeepEqual(ring, s.Roots[0], nil); eq {
		t.Error("a changed copy is equal")
	}
	two, _ := h.call("two")
	s, _ = h.m.Snapshot(0, two)
	a := s.Roots[0].R.(*interp.RefArray).A
	if a[0] != a[1] || a[0] == a[2] {
		t.Error("sharing is not kept")
	}
	if _, err := h.m.Snapshot(2, ring); err != interp.ErrTooLarge {
		t.Errorf("limit: %v", err)
	}

	h.call("bump")
	before := h.m.Statics()
	snap, _ := h.m.Snapshot(0, before.Roots()...)
	saved := before.Through(snap.Copy)
	h.call("bump")
	field := h.p.Class("Main").Fields
	now := func() (string, string) {
		a, _ := h.m.StaticField(field[0])
		b, _ := h.m.StaticField(field[1])
		return h.m.FormatValue(a, field[0].Type), h.m.FormatValue(b, field[1].Type)
	}
	if a, b := now(); a != "5" || b != "[3, 2]" {
		t.Errorf("statics are %s %s", a, b)
	}
	h.m.SetStatics(saved)
	if a, b := now(); a != "4" || b != "[2, 2]" {
		t.Errorf("statics restored as %s %s", a, b)
	}
}

func TestDeepEqual(t *testing.T) {
	h := newHeap(t)
	same := func(a, b interp.Value, want bool) {
		t.Helper()
		eq, err := h.m.DeepEqual(a, b, nil)
		if err != nil || eq != want {
			t.Errorf("%s and %s: %v %v, want %v", h.m.FormatValue(a, nil), h.m.FormatValue(b, nil), eq, err, want)
		}
	}
	get := func(name string, args ...interp.Value) interp.Value { v, _ := h.call(name, args...); return v }
	same(get("list"), get("list"), true)
	same(get("list"), get("linked"), true)
	same(get("map"), get("map"), true)
	same(get("map"), get("tree"), true)
	same(get("set", interp.Bool(true)), get("set", interp.Bool(false)), true)
	same(get("list"), get("map"), false)
	same(get("crossed", interp.Bool(true)), get("crossed", interp.Bool(true)), true)
	same(get("crossed", interp.Bool(false)), get("crossed", interp.Bool(true)), false)
	same(get("text", interp.R(interp.NewString("a"))), get("text", interp.R(interp.NewString("a"))), true)
	same(get("text", interp.R(interp.NewString("a"))), get("text", interp.R(interp.NewString("b"))), false)
	same(get("two"), get("two"), true)
	same(interp.R(nil), get("two"), false)
	zero, minus, nan := interp.Double(0), interp.Value{N: -1 << 63}, interp.Value{N: 0x7ff8000000000000}
	if eq, _ := h.m.DeepEqual(zero, minus, types.TDouble); eq {
		t.Error("0.0 and -0.0 are equal")
	}
	if eq, _ := h.m.DeepEqual(nan, nan, types.TDouble); !eq {
		t.Error("NaN is not equal to itself")
	}
}

func TestFormatValue(t *testing.T) {
	h := newHeap(t)
	for name, want := range map[string]string{
		"two": "[[1, 2], [1, 2], [1, 2]]", "list": `[1, "x", [1]]`, "map": `{"k"=[7]}`, "c": `'\n'`, "l": "5L", "d": "1.0",
		"str": `"a\"b\u0001"`, "boxes": "[1, null]",
	} {
		v, f := h.call(name)
		if got := h.m.FormatValue(v, f.Return); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	ring, f := h.call("ring", interp.Int(2))
	if got, want := h.m.FormatValue(ring, f.Return), `Node{v=1, next=Node{v=0, next=…, s="t", d=NaN, e=B}, s="t", d=NaN, e=B}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
