package report

import (
	"cmp"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"ensures/bench"
	"ensures/runner"
)

// Evidence is what our figures come from.
type Evidence struct {
	Runs  []*Report      // over programs, and over other forms of them
	Rates []Completeness // of bench completeness
	Dafny []Contract     // of harness
	Asked []Asked        // of bench speceval
}

// Asked is what a model that somebody asked reached in one of SpecEval's tasks, in the
// original versions.
type Asked struct {
	Model   string
	Rule    Rule
	Percent float64
	Of      int // programs
}

// Completeness are an engine's mean completeness rates over specifications.
type Completeness struct {
	Engine, Data             string // Data: the data set of the programs
	Specifications           int
	Compat, Contract, Strict *float64
}

// Contract is a task of the published evaluation of contracts in Dafny, and whether its
// contract holds on all of its tests.
type Contract struct {
	TaskID string
	Holds  bool
}

// Measured is a figure of ours, from recorded rows, by a published rule.
type Measured struct {
	Data    string  `json:"data"`   // of the run
	Beside  string  `json:"beside"` // the published data set whose tasks are of the same kind
	Engine  string  `json:"engine"`
	Rule    Rule    `json:"rule"`
	Percent float64 `json:"percent"`
	Of      int     `json:"of"`             // tasks, specifications or other forms
	All     *Rate   `json:"all,omitempty"`  // of a share of tasks
	Even    *Rate   `json:"even,omitempty"` // of the tasks that engines were tuned on: bench.HeldOut
	Odd     *Rate   `json:"odd,omitempty"`  // of the others
	Note    string  `json:"note,omitempty"`
}

// measured holds the rules that rows of benchmarks are measured by.
var measured = map[Rule]func(runner.Row) bool{
	RuleVR:  func(r runner.Row) bool { return r.Verdict == "verified" },
	RuleMVR: func(r runner.Row) bool { return r.MVRCompat },
	RuleSR:  func(r runner.Row) bool { return r.Verdict == "verified" },
	RuleFR:  func(r runner.Row) bool { return r.Verdict == "refuted" || r.Verdict == "malformed" },
}

// Measure computes our figures by the published rules, of tasks of a kind for which
// something is published. Of tasks that were asked about several times each counts.
func Measure(e Evidence) []Measured {
	var out []Measured
	var programs []*Report
	for _, r := range e.Runs {
		if !ofForms(r) {
			programs = append(programs, r)
			out = append(out, r.measure()...)
		}
	}

	for _, forms := range e.Runs {
		if !ofForms(forms) {
			continue
		}
		// Each run over other forms is held against each over programs: of programs that only one
		// of the two has nothing is counted.
		for _, r := range programs {
			for _, f := range FlipRates(r.Rows, forms.Rows) {
				// There is no rate where no program with other forms was verified.
				if f.Mean == nil {
					continue
				}
				note := fmt.Sprintf("pooled %.1f %%, of %d programs", 100**f.Pooled, f.Verified)
				if f.Control != nil {
					note += fmt.Sprintf("; asked again %.1f %%", 100**f.Control)
				}
				out = append(out, Measured{Data: "other forms of " + r.Dataset, Beside: "FormalBench", Engine: f.Engine, Rule: RuleFlip, Percent: 100 * *f.Mean, Of: f.Forms, Note: note})
			}
		}
	}

	for _, c := range e.Rates {
		if c.Compat != nil {
			note := fmt.Sprintf("by the contract %s, strict %s", score(c.Contract), score(c.Strict))
			out = append(out, Measured{Data: c.Data, Beside: "FormalBench", Engine: c.Engine, Rule: RuleCR, Percent: 100 * *c.Compat, Of: c.Specifications, Note: note})
		}
	}

	for _, a := range e.Asked {
		out = append(out, Measured{Data: "the part of its programs with ground truth at hand", Beside: "SpecEval", Engine: a.Model, Rule: a.Rule, Percent: a.Percent, Of: a.Of})
	}

	if len(e.Dafny) > 0 {
		var t tally
		for _, c := range e.Dafny {
			t.add(c.TaskID, c.Holds)
		}
		out = append(out, t.measured(Measured{Data: "a part of its programs", Beside: "MBPP-DFY", Engine: "harness (evaluation)", Rule: RuleHandled}))
	}
	return out
}

// ofForms reports whether a run is over other forms of programs.
func ofForms(r *Report) bool {
	return len(r.Rows) > 0 && !slices.ContainsFunc(r.Rows, func(row runner.Row) bool { return !strings.Contains(row.TaskID, FormMark) })
}

// measure are the figures of a run over programs.
func (r *Report) measure() (out []Measured) {
	beside, _ := sameKind(r.Dataset)
	for _, rule := range rules {
		hit := measured[rule.Rule]
		// Only rules for which something is published on tasks of this kind.
		if hit == nil || !slices.ContainsFunc(Figures(), func(f Figure) bool { return f.Data == beside && f.Rule == rule.Rule }) {
			continue
		}
		for _, e := range r.Engines {
			var t tally
			for _, row := range r.Rows {
				// Infrastructure is no answer of the engine's.
				if row.Engine == e.Name && row.Status != runner.Infrastructure {
					t.add(row.TaskID, hit(row))
				}
			}
			out = append(out, t.measured(Measured{Data: r.Dataset, Beside: beside, Engine: e.Name, Rule: rule.Rule}))
		}
	}
	return out
}

