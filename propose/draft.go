package propose

import (
	"cmp"
	"context"
	"slices"

	"ensures/bench"
	"ensures/harness"
	"ensures/java"
)

// Draft is what was found for a method, for an engine that goes on from there:
// it may change Method and Loops. Loops are those of Prep's tree. Every clause is
// a text such as "ensures \\result >= 0;".
type Draft struct {
	Prep   *bench.Prepared
	Method []string
	Loops  map[java.Stmt][]string
	Pool   Pool
	// Skip says why the engine has nothing to propose: the method is left as it is.
	Skip string

	a *annotating
}

// Pool are further clauses, shortest first. But for Almost and Shaped, no run
// violates them.
type Pool struct {
	Ensures []string
	Almost  []string // postconditions that most runs satisfy: for when preconditions are added
	Loops   []LoopPool
}

// LoopPool is the pool of one loop.
type LoopPool struct {
	Loop    java.Stmt
	Clauses []string // no visit violates them
	Shaped  []string // suggested by the loop's text; nothing says that they hold
}

// Code is the whole file with a specification of the method in it, beside those of
// the methods that are done.
func (d *Draft) Code(method []string, loops map[java.Stmt][]string) (string, error) {
	return d.a.codeWith(method, loops)
}

// Measure measures a specification of the method.
func (d *Draft) Measure(ctx context.Context, code string, o harness.Options) *harness.Report {
	o.Elsewhere = true
	return harness.Measure(ctx, d.Prep, code, o)
}

// Choose is a small set of postconditions of the pool that rejects about what all
// of them do.
func (d *Draft) Choose(ensures []string) []string {
	var list []*clause
	for _, k := range d.a.ensures {
		if slices.Contains(ensures, "ensures "+k.text+";") {
			list = append(list, k)
		}
	}
	var out []string
	for _, k := range best(list, d.a.o.MaxClauses) {
		out = append(out, "ensures "+k.text+";")
	}
	return out
}

// Rejects is the share of the pool's rejections that the postconditions make, of
// 1; 1 for an empty pool.
func (d *Draft) Rejects(ensures []string) float64 {
	all := total(d.a.ensures)
	if all == 0 {
		return 1
	}
	var list []*clause
	for _, k := range d.a.ensures {
		if slices.Contains(ensures, "ensures "+k.text+";") {
			list = append(list, k)
		}
	}
	return float64(total(list)) / float64(all)
}

// refine hands the proposal to Options.Refine.
func (a *annotating) refine() error {
	if a.o.Refine == nil {
		return nil
	}
	d := &Draft{Prep: a.prep, Method: slices.Clone(a.method), Loops: map[java.Stmt][]string{}, Pool: a.pool, a: a}
	for l, lines := range a.loops {
		d.Loops[l] = slices.Clone(lines)
	}
	end := a.o.Trace("refine", a.r.Name, nil)
	err := a.o.Refine(a.ctx, d)
	a.ctx = a.base // the budget is for the search; what was found is measured
	if err != nil {
		end("error", map[string]any{"error": err.Error()})
		return err
	}
	a.method, a.loops, a.skip = d.Method, d.Loops, d.Skip
	end("ok", map[string]any{"lines": a.method})
	return nil
}

// maxPool bounds a pool.
const maxPool = 60

// pooled is first, then the head of a list of candidates, small ones first, at
// most so many that reject the same changed runs.
func pooled(list []*clause, first []*clause) []*clause {
	const alike = 3
	order := slices.Clone(list)
	slices.SortStableFunc(order, func(x, y *clause) int {
		return cmp.Or(cmp.Compare(float64(x.size)/x.weight(), float64(y.size)/y.weight()), cmp.Compare(len(x.text), len(y.text)), cmp.Compare(x.text, y.text))
	})
	seen := map[string]int{}
	out := slices.Clone(first)
	for _, k := range order {
		if slices.Contains(first, k) {
			continue
		}
		key := fingerprint(k.kills)
		if seen[key]++; seen[key] > alike {
			continue
		}
		if out = append(out, k); len(out) == maxPool {
			break
		}
	}
	return out
}

// fingerprint is a set of kills as a map's key.
func fingerprint(kills []uint64) string {
	b := make([]byte, 0, 8*len(kills))
	for _, w := range kills {
		for i := range 8 {
			b = append(b, byte(w>>(8*i)))
		}
	}
	return string(b)
}
