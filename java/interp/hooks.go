package interp

import (
	"ensures/java"
	"ensures/java/types"
)

// HookPlan says which places of a program are compiled with calls of a run's
// Hooks. Places that are not named cost nothing.
type HookPlan struct {
	Loops    bool                     // every loop of the program's own classes
	Branches bool                     // every decision of the program's own classes
	Methods  func(*types.Method) bool // entry and exit; nil for none
	Before   func(java.Stmt) bool     // statements; nil for none
	AtEnd    func(*java.Block) bool   // the end of a block, reached on normal completion; nil for none

	// Exact ends a run with Overflow where a number in the program's own classes would
	// wrap around.
	Exact Exactness
}

// Exactness says which numbers may not wrap around.
type Exactness uint8

const (
	// Wraps is Java's own arithmetic: all may.
	Wraps Exactness = iota
	// ExactOperations are those on int and long.
	ExactOperations
	// ExactConversions are these and conversions of an integral number to a narrower
	// type, in casts and behind op=, ++ and --.
	ExactConversions
)

// Hooks are a run's callbacks for the places of its program's HookPlan. They see
// the frame and must not change it; an exception they throw is the program's.
type Hooks struct {
	LoopHead func(m *Machine, loop java.Stmt, v FrameView) // before each evaluation of a loop's condition; of do-while before each iteration
	Branch   func(m *Machine, at java.Node, taken int)     // 1 and 0 for conditions (If, loops, Cond, &&, ||), the case's index for switches (−1 for none)
	AtEnd    func(m *Machine, b *java.Block, v FrameView)
	Before   func(m *Machine, s java.Stmt, v FrameView)                               // before a statement
	Enter    func(m *Machine, t *types.Method, v FrameView)                           // parameters are set, nothing has run
	Exit     func(m *Machine, t *types.Method, v FrameView, result Value, thrown Ref) // thrown is nil on return; not called when a limit ends the run
}

// FrameView is a look at an activation, valid during the hook.
type FrameView struct {
	f *frame
	c *code
}

// This is the receiver, nil in static methods.
func (v FrameView) This() Ref {
	if v.c.mt == nil || v.c.mt.static {
		return nil
	}
	return v.f.r[0]
}

// Method is the method being run; nil in a lambda or initialiser.
func (v FrameView) Method() *types.Method {
	if v.c.mt == nil {
		return nil
	}
	return v.c.mt.t
}

// Local is the value of a local variable; false when it is not one of this
// activation. A variable not yet assigned reads as zero or as a former value.
func (v FrameView) Local(l *types.Local) (Value, bool) {
	s, ok := v.c.locals[l]
	if !ok {
		return Value{}, false
	}
	if s.ref {
		return Value{R: v.f.r[s.i]}, true
	}
	return Value{N: v.f.p[s.i]}, true
}

// Args are the values of the method's parameters.
func (v FrameView) Args() []Value {
	t := v.Method()
	if t == nil {
		return nil
	}
	args := make([]Value, len(t.Params))
	for i, p := range t.Params {
		args[i], _ = v.Local(p)
	}
	return args
}
