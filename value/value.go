package value

// Kind is how a value is taken apart and changed.
type Kind uint8

// The kinds of values.
const (
	Opaque   Kind = iota // can only be compared, and be null where the language has that
	Null                 // no object at all
	Bool                 //
	Char                 //
	Int                  // a whole number of any width
	Real                 // a binary or decimal fraction
	Text                 // a string of code units
	Sequence             // parts in an order: array, list, slice
	Set                  // parts without order or repetition
	Map                  // parts with keys
	Optional             // one part or none
	Choice               // one of a list of constants
	Record               // named parts: an object, struct, tuple
)

// Step is a small change of a value of kind Bool, Char, Int, Real or Choice.
type Step uint8

// The steps.
const (
	Flip    Step = iota // of Bool
	Up                  // + 1
	Down                // - 1
	UpTwo               // + 2
	DownTwo             // - 2
	Zero                //
	Twice               //
	Negate              //
	Next                // of Choice: the constant after it, the first after the last
	Half                //
)

var stepNames = [...]string{"flip", "+1", "-1", "+2", "-2", "0", "*2", "negate", "next constant", "/2"}

func (s Step) String() string { return stepNames[s] }

// Role is what a value is for another one.
type Role uint8

// The roles.
const (
	Itself  Role = iota
	Element      // of a Sequence or Set, or what an Optional holds
	Key          // of a Map
	Held         // what a Map holds at a key
)

// Entry is a key of a map with what is held there.
type Entry[V any] struct{ Key, Value V }

// Field is a named part of a record.
type Field[V any] struct {
	Name  string
	Value V
}

// Language reads and makes the values V of one programming language. A value knows
// its static type where the language needs one to read it. No method changes a
// value that it was given.
type Language[V any] interface {
	Kind(v V) Kind
	// Equal reports whether no observer can tell a from b.
	Equal(a, b V) bool
	// Identity is the object that v refers to where that may be a part of itself: two
	// values with the same one are the same object. It is nil for all other values.
	Identity(v V) any

	// Number is a Bool (0 or 1), Char or Int as 64 bits, and of a Real the bits of the
	// nearest double; false where it does not fit.
	Number(v V) (int64, bool)
	// Step is v after a step; false where that is not a value of v's type, as for +1 of
	// the largest int, or where v's kind has no such step.
	Step(v V, s Step) (V, bool)
	// Smallest is the smallest value of the type that a value in that role for v has:
	// zero, the empty text; false where the type is not known or has none.
	Smallest(v V, r Role) (V, bool)
	// Null is null as a value of v's type; false where the type has none.
	Null(v V) (V, bool)

	// Units are the code units of a Text, and WithUnits is a Text like v of others.
	Units(v V) []rune
	WithUnits(v V, units []rune) V

	// Items are the parts of a Sequence, Set or Optional, in the order in which an
	// iteration meets them, and WithItems is a value like v of others.
	Items(v V) []V
	WithItems(v V, items []V) V

	// Entries and WithEntries are the same for a Map.
	Entries(v V) []Entry[V]
	WithEntries(v V, entries []Entry[V]) V

	// Fields are the parts of a Record, and WithField is a copy of v with another value
	// in its i-th one.
	Fields(v V) []Field[V]
	WithField(v V, i int, to V) V
}

// Ordered is implemented by languages whose values have an order.
type Ordered[V any] interface {
	// Compare is negative, zero or positive; false where the two have no order.
	Compare(a, b V) (int, bool)
}
