package feedback_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"ensures/bench"
	"ensures/feedback"
	"ensures/internal/golden"
	"ensures/internal/require"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
	"ensures/verify/openjml"
	"ensures/verify/refute"
)

// example is a documented case of a class: a program that fails, words that the hint
// must have, and the program with the hint followed, which must be verified.
type example struct {
	class               feedback.Class
	why, source, option string
	hints               []string
	fixed               string
}

func examples(t *testing.T) map[feedback.Class]example {
	t.Helper()
	paths, err := filepath.Glob("examples/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	out := map[feedback.Class]example{}
	for _, p := range paths {
		a, err := txtar.ParseFile(p)
		if err != nil {
			t.Fatal(err)
		}
		e := example{class: feedback.Class(strings.TrimSuffix(filepath.Base(p), ".txtar")), why: strings.TrimSpace(string(a.Comment))}
		for _, f := range a.Files {
			text := string(f.Data)
			switch f.Name {
			case "Example.java":
				e.source = text
			case "Fixed.java":
				e.fixed = text
			case "hint":
				e.hints = strings.Split(strings.TrimSpace(text), "\n")
			case "options":
				e.option = strings.TrimSpace(text)
			default:
				t.Fatalf("%s has a file %s", p, f.Name)
			}
		}
		out[e.class] = e
	}
	return out
}

// solver is the native verifier with runs that refute.
func solver(t *testing.T) verify.Backend {
	t.Helper()
	rt := bench.NewRuntime()
	b := nativetest.Backend(t, native.Options{Library: rt.Types, Patient: 3 * time.Second})
	return refute.Wrap(b, refute.Options{Runtime: rt})
}

// wrong says one thing of every program, or panics.
type wrong struct{ verdict verify.Verdict }

func (wrong) Name() string                            { return "wrong" }
func (wrong) Version(context.Context) (string, error) { return "1", nil }
func (w wrong) Verify(context.Context, verify.Request) (verify.Outcome, error) {
	if w.verdict == verify.InvalidVerdict {
		panic("out of luck")
	}
	return verify.Outcome{Verdict: w.verdict, Backend: "wrong", Version: "1"}, nil
}

// ask gives an example to the backend that produces its class.
func (e example) ask(t *testing.T, b verify.Backend) feedback.Report {
	t.Helper()
	req := verify.Request{File: "Example.java", Source: e.source}
	switch e.option {
	case "":
	case "timeout":
		req.Options.Timeout = time.Nanosecond
	case "crash":
		b = verify.WithGuard(wrong{})
		_, err := b.Verify(t.Context(), req)
		if !errors.As(err, new(*verify.PanicError)) {
			t.Fatal(err)
		}
		return feedback.Crashed(b.Name(), err)
	case "disagreement":
		p := verify.NewPortfolio(b, wrong{verify.Refuted})
		p.Patience = time.Minute
		b = p
	case "unknown kind":
		out, err := openjml.Parse(verify.Raw{Exit: 6, Stdout: "Example.java:3: verify: The prover cannot establish an assertion (SomethingNew) in method one\n1 verification failure\n"}, e.source)
		if err != nil {
			t.Fatal(err)
		}
		return feedback.Analyze(out, e.source)
	default:
		t.Fatalf("option %q", e.option)
	}
	out, err := b.Verify(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	return feedback.Analyze(out, e.source)
}

// TestExamples: every class has an example that a backend gives it for; the hint
// says what the example asks of it, and who follows it has a verified program.
func TestExamples(t *testing.T) {
	b := solver(t)
	all := examples(t)
	for _, d := range feedback.Classes() {
		e, ok := all[d.Class]
		if !ok || e.why == "" || len(e.hints) == 0 {
			t.Errorf("%s has no example", d.Class)
			continue
		}
		delete(all, d.Class)
		if testing.Short() && !require.Sample(string(d.Class), 3) {
			continue
		}
		t.Run(string(d.Class), func(t *testing.T) {
			r := e.ask(t, b)
			var found *feedback.Failure
			for i, f := range r.ByImportance() {
				if f.Class == d.Class {
					found = &r.ByImportance()[i]
					break
				}
			}
			if found == nil {
				t.Fatalf("not of this class: %s", r.Text(1000))
			}
			for _, h := range e.hints {
				if !strings.Contains(found.Hint, h) {
					t.Errorf("the hint %q lacks %q", found.Hint, h)
				}
			}
			text := r.Text(1000)
			if !strings.Contains(text, "["+string(d.Class)+"]") || !strings.Contains(text, found.Hint) {
				t.Errorf("the text lacks the class or the hint:\n%s", text)
			}
			if e.fixed == "" {
				return
			}
			out, err := b.Verify(t.Context(), verify.Request{File: "Fixed.java", Source: e.fixed})
			if err != nil || out.Verdict != verify.Verified {
				t.Errorf("the hint is followed, and: %v, %v\n%s", out.Verdict, err, feedback.Analyze(out, e.fixed).Text(500))
			}
		})
	}
	for c := range all {
		t.Errorf("%s is no class", c)
	}
}

// TestDocument keeps docs/feedback.md in step with the classes and their examples.
func TestDocument(t *testing.T) {
	all := examples(t)
	var b strings.Builder
	b.WriteString(`# Feedback

What a verifier says becomes failures of these classes (package feedback; ` + "`ensures verify --explain`" + `, with ` + "`--json`" + ` for
tools). Codes are append-only. Every example is a test: it gives a failure of its class, the hint has the words shown, and
the program with the hint followed is verified. This page is made by ` + "`go test ./feedback -update`" + `.

| Class | Means | Kinds of a verifier |
|---|---|---|
`)
	for _, d := range feedback.Classes() {
		var kinds []string
		for _, k := range d.Kinds {
			kinds = append(kinds, string(k))
		}
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", d.Class, strings.ToLower(string(d.Class)), d.Means, strings.Join(kinds, ", "))
	}
	for _, d := range feedback.Classes() {
		e := all[d.Class]
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n```java\n%s```\n\nHint: … %s …\n", d.Class, e.why, e.source, strings.Join(e.hints, " … "))
		if e.fixed != "" {
			fmt.Fprintf(&b, "\nFollowed:\n\n```diff\n%s```\n", changed(e.source, e.fixed))
		}
	}
	golden.Text(t, "../docs/feedback.md", b.String())
}

// changed is the lines that two texts don't have in common.
func changed(a, b string) string {
	in := func(list []string, l string) bool {
		for _, x := range list {
			if x == l {
				return true
			}
		}
		return false
	}
	la, lb := strings.Split(a, "\n"), strings.Split(b, "\n")
	var out strings.Builder
	for _, l := range la {
		if !in(lb, l) {
			out.WriteString("-" + l + "\n")
		}
	}
	for _, l := range lb {
		if !in(la, l) {
			out.WriteString("+" + l + "\n")
		}
	}
	return out.String()
}
