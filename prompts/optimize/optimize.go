package optimize

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"

	"ensures/llm"
)

// Task is something that prompts are tried on; tasks of one stratum are alike.
type Task struct{ ID, Stratum string }

// Evaluation is what came of a task under a set of prompts.
type Evaluation struct {
	Score    float64 `json:"score"`    // 0 to 1
	Input    string  `json:"input"`    // the task, as the reflecting model is shown it
	Output   string  `json:"output"`   // the answer
	Feedback string  `json:"feedback"` // what was found wrong
	Calls    int     `json:"calls"`    // of the model
	CostUSD  float64 `json:"cost_usd"`
}

// Prompts renders the reflection's text.
type Prompts interface {
	Render(name string, data any) (string, error)
}

// ReflectPrompt is the name of the reflection's text, made of ReflectData.
const ReflectPrompt = "optimize/reflect"

// ReflectData is what a reflection is about.
type ReflectData struct {
	Name     string // of the prompt
	Text     string
	Examples []Evaluation
}

// Options say what is optimised. Start, Train, Val, Evaluate, Client, Prompts and
// Dir are needed.
type Options struct {
	Start      map[string]string // the prompts by name, as they are now
	Train, Val []Task
	// Evaluate tries prompts on a task; it is called by several goroutines. An error
	// stops the run, which can be resumed.
	Evaluate func(ctx context.Context, prompts map[string]string, t Task) (Evaluation, error)
	Subject  string // what is evaluated, in a word for the log's settings
	// Check reports whether prompts can be used at all; may be nil.
	Check func(prompts map[string]string) error

	Client      llm.Client // reflects
	Model       string
	Temperature *float64
	Prompts     Prompts

	Minibatch int     // default 3
	Rounds    int     // 0: no limit
	Calls     int     // of models, all together; 0: no limit
	CostUSD   float64 // all together; 0: no limit
	Workers   int     // evaluations at a time; default 1
	Merge     bool
	Seed      int64
	Dir       string // of the run: log.jsonl, candidates.json, best/
	Resume    bool
	Progress  func(Progress) // may be nil
}

// Progress is where a run stands after a round.
type Progress struct {
	Round, Candidates, Calls int
	CostUSD, Start, Best     float64 // mean scores on the validation tasks
	Event                    string  // what the round came to
}

// Candidate is a set of prompts with its scores on the validation tasks.
type Candidate struct {
	ID      int                `json:"id"`
	Parents []int              `json:"parents"`
	Round   int                `json:"round"`
	Changed []string           `json:"changed"` // prompts that differ from the first candidate's
	Mean    float64            `json:"mean"`
	Scores  map[string]float64 `json:"scores"`
	Texts   map[string]string  `json:"texts"`

	chosen int // how often it was
}

// Result is what a run came to.
type Result struct {
	Candidates []*Candidate
	Best       *Candidate // the highest mean; of several the first
	Rounds     int
	Calls      int
	CostUSD    float64
	Stopped    string // rounds, calls, cost, perfect
	// Events say of each round what came of it: the new candidate, or why a reflection
	// was not taken.
	Events []string
}

// run is the state of an optimisation.
type run struct {
	Options
	log   *log
	names []string // of the prompts, sorted
	// events are what came of the rounds.
	events []string
	all    []*Candidate
	tried  map[string]bool // merges

	mu    sync.Mutex
	calls int
	cost  float64
}

// errBudget ends a run whose budget is used up.
var errBudget = errors.New("the budget is used up")

// Run optimises until a budget is used up, or nothing is left to improve.
func Run(ctx context.Context, o Options) (Result, error) {
	if o.Minibatch <= 0 {
		o.Minibatch = 3
	}
	o.Workers = max(1, o.Workers)
	if len(o.Start) == 0 || len(o.Train) == 0 || len(o.Val) == 0 {
		return Result{}, errors.New("there have to be prompts, training and validation tasks")
	}
	l, err := openLog(o)
	if err != nil {
		return Result{}, err
	}
	defer l.close()
	r := &run{Options: o, log: l, names: slices.Sorted(maps.Keys(o.Start)), tried: map[string]bool{}}
	rounds, stopped, err := r.loop(ctx)
	switch {
	case len(r.all) == 0 && err == nil:
		return Result{}, fmt.Errorf("%w before the first candidate was scored", errBudget)
	case len(r.all) == 0:
		return Result{}, err
	}
	res := Result{Candidates: r.all, Best: r.best(), Rounds: rounds, Calls: r.calls, CostUSD: r.cost, Stopped: stopped, Events: r.events}
	return res, errors.Join(err, r.export(res.Best))
}

// loop is the rounds.
func (r *run) loop(ctx context.Context) (rounds int, stopped string, err error) {
	stop := func(err error) (int, string, error) {
		if errors.Is(err, errBudget) {
			return rounds, r.spent(), nil
		}
		return rounds, "", err
	}
	if err := r.add(ctx, r.Start, nil, 0); err != nil {
		return stop(err)
	}
	merge := false
	for {
		switch {
		case r.best().Mean >= 1:
			return rounds, "perfect", nil
		case r.Rounds > 0 && rounds >= r.Rounds:
			return rounds, "rounds", nil
		case r.spent() != "":
			return rounds, r.spent(), nil
		}
		// The round's chance does not depend on how earlier rounds used theirs.
		chance := rand.New(rand.NewPCG(uint64(r.Seed), uint64(rounds+1)))
		var event string
		var err error
		before := len(r.all)
		if merge {
			event, err = r.merge(ctx, chance, rounds+1)
		}
		if event == "" && err == nil {
			event, err = r.reflect(ctx, chance, rounds+1)
		}
		if err != nil {
			return stop(err)
		}
		merge = r.Merge && len(r.all) > before
		rounds++
		r.events = append(r.events, event)
		if err := r.save(); err != nil {
			return stop(err)
		}
		if r.Progress != nil {
			r.Progress(Progress{rounds, len(r.all), r.calls, r.cost, r.all[0].Mean, r.best().Mean, event})
		}
	}
}

