package report

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ensures/harness"
	"ensures/runner"
)

// Engine sums up what one engine did.
type Engine struct {
	Name       string         `json:"engine"`
	Tasks      int            `json:"tasks"` // finished rows, infrastructure failures left out
	Broken     int            `json:"infrastructure"`
	Verified   Rate           `json:"vr"`
	MVRCompat  Rate           `json:"mvr_compat"`
	MVRStrict  Rate           `json:"mvr_strict"`
	Strong     Rate           `json:"mvr_strict_090"` // with both thresholds at 0.9
	Compat     Means          `json:"compat"`
	Strict     Means          `json:"strict"`
	Statuses   map[string]int `json:"statuses"`
	Failures   map[string]int `json:"failure_classes"`
	Constructs map[string]int `json:"unsupported"`     // construct without a meaning → rows that met it
	Met        int            `json:"met_unsupported"` // rows that met one
	Steps      float64        `json:"steps"`           // mean
	Tokens     int            `json:"tokens"`          // in all
	Cost       float64        `json:"cost"`            // in all, USD
	MedianMS   float64        `json:"median_ms"`       // of a task
	NinetyMS   float64        `json:"p95_ms"`          //
	SurviveBy  float64        `json:"survival"`        // share of output mutants that survive
	Categories []Category     `json:"categories"`      // in order of name
	Repairs    []Repair       `json:"repairs"`         // of engines that repair; nil of others
	solved     []float64      // seconds of the tasks solved, for the curve
}

// Means are the means of the four metrics over the rows that have them; nil where
// none has.
type Means struct {
	PostCorr *float64 `json:"post_correctness"`
	PostComp *float64 `json:"post_completeness"`
	PreCorr  *float64 `json:"pre_correctness"`
	PreComp  *float64 `json:"pre_completeness"`
}

// Repair is what became of the tasks whose first answer failed in one way (self-repair by
// class of failure, FormalBench, §5).
type Repair struct {
	Class    string `json:"class"`    // of the first answer's first failure, or "verified"
	Before   int    `json:"before"`   // tasks of that class
	Verified int    `json:"verified"` // of these, in the end
	Same     int    `json:"same"`     // of these, in the end of the same class
	After    int    `json:"after"`    // tasks that are of the class in the end, whatever they were at first
}

// repairs are what repairs did, the most frequent class of first answers first.
func repairs(rows []runner.Row) []Repair {
	classes := map[string]*Repair{}
	of := func(class string) *Repair {
		if classes[class] == nil {
			classes[class] = &Repair{Class: class}
		}
		return classes[class]
	}
	found := false
	for _, r := range rows {
		if r.FirstClass == "" || r.Status == runner.Infrastructure {
			continue
		}
		found = true
		first := of(r.FirstClass)
		first.Before++
		// A row without a class did not fail by one: the verdict tells how it ended.
		end := r.FailureClass
		if r.Verdict == "verified" || end == "" {
			end = r.Verdict
		}
		// Also of classes that no first answer was of: a repair can bring in a new kind of
		// failure.
		of(end).After++
		if end == "verified" {
			first.Verified++
		}
		if end == r.FirstClass {
			first.Same++
		}
	}

	if !found {
		return nil
	}
	out := make([]Repair, 0, len(classes))
	for _, r := range classes {
		out = append(out, *r)
	}
	slices.SortFunc(out, func(a, b Repair) int {
		return cmp.Or(b.Before-a.Before, b.After-a.After, strings.Compare(a.Class, b.Class))
	})
	return out
}

// Category is a part of the tasks.
type Category struct {
	Name      string `json:"category"`
	Verified  Rate   `json:"vr"`
	MVRStrict Rate   `json:"mvr_strict"`
}

// Pair compares two engines on the tasks that both have finished, by MVR strict.
type Pair struct {
	A     string  `json:"a"`
	B     string  `json:"b"`
	Tasks int     `json:"tasks"`
	Both  int     `json:"both"`
	OnlyA int     `json:"only_a"`
	OnlyB int     `json:"only_b"`
	P     float64 `json:"p"` // of McNemar's exact test
}

// Report is all that is said about some runs.
type Report struct {
	Dataset string            `json:"dataset"`
	Backend string            `json:"backend"`
	Runs    []runner.Manifest `json:"runs"`
	Engines []Engine          `json:"engines"`
	Pairs   []Pair            `json:"pairs"`
	Foreign []string          `json:"left_out,omitempty"` // rows that the runs did not write, by file and line
	Missing []string          `json:"missing,omitempty"`  // rows that the runs should have and don't
	Rows    []runner.Row      `json:"-"`
}

