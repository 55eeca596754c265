// Package java is the syntax of Java as people write it, and of the JML
// expressions that share its grammar: scanner, AST with positions, parser,
// printer and byte-exact edits.
//
// A File keeps its source text, and every node knows the byte range it came
// from, so tools change a program by inserting text (see [Edits]) and never by
// printing it anew. Parsing never stops at the first mistake: [Parse] returns a
// partial tree and an [ErrorList]. A construct that is Java but outside the
// supported subset becomes a [BadStmt], [BadExpr] or [BadMember] node and an
// error of code NotInSubset with the construct's name.
//
// A specification is text inside a comment; [NewParser] reads expressions, types
// and declarations from any range of a file, with JML's operators and words when
// [ParserOptions].Spec is set. What is a clause is its caller's business.
//
// Hostile input is bounded: nesting deeper than a thousand levels is an error,
// and all work is linear in the length of the source.
//
// The package must not know types, values, specifications as a whole (only their
// expressions), verifiers or files on disk.
package java
