// Package speceval is SpecEval's evaluation of what models understand of
// specifications: four tasks made from annotated Java programs, and five perturbations
// under which the tasks stay the same.
//
//	judgement   does a clause hold?
//	selection   which of four clauses holds and says something?
//	infilling   what stands where a clause has a gap?
//	generation  the whole specification
//
// The data of the paper can't be had, so the instances are built anew. Nothing that a
// key says is assumed: a clause is right where the program was verified or every run
// agrees, and wrong where a run within the precondition violates it.
//
// The package must not know models, prompts or the terminal.
package speceval
