// Package bench turns benchmark files and an engineer's own Java files into
// tasks, and tasks into input/output pairs.
//
// A [Task] is a method of a Java file with whatever tests came with it. [Prepare]
// runs the tests in the interpreter and records, at every call of the method, the
// typed arguments and the receiver as they were before and after, and what was
// returned or thrown: a [Pair]. Pairs that return are T⁺. Inputs on which the
// code throws or does not end within the step limit are T⁻; they are looked for
// with generated inputs ([Inputs]), which also stand in for tests where a method
// has none.
//
// Loading never stops at a bad record: it becomes a [LineError] and the rest goes
// on. The package must not know specifications' metrics, mutants or verifiers.
package bench
