package view

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"ensures/report/chart"
	"ensures/trajectories"
)

// clipped is the beginning of a text; Length counts the bytes of the whole where
// more of it was left out.
type clipped struct {
	Text   string `json:"text"`
	Length int    `json:"length,omitempty"`
}

// clip cuts a text to n bytes, at a letter's border.
func clip(s string, n int) clipped {
	if len(s) <= n {
		return clipped{Text: s}
	}
	cut := n
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return clipped{s[:cut], len(s)}
}

// runView is the head of a run's page.
type runView struct {
	ID         string                  `json:"id"`
	Header     trajectories.Header     `json:"header"`
	Steps      int                     `json:"steps"`
	Candidates int                     `json:"candidates"`
	Resumes    int                     `json:"resumes"`
	Cut        bool                    `json:"cut"`
	Finished   bool                    `json:"finished"`
	Outcome    string                  `json:"outcome"`
	Error      string                  `json:"error,omitempty"`
	Success    bool                    `json:"success"`
	ElapsedMS  float64                 `json:"elapsed_ms"`
	Usage      *trajectories.Usage     `json:"usage,omitempty"`
	Result     *trajectories.Candidate `json:"result,omitempty"`
	Judge      *cell                   `json:"judge,omitempty"` // what the run over a data set found in the end
	Bench      string                  `json:"bench,omitempty"` // id of that run
	Calls      int                     `json:"model_calls"`
}

// mostHeader is how many bytes of a header the page gets: its long values are cut.
const mostHeader = 64 << 10

func oneRun(s *store, q query) (any, error) {
	o, err := s.outline(q.str("id"))
	if err != nil {
		return nil, err
	}
	v := runView{ID: q.str("id"), Header: o.Header, Steps: len(o.Steps()), Candidates: len(o.Candidates()),
		Cut: o.Cut, Outcome: trajectories.Unfinished}

	// The texts of inputs may be long: their paths and hashes are enough here.
	v.Header.Inputs = nil
	for _, in := range o.Header.Inputs[:min(len(o.Header.Inputs), 50)] {
		v.Header.Inputs = append(v.Header.Inputs, trajectories.Input{Path: short(in.Path), SHA256: short(in.SHA256)})
	}
	if raw, err := json.Marshal(v.Header); err != nil || len(raw) > mostHeader {
		v.Header.Config, v.Header.Prompts, v.Header.Labels, v.Header.Versions = map[string]any{"cut": "too long to show"}, nil, nil, nil
	}
	for _, r := range o.Records {
		switch r.Type {
		case trajectories.Resumed:
			v.Resumes++
		case trajectories.ModelCallStart:
			v.Calls++
		}
	}
	v.Judge, v.Bench = s.judgeOf(v.ID)
	if end := o.End(); end != nil {
		v.Finished, v.Outcome, v.Error, v.Success = true, short(end.Outcome), clip(end.Error, longText).Text, end.Success
		v.ElapsedMS, v.Usage, v.Result = end.ElapsedMS, end.Usage, end.Candidate
	}
	return v, nil
}

// place is the run and the number of a record in it that q names.
func (s *store) place(q query) (o *trajectories.Outline, n int, err error) {
	if o, err = s.outline(q.str("id")); err != nil {
		return nil, 0, err
	}
	n, err = q.num("n", 0, 1<<30)
	return o, n, err
}

// record is a step's or call's two lines, whole.
func record(s *store, q query) (any, error) {
	o, n, err := s.place(q)
	if err != nil {
		return nil, err
	}
	span := find(o.Spans(), n)
	if span == nil {
		return nil, trajectories.ErrNotThere
	}
	return o.Whole(span.Start, span.End)
}

func find(spans []*trajectories.Span, id int) *trajectories.Span {
	for _, s := range spans {
		if s.Start.ID == id {
			return s
		}
		if in := find(s.Inside, id); in != nil {
			return in
		}
	}
	return nil
}

// modelCall is the whole conversation of a model call, and its answer.
func modelCall(s *store, q query) (any, error) {
	o, n, err := s.place(q)
	if err != nil {
		return nil, err
	}
	x, err := o.Exchange(n)
	if err != nil {
		return nil, err
	}
	v := map[string]any{"sha256": x.SHA256, "settings": x.Settings, "messages": x.Messages}
	if x.End != nil {
		v["response"] = x.End.Response
	}
	return v, nil
}

// text is a candidate's text.
func text(s *store, q query) (any, error) {
	o, err := s.outline(q.str("id"))
	if err != nil {
		return nil, err
	}
	text, err := o.Text(q.str("sha"))
	return map[string]string{"text": text}, err
}

// verdictColors are those of the page's style sheet.
var verdictColors = map[string]string{"verified": "#2a9d72", "refuted": "#c2483d", "unknown": "#d9822b", "malformed": "#b65fc4", "unsupported": "#8b929c"}

const mostPoints = 300 // of a curve

// curves draws the strict scores of the candidates, and their verdicts below.
func curves(s *store, q query) (string, error) {
	o, err := s.outline(q.str("id"))
	if err != nil {
		return "", err
	}
	width, err := q.num("w", 1200, 2000)
	if err != nil {
		return "", err
	}
	all := o.Candidates()
	if n := len(all); n > 0 && all[n-1].Step == 0 { // the result is one of the others
		all = all[:n-1]
	}
	names := map[string]float64{}
	for _, c := range all {
		maps.Copy(names, c.Strict)
	}
	list := metrics(names)
	series := make([]chart.Series, len(list))
	var marks []chart.Mark

	// Of long runs every n-th candidate, and always the last.
	every := (len(all) + mostPoints - 1) / mostPoints
	for i, c := range all {
		if i%max(every, 1) != 0 && i != len(all)-1 {
			continue
		}
		for k, m := range list {
			series[k].Name = label(m)
			if v, ok := c.Strict[m]; ok {
				series[k].X, series[k].Y = append(series[k].X, float64(i+1)), append(series[k].Y, v)
			}
		}
		if c.Verdict != "" {
			marks = append(marks, chart.Mark{X: float64(i + 1), Label: fmt.Sprintf("candidate %d, step %d: %s", i+1, c.Step, short(c.Verdict)), Color: verdictColors[c.Verdict]})
		}
	}

	return chart.Lines(chart.Options{Title: "Strict scores", XLabel: "candidate", Width: max(width, 300), Height: 190, YMax: 1.001, Percent: true, WholeX: true, Apart: true}, series, marks...), nil
}

var metricOrder = []string{"post_correctness", "post_completeness", "pre_correctness", "pre_completeness"}

// metrics are names of scores in the order in which they are shown.
func metrics(m map[string]float64) []string {
	list := slices.Sorted(maps.Keys(m))
	slices.SortStableFunc(list, func(a, b string) int { return place(metricOrder, a) - place(metricOrder, b) })
	return list[:min(len(list), 8)]
}

func place(order []string, s string) int {
	if i := slices.Index(order, s); i >= 0 {
		return i
	}
	return len(order)
}

// label is a metric's name as people write it.
func label(metric string) string {
	switch metric {
	case "post_correctness":
		return "PostCorr"
	case "post_completeness":
		return "PostComp"
	case "pre_correctness":
		return "PreCorr"
	case "pre_completeness":
		return "PreComp"
	}
	return short(metric)
}
