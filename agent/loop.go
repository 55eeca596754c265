package agent

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ensures/llm"
	"ensures/sandbox"
	"ensures/trajectories"
)

// run is a run going on.
type run struct {
	Options
	talk    *conversation
	interp  sandbox.Interpreter
	started time.Time
	step    *trajectories.Step // the one going on
	n       int                // its number
	usage   llm.Usage
	bad     int                     // format errors in a row
	last    string                  // the last step's key
	same    int                     // how often it came in a row
	final   bool                    // a tool ended the run
	called  string                  // name of the last call of the step
	said    string                  // and what came of it
	found   *trajectories.Candidate // what the step's last check says of its candidate, nil without one
}

// ended is an outcome on its way up.
type ended struct {
	outcome Outcome
	reason  string
	err     error
}

func (e *ended) Error() string {
	if e.err != nil {
		return e.err.Error()
	}
	return string(e.outcome) + ": " + e.reason
}

func end(o Outcome, format string, args ...any) error {
	return &ended{outcome: o, reason: fmt.Sprintf(format, args...)}
}

// Run works at a task until it is complete or a limit is reached. The task is the
// text that the model is given.
func Run(ctx context.Context, task string, o Options) Result {
	r := &run{Options: o.withDefaults()}
	r.started = r.Now()
	err := r.begin(task)
	for err == nil {
		err = r.next(ctx)
	}
	if r.interp != nil {
		_ = r.interp.Close()
	}
	res := Result{Steps: min(r.n, r.MaxSteps), Usage: r.usage, Best: r.Judge.Best(), Success: r.Judge.Success(), Elapsed: r.Now().Sub(r.started)}
	var e *ended
	switch {
	case errors.As(err, &e):
		// An outcome comes first: a run that reached its end in the moment of an interrupt has
		// come to its end.
		res.Outcome, res.Reason, res.Err = e.outcome, e.reason, e.err
	case ctx.Err() != nil:
		res.Outcome, res.Reason, res.Err = Interrupted, "interrupted", ctx.Err()
	default:
		res.Outcome, res.Reason, res.Err = Infrastructure, err.Error(), err
	}
	return res
}

// begin opens the conversation.
func (r *run) begin(task string) error {
	system, err := r.Prompts.Render(r.system())
	if err != nil {
		return err
	}
	r.talk = newConversation(system, task, r.offered(), r.Context)
	return nil
}

// next is one step: a plan where it is time for one, the model's reply, what comes
// of it. There is no plan before the first step: most tasks that are solved are
// solved by it, and a plan costs the whole prompt once more.
func (r *run) next(ctx context.Context) error {
	switch {
	case r.final:
		return end(Complete, "the tools accepted the result")
	case r.n >= r.MaxSteps:
		return end(OutOfSteps, "%d steps", r.MaxSteps)
	}
	if r.PlanEvery > 0 && r.n > 0 && r.n%r.PlanEvery == 0 {
		if err := r.plan(ctx); err != nil {
			return err
		}
	}

	r.n++
	r.found = nil
	r.Notify(r.n, r.MaxSteps)

	// Before the model is asked: the call belongs to the step.
	r.step = r.Record.Start("action", fmt.Sprint(r.n), nil)

	resp, err := r.ask(ctx)
	if err != nil {
		return err
	}
	if resp.Refused() {
		r.step.Close(trajectories.StepResult{Outcome: "refusal", Thought: resp.Message.Text})
		return end(Refused, "the model declined: %s", cut(resp.Message.Text, 200))
	}
	if r.Mode == ReAct {
		return r.act(ctx, resp)
	}
	return r.execute(ctx, resp)
}

// plan asks for facts and a plan.
func (r *run) plan(ctx context.Context) error {
	ask, err := r.Prompts.Render(PlanPrompt, r.state())
	if err != nil {
		return err
	}
	r.step = r.Record.Start("plan", fmt.Sprint(r.n+1), nil)

	question := llm.Message{Role: llm.User, Text: ask}
	r.talk.add(turn{title: "plan", messages: []llm.Message{question}})
	resp, err := r.ask(ctx)
	if err != nil {
		return err
	}

	answer := llm.Message{Role: llm.Assistant, Text: resp.Message.Text, Reasoning: resp.Message.Reasoning, Extra: resp.Message.Extra}
	// The question stood there for the request only. Question and answer come back together as
	// one turn, or not at all.
	r.talk.turns = r.talk.turns[:len(r.talk.turns)-1]
	outcome := "ok"
	if resp.Refused() || answer.Text == "" { // a plan is a help, not a duty
		outcome = "no_plan"
	} else {
		r.talk.add(turn{title: "plan", messages: []llm.Message{question, answer, {Role: llm.User, Text: "Now take the next step."}}})
	}
	r.step.Close(trajectories.StepResult{Outcome: outcome, Thought: answer.Text})
	return nil
}

