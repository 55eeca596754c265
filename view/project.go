package view

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ensures/trajectories"
)

// project is what the runs of a folder came to about methods, the weakest first.
type project struct {
	runs    int // that say something of methods
	root    string
	methods []*method
	dropped int // findings of more methods than are held
}

// method is a method as the runs left it.
type method struct {
	File      string             `json:"file"` // below the folder of all files
	Method    string             `json:"method"`
	Line      int                `json:"line"`
	Verdict   string             `json:"verdict"` // of the last run that asked a verifier
	By        string             `json:"by,omitempty"`
	Clauses   int                `json:"clauses"`
	Strict    map[string]float64 `json:"strict,omitempty"` // of the last run that measured
	Survivors []string           `json:"survivors,omitempty"`
	Reason    string             `json:"reason,omitempty"`
	History   []point            `json:"history"` // the latest last
}

// point is a method in one run.
type point struct {
	Run     string             `json:"run"`
	Time    time.Time          `json:"time"`
	Verdict string             `json:"verdict"`
	Strict  map[string]float64 `json:"strict,omitempty"`
}

const (
	mostMethods   = 20000
	mostHistory   = 20
	mostSurvivors = 5
)

// project reads the findings of all runs in the folder.
func (s *store) project() (*project, error) {
	all, err := s.entries()
	if err != nil {
		return nil, err
	}
	// The listing is shared, and sorted for its own use.
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b entry) int { return cmp.Or(a.Started.Compare(b.Started), cmp.Compare(a.ID, b.ID)) })
	// The stamps of all files together say whether anything changed since the findings were read.
	var stamps strings.Builder
	var with []entry
	for _, e := range all {
		if info, err := os.Lstat(filepath.Join(s.dir, e.ID, trajectories.FindingsFile)); err == nil && info.Mode().IsRegular() {
			stamps.WriteString(e.ID + stamp(info))
			with = append(with, e)
		}
	}
	return s.projects.get("", stamps.String(), func() (*project, error) { return s.readProject(with) })
}

