package eval

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// traced runs method f of a class on integer arguments and sums up the run: each
// loop clause and statement with how often it held, broke and was unsure.
func traced(t *testing.T, src string, args ...int64) (string, *Run, *Tracer) {
	t.Helper()
	_, tr, m, target := prepared(t, src)
	var vals []interp.Value
	for _, a := range args {
		vals = append(vals, interp.Value{N: a})
	}
	run := tr.Run(m, target, nil, vals, TraceOptions{})
	var b strings.Builder
	for _, l := range run.Loops {
		fmt.Fprintf(&b, "loop entries %d visits %d\n", l.Entries, l.Visits)
		for _, k := range l.Clauses {
			fmt.Fprintf(&b, "%s %d %d %d", k.Clause, k.Held, k.Broken, k.Unsure)
			if k.First.Truth != InvalidTruth {
				fmt.Fprintf(&b, " first %d.%d %s", k.FirstEntry, k.FirstVisit, k.First.Reason)
			}
			b.WriteString("\n")
		}
	}
	for _, s := range run.Stmts {
		fmt.Fprintf(&b, "%s %d %d %d %s\n", s.Stmt, s.Held, s.Broken, s.Unsure, s.First.Reason)
	}
	return b.String(), run, tr
}

// Calls inside of each other hold the state that each began in, as long as they run: many
// large ones end the run by its limit, and one after the other they do not.
func TestNestedStates(t *testing.T) {
	const src = `class A {
    static int f(int n, int size) { return n < 0 ? flat(-n, size) : g(n, new int[size][1]); }
    static int flat(int n, int size) { int s = 0; for (int i = 0; i < n; i++) s += g(0, new int[size][1]); return s; }
    static int g(int n, int[][] a) {
        int s = 0;
        //@ loop_invariant i >= 0;
        for (int i = 0; i < 1; i++) s += n == 0 ? a.length : g(n - 1, a);
        return s;
    }
}`
	for _, c := range []struct {
		n, size int64
		want    interp.OutcomeKind
	}{{20, 1_000, interp.Returned}, {20, 20_000, interp.StepLimit}, {-20, 20_000, interp.Returned}} {
		if _, run, _ := traced(t, src, c.n, c.size); run.Outcome.Kind != c.want {
			t.Errorf("%d calls over %d arrays: %v, want %v", c.n, c.size, run.Outcome, c.want)
		}
	}
}

