package native_test

import (
	"strings"
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
	"ensures/verify/smt"
	"ensures/verify/verifytest"
)

type confirmed struct {
	c   native.Confirmation
	err error
}

// TestConfirm asks z3 and cvc5, each alone, about every obligation of what verifies
// of the contract suite and the ground truth: what one proves the other must not
// deny. That it gives up is no denial, and counted.
func TestConfirm(t *testing.T) {
	if testing.Short() {
		t.Skip("a minute of solving")
	}
	require.Tool(t, "z3")
	require.Tool(t, "cvc5")
	var files []verify.Request
	for _, c := range verifytest.Cases() {
		files = append(files, verify.Request{File: c.Name, Source: c.Source})
	}
	confirm(t, "contract suite", files, 20)
	files = nil
	for _, r := range rows(t, "data/specgenbench/normalised.jsonl") {
		files = append(files, verify.Request{File: r.TaskID + ".java", Source: r.Code, Options: verify.Options{Arithmetic: verify.Quiet, Quick: true}})
	}
	confirm(t, "ground truth", files, 50)
}

func confirm(t *testing.T, name string, files []verify.Request, methods int) {
	start := time.Now()
	b := backend(t)
	one, done := make(chan verify.Request), make(chan confirmed)
	for range 2 {
		go func() {
			for f := range one {
				c, err := b.Confirm(t.Context(), f, 250*time.Millisecond)
				done <- confirmed{c, err}
			}
		}()
	}
	go func() {
		for _, f := range files {
			one <- f
		}
		close(one)
	}()
	var sum native.Confirmation
	for range files {
		r := <-done
		if r.err != nil {
			t.Error(r.err)
		}
		sum.Add(r.c)
	}
	t.Logf("%s: %v, in %v", name, sum, time.Since(start).Round(time.Second))
	if len(sum.Denied) > 0 {
		t.Errorf("%s:\n%s", name, strings.Join(sum.Denied, "\n"))
	}
	if sum.Methods < methods || sum.Both*2 < sum.Proved {
		t.Errorf("%s: too little was confirmed: %v", name, sum)
	}
}

// TestContractAlone runs the suite with one solver at a time: it may give up where
// the two together prove, but must not prove what is to fail.
func TestContractAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("a minute of solving")
	}
	for _, tool := range []smt.Dialect{smt.Z3, smt.CVC5} {
		t.Run(tool.String(), func(t *testing.T) {
			b := nativetest.Backend(t, native.Options{Quick: 250 * time.Millisecond}, tool)
			more := 0
			for _, c := range verifytest.Cases() {
				out, err := b.Verify(t.Context(), verify.Request{File: c.Name, Source: c.Source, Options: verify.Options{Quick: true}})
				if err != nil {
					t.Fatal(err)
				}
				got := map[string]bool{}
				for _, g := range verifytest.Got(out) {
					got[g] = true
				}
				want := c.Want("native")
				for _, w := range want {
					if !got[w] {
						t.Errorf("%s: %s is not reported", c.Name, w)
					}
				}
				more += len(got) - len(want)
			}
			t.Logf("%s alone leaves %d obligations open that the two prove", tool, more)
		})
	}
}
