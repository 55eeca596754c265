package harness

import (
	"fmt"

	"ensures/bench"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
	"ensures/jml/eval"
)

// spec is a candidate specification made ready to be evaluated.
type spec struct {
	file    *java.File
	jml     *jml.File
	checked *jml.Checked
	types   *types.Program
	tracer  *eval.Tracer
	run     *interp.Program // the tracer's
	class   *java.ClassDecl
	decl    *java.MethodDecl
	method  *types.Method
	cases   []*eval.Case
	refs    map[*jml.Clause]*ClauseRef
	// clauses that could not be compiled, with the reason
	mute []Diagnostic
}

// rejected is why a specification cannot be measured.
type rejected struct {
	status Status
	diags  []Diagnostic
}

func reject(status Status, format string, args ...any) *rejected {
	return &rejected{status, []Diagnostic{{Severity: "error", Message: fmt.Sprintf(format, args...)}}}
}

// frontEnd turns a front end's errors into a rejection: unsupported when all that
// is wrong is constructs outside the subset.
func frontEnd(errs java.ErrorList) *rejected {
	r := &rejected{status: Unsupported}
	for _, e := range errs {
		if e.Code != java.NotInSubset {
			r.status = Malformed
		}
		r.diags = append(r.diags, diagnostic("error", e))
	}
	return r
}

func diagnostic(severity string, e *java.Error) Diagnostic {
	msg := e.Msg
	if e.Code == java.NotInSubset && e.Construct != "" && msg == "" {
		msg = "not supported: " + e.Construct
	}
	return Diagnostic{Severity: severity, Line: e.At.Line, Column: e.At.Column, Message: msg, Hint: e.Hint}
}

// read runs the front end on a specification's code and finds the task's method.
//
// With elsewhere set, errors outside the method and its specification do not count.
func read(prep *bench.Prepared, code string, elsewhere bool) (*spec, *rejected) {
	s := &spec{}
	// Where errors elsewhere may pass, the front ends go on after theirs, and those in the method
	// are looked for when it is known.
	var all, errs java.ErrorList
	if s.file, errs = java.Parse("", code); len(errs) > 0 && !elsewhere {
		return s, frontEnd(errs)
	}
	all = append(all, errs...)
	if s.jml, errs = jml.Parse(s.file); len(errs) > 0 && !elsewhere {
		return s, frontEnd(errs)
	}
	all = append(all, errs...)
	s.types, errs = types.Check(prep.Runtime.Types, s.file)
	if len(errs) > 0 && !elsewhere {
		return s, frontEnd(errs)
	}
	unit := s.types.Units[0]
	if s.checked, errs = jml.Check(s.jml, s.types, unit); len(errs) > 0 && !elsewhere {
		return s, frontEnd(errs)
	}
	all = append(all, errs...)

	w := wanted{
		class: prep.Task.Class, method: prep.Decl, tokens: bodyTokens(prep.File, prep.Decl),
		names: []string{prep.Task.Method, prep.Task.Origin},
	}
	c, err := match(s.file, w, func(d *java.MethodDecl) bool { return s.jml.Method(d) != nil })
	if err != nil {
		return s, reject(Failed, "%v", err)
	}
	s.class, s.decl = c.class, c.method
	if s.method = unit.Info.Methods[c.method]; s.method == nil {
		return s, reject(Failed, "the method's declaration was not understood")
	}
	if inside := s.inside(all); elsewhere && len(inside) > 0 {
		return s, frontEnd(inside)
	}
	// Bodies are checked only when somebody asks for them.
	for _, d := range methodsOf(s.file, s.decl.IsConstructor) {
		if elsewhere && d.method != s.decl {
			continue
		}
		m := unit.Info.Methods[d.method]
		if m == nil {
			continue
		}
		if _, errs := m.Body(); len(errs) > 0 {
			return s, frontEnd(errs)
		}
	}
	s.tracer = eval.NewTracer(s.checked, prep.Runtime.Lib)
	s.run = s.tracer.Program()
	s.compile()
	return s, nil
}

// inside keeps the errors in the method and in its specification.
func (s *spec) inside(errs java.ErrorList) java.ErrorList {
	spans := []java.Span{{From: s.decl.Pos(), To: s.decl.End()}}
	if ms := s.jml.Method(s.decl); ms != nil {
		spans = append(spans, ms.Comments...)
	}
	var out java.ErrorList
	for _, e := range errs {
		for _, in := range spans {
			if in.From <= e.Span.From && e.Span.From < in.To {
				out = append(out, e)
				break
			}
		}
	}
	return out
}

// text is the source of a clause.
func (s *spec) text(c *jml.Clause) string { return c.String() }

// position is where a clause begins.
func (s *spec) position(p java.Pos) java.Position { return s.file.Position(p) }
