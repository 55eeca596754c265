// Package value is the small interface through which values of any programming
// language are measured: what kind a value is, what parts it has, what its
// neighbours are, and a value made anew of other parts.
//
// A language implements [Language] once. Output mutants (package mutate), the term
// search (package propose/search) and the arithmetic of the metrics (package metric)
// stand over it and over [Truth], and know no language.
//
// The package must not know any programming language, specification or metric.
package value
