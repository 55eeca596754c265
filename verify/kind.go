package verify

// Kind is what an obligation is about, by the name OpenJML prints in
// parentheses. Kinds are append-only API.
type Kind string

// The kinds. Those from SyntaxError on are ours.
const (
	Postcondition            Kind = "Postcondition"
	ExceptionalPostcondition Kind = "ExceptionalPostcondition"
	ExceptionList            Kind = "ExceptionList" // signals_only
	Precondition             Kind = "Precondition"  // of a called method
	LoopInvariantBeforeLoop  Kind = "LoopInvariantBeforeLoop"
	LoopInvariant            Kind = "LoopInvariant"
	LoopDecreases            Kind = "LoopDecreases"
	LoopDecreasesNonNegative Kind = "LoopDecreasesNonNegative"
	Assert                   Kind = "Assert"
	Assignable               Kind = "Assignable"
	Invariant                Kind = "Invariant"
	InvariantEntrance        Kind = "InvariantEntrance"
	InvariantExit            Kind = "InvariantExit"
	Constraint               Kind = "Constraint"
	Initially                Kind = "Initially"
	Unreachable              Kind = "Reachable"
	Measured                 Kind = "Termination" // measured_by does not decrease
	PossiblyNullDeReference  Kind = "PossiblyNullDeReference"
	PossiblyNullValue        Kind = "PossiblyNullValue"
	PossiblyNullUnbox        Kind = "PossiblyNullUnbox"
	PossiblyNullAssignment   Kind = "PossiblyNullAssignment"
	PossiblyNullReturn       Kind = "PossiblyNullReturn"
	PossiblyNullInitial      Kind = "PossiblyNullInitialization"
	PossiblyNullField        Kind = "PossiblyNullField"
	PossiblyNegativeIndex    Kind = "PossiblyNegativeIndex"
	PossiblyTooLargeIndex    Kind = "PossiblyTooLargeIndex"
	PossiblyNegativeSize     Kind = "PossiblyNegativeSize"
	PossiblyDivideByZero     Kind = "PossiblyDivideByZero"
	PossiblyBadCast          Kind = "PossiblyBadCast"
	PossiblyBadArrayAssign   Kind = "PossiblyBadArrayAssignment"
	PossiblyLargeShift       Kind = "PossiblyLargeShift"
	ArithmeticOperationRange Kind = "ArithmeticOperationRange"
	ArithmeticCastRange      Kind = "ArithmeticCastRange"
	UndefinedNullDeReference Kind = "UndefinedNullDeReference"
	UndefinedNegativeIndex   Kind = "UndefinedNegativeIndex"
	UndefinedTooLargeIndex   Kind = "UndefinedTooLargeIndex"
	UndefinedDivideByZero    Kind = "UndefinedDivideByZero"
	UndefinedNegativeSize    Kind = "UndefinedNegativeSize"
	UndefinedBadCast         Kind = "UndefinedBadCast"
	UndefinedCalledPre       Kind = "UndefinedCalledMethodPrecondition"
	SyntaxError              Kind = "SyntaxError"
	TypeError                Kind = "TypeError"
	MissingLoopInvariant     Kind = "MissingLoopInvariant"
	UnsupportedConstruct     Kind = "UnsupportedConstruct"
	Timeout                  Kind = "Timeout"
	Disagreement             Kind = "Disagreement" // two backends differ
	VacuousPrecondition      Kind = "VacuousPrecondition"
	UnreachableEnd           Kind = "UnreachableEnd"
	AssumeUsed               Kind = "AssumeUsed"
	SpecificationWarning     Kind = "SpecificationWarning" // of the reader of JML
	CacheNotWritten          Kind = "CacheNotWritten"
	NoMethod                 Kind = "NoMethod"   // nothing to verify is of that name
	ClockLimit               Kind = "ClockLimit" // the clock ended a search before its limit of steps
	InternalFailure          Kind = "Crash"      // the verifier failed in itself

	// Of what was proposed for a method:
	ClauseProved         Kind = "ClauseProved"
	ClauseNotProved      Kind = "ClauseNotProved"      // it held on all runs
	SpecificationRefuted Kind = "SpecificationRefuted" // one that the method had
	NothingProposed      Kind = "NothingProposed"
)

// Kinds is every kind, in order.
func Kinds() []Kind {
	return []Kind{
		Postcondition,
		ExceptionalPostcondition,
		ExceptionList,
		Precondition,
		LoopInvariantBeforeLoop,
		LoopInvariant,
		LoopDecreases,
		LoopDecreasesNonNegative,
		Assert,
		Assignable,
		Invariant,
		InvariantEntrance,
		InvariantExit,
		Constraint,
		Initially,
		Unreachable,
		Measured,
		PossiblyNullDeReference,
		PossiblyNullValue,
		PossiblyNullUnbox,
		PossiblyNullAssignment,
		PossiblyNullReturn,
		PossiblyNullInitial,
		PossiblyNullField,
		PossiblyNegativeIndex,
		PossiblyTooLargeIndex,
		PossiblyNegativeSize,
		PossiblyDivideByZero,
		PossiblyBadCast,
		PossiblyBadArrayAssign,
		PossiblyLargeShift,
		ArithmeticOperationRange,
		ArithmeticCastRange,
		UndefinedNullDeReference,
		UndefinedNegativeIndex,
		UndefinedTooLargeIndex,
		UndefinedDivideByZero,
		UndefinedNegativeSize,
		UndefinedBadCast,
		UndefinedCalledPre,
		SyntaxError,
		TypeError,
		MissingLoopInvariant,
		UnsupportedConstruct,
		Timeout,
		Disagreement,
		VacuousPrecondition,
		UnreachableEnd,
		AssumeUsed,
		SpecificationWarning,
		CacheNotWritten,
		NoMethod,
		ClockLimit,
		InternalFailure,
		ClauseProved,
		ClauseNotProved,
		SpecificationRefuted,
		NothingProposed,
	}
}

// Undefined reports whether a kind is about a clause that has no value in some state.
func (k Kind) Undefined() bool {
	switch k {
	case UndefinedNullDeReference, UndefinedNegativeIndex, UndefinedTooLargeIndex, UndefinedDivideByZero, UndefinedNegativeSize, UndefinedBadCast, UndefinedCalledPre:
		return true
	}
	return false
}
