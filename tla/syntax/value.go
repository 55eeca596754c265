package syntax

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// Value is a TLA+ value as TLC prints it.
//
// The same value may be printed in several ways: <<1, 2>> is also the function
// (1 :> 1 @@ 2 :> 2), [a |-> 1] is ("a" :> 1), and 1..3 is {1, 2, 3}. Compare and
// Equal take them for one; String keeps the way it came.
type Value interface {
	fmt.Stringer
	value()
}

// The values.
type (
	// Int is a number of any size.
	Int struct{ N *big.Int }
	// Bool is TRUE or FALSE.
	Bool bool
	// Str is a string.
	Str string
	// Model is a model value, or a name of an infinite set: Nat.
	Model string
	// Set is a finite set; its elements may be in any order and repeated.
	Set []Value
	// Tuple is a tuple or sequence.
	Tuple []Value
	// Record is [a |-> …, b |-> …].
	Record []Field
	// Function is (a :> x @@ b :> y).
	Function []Pair
	// Interval is From..To.
	Interval struct{ From, To *big.Int }
)

// Field is a record's.
type Field struct {
	Name  string
	Value Value
}

// Pair is an argument of a function and its value.
type Pair struct{ Key, Value Value }

func (Int) value()      {}
func (Bool) value()     {}
func (Str) value()      {}
func (Model) value()    {}
func (Set) value()      {}
func (Tuple) value()    {}
func (Record) value()   {}
func (Function) value() {}
func (Interval) value() {}

// NewInt is a small number.
func NewInt(n int64) Int { return Int{big.NewInt(n)} }

func (v Int) String() string   { return v.N.String() }
func (v Str) String() string   { return Quote(string(v)) }
func (v Model) String() string { return string(v) }
func (v Bool) String() string {
	if v {
		return "TRUE"
	}
	return "FALSE"
}
func (v Set) String() string      { return "{" + join(v) + "}" }
func (v Tuple) String() string    { return "<<" + join(v) + ">>" }
func (v Interval) String() string { return v.From.String() + ".." + v.To.String() }

