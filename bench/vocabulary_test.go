package bench

import (
	"context"
	"testing"

	"ensures/java/interp"
)

// An Object is among the inputs as what the code takes it for: seen with strings and numbers
// only, the method would seem to fail always.
func TestObjectsAsTheCodeTakesThem(t *testing.T) {
	const src = `import java.lang.reflect.Array;
class Use {
    static boolean empty(Object o) { return length(o) == 0; }
    static int length(Object o) { return o == null ? 0 : Array.getLength(o); }
    static long first(Object o) { return ((long[]) o)[0]; }
    static int plain(Object o) { return o.hashCode(); }
}`
	rt := NewRuntime()
	tasks, _ := BodiesOf("Use.java", src)
	for _, task := range tasks {
		p, err := rt.Prepare(context.Background(), task, Options{Inputs: 200})
		if err != nil {
			t.Fatal(err)
		}
		m, arrays := p.Run.NewMachine(interp.Options{}), map[string]bool{}
		for _, pair := range p.Pairs {
			if a, ok := pair.Pre.Args[0].R.(interp.Array); ok {
				arrays[m.TypeOf(a).String()] = true
			}
		}
		want := map[string]int{"empty": 9, "length": 9, "first": 1}[task.Method]
		if len(arrays) != want {
			t.Errorf("%s: %d classes of arrays among the inputs, want %d: %v", task.Method, len(arrays), want, arrays)
		}
	}
}