// readProject reads the findings of runs, the latest run last.
func (s *store) readProject(runs []entry) (*project, error) {
	p := &project{runs: len(runs)}
	at := map[[2]string]*method{}
	for _, e := range runs {
		err := trajectories.Findings(filepath.Join(s.dir, e.ID), func(f trajectories.Finding) {
			key := [2]string{f.File, f.Method}
			m := at[key]
			if m == nil {
				// Findings of methods that are held are taken in all the same.
				if len(p.methods) == mostMethods {
					p.dropped++
					return
				}
				m = &method{File: short(f.File), Method: short(f.Method)}
				at[key] = m
				p.methods = append(p.methods, m)
			}
			m.add(e, f)
		})
		if err != nil {
			return nil, err
		}
	}
	p.below()
	slices.SortStableFunc(p.methods, func(a, b *method) int {
		return cmp.Or(cmp.Compare(a.weakness(), b.weakness()), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return p, nil
}

// add takes in what a later run found.
func (m *method) add(e entry, f trajectories.Finding) {
	strict := few(f.Strict)
	// Of the latest run, whatever it asked: lines move. Verdict and scores stay until a run asks
	// for them again.
	m.Line, m.Reason = f.Line, short(f.Reason)
	if f.Verdict != "" {
		m.Verdict, m.By = short(f.Verdict), short(f.By)
	}
	if len(strict) > 0 {
		// Clauses and survivors belong to the scores, of the same specification.
		m.Strict, m.Clauses, m.Survivors = strict, f.Clauses, nil
		for _, s := range f.Survivors[:min(len(f.Survivors), mostSurvivors)] {
			m.Survivors = append(m.Survivors, clip(s, 2*shortText).Text)
		}
	}
	m.History = append(m.History, point{Run: e.ID, Time: e.Started, Verdict: short(f.Verdict), Strict: strict})
	if len(m.History) > mostHistory {
		m.History = slices.Delete(m.History, 0, 1)
	}
}

// weakness orders methods: what a verifier refuted or could not read before what is open,
// before what is proved; of equal ones the lower PostComp first. What was not measured
// comes between a bad score and a good one.
func (m *method) weakness() float64 {
	order := map[string]float64{"refuted": 0, "malformed": 1, "unknown": 2, "unsupported": 3, "": 4, "verified": 5}
	rank, ok := order[m.Verdict]
	if !ok {
		rank = 3
	}
	score := 0.5
	if v, ok := m.Strict["post_completeness"]; ok && !math.IsNaN(v) {
		score = max(0, min(1, v))
	}
	return 2*rank + score
}

// below names files by what follows the folder that all of them are in.
func (p *project) below() {
	if len(p.methods) == 0 {
		return
	}
	root := filepath.ToSlash(filepath.Dir(p.methods[0].File))
	for _, m := range p.methods {
		m.File = filepath.ToSlash(m.File)
		for root != "." && root != "/" && !strings.HasPrefix(m.File, root+"/") {
			root = filepath.ToSlash(filepath.Dir(root))
		}
	}
	if root == "." || root == "/" {
		return
	}
	p.root = root
	for _, m := range p.methods {
		m.File = strings.TrimPrefix(m.File, root+"/")
	}
}

// fileRow sums up a file.
type fileRow struct {
	File     string   `json:"file"`
	Methods  int      `json:"methods"`
	Verified int      `json:"verified"`
	PostComp *float64 `json:"post_completeness"` // mean of the measured ones
	measured int
	sum      float64
}

// projectPage is a part of the methods, and all files.
type projectPage struct {
	Dir     string    `json:"dir"`
	Root    string    `json:"root"`
	Runs    int       `json:"runs"`
	Total   int       `json:"total"`
	Dropped int       `json:"dropped,omitempty"`
	Matched int       `json:"matched"`
	Files   []fileRow `json:"files"`
	Methods []*method `json:"methods"`
}

func projectView(s *store, q query) (any, error) {
	from, n, err := q.page()
	if err != nil {
		return nil, err
	}
	p, err := s.project()
	if err != nil {
		return nil, err
	}
	v := projectPage{Dir: s.dir, Root: p.root, Runs: p.runs, Total: len(p.methods), Dropped: p.dropped, Files: p.files(), Methods: []*method{}}
	text := strings.ToLower(q.str("text"))
	var picked []*method
	for _, m := range p.methods {
		if (q.str("file") == "" || q.str("file") == m.File) && (q.str("verdict") == "" || q.str("verdict") == cmp.Or(m.Verdict, "none")) &&
			(text == "" || strings.Contains(strings.ToLower(m.File+" "+m.Method), text)) {
			picked = append(picked, m)
		}
	}
	sortMethods(picked, q.str("sort"), q.str("desc") != "")
	v.Matched = len(picked)
	v.Methods = append(v.Methods, picked[min(from, len(picked)):min(from+n, len(picked))]...)
	return v, nil
}

// files sums up the files, that with the largest share of methods that are not verified
// first.
func (p *project) files() []fileRow {
	at := map[string]int{}
	out := []fileRow{}
	for _, m := range p.methods {
		i, ok := at[m.File]
		if !ok {
			i = len(out)
			at[m.File] = i
			out = append(out, fileRow{File: m.File})
		}
		f := &out[i]
		f.Methods++
		if m.Verdict == "verified" {
			f.Verified++
		}
		if v, ok := m.Strict["post_completeness"]; ok {
			f.measured, f.sum = f.measured+1, f.sum+v
		}
	}

	for i := range out {
		if f := &out[i]; f.measured > 0 {
			mean := f.sum / float64(f.measured)
			f.PostComp = &mean
		}
	}

	share := func(f fileRow) float64 { return float64(f.Verified) / float64(f.Methods) }
	slices.SortStableFunc(out, func(a, b fileRow) int {
		return cmp.Or(cmp.Compare(share(a), share(b)), cmp.Compare(b.Methods, a.Methods), cmp.Compare(a.File, b.File))
	})
	return out[:min(len(out), 500)]
}

// sortMethods sorts methods by a column; they come with the weakest first.
func sortMethods(list []*method, by string, desc bool) {
	slices.SortStableFunc(list, func(a, b *method) int {
		c := 0
		switch by {
		case "method":
			c = cmp.Compare(a.Method, b.Method)
		case "file":
			c = cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
		case "verdict":
			c = cmp.Compare(a.Verdict, b.Verdict)
		case "clauses":
			c = cmp.Compare(a.Clauses, b.Clauses)
		default:
			if slices.Contains(metricOrder, by) {
				c = cmp.Compare(scoreOf(a.Strict, by), scoreOf(b.Strict, by))
			}
		}
		if desc {
			return -c
		}
		return c
	})
	if desc && by == "" {
		slices.Reverse(list)
	}
}

// scoreOf is a score by which things are sorted: what has none comes before all that have.
func scoreOf(scores map[string]float64, metric string) float64 {
	if v, ok := scores[metric]; ok {
		return v
	}
	return -1
}
