package eval

import (
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/value"
)

// Truth is the value of a predicate as far as it could be decided.
type Truth = value.Truth

// The truth values; Result.Reason says why one is Unknown.
const (
	InvalidTruth = value.InvalidTruth
	True         = value.True
	False        = value.False
	Unknown      = value.Unknown
)

// Result is the outcome of evaluating one predicate.
type Result struct {
	Truth Truth
	// Undefined is set when Truth is Unknown because the predicate has no value:
	// an index out of range, null, a division by zero, an exception in a call.
	Undefined bool
	Reason    string   // of Unknown
	At        java.Pos // of Unknown: the subexpression that is to blame
}

// State is one of the two states a specification talks about. References are
// into that state's own heap: the states may be deep copies of each other.
type State struct {
	This interp.Ref
	// Locals are the values of the slots of the predicate: for clauses of a
	// method its parameters in order (in ensures they mean their values before
	// the call, so both states hold the same primitives).
	Locals []interp.Value
	// Statics are the static fields of the program's own classes, for a
	// pre-state; nil reads them from the machine. An *interp.Statics is one.
	Statics interface {
		Field(*types.Field) (interp.Value, bool)
	}
	// Ghosts are the values of ghost fields; nil makes them unknown.
	Ghosts *Ghosts
}

// Ghosts holds the values of ghost fields; one that was never set has the value
// of its initialiser.
type Ghosts struct {
	values map[ghostKey]interp.Value
	lost   map[ghostKey]string // what a set had no value for, and why; a field without an object stands for all objects
}

type ghostKey struct {
	obj interp.Ref // nil for a static field
	f   *types.Field
}

// NewGhosts is a store in which nothing has been set.
func NewGhosts() *Ghosts { return &Ghosts{values: map[ghostKey]interp.Value{}} }

// Clone is a copy with every reference replaced.
func (g *Ghosts) Clone(ref func(interp.Ref) interp.Ref) *Ghosts {
	if g == nil {
		return nil
	}
	out := NewGhosts()
	of := func(k ghostKey) ghostKey {
		if ref != nil && k.obj != nil {
			k.obj = ref(k.obj)
		}
		return k
	}
	for k, why := range g.lost {
		out.lose(of(k), why)
	}
	for k, v := range g.values {
		if ref != nil && v.R != nil {
			v.R = ref(v.R)
		}
		out.values[of(k)] = v
	}
	return out
}

func (g *Ghosts) set(k ghostKey, v interp.Value) {
	g.values[k] = v
	delete(g.lost, k)
}

// lose notes that something has a value that is not known.
func (g *Ghosts) lose(k ghostKey, why string) {
	if g.lost == nil {
		g.lost = map[ghostKey]string{}
	}
	g.lost[k] = why
}

// lostAt is why a field of an object, or a static one, has a value that is not known.
func (g *Ghosts) lostAt(k ghostKey) string {
	if why := g.lost[k]; why != "" {
		return why
	}
	return g.lost[ghostKey{f: k.f}]
}

// Env is everything that a predicate's value depends on.
type Env struct {
	Machine *interp.Machine
	Cur     State
	Pre     *State // nil: \old means the current state
	// ToCur maps an object of Pre's heap to the same object in Cur's; nil is the
	// identity. It is applied to what \old(e) yields, never inside of e.
	ToCur  func(interp.Ref) interp.Ref
	Result interp.Value
	Thrown interp.Ref
	// Lost says why variables of old clauses have no value; "" where all have one. See
	// [Case.Enter].
	Lost string
	// Steps bounds the work of one evaluation; 0 means DefaultSteps.
	Steps int64
	// Count is the number of finished iterations of the loop around, for \count;
	// negative when it is not known. The zero Env is in no loop's first iteration.
	Count int64
	// Fresh reports whether an object was allocated since the pre-state; nil
	// makes \fresh unknown.
	Fresh func(interp.Ref) bool
}

// DefaultSteps is the number of quantifier steps one evaluation may take.
const DefaultSteps = 200_000

// tri is a truth value inside the evaluator; undefinedness is kept apart from
// other ignorance because it is strict: no operand to its right can save it.
type tri uint8

const (
	tFalse tri = iota
	tTrue
	tUnknown
	tUndefined
)

func triOf(b bool) tri {
	if b {
		return tTrue
	}
	return tFalse
}

// env is the running state of an evaluation.
type env struct {
	*Env
	cur, pre *State
	q        []int64      // bound variables with primitive values
	qr       []interp.Ref // and with references
	steps    int64
	bad      tri // why the value being computed is none: 0, tUnknown or tUndefined
	why      string
	at       java.Pos
}

// undefined records that the expression at pos has no value.
func (e *env) undefined(pos java.Pos, why string) {
	if e.bad == 0 {
		e.bad, e.why, e.at = tUndefined, why, pos
	}
}

// unknown records that the value could not be found out.
func (e *env) unknown(pos java.Pos, why string) {
	if e.bad == 0 {
		e.bad, e.why, e.at = tUnknown, why, pos
	}
}

// fail turns the pending reason into the truth value of the predicate.
func (e *env) fail() tri { return e.bad }

// step counts work; false means the limit is reached.
func (e *env) step(pos java.Pos) bool {
	e.steps--
	if e.steps >= 0 {
		return true
	}
	e.unknown(pos, "step limit reached (range too large?)")
	return false
}

func (e *env) setRef(slot int, r interp.Ref) {
	for len(e.qr) <= slot {
		e.qr = append(e.qr, nil)
	}
	e.qr[slot] = r
}

// failed turns the bad end of a call into the reason why there is no value.
func (e *env) failed(pos java.Pos, what string, out interp.Outcome) {
	switch out.Kind {
	case interp.Thrown:
		s := out.Class
		if out.Message != "" {
			s += ": " + out.Message
		}
		e.undefined(pos, what+" throws "+s)
	case interp.StepLimit:
		e.unknown(pos, what+" takes too many steps")
	default:
		e.unknown(pos, what+": "+out.String())
	}
}

func (e *env) toString(pos java.Pos, r interp.Ref) *interp.String {
	switch s := r.(type) {
	case *interp.String:
		return s
	case nil:
		return interp.NewString("null")
	}
	var s *interp.String
	_, out := e.Machine.Try(func() interp.Value {
		s = e.Machine.ToJavaString(r)
		return interp.Value{}
	})
	if out.Kind != interp.Returned {
		e.failed(pos, "toString", out)
	}
	return s
}

type (
	boolFn func(*env) tri
	intFn  func(*env) int64 // a value known at compile time to stay within 62 bits
	numFn  func(*env) num
	dblFn  func(*env) float64
	refFn  func(*env) interp.Ref
	typeFn func(*env) types.Type
)