// tally counts tasks by half.
type tally struct{ hits, of [2]int }

func (t *tally) add(id string, hit bool) {
	half := 0
	if bench.HeldOut(id) {
		half = 1
	}
	t.of[half]++
	if hit {
		t.hits[half]++
	}
}

func (t tally) measured(m Measured) Measured {
	all, even, odd := Wilson(t.hits[0]+t.hits[1], t.of[0]+t.of[1]), Wilson(t.hits[0], t.of[0]), Wilson(t.hits[1], t.of[1])
	m.Of, m.All, m.Even, m.Odd = all.Of, &all, &even, &odd
	if all.Of > 0 {
		m.Percent = 100 * all.Value()
	}
	return m
}

// sameKind returns the published data set whose tasks are of the kind of ours, and
// why the two are not one: "" for a data set that nothing is published for.
func sameKind(dataset string) (published, why string) {
	switch name := strings.ToLower(dataset); {
	case strings.Contains(name, "specgenbench"):
		return "SpecGenBench", "ours is the part of the 120 tasks with recorded inputs"
	case strings.Contains(name, "mbjp"):
		return "FormalBench", "ours are MBJP's programs, of the same problems but other code"
	}
	return "", ""
}

// question is a rule over a kind of data, with whoever answers it.
type question struct {
	Rule        Rule
	Data, About string
	Lines       []answer
	Ours        bool // one of the lines
}

// answer is a published figure or one of ours.
type answer struct {
	System, Share, Of, Source string
	Data                      string  // that it is over
	Percent, Low, High        float64 // the last two of ours, where it is a share of tasks
	Ours                      bool
}

// questions sets our figures among the published ones, best first.
func questions(ours []Measured) []question {
	var out []question
	figures := Figures()

	for _, rule := range rules {
		var data []string
		for _, f := range figures {
			if f.Rule == rule.Rule && !slices.Contains(data, f.Data) {
				data = append(data, f.Data)
			}
		}
		for _, d := range data {
			q := question{Rule: rule.Rule, Data: d, About: rule.about}
			for _, f := range figures {
				if f.Rule == rule.Rule && f.Data == d {
					n := "–"
					if f.N > 0 {
						n = fmt.Sprint(f.N)
					}
					q.Lines = append(q.Lines, answer{System: f.System, Share: f.share(), Of: n, Source: f.Source, Data: f.Data, Percent: f.Percent})
				}
			}
			for _, m := range ours {
				// Ours stand among the published ones of the same rule and kind of tasks, never
				// across kinds.
				if m.Rule == rule.Rule && m.Beside == d {
					q.Lines, q.Ours = append(q.Lines, m.answer()), true
				}
			}
			slices.SortStableFunc(q.Lines, func(a, b answer) int { return cmp.Compare(b.Percent, a.Percent) })
			// Of failures and flips less is better.
			if rule.Rule == RuleFR || rule.Rule == RuleFlip {
				slices.Reverse(q.Lines)
			}
			out = append(out, q)
		}
	}
	return out
}

func (m Measured) answer() answer {
	a := answer{System: ownName + m.Engine, Share: fmt.Sprintf("%.1f %%", m.Percent), Of: fmt.Sprint(m.Of), Source: "recorded, " + m.Data, Data: m.Data, Percent: m.Percent, Ours: true}
	if m.All != nil && m.Of > 0 {
		a.Low, a.High = 100*m.All.Low, 100*m.All.High
		a.Share += fmt.Sprintf(" (%.0f–%.0f)", a.Low, a.High)
		a.Source += fmt.Sprintf("; tuned half %s, other half %s", m.Even, m.Odd)
	}
	if m.Note != "" {
		a.Source += "; " + m.Note
	}
	return a
}

// notes say what has to be known about the figures.
func (e Evidence) notes() []string {
	out := []string{
		"Shares in percent; ours with Wilson's 95 % interval. The rules are the published ones, the measurement is not: the published verifier is OpenJML, and its harness takes at most five pairs a task.",
		"Halves are by the SHA-256 of the tasks' ids: engines were tuned on one and not on the other.",
	}
	for _, r := range e.Runs {
		switch beside, why := sameKind(r.Dataset); {
		case ofForms(r):
			out = append(out, fmt.Sprintf("%s: all forms that the eighteen rules give, where the published rate is over the half of them that reads most naturally.", r.Dataset))
		case beside == "":
			out = append(out, fmt.Sprintf("%s: nothing is published for tasks of this kind.", r.Dataset))
		default:
			out = append(out, fmt.Sprintf("%s beside %s: %s; verified by %s.", r.Dataset, beside, why, r.by()))
		}
	}
	return out
}

