// Package candidate holds specifications while they are searched for: clauses with
// identity, the specification of a method and its loops, and the one way into a file.
// What is inserted knows its place, so that the position of a diagnostic gives the
// clause that it is about: text that we wrote is never read back.
//
// A clause is the same clause as long as the pointer is the same; two clauses with the
// same words are two. The package must not know who proposes, verifies or measures.
package candidate
