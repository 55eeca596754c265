package values_test

import (
	"testing"
	"time"

	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/java/values"
)

// Objects that hold themselves, or each other in a long row, have some mutants and no
// endless ones.
func TestAttackCyclicValues(t *testing.T) {
	const source = `import java.util.*;
class Cyc {
    static class Node { Node next; Node prev; int v; List<Object> l = new ArrayList<>(); }
    static Object ring() {
        Node h = new Node(), c = h;
        for (int i = 0; i < 100000; i++) { Node d = new Node(); c.next = d; d.prev = c; c = d; }
        c.next = h; h.prev = c; h.l.add(h);
        return h;
    }
    static Object self() { List<Object> l = new ArrayList<>(); l.add(l); return l; }
    static Object twice() { List<Object> l = new ArrayList<>(); for (int i = 0; i < 3; i++) l.add(l); return l; }
    static Object array() { Object[] a = new Object[3]; a[0] = a; a[1] = a; a[2] = a; return a; }
    static Object two() { List<Object> a = new ArrayList<>(), b = new LinkedList<>(); for (int i = 0; i < 20; i++) { a.add(b); b.add(a); } return a; }
    static Object map() { Map<Object, Object> m = new IdentityHashMap<>(); m.put("k", m); return m; }
    static Object deep() { Object o = 1; for (int i = 0; i < 100000; i++) o = new Object[] { o }; return o; }
    static Object optional() { Optional<Object> o = Optional.of(1); for (int i = 0; i < 100000; i++) o = Optional.of(o); return o; }
}`
	f, errs := java.Parse("Cyc.java", source)
	checked, more := types.Check(types.NewLibrary(classlib.FS), f)
	if len(errs)+len(more) > 0 {
		t.Fatal(errs, more)
	}
	p := interp.New(interp.NewLibrary(checked.Lib), checked, interp.HookPlan{})
	for _, m := range checked.Classes()[0].Methods {
		t.Run(m.Name, func(t *testing.T) {
			machine := p.NewMachine(interp.Options{})
			v, end := machine.Call(m, nil, nil)
			if end.Kind != interp.Returned {
				t.Fatal(end)
			}
			start := time.Now()
			_, end = machine.Try(func() interp.Value {
				x := values.New(machine)
				x.Results(v, m.Return)
				again, _ := machine.Call(m, nil, nil)
				x.Equal(v, again, m.Return)
				return interp.Value{}
			})
			if d := time.Since(start); d > 20*time.Second {
				t.Errorf("took %v: %v", d, end)
			}
		})
	}
}
