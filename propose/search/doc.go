// Package search finds clauses that hold on every observation of a program and reject
// the most observations in which something was changed, for any language.
//
// Expressions are built bottom-up over a vocabulary (parameters, the result, fields,
// lengths, elements, constants and expressions of the code) as [Term]s: a text
// together with its value in every observation, so that two expressions with the same
// values are one. Candidate clauses compare terms; quantified ones are the same search
// over rows of (observation, index). What holds on all runs and rejects changed ones
// that nothing chosen so far rejects is kept ([Best]).
//
// A language gives its observations, the values of its variables in them ([Enter]
// does it for values of package value) and its [Dialect]. The evaluation here is only
// a search heuristic: what is found is for the language's own evaluator to judge.
//
// The package must not know any programming or specification language, or how
// observations are made.
package search
