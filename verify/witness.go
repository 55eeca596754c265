package verify

import (
	"context"

	"ensures/java"
)

// End is an end of a method's paths: a return statement, the end of the body, or a
// statement that an exception leaves the method from.
type End struct {
	Throws bool
	Stmt   int // number of the statement among [Statements]; −1 is the end of the body
	Place
}

// Entry stands for the beginning of a method in [Witnesser.Reach]: what its precondition
// admits. It is asked about of methods whose bodies have no meaning here, too.
var Entry = End{Stmt: -2}

// Witnesser is a backend that says where the paths of a method end (see
// MethodOutcome.Ends) and which inputs may lead there.
type Witnesser interface {
	Backend
	// Reach asks about some of a method's ends, or about its [Entry].
	Reach(ctx context.Context, req Request, k MethodKey, ends []End) ([]Reach, error)
}

// Reach is what a backend says of one end.
type Reach struct {
	// Dead says that no run ends here: it is proved.
	Dead bool
	// Inputs may lead here, as in Diagnostic.Suspect. Nothing has been run on them.
	Inputs []map[string]any
}

// Doubter is a backend over several programs, which can be asked which of them is wrong
// where a run contradicts what the backend says.
type Doubter interface {
	Backend
	// Doubt has every program answer for itself what was asked about a method. Where
	// they differ, the one that the run speaks against is not asked any more, and what
	// is returned says so; else it is empty.
	Doubt(ctx context.Context, req Request, k MethodKey) (string, error)
}

// Statements are the statements in a method's body in source order, each before those
// in it.
func Statements(d *java.MethodDecl) []java.Stmt {
	var out []java.Stmt
	if d == nil || d.Body == nil {
		return nil
	}
	java.Walk(d.Body, func(n java.Node) bool {
		if s, ok := n.(java.Stmt); ok {
			out = append(out, s)
		}
		return true
	})
	return out
}
