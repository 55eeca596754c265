package jml

import (
	"strings"

	"ensures/java"
)

// String is the clause in canonical form: its kind's own keyword (that of the
// synonym is not kept), one blank between words, a semicolon at the end.
func (c *Clause) String() string { return strings.Join(c.Lines(), "\n") }

// Lines is the clause in canonical form, line by line; a nested group has a line
// for each of its clauses and delimiters.
func (c *Clause) Lines() []string {
	if c.Kind == Group {
		return c.groupLines()
	}

	var b strings.Builder
	words := func(s ...string) {
		for _, w := range s {
			if w != "" {
				if b.Len() > 0 {
					b.WriteByte(' ')
				}
				b.WriteString(w)
			}
		}
	}

	words(c.Mods.Flags.String())
	for _, w := range c.JMods.Words {
		words(modWord(w))
	}
	key := c.Kind.String()
	if c.Redundant {
		key += "_redundantly"
	}
	words(key)

	switch c.Kind {
	case Signals:
		if c.Param != nil {
			p := "(" + java.Print(c.Param.Type)
			if c.Param.Name.Name != "" {
				p += " " + c.Param.Name.Name
			}
			words(p + ")")
		}
	case SignalsOnly:
		words(c.thrown())
		return split(b.String() + ";")
	case Old, ForallVar:
		words(strings.TrimSuffix(java.Print(c.Decl), ";"))
		return split(b.String() + ";")
	case Callable, Monitors, Maps:
		words(c.Text)
		return split(b.String() + ";")
	case Represents:
		words(list(c.Refs))
		if c.SuchThat {
			words(`\such_that`)
		} else {
			words("=")
		}
	case Readable, Writable:
		words(list(c.Refs), "if")
	case Decreases, MeasuredBy:
		// A measure of several components has them all in Refs, the first one in Expr too.
		if c.Refs != nil {
			words(list(c.Refs))
			return split(b.String() + ";")
		}
	default:
		words(list(c.Refs))
	}

	if c.NotSpecified {
		if len(c.Refs) > 0 {
			b.WriteString(",")
		}
		words(`\not_specified`)
	}
	if c.Expr != nil {
		words(java.Print(c.Expr))
	}
	if c.If != nil {
		if c.Kind == Accessible {
			words(`\measured_by`, java.Print(c.If))
		} else {
			words("if", java.Print(c.If))
		}
	}
	return split(b.String() + ";")
}

func (c *Clause) groupLines() []string {
	out := []string{"{|"}
	for i, k := range c.Cases {
		if i > 0 {
			out = append(out, "also")
		}
		for _, l := range caseLines(k) {
			out = append(out, "  "+l)
		}
	}
	return append(out, "|}")
}

// thrown are the exceptions of a signals_only clause.
func (c *Clause) thrown() string {
	switch {
	case c.NotSpecified:
		return `\not_specified`
	case len(c.Types) == 0:
		return `\nothing`
	}
	names := make([]string, len(c.Types))
	for i, t := range c.Types {
		names[i] = java.Print(t)
	}
	return strings.Join(names, ", ")
}

func split(s string) []string { return strings.Split(s, "\n") }

func list(refs []java.Expr) string {
	out := make([]string, len(refs))
	for i, r := range refs {
		out[i] = java.Print(r)
	}
	return strings.Join(out, ", ")
}

// modWord is a modifier as a keyword, also when it was an annotation.
func modWord(w string) string {
	if !strings.HasPrefix(w, "@") {
		return w
	}
	f := annotationMods[w[1:]]
	for _, k := range keywordOrder {
		if modWords[k] == f {
			return k
		}
	}
	return strings.ToLower(w[1:])
}

// keywordOrder lists the canonical modifier keywords.
var keywordOrder = []string{
	"pure", "strictly_pure", "function", "helper", "nullable", "non_null", "nullable_by_default", "non_null_by_default",
	"spec_public", "spec_protected", "ghost", "model", "instance", "uninitialized", "monitored", "secret", "query",
	"peer", "rep", "readonly", "immutable", "code_java_math", "code_safe_math", "code_bigint_math",
	"spec_java_math", "spec_safe_math", "spec_bigint_math", "skipesc", "skiprac", "inline",
}

// Head returns the line that a case begins with, "" for a lightweight one.
func (k *Case) Head() string {
	if k.Behaviour <= Lightweight {
		return ""
	}
	head := k.Visibility.String()
	if k.Code {
		head = strings.TrimSpace(head + " code")
	}
	return strings.TrimSpace(head + " " + k.Behaviour.String())
}

