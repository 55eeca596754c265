package java

// Kind is the lexical class of a token.
type Kind uint8

// The classes of tokens.
const (
	InvalidToken Kind = iota // a stretch that is no token; already reported
	EOF
	Identifier  // contextual keywords (record, var, yield, …) included
	Keyword     // reserved words, and true, false, null
	Operator    // operators and separators; ">" always alone
	IntToken    // 1, 0x1, 1L
	FloatToken  // 1.0, 1f
	CharToken   // 'a'
	StringToken // "a"
	TextToken   // """…"""
	SpecToken   // a backslash word of JML
	ProseToken  // (* … *) of JML
)

// Token is one token of a source. Text is the token as written, with Unicode
// escapes replaced.
type Token struct {
	Kind    Kind
	NewLine bool // first token on its line
	escaped bool // Text differs from the source
	Span
	Text string
}

// Is reports whether t is the given keyword, operator or identifier.
func (t *Token) Is(text string) bool { return t.Text == text && t.Kind != InvalidToken }

func isKeyword(s string) bool {
	if len(s) < 2 && s != "_" || len(s) > 12 {
		return false
	}
	switch s {
	case "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class",
		"const", "continue", "default", "do", "double", "else", "enum", "extends", "final",
		"finally", "float", "for", "goto", "if", "implements", "import", "instanceof", "int",
		"interface", "long", "native", "new", "package", "private", "protected", "public",
		"return", "short", "static", "strictfp", "super", "switch", "synchronized", "this",
		"throw", "throws", "transient", "try", "void", "volatile", "while", "_",
		"true", "false", "null":
		return true
	}
	return false
}

func isPrimitive(s string) bool {
	switch s {
	case "int", "boolean", "char", "long", "double", "byte", "short", "float":
		return true
	}
	return false
}

// isSpecType reports whether s is a type that only JML has.
func isSpecType(s string) bool { return s == `\bigint` || s == `\real` || s == `\TYPE` }