// without are the questions that nothing of ours answers, as text.
func without(list []question) string {
	var names []string
	for _, q := range list {
		if !q.Ours {
			names = append(names, fmt.Sprintf("%s (%s)", q.Rule, q.Data))
		}
	}
	const other = "SysMoBench's scores are of models of systems, and none of its figures is at hand."
	if len(names) == 0 {
		return other
	}
	return "Not measured by anything given: " + strings.Join(names, ", ") + ". " + other
}

// Compare writes every published figure, and ours by the same rule on tasks of the same
// kind among them, in Markdown; what has none of ours says so.
func Compare(w io.Writer, e Evidence) error {
	var b strings.Builder
	fmt.Fprint(&b, "# Published figures and ours\n\nWritten by `ensures bench compare` (`make results`) from recorded runs.\n\n")
	for _, n := range e.notes() {
		fmt.Fprintf(&b, "- %s\n", n)
	}
	list := questions(Measure(e))
	for _, q := range list {
		if !q.Ours {
			continue
		}
		q.markdown(&b)
	}
	fmt.Fprintf(&b, "\n## Without a figure of ours\n\n%s\n", without(list))
	for _, q := range list {
		if !q.Ours {
			q.markdown(&b)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// fewest is how many tasks or specifications a published figure has to be over to be called
// the best one.
const fewest = 20

// Brief writes a line for each question that ours answer: our best figure beside the best
// published one.
func Brief(w io.Writer, e Evidence) error {
	var b strings.Builder
	fmt.Fprint(&b, "| Rule | ensures | Best published |\n|---|---|---|\n")
	for _, q := range questions(Measure(e)) {
		if !q.Ours {
			continue
		}
		best := func(ours bool) string {
			for _, a := range q.Lines {
				n, err := strconv.Atoi(a.Of)
				// Lines come best first; a published figure over a handful of tasks is passed
				// over.
				if a.Ours != ours || !ours && err == nil && n < fewest {
					continue
				}
				over := a.Data
				if err == nil {
					over = a.Of + ", " + over
				}
				return fmt.Sprintf("%s, %s (%s)", a.Share, strings.TrimPrefix(a.System, ownName), over)
			}
			return "–"
		}
		fmt.Fprintf(&b, "| %s: %s | **%s** | %s |\n", q.Rule, strings.TrimSuffix(q.About, "."), best(true), best(false))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// ownName begins the names of our lines.
const ownName = "ensures: "

func (q question) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "\n### %s on %s\n\n%s\n\n| System | Share | Of | Source |\n|---|--:|--:|---|\n", q.Rule, q.Data, q.About)
	for _, a := range q.Lines {
		if a.Ours {
			a.System = "**" + a.System + "**"
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", a.System, a.Share, a.Of, a.Source)
	}
}

var comparison = template.Must(template.New("comparison").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Published figures and ours</title>
<style>
:root { color-scheme: light dark }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th:first-child { width: 18rem } .share { white-space: nowrap }
th, td { padding: .2rem .6rem; border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); text-align: left; vertical-align: top }
.bar { position: relative; width: 14rem; height: 1.1rem; margin-top: .2rem; background: color-mix(in srgb, currentColor 8%, transparent) }
.bar i { position: absolute; inset: 0 auto 0 0; background: #8a94a6 }
.bar b { position: absolute; top: .45rem; height: .2rem; background: currentColor; opacity: .6 }
.ours { font-weight: 600 } .ours .bar i { background: #2f7ed8 }
.note, .source { opacity: .75; font-weight: 400 } .source { font-size: 13px }
.wide { overflow-x: auto }
</style></head><body>
<h1>Published figures and ours</h1>
<ul class="note">{{range .Notes}}<li>{{.}}</li>{{end}}</ul>
{{range .Questions}}<h2>{{.Rule}} on {{.Data}}</h2><p>{{.About}}</p>
<div class="wide"><table><tr><th>System<th><th>Share<th>Of<th>Source</tr>
{{range .Lines}}<tr{{if .Ours}} class="ours"{{end}}><td>{{.System}}<td><div class="bar" role="img" aria-label="{{.Share}}"><i style="width:{{printf "%.1f" .Percent}}%"></i>{{if .High}}<b style="left:{{printf "%.1f" .Low}}%;right:calc(100% - {{printf "%.1f" .High}}%)"></b>{{end}}</div><td class="share">{{.Share}}<td>{{.Of}}<td class="source">{{.Source}}</tr>
{{end}}</table></div>
{{end}}<p class="note">{{.Without}}</p>
</body></html>
`))

// CompareHTML writes the same as Compare as a page with bars. It needs no script and no
// network.
func CompareHTML(w io.Writer, e Evidence) error {
	list := questions(Measure(e))
	missing := without(list)
	// Stable: within each half the order of the rules stays.
	slices.SortStableFunc(list, func(a, b question) int {
		switch {
		case a.Ours == b.Ours:
			return 0
		case a.Ours:
			return -1
		}
		return 1
	})
	return comparison.Execute(w, map[string]any{"Notes": e.notes(), "Questions": list, "Without": missing})
}
