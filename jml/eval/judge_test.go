package eval

import (
	"fmt"
	"strings"
	"testing"

	"ensures/java/interp"
	"ensures/java/types"
)

const judged = `class A {
    //@ invariant n >= 0;
    int n;
    /*@ public normal_behavior
      @   old int y = x * 2;
      @   requires x > 0;
      @   {|
      @     requires x < 10;
      @     ensures \result == y;
      @   also
      @     requires x >= 10;
      @     ensures \result == 0;
      @   |}
      @   assignable n;
      @ also public exceptional_behavior
      @   requires x < 0;
      @   signals (IllegalArgumentException e) e.getMessage() != null && e.getMessage().equals("bad" + x);
      @   signals_only IllegalArgumentException;
      @   assignable \nothing;
      @*/
    int f(int x, String s) {
        %s
    }
}`

func TestJudge(t *testing.T) {
	good := `n++; if (x < 0) throw new IllegalArgumentException("bad" + x); return x < 10 ? 2 * x : 0;`
	for _, c := range []struct {
		body string
		x    int64
		null bool
		want string
	}{
		{`n++; return 2 * x;`, 3, false, "pre true post true frame true"},
		{`n++; return 2 * x;`, 12, false, "pre true post false ensures \\result == 0; frame true"},
		{`n++; return 2 * x;`, 0, false, "pre false post true vacuous frame true vacuous"},
		{good, -3, false, "pre true post true frame false assignable \\nothing; n has changed"},
		{`return x;`, -3, false, "pre true post false an exceptional_behavior ended without an exception frame true"},
		{`throw new RuntimeException("x");`, 3, false, "pre true post false a normal_behavior ended with an exception frame true"},
		{`throw new RuntimeException("x");`, -3, false, "pre true post false signals_only IllegalArgumentException; an exception of another type: java.lang.RuntimeException frame true"},
		{`throw new IllegalArgumentException("x");`, -3, false, `pre true post false signals (IllegalArgumentException e) e.getMessage() != null && e.getMessage().equals("bad" + x); frame true`},
		{`n = -1; return 2 * x;`, 3, false, "pre true post false invariant n >= 0; frame true"},
		{`n++; return 2 * x;`, 3, true, "pre false parameter s is null post true vacuous frame true vacuous"},
	} {
		k, tr, m, target := prepared(t, fmt.Sprintf(judged, c.body))
		j := NewJudge(k, tr.Program(), target, JudgeOptions{NonNull: true, Invariants: true})
		this, _ := m.Call(types.NoArgConstructor(target.Owner), nil, nil)
		args := []interp.Value{{N: c.x}, {R: interp.NewString("s")}}
		if c.null {
			args[1].R = nil
		}
		run := tr.Run(m, target, this.R, args, TraceOptions{})
		d := j.Begin(m, run.Pre)
		env := run.Env(m)
		post := d.Post(env)
		frame := d.Frame(env, Changes(k, m, &run.Pre, &run.Post, run.Objects))
		var words []string
		say := func(name string, v Verdict) {
			words = append(words, name, v.Truth.String())
			if v.Clause != nil && v.Truth != True && name != "pre" {
				words = append(words, v.Clause.String())
			}
			if v.Reason != "" {
				words = append(words, v.Reason)
			}
			if v.Vacuous {
				words = append(words, "vacuous")
			}
		}
		say("pre", d.Pre)
		say("post", post)
		say("frame", frame)
		if got := strings.Join(words, " "); got != c.want {
			t.Errorf("%s on %d:\n got %s\nwant %s", c.body, c.x, got, c.want)
		}
	}
}

// An overriding method must satisfy what it inherits, under its own names.
func TestJudgeInherited(t *testing.T) {
	k, tr, m, target := prepared(t, `interface I {
    //@ requires a > 10;
    //@ ensures \result == a;
    int f(int a);
}
class B {
    //@ ensures \result > 0;
    public int f(int b) { return 1; }
}
class A extends B implements I {
    //@ also
    //@ requires x < 10;
    //@ ensures \result == 5;
    public int f(int x) { return 5; }
}`)
	j := NewJudge(k, tr.Program(), target, JudgeOptions{})
	this, _ := m.Call(types.NoArgConstructor(target.Owner), nil, nil)
	for x, want := range map[int64]Truth{3: True, 10: True, 12: False} {
		run := tr.Run(m, target, this.R, []interp.Value{{N: x}}, TraceOptions{})
		d := j.Begin(m, run.Pre)
		if got := d.Post(run.Env(m)); got.Truth != want || d.Pre.Truth != True || len(d.Applies) != 3 {
			t.Errorf("f(%d): %v %v, want %v", x, got, d.Applies, want)
		}
	}
}

// A variable of an old clause that has no value has none that a clause could be false by.
func TestJudgeOldWithoutValue(t *testing.T) {
	k, tr, m, target := prepared(t, `class A {
    //@ old int q = 6 / x;
    //@ requires q > 1;
    //@ requires x < 10;
    //@ ensures \result == q;
    //@ ensures \result > 0;
    static int f(int x) { return x > 0 ? 6 / x : 1; }
}`)
	j := NewJudge(k, tr.Program(), target, JudgeOptions{})
	for x, want := range map[int64][2]Truth{3: {True, True}, 6: {False, True}, 0: {Unknown, Unknown}, 12: {False, True}} {
		run := tr.Run(m, target, nil, []interp.Value{{N: x}}, TraceOptions{})
		d := j.Begin(m, run.Pre)
		if got := d.Post(run.Env(m)); d.Pre.Truth != want[0] || got.Truth != want[1] {
			t.Errorf("f(%d): %v, %v; want %v", x, d.Pre, got, want)
		}
	}
}