func (v Record) String() string {
	parts := make([]string, len(v))
	for i, f := range v {
		parts[i] = f.Name + " |-> " + f.Value.String()
	}
	if len(parts) == 0 {
		return "[ ]" // [] is an operator
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func (v Function) String() string {
	parts := make([]string, len(v))
	for i, p := range v {
		parts[i] = p.Key.String() + " :> " + p.Value.String()
	}
	return "(" + strings.Join(parts, " @@ ") + ")"
}

func join(vs []Value) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = v.String()
	}
	return strings.Join(parts, ", ")
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`, "\f", `\f`)

// Quote writes a string as TLA+ does.
func Quote(s string) string { return `"` + escapes.Replace(s) + `"` }

// maxInterval is the longest interval that Compare and Normal write out.
const maxInterval = 1 << 12

// Normal gives equal values one form: sets sorted and without repetitions, intervals
// written out up to 4,096 elements and longer sets of consecutive numbers as intervals,
// functions as tuples or records where they are such, sorted by argument.
func Normal(v Value) Value {
	switch v := v.(type) {
	case Set:
		return long(sorted(normals(v)))
	case Tuple:
		if len(v) == 0 {
			return Tuple{}
		}
		return Tuple(normals(v))
	case Record:
		if len(v) == 0 {
			return Tuple{} // the function without arguments is the empty sequence
		}
		out := make(Record, len(v))
		for i, f := range v {
			out[i] = Field{f.Name, Normal(f.Value)}
		}
		slices.SortStableFunc(out, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
		return out
	case Function:
		return function(v)
	case Interval:
		if v.From.Cmp(v.To) > 0 {
			return Set{}
		}
		// A longer one stays an interval: written out it could fill the memory. A set of the same
		// numbers becomes one, too (long).
		if size := new(big.Int).Sub(v.To, v.From); size.IsInt64() && size.Int64() < maxInterval {
			out := make(Set, 0, size.Int64()+1)
			for i := new(big.Int).Set(v.From); i.Cmp(v.To) <= 0; i = new(big.Int).Add(i, big.NewInt(1)) {
				out = append(out, Int{i})
			}
			return out
		}
	}
	return v
}

func normals(vs []Value) []Value {
	out := make([]Value, len(vs))
	for i, v := range vs {
		out[i] = Normal(v)
	}
	return out
}

func sorted(vs []Value) Set {
	// Elements are normal here, so that equal ones stand together.
	slices.SortFunc(vs, order)
	return slices.CompactFunc(vs, func(a, b Value) bool { return order(a, b) == 0 })
}

// long is a long set of consecutive numbers as an interval.
func long(s Set) Value {
	if len(s) <= maxInterval {
		return s
	}
	first, ok := s[0].(Int)
	last, also := s[len(s)-1].(Int) // numbers stand together in the order
	if !ok || !also || new(big.Int).Sub(last.N, first.N).Cmp(big.NewInt(int64(len(s)-1))) != 0 {
		return s
	}
	return Interval{first.N, last.N}
}

// function is a function as a tuple or a record where it is one.
func function(f Function) Value {
	out := make(Function, len(f))
	for i, p := range f {
		out[i] = Pair{Normal(p.Key), Normal(p.Value)}
	}
	slices.SortStableFunc(out, func(a, b Pair) int { return order(a.Key, b.Key) })
	// f @@ g: the first counts.
	out = slices.CompactFunc(out, func(a, b Pair) bool { return order(a.Key, b.Key) == 0 })
	// Arguments are sorted: 1, 2, …, n in their places make a tuple, names only a record.
	tuple, record := Tuple{}, Record{}
	for i, p := range out {
		if k, ok := p.Key.(Int); ok && k.N.IsInt64() && k.N.Int64() == int64(i)+1 {
			tuple = append(tuple, p.Value)
		}
		if k, ok := p.Key.(Str); ok && isName(string(k)) {
			record = append(record, Field{string(k), p.Value})
		}
	}
	switch {
	case len(tuple) == len(out):
		return tuple
	case len(record) == len(out):
		return record
	}
	return out
}

func isName(s string) bool {
	return s != "" && isLetter(s[0]) && strings.IndexFunc(s, func(r rune) bool { return r > 127 || !isLetter(byte(r)) && !isDigit(byte(r)) }) < 0
}

// Equal reports whether two values are one, however printed.
func Equal(a, b Value) bool { return Compare(a, b) == 0 }

// Compare is a total order of all values, which is 0 for equal ones only. It is not
// TLC's order.
func Compare(a, b Value) int { return order(Normal(a), Normal(b)) }

func rank(v Value) int {
	switch v.(type) {
	case Bool:
		return 1
	case Int:
		return 2
	case Str:
		return 3
	case Model:
		return 4
	case Interval:
		return 5
	case Set:
		return 6
	case Tuple:
		return 7
	case Record:
		return 8
	}
	return 9
}

// order compares normal values.
func order(a, b Value) int {
	// By kind first. Normal has made one kind of values that are equal, so that different kinds
	// are different values.
	if c := cmp.Compare(rank(a), rank(b)); c != 0 {
		return c
	}

	switch a := a.(type) {
	case Bool:
		if a == b.(Bool) {
			return 0
		} else if !a {
			return -1
		}
		return 1
	case Int:
		return a.N.Cmp(b.(Int).N)
	case Str:
		return cmp.Compare(a, b.(Str))
	case Model:
		return cmp.Compare(a, b.(Model))
	case Interval:
		c := b.(Interval)
		return cmp.Or(a.From.Cmp(c.From), a.To.Cmp(c.To))
	case Set:
		return slices.CompareFunc(a, b.(Set), order)
	case Tuple:
		return slices.CompareFunc(a, b.(Tuple), order)
	case Record:
		return slices.CompareFunc(a, b.(Record), func(x, y Field) int {
			return cmp.Or(strings.Compare(x.Name, y.Name), order(x.Value, y.Value))
		})
	case Function:
		return slices.CompareFunc(a, b.(Function), func(x, y Pair) int {
			return cmp.Or(order(x.Key, y.Key), order(x.Value, y.Value))
		})
	}
	return 0
}
