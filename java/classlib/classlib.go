// Package classlib is the class library that programs run on: Java source of our
// own, embedded, with native methods where Java cannot say it. Every file holds
// one top-level class at the path its package gives it ("java/util/List.java").
//
// The package must not know how the source is checked or run.
package classlib

import "embed"

// FS holds the library's files, laid out by package.
//
//go:embed java
var FS embed.FS
