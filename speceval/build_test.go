package speceval

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"ensures/bench"
	"ensures/internal/require"
	"ensures/jml"
	"ensures/value"
)

// load runs every ground truth on all inputs, which takes longer than most tests of them;
// every seventh in a quick run.
var load = sync.OnceValues(func() ([]*Program, error) {
	root, err := require.Root()
	if err != nil {
		return nil, err
	}
	data := filepath.Join(root, "..", "shared", "data", "specgenbench")
	oracle := filepath.Join(data, "oracle.jsonl")
	if testing.Short() {
		if oracle, err = everySeventh(oracle); err != nil {
			return nil, err
		}
		defer os.Remove(oracle)
	}
	all, bad, err := Load(context.Background(), bench.NewRuntime(), filepath.Join(data, "tasks.jsonl"), oracle, filepath.Join(data, "openjml_verdicts.jsonl"))
	if err == nil && len(bad) > 0 {
		err = fmt.Errorf("refused: %v", bad)
	}
	return all, err
})

// everySeventh is a file of every seventh line of another.
func everySeventh(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	var part []byte
	for i, line := range bytes.SplitAfter(text, []byte("\n")) {
		if i%7 == 0 {
			part = append(part, line...)
		}
	}

	out, err := os.CreateTemp("", "oracle-*.jsonl")
	if err != nil {
		return "", err
	}
	_, err = out.Write(part)
	return out.Name(), errors.Join(err, out.Close())
}

// truths are the programs of the shared ground truths, or of a quick run's part of them.
func truths(t testing.TB) []*Program {
	t.Helper()
	require.Shared(t, "data/specgenbench/tasks.jsonl")
	all, err := load()
	want := 71
	if testing.Short() {
		want = 11
	}
	if err != nil || len(all) != want {
		t.Fatal(len(all), err)
	}
	return all
}

// TestBuild builds the instances of the ground truths and confirms every key by runs of
// its own: what the key calls right is violated by no run, what it calls wrong by one.
func TestBuild(t *testing.T) {
	left, count, applied := Left{}, map[Kind]int{}, map[Version]int{}
	for _, p := range truths(t) {
		list, err := p.Build(1, left)
		if err != nil {
			t.Errorf("%v", err)
		}
		for _, in := range list {
			if in.Version == Original {
				count[in.Kind]++
			}
			if in.Kind == Judgement && in.Applied {
				applied[in.Version]++
			}
			// The perturbed ones are confirmed as they are built; some are again.
			if in.Version == Original || in.Seed%5 == 0 {
				confirm(t, p, in)
			}
		}
	}
	t.Logf("instances of the original: %v\napplicable (judgement): %v\nleft out:\n%s", count, applied, left)
	least := 50
	if testing.Short() {
		least = 5
	}
	for _, k := range []Kind{Judgement, Selection, Infilling} {
		if count[k] < least {
			t.Errorf("%s: %d programs", k, count[k])
		}
	}
}

