// Package feedback turns a verifier's outcome into what a person or a model needs
// to act: the class of each failure, what failed and where, a concrete run that
// shows it, and a hint that names the clause to change.
//
// It takes the outcome of any backend, since all speak in verify's terms. The
// package must not know agents, prompts or metrics, and asks no verifier.
package feedback

import "ensures/verify"

// Class is a failure class. Codes are append-only API: a code is never given to
// another class, and each has a documented example under examples (docs/feedback.md).
type Class string

// The failure classes, after the taxonomy of FormalBench (SpecHarness of the same
// field uses a subset) in OpenJML's terms.
const (
	Syntax                   Class = "F01-syntax"
	Type                     Class = "F02-type"
	Postcondition            Class = "F03-postcondition"
	ExceptionalPostcondition Class = "F04-exceptional-postcondition"
	ExceptionList            Class = "F05-exception-list"
	Precondition             Class = "F06-called-precondition"
	InvariantBeforeLoop      Class = "F07-invariant-before-loop"
	InvariantInBody          Class = "F08-invariant-in-body"
	VariantDecreases         Class = "F09-variant-decreases"
	VariantNegative          Class = "F10-variant-negative"
	Assignable               Class = "F11-assignable"
	Null                     Class = "F12-null"
	Index                    Class = "F13-index"
	NegativeSize             Class = "F14-negative-size"
	Division                 Class = "F15-division"
	Overflow                 Class = "F16-overflow"
	CastRange                Class = "F17-cast-range"
	BadCast                  Class = "F18-bad-cast"
	ArrayStore               Class = "F19-array-store"
	Shift                    Class = "F20-shift"
	Undefined                Class = "F21-undefined-in-spec"
	Assert                   Class = "F22-assert"
	ClassInvariant           Class = "F23-class-invariant"
	Termination              Class = "F24-termination"
	Unreachable              Class = "F25-unreachable"
	NullReturn               Class = "F26-null-return"
	MissingInvariant         Class = "F27-missing-invariant"
	Timeout                  Class = "F28-time-out"
	Unsupported              Class = "F29-unsupported"
	Crash                    Class = "F30-crash"
	Disagreement             Class = "F31-disagreement"
	Vacuous                  Class = "F32-vacuous"
	Other                    Class = "F99-other"
)

// Doc describes a class.
type Doc struct {
	Class Class
	Kinds []verify.Kind // what verifiers call it
	Means string        // one sentence
}

// Classes is every class in order of its code.
func Classes() []Doc {
	return []Doc{
		{Syntax, []verify.Kind{verify.SyntaxError}, "the file is not Java with JML"},
		{Type, []verify.Kind{verify.TypeError, verify.NoMethod}, "a name or type in the code or its specification is wrong"},
		{Postcondition, []verify.Kind{verify.Postcondition}, "an ensures clause does not follow where the method returns"},
		{ExceptionalPostcondition, []verify.Kind{verify.ExceptionalPostcondition}, "a signals clause does not follow where an exception leaves"},
		{ExceptionList, []verify.Kind{verify.ExceptionList}, "an exception leaves that signals_only does not list"},
		{Precondition, []verify.Kind{verify.Precondition}, "a call does not meet what the called method requires"},
		{InvariantBeforeLoop, []verify.Kind{verify.LoopInvariantBeforeLoop}, "a loop invariant does not hold when the loop is reached"},
		{InvariantInBody, []verify.Kind{verify.LoopInvariant}, "an iteration does not keep a loop invariant"},
		{VariantDecreases, []verify.Kind{verify.LoopDecreases}, "an iteration does not make the variant smaller"},
		{VariantNegative, []verify.Kind{verify.LoopDecreasesNonNegative}, "the variant can be negative when an iteration begins"},
		{Assignable, []verify.Kind{verify.Assignable}, "something is assigned that the frame does not list"},
		{Null, []verify.Kind{verify.PossiblyNullDeReference, verify.PossiblyNullValue, verify.PossiblyNullUnbox, verify.PossiblyNullAssignment, verify.PossiblyNullInitial, verify.PossiblyNullField, "NullField"}, "a value may be null where it must not be"},
		{Index, []verify.Kind{verify.PossiblyNegativeIndex, verify.PossiblyTooLargeIndex}, "an index may be out of range"},
		{NegativeSize, []verify.Kind{verify.PossiblyNegativeSize}, "an array may be created with a negative length"},
		{Division, []verify.Kind{verify.PossiblyDivideByZero}, "a divisor may be zero"},
		{Overflow, []verify.Kind{verify.ArithmeticOperationRange}, "arithmetic may leave the range of its type"},
		{CastRange, []verify.Kind{verify.ArithmeticCastRange}, "a cast may lose digits"},
		{BadCast, []verify.Kind{verify.PossiblyBadCast}, "an object may not be of the class it is cast to"},
		{ArrayStore, []verify.Kind{verify.PossiblyBadArrayAssign}, "an array may not take an object of this class"},
		{Shift, []verify.Kind{verify.PossiblyLargeShift}, "a shift distance may be out of range"},
		{Undefined, []verify.Kind{verify.UndefinedNullDeReference, verify.UndefinedNegativeIndex, verify.UndefinedTooLargeIndex, verify.UndefinedDivideByZero, verify.UndefinedNegativeSize, verify.UndefinedBadCast, verify.UndefinedCalledPre}, "part of the specification may have no value"},
		{Assert, []verify.Kind{verify.Assert}, "an assert does not follow"},
		{ClassInvariant, []verify.Kind{verify.Invariant, verify.InvariantEntrance, verify.InvariantExit, verify.Constraint, verify.Initially}, "a class invariant, constraint or initially clause does not follow"},
		{Termination, []verify.Kind{verify.Measured}, "a recursive call does not make measured_by smaller"},
		{Unreachable, []verify.Kind{verify.Unreachable}, "a place declared unreachable can be reached"},
		{NullReturn, []verify.Kind{verify.PossiblyNullReturn}, "null may be returned where the result is non-null"},
		{MissingInvariant, []verify.Kind{verify.MissingLoopInvariant}, "a loop has no invariant, so nothing is known of what it changes"},
		{Timeout, []verify.Kind{verify.Timeout}, "the verifier ran out of time"},
		{Unsupported, []verify.Kind{verify.UnsupportedConstruct}, "the verifier has no meaning for a construct"},
		{Crash, []verify.Kind{"Crash"}, "the verifier itself failed"},
		{Disagreement, []verify.Kind{verify.Disagreement}, "two verifiers contradict each other"},
		{Vacuous, []verify.Kind{verify.VacuousPrecondition, verify.UnreachableEnd}, "nothing satisfies the precondition, so everything is proved of it"},
		{Other, nil, "a failure of a kind without a class"},
	}
}

// ClassOf is the class of a kind of diagnostic.
func ClassOf(k verify.Kind) Class {
	for _, d := range Classes() {
		for _, c := range d.Kinds {
			if c == k {
				return d.Class
			}
		}
	}
	return Other
}
