package view

import (
	"bytes"
	"encoding/json"

	"ensures/trajectories"
)

// comparison is two runs side by side, a part of their steps.
type comparison struct {
	Settings   []trajectories.Change   `json:"settings"`
	Result     []trajectories.Change   `json:"result"`
	FirstOther int                     `json:"first_step"`
	Request    int                     `json:"request"`
	Total      int                     `json:"total"`
	Steps      []trajectories.StepPair `json:"steps"`
	Last       []trajectories.PairOf   `json:"last"` // the last candidates
}

func compare(s *store, q query) (any, error) {
	from, n, err := q.page()
	if err != nil {
		return nil, err
	}
	a, err := s.outline(q.str("a"))
	if err != nil {
		return nil, err
	}
	b, err := s.outline(q.str("b"))
	if err != nil {
		return nil, err
	}

	d := trajectories.Compare(&a.Run, &b.Run)
	out := comparison{Settings: shortChanges(d.Settings), Result: shortChanges(d.Result), FirstOther: d.FirstOther, Request: d.Request,
		Total: len(d.Steps), Steps: []trajectories.StepPair{}}
	for _, p := range d.Steps[min(from, len(d.Steps)):min(from+n, len(d.Steps))] {
		out.Steps = append(out.Steps, trajectories.StepPair{Number: p.Number, A: short(p.A), B: short(p.B)})
	}

	ca, cb := a.Candidates(), b.Candidates()
	if len(ca)+len(cb) > 0 {
		p := trajectories.PairOf{}
		if k := len(ca); k > 0 {
			p.A = &ca[k-1]
		}
		if k := len(cb); k > 0 {
			p.B = &cb[k-1]
		}
		p.Same = p.A != nil && p.B != nil && p.A.SHA256 == p.B.SHA256
		out.Last = append(out.Last, p)
	}
	return out, nil
}

func shortChanges(list []trajectories.Change) []trajectories.Change {
	out := []trajectories.Change{}
	for _, c := range list[:min(len(list), mostRows)] {
		out = append(out, trajectories.Change{Key: short(c.Key), A: shortValue(c.A), B: shortValue(c.B)})
	}
	return out
}

func shortValue(v any) any {
	if v == nil {
		return nil
	}
	if s, ok := v.(string); ok {
		return short(s)
	}
	return short(pretty(v))
}

// pretty is a value as indented JSON.
func pretty(v any) string {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err.Error()
	}
	return string(bytes.TrimSpace(buf.Bytes()))
}