func TestTrace(t *testing.T) {
	for _, c := range []struct {
		name, src string
		args      []int64
		want      string
	}{
		{"good", `class A {
    static int f(int n) {
        int s = 0;
        //@ ghost int steps = 0;
        //@ loop_invariant 0 <= i && i <= n && s == i * (i - 1) / 2;
        //@ loop_invariant steps == i && \count == i;
        //@ decreases n - i;
        for (int i = 0; i < n; i++) {
            s += i;
            //@ set steps++;
        }
        //@ assert steps == n && s == n * (n - 1) / 2;
        //@ assume s == 0;
        return s;
    }
}`, []int64{4}, `loop entries 1 visits 5
loop_invariant 0 <= i && i <= n && s == i * (i - 1) / 2; 5 0 0
loop_invariant steps == i && \count == i; 5 0 0
decreases n - i; 5 0 0
assert steps == n && s == n * (n - 1) / 2; 1 0 0 
assume s == 0; 0 1 0 
`},
		{"bad", `class A {
    static int f(int n) {
        int[] a = new int[n];
        int i = 0;
        //@ maintaining i < n;
        //@ maintaining a[i] == 0;
        //@ maintaining n == \old(n) && i <= \old(n);
        //@ decreases i;
        //@ decreases n - i - 2;
        while (i < n) {
            i++;
        }
        if (i > n) {
            //@ unreachable;
            i = 0;
        }
        //@ unreachable;
        return i;
    }
}`, []int64{2}, `loop entries 1 visits 3
loop_invariant i < n; 2 1 0 first 0.2 
loop_invariant a[i] == 0; 2 0 1 first 0.2 index 2 out of range for length 2
loop_invariant n == \old(n) && i <= \old(n); 3 0 0
decreases i; 1 2 0 first 0.1 the measure did not get smaller: 0, then 1
decreases n - i - 2; 2 1 0 first 0.2 the measure was negative, -1, and the loop went on
unreachable; 0 1 0 this statement was reached
`},
		{"nested and recursive", `class A {
    static int f(int n) {
        if (n <= 0) return 0;
        int s = 0;
        //@ loop_invariant n == \old(n) && s >= 0;
        for (int i = 0; i < 2; i++) {
            //@ loop_invariant j >= i;
            //@ decreases 3 - j;
            outer: for (int j = i; j < 2; j++) {
                if (j == 5) continue outer;
                s++;
            }
        }
        int keep = n;
        n = 7;
        return s + f(keep - 1);
    }
}`, []int64{2}, `loop entries 2 visits 6
loop_invariant n == \old(n) && s >= 0; 6 0 0
loop entries 4 visits 10
loop_invariant j >= i; 10 0 0
decreases 3 - j; 10 0 0
`},
		{"ghost arrays and fields", `class A {
    //@ static ghost int total;
    static int f(int n) {
        //@ ghost int[] copy = new int[n];
        //@ ghost \bigint big = 1;
        //@ loop_invariant (\forall int k; 0 <= k && k < i; copy[k] == k * k);
        for (int i = 0; i < n; i++) {
            //@ set copy[i] = i * i;
            //@ set big = big * 1000000007;
            //@ set total = total + i;
        }
        //@ assert big > 1000000 && total == n * (n - 1) / 2;
        //@ set copy[n] = 1;
        return n;
        //@ assert true;
    }
}`, []int64{3}, `loop entries 1 visits 4
loop_invariant (\forall int k; 0 <= k && k < i; copy[k] == k * k); 4 0 0
assert big > 1000000 && total == n * (n - 1) / 2; 1 0 0 
set copy[n] = 1; 0 0 1 index out of range in a set statement
`},
		{"end of a block", `class A {
    static int f(int n) {
        int i = 0;
        while (i < n) {
            i++;
            //@ assert i > 0;
        }
        do {
            i--;
            //@ assert i < n;
            //@ ghost int z = i;
            //@ assert z == i;
        } while (i > 0);
        return i;
    }
}`, []int64{2}, `assert i > 0; 2 0 0 
assert i < n; 2 0 0 
assert z == i; 2 0 0 
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, run, _ := traced(t, c.src, c.args...)
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			if run.Outcome.Kind != interp.Returned {
				t.Errorf("%v", run.Outcome)
			}
		})
	}
}

// A visit's environment can be changed and the clauses evaluated again.
func TestTraceMutants(t *testing.T) {
	c, tr, m, target := prepared(t, `class A {
    static int f(int n) {
        int s = 0;
        //@ loop_invariant s == 2 * i;
        for (int i = 0; i < n; i++) s += 2;
        return s;
    }
}`)
	extra := map[java.Stmt]*LoopCode{}
	for loop := range c.Spec.Loops {
		for _, text := range []string{"s >= i", "i <= n"} {
			cl, f, errs := parseClause(jml.LoopInvariant, text)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			fork, errs := c.CheckFor(target, loop, f, cl)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			code := tr.CompileLoop(loop, fork, cl)
			if extra[loop] == nil {
				extra[loop] = code
			} else {
				extra[loop].Clauses = append(extra[loop].Clauses, code.Clauses...)
			}
		}
	}
	visits, killed := 0, 0
	run := tr.Run(m, target, nil, []interp.Value{{N: 3}}, TraceOptions{Extra: extra, Visit: func(v *Visit) {
		visits++
		if len(v.Results) != 3 {
			t.Errorf("%d results", len(v.Results))
		}
		for _, r := range v.Results {
			if r.Result.Truth != True {
				t.Errorf("%s is %v", r.Clause, r.Result)
			}
		}
		code := tr.Loop(v.Loop)
		for i, s := range code.Slots {
			if s.Name == "s" {
				v.Env.Cur.Locals[i].N++
			}
		}
		if code.Clauses[0].Pred.Eval(v.Env).Truth == False {
			killed++
		}
	}})
	if visits != 4 || killed != 4 || run.Result.N != 6 || len(run.Loops[0].Clauses) != 3 {
		t.Errorf("%d visits, %d killed, result %d", visits, killed, run.Result.N)
	}
	// A clause with an error is reported, with its position in its own text.
	bad, f, errs := parseClause(jml.Ensures, `\result == s`)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if _, errs := c.CheckFor(target, nil, f, bad); len(errs) != 1 || errs[0].At.Column != 12 {
		t.Errorf("errors %v", errs)
	}
}

func TestFrame(t *testing.T) {
	const src = `import java.util.*;
class A {
    int x; int y;
    static int s;
    int[] a = {1, 2, 3};
    List<Integer> list = new ArrayList<>();
    int z; //@ in group;
    //@ model int group;
    A next;
    %s
    void f(int[] b, int i) {
        x++;
        a[1] = 5;
        b[i] = 7;
        s = 3;
        list.add(3);
        z = 4;
        next = new A();
        next.x = 7;
    }
    static int[] make() { return new int[4]; }
}`
	for _, c := range []struct{ frame, want string }{
		{`assignable \everything;`, ""},
		{`assignable \nothing;`, "A.s list-contents next x z [1] [2]"},
		{`assignable x, a[1], b[i], s, list, group, next;`, ""},
		{`assignable this.x, a[0..1], b[*], A.s, list.*, z, this.next;`, ""},
		{`assignable this.*, a[*], b[i..3], A.*, list.*;`, ""},
		{`assignable this.*, b[*], A.*;`, "[1]"},
		{`assignable x, y, a[2], b[0..1], s, list, group, next;`, "[1] [2]"},
		{`assignable b[i / 0];`, "unknown division by zero"},
	} {
		k, _ := checked(t, "", fmt.Sprintf(src, "//@ "+c.frame))
		_, ilib := library()
		tr := NewTracer(k, ilib)
		m := tr.Program().NewMachine(interp.Options{})
		var target, make *types.Method
		for d, tm := range k.Unit.Info.Methods {
			switch d.Name.Name {
			case "f":
				target = tm
			case "make":
				make = tm
			}
		}
		this, out := m.Call(types.NoArgConstructor(target.Owner), nil, nil)
		b, out2 := m.Call(make, nil, nil)
		if out.Kind != interp.Returned || out2.Kind != interp.Returned {
			t.Fatal(out, out2)
		}
		run := tr.Run(m, target, this.R, []interp.Value{b, {N: 2}}, TraceOptions{})
		if run.Outcome.Kind != interp.Returned {
			t.Fatal(run.Outcome)
		}
		changes := Changes(k, m, &run.Pre, &run.Post, run.Objects)
		kind, refs := jml.Normalise(k.Spec.Methods[target.Decl]).Cases[0].Frame()
		frame := CompileFrame(k, tr.Program(), kind, refs, CompileOptions{Slots: target.Params})
		bad, res := frame.Violations(&Env{Machine: m, Cur: run.Post, Pre: &run.Pre, ToCur: run.ToCur}, changes)
		var got []string
		for _, v := range bad {
			s := v.Location()
			if s == "contents" {
				s = "list-contents"
			}
			got = append(got, s)
		}
		if res.Truth == Unknown {
			got = append(got, "unknown", res.Reason)
		}
		want := strings.Fields(c.want)
		slices.Sort(want)
		text := strings.Join(got, " ")
		if res.Truth != Unknown {
			slices.Sort(got)
			text = strings.Join(got, " ")
			c.want = strings.Join(want, " ")
		}
		if text != c.want {
			t.Errorf("%s: violations %q, want %q", c.frame, text, c.want)
		}
	}
}

// A loop that is the whole body of another one has a specification of its own.
func TestLoopDirectlyInsideLoop(t *testing.T) {
	file, errs := java.Parse("T.java", `class T { void f(int n) {
  //@ loop_invariant 0 <= i;
  for (int i = 0; i < n; i++)
    //@ loop_invariant 0 <= j;
    //@ decreases n - j;
    for (int j = 0; j < n; j++) n--;
} }`)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	spec, errs := jml.Parse(file)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var got []int
	java.Walk(file, func(n java.Node) bool {
		if l, ok := n.(*java.For); ok {
			got = append(got, len(spec.Loops[l].Clauses))
		}
		return true
	})
	if len(got) != 2 || got[0] != 1 || got[1] != 2 {
		t.Errorf("clauses of the loops: %v", got)
	}
}
