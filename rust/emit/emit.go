// Package emit writes a file of Rust that has specifications in other dialects: as a file
// for Verus, with checks at run time, with the attributes of anodized, of Kani and of
// core::contracts. What is inserted is text; every other byte of the code stays.
//
// A clause that a dialect cannot say is left out alone, and named with its place and the
// reason. Where what is left would be wrong without it, the whole function is left out.
//
// The package must not know how clauses are evaluated or proved, nor compilers, files on
// disk or the terminal.
package emit

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ensures/rust/spec"
)

// Dialect is a form in which specifications of Rust are written.
type Dialect string

// The dialects.
const (
	Verus       Dialect = "verus"        // a file for Verus, with verus! blocks
	DebugAssert Dialect = "debug-assert" // checks at run time, with std alone
	Anodized    Dialect = "anodized"     // the attributes of the crate anodized
	Kani        Dialect = "kani"         // the attributes of Kani, seen by Kani alone
	Contracts   Dialect = "contracts"    // core::contracts, of nightly compilers
)

// Dialects are all of them.
func Dialects() []Dialect { return []Dialect{Verus, DebugAssert, Anodized, Kani, Contracts} }

// About says what a dialect is, in a few words.
func (d Dialect) About() string {
	return map[Dialect]string{
		Verus:       "a file for Verus: verus! blocks around what is specified",
		DebugAssert: "checks in debug builds: debug_assert! and std alone",
		Anodized:    "the attributes of the crate anodized",
		Kani:        "the attributes of Kani, which other builds do not see",
		Contracts:   "core::contracts, of nightly compilers",
	}[d]
}

// Omitted is a clause that is left out.
type Omitted struct {
	spec.Span
	Func   string // that it is of
	Clause string // its word: "requires", "invariant", "assert"
	Text   string
	Reason string // what the dialect cannot say, by name
}

// Result is a file in another dialect.
type Result struct {
	Text    string
	Written int // clauses
	Omitted []Omitted
}

// File writes a file in a dialect. It is a [*spec.Error] where the file's own specifications
// could not be read.
func File(f *spec.File, d Dialect) (Result, error) {
	e := &emitter{f: f}
	return e.file(d)
}

func (e *emitter) file(d Dialect) (Result, error) {
	if len(e.f.Errs) > 0 {
		return Result{}, e.f.Errs[0]
	}
	switch d {
	case Verus:
		e.verus()
	case DebugAssert:
		e.erase()
		e.checks()
	case Anodized, Kani, Contracts:
		e.erase()
		e.attributes(d)
	default:
		return Result{}, fmt.Errorf("unknown dialect %q", d)
	}
	return Result{Text: e.apply(), Written: e.written, Omitted: e.omitted}, nil
}

// edit replaces a piece of the file.
type edit struct {
	spec.Span
	text string
}

// emitter is a file on its way to another dialect.
type emitter struct {
	f       *spec.File
	edits   []edit
	written int
	omitted []Omitted
	// functions are the functions of clauses that were asked for, by name.
	functions map[string]*specFunc
	// loopAttributes says that loops have some, arbitraries the types that Kani makes values of.
	loopAttributes bool
	arbitraries    []*spec.Item
	// refused are clauses and functions of clauses that a compiler did not take, with why;
	// statements are what lines of the text were written for, and origins where in the source
	// each line comes from.
	refused    map[spec.Span]string
	statements map[string]spec.Span
	origins    []int
}

func (e *emitter) insert(at int, text string) { e.replace(spec.Span{From: at, To: at}, text) }

func (e *emitter) replace(s spec.Span, text string) { e.edits = append(e.edits, edit{s, text}) }

// omit notes a clause that is left out.
func (e *emitter) omit(fn *spec.Func, c spec.Clause, reason string) {
	e.omitted = append(e.omitted, Omitted{c.Span, fn.Name, c.Kind.String(), oneLine(c.Text), reason})
}

// apply makes all edits. Those at one place come in the order in which they were asked for,
// and what is inserted at the edge of a replaced piece stands before it.
func (e *emitter) apply() string {
	slices.SortStableFunc(e.edits, func(a, b edit) int { return a.From - b.From })
	slices.SortStableFunc(e.omitted, func(a, b Omitted) int { return a.From - b.From })
	var b strings.Builder
	at := 0

	e.origins = []int{0}
	// What is inserted comes of the place where it is inserted, for every one of its lines.
	write := func(from int, text string, copied bool) {
		b.WriteString(text)
		for i, c := range []byte(text) {
			if c == '\n' && copied {
				e.origins = append(e.origins, from+i+1)
			} else if c == '\n' {
				e.origins = append(e.origins, from)
			}
		}
	}

	for _, d := range e.edits {
		// Pieces may overlap: what an earlier one has taken out is not taken out again.
		if d.From > at {
			write(at, e.f.Src[at:d.From], true)
		}
		write(d.From, d.text, false)
		at = max(at, d.To)
	}
	write(at, e.f.Src[at:], true)
	return b.String()
}

// mark begins a comment for specifications at the start of a line.
var mark = regexp.MustCompile(`\n[ \t]*//@`)

// oneLine is the text of a clause in one line, without the marks of comments in it.
func oneLine(text string) string {
	return strings.Join(strings.Fields(mark.ReplaceAllString(text, "\n")), " ")
}

// lineOf is where the line with a byte begins.
func (e *emitter) lineOf(at int) int { return strings.LastIndexByte(e.f.Src[:at], '\n') + 1 }

// endOf is where the line with a byte ends.
func (e *emitter) endOf(at int) int {
	line, _, _ := strings.Cut(e.f.Src[at:], "\n")
	return at + len(strings.TrimSuffix(line, "\r"))
}

// indent is the white space in front of the line with a byte.
func (e *emitter) indent(at int) string {
	l := e.f.Src[e.lineOf(at):]
	return l[:len(l)-len(strings.TrimLeft(l, " \t"))]
}

// inComment reports whether a byte stands in a comment for specifications.
func (e *emitter) inComment(at int) bool {
	return strings.HasPrefix(strings.TrimLeft(e.f.Src[e.lineOf(at):], " \t"), "//@")
}

// newline is how lines of the file end.
func (e *emitter) newline() string {
	if strings.Contains(e.f.Src, "\r\n") {
		return "\r\n"
	}
	return "\n"
}
