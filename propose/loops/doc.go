// Package loops reads what the text of a method's loops says about their iterations:
// which variable counts, what an iteration does under which condition, what the
// variables held before. From that it suggests invariants and measures, says what a
// loop leaves behind, and what the code asks of the state before the call so that every
// expression has a value in range.
//
// Everything is said as text or tree and nothing is run: a suggestion may be wrong, and
// is tried by whoever asked. The package must not know runs, verifiers or metrics.
package loops
