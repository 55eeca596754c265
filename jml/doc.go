// Package jml is the Java Modeling Language: specifications read from a Java
// file's comments, their syntax tree, printing and normal form, type rules and a
// concrete three-valued evaluator.
//
// Expressions are those of package java; this package adds clauses, specification
// cases, and the attachment of comments to declarations, loops and statements.
// It must not know tasks, metrics, verifiers or files on disk.
package jml
