package speceval

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ensures/bench"
)

// TestModels scores models whose scores are known: one that knows the keys has 1.0
// everywhere and no distance, one that guesses what chance gives, one with a fixed wrong
// rule what the rule gives.
func TestModels(t *testing.T) {
	var list []*Instance
	oracle, guess, same := map[string]Result{}, map[string]Result{}, map[string]Result{}
	rng := rand.New(rand.NewPCG(20, 26))
	corrects, firsts := map[Version]int{}, map[Version]int{}
	for _, p := range truths(t) {
		more, err := p.Build(1, Left{})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, more...)
		for _, in := range more {
			// The slow tasks are scored in two versions, a clause changed and a name.
			if slow := in.Kind == Infilling || in.Kind == Generation; slow && in.Version != Original && in.Version != NameRandom {
				continue
			}
			oracle[in.ID] = score(t, p, in, Oracle(in))
			switch in.Kind {
			case Judgement:
				guess[in.ID] = score(t, p, in, "I think so.\nAnswer: "+[]string{Correct, Incorrect}[rng.IntN(2)])
				same[in.ID] = score(t, p, in, "**Answer: Correct**")
				if in.Key == Correct {
					corrects[in.Version]++
				}
			case Selection:
				guess[in.ID] = score(t, p, in, fmt.Sprintf("Answer: %d", 1+rng.IntN(4)))
				same[in.ID] = score(t, p, in, "answer: 1")
				if in.Key == "1" {
					firsts[in.Version]++
				}
			case Infilling:
				same[in.ID] = score(t, p, in, "I don't know.")
			case Generation:
				same[in.ID] = score(t, p, in, in.Code)
			}
		}
	}

	for _, s := range Summary(list, oracle) {
		if s.Accuracy != 1 || s.Distance != 0 || s.Malformed != 0 || s.Kind == Infilling && s.Exact != s.N ||
			s.Kind == Generation && (s.Precision != 1 || s.Recall != 1 || s.ChangePrecision+s.SquaredRecall != 0) {
			t.Errorf("the oracle: %+v", s)
		}
	}
	for _, s := range Summary(list, guess) {
		if s.Half != Everything || s.Set != Everything {
			continue
		}
		chance := map[Kind]float64{Judgement: 0.5, Selection: 0.25}[s.Kind]
		if p := binomial(s.Pass, s.N, chance); p < 0.001 {
			t.Errorf("guessing: %d of %d has probability %g: %+v", s.Pass, s.N, p, s)
		}
	}
	for _, s := range Summary(list, same) {
		if s.Half != Everything || s.Set != Everything {
			continue
		}
		want, malformed := 0, 0
		switch s.Kind {
		case Judgement:
			want = corrects[s.Version]
		case Selection:
			want = firsts[s.Version]
		case Infilling:
			malformed = s.N
		}
		if s.Pass != want || s.Malformed != malformed || s.Precision+s.Recall != 0 {
			t.Errorf("a fixed rule: %d right instead of %d: %+v", s.Pass, want, s)
		}
	}
}

func score(t *testing.T, p *Program, in *Instance, reply string) Result {
	t.Helper()
	r, err := p.Score(in, reply)
	if err != nil {
		t.Fatalf("%s: %v", in.ID, err)
	}
	return r
}

// binomial is the probability of a count as far from the mean as k, or farther, on its side,
// twice.
func binomial(k, n int, p float64) float64 {
	at := func(i int) float64 {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(i + 1))
		c, _ := math.Lgamma(float64(n - i + 1))
		return math.Exp(a - b - c + float64(i)*math.Log(p) + float64(n-i)*math.Log(1-p))
	}
	low, high := 0.0, 0.0
	for i := 0; i <= n; i++ {
		if i <= k {
			low += at(i)
		}
		if i >= k {
			high += at(i)
		}
	}
	return math.Min(1, 2*math.Min(low, high))
}

