package trace

import (
	"crypto/sha256"
	"slices"
	"strings"
)

// Reading is the traces of a system as a mapping reads them.
type Reading struct {
	Mapping *Mapping
	Traces  []*Trace
}

// Pool has lines that may be put in at any place of a system's traces: for each event the
// fields that say whom and what it is about, with values that the traces have somewhere.
// Fields are known by their paths and values as they were logged, so that mappings to
// different models mean the same lines.
type Pool struct {
	lines map[string][]map[string]string // event → lines: path → value
}

const (
	allValues = 6  // of a field with at most so many values all are taken,
	fewValues = 3  // else so many
	mostLines = 48 // of an event
)

// NewPool makes the pool for models that are asked through these mappings. What is taken of
// many values depends on the values alone.
func NewPool(readings ...Reading) *Pool {
	values := map[string]map[string]bool{}
	needed := map[string][]string{} // event → paths
	for _, r := range readings {
		for path, known := range r.values() {
			if values[path] == nil {
				values[path] = map[string]bool{}
			}
			for raw := range known {
				values[path][raw] = true
			}
		}
		for i := range r.Mapping.Events {
			e := &r.Mapping.Events[i]
			_, names := r.Mapping.uses(e)
			list := needed[e.Name]
			for _, n := range names {
				if path := r.Mapping.field(n).Path; !slices.Contains(list, path) {
					list = append(list, path)
				}
			}
			slices.Sort(list)
			needed[e.Name] = list
		}
	}

	// The product of the values of all fields that the event needs. An event that needs none has
	// the one empty line; a field without any value in the traces leaves the event without lines.
	p := &Pool{lines: map[string][]map[string]string{}}
	for event, paths := range needed {
		lines := []map[string]string{{}}
		for _, path := range paths {
			var longer []map[string]string
			for _, line := range lines {
				for _, v := range few(keys(values[path]), allValues, fewValues) {
					one := map[string]string{path: v}
					for k, v := range line {
						one[k] = v
					}
					longer = append(longer, one)
				}
			}
			lines = longer
		}
		p.lines[event] = thin(lines, paths)
	}
	return p
}

// values are the values of each path in the traces, as they were logged, with what the
// mapping makes of them.
func (r Reading) values() map[string]map[string]Value {
	out := map[string]map[string]Value{}
	for _, t := range r.Traces {
		for _, rec := range t.Records {
			for name, v := range rec.Fields {
				path := r.Mapping.field(name).Path
				if out[path] == nil {
					out[path] = map[string]Value{}
				}
				out[path][unquoted(v.raw)] = v
			}
		}
	}
	return out
}

func keys[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// few are n of the values where there are more than all.
func few(values []string, all, n int) []string {
	if len(values) <= all {
		return values
	}
	// By hash rather than from the front: the choice is the same for every model, yet not the
	// first of a sorted list, which would be ids that are alike.
	byHash(values)
	out := values[:n]
	slices.Sort(out)
	return out
}

func byHash(values []string) {
	slices.SortFunc(values, func(a, b string) int {
		x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
		return slices.Compare(x[:], y[:])
	})
}

// thin leaves mostLines of an event's lines.
func thin(lines []map[string]string, paths []string) []map[string]string {
	if len(lines) <= mostLines {
		return lines
	}
	// A line has no order of its own, so that its text in the order of the paths stands for it.
	byText := map[string]map[string]string{}
	for _, l := range lines {
		var b strings.Builder
		for _, p := range paths {
			b.WriteString(l[p] + "\x00")
		}
		byText[b.String()] = l
	}
	var out []map[string]string
	for _, k := range few(keys(byText), mostLines, mostLines) {
		out = append(out, byText[k])
	}
	return out
}

// records are the lines of an event as a mapping reads them; a line whose values no trace
// has there is nil.
func (p *Pool) records(r Reading, known map[string]map[string]Value, e *Event) []*Record {
	_, needed := r.Mapping.uses(e)
	out := make([]*Record, len(p.lines[e.Name]))
	for i, line := range p.lines[e.Name] {
		rec := &Record{Event: e.Name, Fields: map[string]Value{}}
		for _, n := range needed {
			path := r.Mapping.field(n).Path
			// The pool is shared by models: a value that another reading knows may be one that
			// this mapping never saw, and for which it has no TLA+ text.
			if v, ok := known[path][line[path]]; ok {
				rec.Fields[n] = v
			}
		}
		// The index is the line's identity across models, so a line that can't be asked keeps its
		// place.
		if len(rec.Fields) == len(needed) {
			out[i] = rec
		}
	}
	return out
}

// index is which of an event's lines a record is, -1 for none.
func (p *Pool) index(r Reading, rec Record) int {
	e := r.Mapping.event(rec.Event)
	_, needed := r.Mapping.uses(e)
	return slices.IndexFunc(p.lines[rec.Event], func(line map[string]string) bool {
		for _, n := range needed {
			if v, has := rec.Fields[n]; !has || line[r.Mapping.field(n).Path] != unquoted(v.raw) {
				return false
			}
		}
		return true
	})
}

// line is a line of the pool for reading: TryFail thread=1.
func (p *Pool) line(event string, i int) string {
	s := event
	fields := p.lines[event][i]
	for _, path := range keys(fields) {
		s += " " + path + "=" + fields[path]
	}
	return s
}
