package score

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestConfig(t *testing.T) {
	c := readConfig(`CONSTANTS \* of a lock
    Threads = {t1, "t2"}
    Max = 2
    Nobody = Nobody
    Op <- [Other] MyOp (* twice
    over *)
INVARIANTS A B
PROPERTY Live
SPECIFICATION Spec`)
	a, def := constant("Max", "3")
	if def != "" {
		t.Errorf("a number needs a definition: %s", def)
	}
	b, def := constant("Op", "[x \\in {1} |-> 2]")
	if d := cmp.Diff("Ensures_constant_Op == [x \\in {1} |-> 2]", def); d != "" {
		t.Error(d)
	}
	got := c.without("INVARIANT", "PROPERTY").set(a).set(b).with("INVARIANT", "Mine").String()
	want := `CONSTANT Threads = { t1 , "t2" }
CONSTANT Nobody = Nobody
CONSTANT Max = 3
CONSTANT Op <- Ensures_constant_Op
SPECIFICATION Spec
INVARIANT Mine
`
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	// An unknown keyword can't be told from a value; it stays in, wherever.
	if s := readConfig("BOGUS x\nNEXT Next").String(); s != "BOGUS x\nNEXT Next\n" {
		t.Errorf("%q", s)
	}
}
