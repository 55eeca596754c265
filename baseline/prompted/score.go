package prompted

import (
	"ensures/feedback"
	"ensures/verify"
)

// The graduated score of an outcome, as prompt optimisation was published with.
const (
	ScoreVerified = 1.0
	ScoreOneError = 0.3
	ScoreErrors   = 0.1
)

// Score is the graduated score: 1.0 verified, 0.3 with exactly one verification
// error and no mistake of syntax or types, 0.1 with several and no such mistake,
// 0 otherwise.
func Score(out verify.Outcome) float64 {
	if out.Verdict == verify.Verified {
		return ScoreVerified
	}
	n := 0
	for _, d := range out.Diagnostics {
		if d.Severity != verify.Error {
			continue
		}
		switch feedback.ClassOf(d.Kind) {
		case feedback.Syntax, feedback.Type, feedback.Crash, feedback.Unsupported:
			return 0
		}
		n++
	}
	switch {
	case out.Verdict == verify.Malformed || out.Verdict == verify.InvalidVerdict || n == 0:
		return 0
	case n == 1:
		return ScoreOneError
	}
	return ScoreErrors
}
