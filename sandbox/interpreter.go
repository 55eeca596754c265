package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Interpreter runs code that a model wrote. Names that one Exec defines are there
// in the next. It is for one goroutine at a time.
type Interpreter interface {
	// Exec runs code to its end or its limit. Whatever the code does wrong is text
	// in Execution.Error; a Go error is a broken interpreter, a cancelled context, or
	// what Call handed to Abort. After an execution that had to be killed the next
	// Exec starts afresh, without the earlier names, and says so in Notice.
	Exec(ctx context.Context, code string) (Execution, error)
	// Dialect says what the code may be.
	Dialect() Dialect
	// Close ends the process and removes its folder.
	Close() error
}

// Execution is what one Exec showed.
type Execution struct {
	Stdout  string        // what was printed, cut to Limits.Output with a note
	Value   string        // repr of the last statement when it is an expression other than None
	Error   string        // what went wrong, with the line; empty when nothing did
	Notice  string        // what else the author of the code should know: names were lost
	Kind    ErrorKind     // of Error
	Line    int           // of the code, from 1, where Error arose; 0 when unknown
	Cut     bool          // Stdout or Value were cut
	Final   bool          // Call returned ErrFinal, which ended the code
	Calls   int           // calls of tools
	Elapsed time.Duration // wall time, calls of tools included
}

// ErrorKind says of what sort an Execution's error is.
type ErrorKind string

const (
	NoError      ErrorKind = ""
	SyntaxError  ErrorKind = "syntax"      // the code can't be read
	DialectError ErrorKind = "dialect"     // Python that this dialect leaves out
	RuntimeError ErrorKind = "runtime"     // the code raised something
	LimitError   ErrorKind = "limit"       // time, memory, output or calls
	BrokenError  ErrorKind = "interpreter" // the code ended or disturbed its interpreter
)

// Dialect describes the language that an interpreter runs.
type Dialect struct {
	Engine    string   // python, starlark
	Language  string   // for a reader: "Python 3.11.7"
	Text      string   // Markdown for the prompt: what runs and what does not
	Isolation []string // what holds the code in, for a reader
}

// Callable is a tool as the code sees it: a function of that name. Positional
// arguments are named after Params in their order.
type Callable struct {
	Name   string
	Params []string
	Doc    string // one line, for help()
}

// CallFunc does a call that the code makes. args is a JSON object. An error is
// raised in the code with its text, unless it is ErrFinal or was made by Abort.
type CallFunc func(ctx context.Context, name string, args json.RawMessage) (json.RawMessage, error)

// ErrFinal is returned (or wrapped) by a CallFunc to end the code then and there.
var ErrFinal = errors.New("final")

// Abort makes an error that a CallFunc returns to end the execution and come back
// from Exec as it is.
func Abort(err error) error { return &abortError{err} }

type abortError struct{ err error }

func (e *abortError) Error() string { return e.err.Error() }
func (e *abortError) Unwrap() error { return e.err }

// InterpreterOptions describe an interpreter.
type InterpreterOptions struct {
	Engine string // auto (also when empty): python where it can be isolated, else starlark
	Python string // path of CPython; empty: python3 on PATH
	Tools  []Callable
	Call   CallFunc
	Limits Limits
}

// Limits bound what code may use; the zero value of each is its default.
type Limits struct {
	Wall      time.Duration // of one Exec, time inside tools not counted; 30 s
	CPU       time.Duration // of the interpreter, all Execs together; 5 min
	Memory    int64         // bytes of address space; 1 GiB
	Output    int           // bytes kept of what an Exec prints, and of its value; 20,000
	Calls     int           // calls of tools in one Exec; 50
	CallBytes int           // bytes of one call's arguments; 1 MiB
	Scratch   int64         // bytes of files in the scratch folder; 16 MiB
}

func (l Limits) withDefaults() Limits {
	return Limits{
		Wall: positive(l.Wall, 30*time.Second), CPU: positive(l.CPU, 5*time.Minute),
		Memory: positive(l.Memory, 1<<30), Scratch: positive(l.Scratch, 16<<20),
		Output: positive(l.Output, 20000), Calls: positive(l.Calls, 50), CallBytes: positive(l.CallBytes, 1<<20),
	}
}

// positive is v, or the default where v isn't set.
func positive[T int | int64 | time.Duration](v, def T) T {
	if v <= 0 {
		return def
	}
	return v
}

// IsolationError says why an engine can't be held in on this machine. Code is
// never run without isolation.
type IsolationError struct {
	Engine string
	Reason string
}

func (e *IsolationError) Error() string {
	return fmt.Sprintf("no isolation for the %s sandbox: %s", e.Engine, e.Reason)
}
