package report

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"ensures/report/chart"
	"ensures/runner"
)

// JSON writes the report as one object.
func (r *Report) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// header are the columns of the table of engines.
var header = []string{"Engine", "Tasks", "Verified", "MVR compat", "MVR strict", "MVR strict 0.9", "PostCorr", "PostComp", "PreCorr", "PreComp", "Steps", "Tokens", "Cost", "Median", "95 %"}

func (e Engine) cells() []string {
	return []string{
		e.Name, strconv.Itoa(e.Tasks), e.Verified.String(), e.MVRCompat.String(), e.MVRStrict.String(), e.Strong.String(),
		score(e.Strict.PostCorr), score(e.Strict.PostComp), score(e.Strict.PreCorr), score(e.Strict.PreComp),
		strconv.FormatFloat(e.Steps, 'f', 1, 64), strconv.Itoa(e.Tokens), fmt.Sprintf("$%.2f", e.Cost), duration(e.MedianMS), duration(e.NinetyMS),
	}
}

// compat are the cells of the metrics by the published rule.
func (e Engine) compat() []string {
	return []string{e.Name, score(e.Compat.PostCorr), score(e.Compat.PostComp), score(e.Compat.PreCorr), score(e.Compat.PreComp), fmt.Sprintf("%.0f %%", 100*e.SurviveBy)}
}

// note tells of rows that came to no result, "" when all did.
func (e Engine) note() string {
	out := ""
	if e.Broken > 0 {
		out = fmt.Sprintf("%d tasks of %s are in no figure: a tool or model was not there, or crashed; --resume runs them again.", e.Broken, e.Name)
	}
	rest := map[string]int{}
	for k, n := range e.Statuses {
		// Infrastructure has a sentence of its own, above.
		if k != string(runner.OK) && k != string(runner.Infrastructure) {
			rest[k] = n
		}
	}
	if len(rest) > 0 {
		out = strings.TrimSpace(out + fmt.Sprintf(" Of %s's tasks without a measured result: %s.", e.Name, counts(rest)))
	}
	return out
}

// String is "46 of 71 (65 %, 53–75)".
func (r Rate) String() string {
	if r.Of == 0 {
		return "–"
	}
	return fmt.Sprintf("%d of %d (%.0f %%, %.0f–%.0f)", r.Hits, r.Of, 100*r.Value(), 100*r.Low, 100*r.High)
}

func score(p *float64) string {
	if p == nil {
		return "–"
	}
	return strconv.FormatFloat(*p, 'f', 2, 64)
}

func duration(ms float64) string {
	if ms < 1000 {
		return fmt.Sprintf("%.0f ms", ms)
	}
	return fmt.Sprintf("%.1f s", ms/1000)
}

