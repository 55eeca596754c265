package cmd

import (
	"fmt"
	"strings"

	"ensures/engine/annotate"
	"ensures/propose"
	"ensures/verify"
)

// annotationSARIF is what became of the methods of files as findings of a SARIF log, at the
// places where the methods stand in the files as they are: a note for what is proved, a warning
// for what is not, an error where a specification that somebody wrote is refuted.
func annotationSARIF(all []*annotate.Annotation) []verify.FileOutcome {
	var outs []verify.FileOutcome
	for _, one := range all {
		out := verify.FileOutcome{File: one.Path, Err: one.Err, Outcome: verify.Outcome{Backend: "ensures", Version: version()}}
		if one.Result != nil {
			_, out.Outcome.Diagnostics = verify.FrontEnd(one.Result.Errors)
			placed := one.Placed()
			for _, m := range one.Result.Methods {
				out.Outcome.Diagnostics = append(out.Outcome.Diagnostics, methodSARIF(one, placed, m)...)
			}
		}
		outs = append(outs, out)
	}
	return outs
}

func methodSARIF(one *annotate.Annotation, placed annotate.Placed, m propose.MethodResult) (out []verify.Diagnostic) {
	v, _ := placed.Verdict(m)
	add := func(kind verify.Kind, v verify.Verdict, format string, args ...any) {
		class, name := m.Name, m.Name
		if i := strings.LastIndexByte(m.Name, '.'); i >= 0 {
			class, name = m.Name[:i], m.Name[i+1:]
		}
		out = append(out, verify.Diagnostic{
			Kind: kind, Verdict: v, Method: verify.MethodKey{Class: class, Name: name}, Line: m.Line,
			Message: m.Name + ": " + fmt.Sprintf(format, args...),
		})
	}

	for _, c := range m.Clauses {
		if v == verify.Verified {
			add(verify.ClauseProved, v, "%s", oneLine(c.Text))
		} else {
			add(verify.ClauseNotProved, verify.Unknown, "%s", oneLine(c.Text))
		}
	}
	for _, l := range one.LeftOutOf(m) {
		if !l.Refuted {
			add(verify.ClauseNotProved, verify.Unknown, "%s held on %d runs: %s", oneLine(l.Clause), m.Inputs, l.Why)
		}
	}
	// Only somebody's own specification is an error; a proposal that is refuted is nobody's
	// claim.
	if m.Kept && v == verify.Refuted {
		add(verify.SpecificationRefuted, v, "its specification is refuted: %s", strings.Join(openLines(placed.Open(m)), "; "))
	}
	if len(out) == 0 && m.Reason != "" {
		add(verify.NothingProposed, verify.Unknown, "%s", m.Reason)
	}
	return out
}
