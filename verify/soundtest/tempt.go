package soundtest

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"

	"ensures/java/interp"
)

// Tempt makes the scene of a seed with clauses that are false in the way that a wrong
// rule would take for true. Each comes from the program with one thing changed: a
// statement less, another operator, a class whose method isn't overridden. What the
// changed program returns is claimed of the program as it is: `p == 2 ==> \result == 7`.
// One scene in three has a contract changed in place of that.
func Tempt(seed int64, o Options) (Program, error) {
	p, s := newScene(seed)
	if !WellFormed(p.Source, o.Types) {
		_, err := newRunner(p.Source, o)
		return p, fmt.Errorf("scene %d: %w", seed, err)
	}
	if seed%3 == 0 {
		m := Mutate(p.Source, seed)
		if len(m.Mutated) > 0 && WellFormed(m.Source, o.Types) {
			m.Scene, m.Calls = true, p.Calls
			return m, nil
		}
		return p, nil
	}
	return s.claims(p, o), nil
}

// claimed is the number of false claims of one method.
const claimed = 6

// claims adds clauses about what mutants of the program return.
func (s *scene) claims(p Program, o Options) Program {
	truth := outcomes(p.Source, o)
	r := rand.New(rand.NewSource(s.r.Int63()))
	said := map[string][]string{}
	seen := map[string]bool{}
	lines := slices.Clone(s.steps)
	r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	for _, n := range lines {
		all := strings.Split(p.Source, "\n")
		if r.Intn(3) == 0 {
			all[n-1] = change(r, all[n-1])
		} else {
			all[n-1] = ""
		}
		mutant := strings.Join(all, "\n")
		if mutant == p.Source || !WellFormed(mutant, o.Types) {
			continue
		}
		changed := outcomes(mutant, o)
		for _, at := range calls {
			v, returned := changed[at]
			is, ok := truth[at]
			name, arg := at.method, at.arg
			c := fmt.Sprintf("ensures p == %d ==> \\result == %d;", arg, v)
			if !ok || !returned || is == v || seen[name+c] || len(said[name]) >= claimed {
				continue
			}
			seen[name+c] = true
			said[name] = append(said[name], c)
		}
	}
	for at, v := range truth {
		said[at.method] = append(said[at.method], fmt.Sprintf("ensures p == %d ==> \\result == %d;", at.arg, v))
	}
	return p.with(said, truth)
}

// with is the program with clauses more, those that are false among the changed ones.
func (p Program) with(said map[string][]string, truth map[outcome]int64) Program {
	var out []string
	p.Mutated = []int{}
	for _, l := range strings.Split(p.Source, "\n") {
		if name, ok := strings.CutPrefix(l, "    static int "); ok {
			name, _, _ = strings.Cut(name, "(")
			slices.Sort(said[name])
			for _, c := range said[name] {
				out = append(out, "    //@ "+c)
				var arg, v int64
				if _, err := fmt.Sscanf(c, "ensures p == %d ==> \\result == %d;", &arg, &v); err == nil && truth[outcome{name, arg}] != v {
					p.Mutated = append(p.Mutated, len(out))
					p.falsified = append(p.falsified, len(out))
				}
			}
		}
		out = append(out, l)
	}
	p.Source = strings.Join(out, "\n")
	return p
}

// outcome is a call of a scene's method.
type outcome struct {
	method string
	arg    int64
}

// calls are the calls that outcomes makes.
var calls = []outcome{{"t0", 0}, {"t0", 1}, {"t0", 2}, {"t0", 3}, {"t1", 0}, {"t1", 1}, {"t1", 2}, {"t1", 3}}

// outcomes are what the methods t0 and t1 return for each argument; a call that ends
// otherwise is left out.
func outcomes(src string, o Options) map[outcome]int64 {
	out := map[outcome]int64{}
	run, err := newRunner(src, o)
	if err != nil {
		return out
	}
	for _, d := range run.declared() {
		m := run.chk.Unit.Info.Methods[d]
		for _, c := range calls {
			if m.Name != c.method {
				continue
			}
			mach := run.tracer.Program().NewMachine(interp.Options{Limits: interp.Limits{Steps: 100_000}})
			if v, end := mach.Call(m, nil, []interp.Value{{N: c.arg}}); end.Kind == interp.Returned {
				out[c] = v.N
			}
		}
	}
	return out
}
