package replay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"ensures/llm"
	"ensures/trajectories"

	"github.com/google/go-cmp/cmp"
)

// ask records a call with its answer.
func ask(s *trajectories.Step, c llm.Client, r llm.Request) (llm.Response, error) {
	m := s.Model(r.Model, r)
	res, err := c.Complete(context.Background(), r)
	out := trajectories.ModelResult{Outcome: llm.Outcome(err), Usage: trajectories.Usage(res.Usage)}
	if err != nil {
		out.Error = err.Error()
	} else {
		out.Response = res
	}
	m.End(out)
	return res, err
}

// talk is a conversation of three turns, as an agent would have it.
func talk(topic string, temp float64, f func(llm.Request) (llm.Response, error)) ([]llm.Response, error) {
	r := llm.Request{Model: "m", Temperature: &temp, Messages: []llm.Message{{Role: llm.System, Text: "You write JML.\nBe brief."}, {Role: llm.User, Text: topic}},
		Tools: []llm.Tool{{Name: "verify", Parameters: json.RawMessage(`{"type":"object"}`)}}}
	var all []llm.Response
	for range 3 {
		res, err := f(r)
		if err != nil {
			return all, err
		}
		all = append(all, res)
		r.Messages = append(r.Messages, res.Message)
		for _, t := range res.Message.ToolCalls {
			r.Messages = append(r.Messages, llm.Message{Role: llm.ToolRole, ToolCallID: t.ID, Text: "ran " + t.Name})
		}
		r.Messages = append(r.Messages, llm.Message{Role: llm.User, Text: "go on with " + topic})
	}
	return all, nil
}

// record makes a run of two conversations, and a call that fails.
func record(t *testing.T) (dir string, want map[string][]llm.Response) {
	t.Helper()
	w, err := trajectories.Create(trajectories.Options{Dir: t.TempDir()}, trajectories.Header{Run: "run-1", Verb: "annotate"})
	if err != nil {
		t.Fatal(err)
	}
	want = map[string][]llm.Response{}
	for _, topic := range []string{"abs", "max"} {
		c := llm.Play(
			llm.Reply{Text: topic + " one", Reasoning: "hm", ToolCalls: []llm.Scripted{{Name: "verify", Arguments: map[string]any{"x": 1}}}},
			llm.Reply{Text: topic + " two"}, llm.Reply{Text: "no", Finish: llm.Refusal})
		s := w.Start("action", topic, nil)
		want[topic], err = talk(topic, 0.5, func(r llm.Request) (llm.Response, error) { return ask(s, c, r) })
		if err != nil {
			t.Fatal(err)
		}
		s.End("ok", nil)
	}
	s := w.Start("action", "long", nil)
	tooLong := func(context.Context) error { return &llm.StatusError{Status: 400, Kind: llm.ErrContextOverflow} }
	ask(s, fails(tooLong), llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Text: "long"}}})
	twice := llm.Play(llm.Reply{Text: "first"}, llm.Reply{Text: "second"})
	for range 2 {
		ask(s, twice, llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Text: "again"}}})
	}
	s.Model("m", llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Text: "never answered"}}})
	if err := w.Suspend(); err != nil {
		t.Fatal(err)
	}
	return w.Dir(), want
}

type fails func(context.Context) error

func (f fails) Complete(ctx context.Context, _ llm.Request) (llm.Response, error) {
	return llm.Response{}, f(ctx)
}