// Read reads the folders of runs over one data set.
func Read(dirs ...string) (*Report, error) {
	if len(dirs) == 0 {
		return nil, errors.New("no run is given")
	}
	r := &Report{}
	for _, d := range dirs {
		m, err := runner.ReadManifest(d)
		if err != nil {
			return nil, err
		}
		// Rates over different tasks cannot stand in one table.
		if len(r.Runs) > 0 && r.Runs[0].Digest != m.Digest {
			return nil, fmt.Errorf("%s is a run over %s, %s over other tasks (%s)", dirs[0], r.Runs[0].Dataset, d, m.Dataset)
		}
		rows, foreign, err := runner.ResultsOf(m, d)
		if err != nil {
			return nil, err
		}
		for _, f := range foreign {
			r.Foreign = append(r.Foreign, fmt.Sprintf("%s:%d: %s", filepath.Join(d, runner.SummaryFile), f.Line, f.Why))
		}
		r.Missing = append(r.Missing, missing(m, d, rows)...)
		r.Runs = append(r.Runs, m)
		r.Rows = append(r.Rows, rows...)
	}
	r.Dataset, r.Backend = r.Runs[0].Dataset, r.Runs[0].Backend
	r.sum()
	return r, nil
}

// mostMissing is how many missing rows of a run are named.
const mostMissing = 20

// missing names the rows that a run should have and does not: one for each of its tasks,
// engines and repetitions. A task without any row has no name here. More tasks than the
// run was over are no tasks of its.
func missing(m runner.Manifest, dir string, rows []runner.Row) []string {
	var tasks []string
	there := map[string]bool{}
	for _, row := range rows {
		there[row.Key()] = true
		if !slices.Contains(tasks, row.TaskID) {
			tasks = append(tasks, row.TaskID)
		}
	}
	var out []string
	switch n := m.Tasks - len(tasks); {
	case m.Tasks == 0: // recorded before runs said so
		return nil
	case n > 0:
		out = append(out, fmt.Sprintf("%s: %d of %d tasks have no row", dir, n, m.Tasks))
	case n < 0:
		out = append(out, fmt.Sprintf("%s: rows of %d tasks, though the run is over %d: some are not its own", dir, len(tasks), m.Tasks))
	}

	n := 0
	for _, t := range tasks {
		for _, e := range m.Engines {
			for run := 1; run <= m.Runs; run++ {
				if row := (runner.Row{TaskID: t, Engine: e, Run: run}); !there[row.Key()] {
					// Counted on, for the line that tells how many are not named.
					if n++; n <= mostMissing {
						out = append(out, fmt.Sprintf("%s: no row of %s by %s, repetition %d", dir, t, e, run))
					}
				}
			}
		}
	}
	if n > mostMissing {
		out = append(out, fmt.Sprintf("%s: no row of %d more", dir, n-mostMissing))
	}
	return out
}

func (r *Report) sum() {
	by := map[string][]runner.Row{}
	var names []string
	for _, row := range r.Rows {
		if by[row.Engine] == nil {
			names = append(names, row.Engine)
		}
		by[row.Engine] = append(by[row.Engine], row)
	}

	// Runs of several folders, in the order of the folders and of the engines in each.
	order := func(name string) int { // as they were asked for
		i := 0
		for _, m := range r.Runs {
			for _, e := range m.Engines {
				if e == name {
					return i
				}
				i++
			}
		}
		return i
	}
	slices.SortStableFunc(names, func(x, y string) int { return order(x) - order(y) })

	for _, n := range names {
		r.Engines = append(r.Engines, summarise(n, by[n]))
	}
	for i, a := range names {
		for _, b := range names[i+1:] {
			r.Pairs = append(r.Pairs, compare(a, by[a], b, by[b]))
		}
	}
}

