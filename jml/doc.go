// Package jml is the Java Modeling Language: specifications read from a Java
// file's comments, their syntax tree, printing and normal form, type rules and a
// concrete three-valued evaluator.
//
// [Parse] reads //@ and /*@ … @*/ comments, consecutive ones as one text, and
// attaches their clauses to classes, methods, loops and statements of the Java
// tree. Comments with keys, as in //+ESC@ and //-RAC@, are read when one of their
// plus keys is enabled and none of their minus keys; ESC and OPENJML are enabled
// unless Options say otherwise. A missing semicolon is forgiven, with a warning,
// where nothing of the specification follows; text that only looks like a
// specification (`// @ ensures`) is a warning too. [Check] resolves names and types
// by package types, with ghost and model members beside the program's own.
// [Normalise] multiplies out nested cases; [Clause.Lines] and [Insert] write
// specifications back.
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
// Expressions are those of package java; this package adds clauses, specification
// cases, and the attachment of comments to declarations, loops and statements.
// It must not know tasks, metrics, verifiers or files on disk.
package jml
