// Package synth finds specifications that a verifier proves, without a model.
//
// It goes on where package propose ends: clauses that no run violates. Houdini
// keeps the greatest set of loop clauses that is inductive, asking a verifier;
// postconditions that do not follow from it give way to others that do, chosen by
// the wrong outputs they reject; what proves nothing is dropped, until a small set
// is left that a person would write. [KeepProved] leaves out of any annotated file
// what a verifier does not prove.
//
// Source of the pruning: Flanagan and Leino, Houdini, an annotation assistant for
// ESC/Java (FME 2001), section 3. The package must not know models, solver
// processes, files on disk or the command line.
package synth