func confirm(t *testing.T, p *Program, in *Instance) {
	t.Helper()
	c, err := read(p.runtime, in.Annotated)
	if err != nil {
		t.Errorf("%s: %v", in.ID, err)
		return
	}
	if strings.Count(in.Code, Mark) != map[bool]int{true: 0, false: 1}[in.Kind == Generation] {
		t.Errorf("%s: the place is not marked once:\n%s", in.ID, in.Code)
	}
	if in.Kind == Infilling {
		if strings.Count(in.Clauses[0], Gap) != 1 || !strings.Contains(in.Key, c.text(in.At)) {
			t.Errorf("%s: %q with the key %q", in.ID, in.Clauses[0], in.Key)
		}
	}
	if in.Kind != Judgement && in.Kind != Selection {
		return
	}
	word := c.clauses[in.At].Keyword
	exprs := []string{c.text(in.At)}
	for _, cl := range in.Clauses {
		exprs = append(exprs, strings.TrimSuffix(strings.TrimPrefix(cl, word+" "), ";"))
	}
	c, err = read(p.runtime, c.with(in.At, exprs))
	if err != nil {
		t.Errorf("%s: %v", in.ID, err)
		return
	}
	rows := p.runs(c)
	right, trivial := 0, 0
	for i := range in.Clauses {
		keyed := in.Key == Correct || in.Key == string(rune('1'+i))
		if keyed {
			right++
		}
		broken := 0
		for _, r := range rows {
			// A precondition is right where the recorded inputs keep it.
			counts := c.clauses[in.At].Kind != jml.Requires || r.recorded
			if counts && r.truths[in.At] == value.True && r.truths[in.At+1+i] == value.False {
				broken++
			}
		}
		switch {
		case keyed && broken > 0:
			t.Errorf("%s: %q is called right, and %d runs violate it", in.ID, in.Clauses[i], broken)
		case !keyed && broken == 0:
			trivial++
		}
	}
	if in.Kind == Selection && (right != 1 || trivial > 1) || in.Kind == Judgement && trivial > 0 {
		t.Errorf("%s: %d right, %d trivial ones: %q", in.ID, right, trivial, in.Clauses)
	}
}

// TestSameSeed checks that the same seed gives the same bytes, and another one others.
func TestSameSeed(t *testing.T) {
	ps := truths(t)[:5]
	if testing.Short() {
		ps = ps[:1]
	}
	build := func(seed uint64) []byte {
		var list []*Instance
		for _, p := range ps {
			more, err := p.Build(seed, Left{})
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, more...)
		}
		b, err := Write(list)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	one := build(1)
	if !bytes.Equal(one, build(1)) {
		t.Error("the same seed gave other bytes")
	}
	if bytes.Equal(one, build(2)) {
		t.Error("another seed gave the same bytes")
	}
}

// TestPerturb says what each perturbation makes of a small program.
func TestPerturb(t *testing.T) {
	const src = `class C {
    //@ requires n >= 0;
    //@ ensures \result == \old(n);
    static int f(int n) {
        int a = n; int b = 2;
        //@ maintaining 0 <= a && (\forall int k; 0 <= k && k < a; k < n + 1);
        while (a > 9) { a--; b++; }
        if (n > 5) return n; else if (n > 3) return n;
        return n;
    }
}
`
	rt := bench.NewRuntime()
	for _, c := range []struct {
		v    Version
		want []string // parts of the result
		not  []string
	}{
		{DefUse, []string{"requires n >= 0;", `\old(n)`}, nil},
		{IfElse, []string{"if (!(n > 5)) { if (n > 3) return n; } else { return n; }"}, nil},
		{Swap, []string{"int b = 2; int a = n;"}, nil},
		{NameRandom, []string{"class C", `\forall int k; 0 <= k`}, []string{"n >= 0", " f(", "int a ="}},
		{NameShuffle, []string{" f(int "}, []string{"requires n >= 0"}},
	} {
		out, applied, err := perturb(rt, src, c.v, 3)
		if err != nil || !applied {
			t.Errorf("%s: %t %v", c.v, applied, err)
			continue
		}
		for _, w := range c.want {
			if !strings.Contains(out, w) {
				t.Errorf("%s: no %q in\n%s", c.v, w, out)
			}
		}
		for _, w := range c.not {
			if strings.Contains(out, w) {
				t.Errorf("%s: still %q in\n%s", c.v, w, out)
			}
		}
		p := &Program{runtime: rt, target: 0}
		a, err := read(rt, src)
		if err != nil {
			t.Fatal(err)
		}
		b, err := read(rt, out)
		if err != nil {
			t.Errorf("%s: %v\n%s", c.v, err, out)
			continue
		}
		if err := same(p.runs(a), p.runs(b)); err != nil {
			t.Errorf("%s: %v\n%s", c.v, err, out)
		}
	}
}
