package view

import (
	"encoding/json"

	"ensures/trajectories"
)

// step is a step or call on the timeline, long texts cut.
type step struct {
	Number    int                 `json:"number,omitempty"` // of a step, from 1
	ID        int                 `json:"id"`
	Parent    int                 `json:"parent,omitempty"`
	Type      string              `json:"type"` // step, model, tool
	Kind      string              `json:"kind,omitempty"`
	Name      string              `json:"name"`
	Ended     bool                `json:"ended"`
	Outcome   string              `json:"outcome,omitempty"`
	Error     *clipped            `json:"error,omitempty"`
	ElapsedMS float64             `json:"elapsed_ms"`
	Thought   *clipped            `json:"thought,omitempty"`
	Code      *clipped            `json:"code,omitempty"`
	Observed  *clipped            `json:"observation,omitempty"`
	Args      *clipped            `json:"args,omitempty"`
	Result    *clipped            `json:"result,omitempty"`
	Data      *clipped            `json:"data,omitempty"`
	Usage     *trajectories.Usage `json:"usage,omitempty"`
	Inside    []step              `json:"inside,omitempty"`
	More      int                 `json:"more,omitempty"` // calls that are left out
	Judged    []judged            `json:"candidates,omitempty"`
}

// judged is a candidate on the timeline, with the one before it for comparison.
type judged struct {
	Number   int    `json:"number"`
	Previous string `json:"previous,omitempty"` // hash of the text before
	trajectories.Candidate
}

// stepsPage is a part of the timeline.
type stepsPage struct {
	Total int    `json:"total"`
	From  int    `json:"from"`
	Steps []step `json:"steps"`
}

const (
	mostSteps  = 50      // of a page
	pageBytes  = 1 << 20 // of a page: then it ends early, after one step at least
	longText   = 4000    // bytes of a text before it is cut
	mostInside = 100     // calls of a step
)

func steps(s *store, q query) (any, error) {
	from, err := q.num("from", 0, 1<<30)
	if err != nil {
		return nil, err
	}
	n, err := q.num("n", 25, mostSteps)
	if err != nil {
		return nil, err
	}
	o, err := s.outline(q.str("id"))
	if err != nil {
		return nil, err
	}
	all := o.Steps()
	page := stepsPage{Total: len(all), From: min(from, len(all)), Steps: []step{}}
	byStep := map[int][]judged{}

	// Counted over all candidates, so that each knows the one before it on another page too.
	before := ""
	for i, c := range o.Candidates() {
		if c.Step > 0 && len(byStep[c.Step]) < mostInside {
			byStep[c.Step] = append(byStep[c.Step], judged{i + 1, before, c.Candidate})
		}
		before = c.SHA256
	}
	size := 0
	for i := page.From; i < min(page.From+n, len(all)); i++ {
		one, err := timeline(o, all[i])
		if err != nil {
			return nil, err
		}
		one.Number, one.Judged = i+1, byStep[i+1]
		raw, err := json.Marshal(one)
		if err != nil {
			return nil, err
		}
		// Always one step, or a long one would end the timeline.
		if size += len(raw); size > pageBytes && len(page.Steps) > 0 {
			break
		}
		page.Steps = append(page.Steps, one)
	}
	return page, nil
}

// timeline reads a step or call, and the calls that a step made.
func timeline(o *trajectories.Outline, span *trajectories.Span) (step, error) {
	whole, err := o.Whole(span.Start, span.End)
	if err != nil {
		return step{}, err
	}
	start, end := whole[0], whole[1]
	s := step{ID: start.ID, Parent: start.Parent, Kind: short(start.Kind), Name: short(start.Name), Args: raw(start.Args), Data: raw(start.Data)}

	switch start.Type {
	case trajectories.ModelCallStart:
		s.Type = "model"
	case trajectories.ToolCallStart:
		s.Type = "tool"
	default:
		s.Type = "step"
	}

	// What the end says takes the place of what the start said.
	if end != nil {
		s.Ended, s.Outcome, s.ElapsedMS, s.Usage = true, short(end.Outcome), end.ElapsedMS, end.Usage
		s.Error, s.Thought, s.Code, s.Observed = long(end.Error), long(end.Thought), long(end.Code), long(end.Observation)
		// A model's answer stands where a tool's result does.
		if s.Result = raw(end.Result); s.Result == nil {
			s.Result = raw(end.Response)
		}
		if d := raw(end.Data); d != nil {
			s.Data = d
		}
	}

	calls := span.Calls()
	for i, in := range calls {
		if i == mostInside {
			s.More = len(calls) - i
			break
		}
		one, err := timeline(o, in)
		if err != nil {
			return step{}, err
		}
		s.Inside = append(s.Inside, one)
	}
	return s, nil
}

func long(s string) *clipped {
	if s == "" {
		return nil
	}
	c := clip(s, longText)
	return &c
}

// raw is recorded JSON: a text as it is, anything else indented.
func raw(v json.RawMessage) *clipped {
	if len(v) == 0 {
		return nil
	}
	var s string
	if json.Unmarshal(v, &s) == nil {
		return long(s)
	}
	var any any
	if err := json.Unmarshal(v, &any); err != nil {
		return long(string(v))
	}
	return long(pretty(any))
}
