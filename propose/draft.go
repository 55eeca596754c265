package propose

import (
	"context"
	"slices"
	"time"

	"ensures/bench"
	"ensures/candidate"
	"ensures/harness"
	"ensures/internal/effort"
	"ensures/java"
	"ensures/propose/loops"
	"ensures/propose/search"
)

// Draft is what was found for a method, for an engine that goes on from there: it may
// change Spec. Its loops are those of Prep's tree, in the order of the source.
type Draft struct {
	Prep *bench.Prepared
	Spec candidate.Spec
	Pool Pool
	// Skip says why the engine has nothing to propose: the method is left as it is.
	Skip string

	a *annotating
}

// Pool are further clauses, shortest first. But for Almost and Shaped, no run
// violates them.
type Pool struct {
	Ensures []*candidate.Clause
	Almost  []*candidate.Clause // postconditions that most runs satisfy: for when preconditions are added
	Loops   []LoopPool          // of each loop
}

// LoopPool is the pool of one loop.
type LoopPool struct {
	Clauses []*candidate.Clause // no visit violates them
	Shaped  []*candidate.Clause // suggested by the loop's text; nothing says that they hold
}

// Loops returns the method's loops, in Prep's tree.
func (d *Draft) Loops() []java.Stmt { return candidate.Loops(d.Prep.Decl.Body) }

// Code returns the whole file with a specification of the method in it, beside those
// of the methods that it calls.
func (d *Draft) Code(s candidate.Spec) (*candidate.Text, error) { return d.a.text(s) }

// measureWork is the work of a measurement, about.
const measureWork = 10 * time.Millisecond

// Measure measures a specification of the method.
func (d *Draft) Measure(ctx context.Context, code string, o harness.Options) *harness.Report {
	o.Elsewhere = true
	effort.Spend(ctx, measureWork)
	return harness.Measure(ctx, d.Prep, code, o)
}

// Choose returns a small set of postconditions of the pool that rejects about what all
// of those given do.
func (d *Draft) Choose(ensures []*candidate.Clause) []*candidate.Clause {
	var out []*candidate.Clause
	for _, k := range search.Best(d.a.found(ensures), d.a.o.MaxClauses) {
		out = append(out, d.a.clauseOf(k))
	}
	return out
}

// Rejects returns the share of the pool's rejections that the postconditions make, of
// 1; 1 for an empty pool.
func (d *Draft) Rejects(ensures []*candidate.Clause) float64 {
	all := search.Total(d.a.ensures)
	if all == 0 {
		return 1
	}
	return float64(search.Total(d.a.found(ensures))) / float64(all)
}

// found returns those of the pool's clauses that are listed.
func (a *annotating) found(ensures []*candidate.Clause) []*search.Clause {
	var out []*search.Clause
	for _, k := range a.ensures {
		if slices.Contains(ensures, a.clauseOf(k)) {
			out = append(out, k)
		}
	}
	return out
}

// NonNull returns, by parameter, that what it holds is not null.
func (d *Draft) NonNull() map[string]string {
	return loops.NonNull(d.Prep.Decl, d.Prep.Info, d.fresh())
}

// ReturnsNull declares that the method may return null where it returns a nullable
// parameter; false where it returns none, or that is declared already.
func (d *Draft) ReturnsNull() bool {
	if d.a.nullable || !d.a.returnsTaken() {
		return false
	}
	d.a.nullable = true
	return true
}

// fresh returns names for quantified variables that no parameter has.
func (d *Draft) fresh() loops.Names {
	used := map[string]bool{}
	for _, p := range d.Prep.Decl.Params {
		used[p.Name.Name] = true
	}
	return freshNames(used)
}

// Preconditions returns what the method's expressions ask of the state before the call.
func (d *Draft) Preconditions() []loops.Precondition {
	return loops.Preconditions(d.Prep.Decl, d.Prep.Info, d.fresh())
}

// Bounds returns plain bounds of the method's inputs under which its arithmetic stays in
// range, with the invariants that they give; nil where there are none.
func (d *Draft) Bounds() *loops.Bounds {
	return loops.Bounded(d.Prep.Decl, d.Prep.Info, d.fresh())
}

// refine hands the proposal to Options.Refine.
func (a *annotating) refine() error {
	if a.o.Refine == nil {
		return nil
	}
	d := &Draft{Prep: a.prep, Spec: a.spec, Pool: a.pool, a: a}
	step := a.step.Start("refine", a.r.Name, nil)
	if !a.end.IsZero() {
		var stop context.CancelFunc
		a.ctx, stop = context.WithDeadline(a.ctx, a.end)
		defer stop()
	}
	err := a.o.Refine(a.ctx, d)
	a.ctx = a.base // the budget is for the search; what was found is measured
	if err != nil {
		step.End("error", map[string]any{"error": err.Error()})
		return err
	}
	a.spec, a.skip = d.Spec, d.Skip
	step.End("ok", map[string]any{"lines": a.lines()})
	return nil
}

// lines returns what is proposed in front of the method, as recorded.
func (a *annotating) lines() []string {
	var out []string
	for _, l := range a.visible(a.spec).Lines(a.decl) {
		out = append(out, l.Text)
	}
	return out
}
