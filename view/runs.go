package view

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"ensures/trajectories"
)

// row is a run in the table.
type row struct {
	ID        string             `json:"id"`
	Verb      string             `json:"verb"`
	Task      string             `json:"task"`
	Files     []string           `json:"files"`
	Model     string             `json:"model"`
	Started   time.Time          `json:"started"`
	ElapsedMS float64            `json:"elapsed_ms"`
	Steps     int                `json:"steps"`
	Outcome   string             `json:"outcome"`
	Success   bool               `json:"success"`
	Verdict   string             `json:"verdict"`
	Strict    map[string]float64 `json:"strict,omitempty"`
	Tokens    int                `json:"tokens"`
	CostUSD   float64            `json:"cost_usd"`
}

// runsPage is a part of the table.
type runsPage struct {
	Dir     string              `json:"dir"`
	Total   int                 `json:"total"`
	Matched int                 `json:"matched"`
	Facets  map[string][]string `json:"facets"`
	Runs    []row               `json:"runs"`
	Benches []benchHead         `json:"benches"` // runs over data sets
}

const (
	mostRows   = 200
	mostFacets = 50
	mostFiles  = 3
	shortText  = 200 // letters of a name
)

func runs(s *store, q query) (any, error) {
	from, n, err := q.page()
	if err != nil {
		return nil, err
	}
	all, err := s.entries()
	if err != nil {
		return nil, err
	}

	page := runsPage{Dir: s.dir, Total: len(all), Facets: map[string][]string{}, Runs: []row{}, Benches: s.benchList()}
	filter := trajectories.Filter{Verb: q.str("verb"), Outcome: q.str("outcome")}
	var picked []row
	for _, e := range all {
		// Of all runs, not of those picked: a filter that is set must not hide the other choices.
		for name, v := range map[string]string{"verb": e.Verb, "outcome": e.Outcome, "model": e.Model} {
			if list := page.Facets[name]; v != "" && len(list) < mostFacets && !slices.Contains(list, v) {
				page.Facets[name] = append(list, v)
			}
		}
		r := e.row()
		if filter.Pass(e.Summary) && (q.str("model") == "" || q.str("model") == e.Model) &&
			(q.str("success") == "" || e.Success) && r.holds(strings.ToLower(q.str("text"))) {
			picked = append(picked, r)
		}
	}
	for _, list := range page.Facets {
		slices.Sort(list)
	}

	sortRows(picked, q.str("sort"), q.str("desc") != "")
	page.Matched = len(picked)
	page.Runs = append(page.Runs, picked[min(from, len(picked)):min(from+n, len(picked))]...)
	return page, nil
}

func (e entry) row() row {
	r := row{ID: e.ID, Verb: e.Verb, Task: short(e.Task), Model: short(e.Model), Started: e.Started, ElapsedMS: e.ElapsedMS,
		Steps: e.Steps, Outcome: short(e.Outcome), Success: e.Success}
	for i, in := range e.Inputs {
		if i < mostFiles {
			r.Files = append(r.Files, short(in.Path))
		}
	}
	if e.Candidate != nil {
		r.Verdict, r.Strict = short(e.Candidate.Verdict), few(e.Candidate.Strict)
	}
	if e.Usage != nil {
		r.Tokens, r.CostUSD = e.Usage.Input+e.Usage.Output, e.Usage.CostUSD
	}
	return r
}

func short(s string) string { return clip(s, shortText).Text }

// few is at most eight scores, however many a file may claim.
func few(m map[string]float64) map[string]float64 {
	if len(m) <= 8 {
		return m
	}
	out := map[string]float64{}
	for _, k := range metrics(m)[:8] {
		out[k] = m[k]
	}
	return out
}

func (r row) holds(text string) bool {
	if text == "" {
		return true
	}
	for _, s := range append([]string{r.ID, r.Verb, r.Task, r.Model, r.Outcome, r.Verdict}, r.Files...) {
		if strings.Contains(strings.ToLower(s), text) {
			return true
		}
	}
	return false
}

func sortRows(list []row, by string, desc bool) {
	slices.SortStableFunc(list, func(a, b row) int {
		var c int
		switch by {
		case "verb":
			c = cmp.Compare(a.Verb, b.Verb)
		case "task":
			c = cmp.Compare(a.Task+strings.Join(a.Files, " "), b.Task+strings.Join(b.Files, " "))
		case "model":
			c = cmp.Compare(a.Model, b.Model)
		case "outcome":
			c = cmp.Compare(a.Outcome, b.Outcome)
		case "verdict":
			c = cmp.Compare(a.Verdict, b.Verdict)
		case "post_correctness", "post_completeness", "pre_correctness", "pre_completeness":
			c = cmp.Compare(scoreOf(a.Strict, by), scoreOf(b.Strict, by))
		case "steps":
			c = cmp.Compare(a.Steps, b.Steps)
		case "tokens":
			c = cmp.Compare(a.Tokens, b.Tokens)
		case "cost":
			c = cmp.Compare(a.CostUSD, b.CostUSD)
		case "time":
			c = cmp.Compare(a.ElapsedMS, b.ElapsedMS)
		}
		if c == 0 && (by == "" || by == "started") {
			c = a.Started.Compare(b.Started)
		}
		// Never equal, so that pages do not overlap.
		if c == 0 {
			c = cmp.Compare(a.ID, b.ID)
		}
		if desc {
			return -c
		}
		return c
	})
}
