package trajectories

import (
	"strings"
	"time"
)

// Filter picks runs by their summaries. Empty fields let everything through.
type Filter struct {
	Verb    string
	Outcome string
	Model   string // as recorded, or its beginning
	Task    string // a part of it, or of an input's path
	Labels  map[string]string
	Since   time.Time
	Bar     *Bar // reached by the result of a run that was a success
}

// Bar is what a result must reach to be worth learning from: a verifier said
// verified, the code is as it was, and the strict scores are high. A run that says
// nothing of one of these does not reach it.
type Bar struct {
	Threshold float64
	Need      []string // metrics that must be there and reach the threshold
	IfThere   []string // metrics that must reach it where they are defined
}

// Pass reports whether a run is picked.
func (f Filter) Pass(s Summary) bool {
	about := strings.Contains(s.Task, f.Task)
	for _, in := range s.Inputs {
		about = about || strings.Contains(in.Path, f.Task)
	}
	for k, v := range f.Labels {
		if s.Labels[k] != v {
			return false
		}
	}
	return about && (f.Verb == "" || f.Verb == s.Verb) && (f.Outcome == "" || f.Outcome == s.Outcome) &&
		strings.HasPrefix(s.Model, f.Model) && !s.Started.Before(f.Since) && (f.Bar == nil || s.Success && f.Bar.Reached(s.Candidate))
}

// Reached reports whether a candidate reaches the bar.
func (b Bar) Reached(c *Candidate) bool {
	// Unchanged that nobody looked at is not unchanged.
	if c == nil || c.Verdict != "verified" || c.Unchanged == nil || !*c.Unchanged {
		return false
	}
	for _, m := range b.Need {
		if x, ok := c.Strict[m]; !ok || x < b.Threshold {
			return false
		}
	}
	for _, m := range b.IfThere {
		if x, ok := c.Strict[m]; ok && x < b.Threshold {
			return false
		}
	}
	return true
}
