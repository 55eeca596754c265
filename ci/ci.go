// Package ci checks a change of a repository: which specified methods of the files that
// changed are verified, which were and are not any more, and what contracts let through
// that they did not. A baseline names the failures that are known.
//
// It must not know the terminal, the configuration, or which verifiers there are.
package ci

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"ensures/bench"
	"ensures/internal/git"
	"ensures/internal/regular"
	"ensures/java/project"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/partial"
)

// Options say what is checked, by whom, and what blocks.
type Options struct {
	Repository *git.Repository
	Since      string   // a commit; "" checks every file, and nothing was there before
	Folders    []string // relative to the repository; none is all of it
	Exclude    func(path string) bool

	Verifier  verify.Backend
	Proof     verify.Options
	Processes int            // files at a time
	Runtime   *bench.Runtime // finds the classes of the project
	Measure   Measure

	Baseline  *Baseline // nil: nothing is known
	Threshold float64   // least part of the methods, in percent, that is to be verified
}

// Change is what became of a method since the commit that is compared with.
type Change uint8

// The changes. Removed is a method that is gone; Dropped one that is there, whose
// contract is gone.
const (
	InvalidChange Change = iota
	Kept                 // verified before and now
	Gained               // verified now
	Lost                 // verified before, and not now
	Dropped
	Failing // not verified, and not before
	Removed
)

var changeNames = [...]string{"invalid", "kept", "gained", "lost", "dropped", "failing", "removed"}

func (c Change) String() string { return changeNames[c] }

// MarshalText implements encoding.TextMarshaler.
func (c Change) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Row is what is found of a method, or of a file that no method's verdict speaks for.
type Row struct {
	File    string           // relative to the repository, with slashes
	Method  verify.MethodKey // zero: the file
	Line    int
	Verdict verify.Verdict // invalid where the method or its contract is gone
	Before  verify.Verdict // invalid where there was none
	Change  Change
	Known   bool // by the baseline
	// Diagnostics say why the method is not verified; of one that is not, there is at
	// least one.
	Diagnostics []verify.Diagnostic
	Survivors   []string // that its contract accepts since the change
}

// Name returns the method as messages name it, and "the file" for none.
func (r Row) Name() string {
	if r.Method.IsZero() {
		return "the file"
	}
	return r.Method.String()
}

// Fails reports whether something is to be said against the row.
func (r Row) Fails() bool { return r.Change == Lost || r.Change == Dropped || r.Change == Failing }

// File is a file that was checked.
type File struct {
	Path    string
	Text    string
	Outcome verify.Outcome
	Err     error // why there is no answer
}

// Report is what was found of a change.
type Report struct {
	Since     string // the commit, "" for none
	Files     []File
	Rows      []Row
	Threshold float64
}

// Check checks what changed since a commit. What a proof needs is in the method's own
// file, so that a file which did not change has the verdicts that it had.
func Check(ctx context.Context, o Options) (*Report, error) {
	pairs, err := o.read(ctx)
	if err != nil {
		return nil, err
	}
	o.verify(ctx, pairs)
	if err := ctx.Err(); err != nil {
		return nil, err
	}

	rep := &Report{Since: o.Since, Threshold: o.Threshold}
	for _, p := range pairs {
		rep.Files = append(rep.Files, File{Path: p.path, Text: p.now.text, Outcome: p.now.outcome, Err: p.now.err})
		if p.now.err != nil {
			continue
		}
		rows := p.rows(o.Runtime.Types)
		for i := range rows {
			rows[i].Known = rows[i].Fails() && o.Baseline.Knows(rows[i])
			if rows[i].Survivors, err = o.survivors(ctx, p, rows[i]); err != nil {
				return nil, err
			}
		}
		rep.Rows = append(rep.Rows, rows...)
	}
	return rep, ctx.Err()
}

// version is a file at one time.
type version struct {
	text      string
	contracts []contract
	outcome   verify.Outcome
	err       error
}

// pair is a file before a change and after it; a version that was not there is empty.
type pair struct {
	path     string
	was, now version
}