// act carries out a reply with native tool calls.
func (r *run) act(ctx context.Context, resp llm.Response) error {
	calls := resp.Message.ToolCalls
	if len(calls) == 0 {
		return r.malformed(resp, "the reply calls no tool")
	}
	t := turn{step: r.n, messages: []llm.Message{resp.Message}}
	for _, c := range calls {
		// Servers want a result for every call of a reply, also for those that are not made.
		text := "not called: the call before it ended the task"
		if !r.final {
			raw, err := r.call(ctx, c.Name, c.ID, c.Arguments)
			// Anything but a bad call is infrastructure, which is no news for the model.
			if err != nil && !told(err) {
				return err
			}
			text = string(raw)
			if err != nil {
				text = err.Error()
			}
		}
		t.messages = append(t.messages, llm.Message{Role: llm.ToolRole, ToolCallID: c.ID, Text: text})
	}
	last := &t.messages[len(t.messages)-1]
	return r.finish(t, last, resp.Message.Text, "", key(calls, ""))
}

// execute carries out a reply with code.
func (r *run) execute(ctx context.Context, resp llm.Response) error {
	thought, code, ok := code(resp.Message.Text)
	if !ok {
		return r.malformed(resp, problem(resp))
	}
	x, err := r.exec(ctx, code)
	if err != nil {
		return err
	}
	obs, err := r.Prompts.Render(ObservationPrompt, r.observation(x))
	if err != nil {
		return err
	}
	reply := resp.Message
	// Nobody answers native calls here, and servers refuse a conversation with calls that have no
	// result.
	reply.ToolCalls = nil
	t := turn{step: r.n, messages: []llm.Message{reply, {Role: llm.User, Text: obs}}}
	return r.finish(t, &t.messages[1], thought, code, key(nil, code))
}

// finish records a step, adds it to the conversation and looks for repetitions.
func (r *run) finish(t turn, obs *llm.Message, thought, code, key string) error {
	r.bad = 0
	if r.same++; key != r.last {
		r.last, r.same = key, 1
	}
	if done, ok := r.step.Recorded(); ok && r.Mode == CodeAct {
		obs.Text = done.Observation // what the model was told then
	}
	best := r.Judge.Best()
	r.step.Close(trajectories.StepResult{Outcome: "ok", Thought: thought, Code: code, Observation: observed(t), Candidate: best})
	// The record has what the step showed whole; the model is told what there is room for.
	for i := range t.messages[1:] {
		t.messages[i+1].Text = cut(t.messages[i+1].Text, r.Observation)
	}
	// Behind the cut, so that it is not cut off.
	if r.same > 1 {
		obs.Text += "\n\nThis is the same step as before, and nothing new came of it. Do something else."
	}
	t.title = title(r.called, code, r.found)
	r.talk.add(t)
	// A final step is no repetition, whatever it looks like.
	if r.same >= r.Repeats && !r.final {
		return end(RepeatedCall, "the same step %d times in a row", r.same)
	}
	return nil
}

// malformed answers a reply without a step in it.
func (r *run) malformed(resp llm.Response, problem string) error {
	text, err := r.Prompts.Render(FormatPrompt, FormatData{Problem: problem, Mode: r.Mode, Left: r.MaxSteps - r.n})
	if err != nil {
		return err
	}
	r.step.Close(trajectories.StepResult{Outcome: "format_error", Error: problem, Thought: resp.Message.Text, Observation: text})
	if r.bad++; r.bad >= r.Formats {
		return end(FormatErrors, "%d replies in a row without a step: %s", r.bad, problem)
	}
	said := resp.Message
	if said.Text == "" {
		said.Text = "(nothing)" // servers refuse empty messages
	}
	r.talk.add(turn{step: r.n, title: problem, messages: []llm.Message{{Role: llm.Assistant, Text: cut(said.Text, 4000), Extra: said.Extra}, {Role: llm.User, Text: text}}})
	return nil
}
