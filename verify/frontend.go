package verify

import (
	"path"
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

// MethodMatches compares a method with what Options.Method may be: "m", "C.m",
// "m(int,String)" or "C.m(int)", type arguments given or left out; in the name *
// stands for any text. The text of its MethodKey is the method alone. Empty is every
// method.
func MethodMatches(m *types.Method, want string) bool {
	if want == "" || want == KeyOf(m).String() {
		return true
	}
	name, params, sig := strings.Cut(want, "(")
	if sig {
		var ps []string
		for _, p := range m.Params {
			t := types.ShortString(p.Type)
			if !strings.Contains(params, "<") {
				t = withoutArguments(t)
			}
			ps = append(ps, strings.ReplaceAll(t, " ", ""))
		}
		if strings.ReplaceAll(params, " ", "") != strings.Join(ps, ",")+")" {
			return false
		}
	}
	n := m.Name
	if m.IsConstructor() {
		n = m.Owner.Name
	}
	for _, full := range []string{n, m.Owner.Name + "." + n, m.Owner.QualifiedName() + "." + n} {
		if ok, _ := path.Match(name, full); ok {
			return true
		}
	}
	return false
}

// withoutArguments is a type as text without its type arguments.
func withoutArguments(t string) string {
	var b strings.Builder
	depth := 0
	for _, c := range t {
		switch c {
		case '<':
			depth++
		case '>':
			depth--
		default:
			if depth == 0 {
				b.WriteRune(c)
			}
		}
	}
	return b.String()
}
