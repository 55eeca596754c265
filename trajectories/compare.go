package trajectories

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Difference is how two runs differ.
type Difference struct {
	Settings   []Change   `json:"settings"`   // of header: config, prompts, versions, inputs …
	Steps      []StepPair `json:"steps"`      // all of both, side by side
	FirstOther int        `json:"first_step"` // number of the first step that differs; 0: none does
	Request    int        `json:"request"`    // which model call asks something else first, from 1; 0: none does
	Candidates []PairOf   `json:"candidates"`
	Result     []Change   `json:"result"` // outcome, verdict, scores, usage
}

// Change is a value that differs; nil where a run has none.
type Change struct {
	Key  string `json:"key"`
	A, B any    `json:"-"`
}

// MarshalJSON writes both values, also where one is absent.
func (c Change) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"key": c.Key, "a": c.A, "b": c.B})
}

// StepPair is the step of a number in both runs, "" where a run has none.
type StepPair struct {
	Number int    `json:"number"`
	A      string `json:"a"`
	B      string `json:"b"`
}

// PairOf is the candidate of a number in both runs, nil where a run has none.
type PairOf struct {
	Number int     `json:"number"`
	Same   bool    `json:"same_text"`
	A      *Judged `json:"a"`
	B      *Judged `json:"b"`
}

// Compare tells how two runs differ, times left out.
func Compare(a, b *Run) Difference {
	d := Difference{Settings: changes(a.Header.facts(), b.Header.facts()), Result: changes(a.cameTo(), b.cameTo())}
	as, bs := a.Steps(), b.Steps()
	for i := range max(len(as), len(bs)) {
		p := StepPair{Number: i + 1}
		if i < len(as) {
			p.A = as[i].line()
		}
		if i < len(bs) {
			p.B = bs[i].line()
		}
		// The line is what is shown; steps whose lines agree may still have thought, run or seen
		// something else.
		if d.FirstOther == 0 && (p.A != p.B || i < len(as) && i < len(bs) && as[i].content() != bs[i].content()) {
			d.FirstOther = p.Number
		}
		d.Steps = append(d.Steps, p)
	}

	// Hashes are of whole requests, so that the first difference of two conversations shows even
	// where each step's own record is the same.
	ah, bh := a.requestHashes(), b.requestHashes()
	for i := range max(len(ah), len(bh)) {
		if i >= len(ah) || i >= len(bh) || ah[i] != bh[i] {
			d.Request = i + 1
			break
		}
	}

	ac, bc := a.Candidates(), b.Candidates()
	for i := range max(len(ac), len(bc)) {
		p := PairOf{Number: i + 1}
		if i < len(ac) {
			p.A = &ac[i]
		}
		if i < len(bc) {
			p.B = &bc[i]
		}
		p.Same = p.A != nil && p.B != nil && p.A.SHA256 == p.B.SHA256
		d.Candidates = append(d.Candidates, p)
	}
	return d
}

// line is a step in a few words: kind, name, calls, outcome.
func (s *Span) line() string {
	text := s.Start.Kind + " " + s.Start.Name
	for _, in := range s.Inside {
		if in.Start.Type == ToolCallStart {
			text += " · " + in.Start.Name
			if in.End != nil && in.End.Outcome != "ok" {
				text += " (" + in.End.Outcome + ")"
			}
		}
	}
	if s.End == nil {
		return text + ": not ended"
	}
	return text + ": " + s.End.Outcome
}

// content is what a step was about, times left out.
func (s *Span) content() string {
	if s.End == nil {
		return ""
	}
	return s.End.digest()
}

func (r *Record) digest() string {
	if r.Digest != "" {
		return r.Digest
	}
	sum := sha256.Sum256([]byte(r.Thought + "\x00" + r.Code + "\x00" + r.Observation + "\x00" + string(timeless(r.Data))))
	return hex.EncodeToString(sum[:8])
}

// timeless is recorded JSON without how long things took.
func timeless(data json.RawMessage) json.RawMessage {
	var v any
	if len(data) == 0 || json.Unmarshal(data, &v) != nil {
		return data
	}
	var strip func(any)
	strip = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for k, in := range v {
				// Durations are recorded in fields of such names: elapsed_ms, ElapsedMS.
				if strings.HasPrefix(strings.ToLower(k), "elapsed") {
					delete(v, k)
				} else {
					strip(in)
				}
			}
		case []any:
			for _, in := range v {
				strip(in)
			}
		}
	}
	strip(v)
	raw, err := encoder{}.encode(v)
	if err != nil {
		return data
	}
	return raw
}

func (r *Run) requestHashes() []string {
	dropped := r.superseded()
	var list []string
	for _, start := range r.modelStarts() {
		if !dropped[start.ID] {
			list = append(list, start.Request.SHA256)
		}
	}
	return list
}

// facts are the header's values under flat keys.
func (h Header) facts() map[string]any {
	m := map[string]any{"verb": h.Verb, "task": h.Task, "model": h.Model, "seed": h.Seed, "commit": h.Commit}
	for k, v := range h.Config {
		m["config."+k] = v
	}
	for k, v := range h.Prompts {
		m["prompts."+k] = v
	}
	for k, v := range h.Versions {
		m["versions."+k] = v
	}
	for _, in := range h.Inputs {
		m["inputs."+in.Path] = in.SHA256
	}
	return m
}

// cameTo is what the run came to under flat keys.
func (r *Run) cameTo() map[string]any {
	m := map[string]any{"outcome": Unfinished}
	end := r.End()
	if end == nil {
		return m
	}
	m["outcome"], m["success"], m["error"] = end.Outcome, end.Success, end.Error
	if u := end.Usage; u != nil {
		m["usage.input"], m["usage.output"], m["usage.cost_usd"] = u.Input, u.Output, u.CostUSD
	}
	if c := end.Candidate; c != nil {
		m["candidate"], m["verdict"] = c.SHA256, c.Verdict
		for k, v := range c.Strict {
			m["strict."+k] = v
		}
		for k, v := range c.Compat {
			m["compat."+k] = v
		}
	}
	return m
}

func changes(a, b map[string]any) []Change {
	keys := map[string]bool{}
	for k := range a {
		keys[k] = true
	}
	for k := range b {
		keys[k] = true
	}
	list := []Change{}
	for k := range keys {
		// As text: one side may come from a file, where all numbers are floats, and absent
		// differs from every value.
		if fmt.Sprint(a[k]) != fmt.Sprint(b[k]) {
			list = append(list, Change{k, a[k], b[k]})
		}
	}
	slices.SortFunc(list, func(x, y Change) int {
		if x.Key < y.Key {
			return -1
		}
		return 1
	})
	return list
}

// Same reports whether the runs do not differ.
func (d Difference) Same() bool {
	for _, c := range d.Candidates {
		if !c.Same {
			return false
		}
	}
	return len(d.Settings)+len(d.Result)+d.FirstOther+d.Request == 0
}
