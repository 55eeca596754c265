package score

import (
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"

	"ensures/report/chart"
)

// Table is the results of several models of one system.
type Table struct {
	System string    `json:"system"`
	Models []*Result `json:"models"`
	// Means says of a model what is known of it; it may lack any.
	Means map[string]string `json:"means,omitempty"`
}

// Header are the columns of Rows.
func (t Table) Header() []string {
	head := []string{"Model"}
	for _, m := range t.metrics() {
		head = append(head, strings.ToUpper(string(m[:1]))+string(m[1:]))
	}
	if t.compat() {
		for _, m := range Metrics() {
			head = append(head, string(m)+" (compat)")
		}
	}
	return append(head, "Caught by", "First finding")
}

// metrics are the four, and permissiveness where some model has a value of it.
func (t Table) metrics() []Metric {
	for _, r := range t.Models {
		if _, ok := r.Strict[Permissiveness]; ok {
			return AllMetrics()
		}
	}
	return Metrics()
}

func (t Table) compat() bool {
	for _, r := range t.Models {
		if r.Compat != nil {
			return true
		}
	}
	return false
}

// Rows are a line for each model.
func (t Table) Rows() [][]string {
	var rows [][]string
	for _, r := range t.Models {
		row := []string{r.Model}
		for _, m := range t.metrics() {
			row = append(row, r.Strict[m].String())
		}
		if t.compat() {
			for _, m := range Metrics() {
				row = append(row, r.Compat[m].String())
			}
		}
		rows = append(rows, append(row, r.caughtBy(), r.first()))
	}
	return rows
}

func (r *Result) caughtBy() string {
	var all []string
	for _, m := range r.Caught() {
		all = append(all, string(m))
	}
	return strings.Join(all, ", ")
}

// first is the reason of the first metric that is not full.
func (r *Result) first() string {
	for _, m := range AllMetrics() {
		if v := r.Strict[m]; !v.Full() && v.Gate == "" && v.Why != "" {
			return cut(v.Why, 160)
		}
	}
	return ""
}

func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// JSON writes the table with all details as one object.
func (t Table) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(t)
}

// Markdown writes the table.
func (t Table) Markdown(w io.Writer) error {
	var b strings.Builder
	row := func(cells []string) {
		for i, c := range cells {
			cells[i] = strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;").Replace(c)
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	head := t.Header()
	row(head)
	fmt.Fprintf(&b, "|%s\n", strings.Repeat("---|", len(head)))
	for _, r := range t.Rows() {
		row(r)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

var page = template.Must(template.New("score").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>
:root { color-scheme: light dark }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
th, td { padding: .3rem .7rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); text-align: left; vertical-align: top }
.wide { overflow-x: auto } svg { max-width: 100%; height: auto }
.note { opacity: .75 } .below { font-weight: 600 }
</style></head><body>
<h1>{{.Title}}</h1><p class="note">{{.Note}}</p>
<div class="wide"><table><tr>{{range .Header}}<th>{{.}}</th>{{end}}</tr>
{{range .Rows}}<tr>{{range .}}<td>{{.}}</td>{{end}}</tr>
{{end}}</table></div>
{{range .Charts}}<h2>{{.Title}}</h2>{{.SVG}}{{end}}
{{range .Models}}<h2>{{.Model}}</h2>{{with .Means}}<p>{{.}}</p>{{end}}
<p class="note">{{.Note}}</p>
{{if .Findings}}<table><tr><th>Metric<th>Finding</tr>
{{range .Findings}}<tr><td>{{.Metric}}<td>{{.Text}}</tr>
{{end}}</table>{{end}}
{{if .Actions}}<table><tr><th>Action<th>Successors<th>Error</tr>
{{range .Actions}}<tr><td>{{.}}<td>{{.Taken}}<td class="below">{{.Error}}</tr>
{{end}}</table>{{end}}
{{if .Ahead}}<table><tr><th>Event<th>Allowed<th>Never seen<th>By the rules<th>Example of what no trace has</tr>
{{range .Ahead}}<tr><td>{{.Event}}<td>{{.Allowed}}<td>{{.Never}}<td>{{.Rules.Never}} of {{.Rules.Allowed}}<td>{{.Example}}</tr>
{{end}}</table>{{end}}
{{if .Properties}}<table><tr><th>Property<th>Kind<th>Status</tr>
{{range .Properties}}<tr><td>{{.Name}}<td>{{.Kind}}<td>{{.Status}}</tr>
{{end}}</table>{{end}}
{{end}}</body></html>
`))

// HTML writes a page with the table, charts and what was found of each model. It needs
// no script and no network.
func (t Table) HTML(w io.Writer) error {
	type finding struct{ Metric, Text string }
	type model struct {
		Model, Means, Note string
		Findings           []finding
		Actions            []Action
		Properties         []Property
		Ahead              []ActionCounts
	}
	type drawn struct {
		Title string
		SVG   template.HTML
	}
	var models []model
	for _, r := range t.Models {
		x := model{Model: r.Model, Means: t.Means[r.Model], Note: fmt.Sprintf("%d runs of the tools, %.1f s, seed %d.", r.Runs, float64(r.ElapsedMS)/1000, r.Seed)}
		for _, m := range AllMetrics() {
			for _, f := range r.Findings(m) {
				x.Findings = append(x.Findings, finding{string(m), f})
			}
		}
		if r.Runtime != nil {
			x.Actions = r.Runtime.Actions
		}
		if p := r.Permissiveness; p != nil && p.Strays != nil {
			x.Note += " " + p.String() + "."
			x.Ahead = p.Actions
		}
		if r.Invariants != nil {
			x.Properties = r.Invariants.Properties
		}
		models = append(models, x)
	}

	charts := []drawn{{"Strict", template.HTML(t.bars(false))}}
	if t.compat() {
		charts = append(charts, drawn{"Compat", template.HTML(t.bars(true))})
	}
	tool := ""
	if len(t.Models) > 0 {
		tool = " " + t.Models[0].Tool + "."
	}
	return page.Execute(w, map[string]any{
		"Title": "Models of " + t.System, "Note": "Strict scores; – is not measured, which is not 0." + tool,
		"Header": t.Header(), "Rows": t.Rows(), "Charts": charts, "Models": models,
	})
}

// bars are the scores of up to eight models.
func (t Table) bars(compat bool) string {
	models := t.Models[:min(len(t.Models), 8)]
	var names []string
	for _, r := range models {
		names = append(names, r.Model)
	}
	var groups []chart.Group
	metrics := Metrics()
	if !compat {
		metrics = t.metrics()
	}
	for _, m := range metrics {
		g := chart.Group{Label: string(m)}
		for _, r := range models {
			column := r.Strict
			if compat {
				column = r.Compat
			}
			// No bar at all: a zero would say something of the model that was not measured.
			b := chart.Bar{Value: math.NaN()}
			if v := column[m]; v.Measured() {
				b = chart.Bar{Value: *v.Score, Low: *v.Score, High: *v.Score}
			}
			g.Bars = append(g.Bars, b)
		}
		groups = append(groups, g)
	}
	return chart.Bars(chart.Options{Title: "Scores", Percent: true, YMax: 1, Width: 960}, names, groups)
}
