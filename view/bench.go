package view

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ensures/internal/regular"
	"ensures/report"
	"ensures/runner"
	"ensures/trajectories"
)

// benchHead is a run over a data set, in lists and above its table.
type benchHead struct {
	ID      string    `json:"id"`
	Dataset string    `json:"dataset"`
	Backend string    `json:"backend"`
	Engines []string  `json:"engines"`
	Created time.Time `json:"created"`
	Done    int       `json:"done"`
	Total   int       `json:"total"`
}

// benchView is a part of the table of tasks × engines.
type benchView struct {
	benchHead
	Runs      int                 `json:"runs"`
	Summaries []report.Engine     `json:"summaries"`
	Pairs     []report.Pair       `json:"pairs"`
	Foreign   []string            `json:"foreign"`
	Facets    map[string][]string `json:"facets"`
	Matched   int                 `json:"matched"`
	Rows      []benchRow          `json:"rows"`
}

// benchRow is a task, once for each repetition, with what each engine made of it.
type benchRow struct {
	Task     string `json:"task"`
	Category string `json:"category"`
	Run      int    `json:"run"`
	Cells    []cell `json:"cells"` // in the order of the engines that are shown
}

// cell is an engine on a task. Without a status there is no row yet.
type cell struct {
	Engine    string             `json:"engine"`
	ID        string             `json:"id,omitempty"` // of the recorded run, where there is one
	Status    string             `json:"status"`
	Verdict   string             `json:"verdict"`
	Failure   string             `json:"failure,omitempty"`
	Reason    string             `json:"reason,omitempty"`
	Strict    map[string]float64 `json:"strict,omitempty"`
	MVR       bool               `json:"mvr"` // strict
	Steps     int                `json:"steps"`
	Tokens    int                `json:"tokens"`
	Cost      float64            `json:"cost_usd"`
	ElapsedMS float64            `json:"elapsed_ms"`
}

const (
	mostManifest = 1 << 20   // bytes of a manifest
	mostRowsFile = 256 << 20 // bytes of a file of rows
	mostEngines  = 30
)

var errTooLarge = errors.New("the run's files are too large to be shown")

