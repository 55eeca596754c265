package speceval

import (
	"context"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
)

// TestStrict checks equivalence over all values: what runs can't tell from each other, a
// verifier can.
func TestStrict(t *testing.T) {
	const src = `class C {
    //@ requires n >= 0 && n < 100;
    //@ ensures \result == n + 1;
    //@ ensures \result > \old(n);
    static int f(int n) {
        int i = 0;
        //@ maintaining i <= n + 1;
        //@ decreases n - i;
        while (i <= n) { i++; }
        return i;
    }
}
`
	rt := bench.NewRuntime()
	c, err := read(rt, src)
	if err != nil {
		t.Fatal(err)
	}
	b := nativetest.Backend(t, native.Options{})
	prove := func(ctx context.Context, src string) (verify.Verdict, error) {
		out, err := b.Verify(ctx, verify.Request{File: "Lemma.java", Source: src, Options: verify.Options{Arithmetic: verify.Quiet}})
		return out.Verdict, err
	}
	for _, q := range []struct {
		k     int
		other string
		want  verify.Verdict
	}{
		{0, "0 <= n && n <= 99", verify.Verified},
		{0, "n >= 0", verify.Refuted},
		{1, `n == \result - 1`, verify.Verified},
		{1, `\result > n && \result < n + 2`, verify.Verified},
		{1, `\result >= 0 && \result == n + 1`, verify.Verified}, // by the precondition
		{1, `\result <= Integer.MAX_VALUE`, verify.Refuted},
		{2, `\result > \old(n)`, verify.Unknown},
		{3, "!(i > n + 1)", verify.Verified},
		{3, "i <= n", verify.Unknown}, // other invariants may make it so
		{4, "n + 0 - i", verify.Verified},
		{4, "nobody", verify.Unknown},
	} {
		got, err := c.equivalent(context.Background(), q.k, q.other, prove)
		// Without a run of the lemma a verifier may leave open what it can't prove.
		if err != nil || got != q.want && !(q.want == verify.Refuted && got == verify.Unknown) {
			src, _ := c.lemma(q.k, q.other)
			t.Errorf("%q: %s instead of %s, %v\n%s", q.other, got, q.want, err, src)
		}
	}
	if src, _ := c.lemma(1, `\result > n`); strings.Contains(src, `\result`) {
		t.Errorf("the result is no parameter:\n%s", src)
	}
}
