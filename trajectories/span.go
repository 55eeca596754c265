package trajectories

import "time"

// span is a step or call between its two lines.
type span struct {
	w     *Writer
	up    *Step
	id    int
	start time.Time
	done  *Record // its end, where an earlier process recorded that
}

// begin records a start inside up, or finds it among what an earlier process
// recorded (then it is not fresh). The caller holds the lock.
func (w *Writer) begin(up *Step, r Record) (s span, fresh bool) {
	if up != nil {
		r.Parent = up.id
	}
	if start, end := w.resumed.claim(r); start != nil {
		return span{w: w, up: up, id: start.ID, start: w.opts.Now(), done: end}, false
	}
	// The steps around a new start were recorded with an end that knew nothing of it. They are
	// recorded anew, and nobody may take the old end for an answer any more.
	for s := up; s != nil; s = s.up { // it does not go as recorded: its end is another
		s.done = nil
		w.resumed.reopen(s.id)
	}
	w.last++
	s = span{w: w, up: up, id: w.last, start: w.opts.Now()}
	r.ID, r.Time = s.id, s.start.UTC()
	w.count(r)
	w.line(r)
	return s, true
}

// end records an end. The caller holds the lock.
func (s *span) end(r Record) {
	// It is in the file already.
	if s.done != nil {
		return
	}
	now := s.w.opts.Now()
	r.ID, r.Time, r.ElapsedMS = s.id, now.UTC(), ms(now.Sub(s.start))
	s.w.count(r)
	s.w.line(r)
}

// count keeps the summary's figures.
func (w *Writer) count(r Record) {
	switch r.Type {
	case StepStart:
		w.sum.Steps++
		if r.Parent == 0 {
			w.outer[r.ID] = true
		}
	case StepEnd:
		if w.outer[r.ID] {
			w.came = worst(w.came, r.Candidate)
		}
	case ModelCallStart:
		w.sum.ModelCalls++
	case ToolCallStart:
		w.sum.ToolCalls++
	case Resumed:
		w.sum.Resumes++
	}
	if r.Usage != nil && r.Type == ModelCallEnd {
		if w.sum.Usage == nil {
			w.sum.Usage = &Usage{}
		}
		w.sum.Usage.Add(*r.Usage)
	}
}

// Step is a step that has started and not yet ended. A nil *Step records nothing.
type Step struct{ span }

// Start records the start of a step.
func (w *Writer) Start(kind, name string, data any) *Step {
	if w == nil {
		return nil
	}
	return w.step(nil, kind, name, data)
}

// Start records the start of a step inside s.
func (s *Step) Start(kind, name string, data any) *Step {
	if s == nil {
		return nil
	}
	return s.w.step(s, kind, name, data)
}

func (w *Writer) step(up *Step, kind, name string, data any) *Step {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, _ := w.begin(up, Record{Type: StepStart, Kind: kind, Name: name, Data: w.raw(data)})
	return &Step{s}
}

// ID is the number of the step, 0 where nothing is recorded.
func (s *Step) ID() int {
	if s == nil {
		return 0
	}
	return s.id
}

// Recorded is the step's end as an earlier process recorded it, in a resumed run.
func (s *Step) Recorded() (Record, bool) {
	if s == nil {
		return Record{}, false
	}
	return s.recorded()
}

func (s *span) recorded() (Record, bool) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	if s.done == nil {
		return Record{}, false
	}
	return *s.done, true
}

// StepResult is how a step ended.
type StepResult struct {
	Outcome     string // one word: ok, error …
	Error       string
	Thought     string // what the model thought
	Code        string // what it had run
	Observation string // what it was told, whole
	Candidate   *Candidate
	Data        any
}

// End records the end of a step that has only an outcome and data.
func (s *Step) End(outcome string, data any) { s.Close(StepResult{Outcome: outcome, Data: data}) }

// Close records the end of a step.
func (s *Step) Close(r StepResult) {
	if s == nil {
		return
	}
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	s.end(Record{Type: StepEnd, Outcome: r.Outcome, Error: r.Error, Thought: r.Thought, Code: r.Code,
		Observation: r.Observation, Candidate: s.w.candidate(r.Candidate), Data: s.w.raw(r.Data)})
}

// ModelCall is a call of a model that has started and not yet ended.
type ModelCall struct{ span }

// Model records the start of a model call. The request is any value whose JSON is
// an object with an array "messages".
func (s *Step) Model(model string, request any) *ModelCall {
	if s == nil {
		return nil
	}
	w := s.w
	w.mu.Lock()
	defer w.mu.Unlock()
	now, err := w.parser.parse(request)
	if err != nil { // no request that could be replayed: the call is recorded without one
		c, _ := w.begin(s, Record{Type: ModelCallStart, Name: model, Error: err.Error()})
		return &ModelCall{c}
	}

	// Told from whichever of the latest conversations makes the line shortest, or from nothing.
	best, size := now.from(nil)
	for _, base := range w.talks.latest {
		if r, n := now.from(base); n < size {
			best, size = r, n
		}
	}
	// The hash does not depend on the base, so that a recorded call is found although its request
	// would be told otherwise now.
	c, fresh := w.begin(s, Record{Type: ModelCallStart, Name: model, Request: &best})
	if fresh { // a recorded one is remembered already
		now.call = c.id
		w.talks.add(now, &best)
	}
	return &ModelCall{c}
}

// Recorded is the call's end as an earlier process recorded it, in a resumed run:
// the model must not be asked again.
func (c *ModelCall) Recorded() (Record, bool) {
	if c == nil {
		return Record{}, false
	}
	return c.recorded()
}

// ModelResult is how a model call ended.
type ModelResult struct {
	Outcome  string // ok, or one word for what went wrong
	Error    string
	Response any // whatever was answered
	Usage    Usage
	Data     any // attempts, time to the first token …
}

// End records the end of a model call.
func (c *ModelCall) End(r ModelResult) {
	if c == nil {
		return
	}
	c.w.mu.Lock()
	defer c.w.mu.Unlock()
	c.end(Record{Type: ModelCallEnd, Outcome: r.Outcome, Error: r.Error, Response: c.w.raw(r.Response), Usage: &r.Usage, Data: c.w.raw(r.Data)})
}

// ToolCall is a call of a tool that has started and not yet ended.
type ToolCall struct{ span }

// Tool records the start of a tool call; id is the model's name of it, if any.
func (s *Step) Tool(name, id string, args any) *ToolCall {
	if s == nil {
		return nil
	}
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	c, _ := s.w.begin(s, Record{Type: ToolCallStart, Name: name, CallID: id, Args: s.w.raw(args)})
	return &ToolCall{c}
}

// Recorded is the call's end as an earlier process recorded it, in a resumed run:
// the tool need not run again.
func (c *ToolCall) Recorded() (Record, bool) {
	if c == nil {
		return Record{}, false
	}
	return c.recorded()
}

// ToolResult is how a tool call ended.
type ToolResult struct {
	Outcome   string // ok, bad_call, or one word for what went wrong
	Error     string
	Result    any
	Candidate *Candidate // what the tool judged, and found
}

// End records the end of a tool call.
func (c *ToolCall) End(r ToolResult) {
	if c == nil {
		return
	}
	c.w.mu.Lock()
	defer c.w.mu.Unlock()
	c.end(Record{Type: ToolCallEnd, Outcome: r.Outcome, Error: r.Error, Result: c.w.raw(r.Result), Candidate: c.w.candidate(r.Candidate)})
}