// bench reads a run over a data set: its report, without the code of its rows. The result
// is shared and must not be changed.
func (s *store) bench(id string) (*report.Report, error) {
	dir, err := s.folder(id)
	if err != nil {
		return nil, err
	}
	manifest, err := os.Lstat(filepath.Join(dir, runner.ManifestFile))
	if err != nil || !regularIn(dir) {
		return nil, errNoRun
	}
	// Sizes are looked at before anything is read.
	rows, err := os.Lstat(filepath.Join(dir, runner.SummaryFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if manifest.Size() > mostManifest || rows != nil && rows.Size() > mostRowsFile {
		return nil, errTooLarge
	}
	return s.benches.get(id, stamp(manifest, rows), func() (*report.Report, error) {
		r, err := report.Read(dir)
		if errors.Is(err, fs.ErrNotExist) { // begun, and nothing is done yet
			m, merr := runner.ReadManifest(dir)
			return &report.Report{Dataset: m.Dataset, Backend: m.Backend, Runs: []runner.Manifest{m}}, merr
		}
		return r, err
	})
}

// head returns what lists say of a run over a data set.
func head(id string, r *report.Report) benchHead {
	m := r.Runs[0]
	h := benchHead{ID: id, Dataset: short(r.Dataset), Backend: short(r.Backend), Created: m.Created, Done: len(r.Rows)}
	for _, e := range m.Engines[:min(len(m.Engines), mostEngines)] {
		h.Engines = append(h.Engines, short(e))
	}
	// The manifest may say less than there is: never more done than in all.
	h.Total = max(m.Tasks*len(m.Engines)*m.Runs, h.Done)
	return h
}

// benchList returns the runs over data sets in the folder and in those directly below it, without
// reading their rows: lines are counted.
func (s *store) benchList() []benchHead {
	list := []benchHead{}
	add := func(id string) bool {
		dir, err := s.folder(id)
		if err != nil || !regularIn(dir) || len(list) == mostRows {
			return false
		}
		info, err := os.Lstat(filepath.Join(dir, runner.ManifestFile))
		if err != nil || info.Size() > mostManifest {
			return false
		}
		m, err := runner.ReadManifest(dir)
		if err != nil || m.Hash == "" {
			return false
		}
		h := head(id, &report.Report{Dataset: m.Dataset, Backend: m.Backend, Runs: []runner.Manifest{m}})
		// A resumed run has several lines of a job that failed before.
		if n := countLines(filepath.Join(dir, runner.SummaryFile)); n > 0 {
			h.Done = min(n, h.Total)
		}
		list = append(list, h)
		return true
	}

	// A folder that is a run itself holds no further ones.
	if add("") {
		return list
	}
	for _, d := range subfolders(s.dir) {
		if !add(d) {
			for _, in := range subfolders(filepath.Join(s.dir, d)) {
				add(d + "/" + in)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b benchHead) int { return b.Created.Compare(a.Created) })
	return list
}

// mostSubfolders is in how many folders runs over data sets are looked for.
const mostSubfolders = 2000

// subfolders are the names of a folder's folders.
func subfolders(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries[:min(len(entries), mostSubfolders)] {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// countLines counts the lines of a file that is not too large.
func countLines(path string) int {
	f, err := regular.Open(path)
	if err != nil {
		return 0
	}
	defer f.Close()
	n, buf := 0, make([]byte, 64<<10)
	// By blocks: whoever wrote the file decides how long its lines are.
	for read := int64(0); read < mostRowsFile; {
		k, err := f.Read(buf)
		n, read = n+strings.Count(string(buf[:k]), "\n"), read+int64(k)
		if err != nil {
			break
		}
	}
	return n
}

// benchPage is a run over a data set, a part of its tasks.
func benchPage(s *store, q query) (any, error) {
	from, n, err := q.page()
	if err != nil {
		return nil, err
	}
	id := q.str("id")
	r, err := s.bench(id)
	if err != nil {
		return nil, err
	}

	v := benchView{benchHead: head(id, r), Runs: r.Runs[0].Runs, Summaries: []report.Engine{}, Pairs: r.Pairs[:min(len(r.Pairs), mostRows)],
		Facets: facets(r.Rows), Rows: []benchRow{}}
	for _, f := range r.Foreign[:min(len(r.Foreign), 20)] {
		v.Foreign = append(v.Foreign, short(f))
	}
	for _, e := range r.Engines[:min(len(r.Engines), mostEngines)] {
		// On a copy: the report is shared.
		e.Constructs, e.Categories, e.Repairs = nil, nil, nil
		v.Summaries = append(v.Summaries, e)
	}

	engines := v.Engines
	if e := q.str("engine"); e != "" {
		engines = []string{e}
	}
	rows := slices.DeleteFunc(table(r.Rows, engines), func(row benchRow) bool { return !row.passes(q) })
	sortTasks(rows, q.str("sort"), q.str("desc") != "")

	v.Matched = len(rows)
	for _, row := range rows[min(from, len(rows)):min(from+n, len(rows))] {
		v.Rows = append(v.Rows, s.linked(id, row))
	}
	return v, nil
}

// facets are the values that rows can be filtered by.
func facets(rows []runner.Row) map[string][]string {
	out := map[string][]string{"verdict": {}, "failure": {}, "category": {}}
	for _, r := range rows {
		for name, v := range map[string]string{"verdict": r.Verdict, "failure": r.FailureClass, "category": r.Category} {
			if v = short(v); v != "" && len(out[name]) < mostFacets && !slices.Contains(out[name], v) {
				out[name] = append(out[name], v)
			}
		}
	}
	for _, list := range out {
		slices.Sort(list)
	}
	return out
}

// table arranges rows by task and repetition, with a cell for each of the engines. Names
// are whole: links are made of them.
func table(rows []runner.Row, engines []string) []benchRow {
	type key struct {
		task string
		run  int
	}
	at := map[key]int{}
	var out []benchRow
	for _, r := range rows {
		k := key{r.TaskID, r.Run}
		i, ok := at[k]
		if !ok {
			i = len(out)
			at[k] = i
			row := benchRow{Task: r.TaskID, Category: short(r.Category), Run: r.Run}
			for _, e := range engines {
				row.Cells = append(row.Cells, cell{Engine: e})
			}
			out = append(out, row)
		}
		if c := slices.Index(engines, short(r.Engine)); c >= 0 {
			out[i].Cells[c] = cellOf(r)
		}
	}
	return out
}

func cellOf(r runner.Row) cell {
	return cell{Engine: short(r.Engine), Status: short(string(r.Status)), Verdict: short(r.Verdict), Failure: short(r.FailureClass), Reason: short(r.Reason),
		Strict: r.Strict.Named(), MVR: r.MVRStrict, Steps: r.Steps, Tokens: r.Tokens, Cost: r.Cost, ElapsedMS: r.ElapsedMS}
}

// linked names the recorded runs of a row's cells, and says which are being worked on.
func (s *store) linked(id string, row benchRow) benchRow {
	for i := range row.Cells {
		c := &row.Cells[i]
		folder := filepath.ToSlash(runner.Row{TaskID: row.Task, Engine: c.Engine, Run: row.Run}.Folder())
		if id != "" {
			folder = path.Join(id, folder)
		}
		dir, err := s.folder(folder)
		if err != nil {
			continue
		}
		if info, err := os.Lstat(filepath.Join(dir, trajectories.TrajectoryFile)); err == nil && info.Mode().IsRegular() {
			c.ID = folder
		}
		if c.Status == "" {
			c.Status = "running"
		}
	}
	row.Task = short(row.Task)
	return row
}

// passes reports whether a row is one of those that a request asks for: one of its cells
// has the verdict and the failure class.
func (r benchRow) passes(q query) bool {
	if c := q.str("category"); c != "" && c != r.Category {
		return false
	}
	if t := strings.ToLower(q.str("text")); t != "" && !strings.Contains(strings.ToLower(r.Task+" "+r.Category), t) {
		return false
	}
	verdict, failure := q.str("verdict"), q.str("failure")
	if (verdict != "" || failure != "") && !slices.ContainsFunc(r.Cells, func(c cell) bool {
		return (verdict == "" || c.Verdict == verdict) && (failure == "" || c.Failure == failure)
	}) {
		return false
	}
	// Engines differ where one solves the task and another doesn't.
	return q.str("differ") == "" || slices.ContainsFunc(r.Cells, func(c cell) bool { return c.MVR != r.Cells[0].MVR })
}

// sortTasks sorts rows; by figures of a single engine where only one is shown, else by
// the sum over the engines.
func sortTasks(rows []benchRow, by string, desc bool) {
	sum := func(r benchRow, of func(cell) float64) float64 {
		t := 0.0
		for _, c := range r.Cells {
			t += of(c)
		}
		return t
	}

	figures := map[string]func(cell) float64{
		"steps": func(c cell) float64 { return float64(c.Steps) }, "tokens": func(c cell) float64 { return float64(c.Tokens) },
		"cost": func(c cell) float64 { return c.Cost }, "time": func(c cell) float64 { return c.ElapsedMS },
		"solved": func(c cell) float64 {
			if c.MVR {
				return 1
			}
			return 0
		},
	}
	for _, m := range metricOrder {
		figures[m] = func(c cell) float64 { return scoreOf(c.Strict, m) }
	}

	words := func(r benchRow) string {
		var list []string
		for _, c := range r.Cells {
			switch by {
			case "verdict":
				list = append(list, c.Verdict)
			case "failure":
				list = append(list, c.Failure)
			case "category":
				return r.Category
			}
		}
		return strings.Join(list, " ")
	}

	slices.SortStableFunc(rows, func(a, b benchRow) int {
		c := 0
		if of := figures[by]; of != nil {
			c = cmp.Compare(sum(a, of), sum(b, of))
		} else {
			c = cmp.Compare(words(a), words(b))
		}
		// Never equal, so that a page begins where the one before it ended.
		c = cmp.Or(c, cmp.Compare(a.Task, b.Task), cmp.Compare(a.Run, b.Run))
		if desc {
			return -c
		}
		return c
	})
}

// enginesView compares two engines task by task.
type enginesView struct {
	benchHead
	Pair    report.Pair `json:"pair"`
	Neither int         `json:"neither"`
	Matched int         `json:"matched"`
	Rows    []benchRow  `json:"rows"` // two cells each
}

// twoEngines compares the engines a and b of a run over a data set; with which, the tasks
// that both, only one or neither of them solves.
func twoEngines(s *store, q query) (any, error) {
	from, n, err := q.page()
	if err != nil {
		return nil, err
	}
	id, a, b := q.str("id"), q.str("a"), q.str("b")
	r, err := s.bench(id)
	if err != nil {
		return nil, err
	}

	v := enginesView{benchHead: head(id, r), Rows: []benchRow{}}
	if a == b || !slices.Contains(v.Engines, a) || !slices.Contains(v.Engines, b) {
		return nil, badRequest("a and b are two engines of the run")
	}
	v.Pair = r.Compare(a, b)
	v.Neither = v.Pair.Tasks - v.Pair.Both - v.Pair.OnlyA - v.Pair.OnlyB

	rows := slices.DeleteFunc(table(r.Rows, []string{a, b}), func(row benchRow) bool {
		x, y := row.Cells[0], row.Cells[1]
		if x.Status == "" || y.Status == "" || x.Status == string(runner.Infrastructure) || y.Status == string(runner.Infrastructure) {
			return true // not compared
		}
		switch q.str("which") {
		case "both":
			return !(x.MVR && y.MVR)
		case "a":
			return !x.MVR || y.MVR
		case "b":
			return x.MVR || !y.MVR
		case "neither":
			return x.MVR || y.MVR
		}
		return false
	})

	sortTasks(rows, "", false)
	v.Matched = len(rows)
	for _, row := range rows[min(from, len(rows)):min(from+n, len(rows))] {
		v.Rows = append(v.Rows, s.linked(id, row))
	}
	return v, nil
}

// judgeOf returns what the judge of the run over a data set found about a run that it
// recorded; nil where the run is none of those.
func (s *store) judgeOf(id string) (found *cell, bench string) {
	names := strings.Split(id, "/")
	// A job's folder is RUN/tasks/TASK/ENGINE-NUMBER.
	if len(names) < 3 || names[len(names)-3] != "tasks" {
		return nil, ""
	}
	bench = strings.Join(names[:len(names)-3], "/")
	folder := strings.Join(names[len(names)-3:], "/")
	r, err := s.bench(bench)
	if err != nil {
		return nil, ""
	}
	for _, row := range r.Rows {
		if filepath.ToSlash(row.Folder()) == folder {
			c := cellOf(row)
			return &c, bench
		}
	}
	return nil, bench
}
