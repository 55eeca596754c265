package harness

import (
	"fmt"

	"ensures/bench"
	"ensures/java/interp"
)

// Survivors are up to n changed outputs that the specification accepts, as
// sentences: "for a=[3, 1] your spec also accepts 1 (+1; the code gives 0)".
func (r *Report) Survivors(n int) []string {
	var out []string
	seen := map[string]bool{}
	for _, v := range r.Pairs {
		if v.Pre != 1 || v.Post != 1 {
			continue
		}
		for _, k := range v.Mutants {
			// Once half of them are there, only kinds that have not been shown are added.
			if k.Fate != Survived || seen[k.Name] && len(out) > n/2 {
				continue
			}
			if len(out) == n {
				return out
			}
			seen[k.Name] = true
			out = append(out, fmt.Sprintf("for %s your spec also accepts %s (%s; the code gives %s)", r.input(v.Pair), r.changed(k), k.Name, r.output(v.Pair)))
		}
	}
	return out
}

// Since returns, as Survivors does, up to n changed outputs that the specification
// accepts and that of an older report on the same pairs rejects, though that one
// accepts what the code gives.
func (r *Report) Since(old *Report, n int) []string {
	type output struct {
		pair          *bench.Pair
		name, changed string
	}
	rejected := map[output]bool{}
	for _, v := range old.Pairs {
		for _, k := range v.Mutants {
			if v.Pre == 1 && v.Post == 1 && k.Fate == Killed {
				rejected[output{v.Pair, k.Name, old.changed(k)}] = true
			}
		}
	}

	var out []string
	for _, v := range r.Pairs {
		if v.Pre != 1 || v.Post != 1 {
			continue
		}
		for _, k := range v.Mutants {
			if len(out) == n {
				return out
			}
			if k.Fate == Survived && rejected[output{v.Pair, k.Name, r.changed(k)}] {
				out = append(out, fmt.Sprintf("for %s your spec now also accepts %s (%s; the code gives %s)", r.input(v.Pair), r.changed(k), k.Name, r.output(v.Pair)))
			}
		}
	}
	return out
}

// Input is a pair's input as a message shows it.
func (r *Report) Input(p *bench.Pair) string { return r.input(p) }

func (r *Report) input(p *bench.Pair) string { return p.Input(r.task(), r.prep.Method) }

func (r *Report) output(p *bench.Pair) string { return p.Output(r.task(), r.prep.Method) }

// task is a machine of the task's program, to read its values with.
func (r *Report) task() *interp.Machine {
	return r.prep.Run.NewMachine(interp.Options{Limits: interp.Limits{Steps: 1_000_000}})
}

// changed is a mutant's output.
func (r *Report) changed(k MutantVerdict) string {
	m := r.machine
	m.Refill(1_000_000, 64<<20)
	if k.state == nil {
		return m.FormatValue(k.value, r.prep.Method.Return)
	}
	n := len(r.prep.Method.Params)
	text := ""
	for i, l := range r.prep.Method.Params {
		if t := l.Type.Kind(); t >= 1 && k.state.Roots[i].R != nil {
			if text != "" {
				text += ", "
			}
			text += l.Name + "=" + m.FormatValue(k.state.Roots[i], l.Type)
		}
	}
	if k.state.Roots[n].R != nil {
		if text != "" {
			text += ", "
		}
		text += "this=" + m.FormatValue(k.state.Roots[n], nil)
	}
	return text
}
