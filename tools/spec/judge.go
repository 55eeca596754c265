package spec

import (
	"encoding/json"
	"fmt"
	"strings"

	"ensures/tools"
	"ensures/trajectories"
)

// Judge ranks candidates of a task of any language by what the tools' results say of them, in
// the order of the calls. Recorded results are as good as fresh ones.
type Judge struct {
	bar     Bar
	list    map[string]*standing
	best    *standing
	failure string
	success bool
}

// standing is what is known of one candidate.
type standing struct {
	cand   trajectories.Candidate
	bad    bool // changed code, assumptions, vacuous
	strict scores
	known  bool // measured
	order  int
}

// NewJudge is the judge of a session's candidates.
func NewJudge(bar Bar) *Judge { return &Judge{bar: bar, list: map[string]*standing{}} }

// Observe takes in a call. It returns what is now known of the candidate that the
// call was about, nil where it was about none.
func (j *Judge) Observe(c tools.Call) *trajectories.Candidate {
	var in code
	if c.Err != nil || json.Unmarshal(c.Args, &in) != nil || in.Code == "" {
		return nil
	}

	// Candidates are known by their text: what several tools say of the same one adds up.
	text := unfence(in.Code)
	at := j.list[text]
	if at == nil {
		at = &standing{cand: trajectories.Candidate{Text: text}, order: len(j.list)}
	}
	switch c.Name {
	case "verify_with_openjml", "verify_rust":
		var v verdict
		if json.Unmarshal(c.Result.JSON, &v) != nil {
			return nil
		}
		at.verified(v.Verdict, v.Verifier, v.Unchanged)
		// Once bad it stays so: no later answer takes back that the code was changed.
		at.bad = at.bad || len(v.Problems) > 0
		j.failure = v.failure()
	case "run_spec_harness":
		var m measured
		if json.Unmarshal(c.Result.JSON, &m) != nil {
			return nil
		}
		at.measured(m.Strict, m.Compat)
		at.bad = at.bad || len(m.Problems) > 0
		j.failure = strings.Join(append(append(m.Problems, m.Violated...), m.Missing...), "\n")
	case "task_complete":
		var d completion
		if json.Unmarshal(c.Result.JSON, &d) != nil {
			return nil
		}
		at.verified(d.Verdict, d.Verifier, d.Unchanged)
		at.measured(d.Strict, d.Compat)
		at.bad = at.bad || len(d.Problems) > 0
		j.failure = strings.Join(d.Missing, "\n")
		j.success = j.success || d.Success
	default:
		return nil
	}
	j.list[text] = at
	if j.best == nil || j.better(at, j.best) {
		j.best = at
	} else if at == j.best {
		for _, o := range j.list { // what was learnt may have made the best one worse
			if j.better(o, j.best) {
				j.best = o
			}
		}
	}
	out := at.cand
	return &out
}

func (s *standing) verified(verdict, by string, unchanged bool) {
	s.cand.Verdict, s.cand.By, s.cand.Unchanged = verdict, by, &unchanged
}

func (s *standing) measured(strict, compat scores) {
	s.strict, s.known = strict, true
	s.cand.Strict, s.cand.Compat = strict.named(), compat.named()
}

func (s scores) named() map[string]float64 {
	out := map[string]float64{}
	for name, v := range map[string]*float64{"post_correctness": s.PostCorr, "post_completeness": s.PostComp, "pre_correctness": s.PreCorr, "pre_completeness": s.PreComp} {
		if v != nil {
			out[name] = *v
		}
	}
	return out
}

// rank orders candidates: verified without cheating, then strict MVR, then the
// strict scores.
func (j *Judge) rank(s *standing) [4]float64 {
	var r [4]float64
	if s.cand.Verdict == "verified" && !s.bad && !s.undefined() {
		r[0] = 1
	}
	if r[0] == 1 && s.known && orZero(s.strict.PostCorr) >= j.bar.PostCorr && orZero(s.strict.PostComp) >= j.bar.PostComp {
		r[1] = 1
	}
	// Scores of a candidate that cheats would count as progress.
	if s.known && !s.bad {
		r[2] = orZero(s.strict.PostCorr) + orZero(s.strict.PostComp)
		r[3] = orZero(s.strict.PreCorr) + orZero(s.strict.PreComp)
	}
	return r
}

// undefined reports whether the candidate was measured and has no score: nothing that it
// says could be held against a run, so being verified is worth nothing.
func (s *standing) undefined() bool {
	return s.known && (s.strict.PostCorr == nil || s.strict.PostComp == nil)
}

func orZero(x *float64) float64 {
	if x == nil {
		return 0
	}
	return *x
}

// better: a tie goes to the later candidate.
func (j *Judge) better(s, o *standing) bool {
	a, b := j.rank(s), j.rank(o)
	for i := range a {
		if a[i] != b[i] {
			return a[i] > b[i]
		}
	}
	return s.order > o.order
}

// Best is the best candidate so far, nil before the first.
func (j *Judge) Best() *trajectories.Candidate {
	if j.best == nil {
		return nil
	}
	c := j.best.cand
	return &c
}

// Success reports whether some candidate was handed in and found complete.
func (j *Judge) Success() bool { return j.success }

// Failure is what the last check found wrong, "" when nothing.
func (j *Judge) Failure() string { return j.failure }

func (v verdict) failure() string {
	lines := append([]string{}, v.Problems...)
	for _, f := range v.Failures {
		text := fmt.Sprintf("line %d, %s: %s", f.Line, f.Class, f.What)
		if f.Counterexample != "" {
			text += "; " + f.Counterexample
		}
		lines = append(lines, text)
	}
	return strings.Join(lines, "\n")
}
