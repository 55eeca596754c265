package verify

import (
	"strings"

	"ensures/java"
	"ensures/java/types"
)

// FrontEnd is what mistakes of a file mean: Unsupported when all of them are
// constructs outside the subset, Malformed otherwise, with a diagnostic each.
func FrontEnd(errs java.ErrorList) (Verdict, []Diagnostic) {
	verdict := Unsupported
	var out []Diagnostic
	for _, e := range errs {
		d := Diagnostic{Severity: Error, Line: e.At.Line, Column: e.At.Column, Message: e.Msg, Stage: "parse", Verdict: Malformed}
		switch e.Code {
		case java.NotInSubset:
			d.Kind, d.Verdict, d.Construct = UnsupportedConstruct, Unsupported, e.Msg
		case java.TypeError, java.UndefinedName:
			d.Kind, d.Stage = TypeError, "check"
		default:
			d.Kind = SyntaxError
		}
		if e.Hint != "" {
			d.Message += " (" + e.Hint + ")"
		}
		verdict = Join(verdict, d.Verdict)
		out = append(out, d)
	}
	return verdict, out
}

// ReaderWarnings are the warnings that the reader of JML has of a file.
func ReaderWarnings(errs java.ErrorList) []Diagnostic {
	var out []Diagnostic
	for _, e := range errs {
		d := Diagnostic{Kind: SpecificationWarning, Severity: Warning, Line: e.At.Line, Column: e.At.Column, Message: e.Msg, Stage: "check"}
		if e.Hint != "" {
			d.Message += " (" + e.Hint + ")"
		}
		out = append(out, d)
	}
	return out
}

// MethodMatches compares a method with what Options.Method may be (java.MethodName),
// or several with ; between them. The text of its MethodKey is the method alone. Empty is
// every method.
func MethodMatches(m *types.Method, want string) bool {
	if one, rest, several := strings.Cut(want, ";"); several {
		return MethodMatches(m, strings.TrimSpace(one)) || MethodMatches(m, strings.TrimSpace(rest))
	}
	if want == "" || want == KeyOf(m).String() {
		return true
	}
	n := java.MethodName{Class: m.Owner.QualifiedName(), Name: m.Name}
	if m.IsConstructor() {
		n.Name = m.Owner.Name
	}
	erased := n
	for _, p := range m.Params {
		n.Params = append(n.Params, types.ShortString(p.Type))
		erased.Params = append(erased.Params, types.Erasure(p.Type).String())
	}
	return n.Matches(want) || erased.Matches(want)
}
