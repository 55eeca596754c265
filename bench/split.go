package bench

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"strings"

	"ensures/java"
)

// Part is a named part of a data set.
type Part struct {
	Name  string
	Share float64 // of all shares together
}

// ParseParts reads "train=0.6,dev=0.2,test=0.2"; shares may be counts too, what
// counts is their ratio.
func ParseParts(s string) ([]Part, error) {
	var out []Part
	for _, p := range strings.Split(s, ",") {
		name, share, ok := strings.Cut(strings.TrimSpace(p), "=")
		x, err := strconv.ParseFloat(share, 64)
		switch {
		// !(x > 0) keeps out NaN too.
		case !ok || err != nil || !(x > 0) || math.IsInf(x, 0):
			return nil, fmt.Errorf("%q is no part: write it like train=0.8,test=0.2", p)
		case name == "" || strings.ContainsAny(name, "/\\.\x00"):
			return nil, fmt.Errorf("%q is no name for a part", name)
		case slices.ContainsFunc(out, func(q Part) bool { return q.Name == name }):
			return nil, fmt.Errorf("part %q is there twice", name)
		}
		out = append(out, Part{name, x})
	}
	return out, nil
}

// Stratum is the group of tasks that a task is split within: its category, or what
// its method is made of where it has none.
func Stratum(t *Task) string {
	if t.Category != "" {
		return t.Category
	}
	s := ShapeOf(t)
	switch {
	case s.Nested:
		return "nested loops"
	case s.Loops > 0:
		return "one loop or several"
	case s.Branches > 0:
		return "branches"
	}
	return "straight"
}

// Split divides tasks into parts, at random by the seed, such that every stratum is
// divided in the same ratio as nearly as whole tasks can be. Each task is in one
// part; the order within a part is that of the data set. The same tasks in another
// order are divided the same way.
func Split(tasks []*Task, parts []Part, seed int64) [][]*Task {
	strata := map[string][]*Task{}
	for _, t := range tasks {
		strata[Stratum(t)] = append(strata[Stratum(t)], t)
	}
	total := 0.0
	for _, p := range parts {
		total += p.Share
	}

	// The rank depends on seed and id alone, not on the order of the tasks.
	rank := func(t *Task) uint64 {
		h := fnv.New64a()
		fmt.Fprintf(h, "%d\x00%s", seed, t.ID)
		x := h.Sum64() // finished as in splitmix64: ids that differ little shall not stay together
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		return x ^ x>>31
	}

	names := make([]string, 0, len(strata))
	for n := range strata {
		names = append(names, n)
	}
	slices.Sort(names)
	part := map[*Task]int{}
	// What a part is still owed is carried from stratum to stratum, so that small
	// strata do not all round the same way.
	owed := make([]float64, len(parts))
	for _, n := range names {
		group := slices.Clone(strata[n])
		slices.SortFunc(group, func(x, y *Task) int {
			return cmp.Or(cmp.Compare(rank(x), rank(y)), strings.Compare(x.ID, y.ID))
		})
		counts := make([]int, len(parts))
		left := len(group)
		for i, p := range parts {
			owed[i] += float64(len(group)) * p.Share / total
			counts[i] = min(max(0, int(math.Floor(owed[i]+1e-9))), left)
			left -= counts[i]
		}
		for ; left > 0; left-- { // to the part that is owed most
			most := 0
			for i := range parts {
				if owed[i]-float64(counts[i]) > owed[most]-float64(counts[most]) {
					most = i
				}
			}
			counts[most]++
		}
		at := 0
		for i, k := range counts {
			owed[i] -= float64(k)
			for _, t := range group[at : at+k] {
				part[t] = i
			}
			at += k
		}
	}

	out := make([][]*Task, len(parts))
	for _, t := range tasks {
		out[part[t]] = append(out[part[t]], t)
	}
	return out
}

// Shape is what a task's method is made of.
type Shape struct {
	Lines    int // of its file
	Loops    int // of its method
	Nested   bool
	Branches int // if, switch and ?:
	Calls    int
}

// ShapeOf looks at a task's method; a task without one has the shape of nothing.
func ShapeOf(t *Task) Shape {
	s := Shape{Lines: strings.Count(t.Source, "\n") + 1}
	f, _ := java.Parse(t.Name, t.Source)
	_, m, err := t.find(f)
	if err != nil || m.Body == nil {
		return s
	}
	var visit func(n java.Node, inLoop bool)
	visit = func(n java.Node, inLoop bool) {
		java.Walk(n, func(c java.Node) bool {
			switch c := c.(type) {
			case *java.For, *java.While, *java.DoWhile, *java.ForEach:
				// The loop that is visited, which was counted when it was met.
				if c == n {
					return true
				}
				s.Loops++
				s.Nested = s.Nested || inLoop
				visit(c, true)
				return false
			case *java.If, *java.Switch, *java.SwitchExpr, *java.Cond:
				s.Branches++
			case *java.Call:
				s.Calls++
			}
			return true
		})
	}
	visit(m.Body, false)
	return s
}
