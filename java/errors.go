package java

import (
	"fmt"
	"sort"
	"strings"
)

// Code names a kind of error; codes are append-only API.
type Code string

// The kinds of front-end errors.
const (
	SyntaxError   Code = "syntax"         // not Java
	NotInSubset   Code = "not-in-subset"  // Java, but a construct we do not handle; Construct names it
	TypeError     Code = "type"           // does not type-check
	UndefinedName Code = "undefined-name" // a name that stands for nothing
)

// Error is one problem in a source with its place and a way out.
type Error struct {
	Code      Code
	Construct string // of NotInSubset
	At        Position
	Span      Span
	Msg       string // lower case, no full stop
	Hint      string // what to write instead; may be empty
}

// Error is "file:line:column: message".
func (e *Error) Error() string {
	s := fmt.Sprintf("%d:%d: %s", e.At.Line, e.At.Column, e.Msg)
	if e.At.File != "" {
		s = e.At.File + ":" + s
	}
	return s
}

// ErrorList is the problems of one source.
type ErrorList []*Error

// Error joins the messages by newlines.
func (l ErrorList) Error() string {
	s := make([]string, len(l))
	for i, e := range l {
		s[i] = e.Error()
	}
	return strings.Join(s, "\n")
}

// Sort orders the list by position.
func (l ErrorList) Sort() {
	sort.SliceStable(l, func(i, j int) bool { return l[i].Span.From < l[j].Span.From })
}

// Err is nil for an empty list and the list otherwise.
func (l ErrorList) Err() error {
	if len(l) == 0 {
		return nil
	}
	return l
}
