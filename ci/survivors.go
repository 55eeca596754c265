package ci

import (
	"context"

	"ensures/bench"
	"ensures/harness"
	"ensures/java"
	"ensures/java/types"
	"ensures/verify"
)

// Measure says how contracts are measured.
type Measure struct {
	Survivors int // most that are shown of a method; 0 measures nothing
	Bench     bench.Options
	Harness   harness.Options
}

// survivors returns wrong outputs that the contract of a verified method accepts and,
// where there was one that held of the same code, the old contract did not. A method
// whose clauses are the same is not measured.
func (o Options) survivors(ctx context.Context, p *pair, row Row) ([]string, error) {
	now, was := contractOf(p.now.contracts, row.Method), contractOf(p.was.contracts, row.Method)
	if o.Measure.Survivors <= 0 || o.Since == "" || now == nil || row.Verdict != verify.Verified || was != nil && was.text == now.text {
		return nil, nil
	}
	task := taskAt(p.path, p.now.text, now.decl)
	if task == nil {
		return nil, nil
	}
	prep, err := o.Runtime.Prepare(ctx, task, o.Measure.Bench)
	if err != nil {
		return nil, ctx.Err() // no inputs can be made: nothing is measured
	}
	rep := harness.Measure(ctx, prep, p.now.text, o.Measure.Harness)
	if was == nil {
		return rep.Survivors(o.Measure.Survivors), ctx.Err()
	}
	old := harness.Measure(ctx, prep, p.was.text, o.Measure.Harness)
	return rep.Since(old, o.Measure.Survivors), ctx.Err()
}

// taskAt returns the task of a method of a text; nil where it can't be run.
func taskAt(path, text string, d *java.MethodDecl) *bench.Task {
	file, _ := java.Parse(path, text)
	tasks, _ := bench.BodiesOf(path, text)
	for _, t := range tasks {
		if found := t.Declaration(file); found != nil && found.Pos() == d.Pos() {
			return t
		}
	}
	return nil
}

// methodsOf returns the lines of the methods of a text that have a body.
func methodsOf(lib *types.Library, path, text string) map[verify.MethodKey]int {
	f, _ := java.Parse(path, text)
	prog, _ := types.Check(lib, f)
	out := map[verify.MethodKey]int{}
	for d, m := range prog.Units[0].Info.Methods {
		if d.Body != nil {
			out[verify.KeyOf(m)] = f.Position(d.Name.From).Line
		}
	}
	return out
}
