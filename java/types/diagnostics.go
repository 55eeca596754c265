package types

import (
	"slices"

	"ensures/internal/closest"
	"ensures/java"
)

// sink collects the errors of one body or one unit's headers.
type sink struct {
	file  *java.File
	list  java.ErrorList
	muted int // > 0 while an expression is tried
	tried int // errors seen while muted
}

func (s *sink) add(code java.Code, construct string, n java.Node, hint, msg string) {
	if s.muted > 0 {
		s.tried++
		return
	}
	span := java.Span{From: n.Pos(), To: n.End()}
	for _, e := range s.list {
		if e.Span == span && e.Code == code {
			return // one report per place
		}
	}
	s.list = append(s.list, &java.Error{
		Code: code, Construct: construct, At: s.file.Position(span.From), Span: span, Msg: msg, Hint: hint,
	})
}

// similar is the candidate other than name that is closest to it, "" when none
// is close.
func similar(name string, candidates []string) string {
	candidates = slices.DeleteFunc(candidates, func(c string) bool { return c == name })
	slices.Sort(candidates)
	return closest.Word(name, candidates, 1+len(name)/4)
}

// similarClass suggests a visible class name.
func (r *resolver) similarClass(name string) string {
	var names []string
	for s := r.sc; s != nil; s = s.Parent {
		if s.localClass != nil {
			names = append(names, s.localClass.Name)
		}
		if s.body {
			names = append(names, s.Class.Name)
			for n := range s.Class.members {
				names = append(names, n)
			}
		}
	}

	// Sorted by similar, so that the order in which maps are walked has no part in the
	// suggestion.
	if r.env.prog != nil {
		for _, c := range r.env.prog.top {
			names = append(names, c.Name)
		}
	}
	names = append(names, r.lib.ClassNames("java.lang")...)
	for _, p := range r.env.onDemand {
		names = append(names, r.lib.ClassNames(p)...)
	}
	for n := range r.env.single {
		names = append(names, n)
	}
	for n := range basicByName {
		names = append(names, n)
	}
	return similar(name, names)
}
