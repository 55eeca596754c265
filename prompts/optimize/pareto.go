package optimize

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
)

// fronts are, for every validation task, the candidates that are best on it, without
// those that others make superfluous: whoever is best wherever they are. The worst
// means go first.
func (r *run) fronts() [][]*Candidate {
	var out [][]*Candidate
	for _, t := range r.Val {
		top := 0.0
		for _, c := range r.all {
			top = max(top, c.Scores[t.ID])
		}
		var front []*Candidate
		for _, c := range r.all {
			if c.Scores[t.ID] == top {
				front = append(front, c)
			}
		}
		out = append(out, front)
	}
	byMean := slices.Clone(r.all)
	slices.SortStableFunc(byMean, func(a, b *Candidate) int { return cmp.Compare(a.Mean, b.Mean) })
	for _, c := range byMean {
		needed := false
		for _, f := range out {
			needed = needed || len(f) == 1 && f[0] == c
		}
		if needed {
			continue
		}
		for i := range out {
			out[i] = slices.DeleteFunc(out[i], func(o *Candidate) bool { return o == c })
		}
	}
	return out
}

// choose takes a candidate of the fronts, the likelier the more it is in.
func (r *run) choose(chance *rand.Rand) *Candidate {
	var tickets []*Candidate
	for _, f := range r.fronts() {
		tickets = append(tickets, f...)
	}
	return tickets[chance.IntN(len(tickets))]
}

// mergeTasks is the number of validation tasks that a merge is tried on first.
const mergeTasks = 5

// merge tries one merge of two candidates of the fronts: of every prompt the text
// that one of them changed since their common ancestor; where both did, that of the
// better one. It is taken when it is as good as either on a few validation tasks.
// event is "" where there is nothing to merge.
func (r *run) merge(ctx context.Context, chance *rand.Rand, round int) (event string, err error) {
	a, b, texts := r.pair(chance)
	if texts == nil {
		return "", nil
	}
	some := sample(chance, r.Val, mergeTasks)
	list, err := r.evaluate(ctx, texts, some)
	if err != nil {
		return "", err
	}
	of := func(c *Candidate) (s float64) {
		for _, t := range some {
			s += c.Scores[t.ID]
		}
		return s
	}
	if sum(list) < max(of(a), of(b)) {
		return fmt.Sprintf("candidates %d and %d merged are worse: %.2f, were %.2f and %.2f", a.ID, b.ID, sum(list), of(a), of(b)), nil
	}
	if err := r.add(ctx, texts, []int{a.ID, b.ID}, round); err != nil {
		return "", err
	}
	n := r.all[len(r.all)-1]
	return fmt.Sprintf("candidate %d merges %d and %d: %.3f on the validation tasks", n.ID, a.ID, b.ID, n.Mean), nil
}

// pair finds two candidates that were not merged yet, and their merge.
func (r *run) pair(chance *rand.Rand) (a, b *Candidate, texts map[string]string) {
	on := map[*Candidate]bool{}
	for _, f := range r.fronts() {
		for _, c := range f {
			on[c] = true
		}
	}
	var list []*Candidate
	for _, c := range r.all {
		if on[c] {
			list = append(list, c)
		}
	}
	chance.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	for i, a := range list {
		for _, b := range list[i+1:] {
			if a.ID > b.ID {
				a, b = b, a
			}
			key := fmt.Sprint(a.ID, " ", b.ID)
			common := r.common(a, b)
			if common == nil || r.tried[key] {
				continue
			}
			texts := r.merged(common, a, b)
			if maps.Equal(texts, a.Texts) || maps.Equal(texts, b.Texts) {
				continue
			}
			r.tried[key] = true
			return a, b, texts
		}
	}
	return nil, nil, nil
}

// merged is the merge of two candidates.
func (r *run) merged(common, a, b *Candidate) map[string]string {
	better := a
	if b.Mean > a.Mean {
		better = b
	}
	out := map[string]string{}
	for _, n := range r.names {
		switch was := common.Texts[n]; {
		case a.Texts[n] == was:
			out[n] = b.Texts[n]
		case b.Texts[n] == was:
			out[n] = a.Texts[n]
		default:
			out[n] = better.Texts[n]
		}
	}
	return out
}

// common is the latest ancestor of both, nil where one is the other's.
func (r *run) common(a, b *Candidate) *Candidate {
	x, y := r.ancestors(a), r.ancestors(b)
	if x[b.ID] || y[a.ID] {
		return nil
	}
	for id := len(r.all) - 1; id >= 0; id-- {
		if x[id] && y[id] {
			return r.all[id]
		}
	}
	return nil
}

func (r *run) ancestors(c *Candidate) map[int]bool {
	out := map[int]bool{}
	for todo := slices.Clone(c.Parents); len(todo) > 0; todo = todo[1:] {
		if !out[todo[0]] {
			out[todo[0]] = true
			todo = append(todo, r.all[todo[0]].Parents...)
		}
	}
	return out
}
