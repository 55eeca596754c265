package verify_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ensures/internal/private"
	"ensures/verify"
)

// store is a folder of answers of the test's user, with its key beside it.
func store(t *testing.T) (s *private.Store, dir string) {
	t.Helper()
	home := t.TempDir()
	dir = filepath.Join(home, "verdicts")
	s, err := private.OpenStore(dir, filepath.Join(home, "key"))
	if err != nil {
		t.Fatal(err)
	}
	return s, dir
}

// asking asks a cached backend and counts what reaches the backend behind.
type asking struct {
	t    *testing.T
	f    *fake
	b    verify.Backend
	said []string
}

func newAsking(t *testing.T, s verify.Store, build string, f *fake) *asking {
	a := &asking{t: t, f: f}
	a.b = verify.WithCache(f, verify.CacheOptions{Store: s, Build: build, Warn: func(m string) { a.said = append(a.said, m) }})
	return a
}

func (a *asking) ask(src string, o verify.Options, calls int32) verify.Outcome {
	a.t.Helper()
	out, err := a.b.Verify(a.t.Context(), verify.Request{Source: src, Options: o})
	if err != nil || out.Verdict != a.f.out.Verdict {
		a.t.Fatal(out, err)
	}
	if n := a.f.calls.Swap(0); n != calls {
		a.t.Errorf("%s: %d calls, want %d", src, n, calls)
	}
	return out
}

func TestCache(t *testing.T) {
	s, _ := store(t)
	f := says("f", verify.Verified, 0)
	a := newAsking(t, s, "build 1", f)
	a.ask("a", verify.Options{}, 1)
	a.ask("a", verify.Options{Arithmetic: verify.Safe}, 0) // the default, spelled out
	a.ask("a", verify.Options{Timeout: time.Second}, 0)
	a.ask("b", verify.Options{}, 1)
	a.ask("a", verify.Options{Arithmetic: verify.Quiet}, 1)
	a.ask("a", verify.Options{NullableByDefault: true}, 1)

	// More time may say more where a part is unknown; another build, anything.
	f.out.Verdict = verify.Unknown
	a.ask("c", verify.Options{}, 1)
	a.ask("c", verify.Options{}, 1)
	f.out = verify.Outcome{Verdict: verify.Refuted, Methods: []verify.MethodOutcome{{Verdict: verify.Unknown}, {Verdict: verify.Refuted}}}
	a.ask("d", verify.Options{}, 1)
	a.ask("d", verify.Options{}, 1)
	f.out = verify.Outcome{Verdict: verify.Verified}
	other := newAsking(t, s, "build 2", f)
	other.ask("a", verify.Options{}, 1)
	other.ask("a", verify.Options{}, 0)
	if len(a.said)+len(other.said) > 0 {
		t.Error(a.said, other.said)
	}
}

// What comes out is what was put in.
func TestCacheKeepsAll(t *testing.T) {
	s, _ := store(t)
	key := verify.MethodKey{Class: "A", Name: "m"}
	f := &fake{name: "f", out: verify.Outcome{Verdict: verify.Refuted, Version: "1", Arithmetic: verify.Java, Warnings: []verify.Diagnostic{{Kind: verify.SpecificationWarning, Severity: verify.Warning, Message: "w"}},
		Methods: []verify.MethodOutcome{{Method: key, Line: 2, Column: 3, Verdict: verify.Refuted, Obligations: []verify.Obligation{{Kind: verify.Postcondition, Line: 1, Verdict: verify.Refuted}}}},
		Diagnostics: []verify.Diagnostic{{Kind: verify.Postcondition, Severity: verify.Warning, Verdict: verify.Refuted, Method: key,
			Line: 4, Message: "x", Counterexample: &verify.Counterexample{Inputs: "a = 1", Trace: []string{"t"}}, Gap: &verify.Gap{Line: 1}, Stage: "prove"}}}}
	a := newAsking(t, s, "", f)
	first, again := a.ask("a", verify.Options{}, 1), a.ask("a", verify.Options{}, 0)
	again.Elapsed = first.Elapsed
	if d := cmp.Diff(first, again); d != "" {
		t.Error(d)
	}
}