// Markdown writes the report's tables.
func (r *Report) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, verified by %s\n\n", r.Dataset, r.by())
	row := func(cells ...string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	head := func(cells ...string) {
		row(cells...)
		fmt.Fprintf(&b, "|%s\n", strings.Repeat("---|", len(cells)))
	}

	head(header...)
	for _, e := range r.Engines {
		row(e.cells()...)
	}

	if len(r.Pairs) > 0 {
		fmt.Fprint(&b, "\nOn the same tasks, by MVR strict (McNemar, exact):\n\n")
		head("A", "B", "Tasks", "Both", "Only A", "Only B", "p")
		for _, p := range r.Pairs {
			row(p.A, p.B, strconv.Itoa(p.Tasks), strconv.Itoa(p.Both), strconv.Itoa(p.OnlyA), strconv.Itoa(p.OnlyB), strconv.FormatFloat(p.P, 'g', 2, 64))
		}
	}

	fmt.Fprint(&b, "\nThe scores above are strict ones; by the published rule (compat):\n\n")
	head("Engine", "PostCorr", "PostComp", "PreCorr", "PreComp", "Output mutants that survive")

	for _, e := range r.Engines {
		row(e.compat()...)
	}
	for _, e := range r.Engines {
		if note := e.note(); note != "" {
			fmt.Fprintf(&b, "\n%s\n", note)
		}
	}
	for _, e := range r.Engines {
		if len(e.Categories) > 1 {
			fmt.Fprintf(&b, "\n%s by category:\n\n", e.Name)
			head("Category", "Verified", "MVR strict")
			for _, c := range e.Categories {
				row(c.Name, c.Verified.String(), c.MVRStrict.String())
			}
		}
		if len(e.Repairs) > 0 {
			fmt.Fprintf(&b, "\n%s, before and after repair, by what the first failure is:\n\n", e.Name)
			head("Class", "First answers", "Of these verified in the end", "Of these the same in the end", "Last answers")
			for _, c := range e.Repairs {
				row(c.Class, strconv.Itoa(c.Before), strconv.Itoa(c.Verified), strconv.Itoa(c.Same), strconv.Itoa(c.After))
			}
		}
		if len(e.Failures) > 0 {
			fmt.Fprintf(&b, "\nWhy %s did not verify: %s.\n", e.Name, counts(e.Failures))
		}
		if len(e.Constructs) > 0 {
			fmt.Fprintf(&b, "\nConstructs without a meaning here, which %d tasks of %s met: %s.\n", e.Met, e.Name, counts(e.Constructs))
		}
	}

	if ps := r.published(); len(ps) > 0 {
		fmt.Fprintf(&b, "\nPublished figures for %s, on other tasks and with another measure (%s):\n\n", ps[0].Dataset, ps[0].Source)
		head("Engine", "Verified", "MVR")
		for _, p := range ps {
			row(p.Engine, p.Verified, p.MVR)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Report) by() string {
	if r.Backend == "" {
		return "nothing"
	}
	return r.Backend
}

// published is a system with its figures, for comparison. Its tasks and its measure are
// not ours: see Source.
type published struct {
	Dataset, Engine, Verified, MVR, Source string // "": not published
}

// published are the figures of data sets of the kind of this one, by system.
func (r *Report) published() []published {
	data, _ := sameKind(r.Dataset)
	var out []published
	for _, f := range Figures() {
		if f.Data != data || f.Rule != RuleVR && f.Rule != RuleMVR {
			continue
		}
		// VR and MVR of a system are two figures and one line.
		i := slices.IndexFunc(out, func(p published) bool { return p.Engine == f.System })
		if i < 0 {
			i, out = len(out), append(out, published{Dataset: data, Engine: f.System, Source: f.Source})
		}
		if f.Rule == RuleVR {
			out[i].Verified = fmt.Sprintf("%.0f of %d (%.0f %%)", f.Percent*float64(f.N)/100, f.N, f.Percent)
		} else {
			out[i].MVR = f.share()
		}
	}
	return out
}

// counted is a name and how often it is there.
type counted struct {
	Name string
	N    int
}

// byCount are the entries of a map, most frequent first.
func byCount(m map[string]int) []counted {
	var out []counted
	for k, n := range m {
		out = append(out, counted{k, n})
	}
	slices.SortFunc(out, func(x, y counted) int { return cmp.Or(y.N-x.N, strings.Compare(x.Name, y.Name)) })
	return out
}

// counts is "F05 12, F01 3", most frequent first.
func counts(m map[string]int) string {
	var out []string
	for _, c := range byCount(m) {
		out = append(out, fmt.Sprintf("%s %d", c.Name, c.N))
	}
	return strings.Join(out, ", ")
}

// CSV writes a line for every row of the runs.
func (r *Report) CSV(w io.Writer) error {
	c := csv.NewWriter(w)
	if err := c.Write([]string{"task_id", "engine", "run", "category", "status", "verdict", "backend", "mvr_compat", "mvr_strict", "post_correctness", "post_completeness", "pre_correctness", "pre_completeness", "steps", "tokens", "cost", "elapsed_ms", "failure_class", "unsupported"}); err != nil {
		return err
	}
	num := func(p *float64) string {
		if p == nil {
			return ""
		}
		return strconv.FormatFloat(*p, 'f', -1, 64)
	}
	for _, x := range r.Rows {
		err := c.Write([]string{x.TaskID, x.Engine, strconv.Itoa(x.Run), x.Category, string(x.Status), x.Verdict, x.Backend,
			strconv.FormatBool(x.MVRCompat), strconv.FormatBool(x.MVRStrict), num(x.Strict.PostCorr), num(x.Strict.PostComp), num(x.Strict.PreCorr), num(x.Strict.PreComp),
			strconv.Itoa(x.Steps), strconv.Itoa(x.Tokens), strconv.FormatFloat(x.Cost, 'f', -1, 64), strconv.FormatFloat(x.ElapsedMS, 'f', 3, 64), x.FailureClass, strings.Join(x.Unsupported, "; ")})
		if err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

var page = template.Must(template.New("report").Funcs(template.FuncMap{"byCount": byCount}).Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>
:root { color-scheme: light dark }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
th, td { padding: .3rem .7rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); text-align: left; white-space: nowrap }
.wide { overflow-x: auto } svg { max-width: 100%; height: auto }
.note { opacity: .75 }
</style></head><body>
<h1>{{.Title}}</h1><p class="note">{{.Note}}</p>
<div class="wide"><table><tr>{{range .Header}}<th>{{.}}</th>{{end}}</tr>
{{range .Rows}}<tr>{{range .}}<td>{{.}}</td>{{end}}</tr>{{end}}</table></div>
<h2>By the published rule (compat)</h2><table><tr><th>Engine<th>PostCorr<th>PostComp<th>PreCorr<th>PreComp<th>Output mutants that survive</tr>
{{range .Compat}}<tr>{{range .}}<td>{{.}}</td>{{end}}</tr>{{end}}</table>
{{range .Notes}}<p class="note">{{.}}</p>{{end}}
{{range .Charts}}<h2>{{.Title}}</h2>{{.SVG}}{{end}}
{{if .Pairs}}<h2>On the same tasks, by MVR strict</h2><table><tr><th>A<th>B<th>Tasks<th>Both<th>Only A<th>Only B<th>p (McNemar, exact)</tr>
{{range .Pairs}}<tr><td>{{.A}}<td>{{.B}}<td>{{.Tasks}}<td>{{.Both}}<td>{{.OnlyA}}<td>{{.OnlyB}}<td>{{printf "%.2g" .P}}</tr>{{end}}</table>{{end}}
{{range .Engines}}{{if .Failures}}<h2>Why {{.Name}} did not verify</h2><table><tr><th>Class of the first failure<th>Tasks</tr>
{{range byCount .Failures}}<tr><td>{{.Name}}<td>{{.N}}</tr>{{end}}</table>{{end}}
{{if gt (len .Categories) 1}}<h2>{{.Name}} by category</h2><table><tr><th>Category<th>Verified<th>MVR strict</tr>
{{range .Categories}}<tr><td>{{.Name}}<td>{{.Verified}}<td>{{.MVRStrict}}</tr>{{end}}</table>{{end}}
{{if .Repairs}}<h2>{{.Name}} before and after repair</h2><table><tr><th>What the first failure is<th>First answers<th>Of these verified in the end<th>Of these the same in the end<th>Last answers</tr>
{{range .Repairs}}<tr><td>{{.Class}}<td>{{.Before}}<td>{{.Verified}}<td>{{.Same}}<td>{{.After}}</tr>{{end}}</table>{{end}}
{{if .Constructs}}<h2>Constructs without a meaning here, {{.Name}}</h2><table><tr><th>Construct<th>Tasks</tr>
{{range byCount .Constructs}}<tr><td>{{.Name}}<td>{{.N}}</tr>{{end}}</table>{{end}}{{end}}
{{if .Published}}<h2>Published for {{(index .Published 0).Dataset}}</h2><p class="note">Other tasks, another measure: {{(index .Published 0).Source}}.</p>
<table><tr><th>Engine<th>Verified<th>MVR</tr>{{range .Published}}<tr><td>{{.Engine}}<td>{{.Verified}}<td>{{.MVR}}</tr>{{end}}</table>{{end}}
</body></html>
`))

// HTML writes a page with tables and charts. It needs no script and no network.
func (r *Report) HTML(w io.Writer) error {
	type drawn struct {
		Title string
		SVG   template.HTML
	}
	var rows, compat [][]string
	var notes []string
	for _, e := range r.Engines {
		rows = append(rows, e.cells())
		compat = append(compat, e.compat())
		if n := e.note(); n != "" {
			notes = append(notes, n)
		}
	}
	return page.Execute(w, map[string]any{
		"Title": "Specifications for " + r.Dataset, "Note": fmt.Sprintf("Verified by %s. Rates with Wilson's 95 %% interval.", r.by()),
		"Header": header, "Rows": rows, "Compat": compat, "Notes": notes, "Engines": r.Engines, "Pairs": r.Pairs, "Published": r.published(),
		"Charts": []drawn{
			{"Rates", template.HTML(r.rates())},
			{"Solved over time", template.HTML(r.solvedOverTime())},
			{"Output mutants that survive", template.HTML(r.survival())},
			{"Failure classes", template.HTML(r.failures())},
		},
	})
}

func (r *Report) names() []string {
	var out []string
	for _, e := range r.Engines {
		out = append(out, e.Name)
	}
	return out
}

// groups are bars of every engine over each label.
func (r *Report) groups(labels []string, of func(e Engine, label string) chart.Bar) []chart.Group {
	var out []chart.Group
	for _, l := range labels {
		g := chart.Group{Label: l}
		for _, e := range r.Engines {
			g.Bars = append(g.Bars, of(e, l))
		}
		out = append(out, g)
	}
	return out
}

func (r *Report) rates() string {
	return chart.Bars(chart.Options{Title: "Rates", Percent: true, YMax: 1}, r.names(), r.groups([]string{"verified", "MVR compat", "MVR strict", "MVR strict 0.9"}, func(e Engine, label string) chart.Bar {
		x := map[string]Rate{"verified": e.Verified, "MVR compat": e.MVRCompat, "MVR strict": e.MVRStrict, "MVR strict 0.9": e.Strong}[label]
		if x.Of == 0 {
			return chart.Bar{Value: math.NaN()}
		}
		return chart.Bar{Value: x.Value(), Low: x.Low, High: x.High}
	}))
}

func (r *Report) solvedOverTime() string {
	var samples []chart.Sample
	for _, e := range r.Engines {
		samples = append(samples, chart.Sample{Name: e.Name, Values: e.solved, Total: e.Tasks})
	}
	return chart.Cumulative(chart.Options{Title: "Solved (MVR strict) within a time", XLabel: "seconds a task", Percent: true}, samples)
}

func (r *Report) survival() string {
	return chart.Bars(chart.Options{Title: "Output mutants that survive", Percent: true, YMax: 1}, r.names(), r.groups([]string{"surviving"}, func(e Engine, _ string) chart.Bar {
		return chart.Bar{Value: e.SurviveBy, Low: e.SurviveBy, High: e.SurviveBy}
	}))
}

func (r *Report) failures() string {
	all := map[string]int{}
	for _, e := range r.Engines {
		for k, n := range e.Failures {
			all[k] += n
		}
	}
	var labels []string
	for k := range all {
		labels = append(labels, k)
	}
	slices.Sort(labels)
	full := map[string]string{} // by the number alone, for which there is room
	for i, l := range labels {
		// Codes of classes are unique without their words.
		labels[i], _, _ = strings.Cut(l, "-")
		full[labels[i]] = l
	}
	return chart.Bars(chart.Options{Title: "Failure classes, tasks", Width: 960}, r.names(), r.groups(labels, func(e Engine, label string) chart.Bar {
		v := float64(e.Failures[full[label]])
		return chart.Bar{Value: v, Low: v, High: v}
	}))
}
