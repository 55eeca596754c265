// Package propose finds specifications without a model: it runs a method on many
// inputs, collects what is true of every run, and keeps the few clauses that rule
// out the most wrong outputs.
//
// A run is an observation. Expressions of JML are built bottom-up over the
// method's vocabulary (parameters, \result, fields, lengths, elements, constants
// and expressions of the code) as [search.Term]s: a text together with its value in
// every observation, so that two expressions with the same values are one.
// Candidate clauses compare terms; quantified ones are the same search over rows
// of (observation, index). What holds on all runs and rejects output mutants that
// nothing chosen so far rejects is kept ([search.Best]).
//
// Whatever is chosen is printed, parsed again by package jml and measured by
// package harness: the evaluation here is only a search heuristic. Nothing found
// this way is proved. The package must not know models, verifiers' processes or
// files on disk.
package propose
