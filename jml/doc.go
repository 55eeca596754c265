// Package jml is the Java Modeling Language: specifications read from a Java
// file's comments, their syntax tree, printing, normal form and type rules. What a
// specification means on a concrete state is package eval's.
//
// [Parse] reads //@ and /*@ … @*/ comments, consecutive ones as one text, and
// attaches their clauses to classes, methods, loops and statements of the Java
// tree. Comments with keys, as in //+ESC@ and //-RAC@, are read when one of their
// plus keys is enabled and none of their minus keys; ESC and OPENJML are enabled
// unless Options say otherwise. A missing semicolon is forgiven, with a warning,
// where nothing of the specification follows; text that only looks like a
// specification (`// @ ensures`) is a warning too. [Check] resolves names and types
// by package types, with ghost and model members beside the program's own.
// [Normalise] multiplies out nested cases; [Clause.Lines] writes
// clauses back, and [Strip] takes them out of a file.
//
// Expressions are those of package java; this package adds clauses, specification
// cases, and the attachment of comments to declarations, loops and statements.
// It must not know values, runs, tasks, metrics, verifiers or files on disk.
package jml
