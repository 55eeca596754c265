package optimize

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"ensures/llm"
	"ensures/prompts"
)

// world is tasks that go well where the prompt that they depend on has a known
// phrase, and a model that learns the phrase from what it is told went wrong.
type world struct {
	evaluated, reflected atomic.Int32
	stop                 int32 // fail from this evaluation on; 0: never
}

// phrase is what a stratum's tasks reward, and in which prompt.
func phrase(t Task) (prompt, text string) {
	if t.Stratum == "loops" {
		return "repair", "Rule: invariants include the last value of the counter."
	}
	return "ask", "Rule: " + t.Stratum + " have a clause for each path."
}

var errKilled = errors.New("killed")

func (w *world) evaluate(_ context.Context, texts map[string]string, t Task) (Evaluation, error) {
	if n := w.evaluated.Add(1); w.stop > 0 && n >= w.stop {
		return Evaluation{}, errKilled
	}
	name, want := phrase(t)
	e := Evaluation{Score: 0.3, Input: t.ID, Output: "ensures true;", Feedback: "learn in " + name + ": " + want, Calls: 2, CostUSD: 0.001}
	if strings.Contains(texts[name], want) {
		e.Score, e.Feedback = 1, "verified"
	}
	if strings.Contains(texts["ask"], "Be brief.") {
		e.Score = 0
	}
	return e, nil
}

// Complete is the reflecting model: it learns one rule of those it reads about, and
// sometimes writes what is of no use. What it says depends on what it is asked only.
func (w *world) Complete(_ context.Context, r llm.Request) (llm.Response, error) {
	w.reflected.Add(1)
	q := r.Messages[0].Text
	name, text := between(q, "The prompt `", "`"), between(q, "<prompt>\n", "\n</prompt>")
	switch r.Hash()[0] {
	case '0', '1', '2':
		text += "\nBe brief."
	case '3':
		text = "Everything anew."
	case '4':
		return llm.Response{Message: llm.Message{Text: "No idea."}, Usage: llm.Usage{CostUSD: 0.002}}, nil
	default:
		for _, l := range strings.Split(q, "\n") {
			if rule, ok := strings.CutPrefix(l, "learn in "+name+": "); ok && !strings.Contains(text, rule) {
				text += "\n" + rule
				break
			}
		}
	}
	return llm.Response{Message: llm.Message{Role: llm.Assistant, Text: "It lacks a rule.\n\n<prompt>\n" + text + "\n</prompt>"}, Usage: llm.Usage{CostUSD: 0.002}}, nil
}

func between(s, from, to string) string {
	_, s, _ = strings.Cut(s, from)
	s, _, _ = strings.Cut(s, to)
	return s
}

func tasks() (train, val []Task) {
	var all []Task
	for i := range 24 {
		all = append(all, Task{fmt.Sprintf("t%02d", i), []string{"branches", "loops", "arrays"}[i%3]})
	}
	return Split(all, 0.5, 1)
}

