package trajectories

// Judged is a candidate with all that a run found out about it, until it turned to
// another text or judged the same text anew in a later step.
type Judged struct {
	Candidate
	Step int `json:"step"` // number of the step that judged, as in Steps; 0 for the run's result
	ID   int `json:"id"`   // of the step or call that judged last; 0 for the run's result
}

// Candidates are the texts that the run judged, in order, each with its text. Findings
// on the same text in the same step are one entry.
func (r *Run) Candidates() []Judged {
	// By hash, in the order of the file: a text stands in the first line that speaks of it.
	texts := map[string]string{}
	number := map[int]int{} // step or call → number of the step
	for i, s := range r.Steps() {
		number[s.Start.ID] = i + 1
		for _, c := range s.Calls() {
			number[c.Start.ID] = i + 1
		}
	}

	var list []Judged
	for i := range r.Records {
		rec := &r.Records[i]
		c := rec.Candidate
		if c == nil || c.SHA256 == "" { // what holds of several is no text
			continue
		}
		// Before superseded lines are passed over: theirs may be the only ones with the text.
		if c.Text != "" {
			texts[c.SHA256] = c.Text
		}
		if rec.ID != 0 && number[rec.ID] == 0 { // superseded
			continue
		}
		j := Judged{Candidate: *c, Step: number[rec.ID], ID: rec.ID}
		j.Text = texts[c.SHA256]
		if n := len(list); n > 0 && list[n-1].SHA256 == c.SHA256 && list[n-1].Step == j.Step {
			list[n-1] = list[n-1].and(j)
			continue
		}
		list = append(list, j)
	}
	return list
}

// and is what was known before and what was found out later.
func (j Judged) and(later Judged) Judged {
	j.ID = later.ID
	if later.Verdict != "" {
		j.Verdict, j.By = later.Verdict, later.By
	}
	if later.Strict != nil {
		j.Strict = later.Strict
	}
	if later.Compat != nil {
		j.Compat = later.Compat
	}
	if later.Unchanged != nil {
		j.Unchanged = later.Unchanged
	}
	return j
}

// worst is what holds of two results: the verdict of both or the one that is not
// verified, the lower score, unchanged where both are.
func worst(a, b *Candidate) *Candidate {
	if a == nil || b == nil {
		if a == nil {
			a = b
		}
		return a
	}
	// Neither hash nor text: what holds of two texts is said of neither.
	out := &Candidate{Verdict: a.Verdict, By: a.By}
	if a.Verdict == "verified" {
		out.Verdict, out.By = b.Verdict, b.By
	}
	out.Strict, out.Compat = lower(a.Strict, b.Strict), lower(a.Compat, b.Compat)
	if a.Unchanged != nil && b.Unchanged != nil {
		both := *a.Unchanged && *b.Unchanged
		out.Unchanged = &both
	}
	return out
}

// with is c, completed by what holds of its parts.
func (c *Candidate) with(parts *Candidate) *Candidate {
	if c == nil || parts == nil {
		if c == nil {
			c = parts
		}
		return c
	}
	out := *c
	if out.Strict == nil {
		out.Strict = parts.Strict
	}
	if out.Compat == nil {
		out.Compat = parts.Compat
	}
	if out.Unchanged == nil {
		out.Unchanged = parts.Unchanged
	}
	return &out
}

// lower has the lower value of each name that both have.
func lower(a, b map[string]float64) map[string]float64 {
	var out map[string]float64
	for k, x := range a {
		if y, ok := b[k]; ok {
			if out == nil {
				out = map[string]float64{}
			}
			out[k] = min(x, y)
		}
	}
	return out
}