// spent is the budget that is used up, "" where none is.
func (r *run) spent() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.Calls > 0 && r.calls >= r.Calls:
		return "calls"
	case r.CostUSD > 0 && r.cost >= r.CostUSD:
		return "cost"
	}
	return ""
}

// best is the candidate with the highest mean.
func (r *run) best() *Candidate {
	return slices.MaxFunc(r.all, func(a, b *Candidate) int {
		switch {
		case a.Mean > b.Mean:
			return 1
		case a.Mean < b.Mean:
			return -1
		}
		return 0
	})
}

// add scores prompts on all validation tasks and makes them a candidate.
func (r *run) add(ctx context.Context, texts map[string]string, parents []int, round int) error {
	list, err := r.evaluate(ctx, texts, r.Val)
	if err != nil {
		return err
	}
	c := &Candidate{ID: len(r.all), Parents: parents, Round: round, Texts: texts, Scores: map[string]float64{}}
	for _, n := range r.names {
		if texts[n] != r.Start[n] {
			c.Changed = append(c.Changed, n)
		}
	}
	for i, e := range list {
		c.Scores[r.Val[i].ID] = e.Score
		c.Mean += e.Score / float64(len(list))
	}
	r.all = append(r.all, c)
	return nil
}

// reflect is a round: a candidate is chosen, tried, thought about and changed.
func (r *run) reflect(ctx context.Context, chance *rand.Rand, round int) (event string, err error) {
	c := r.choose(chance)
	name := r.names[c.chosen%len(r.names)]
	c.chosen++
	batch := sample(chance, r.Train, r.Minibatch)
	before, err := r.evaluate(ctx, c.Texts, batch)
	if err != nil {
		return "", err
	}
	if sum(before) >= float64(len(batch)) {
		return fmt.Sprintf("candidate %d makes no mistake on the minibatch", c.ID), nil
	}
	text, err := r.rewrite(ctx, round, ReflectData{Name: name, Text: c.Texts[name], Examples: before})
	if err != nil {
		return "", err
	}
	texts := maps.Clone(c.Texts)
	texts[name] = text
	if why := r.unusable(c.Texts[name], text, texts); why != "" {
		return fmt.Sprintf("the new %s is not used: %s", name, why), nil
	}
	after, err := r.evaluate(ctx, texts, batch)
	if err != nil {
		return "", err
	}
	if sum(after) <= sum(before) {
		return fmt.Sprintf("the new %s is no better: %.2f, was %.2f", name, sum(after), sum(before)), nil
	}
	if err := r.add(ctx, texts, []int{c.ID}, round); err != nil {
		return "", err
	}
	n := r.all[len(r.all)-1]
	return fmt.Sprintf("candidate %d has a new %s: %.3f on the validation tasks, its parent %.3f", n.ID, name, n.Mean, c.Mean), nil
}

func sum(list []Evaluation) float64 {
	s := 0.0
	for _, e := range list {
		s += e.Score
	}
	return s
}

// sample is n tasks, or all.
func sample(chance *rand.Rand, tasks []Task, n int) []Task {
	var out []Task
	for _, i := range chance.Perm(len(tasks))[:min(n, len(tasks))] {
		out = append(out, tasks[i])
	}
	return out
}

// evaluate tries prompts on tasks, several at a time. What the log has is not tried
// again.
func (r *run) evaluate(ctx context.Context, texts map[string]string, tasks []Task) ([]Evaluation, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	out := make([]Evaluation, len(tasks))
	slots := make(chan struct{}, r.Workers)
	var wg sync.WaitGroup
	for i, t := range tasks {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			e, err := r.one(ctx, texts, t)
			if err != nil {
				cancel(err)
			}
			out[i] = e
		})
	}
	wg.Wait()
	return out, context.Cause(ctx)
}

func (r *run) one(ctx context.Context, texts map[string]string, t Task) (Evaluation, error) {
	key := evaluationKey(texts, t)
	if e, ok := r.log.evaluation(key); ok {
		r.spend(key, e.Calls, e.CostUSD)
		return e, nil
	}
	if ctx.Err() != nil {
		return Evaluation{}, context.Cause(ctx)
	}
	if r.spent() != "" {
		return Evaluation{}, errBudget
	}
	e, err := r.Evaluate(ctx, texts, t)
	if err != nil {
		return e, fmt.Errorf("%s: %w", t.ID, err)
	}
	r.spend(key, e.Calls, e.CostUSD)
	return e, r.log.write(entry{Type: "evaluation", Key: key, Task: t.ID, Evaluation: &e})
}

// spend counts what something cost, once.
func (r *run) spend(key string, calls int, cost float64) {
	if !r.log.first(key) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls += calls
	r.cost += cost
}
