package symbolic

import (
	"errors"
	"slices"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// Case is one way through a method.
type Case struct {
	// Guard is the conjunction of conditions on the state before the call under which
	// the case happens; empty means always.
	Guard  []java.Expr
	Result java.Expr // what is returned, over the state before the call; nil for none and for Made
	Made   *Made     // an object that the method made and returns
	Throws string    // the simple name of the exception's class; "" where the method returns
	Writes []Write
}

// Write is what a field or array cell holds afterwards. Places and values are over
// the state before the call.
type Write struct {
	Place java.Expr
	Value java.Expr // nil when it is Made
	Made  *Made
	Type  types.Type
	Array java.Expr // of an array cell
	Index java.Expr
	New   bool // of the object that the constructor makes
}

// Made is the content of an object that the method made.
type Made struct {
	Array  bool // else a list
	Elem   types.Type
	Length java.Expr
	Cells  []Cell    // with constant, distinct indices, in order
	Rest   java.Expr // what all other cells hold; nil when there are none
}

// Cell is an element of a made object.
type Cell struct {
	Index java.Expr
	Value java.Expr
}

// Summary is a method as cases, in the order of the source. The guards exclude each
// other and one of them always holds, inputs that break a need aside.
type Summary struct {
	Cases  []Case
	Needs  []expr.Precondition
	Fields []*types.Field  // that some case writes
	Arrays bool            // some case writes a cell of an array that was there before
	Calls  []*types.Method // that stand in cases as they are, unread

	reads map[java.Expr]*types.Field // expressions that are reads of fields
}

// After is an expression over the state before the call as a postcondition says it:
// reads of what some case writes stand in \old.
func (s *Summary) After(e java.Expr) java.Expr {
	old := func(e java.Expr) java.Expr { return &java.SpecCall{Word: "\\old", Args: []java.Expr{e}} }
	return rewrite(e, func(e java.Expr) (java.Expr, bool) {
		if f := s.reads[e]; f != nil && slices.Contains(s.Fields, f) {
			return old(e), true
		}
		if i, ok := e.(*java.Index); ok && s.Arrays {
			return old(i), true
		}
		return nil, false
	})
}

// Given simplifies a condition where other conditions hold that decide it, or parts
// of it, in so many words.
func Given(guard []java.Expr, e java.Expr) java.Expr {
	return (&state{guard: guard}).settle(e)
}

// IsTrue reports whether a condition is the literal true.
func IsTrue(e java.Expr) bool {
	v, ok := expr.Truth(e)
	return ok && v
}

// Size is the number of nodes of an expression.
func Size(e java.Expr) int { return expr.Size(e) }

// Unsupported is code that cannot be said exactly, with the construct's name.
type Unsupported struct {
	Construct string
	At        java.Pos
}

// Error names the construct.
func (u *Unsupported) Error() string { return "not said by cases: " + u.Construct }

// Options bound the reading; zero fields mean their defaults.
type Options struct {
	Paths   int  // ways through the method; default 64
	Depth   int  // calls of the program's own methods inside each other; default 6
	Rounds  int  // of a loop whose tests are constant; default 24
	Nodes   int  // of one expression; default 160
	Wrapped bool // integers wrap around instead of having to stay in range
	// Class finds a class of the library by its qualified name; nil for none.
	Class func(name string) *types.Class
}

func (o Options) withDefaults() Options {
	def := func(n *int, d int) {
		if *n == 0 {
			*n = d
		}
	}
	def(&o.Paths, 64)
	def(&o.Depth, 6)
	def(&o.Rounds, 24)
	def(&o.Nodes, 160)
	return o
}

// Summarise reads a method that has a body. The error is an *Unsupported where the
// method cannot be said by cases.
func Summarise(m *types.Method, o Options) (sum *Summary, err error) {
	if m.Decl == nil || m.Decl.Body == nil {
		return nil, &Unsupported{Construct: "a method without a body"}
	}
	info, errs := m.Body()
	if len(errs) > 0 {
		return nil, errs[0]
	}
	x := &exec{o: o.withDefaults(), method: m, info: info, out: &Summary{}}
	defer func() {
		if p := recover(); p != nil {
			u, ok := p.(*Unsupported)
			if !ok {
				panic(p)
			}
			sum, err = nil, u
		}
	}()
	x.top()
	if len(x.out.Cases) == 0 {
		return nil, errors.New("no way through the method")
	}
	return x.out, nil
}
