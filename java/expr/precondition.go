package expr

import "ensures/java"

// Precondition is what code asks of the state before the call: a condition without
// which one of its expressions fails or leaves the range of its type.
type Precondition struct {
	Node  java.Node // the expression, in the method's tree or in a method's that it calls
	Call  java.Node // the call in the method's tree that leads to the latter; nil else
	Fails Failure   // what happens where the condition does not hold
	Guard java.Expr // the condition under which the expression is reached; nil: always
	Cond  java.Expr
}

// Guarded is the whole as one condition.
func (p Precondition) Guarded() java.Expr {
	if p.Guard == nil {
		return p.Cond
	}
	return &java.Binary{Op: java.Implies, X: p.Guard, Y: p.Cond}
}

// Failure is how an expression fails.
type Failure uint8

// The failures of expressions.
const (
	NoFailure     Failure = iota
	DividesByZero         // integer division and remainder
	OutOfBounds           // an index of an array, string or list
	ReadsNull             // a member of null, or null out of its box
	OutOfRange            // of an arithmetic operation's type
	NegativeSize          // of a new array
	CastLoses             // a conversion that changes the value
)

var failures = [...]string{"", "divide", "index", "null", "range", "size", "cast"}

func (f Failure) String() string { return failures[f] }
