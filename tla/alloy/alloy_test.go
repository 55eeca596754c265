package alloy_test

import (
	"archive/zip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/sandbox"
	"ensures/setup"
	"ensures/tla/alloy"
	"ensures/tla/score"

	"github.com/google/go-cmp/cmp"
)

func toolchain(t *testing.T) alloy.Toolchain {
	t.Helper()
	jar, _ := setup.Find(setup.Dir(os.Getenv), "alloy")
	tools, err := alloy.Find("", jar)
	if err != nil {
		require.Missing(t, "alloy", err.Error())
	}
	return tools
}

const clock = `
one sig Clock { var hand: one Int }
fact { Clock.hand = 0 and always (Clock.hand' = plus[Clock.hand, 1] or Clock.hand' = Clock.hand) }
run Ticks { eventually Clock.hand = 2 } for 1 but 1..5 steps
run Never { eventually Clock.hand = -1 } for 1 but 4 Int, 1..5 steps expect 0
assert Forward { always Clock.hand' >= Clock.hand }
check Forward for 1 but 1..4 steps
assert Zero { always Clock.hand = 0 }
check Zero for 1 but 1..5 steps
`

func TestExec(t *testing.T) {
	tools := toolchain(t)
	o, err := tools.Exec(t.Context(), clock, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, c := range o.Commands {
		got[c.Name] = c.OK()
		if want := map[string]string{"Never": "for 1 but 4 Int, 1..5 steps", "Zero": "for 1 but 1..5 steps"}[c.Name]; want != "" && c.Scope() != want {
			t.Errorf("scope of %s: %q", c.Name, c.Scope())
		}
	}
	if d := cmp.Diff(map[string]bool{"Ticks": true, "Never": true, "Forward": true, "Zero": false}, got); d != "" || o.Problem != "" {
		t.Error(d, o.Problem)
	}
	for text, want := range map[string]string{
		"sig A { x: }":            "1:12 Syntax error: There are",
		"sig A { }\nfact { B }\n": `2:8 Syntax error: The name "B" cannot be found.`,
		"\nfact { univ + 1 = 2 }\nsig A { x: one univ }\nfact { A.x = x.x }": "4:12 Type error: ",
	} {
		o, err := tools.Exec(t.Context(), text, time.Minute)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := fmt.Sprintf("%d:%d %s", o.Line, o.Column, o.Problem); len(got) < len(want) || got[:len(want)] != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// unhurried is a limit of one run that a busy machine keeps too.
const unhurried = 10 * time.Minute

// The reference model has full scores, every seeded bug is caught as the task says.
func TestSpinlock(t *testing.T) {
	if testing.Short() {
		t.Skip("make check runs it")
	}
	tools := toolchain(t)
	root, err := require.Root()
	if err != nil {
		t.Fatal(err)
	}
	x, err := alloy.Load(filepath.Join(root, "examples", "alloy", "spinlock"))
	if err != nil {
		t.Fatal(err)
	}
	ref, err := x.Reference()
	if err != nil {
		t.Fatal(err)
	}
	r, err := x.Score(t.Context(), tools, "reference", ref, alloy.Options{Limit: unhurried})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Full() {
		t.Errorf("reference: %+v", r.Strict)
	}
	var wait sync.WaitGroup
	slots := make(chan struct{}, 2)
	for _, b := range x.Bugs {
		text, err := x.Buggy(b)
		if err != nil {
			t.Error(err)
			continue
		}
		wait.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			r, err := x.Score(t.Context(), tools, b.Name, text, alloy.Options{Limit: unhurried, NoTraces: b.CaughtBy != "conformance"})
			if err != nil {
				t.Errorf("%s: %v", b.Name, err)
				return
			}
			if !slices.Contains(r.Caught(), score.Metric(b.CaughtBy)) {
				t.Errorf("%s is caught by %v, want %s: %+v", b.Name, r.Caught(), b.CaughtBy, r.Strict)
			}
			t.Logf("%s: %v %+v", b.Name, r.Caught(), r.Strict)
		})
	}
	wait.Wait()
}

// Scores name the Alloy whose jar answered: the jar says itself which it is.
func TestVersion(t *testing.T) {
	tools := toolchain(t)
	r, err := sandbox.Run(t.Context(), sandbox.Cmd{Path: tools.Java, Args: []string{"-jar", tools.Jar, "version"}})
	if err != nil {
		t.Fatal(err)
	}
	if said := strings.TrimSpace(string(r.Stdout) + string(r.Stderr)); tools.Version == "" || said != tools.Version {
		t.Errorf("the jar's manifest has %q, the tool says %q", tools.Version, said)
	}
	another := filepath.Join(t.TempDir(), "alloy.jar")
	f, err := os.Create(another)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	w, err := z.Create("META-INF/MANIFEST.MF")
	if err == nil {
		_, err = w.Write([]byte("Bundle-Version: 6.3.0.1\n"))
	}
	if err = errors.Join(err, z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	if tools, err = alloy.Find(tools.Java, another); err != nil || tools.String() != "Alloy 6.3.0" {
		t.Errorf("%s, %v", tools, err)
	}
	if err := os.WriteFile(another, []byte("no jar"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := alloy.Find(tools.Java, another); !errors.As(err, new(*alloy.MissingError)) {
		t.Errorf("%v", err)
	}
}
