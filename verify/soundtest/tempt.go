package soundtest

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"

	"ensures/java/interp"
)

// Tempt makes the scene of a seed with one thing wrong about it.
//
//   - Of half of the scenes something false is claimed that a wrong rule would take for
//     true: what the same program returns with a statement less, another operator or
//     another number, as in `p == 2 ==> \result == 7`. All else in them is true.
//   - In a quarter a clause or a frame is changed.
//   - In a quarter a statement is left out or changed, under the old specification.
func Tempt(seed int64, o Options) (Program, error) {
	p, s := newScene(seed)
	if !WellFormed(p.Source, o.Types) {
		_, err := newRunner(p.Source, o)
		return p, fmt.Errorf("scene %d: %w", seed, err)
	}
	switch seed % 4 {
	case 0:
		return s.otherwise(p, o, func(src string) string {
			if s.chance(40) {
				return s.frameChanged(src)
			}
			return Mutate(src, s.r.Int63()).Source
		}), nil
	case 1:
		return s.otherwise(p, o, func(src string) string { return s.codeChanged(s.r, s.steps, src) }), nil
	}
	return s.claims(p, o), nil
}

// otherwise is a program changed in one way; what the changed parts say need not be true,
// so that a user's proof is worth something only with those of all that it may call.
func (s *scene) otherwise(p Program, o Options, change func(string) string) Program {
	for range 8 {
		if src := change(p.Source); src != p.Source && WellFormed(src, o.Types) {
			p.Source = src
			break
		}
	}
	var helpers []string
	for _, h := range []string{"Base", "Sub", "setA", "addB", "getA", "swap", "value", "hook", "join", "put", "cells", "count", "called", "odd", "check", "get", "sum"} {
		if h == "cells" && !strings.Contains(p.Source, " cells() {") {
			continue
		}
		if strings.Contains(p.Source, " "+h+"(") && h != "hook" {
			helpers = append(helpers, h)
		}
	}
	p.Calls = map[string][]string{"t0": helpers, "t1": helpers, "Sub": {"Base"}}
	return p
}

// frameChanged takes a location out of a frame, or puts another there.
func (s *scene) frameChanged(src string) string {
	ls := strings.Split(src, "\n")
	var at []int
	for n, l := range ls {
		if strings.Contains(l, "//@ assignable ") && !strings.Contains(l, "everything") {
			at = append(at, n)
		}
	}
	n := at[s.r.Intn(len(at))]
	head, list, _ := strings.Cut(strings.TrimSuffix(ls[n], ";"), "assignable ")
	places := strings.Split(list, ", ")
	k := s.r.Intn(len(places))
	switch {
	case places[k] == "cells[i]":
		places[k] = "cells[0]"
	case places[k] == "o.a":
		places = places[:k]
	case places[k] == "a" || places[k] == "b":
		places[k] = s.pick("a", "b", "\\nothing")
		if places[k] == "\\nothing" {
			places = places[k : k+1]
		}
	default:
		places = []string{"\\nothing"}
	}
	ls[n] = head + "assignable " + strings.Join(places, ", ") + ";"
	return strings.Join(ls, "\n")
}

// codeChanged leaves out one of the given lines, or changes a token of it.
func (s *scene) codeChanged(r *rand.Rand, lines []int, src string) string {
	ls := strings.Split(src, "\n")
	n := lines[r.Intn(len(lines))] - 1
	if r.Intn(3) == 0 || slices.Contains(s.decls, n+1) {
		ls[n] = change(r, ls[n])
	} else {
		ls[n] = ""
	}
	return strings.Join(ls, "\n")
}

// claims adds clauses about what mutants of the program return: one for each method and
// argument, since a clause that fails is a fact for those after it, and two of one
// argument contradict each other.
func (s *scene) claims(p Program, o Options) Program {
	truth := outcomes(p.Source, o)
	r := rand.New(rand.NewSource(s.r.Int63()))
	said := map[string][]string{}
	seen := map[outcome]bool{}
	lines := append(slices.Clone(s.steps), s.decls...)
	r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	for _, n := range lines {
		mutant := s.codeChanged(r, []int{n}, p.Source)
		if mutant == p.Source || !WellFormed(mutant, o.Types) {
			continue
		}
		changed := outcomes(mutant, o)
		for _, at := range calls {
			v, returned := changed[at]
			is, ok := truth[at]
			name, arg := at.method, at.arg
			c := fmt.Sprintf("ensures p == %d ==> \\result == %d;", arg, v)
			if !ok || !returned || is == v || seen[at] {
				continue
			}
			seen[at] = true
			said[name] = append(said[name], c)
		}
	}
	for at, v := range truth {
		if seen[at] {
			continue
		}
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