// read returns the files that changed and have a contract, or had one.
func (o Options) read(ctx context.Context) ([]*pair, error) {
	changes, err := o.changes(ctx)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(o.Repository.Top) // a link in the repository leads nowhere else
	if err != nil {
		return nil, err
	}
	defer root.Close()

	var list []*pair
	texts := map[string]string{}
	for _, c := range changes {
		p := &pair{path: c.Path}
		if c.Old {
			if p.was.text, err = o.Repository.Text(ctx, o.Since, c.Path); err != nil {
				return nil, err
			}
		}
		if c.There {
			text, err := regular.ReadIn(root, c.Path)
			if p.now.text = string(text); err != nil && !errors.Is(err, fs.ErrNotExist) { // it was deleted, and git not told
				p.now.err = err
			}
		}
		list = append(list, p)
		texts[filepath.Join(o.Repository.Top, filepath.FromSlash(c.Path))] = p.now.text
	}

	o.Runtime.Types.SetSources(partial.WithUnknown(project.Of(texts)))
	return slices.DeleteFunc(list, func(p *pair) bool {
		o.find(p.path, &p.was)
		o.find(p.path, &p.now)
		return len(p.was.contracts)+len(p.now.contracts) == 0 && p.now.err == nil
	}), nil
}

// find finds the contracts of a version. A text that is no UTF-8 is not asked about:
// each reader would make something else of it.
func (o Options) find(path string, v *version) {
	switch {
	case v.err != nil:
	case !utf8.ValidString(v.text):
		v.err = errors.New("the file is no UTF-8 text")
	default:
		v.contracts = contracts(o.Runtime.Types, path, v.text)
	}
}

// changes returns the Java files that are to be looked at.
func (o Options) changes(ctx context.Context) (list []git.Change, err error) {
	if o.Since != "" {
		list, err = o.Repository.Changed(ctx, o.Since, "**/*.java")
	} else {
		var files []string
		files, err = o.Repository.Files(ctx, "**/*.java")
		for _, f := range files {
			list = append(list, git.Change{Path: f, There: true})
		}
	}
	return slices.DeleteFunc(list, func(c git.Change) bool {
		in := len(o.Folders) == 0 || slices.ContainsFunc(o.Folders, func(dir string) bool {
			return dir == "." || strings.HasPrefix(c.Path, path.Clean(dir)+"/")
		})
		return !in || o.Exclude != nil && o.Exclude(c.Path)
	}), err
}

// verify asks about both versions of every file that have contracts.
func (o Options) verify(ctx context.Context, list []*pair) {
	slots := make(chan struct{}, max(1, o.Processes))
	var group sync.WaitGroup
	for _, p := range list {
		for _, v := range []*version{&p.now, &p.was} {
			if len(v.contracts) == 0 || v.err != nil {
				continue
			}
			slots <- struct{}{}
			group.Go(func() {
				defer func() { <-slots }()
				v.outcome, v.err = o.Verifier.Verify(ctx, verify.Request{File: p.path, Source: v.text, Options: o.Proof})
			})
		}
	}
	group.Wait()
}

// rows returns what became of a file and of its methods.
func (p *pair) rows(lib *types.Library) (out []Row) {
	if row, bad := p.fileRow(); bad {
		out = append(out, row)
	}
	for _, c := range p.now.contracts {
		row := Row{File: p.path, Method: c.method, Line: c.line, Verdict: p.now.verdict(c.method)}
		if contractOf(p.was.contracts, c.method) != nil {
			row.Before = p.was.verdict(c.method)
		}
		row.Change = changed(row.Before, row.Verdict)
		if row.Fails() {
			row.Diagnostics = p.now.reasons(row)
		}
		out = append(out, row)
	}

	methods := methodsOf(lib, p.path, p.now.text)
	for _, c := range p.was.contracts {
		if contractOf(p.now.contracts, c.method) != nil {
			continue
		}
		row := Row{File: p.path, Method: c.method, Line: 1, Before: p.was.verdict(c.method), Change: Removed}
		if line, there := methods[c.method]; there {
			row.Line, row.Change = line, Dropped
			row.Diagnostics = []verify.Diagnostic{{Kind: ContractDropped, Severity: verify.Error, Verdict: verify.Refuted, Method: c.method, Line: line, Stage: "check",
				Message: "the contract of " + c.method.Short() + " is gone", Clause: strings.TrimSpace(c.text)}}
		}
		out = append(out, row)
	}
	return out
}

// fileRow returns a row for what is wrong with the file rather than with one of its
// methods.
func (p *pair) fileRow() (row Row, bad bool) {
	row = Row{File: p.path, Line: 1, Verdict: p.now.outcome.Verdict}
	for _, d := range p.now.outcome.Diagnostics {
		if d.Method.IsZero() && !d.Verdict.Holds() {
			row.Diagnostics = append(row.Diagnostics, d)
		}
	}
	if len(row.Diagnostics) == 0 {
		return row, false
	}
	row.Line = max(1, row.Diagnostics[0].Line)
	row.Before = p.was.outcome.Verdict
	row.Change = changed(row.Before, row.Verdict)
	return row, row.Fails()
}

