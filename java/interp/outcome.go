package interp

import (
	"fmt"

	"ensures/java"
)

// OutcomeKind is how a run ended.
type OutcomeKind uint8

// The ways a run ends.
const (
	InvalidOutcome OutcomeKind = iota
	Returned
	Thrown      // by an uncaught exception
	Exited      // by System.exit
	StepLimit   // Limits.Steps
	HeapLimit   // Limits.HeapBytes
	OutputLimit // Limits.OutputBytes
	Unsupported // a construct or library method we do not have; the run has no meaning
	Internal    // a defect of the interpreter
	Overflow    // of arithmetic, where HookPlan.Exact asks for it
)

var outcomeNames = [...]string{"invalid", "returned", "thrown", "exited", "step-limit", "heap-limit", "output-limit", "unsupported", "internal", "overflow"}

func (k OutcomeKind) String() string { return outcomeNames[k] }

// Outcome is the end of a run.
type Outcome struct {
	Kind       OutcomeKind
	Exception  Ref           // of Thrown
	Class      string        // of Thrown: binary name of the exception's class
	Message    string        // of Thrown: its message (empty for null); of Internal, Unsupported and Overflow: what happened
	HasMessage bool          // of Thrown: the message is not null
	Text       string        // of Thrown: the exception's toString()
	Code       int           // of Exited
	Construct  string        // of Unsupported
	At         java.Position // of Unsupported, when known
	Lossy      bool          // of Overflow: a conversion, not an operation
	Stack      string        // of Internal: Go's stack
}

// ExitCode is the exit status that `java` would give: 0, 1 for an uncaught
// exception, System.exit's argument; limits and the rest give 1.
func (o Outcome) ExitCode() int {
	switch o.Kind {
	case Returned:
		return 0
	case Exited:
		return o.Code
	}
	return 1
}

// String is one line for people; of an uncaught exception, the first line of
// what `java` prints.
func (o Outcome) String() string {
	switch o.Kind {
	case Thrown:
		return `Exception in thread "main" ` + o.Text
	case Exited:
		return fmt.Sprintf("exit %d", o.Code)
	case Unsupported:
		s := "unsupported: " + o.Construct
		if o.At.Line > 0 {
			s += fmt.Sprintf(" at %d:%d", o.At.Line, o.At.Column)
		}
		return s
	case Internal:
		return "internal error: " + o.Message
	}
	return o.Kind.String()
}

// stop ends a run from inside; it is panicked with and no Java handler sees it.
type stop struct {
	kind      OutcomeKind
	code      int
	construct string
	at        java.Position
	lossy     bool
}

var (
	stopSteps = &stop{kind: StepLimit}
	stopHeap  = &stop{kind: HeapLimit}
)

// Exit is System.exit(code).
func (m *Machine) Exit(code int) { panic(&stop{kind: Exited, code: code}) }

// Unsupported ends the run because construct (a language construct, or a library
// method or feature such as `format conversion %a`) is not supported.
func (m *Machine) Unsupported(construct string) {
	panic(&stop{kind: Unsupported, construct: construct})
}
