package feedback

import (
	"fmt"
	"strings"

	"ensures/java"
	"ensures/jml"
	"ensures/verify"
)

// Failure is one thing that went wrong and what to do about it.
type Failure struct {
	Class          Class                  `json:"class"`
	Kind           verify.Kind            `json:"kind"`
	Verdict        verify.Verdict         `json:"verdict"`
	Method         string                 `json:"method,omitempty"`
	Line           int                    `json:"line"`
	Column         int                    `json:"column,omitempty"`
	Code           string                 `json:"code,omitempty"` // the source line
	Clause         string                 `json:"clause,omitempty"`
	ClauseLine     int                    `json:"clause_line,omitempty"`
	What           string                 `json:"what"`
	Counterexample *verify.Counterexample `json:"counterexample,omitempty"`
	Hint           string                 `json:"hint"`
}

// Report is the analysis of an outcome.
type Report struct {
	Verdict  verify.Verdict `json:"verdict"`
	Backend  string         `json:"backend"`
	Version  string         `json:"version"`
	Failures []Failure      `json:"failures"`
	Warnings []string       `json:"warnings,omitempty"`
}

// Analyze explains an outcome on a source. The source may be one that does not
// parse; hints are then made from the diagnostics alone.
func Analyze(out verify.Outcome, source string) Report {
	r := Report{Verdict: out.Verdict, Backend: out.Backend, Version: out.Version, Failures: []Failure{}, Warnings: out.Warnings}
	s := newSources(source)
	for _, d := range out.Diagnostics {
		f := Failure{Class: ClassOf(d.Kind), Kind: d.Kind, Verdict: d.Verdict, Method: d.Method, Line: d.Line, Column: d.Column,
			Code: s.line(d.Line), Clause: d.Clause, ClauseLine: d.AssociatedLine, What: d.Message, Counterexample: d.Counterexample}
		if f.ClauseLine == 0 && d.Clause != "" {
			f.ClauseLine = d.Line
		}
		f.Hint = s.hint(f)
		r.Failures = append(r.Failures, f)
	}
	return r
}

// Crashed is the report for a verifier that failed itself.
func Crashed(backend string, err error) Report {
	return Report{Verdict: verify.Unknown, Backend: backend, Failures: []Failure{{Class: Crash, Verdict: verify.Unknown, What: err.Error(),
		Hint: "this says nothing about the specification; try another backend, or a simpler form of the clause that was changed last"}}}
}

// Text is the report for a model within a budget of tokens, counted as four bytes
// each: the first failures in full, the rest by class and line.
func (r Report) Text(tokens int) string {
	budget := 4 * tokens
	var b strings.Builder
	fmt.Fprintf(&b, "%s by %s", r.Verdict, r.Backend)
	if r.Version != "" {
		fmt.Fprintf(&b, " (%s)", r.Version)
	}
	b.WriteString("\n")
	for i, f := range r.Failures {
		full := f.text()
		if b.Len()+len(full) > budget && i > 0 {
			rest := fmt.Sprintf("… and %d more:", len(r.Failures)-i)
			for _, g := range r.Failures[i:] {
				rest += fmt.Sprintf(" %s at line %d;", g.Class, g.Line)
			}
			if room := budget - b.Len(); len(rest) > room && room > 40 {
				rest = strings.ToValidUTF8(rest[:room-4], "") + " …"
			}
			b.WriteString(rest + "\n")
			break
		}
		b.WriteString(full)
	}
	for _, w := range r.Warnings {
		if b.Len()+len(w) > budget {
			break
		}
		b.WriteString("warning: " + w + "\n")
	}
	return b.String()
}

func (f Failure) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n[%s] line %d", f.Class, f.Line)
	if f.Method != "" {
		fmt.Fprintf(&b, ", method %s", f.Method)
	}
	fmt.Fprintf(&b, ": %s\n", f.What)
	if f.Code != "" {
		fmt.Fprintf(&b, "  code:   %s\n", f.Code)
	}
	if f.Clause != "" {
		fmt.Fprintf(&b, "  clause: %s (line %d)\n", oneLine(f.Clause), f.ClauseLine)
	}
	if c := f.Counterexample; c != nil {
		run := "run"
		if !c.Replayed {
			run = "suspected run"
		}
		fmt.Fprintf(&b, "  %s:    %s → %s\n", run, c.Inputs, c.Actual)
		if c.Expected != "" {
			fmt.Fprintf(&b, "  expected: %s\n", oneLine(c.Expected))
		}
	}
	if f.Hint != "" {
		fmt.Fprintf(&b, "  hint:   %s\n", f.Hint)
	}
	return b.String()
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// sources is what hints look at.
type sources struct {
	lines []string
	file  *java.File
	spec  *jml.File
}

func newSources(src string) *sources {
	s := &sources{lines: strings.Split(src, "\n")}
	f, _ := java.Parse("", src)
	if f == nil {
		return s
	}
	s.file = f
	s.spec, _ = jml.Parse(f)
	return s
}

func (s *sources) line(n int) string {
	if n < 1 || n > len(s.lines) {
		return ""
	}
	return strings.TrimSpace(s.lines[n-1])
}

// loop is a loop with its clauses.
type loop struct {
	stmt java.Stmt
	spec *jml.LoopSpec
	from int // lines
	to   int
}

// loops is the loops of the file, outer ones first.
func (s *sources) loops() []loop {
	if s.file == nil || s.spec == nil {
		return nil
	}
	var out []loop
	java.Inspect(s.file, func(n java.Node) bool {
		switch st := n.(type) {
		case *java.For, *java.While, *java.DoWhile, *java.ForEach:
			ls := s.spec.Loops[st.(java.Stmt)]
			l := loop{stmt: st.(java.Stmt), spec: ls, from: s.file.Position(n.Pos()).Line, to: s.file.Position(n.End()).Line}
			if ls != nil && ls.From.IsValid() {
				l.from = min(l.from, s.file.Position(ls.From).Line)
			}
			out = append(out, l)
		}
		return true
	})
	return out
}

// loopAt is the innermost loop around a line, its clauses included.
func (s *sources) loopAt(line int) *loop {
	var best *loop
	for _, l := range s.loops() {
		if l.from <= line && line <= l.to && (best == nil || l.to-l.from <= best.to-best.from) {
			best = &l
		}
	}
	return best
}

// loopBefore is the last loop that ends before a line, in the method around it.
func (s *sources) loopBefore(line int) *loop {
	from := 0
	if m := s.methodAt(line); m != nil {
		from = s.file.Position(m.From).Line
	}
	var best *loop
	for _, l := range s.loops() {
		if l.to < line && l.from >= from && (best == nil || l.to > best.to || l.to == best.to && l.from < best.from) {
			best = &l
		}
	}
	return best
}

func (s *sources) methodAt(line int) *java.MethodDecl {
	var found *java.MethodDecl
	if s.file == nil {
		return nil
	}
	java.Inspect(s.file, func(n java.Node) bool {
		if m, ok := n.(*java.MethodDecl); ok && s.file.Position(m.Pos()).Line <= line && line <= s.file.Position(m.End()).Line {
			found = m
		}
		return true
	})
	return found
}
