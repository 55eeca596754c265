// Package eval evaluates JML specifications on concrete states of the interpreter,
// in three values.
//
// [Compile] turns a checked expression into closures that [Pred.Eval] evaluates on
// states of the interpreter. Arithmetic is that of unbounded integers unless a
// spec_java_math or spec_safe_math modifier says otherwise; floating point is
// Java's. A predicate is True, False or Unknown with the reason; Unknown is
// Undefined where the predicate has no value (an index out of range, null, a
// division by zero, an exception in a call), and undefinedness is strict from left
// to right. Quantifiers find the bounds of their variables in the range, and in
// what the body implies, in whatever form; a range too large to go through is
// probed, and decided only by a counterexample or a witness.
//
// [Tracer] runs a method and evaluates what its body specifies on the way: loop
// invariants, measures, assertions, ghost variables. [Judge] puts a whole contract
// together for one run; [Changes] and [Frame] check what may change.
//
// It must not know tasks, metrics or verifiers.
package eval
