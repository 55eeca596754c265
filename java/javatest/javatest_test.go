package javatest

import (
	"context"
	"strings"
	"testing"
	"time"

	"ensures/internal/require"

	"github.com/google/go-cmp/cmp"
)

// The corpus is accepted by javac, runs, and is the same for the same seed.
func TestCorpusRuns(t *testing.T) {
	exprs, progs := 1000, 100
	if testing.Short() {
		exprs, progs = 300, 30
	}
	jvm := &JVM{Java: require.Tool(t, "java"), Javac: require.Tool(t, "javac"), Dir: t.TempDir()}
	units := append(Expressions(exprs, Options{Seed: 7}), Programs(progs, Options{Seed: 7})...)
	start := time.Now()
	results, err := jvm.Run(context.Background(), units)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("java %d, %d units in %v", jvm.Major, len(units), time.Since(start))
	thrown := 0
	for _, u := range units {
		r, ok := results[u.Name]
		if !ok {
			t.Errorf("%s gave no result", u.Name)
		}
		if len(u.Cases) == 0 {
			continue
		}
		lines := strings.Split(strings.TrimSuffix(r.Stdout, "\n"), "\n")
		if len(lines) != len(u.Cases) || r.Thrown != "" {
			t.Fatalf("%s: %d lines of %d cases; thrown: %s %s", u.Name, len(lines), len(u.Cases), r.Thrown, r.Message)
		}
		for i, l := range lines {
			if !strings.HasPrefix(l, u.Cases[i].Method+" ") {
				t.Errorf("%s: line %q", u.Cases[i].Method, l)
			}
			if strings.Contains(l, " !") {
				thrown++
			}
		}
	}
	if thrown*20 < exprs || thrown*3 > exprs*2 {
		t.Errorf("%d of %d expressions throw: too few or too many to be a good test", thrown, exprs)
	}
	t.Logf("%d of %d expressions throw", thrown, exprs)
}

func TestSameSeedSameCorpus(t *testing.T) {
	for _, make := range []func(int, Options) []Unit{Expressions, Programs} {
		a, b, c := make(50, Options{Seed: 1}), make(50, Options{Seed: 1}), make(50, Options{Seed: 2})
		if diff := cmp.Diff(a, b); diff != "" {
			t.Errorf("the same seed gives different sources:\n%s", diff)
		}
		if cmp.Equal(a, c) {
			t.Error("different seeds give the same sources")
		}
	}
}