// TestDistance checks the distances of a model that fails on known programs.
func TestDistance(t *testing.T) {
	var list []*Instance
	results := map[string]Result{}
	for i := range 4 {
		for _, v := range []Version{Original, DefUse} {
			in := &Instance{ID: fmt.Sprint(i, v), Program: fmt.Sprint(i), Kind: Generation, Version: v, Applied: v == DefUse && i < 2}
			list = append(list, in)
			// Right in the original: 0, 1, 2; under the perturbation: 1, 2, 3.
			right := i < 3
			if v == DefUse {
				right = i > 0
			}
			r := Result{ID: in.ID, Format: true, Correct: right, Clauses: 4, Truth: 2}
			if right {
				r.Holding, r.Covered = 4, 1
			}
			results[in.ID] = r
		}
	}
	for _, s := range Summary(list, results) {
		if s.Version != DefUse || s.Half != Everything {
			continue
		}
		want := Task{Kind: Generation, Version: DefUse, Half: Everything, Set: Everything, N: 4, Pass: 3, Accuracy: 0.75, Precision: 0.75, Recall: 0.375,
			Distance: 0.5, ChangePrecision: 0.5, ChangeRecall: 0.25, SquaredPrecision: 0.5, SquaredRecall: 0.125}
		if s.Set == Applicable { // programs 0 and 1
			want = Task{Kind: Generation, Version: DefUse, Half: Everything, Set: Applicable, N: 2, Pass: 1, Accuracy: 0.5, Precision: 0.5, Recall: 0.25,
				Distance: 0.5, ChangePrecision: 0.5, ChangeRecall: 0.25, SquaredPrecision: 0.5, SquaredRecall: 0.125}
		}
		if s != want {
			t.Errorf("got  %+v\nwant %+v", s, want)
		}
	}
}

func TestLine(t *testing.T) {
	for reply, want := range map[string]string{
		"Answer: 3": "3", "thinking\n**Answer: correct**": "correct", "3": "", "Answer: 1\nAnswer: 2": "2",
		"Answer: `ensures x;`": "ensures x;", "The answer: 3": "",
	} {
		if got := Line(reply); got != want {
			t.Errorf("%q: %q instead of %q", reply, got, want)
		}
	}
	if got := javaOf("Here:\n```java\nclass A { }\n```\nDone."); got != "class A { }\n" {
		t.Errorf("a fenced program: %q", got)
	}
}

// TestExamples checks the answers of the examples by runs.
func TestExamples(t *testing.T) {
	rt := bench.NewRuntime()
	for _, k := range Kinds {
		if n := len(Examples(k, 1)); n != 1 {
			t.Errorf("%s: %d examples where one is wanted", k, n)
		}
		for _, e := range Examples(k, 2) {
			p := &Program{runtime: rt, target: -1}
			if k == Generation {
				in := &Instance{Kind: k, Code: e.Code, Annotated: javaOf(e.Reply)}
				// Preconditions are asked of recorded inputs, of which there are none.
				vacuous := strings.Count(e.Reply, "requires")
				if r := score(t, p, in, e.Reply); !r.Correct || r.Precision() != 1 || r.Recall() != 1 || r.Vacuous != vacuous {
					t.Errorf("%+v", r)
				}
				continue
			}
			clauses := e.Clauses
			if k == Infilling {
				clauses = []string{Line(e.Reply)}
			}
			for i, cl := range clauses {
				c, err := read(rt, strings.Replace(e.Code, "//@ "+Mark, "//@ "+cl, 1))
				if err != nil {
					t.Fatal(err)
				}
				ok, reached := holds(p.runs(c), c, len(c.clauses)-1)
				a := Line(e.Reply)
				want := k == Infilling || a == Correct || a == fmt.Sprint(i+1) || strings.Contains(cl, "MAX_VALUE")
				if ok != want || !reached {
					t.Errorf("%s: %q holds: %t, reached: %t", k, cl, ok, reached)
				}
			}
		}
	}
}