func options(t *testing.T, w *world, dir string) Options {
	t.Helper()
	set, err := prompts.Load(prompts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	train, val := tasks()
	return Options{Start: map[string]string{"ask": "Specify this: {{.Code | trim}}", "repair": "It says: {{.Failures}}"}, Train: train, Val: val,
		Evaluate: w.evaluate, Client: w, Model: "toy", Prompts: set, Rounds: 40, Workers: 3, Seed: 7, Merge: true, Dir: dir}
}

func result(t *testing.T, r Result) string {
	t.Helper()
	raw, err := json.Marshal(r.Candidates)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// The best prompts have all phrases that are rewarded; what is filled in is as it was.
func TestItImproves(t *testing.T) {
	for _, merge := range []bool{false, true} {
		w := &world{}
		o := options(t, w, t.TempDir())
		o.Merge = merge
		var events []string
		o.Progress = func(p Progress) { events = append(events, p.Event) }
		res, err := Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if res.Candidates[0].Mean > 0.31 || res.Best.Mean < 1 || res.Stopped != "perfect" {
			t.Errorf("from %v to %v, stopped by %s after %d rounds:\n%s", res.Candidates[0].Mean, res.Best.Mean, res.Stopped, res.Rounds, strings.Join(events, "\n"))
		}
		if !strings.Contains(res.Best.Texts["ask"], "{{.Code | trim}}") || strings.Contains(res.Best.Texts["ask"], "Be brief") {
			t.Errorf("%q", res.Best.Texts)
		}
		if int(w.reflected.Load())+2*int(w.evaluated.Load()) != res.Calls {
			t.Errorf("%d reflections, %d evaluations, %d calls", w.reflected.Load(), w.evaluated.Load(), res.Calls)
		}
		if joined := strings.Join(events, "\n"); !strings.Contains(joined, "is not used") || !strings.Contains(joined, "is no better") {
			t.Errorf("merge %v:\n%s", merge, joined)
		}
		raw, err := os.ReadFile(filepath.Join(o.Dir, BestDir, "ask.md"))
		if err != nil || strings.TrimSpace(string(raw)) != res.Best.Texts["ask"] {
			t.Errorf("%s, %v", raw, err)
		}
	}
}

// A run that was killed at any moment goes on as if it had not been: the log cut
// anywhere gives the same candidates, and nothing that is in it is paid for again.
func TestResumesAfterAKill(t *testing.T) {
	whole := options(t, &world{}, t.TempDir())
	want, err := Run(t.Context(), whole)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(whole.Dir, LogFile))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 14 {
		at := len(data) * i / 13
		w := &world{}
		o := options(t, w, t.TempDir())
		o.Resume = true
		if err := os.WriteFile(filepath.Join(o.Dir, LogFile), data[:at], 0o644); err != nil {
			t.Fatal(err)
		}
		kept := bytes.Count(data[:at], []byte(`{"type":"evaluation"`))
		if torn := data[bytes.LastIndexByte(data[:at], '\n')+1 : at]; bytes.Contains(torn, []byte(`{"type":"evaluation"`)) {
			kept--
		}
		got, err := Run(t.Context(), o)
		if err != nil {
			t.Fatalf("cut at %d: %v", at, err)
		}
		if result(t, got) != result(t, want) || got.Calls != want.Calls || fmt.Sprintf("%.6f", got.CostUSD) != fmt.Sprintf("%.6f", want.CostUSD) {
			t.Errorf("cut at %d: %d candidates and %d calls, were %d and %d", at, len(got.Candidates), got.Calls, len(want.Candidates), want.Calls)
		}
		if n := int(w.evaluated.Load()); n != bytes.Count(data, []byte(`{"type":"evaluation"`))-kept {
			t.Errorf("cut at %d: %d evaluations, %d were kept", at, n, kept)
		}
	}
}

// What stops in the middle says so, and the folder is not taken for another run's.
func TestStopsAndFolders(t *testing.T) {
	dir := t.TempDir()
	o := options(t, &world{stop: 30}, dir)
	if _, err := Run(t.Context(), o); !errors.Is(err, errKilled) {
		t.Fatalf("got %v", err)
	}
	o = options(t, &world{}, dir)
	if _, err := Run(t.Context(), o); !errors.Is(err, ErrExists) {
		t.Errorf("got %v", err)
	}
	o.Resume, o.Seed = true, 8
	if _, err := Run(t.Context(), o); !errors.Is(err, ErrOther) {
		t.Errorf("got %v", err)
	}
	o.Seed = 7
	if res, err := Run(t.Context(), o); err != nil || res.Best.Mean < 1 {
		t.Errorf("%v, %v", res, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, options(t, &world{}, t.TempDir())); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestBudgets(t *testing.T) {
	w := &world{}
	o := options(t, w, t.TempDir())
	o.Workers, o.Calls = 1, 40
	res, err := Run(t.Context(), o)
	if err != nil || res.Stopped != "calls" || res.Calls < 40 || res.Calls > 41 || res.Best == nil {
		t.Errorf("%+v, %v", res, err)
	}
	o.Resume, o.Calls, o.CostUSD = true, 0, 0.05 // a larger budget goes on
	if res, err = Run(t.Context(), o); err != nil || res.Stopped != "cost" || res.CostUSD < 0.05 || res.CostUSD > 0.053 {
		t.Errorf("%+v, %v", res, err)
	}
	o = options(t, &world{}, t.TempDir())
	o.Calls = 3
	if _, err := Run(t.Context(), o); !errors.Is(err, errBudget) {
		t.Errorf("got %v", err)
	}
}

// Strata are split alike, wherever tasks stand in the list.
func TestSplit(t *testing.T) {
	train, val := tasks()
	count := func(list []Task, s string) int {
		n := 0
		for _, t := range list {
			if t.Stratum == s {
				n++
			}
		}
		return n
	}
	for _, s := range []string{"branches", "loops", "arrays"} {
		if count(train, s) != 4 || count(val, s) != 4 {
			t.Errorf("%s: %d and %d", s, count(train, s), count(val, s))
		}
	}
	all := slices.Concat(train, val)
	slices.Reverse(all)
	again, _ := Split(all, 0.5, 1)
	for _, x := range again {
		if !slices.Contains(train, x) {
			t.Errorf("%v trains now", x)
		}
	}
	for n := 2; n < 5; n++ {
		for _, f := range []float64{0, 0.01, 0.99, 1} {
			if a, b := Split(all[:n], f, 1); len(a) == 0 || len(b) == 0 || len(a)+len(b) != n {
				t.Errorf("%d tasks at %v: %d and %d", n, f, len(a), len(b))
			}
		}
	}
}

// A candidate that others make superfluous is never chosen; of the rest the one on
// more fronts is chosen more often.
func TestFronts(t *testing.T) {
	cand := func(id int, scores ...float64) *Candidate {
		c := &Candidate{ID: id, Scores: map[string]float64{}}
		for i, s := range scores {
			c.Scores[fmt.Sprint(i)] = s
			c.Mean += s / float64(len(scores))
		}
		return c
	}
	r := &run{all: []*Candidate{cand(0, 0.3, 0.3, 1, 0), cand(1, 1, 1, 0, 0), cand(2, 0.3, 0.3, 0.3, 0), cand(3, 0, 0, 1, 1)}}
	for i := range 4 {
		r.Val = append(r.Val, Task{ID: fmt.Sprint(i)})
	}
	var got []string
	for _, f := range r.fronts() {
		s := ""
		for _, c := range f {
			s += fmt.Sprint(c.ID)
		}
		got = append(got, s)
	}
	if want := []string{"1", "1", "3", "3"}; !slices.Equal(got, want) {
		t.Errorf("fronts %v, want %v", got, want)
	}
}

// Two candidates that each improved a prompt of a common ancestor become one with
// both; where both changed the same prompt the better one's text is taken.
func TestMerge(t *testing.T) {
	w := &world{}
	o := options(t, w, t.TempDir())
	l, err := openLog(o)
	if err != nil {
		t.Fatal(err)
	}
	defer l.close()
	r := &run{Options: o, log: l, names: []string{"ask", "repair"}, tried: map[string]bool{}}
	text := func(rules ...string) map[string]string {
		out := map[string]string{"ask": "ask", "repair": "repair"}
		for _, s := range rules {
			name, rule := phrase(Task{Stratum: s})
			out[name] += rule
		}
		return out
	}
	for i, texts := range []map[string]string{text(), text("loops"), text("branches"), text("arrays", "loops")} {
		parents := []int{0}
		if i == 0 {
			parents = nil
		}
		if err := r.add(t.Context(), texts, parents, i); err != nil {
			t.Fatal(err)
		}
	}
	// 1 is superfluous beside 3, and 2 and 3 merged are 3: both changed ask.
	event, err := r.merge(t.Context(), rand.New(rand.NewPCG(1, 1)), 4)
	if err != nil || event != "" {
		t.Errorf("%q, %v", event, err)
	}
	r.all, r.tried = r.all[:3], map[string]bool{}
	event, err = r.merge(t.Context(), rand.New(rand.NewPCG(1, 1)), 4)
	if err != nil || len(r.all) != 4 || !strings.Contains(event, "candidate 3 merges 1 and 2") {
		t.Fatalf("%q, %v", event, err)
	}
	if m := r.all[3]; !maps.Equal(m.Texts, text("loops", "branches")) || !slices.Equal(m.Parents, []int{1, 2}) || m.Mean <= r.all[2].Mean {
		t.Errorf("%+v", m)
	}
	if event, err := r.merge(t.Context(), rand.New(rand.NewPCG(1, 1)), 5); event != "" || err != nil { // once
		t.Errorf("%q, %v", event, err)
	}
}

func TestUnusable(t *testing.T) {
	r := &run{Options: Options{Check: func(map[string]string) error { return errors.New("does not parse") }}}
	const old = "A {{.Code | trim}} B {{if .X}}c{{end}}"
	for text, want := range map[string]string{
		"": "no prompt", old: "old one", "B {{.Code | trim}}": "differs", old + "{{.Secret}}": "differs", old + " {{": "open brace",
		"C {{- .Code | trim -}} {{ if .X }}d{{end}}": "does not parse",
	} {
		if got := r.unusable(old, text, nil); !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
