package optimize

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"
)

// Split divides tasks into training and validation tasks, each stratum in the same
// proportion as nearly as it goes: fraction is the part that trains. Which task goes
// where depends on its id and the seed alone. With two tasks or more neither part is
// empty.
func Split(tasks []Task, fraction float64, seed int64) (train, val []Task) {
	strata := map[string][]Task{}
	for _, t := range tasks {
		strata[t.Stratum] = append(strata[t.Stratum], t)
	}
	rank := func(t Task) uint64 {
		h := fnv.New64a()
		fmt.Fprintf(h, "%d\x00%s", seed, t.ID)
		return h.Sum64()
	}
	trains := map[string]bool{}
	carry := 0.0 // what rounding has left over, for the next stratum
	for _, s := range slices.Sorted(maps.Keys(strata)) {
		list := slices.Clone(strata[s])
		slices.SortFunc(list, func(a, b Task) int { return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.ID, b.ID)) })
		want := fraction*float64(len(list)) + carry
		n := min(len(list), max(0, int(math.Round(want))))
		carry = want - float64(n)
		for _, t := range list[:n] {
			trains[t.ID] = true
		}
	}
	for _, t := range tasks {
		if trains[t.ID] {
			train = append(train, t)
		} else {
			val = append(val, t)
		}
	}
	switch {
	case len(train) == 0 && len(val) > 1:
		train, val = val[:1], val[1:]
	case len(val) == 0 && len(train) > 1:
		train, val = train[1:], train[:1]
	}
	return train, val
}
