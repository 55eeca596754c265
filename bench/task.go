package bench

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"

	"ensures/java"
)

// Language is what a task's program is written in.
type Language string

// The languages. Java has no name, so that recorded tasks stay what they are.
const (
	Java Language = ""
	Rust Language = "rust"
)

// Extension is how names of the language's files end.
func (l Language) Extension() string {
	if l == Rust {
		return ".rs"
	}
	return ".java"
}

// Task is one method to be specified.
type Task struct {
	ID       string
	Language Language `json:",omitempty"`
	Category string
	Origin   string // the name the task had where it came from
	Doc      string // prose about the method; may be empty

	File string // it was read from
	Line int    // in File, counts from 1; of a Java file the method's

	Name   string // file name shown in messages
	Source string // the Java file that holds the method
	Class  string // class of the method; "" when Method is unique in the file
	Method string // the method
	Params []string

	// Reference is Source with the specification that came with it; "" when none did.
	Reference string

	// Driver is Java source whose main calls the method: a file beside Source,
	// or, when DriverInline is set, text that belongs at the end of Source.
	Driver       string
	DriverInline bool
	DriverClass  string
	Tests        []Test

	raw json.RawMessage // as it was read, when it was a record
}

// Test is one run of the driver: standard input and the output it must give.
type Test struct {
	Name   string // "test 3", "generated 12"
	Input  string
	Output string
	Silent bool // no output is recorded; the run only has to end
}

// Changed returns the task with another form of its program, under an id of its own. What it
// was recorded as, and its reference, are the old program's and are left out. A driver that
// is a part of the file becomes a file with the program's imports.
func (t *Task) Changed(id, source string) *Task {
	out := *t
	out.ID, out.Origin, out.Source = id, t.ID, source
	out.Reference, out.raw = "", nil
	if t.DriverInline {
		var imports strings.Builder
		if f, _ := java.Parse(t.Name, source); f != nil {
			for _, i := range f.Imports {
				imports.WriteString(f.Src[i.Pos().Offset():i.End().Offset()] + "\n")
			}
		}
		out.Driver, out.DriverInline = imports.String()+t.Driver, false
	}
	return &out
}

// CandidateSpec is a specification to be measured: a Java file with JML.
type CandidateSpec struct {
	TaskID string
	Code   string
	Line   int // in the file it came from
}

// LineError is a record that could not be read; the records around it were.
type LineError struct {
	File string
	Line int // counts from 1; for a JSON array the line where the element begins
	Err  error
}

// Error is "file:line: message".
func (e *LineError) Error() string {
	if e.File == "" {
		return fmt.Sprintf("line %d: %v", e.Line, e.Err)
	}
	return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
}

// Unwrap is the cause.
func (e *LineError) Unwrap() error { return e.Err }

// Dataset is what a file or folder held.
type Dataset struct {
	Name  string
	Tasks []*Task
	Bad   []*LineError
}

// Task is the task with the given id, nil when there is none.
func (d *Dataset) Task(id string) *Task {
	for _, t := range d.Tasks {
		if t.ID == id {
			return t
		}
	}
	return nil
}

// HeldOut reports whether a task is of the half of a data set that nothing may be tuned on:
// the one in which the first byte of the SHA-256 of the id is odd.
func HeldOut(id string) bool { return sha256.Sum256([]byte(id))[0]%2 == 1 }
