// Package symbolic reads a method as cases: under which condition on the state
// before the call it returns what, throws what, and leaves which fields and array
// cells behind. Every condition and value is an expression of JML over names that
// a specification of the method can use, so a case can be printed as a clause.
//
// It follows paths: conditions fork, methods of the program are followed into, and
// loops are unrolled where every test of theirs is constant. What it cannot say
// exactly it refuses by name ([Unsupported]); it never approximates. Next to the
// cases it collects what the expressions on the way need so that the method neither
// fails nor leaves its types' ranges ([expr.Precondition]).
//
// Source: King, Symbolic execution and program testing (CACM 1976). The package
// must not know verifiers, runs or metrics: that a case holds is for them to say.
package symbolic