func caseLines(k *Case) []string {
	var out []string
	if head := k.Head(); head != "" {
		out = append(out, head)
	}
	for _, c := range k.Clauses {
		for _, l := range c.Lines() {
			if k.Behaviour > Lightweight {
				l = "  " + l
			}
			out = append(out, l)
		}
	}
	return out
}

// Lines is the specification in canonical form, without comment marks; the
// modifiers come last.
func (m *MethodSpec) Lines() []string {
	var out []string
	section := Ordinary
	for i, k := range m.Cases {
		// A section's keyword stands in the place of an also.
		switch {
		case k.Section != section && k.Section == ImpliesThat:
			out = append(out, "implies_that")
		case k.Section != section && k.Section == ForExample:
			out = append(out, "for_example")
		case i > 0 || m.Also:
			out = append(out, "also")
		}
		section = k.Section
		out = append(out, caseLines(k)...)
	}
	if m.Mods.Words != nil {
		var words []string
		for _, w := range m.Mods.Words {
			words = append(words, modWord(w))
		}
		out = append(out, strings.Join(words, " "))
	}
	return out
}

// Lines is the loop's specification in canonical form.
func (l *LoopSpec) Lines() []string {
	var out []string
	for _, c := range l.Clauses {
		out = append(out, c.Lines()...)
	}
	return out
}

// Lines is the statement in canonical form.
func (s *Stmt) Lines() []string {
	switch s.Kind {
	case ContractStmt:
		return s.Spec.Lines()
	case GhostStmt:
		return split("ghost " + strings.TrimSuffix(java.Print(s.Decl), ";") + ";")
	case SetStmt, DebugStmt:
		text := java.Print(s.Java)
		if !strings.HasSuffix(text, ";") && !strings.HasSuffix(text, "}") {
			text += ";"
		}
		return split(s.Keyword + " " + text)
	case HavocStmt:
		return split("havoc " + list(s.Refs) + ";")
	}
	text := s.Keyword
	if s.Expr != nil {
		text += " " + java.Print(s.Expr)
	}
	if s.Message != nil {
		text += " : " + java.Print(s.Message)
	}
	return split(text + ";")
}

func (s *Stmt) String() string { return strings.Join(s.Lines(), "\n") }

// Comment puts lines into line comments: "//@ " before each.
func Comment(lines []string) []string {
	var out []string
	for _, l := range lines {
		for _, part := range split(l) {
			out = append(out, strings.TrimRight("//@ "+part, " "))
		}
	}
	return out
}

// EqualClause reports whether two clauses say the same in the same words, but
// for synonyms of keywords.
func EqualClause(a, b *Clause) bool {
	if a.Kind != b.Kind || a.Redundant != b.Redundant || a.SuchThat != b.SuchThat || a.NotSpecified != b.NotSpecified ||
		a.Text != b.Text || a.Mods.Flags != b.Mods.Flags || a.JMods.Flags != b.JMods.Flags ||
		len(a.Refs) != len(b.Refs) || len(a.Types) != len(b.Types) || len(a.Cases) != len(b.Cases) {
		return false
	}
	if !java.Equal(a.Expr, b.Expr) || !java.Equal(a.If, b.If) || !equalNode(a.Param, b.Param) || !equalNode(a.Decl, b.Decl) {
		return false
	}
	for i := range a.Refs {
		if !java.Equal(a.Refs[i], b.Refs[i]) {
			return false
		}
	}
	for i := range a.Types {
		if !java.Equal(a.Types[i], b.Types[i]) {
			return false
		}
	}
	for i := range a.Cases {
		if !equalCase(a.Cases[i], b.Cases[i]) {
			return false
		}
	}
	return true
}

func equalNode[T any, P interface {
	*T
	java.Node
}](a, b P) bool {
	if a == nil || b == nil {
		return a == b
	}
	return java.Equal(a, b)
}

func equalCase(a, b *Case) bool {
	if a.Section != b.Section || a.Visibility != b.Visibility || a.Code != b.Code || a.Behaviour != b.Behaviour || len(a.Clauses) != len(b.Clauses) {
		return false
	}
	for i := range a.Clauses {
		if !EqualClause(a.Clauses[i], b.Clauses[i]) {
			return false
		}
	}
	return true
}

// EqualSpec reports whether two method specifications are the same.
func EqualSpec(a, b *MethodSpec) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Also != b.Also || a.Mods.Flags != b.Mods.Flags || len(a.Cases) != len(b.Cases) {
		return false
	}
	for i := range a.Cases {
		if !equalCase(a.Cases[i], b.Cases[i]) {
			return false
		}
	}
	return true
}