func TestReplay(t *testing.T) {
	dir, want := record(t)
	c, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if c.Model() != "m" || c.Left() != 9 {
		t.Errorf("model %q, %d calls", c.Model(), c.Left())
	}
	var wg sync.WaitGroup // conversations need not come in the recorded order
	for topic := range want {
		wg.Go(func() {
			got, err := talk(topic, 0.5, func(r llm.Request) (llm.Response, error) { return c.Complete(t.Context(), r) })
			if err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(want[topic], got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", topic, diff)
			}
		})
	}
	wg.Wait()
	say := func(text string) (llm.Response, error) {
		return c.Complete(t.Context(), llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Text: text}}})
	}
	if _, err := say("long"); !errors.Is(err, llm.ErrContextOverflow) {
		t.Errorf("the recorded failure: %v", err)
	}
	first, _ := say("again")
	second, _ := say("again")
	if first.Message.Text != "first" || second.Message.Text != "second" {
		t.Errorf("asked twice: %q, %q", first.Message.Text, second.Message.Text)
	}
	if _, err := say("again"); err == nil || !strings.Contains(err.Error(), "whose reply has been used") {
		t.Errorf("asked a third time: %v", err)
	}
	if _, err := say("never answered"); err == nil || !strings.Contains(err.Error(), "no further replies") {
		t.Errorf("after the end: %v", err)
	}
	if c.Left() != 0 {
		t.Errorf("%d are left", c.Left())
	}
}

func TestDifferences(t *testing.T) {
	dir, _ := record(t)
	base := func() llm.Request {
		temp := 0.5
		return llm.Request{Model: "m", Temperature: &temp, Messages: []llm.Message{{Role: llm.System, Text: "You write JML.\nBe brief."}, {Role: llm.User, Text: "abs"}},
			Tools: []llm.Tool{{Name: "verify", Parameters: json.RawMessage(`{"type":"object"}`)}}}
	}
	for _, c := range []struct {
		name   string
		change func(*llm.Request)
		want   string
	}{
		{"a line of the prompt", func(r *llm.Request) { r.Messages[0].Text = "You write JML.\nBe verbose." },
			"message 1 (system) (- recorded, + now):\n  You write JML.\n- Be brief.\n+ Be verbose."},
		{"a later message", func(r *llm.Request) { r.Messages[1].Text = "min" }, "message 2 (user) (- recorded, + now):\n- abs\n+ min"},
		{"a message more", func(r *llm.Request) { r.Messages = append(r.Messages, llm.Message{Role: llm.User, Text: "x"}) },
			"message 3 (user), which was not there (- recorded, + now):\n- \n+ x"},
		{"a message less", func(r *llm.Request) { r.Messages = r.Messages[:1] }, "message 2 (user), which is missing"},
		{"the temperature", func(r *llm.Request) { r.Temperature = nil }, "the temperature (- recorded, + now):\n- 0.5\n+ null"},
		{"a tool", func(r *llm.Request) { r.Tools[0].Name = "check" }, "the tools"},
		{"the model", func(r *llm.Request) { r.Model = "n" }, "the model (- recorded, + now):\n- \"m\"\n+ \"n\""},
		{"a long line", func(r *llm.Request) { r.Messages[1].Text = strings.Repeat("x", 5000) + "abs" }, "…"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tape, err := Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			r := base()
			c.change(&r)
			_, err = tape.Complete(t.Context(), r)
			var d *Difference
			if !errors.As(err, &d) || !errors.Is(err, llm.ErrNoReply) || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 1500 {
				t.Errorf("%v\nwant %s", err, c.want)
			}
			calls := 0 // it is not worth another attempt
			again := llm.Retry(fails(func(ctx context.Context) error { calls++; _, err := tape.Complete(ctx, r); return err }), llm.RetryOptions{})
			if _, err := again.Complete(t.Context(), r); err == nil || calls != 1 {
				t.Errorf("%d attempts, %v", calls, err)
			}
		})
	}
}

func TestNothingToReplay(t *testing.T) {
	w, err := trajectories.Create(trajectories.Options{Dir: t.TempDir()}, trajectories.Header{Run: "r", Verb: "harness"})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Finish("ok", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(w.Dir()); err == nil || !strings.Contains(err.Error(), "asked no model") {
		t.Error(err)
	}
	if _, err := Open(fmt.Sprint(w.Dir(), "-none")); err == nil {
		t.Error("a run that is not there")
	}
}
