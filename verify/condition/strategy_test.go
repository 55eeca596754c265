package condition

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ensures/verify/smt"
)

// TestBits holds that a second of work is fewer steps where a solver computes with
// floating-point numbers: the steps end the check, and not the clock.
func TestBits(t *testing.T) {
	for _, c := range []struct {
		dialect smt.Dialect
		mode    mode
		bits    bool
		want    string
	}{
		{smt.Z3, quick, false, "(set-option :rlimit 20000000)"},
		{smt.Z3, quick, true, "(set-option :rlimit 1250000)"},
		{smt.Z3, strong, true, "(set-option :rlimit 168000)"},
		{smt.CVC5, quick, true, "(set-option :rlimit-per 25000)"},
	} {
		t.Run(fmt.Sprint(c.dialect, c.mode, c.bits), func(t *testing.T) {
			var sent strings.Builder
			s := smt.NewSolver(nil, c.dialect, &sent)
			cond := New()
			if c.bits {
				cond.Bits()
			}
			cond.attempt(s, c.mode)
			s.SetLimit(time.Second)
			if !strings.Contains(sent.String(), c.want) {
				t.Errorf("sent\n%s\nwant %s", sent.String(), c.want)
			}
		})
	}
}
