package eval

import (
	"sync"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// Tracer runs methods of a checked program and evaluates what the specification
// says inside of their bodies: loop clauses at every loop head, assert and assume
// statements, ghost variables and set statements. It may be shared by goroutines
// that use machines of their own.
type Tracer struct {
	chk   *jml.Checked
	prog  *interp.Program
	loops map[java.Stmt]*LoopCode
	inner map[*types.Method]bool // methods with something inside
	// Loops with frames, by what comes after them: a statement, or the end of a block.
	before map[java.Stmt][]java.Stmt
	atEnd  map[*java.Block][]java.Stmt
	// Blocks that run on the way out of a return.
	finally map[*java.Return][]*java.Block

	mu    sync.Mutex
	stmts map[*jml.Stmt]*stmtCode
}

// LoopCode is the compiled specification of a loop.
type LoopCode struct {
	Loop java.Stmt
	Spec *jml.LoopSpec
	// Slots are what the values of Env.Cur.Locals at the loop belong to.
	Slots   []*types.Local
	Clauses []LoopClause
	// Old tells whether some clause reads the heap of the pre-state.
	Old   bool
	frame *loopFrame // nil without a frame clause
}

// LoopClause is one compiled clause of a loop.
type LoopClause struct {
	Clause *jml.Clause
	Pred   *Pred       // of an invariant
	Values []*Pred     // of a measure, its components
	Err    *java.Error // why it cannot be evaluated
}

// NewTracer prepares the tracing of a program; lib is the executable library.
func NewTracer(chk *jml.Checked, lib *interp.Program) *Tracer {
	return newTracer(chk, lib, false, interp.Wraps)
}

// NewExactTracer is NewTracer for runs that end where a number would wrap around.
func NewExactTracer(chk *jml.Checked, lib *interp.Program, exact interp.Exactness) *Tracer {
	return newTracer(chk, lib, false, exact)
}

// NewStepTracer is NewExactTracer for runs that are slower and know which statement an
// exception left (see Run.At).
func NewStepTracer(chk *jml.Checked, lib *interp.Program, exact interp.Exactness) *Tracer {
	return newTracer(chk, lib, true, exact)
}

func newTracer(chk *jml.Checked, lib *interp.Program, steps bool, exact interp.Exactness) *Tracer {
	t := &Tracer{chk: chk, loops: map[java.Stmt]*LoopCode{}, inner: map[*types.Method]bool{}, stmts: map[*jml.Stmt]*stmtCode{},
		before: map[java.Stmt][]java.Stmt{}, atEnd: map[*java.Block][]java.Stmt{}, finally: map[*java.Return][]*java.Block{}}

	before := map[java.Stmt]bool{}
	for s := range chk.Spec.Before {
		before[s] = true
	}
	for loop := range chk.Spec.Loops {
		before[loop] = true
	}

	// Hooks cost time at every statement: only methods whose bodies hold something to
	// look at get them.
	for d, m := range chk.Unit.Info.Methods {
		if d.Body == nil {
			continue
		}
		java.Walk(d.Body, func(n java.Node) bool {
			switch n := n.(type) {
			case *java.Labeled:
				if chk.Spec.Loops[jml.LoopOf(n)] != nil {
					before[n] = true
				}
			case *java.ClassDecl:
				// A class inside the body has methods of its own.
				return false
			}
			if s, ok := n.(java.Stmt); ok && (before[s] || chk.Spec.Loops[s] != nil) {
				t.inner[m] = true
			}
			if try, ok := n.(*java.Try); ok && try.Finally != nil {
				t.waysOut(try)
			}
			if b, ok := n.(*java.Block); ok {
				t.closeFrames(b)
				if len(chk.Spec.AtEnd[b]) > 0 {
					t.inner[m] = true
				}
			}
			return true
		})
	}

	t.prog = interp.New(lib, chk.Program, interp.HookPlan{
		Loops:   steps || len(chk.Spec.Loops) > 0,
		Methods: func(m *types.Method) bool { return steps || t.inner[m] },
		Before:  func(s java.Stmt) bool { return steps || before[s] || t.before[s] != nil },
		AtEnd:   func(b *java.Block) bool { return len(chk.Spec.AtEnd[b]) > 0 || t.atEnd[b] != nil },
		Exact:   exact,
	})

	// Compiled last, for the program that has the hooks: the methods that clauses call run on its
	// machines.
	for loop, spec := range chk.Spec.Loops {
		t.loops[loop] = t.compileLoop(loop, spec)
		t.loops[loop].frame = t.compileLoopFrame(t.loops[loop])
	}
	return t
}

// waysOut notes the finally block of a try for the returns in it.
func (t *Tracer) waysOut(try *java.Try) {
	java.Walk(try, func(n java.Node) bool {
		if ret, ok := n.(*java.Return); ok {
			t.finally[ret] = append(t.finally[ret], try.Finally)
		}
		return n != try.Finally
	})
}

// Program is the program with hooks that Run's machines must be made from.
func (t *Tracer) Program() *interp.Program { return t.prog }

// Loop is the compiled specification of a loop, nil without one.
func (t *Tracer) Loop(s java.Stmt) *LoopCode { return t.loops[s] }

// CompileLoop compiles further clauses for a loop, checked by Checked.CheckFor,
// with the slots of its own ones.
func (t *Tracer) CompileLoop(loop java.Stmt, chk *jml.Checked, clauses ...*jml.Clause) *LoopCode {
	return t.compileClauses(loop, chk, &jml.LoopSpec{Loop: loop, Clauses: clauses})
}

func (t *Tracer) compileLoop(loop java.Stmt, spec *jml.LoopSpec) *LoopCode {
	return t.compileClauses(loop, t.chk, spec)
}

func (t *Tracer) compileClauses(loop java.Stmt, chk *jml.Checked, spec *jml.LoopSpec) *LoopCode {
	code := &LoopCode{Loop: loop, Spec: spec}
	if scope := chk.Unit.Info.Scopes[loop]; scope != nil {
		code.Slots = append(code.Slots, scope.All()...)
	}
	code.Slots = append(code.Slots, chk.Visible[loop]...)

	o := CompileOptions{Slots: code.Slots, Math: t.math(loop)}
	for _, cl := range spec.Clauses {
		lc := LoopClause{Clause: cl}
		switch {
		case chk.Bad[cl]:
			lc.Err = chk.Errorf(java.TypeError, cl, "", "the clause has an error")
		case cl.Kind == jml.LoopInvariant && cl.Expr != nil:
			lc.Pred, lc.Err = Compile(chk, t.prog, cl.Expr, o)
		case cl.Kind == jml.Decreases:
			for _, x := range measures(cl) {
				p, err := CompileMeasure(chk, t.prog, x, o)
				if err != nil {
					lc.Err = err
					break
				}
				lc.Values = append(lc.Values, p)
			}
		default:
			continue
		}
		if lc.Pred != nil && lc.Pred.Old {
			code.Old = true
		}
		for _, p := range lc.Values {
			code.Old = code.Old || p.Old
		}
		code.Clauses = append(code.Clauses, lc)
	}
	return code
}

func measures(cl *jml.Clause) []java.Expr {
	if cl.Refs != nil {
		return cl.Refs
	}
	if cl.Expr == nil {
		return nil
	}
	return []java.Expr{cl.Expr}
}

// math is the arithmetic mode at a statement.
func (t *Tracer) math(at java.Node) jml.Math {
	for d, ms := range t.chk.Spec.Methods {
		if d.From <= at.Pos() && at.End() <= d.To {
			if m := t.chk.MethodOf(d); m != nil {
				return t.chk.Math(m.Owner, ms.Mods)
			}
		}
	}
	return jml.SpecMath
}

// TraceOptions bound and observe a traced run.
type TraceOptions struct {
	// Visit is called at every head of a loop with a specification, after its
	// clauses were evaluated. Env may be changed and evaluated again.
	Visit func(*Visit)
	// Steps bounds each evaluation; 0 means DefaultSteps.
	Steps int64
	// MaxVisits bounds the heads at which clauses are evaluated, for each loop; 0
	// means 10,000. Later ones are counted only.
	MaxVisits int
	// Called is called on each entry of a method of the program's own, for a step
	// tracer, when its parameters are set and nothing of it has run.
	Called func(*Call)
	// Extra are further compiled clauses of loops, evaluated like their own.
	Extra map[java.Stmt]*LoopCode
	// SnapshotLimit bounds the objects copied for the pre-state; 0 means 100,000. Nested
	// calls that have copied more than four times as many end the run as the limit of steps does.
	SnapshotLimit int
}

// Visit is one arrival at a loop's head.
type Visit struct {
	Loop    java.Stmt
	Entry   int // how often the loop had been entered before
	N       int // finished iterations since the entry
	Env     *Env
	Results []ClauseResult // in the order of the loop's clauses
}

// ClauseResult is the value of a clause at one place.
type ClauseResult struct {
	Clause *jml.Clause
	Result Result
	// Measure is the value of a decreases clause, as digits, components by commas.
	Measure string
}

// LoopTrace sums up the visits of one loop: its invariants and measures in their order,
// and its frame under the last clause about it.
type LoopTrace struct {
	Loop    java.Stmt
	Entries int
	Visits  int
	Clauses []ClauseTrace
}

// ClauseTrace sums up what became of one clause.
type ClauseTrace struct {
	Clause               *jml.Clause
	Held, Broken, Unsure int
	// First is the first result that is not True, and the visit that it is of.
	First      Result
	FirstVisit int
	FirstEntry int
}

// StmtTrace sums up what became of one JML statement.
type StmtTrace struct {
	Stmt                 *jml.Stmt
	Held, Broken, Unsure int
	First                Result
}

// Run is a traced run of a method.
type Run struct {
	Outcome interp.Outcome
	Result  interp.Value
	// Pre is the state before the call, a copy; Post is the live state after it.
	// Their Locals are the parameters.
	Pre, Post State
	ToCur     func(interp.Ref) interp.Ref // Pre's objects in Post
	Fresh     func(interp.Ref) bool
	// Objects maps Pre's objects to the same ones in Post, for Changes.
	Objects map[interp.Ref]interp.Ref
	Loops   []*LoopTrace // in the order of the source
	Stmts   []*StmtTrace
	// PreErr says why there is no copy of the state before the call.
	PreErr error
	// At is, for a step tracer, the statement of the method that was begun last when
	// it returned or an exception left it: a loop itself while its condition is
	// evaluated.
	At java.Stmt
	// Passed tells of an exception that left the method that a call of the program's
	// own threw it.
	Passed bool
}

// Env is the environment of postconditions after the run: the parameters have
// their values before the call, and references mean the state after it.
func (r *Run) Env(m *interp.Machine) *Env {
	return &Env{Machine: m, Cur: r.Post, Pre: &r.Pre, ToCur: r.ToCur, Fresh: r.Fresh, Result: r.Result, Thrown: r.Outcome.Exception, Count: -1}
}
