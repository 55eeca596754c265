package modeling

import (
	"encoding/json"
	"strings"

	"ensures/tools"
	"ensures/tools/system"
	"ensures/trajectories"
)

// Judge ranks candidates by what the tools' results say of them, in the order of the
// calls.
type Judge struct {
	module  string // name of the task's module
	list    map[string]*standing
	best    *standing
	failure string
	success bool
}

// standing is what is known of one candidate.
type standing struct {
	cand    trajectories.Candidate
	parts   Candidate
	success bool
	runs    bool // TLC found nothing wrong
	order   int
}

// NewJudge is the judge of a session's candidates.
func (s *Session) NewJudge() *Judge {
	return &Judge{module: s.task.Module, list: map[string]*standing{}}
}

// Observe takes in a call. It returns what is now known of the candidate that the
// call was about, nil where it was about none.
func (j *Judge) Observe(c tools.Call) *trajectories.Candidate {
	var in Candidate
	if c.Err != nil || json.Unmarshal(c.Args, &in) != nil || strings.TrimSpace(in.Module) == "" {
		return nil
	}
	in.Module, in.Mapping, in.Binding = system.Unfence(in.Module), system.Unfence(in.Mapping), system.Unfence(in.Binding)
	text := in.Text(j.module)
	at := j.list[text]
	if at == nil {
		at = &standing{cand: trajectories.Candidate{Text: text}, parts: in, order: len(j.list)}
	}

	switch c.Name {
	case "run_tlc":
		var r struct {
			Status   string   `json:"status"`
			Tool     string   `json:"tool"`
			Problems []string `json:"problems"`
		}
		if json.Unmarshal(c.Result.JSON, &r) != nil {
			return nil
		}
		at.cand.Verdict, at.cand.By, at.runs = r.Status, r.Tool, r.Status == "ok"
		j.failure = r.Status
		if len(r.Problems) > 0 {
			j.failure = strings.Join(r.Problems, "\n")
		}
		if at.runs {
			j.failure = ""
		}
	case "score_model":
		var r scored
		if json.Unmarshal(c.Result.JSON, &r) != nil {
			return nil
		}
		at.scored(r)
		j.failure = strings.Join(r.Missing, "\n")
	case "task_complete":
		var r completion
		if json.Unmarshal(c.Result.JSON, &r) != nil {
			return nil
		}
		at.scored(r.Scores)
		at.success = r.Success
		j.failure = strings.Join(r.Missing, "\n")
		j.success = j.success || r.Success
	default:
		return nil
	}

	j.list[text] = at
	if j.best == nil || at.better(j.best) {
		j.best = at
	}
	out := at.cand
	return &out
}

func (s *standing) scored(r scored) {
	s.cand.By = r.Tool
	s.cand.Strict = map[string]float64{}
	full := 0
	for name, m := range map[string]metric{"syntax": r.Syntax, "runtime": r.Runtime, "conformance": r.Conformance, "invariants": r.Invariants} {
		if m.Score == nil {
			continue
		}
		s.cand.Strict[name] = *m.Score
		if *m.Score == 1 {
			full++
		}
	}
	s.runs = s.cand.Strict["runtime"] == 1
	s.cand.Verdict = "incomplete"
	if full == 4 {
		s.cand.Verdict = "full"
	}
}

// better: success first, then the sum of the metrics, which come one after the other;
// a tie goes to the later candidate.
func (s *standing) better(o *standing) bool {
	a, b := s.rank(), o.rank()
	for i := range a {
		if a[i] != b[i] {
			return a[i] > b[i]
		}
	}
	return s.order >= o.order
}

func (s *standing) rank() [3]float64 {
	var r [3]float64
	if s.success {
		r[0] = 1
	}
	for _, v := range s.cand.Strict {
		r[1] += v
	}
	if s.runs {
		r[2] = 1
	}
	return r
}

// Best is the best candidate so far, nil before the first.
func (j *Judge) Best() *trajectories.Candidate {
	if j.best == nil {
		return nil
	}
	c := j.best.cand
	return &c
}

// Handed is the best candidate in its parts; false before the first.
func (j *Judge) Handed() (Candidate, bool) {
	if j.best == nil {
		return Candidate{}, false
	}
	return j.best.parts, true
}

// Rank orders whole runs: a later number is the same measure of less worth.
func (j *Judge) Rank() [3]float64 {
	if j.best == nil {
		return [3]float64{}
	}
	return j.best.rank()
}

// Success reports whether some candidate was handed in and found complete.
func (j *Judge) Success() bool { return j.success }

// Failure is what the last check found wrong, "" when nothing.
func (j *Judge) Failure() string { return j.failure }
