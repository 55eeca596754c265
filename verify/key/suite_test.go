package key_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"ensures/bench"
	"ensures/internal/require"
	"ensures/java"
	"ensures/setup"
	"ensures/verify"
	"ensures/verify/key"
	"ensures/verify/refute"
	"ensures/verify/verifytest"
)

// home is the machine's KeY: what ENSURES_VERIFY_KEY names, or what setup installed.
func home(t testing.TB) key.Home {
	t.Helper()
	h := key.Home(os.Getenv("ENSURES_VERIFY_KEY"))
	if h == "" {
		h = setup.KeyHome(setup.Dir(os.Getenv))
	}
	if err := h.Check(); err != nil {
		require.Missing(t, "key", err.Error())
	}
	require.Tool(t, "java")
	return h
}

// answered is a backend whose answers are there already, by file.
type answered map[string]key.Answer

func (answered) Name() string                            { return "key" }
func (answered) Version(context.Context) (string, error) { return key.Version, nil }
func (a answered) Verify(_ context.Context, r verify.Request) (verify.Outcome, error) {
	return a[r.File].Outcome, a[r.File].Err
}

// limit is what the whole suite may take; what KeY has not reached by then is
// undecided, and said.
const limit = 5 * time.Minute

// KeY and the suite, which is the native verifier's, agree on every method that both
// decide: what KeY proves has no expected failure, and what a run refutes after KeY
// left it open has one. All files are loaded at once, since loading costs more than
// proving.
func TestSuite(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute or more")
	}
	rt := bench.NewRuntime()
	b := key.New(key.Options{Library: rt.Types, Start: key.StartOptions{Home: home(t), Nice: os.Getenv("CI") == ""}.Starter(), Steps: 8000, Contract: 40 * time.Second,
		Timeout: limit / time.Duration(len(verifytest.Cases()))})
	defer b.Close()
	cases := verifytest.Cases()
	var reqs []verify.Request
	for _, c := range cases {
		reqs = append(reqs, verify.Request{File: c.Name, Source: c.Source, Options: verify.Options{Quick: true}})
	}
	answers := answered{}
	for i, a := range b.VerifyAll(context.Background(), reqs) {
		answers[reqs[i].File] = a
	}
	wrapped := refute.Wrap(answers, refute.Options{Runtime: rt})
	proved, provable, refuted, refutable, unreached, open := 0, 0, 0, 0, 0, map[verify.Verdict]int{}
	for _, c := range cases {
		out, err := wrapped.Verify(context.Background(), verify.Request{File: c.Name, Source: c.Source})
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		expected, wrong := failures(t, c, "key"), failures(t, c, "native")
		late := map[int]bool{}
		for _, d := range out.Diagnostics {
			if d.Kind == verify.Timeout {
				late[d.Line] = true
			}
		}
		for _, m := range out.Methods {
			if late[m.Line] {
				unreached++
				continue
			}
			// What a run refutes is wrong, whichever backend is expected to notice.
			fails := expected[m.Line]
			if m.Verdict == verify.Refuted {
				fails += wrong[m.Line]
			}
			if fails == "" {
				provable++
			} else {
				refutable++
			}
			switch {
			case m.Verdict == verify.Verified && fails == "":
				proved++
			case m.Verdict == verify.Refuted && fails != "":
				refuted++
			case m.Verdict == verify.Verified:
				t.Errorf("%s:%d: %s: KeY proves it; the suite expects %s", c.Name, m.Line, m.Method.Short(), fails)
			case m.Verdict == verify.Refuted:
				t.Errorf("%s:%d: %s: a run refutes it; the suite expects it to be verified", c.Name, m.Line, m.Method.Short())
			default:
				open[m.Verdict]++
			}
			if testing.Verbose() {
				t.Logf("%s:%d %s: %s (expected: %s), %d ms", c.Name, m.Line, m.Method.Short(), m.Verdict, fails, m.Elapsed.Milliseconds())
			}
		}
		if testing.Verbose() {
			for _, d := range out.Diagnostics {
				t.Logf("    %s:%d:%d %s %s", c.Name, d.Line, d.Column, d.Kind, d.Message)
			}
		}
	}
	// Agreement means something only where much is decided; a slow machine decides
	// less, and says so.
	switch {
	case proved < 5:
		t.Errorf("nearly nothing is decided")
	case unreached == 0 && (proved*100 < provable*40 || refuted < 3):
		t.Errorf("too little is decided")
	}
	t.Logf("KeY proved %d of %d methods that the suite expects to verify; runs refuted %d of %d that fail; undecided: %v; not reached in %s: %d", proved, provable, refuted, refutable, open, limit, unreached)
}

// failures are the failures that the suite expects of a backend, by the line of the
// method's name. A failure belongs to the method that ends next.
func failures(t *testing.T, c verifytest.Case, backend string) map[int]string {
	t.Helper()
	f, _ := java.Parse(c.Name, c.Source)
	out := map[int]string{}
	if f == nil {
		return out
	}
	type span struct{ end, name int }
	var spans []span
	java.Walk(f, func(n java.Node) bool {
		if m, ok := n.(*java.MethodDecl); ok {
			spans = append(spans, span{f.Position(m.To).Line, f.Position(m.Name.From).Line})
			return false
		}
		return true
	})
	for _, w := range c.Want(backend) {
		var line int
		var kind string
		if _, err := fmt.Sscan(w, &line, &kind); err != nil {
			t.Fatal(err)
		}
		for _, s := range spans {
			if line <= s.end {
				out[s.name] += " " + kind
				break
			}
		}
	}
	return out
}
