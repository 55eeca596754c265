package task

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ensures/internal/regular"

	"go.yaml.in/yaml/v3"
)

// Metrics are the names of the metrics, in the order in which they are taken.
func Metrics() []string {
	return []string{"syntax", "runtime", "conformance", "invariants", "permissiveness"}
}

// Bug is a mistake seeded into the reference model: what a metric ought to catch.
type Bug struct {
	Name     string   `json:"name"`
	Kind     string   `json:"kind"`  // dropped guard, wrong update, missing action…
	Means    string   `json:"means"` // what the model gets wrong about the system
	Edits    []Edit   `json:"edits"`
	CaughtBy []string `json:"caught_by"` // metrics that are expected to catch it, one at least
}

// Edit puts a text in the place of another, which occurs exactly once.
type Edit struct {
	From string `json:"from"`
	To   string `json:"to"`

	line int // in the file of bugs
}

// LoadBugs reads the seeded bugs of a task; none where it has no file of them. What
// is wrong with the file is an *Error.
func (t Task) LoadBugs() ([]Bug, error) {
	if t.Bugs == "" {
		return nil, nil
	}
	raw, err := regular.ReadFile(t.Path(t.Bugs))
	if err != nil {
		return nil, fmt.Errorf("task %s: %w", t.Name, err)
	}
	n, problems := document(raw)
	r := &reader{problems: problems}
	var all []Bug
	if n != nil {
		all = r.bugs(n)
	}
	if len(r.problems) == 0 {
		return all, nil
	}
	for i := range r.problems {
		r.problems[i].File = t.Bugs
	}
	return all, &Error{Dir: t.Dir, Problems: r.problems}
}

func (r *reader) bugs(n *yaml.Node) []Bug {
	var all []Bug
	r.list(n, func(n *yaml.Node) {
		var b Bug
		if !r.fields(n, []field{
			{"name", true, func(n *yaml.Node) { b.Name = r.text(n) }},
			{"kind", true, func(n *yaml.Node) { b.Kind = r.text(n) }},
			{"means", true, func(n *yaml.Node) { b.Means = r.text(n) }},
			{"edits", true, func(n *yaml.Node) { r.list(n, func(n *yaml.Node) { b.Edits = append(b.Edits, r.edit(n)) }) }},
			{"caught_by", true, func(n *yaml.Node) {
				b.CaughtBy = r.texts(n)
				for _, m := range b.CaughtBy {
					if !slices.Contains(Metrics(), m) {
						r.add(n, "they are "+strings.Join(Metrics(), ", "), "%q is no metric", m)
					}
				}
			}},
		}) {
			return
		}
		if slices.ContainsFunc(all, func(o Bug) bool { return o.Name == b.Name }) {
			r.add(n, "", "the bug %s is there twice", b.Name)
		}
		all = append(all, b)
	})
	return all
}

// edit reads an edit; its texts keep their spaces, since lines of TLA+ stand in
// columns.
func (r *reader) edit(n *yaml.Node) Edit {
	e := Edit{line: n.Line}
	// A block text of YAML ends with a line end that is no part of what is replaced.
	verbatim := func(s *string) func(*yaml.Node) {
		return func(n *yaml.Node) {
			if n.Kind != yaml.ScalarNode {
				r.add(n, "", "here belongs a text, not %s", kind(n))
				return
			}
			*s = strings.TrimSuffix(n.Value, "\n")
		}
	}
	r.fields(n, []field{{"from", true, verbatim(&e.From)}, {"to", true, verbatim(&e.To)}})
	if e.From == e.To {
		r.add(n, "", "the edit changes nothing")
	}
	return e
}

// Apply is the text of a module with the bug in it. The text of each edit must occur
// exactly once.
func (b Bug) Apply(module string) (string, error) {
	if len(b.Edits) == 0 {
		return "", fmt.Errorf("bug %s: it has no edit", b.Name)
	}
	for _, e := range b.Edits {
		if e.From == "" {
			return "", fmt.Errorf("bug %s: an edit of nothing", b.Name)
		}
		// An edit of two places would seed two bugs, and one that fits nowhere none: the model
		// would be the reference again.
		if n := strings.Count(module, e.From); n != 1 {
			return "", fmt.Errorf("bug %s: the text to be replaced occurs %d times in the module, not once: %q", b.Name, n, e.From)
		}
		module = strings.Replace(module, e.From, e.To, 1)
	}
	return module, nil
}

// Buggy is the reference model with a bug in it.
func (t Task) Buggy(b Bug) (string, error) {
	if t.Reference.Module == "" {
		return "", errors.New("task " + t.Name + ": there is no reference model to put bugs into")
	}
	text, err := t.Read(t.Reference.Module)
	if err != nil {
		return "", err
	}
	return b.Apply(text)
}
