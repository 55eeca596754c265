package score

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"ensures/tla/trace"
)

// PermissivenessDetail says what may come next in a model at the lines of the traces.
type PermissivenessDetail struct {
	// Allowed are pairs of a state that a trace passes through and a line that the model
	// allows there; Never are those that no trace has. Legal steps that did not happen are
	// among them: the share means something beside that of the rules only.
	Allowed int            `json:"allowed"`
	Never   int            `json:"never"`
	Rules   *Counts        `json:"rules,omitempty"` // the same of the model that has the system's rules
	Actions []ActionCounts `json:"actions,omitempty"`
	// Strays are lines that are possible in one of the two only.
	Strays  *trace.Strays `json:"strays,omitempty"`
	Failed  []string      `json:"failed,omitempty"` // events that can't be evaluated at some line
	Problem string        `json:"problem,omitempty"`
}

// Counts are what is allowed and what of it no trace has.
type Counts struct {
	Allowed int `json:"allowed"`
	Never   int `json:"never"`
}

// Share is never seen of allowed.
func (c Counts) Share() float64 {
	if c.Allowed == 0 {
		return 0
	}
	return float64(c.Never) / float64(c.Allowed)
}

// ActionCounts are an event's.
type ActionCounts struct {
	trace.Unseen
	Rules Counts `json:"rules"`
}

// Rules are a system's, as a model has them: what may come next by them is asked once for each
// mapping.
type Rules struct {
	model  Model
	lock   sync.Mutex
	answer map[*trace.Mapping]*ahead // by the mapping of the model that it is held against
}

// NewRules has the rules of a model.
func NewRules(m Model) *Rules { return &Rules{model: m} }

// ahead is the answer of a system's rules, with the pool that it is about.
type ahead struct {
	pool *trace.Pool
	*trace.Ahead
}

// permissiveness is the share, of the lines that the model or the system's rules allow next
// at the lines of the traces, of those that both allow with the same values: a line that
// only the model allows ends a trace that the system can't have.
func (j *job) permissiveness(ctx context.Context) error {
	if j.sys.Rules == nil || j.sys.Mapping == nil || len(j.sys.Traces) == 0 {
		return nil // there is nothing to hold it against
	}
	v, open := j.opens(false)
	if !open {
		j.res.Strict[Permissiveness] = v
		return nil
	}
	// The most expensive question comes last; whoever asked for it by name gets it.
	if j.o.Quick && len(j.res.Caught()) > 0 && len(j.o.Metrics) == 0 {
		j.res.Strict[Permissiveness] = Value{Why: "not measured: something else is known to be wrong"}
		return nil
	}

	d := &PermissivenessDetail{}
	j.res.Permissiveness = d
	err := j.lookAhead(ctx, d)
	var mistake *trace.MappingError
	if errors.As(err, &mistake) {
		d.Problem = mistake.Error()
	} else if err != nil {
		return err
	}
	j.res.Strict[Permissiveness] = d.strict()
	return nil
}

func (j *job) lookAhead(ctx context.Context, d *PermissivenessDetail) error {
	mapping := j.sys.Mapping
	if j.model.Mapping != nil {
		mapping = j.model.Mapping
	}
	own, err := j.reading(mapping)
	if err != nil {
		d.Problem = err.Error()
		return nil
	}

	law, err := j.lawAhead(ctx, own)
	if err != nil {
		return err
	}
	if law.Status != trace.Accepted {
		d.Problem = "what the system's rules allow is not known: " + law.Reason
		return nil
	}

	// The reference held against itself: the same question would have the same answer.
	mine := law.Ahead
	if j.model.Module != j.sys.Rules.model.Module || j.model.Mapping != nil {
		if mine, err = j.ahead(ctx, j.model, own, law.pool); err != nil {
			return err
		}
	}
	if mine.Status != trace.Accepted {
		d.Problem = mine.Reason
		return nil
	}

	strays := mine.Against(law.Ahead)
	d.Strays, d.Failed, d.Rules = &strays, mine.Failed, &Counts{}
	theirs := map[string]Counts{}
	for _, u := range law.Unseen() {
		theirs[u.Event] = Counts{u.Allowed, u.Never}
		d.Rules.Allowed, d.Rules.Never = d.Rules.Allowed+u.Allowed, d.Rules.Never+u.Never
	}
	for _, u := range mine.Unseen() {
		d.Actions = append(d.Actions, ActionCounts{u, theirs[u.Event]})
		d.Allowed, d.Never = d.Allowed+u.Allowed, d.Never+u.Never
	}
	return nil
}

// reading is the system's traces as a mapping reads them.
func (j *job) reading(m *trace.Mapping) (trace.Reading, error) {
	r := trace.Reading{Mapping: m}
	files := j.sys.Traces
	if n := j.o.Traces; n > 0 && n < len(files) {
		files = files[:n]
	}
	for _, f := range files {
		t, err := trace.Read(f.Name, bytes.NewReader(f.Text), m, trace.Limits{})
		if err != nil {
			return r, err
		}
		r.Traces = append(r.Traces, t)
	}
	return r, nil
}

// lawAhead is what may come next by the system's rules, of lines that both mappings know.
func (j *job) lawAhead(ctx context.Context, own trace.Reading) (*ahead, error) {
	// Held while TLC runs: several models with one mapping wait for one answer rather than each
	// asking for it.
	c := j.sys.Rules
	c.lock.Lock()
	defer c.lock.Unlock()
	if a := c.answer[own.Mapping]; a != nil {
		return a, nil
	}
	law, err := j.reading(j.sys.Mapping)
	if err != nil {
		return nil, err
	}
	a := &ahead{pool: trace.NewPool(law, own)}
	if a.Ahead, err = j.ahead(ctx, c.model, law, a.pool); err != nil {
		return nil, err
	}
	if c.answer == nil {
		c.answer = map[*trace.Mapping]*ahead{}
	}
	c.answer[own.Mapping] = a
	return a, nil
}

func (j *job) ahead(ctx context.Context, m Model, r trace.Reading, pool *trace.Pool) (*trace.Ahead, error) {
	if err := j.enter(ctx); err != nil {
		return nil, err
	}
	defer j.leave()
	return trace.LookAhead(ctx, j.tools, trace.Spec{Module: m.Module, Extra: m.Extra}, r, pool, trace.Options{})
}

func (d *PermissivenessDetail) strict() Value {
	if d.Strays == nil {
		return Value{Why: d.Problem}
	}
	v := Share(d.Strays.Agreed, d.Strays.Lines, "no line of the traces could be looked at")
	for i, s := range d.Strays.Events {
		if i > 0 {
			v.Why += "; "
		}
		v.Why += s.String()
	}
	return v
}

// String says how much is allowed and never seen, beside the rules' own figure.
func (d *PermissivenessDetail) String() string {
	s := fmt.Sprintf("%d of %d allowed steps are in no trace (%.0f %%)", d.Never, d.Allowed, 100*Counts{d.Allowed, d.Never}.Share())
	if d.Rules != nil {
		s += fmt.Sprintf(", %d of %d by the rules (%.0f %%)", d.Rules.Never, d.Rules.Allowed, 100*d.Rules.Share())
	}
	return s
}
