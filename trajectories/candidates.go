package trajectories

// Judged is a candidate with all that a run found out about it, until it turned to
// another text or judged the same text anew in a later step.
type Judged struct {
	Candidate
	Step int `json:"step"` // number of the outermost step, from 1; 0 for the run's result
	ID   int `json:"id"`   // of the step or call that judged last; 0 for the run's result
}

// Candidates are the texts that the run judged, in order, each with its text. Findings
// on the same text in the same step are one entry.
func (r *Run) Candidates() []Judged {
	texts := map[string]string{}
	top, steps := map[int]int{}, 0 // step or call → number of its outermost step
	dropped := r.superseded()
	var list []Judged
	for i := range r.Records {
		rec := &r.Records[i]
		switch rec.Type {
		case StepStart, ModelCallStart, ToolCallStart:
			dropped[rec.ID] = dropped[rec.ID] || dropped[rec.Parent]
			if rec.Parent == 0 && !dropped[rec.ID] {
				steps++
				top[rec.ID] = steps
			} else {
				top[rec.ID] = top[rec.Parent]
			}
		}
		c := rec.Candidate
		if c == nil {
			continue
		}
		if c.Text != "" {
			texts[c.SHA256] = c.Text
		}
		if dropped[rec.ID] {
			continue
		}
		j := Judged{Candidate: *c, Step: top[rec.ID], ID: rec.ID}
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
