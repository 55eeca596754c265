package ci

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ensures/verify"
)

// baselineSchema is the version of a baseline's form.
const baselineSchema = 1

// Baseline is the failures that are known and don't block.
type Baseline struct {
	Schema  int     `json:"schema"`
	Methods []known `json:"methods"`
}

// known is a method of which it is known what of it is not proved.
type known struct {
	File     string           `json:"file"`
	Method   verify.MethodKey `json:"method"` // "": the file
	Verdict  verify.Verdict   `json:"verdict"`
	Failures []failure        `json:"failures"`
}

// failure is one thing that is not proved. Lines are left out: they move.
type failure struct {
	Kind   verify.Kind `json:"kind"`
	Clause string      `json:"clause,omitempty"`
}

// ReadBaseline reads a baseline.
func ReadBaseline(text []byte) (*Baseline, error) {
	var b Baseline
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&b); err != nil {
		return nil, err
	}
	if b.Schema != baselineSchema {
		return nil, fmt.Errorf("schema %d: this program reads %d", b.Schema, baselineSchema)
	}
	return &b, nil
}

// Baseline returns the failures of a report as a baseline, in the order of the rows.
func (r *Report) Baseline() *Baseline {
	b := &Baseline{Schema: baselineSchema, Methods: []known{}}
	for _, row := range r.Rows {
		if row.Fails() {
			b.Methods = append(b.Methods, known{row.File, row.Method, severity(row), failures(row)})
		}
	}
	return b
}

// Text returns the baseline as a file holds it.
func (b *Baseline) Text() ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(b)
	return out.Bytes(), err
}

// Knows reports whether a row's failures are known: a method that fails in another way
// than it did, or is refuted where it was only open, is not.
//
//	known(r)  iff  some entry e of the same file and method has
//	               failures(r) ⊆ failures(e) and (r is refuted ⇒ e is refuted)
func (b *Baseline) Knows(r Row) bool {
	if b == nil {
		return false
	}
	return slices.ContainsFunc(b.Methods, func(k known) bool {
		if k.File != r.File || k.Method != r.Method || severity(r) == verify.Refuted && k.Verdict != verify.Refuted {
			return false
		}
		return !slices.ContainsFunc(failures(r), func(f failure) bool { return !slices.Contains(k.Failures, f) })
	})
}

// severity returns the verdict of a row, refuted where its contract is gone.
func severity(r Row) verify.Verdict {
	if r.Change == Dropped {
		return verify.Refuted
	}
	return r.Verdict
}

// failures returns what of a row is not proved.
func failures(r Row) []failure {
	out := []failure{}
	for _, d := range r.Diagnostics {
		if f := failureOf(d); !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// failureOf returns what a diagnostic is about.
func failureOf(d verify.Diagnostic) failure {
	clause := strings.Join(strings.Fields(d.Clause), " ")
	return failure{d.Kind, cmp.Or(clause, d.Construct)}
}
