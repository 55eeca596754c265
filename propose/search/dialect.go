package search

// Dialect is how a specification language writes what the search finds. Arithmetic,
// comparisons, && || ! ==> and <==> are written alike in all of them.
type Dialect struct {
	Result string // the result's name
	Null   string // null; "" where the language has none
	// Old is an expression in the state before the call, and BeforeCall a text about
	// that state as a precondition says it.
	Old, BeforeCall func(text string) string
	// Quantify is a quantifier over an integer variable, or over two, in a range.
	Quantify func(q Quantifier, variables, span, body string) string
	// Quantified reports whether a text has a quantifier in it.
	Quantified func(text string) bool
	// Index and Length are an element and the length of an array.
	Index  func(sequence, i string) string
	Length func(sequence string) string
	// IsLength reports whether a variable's text is the length of something.
	IsLength func(text string) bool
	// If is a conditional expression.
	If func(condition, yes, no string) string
	// Narrow is what an integer type of that many bits makes of an operand.
	Narrow func(bits int, operand string) string
	// Least and Greatest are the bounds of an integer type of that many bits.
	Least, Greatest func(bits int) string
	// IsNaN is the condition that a fraction is not a number; nil where that can't be asked.
	IsNaN func(text string) string
	// Char, Real and Text are literals.
	Char func(unit uint16) string
	Real func(float64) string
	Text func(string) string
	// SameText is equality of strings, and Joined one string after another.
	SameText, Joined func(x, y string) string
}

// Quantifier is what is said of all values of a variable together.
type Quantifier uint8

// The quantifiers.
const (
	Forall Quantifier = iota
	Exists
	Count
	Sum
)

// within is the range 0 <= v < n.
func within(v, n string) string { return "0 <= " + v + " && " + v + " < " + n }

// quantify is a quantifier over 0 <= v < n.
func (s *Space) quantify(q Quantifier, v, n, body string) string {
	return s.Quantify(q, v, within(v, n), body)
}