// changed returns the change from one verdict to another.
func changed(before, now verify.Verdict) Change {
	switch was, is := before == verify.Verified, now == verify.Verified; {
	case was && is:
		return Kept
	case is:
		return Gained
	case was:
		return Lost
	}
	return Failing
}

// verdict returns the verdict on a method of a version: its own, or that of the file,
// which is never verified of a method that no answer names.
func (v *version) verdict(key verify.MethodKey) verify.Verdict {
	if m := v.outcome.Find(key); m != nil {
		return m.Verdict
	}
	if v.err != nil || v.outcome.Verdict.Holds() {
		return verify.Unknown
	}
	return v.outcome.Verdict
}

// reasons returns why the method of a row is not verified.
func (v *version) reasons(row Row) (out []verify.Diagnostic) {
	for _, d := range v.outcome.Diagnostics {
		if d.Method == row.Method {
			out = append(out, d)
		}
	}
	if len(out) > 0 {
		return out
	}
	d := verify.Diagnostic{Kind: NotVerified, Severity: verify.Error, Verdict: row.Verdict, Method: row.Method, Line: row.Line, Stage: "prove",
		Message: fmt.Sprintf("%s is not verified: %s", row.Method.Short(), row.Verdict)}
	m := v.outcome.Find(row.Method)
	if m == nil {
		return append(out, d)
	}
	for _, c := range v.outcome.Conditions(*m) {
		d.Reason = strings.TrimPrefix(d.Reason+"; on condition: "+c.String(), "; ")
	}
	if m.Contradiction != nil {
		d.Reason = "its facts contradict " + m.Contradiction.Where
	}
	return append(out, d)
}

// The kinds of diagnostics that only a check of a change has.
const (
	ContractDropped verify.Kind = "ContractDropped"
	NotVerified     verify.Kind = "NotVerified"
)

// Count is how many rows there are of a kind.
type Count struct {
	Specified int `json:"specified"` // methods that have a contract
	Verified  int `json:"verified"`
	Lost      int `json:"lost"` // proof or contract, the known ones left out
	Failing   int `json:"failing"`
	Known     int `json:"known"`
	Survivors int `json:"survivors"` // methods whose contract lets more through
	NoAnswer  int `json:"no_answer"` // files
}

// Count counts the rows.
func (r *Report) Count() (c Count) {
	for _, row := range r.Rows {
		if !row.Method.IsZero() && row.Verdict != verify.InvalidVerdict {
			c.Specified++
		}
		switch {
		case row.Known:
			c.Known++
		case row.Change == Lost || row.Change == Dropped:
			c.Lost++
		case row.Change == Failing:
			c.Failing++
		}
		if row.Verdict == verify.Verified && !row.Method.IsZero() {
			c.Verified++
		}
		if len(row.Survivors) > 0 {
			c.Survivors++
		}
	}
	for _, f := range r.Files {
		if f.Err != nil {
			c.NoAnswer++
		}
	}
	return c
}

// Blocked reports whether the change is not to be taken.
//
//	blocked  iff  a proof or a contract is lost, or
//	              100 · verified < threshold · (verified + failing)
//
// where what the baseline knows counts for nothing.
func (r *Report) Blocked() bool {
	c := r.Count()
	return c.Lost > 0 || 100*float64(c.Verified) < r.Threshold*float64(c.Verified+c.Failing)
}

// Outcomes returns, by file, what blocks or could: the diagnostics that the baseline
// does not know.
func (r *Report) Outcomes() (out []verify.FileOutcome) {
	for _, f := range r.Files {
		one := verify.FileOutcome{File: f.Path, Outcome: f.Outcome, Err: f.Err}
		one.Outcome.Diagnostics = nil
		for _, row := range r.Rows {
			if row.File == f.Path && !row.Known {
				one.Outcome.Diagnostics = append(one.Outcome.Diagnostics, row.Diagnostics...)
			}
		}
		out = append(out, one)
	}
	return out
}

// Shown returns a name of a stranger's as one line without control characters.
func Shown(name string) string {
	if strings.ContainsFunc(name, unicode.IsControl) {
		return strconv.Quote(name)
	}
	return name
}
