package trajectories

import (
	"encoding/json"
	"fmt"
	"iter"
)

// Exchange is one model call read back: the whole request, and the answer.
type Exchange struct {
	ID       int    // of the call
	Step     int    // the step it belongs to
	Model    string // as the caller named it
	SHA256   string // HashRequest of the request
	Settings json.RawMessage
	Messages []json.RawMessage
	End      *Record // nil where the call has no end
}

// Request is the whole request as JSON.
func (x Exchange) Request() (json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(x.Settings, &fields); err != nil {
		return nil, err
	}
	messages, err := encoder{}.encode(append([]json.RawMessage{}, x.Messages...))
	if err != nil {
		return nil, err
	}
	fields["messages"] = messages
	return encoder{}.encode(fields)
}

// Exchanges are the run's model calls in the order of their starts, what a resumed
// run did otherwise left out. A request that can't be rebuilt is an error; going on
// past it is safe.
func (r *Run) Exchanges() iter.Seq2[Exchange, error] {
	ends := r.ends()
	dropped := r.superseded()
	return func(yield func(Exchange, error) bool) {
		starts := r.modelStarts()
		i := 0
		// Superseded requests are rebuilt too: later ones may be told from them.
		for w, err := range r.requests(&conversations{}) {
			start := starts[i]
			i++
			if dropped[start.ID] {
				continue
			}
			x := Exchange{ID: start.ID, Step: start.Parent, Model: start.Name, End: ends[start.ID]}
			if err != nil {
				err = fmt.Errorf("model call %d: %w", start.ID, err)
			} else {
				x.SHA256, x.Settings, x.Messages = start.Request.SHA256, w.settings, w.messages
			}
			if !yield(x, err) {
				return
			}
		}
	}
}

// modelStarts are the starts of model calls that have a request.
func (r *Run) modelStarts() []*Record {
	var list []*Record
	for i := range r.Records {
		if rec := &r.Records[i]; rec.Type == ModelCallStart && rec.Request != nil {
			list = append(list, rec)
		}
	}
	return list
}

// requests rebuilds the requests of modelStarts one after the other.
func (r *Run) requests(talks *conversations) iter.Seq2[*whole, error] {
	return func(yield func(*whole, error) bool) {
		for _, start := range r.modelStarts() {
			w, err := talks.rebuild(start)
			if !yield(w, err) {
				return
			}
		}
	}
}

func (c *conversations) rebuild(start *Record) (*whole, error) {
	// Base 0 is none.
	base := c.of(start.Request.Base)
	if base == nil && start.Request.Base != 0 {
		return nil, fmt.Errorf("its request is told from that of call %d, which is not among the last", start.Request.Base)
	}
	w, err := start.Request.apply(base)
	if err != nil {
		return nil, err
	}
	w.call = start.ID
	c.add(w, start.Request)
	return w, nil
}

// ends are the ends of steps and calls by number; the last of each counts.
func (r *Run) ends() map[int]*Record {
	ends := map[int]*Record{}
	for i := range r.Records {
		switch rec := &r.Records[i]; rec.Type {
		case StepEnd, ModelCallEnd, ToolCallEnd:
			ends[rec.ID] = rec
		}
	}
	return ends
}

func (r *Run) superseded() map[int]bool {
	m := map[int]bool{}
	if end := r.End(); end != nil {
		for _, id := range end.Superseded {
			m[id] = true
		}
	}
	return m
}

// Span is a step or call read back, with what is inside it.
type Span struct {
	Start  *Record
	End    *Record // nil where it has none
	Inside []*Span
}

// Spans are the run's outermost steps in order, what a resumed run did otherwise
// left out.
func (r *Run) Spans() []*Span {
	ends, dropped := r.ends(), r.superseded()
	byID := map[int]*Span{}
	root := &Span{}
	for i := range r.Records {
		rec := &r.Records[i]
		switch rec.Type {
		case StepStart, ModelCallStart, ToolCallStart:
			// Starts come after those of the steps around them, so that one pass drops all that
			// is inside.
			if dropped[rec.ID] || dropped[rec.Parent] {
				dropped[rec.ID] = true
				continue
			}
			s := &Span{Start: rec, End: ends[rec.ID]}
			byID[rec.ID] = s
			up := byID[rec.Parent]
			// Records of a step that the file does not have stand at the top rather than nowhere.
			if up == nil {
				up = root
			}
			up.Inside = append(up.Inside, s)
		}
	}
	return root.Inside
}

// Steps are all of the run's steps, a step before those inside it; calls are not
// among them. The number of a step, from 1, is its place here.
func (r *Run) Steps() []*Span {
	var list []*Span
	var visit func([]*Span)
	visit = func(spans []*Span) {
		for _, s := range spans {
			if s.Start.Type == StepStart {
				list = append(list, s)
				visit(s.Inside)
			}
		}
	}
	visit(r.Spans())
	return list
}

// Calls are the calls that a step made itself.
func (s *Span) Calls() []*Span {
	var list []*Span
	for _, in := range s.Inside {
		if in.Start.Type != StepStart {
			list = append(list, in)
		}
	}
	return list
}
