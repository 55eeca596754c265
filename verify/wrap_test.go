package verify_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"ensures/verify"
)

// fake answers what it is told, after a delay that its context can end.
type fake struct {
	name  string
	out   verify.Outcome
	err   error
	delay time.Duration
	calls atomic.Int32
	busy  atomic.Int32
	most  atomic.Int32
}

func (f *fake) Name() string                            { return f.name }
func (f *fake) Version(context.Context) (string, error) { return "1", nil }
func (f *fake) Verify(ctx context.Context, _ verify.Request) (verify.Outcome, error) {
	f.calls.Add(1)
	n := f.busy.Add(1)
	defer f.busy.Add(-1)
	for m := f.most.Load(); n > m && !f.most.CompareAndSwap(m, n); m = f.most.Load() {
	}
	select {
	case <-time.After(f.delay):
		out := f.out
		out.Backend = f.name
		return out, f.err
	case <-ctx.Done():
		return verify.Outcome{}, ctx.Err()
	}
}

func says(name string, v verify.Verdict, d time.Duration) *fake {
	return &fake{name: name, out: verify.Outcome{Verdict: v}, delay: d}
}

func TestTimeout(t *testing.T) {
	out, err := verify.WithTimeout(says("slow", verify.Verified, time.Hour), 10*time.Millisecond).Verify(t.Context(), verify.Request{})
	if err != nil || out.Verdict != verify.Unknown || out.Diagnostics[0].Kind != verify.Timeout {
		t.Errorf("%v, %v", out, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := verify.WithTimeout(says("slow", verify.Verified, time.Hour), time.Minute).Verify(ctx, verify.Request{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// partial decides one method, then waits for its time to run out.
type partial struct{ fake }

func (p *partial) Verify(ctx context.Context, _ verify.Request) (verify.Outcome, error) {
	<-ctx.Done()
	return verify.Outcome{Verdict: verify.Refuted, Backend: "slow", Version: "1", Methods: []verify.MethodOutcome{{Method: verify.MethodKey{Class: "A", Name: "f"}, Verdict: verify.Refuted}},
		Diagnostics: []verify.Diagnostic{{Kind: verify.Postcondition, Verdict: verify.Refuted, Line: 3}}}, context.Cause(ctx)
}

func TestTimeoutKeepsWhatIsDecided(t *testing.T) {
	out, err := verify.WithTimeout(&partial{}, 10*time.Millisecond).Verify(t.Context(), verify.Request{})
	if err != nil || out.Verdict != verify.Refuted || len(out.Methods) != 1 || len(out.Diagnostics) != 2 || out.Diagnostics[1].Kind != verify.Timeout {
		t.Errorf("%+v, %v", out, err)
	}
}

type panics struct{ fake }

func (*panics) Verify(context.Context, verify.Request) (verify.Outcome, error) {
	panic("index out of range")
}

func TestGuard(t *testing.T) {
	b := verify.WithGuard(&panics{fake{name: "p"}})
	out, err := b.Verify(t.Context(), verify.Request{})
	var p *verify.PanicError
	if !errors.As(err, &p) || p.Backend != "p" || out.Verdict != verify.InvalidVerdict || len(p.Stack) == 0 {
		t.Errorf("%+v, %v", out, err)
	}
}

func TestPortfolio(t *testing.T) {
	fast, slow := 5*time.Millisecond, time.Hour
	for _, c := range []struct {
		name     string
		bs       []verify.Backend
		patience time.Duration
		want     verify.Verdict
		by       string
	}{
		{"first decisive", []verify.Backend{says("a", verify.Verified, slow), says("b", verify.Refuted, fast)}, 0, verify.Refuted, "b"},
		{"unknown waits", []verify.Backend{says("a", verify.Unknown, 0), says("b", verify.Verified, fast)}, 0, verify.Verified, "b"},
		{"none decides", []verify.Backend{says("a", verify.Unsupported, fast), says("b", verify.Unknown, 0)}, 0, verify.Unsupported, "a"},
		{"errors do not", []verify.Backend{&fake{name: "a", err: errors.New("crash")}, says("b", verify.Unknown, fast)}, 0, verify.Unknown, "b"},
		{"disagreement", []verify.Backend{says("a", verify.Verified, 0), says("b", verify.Refuted, fast)}, time.Minute, verify.Unknown, "a"},
		{"patience ends", []verify.Backend{says("a", verify.Verified, 0), says("b", verify.Refuted, slow)}, 20 * time.Millisecond, verify.Verified, "a"},
	} {
		p := verify.NewPortfolio(c.bs...)
		p.Patience = c.patience
		out, err := p.Verify(t.Context(), verify.Request{})
		if err != nil || out.Verdict != c.want || out.Backend != c.by {
			t.Errorf("%s: %v by %s, %v", c.name, out.Verdict, out.Backend, err)
		}
		if c.name == "disagreement" && (len(out.Diagnostics) == 0 || out.Diagnostics[0].Kind != verify.Disagreement) {
			t.Errorf("disagreement not shown: %v", out.Diagnostics)
		}
	}
	if _, err := verify.NewPortfolio(&fake{name: "a", err: errors.New("crash")}).Verify(t.Context(), verify.Request{}); err == nil {
		t.Error("only errors: no error")
	}
}
