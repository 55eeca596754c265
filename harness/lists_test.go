package harness

import (
	"context"
	"slices"
	"strings"
	"testing"

	"ensures/bench"
)

// Lists of fixed size and unmodifiable ones are changed as far as code could have
// changed them; they do not end the measurement.
func TestListsThatCannotChange(t *testing.T) {
	const code = `import java.util.*;
class T {
    //@ ensures a.size() == \old(a.size());
    static void bump(List<Integer> a) { if (a.size() == 3) a.set(0, a.get(0) + 1); }
}`
	driver := `class Main { public static void main(String[] x) {
    T.bump(Arrays.asList(1, 2, 3)); T.bump(List.of(4, 5)); T.bump(Collections.unmodifiableList(new ArrayList<>(List.of(6))));
    T.bump(Collections.emptyList()); T.bump(new ArrayList<>(List.of(7, 8, 9))); } }`
	task := &bench.Task{ID: "T", Name: "T.java", Source: code, Class: "T", Method: "bump", Driver: driver, DriverInline: true, DriverClass: "Main", Tests: []bench.Test{{Name: "main", Silent: true}}}
	p, err := bench.NewRuntime().Prepare(context.Background(), task, bench.Options{Inputs: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := Measure(context.Background(), p, code, Options{})
	if r.Status != OK || len(r.Pairs) < 5 {
		t.Fatalf("%s %v, %d pairs", r.Status, r.Diagnostics, len(r.Pairs))
	}
	for i, v := range r.Pairs[:5] {
		sizes := 0
		for _, m := range v.Mutants {
			if strings.Contains(m.Name, "append") || strings.Contains(m.Name, "drop last") || strings.Contains(m.Name, "drop one") || strings.Contains(m.Name, "empty") {
				sizes++
			}
		}
		if changed := sizes > 0 || strings.Contains(names(v.Mutants), "a:"); (i == 1 || i == 2 || i == 3) && changed || i == 4 && !changed || i == 0 && (sizes > 0 || !changed) {
			t.Errorf("pair %d: %s", i, names(v.Mutants))
		}
	}
}

// A result that is an argument may be none: a specification that says which one it is rejects that.
func TestResultsThatAreArguments(t *testing.T) {
	const code = `class T {
    //@ ensures %s;
    static int[] f(int[] a) { return a; }
}`
	for ensures, killed := range map[string]bool{`\result == a`: true, "true": false} {
		src := strings.Replace(code, "%s", ensures, 1)
		p, err := bench.NewRuntime().Prepare(context.Background(), &bench.Task{ID: "T", Name: "T.java", Source: src, Class: "T", Method: "f"}, bench.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := Measure(context.Background(), p, src, Options{})
		for _, v := range r.Pairs {
			if v.Pair.Result.R == nil {
				continue
			}
			i := slices.IndexFunc(v.Mutants, func(m MutantVerdict) bool { return m.Name == "null" })
			if i < 0 || (v.Mutants[i].Fate == Killed) != killed || !v.Mutants[i].Further {
				t.Fatalf("%s: %v", ensures, v.Mutants)
			}
		}
	}
}

// A text that is an argument is a value: it is another text that a specification has to reject.
func TestTextsThatAreArguments(t *testing.T) {
	const code = `class T {
    //@ ensures %s;
    static String f(String a) { return a; }
}`
	for ensures, killed := range map[string]bool{`\result == a`: true, `\result.equals(a)`: true, `\result != null`: false} {
		src := strings.Replace(code, "%s", ensures, 1)
		p, err := bench.NewRuntime().Prepare(context.Background(), &bench.Task{ID: "T", Name: "T.java", Source: src, Class: "T", Method: "f"}, bench.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range Measure(context.Background(), p, src, Options{}).Pairs {
			if v.Pair.Result.R == nil {
				continue
			}
			i := slices.IndexFunc(v.Mutants, func(m MutantVerdict) bool { return m.Name == "append" })
			if i < 0 || (v.Mutants[i].Fate == Killed) != killed || v.Mutants[i].Further {
				t.Fatalf("%s: %v", ensures, v.Mutants)
			}
		}
	}
}

func names(ms []MutantVerdict) string {
	var out []string
	for _, m := range ms {
		out = append(out, m.Name)
	}
	return strings.Join(out, ", ")
}

// A caller's map that an anonymous class fills is a map for a specification whose text has
// no such class; one whose class has methods of its own ends the measurement of its pair.
func TestMapsFilledByTheCaller(t *testing.T) {
	const code = `import java.util.*;
class T {
    //@ ensures \result == m.get(1) + m.size();
    static int f(Map<Integer, Integer> m) { return m.get(1) + m.size(); }
}`
	for _, c := range []struct {
		body string
		want Status
	}{{"{ put(1, 2); put(3, 4); }", OK}, {"{ put(1, 2); } public int size() { return 7; }", Failed}} {
		driver := "import java.util.*; class Main { public static void main(String[] x) { T.f(new HashMap<Integer, Integer>() {" + c.body + "}); } }"
		task := &bench.Task{ID: "T", Name: "T.java", Source: code, Class: "T", Method: "f", Driver: driver, DriverInline: true, DriverClass: "Main", Tests: []bench.Test{{Name: "main", Silent: true}}}
		p, err := bench.NewRuntime().Prepare(context.Background(), task, bench.Options{Inputs: 1})
		if err != nil {
			t.Fatal(err)
		}
		r := Measure(context.Background(), p, code, Options{})
		if r.Status != c.want || c.want == OK && (len(r.Pairs) == 0 || *r.Strict.PostCorr != 1) {
			t.Errorf("%s: %v %v, %d pairs, %+v", c.body, r.Status, r.Diagnostics, len(r.Pairs), r.Strict)
		}
	}
}
