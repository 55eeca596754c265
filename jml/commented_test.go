package jml

import (
	"testing"

	"ensures/java"
)

// Annotations that someone has put into a comment are comments, what only looks like one
// is a mistake that is reported.
func TestCommentedOutAnnotations(t *testing.T) {
	for _, c := range []struct {
		comment string
		errors  int
	}{
		{"//@Immutable", 0},
		{"//@GwtCompatible(emulated = true)", 0},
		{"//@org.example.Immutable", 1}, // of a package: it may be anything
		{"/*@NonNull*/", 0},
		{"/*@Pattern(\"a*\") */", 0},
		{"//@ Immutable", 1},
		{"//@Immutable ensures true;", 1},
		{"/*@Pure @*/", 1},
		{"//@pure", 0},
	} {
		file, bad := java.Parse("A.java", c.comment+"\nclass A {}\n")
		if len(bad) > 0 {
			t.Fatal(bad)
		}
		if _, errs := Parse(file); len(errs) != c.errors {
			t.Errorf("%s: errors %v, want %d", c.comment, errs, c.errors)
		}
	}
}