func summarise(name string, rows []runner.Row) Engine {
	e := Engine{Name: name, Statuses: map[string]int{}, Failures: map[string]int{}, Constructs: map[string]int{}}
	var times []float64
	var verified, compat, strict, strong, steps, mutants, killed int
	type part struct{ n, verified, strict int }
	parts := map[string]*part{}
	for _, r := range rows {
		e.Statuses[string(r.Status)]++
		e.Tokens, e.Cost = e.Tokens+r.Tokens, e.Cost+r.Cost
		// What these took is paid for and counts in tokens and cost, and in nothing else.
		if r.Status == runner.Infrastructure {
			e.Broken++
			continue
		}
		e.Tasks++
		steps += r.Steps
		for _, c := range r.Unsupported {
			e.Constructs[c]++
		}
		if len(r.Unsupported) > 0 {
			e.Met++
		}
		times = append(times, r.ElapsedMS)
		p := parts[r.Category]
		if p == nil {
			p = &part{}
			parts[r.Category] = p
		}
		p.n++
		if r.Verdict == "verified" {
			verified++
			p.verified++
			if r.Strict.Meets(harness.StrictThreshold) && r.Strict.Admits(harness.Threshold) {
				strong++
			}
		} else if r.FailureClass != "" {
			e.Failures[r.FailureClass]++
		}
		if r.MVRCompat {
			compat++
		}
		if r.MVRStrict {
			strict++
			p.strict++
			// Times to a solution, for the curve of tasks solved within a time.
			e.solved = append(e.solved, r.ElapsedMS/1000)
		}
		mutants, killed = mutants+r.Mutants, killed+r.Killed
	}

	e.Verified, e.MVRCompat, e.MVRStrict, e.Strong = Wilson(verified, e.Tasks), Wilson(compat, e.Tasks), Wilson(strict, e.Tasks), Wilson(strong, e.Tasks)
	e.Repairs = repairs(rows)
	e.Compat = means(rows, func(r runner.Row) harness.Scores { return r.Compat })
	e.Strict = means(rows, func(r runner.Row) harness.Scores { return r.Strict })

	slices.Sort(times)
	if n := len(times); n > 0 {
		e.Steps = float64(steps) / float64(n)
		e.MedianMS, e.NinetyMS = times[n/2], times[min(n-1, n*95/100)]
	}
	if mutants > 0 {
		e.SurviveBy = 1 - float64(killed)/float64(mutants)
	}

	for c, p := range parts {
		e.Categories = append(e.Categories, Category{Name: c, Verified: Wilson(p.verified, p.n), MVRStrict: Wilson(p.strict, p.n)})
	}
	slices.SortFunc(e.Categories, func(x, y Category) int { return cmp.Compare(x.Name, y.Name) })
	slices.Sort(e.solved)
	return e
}

func means(rows []runner.Row, of func(runner.Row) harness.Scores) Means {
	mean := func(get func(harness.Scores) *float64) *float64 {
		sum, n := 0.0, 0
		for _, r := range rows {
			if v := get(of(r)); v != nil {
				sum, n = sum+*v, n+1
			}
		}
		if n == 0 {
			return nil
		}
		sum /= float64(n)
		return &sum
	}
	return Means{
		PostCorr: mean(func(s harness.Scores) *float64 { return s.PostCorr }),
		PostComp: mean(func(s harness.Scores) *float64 { return s.PostComp }),
		PreCorr:  mean(func(s harness.Scores) *float64 { return s.PreCorr }),
		PreComp:  mean(func(s harness.Scores) *float64 { return s.PreComp }),
	}
}

// Compare compares two engines of the report, in the order in which they are named.
func (r *Report) Compare(a, b string) Pair {
	of := func(engine string) []runner.Row {
		return slices.DeleteFunc(slices.Clone(r.Rows), func(row runner.Row) bool { return row.Engine != engine })
	}
	return compare(a, of(a), b, of(b))
}

// compare counts the tasks (of the same repetition) that both engines have
// finished by which of the two solves them.
func compare(a string, as []runner.Row, b string, bs []runner.Row) Pair {
	p := Pair{A: a, B: b}
	key := func(r runner.Row) string { return fmt.Sprintf("%s\x00%d", r.TaskID, r.Run) }
	// Pairs are of the same task and repetition: McNemar's test is one for paired samples.
	of := map[string]runner.Row{}
	for _, r := range as {
		if r.Status != runner.Infrastructure {
			of[key(r)] = r
		}
	}
	for _, y := range bs {
		x, ok := of[key(y)]
		if !ok || y.Status == runner.Infrastructure {
			continue
		}
		p.Tasks++
		switch {
		case x.MVRStrict && y.MVRStrict:
			p.Both++
		case x.MVRStrict:
			p.OnlyA++
		case y.MVRStrict:
			p.OnlyB++
		}
	}
	p.P = McNemar(p.OnlyA, p.OnlyB)
	return p
}