// An answer that this user's program did not write to this question is asked anew, and
// said.
func TestAttackCache(t *testing.T) {
	for name, forge := range map[string]func(t *testing.T, dir, file string){
		"half a file":   func(t *testing.T, _, file string) { rewrite(t, file, []byte("{half")) },
		"an empty file": func(t *testing.T, _, file string) { rewrite(t, file, nil) },
		"verified in place of refuted": func(t *testing.T, _, file string) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			rewrite(t, file, []byte(strings.ReplaceAll(string(raw), `"refuted"`, `"verified"`)))
		},
		"the answer to another question": func(t *testing.T, dir, file string) {
			s, err := private.OpenStore(dir, filepath.Join(filepath.Dir(dir), "key"))
			if err != nil {
				t.Fatal(err)
			}
			before := files(t, dir)
			newAsking(t, s, "", says("f", verify.Verified, 0)).ask("other", verify.Options{}, 1)
			for _, f := range files(t, dir) {
				if !strings.Contains(strings.Join(before, "\n"), f) {
					raw, err := os.ReadFile(f)
					if err != nil {
						t.Fatal(err)
					}
					rewrite(t, file, raw)
				}
			}
		},
		"another user's key": func(t *testing.T, dir, file string) {
			home := t.TempDir()
			s, err := private.OpenStore(filepath.Join(home, "verdicts"), filepath.Join(home, "key"))
			if err != nil {
				t.Fatal(err)
			}
			newAsking(t, s, "", says("f", verify.Verified, 0)).ask("a", verify.Options{}, 1)
			raw, err := os.ReadFile(filepath.Join(home, "verdicts", filepath.Base(file)))
			if err != nil {
				t.Fatal(err)
			}
			rewrite(t, file, raw)
		},
		"a file that others may write to":   func(t *testing.T, _, file string) { mode(t, file, 0o666) },
		"a folder that others may write to": func(t *testing.T, dir, _ string) { mode(t, dir, 0o777) },
	} {
		t.Run(name, func(t *testing.T) {
			s, dir := store(t)
			f := says("f", verify.Refuted, 0)
			a := newAsking(t, s, "", f)
			a.ask("a", verify.Options{}, 1)
			a.ask("a", verify.Options{}, 0)
			forge(t, dir, files(t, dir)[0])
			a.ask("a", verify.Options{}, 1)
			if len(a.said) == 0 || !strings.Contains(a.said[0], "a kept answer is ignored: ") {
				t.Errorf("said %q", a.said)
			}
		})
	}
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	return list
}

func rewrite(t *testing.T, file string, text []byte) {
	t.Helper()
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

func mode(t *testing.T, path string, m fs.FileMode) {
	t.Helper()
	if err := os.Chmod(path, m); err != nil {
		t.Fatal(err)
	}
}

// A store that fails costs no answer.
func TestCacheWithoutStore(t *testing.T) {
	a := newAsking(t, broken{}, "", says("f", verify.Verified, 0))
	out := a.ask("a", verify.Options{}, 1)
	if len(a.said) != 1 || len(out.Warnings) != 1 || out.Warnings[0].Kind != verify.CacheNotWritten {
		t.Error(a.said, out.Warnings)
	}
}

type broken struct{}

func (broken) Get(string) ([]byte, error) { return nil, fs.ErrPermission }
func (broken) Put(string, []byte) error   { return fs.ErrPermission }

// liar answers every question the same, or as it is told.
type liar struct {
	fake
	answer func(src string) verify.Outcome
}

func (l *liar) Verify(_ context.Context, req verify.Request) (verify.Outcome, error) {
	l.calls.Add(1)
	return l.answer(req.Source), nil
}

// What answers control questions wrongly answers no other.
func TestAttackNoVerifier(t *testing.T) {
	no := []verify.Diagnostic{{Kind: verify.Postcondition, Verdict: verify.Refuted}}
	isTrue := func(src string) bool { return strings.Contains(src, `\result == x + 1`) }
	honest := func(src string) verify.Outcome {
		if isTrue(src) {
			return verify.Outcome{Verdict: verify.Verified}
		}
		return verify.Outcome{Verdict: verify.Refuted, Diagnostics: no}
	}
	for name, c := range map[string]struct {
		answer func(src string) verify.Outcome
		want   string
	}{
		"yes to all": {func(string) verify.Outcome { return verify.Outcome{Verdict: verify.Verified} }, "verified of what is false"},
		"no to all":  {func(string) verify.Outcome { return verify.Outcome{Verdict: verify.Refuted, Diagnostics: no} }, "refuted of what is true"},
		"unknown":    {func(string) verify.Outcome { return verify.Outcome{Verdict: verify.Unknown} }, "unknown of what is true"},
		"the wrong way round": {func(src string) verify.Outcome {
			if isTrue(src) {
				return verify.Outcome{Verdict: verify.Refuted, Diagnostics: no}
			}
			return verify.Outcome{Verdict: verify.Verified}
		}, "refuted of what is true"},
		"no without a reason": {func(src string) verify.Outcome {
			if isTrue(src) {
				return verify.Outcome{Verdict: verify.Verified}
			}
			return verify.Outcome{Verdict: verify.Refuted}
		}, "does not name the postcondition"},
		"an honest one": {honest, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := store(t)
			l := &liar{fake{name: "l"}, c.answer}
			b := verify.WithControls(l, "program 1", s)
			for range 2 {
				out, err := b.Verify(t.Context(), verify.Request{Source: "class A {}"})
				if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || out.Verdict == verify.Verified) {
					t.Errorf("%v, %v; want %q", out.Verdict, err, c.want)
				}
			}

			// What passed is remembered of that program, and of no other.
			l.calls.Store(0)
			_, _ = verify.WithControls(l, "program 1", s).Verify(t.Context(), verify.Request{})
			if n := l.calls.Load(); c.want == "" && n != 1 {
				t.Errorf("the next time: %d questions", n)
			}
			l.answer = func(string) verify.Outcome { return verify.Outcome{Verdict: verify.Verified} }
			if _, err := verify.WithControls(l, "program 2", s).Verify(t.Context(), verify.Request{}); err == nil {
				t.Error("another program is believed for what the first one said")
			}
		})
	}
}
