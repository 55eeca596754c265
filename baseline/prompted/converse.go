package prompted

import (
	"context"
	"errors"
	"strings"

	"ensures/feedback"
	"ensures/java"
	"ensures/jml"
	"ensures/llm"
	"ensures/trajectories"
	"ensures/verify"
)

// What the prompts of conversations are made of.
type (
	askData     struct{ Code string }
	problemData struct{ Problem string }
	repairData  struct {
		Verdict  string
		Failures []failureData
		More     int
	}
	// failureData is a failure as a published loop tells it: its class, the
	// verifier's message, place and clause. Our own hints and runs stay out.
	failureData struct {
		Class, Means, Code, Clause, What string
		Line                             int
	}
)

// told is how many failures a repair prompt names, one of each clause.
const told = 6

// failures are the errors of an outcome in the order of their importance.
func failures(out verify.Outcome, code string) (list []failureData, more int) {
	for _, f := range feedback.Analyze(out, code).ByImportance() {
		if f.Severity != verify.Error {
			continue
		}
		if len(list) == told {
			more++
			continue
		}
		list = append(list, failureData{Class: string(f.Class), Means: means(f.Class), Code: strings.TrimSpace(f.Code), Clause: oneLine(f.Clause), What: f.What, Line: f.Line}) // without the reason, which depends on the machine
	}
	return list, more
}

func means(c feedback.Class) string {
	for _, d := range feedback.Classes() {
		if d.Class == c {
			return d.Means
		}
	}
	return string(c)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// converse is the work in a conversation about the whole program: SpecGen's and
// FormalBench's.
func (r *run) converse(ctx context.Context) error {
	t, err := r.opening()
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		name := "propose"
		if i > 0 {
			name = "repair"
		}
		step := r.Record.Start(name, r.task.ID, nil)
		done, err := r.turn(ctx, step, t)
		if err != nil {
			step.End("error", nil)
			return err
		}
		if done {
			return nil
		}
		if i >= r.Repairs {
			break
		}
	}

	if r.config.Style == SpecGen && r.best != nil && r.Mutations > 0 {
		return r.mutate(ctx)
	}
	return nil
}

// turn is one answer of the model and what the verifier says of it, which is added
// to the conversation.
func (r *run) turn(ctx context.Context, step *trajectories.Step, t *talk) (done bool, err error) {
	resp, err := r.ask(ctx, step, t)
	if err != nil {
		return false, err
	}
	code, problem := program(resp, r.task.Source)
	if problem != "" && r.first == "" {
		r.first = noProgram
	}
	var reply string

	end := trajectories.StepResult{Thought: resp.Message.Text}
	// Without a program there is nothing to verify: the model is told what is wrong with the answer.
	if problem != "" {
		end.Outcome = "no_candidate"
		reply, err = r.Prompts.Render(problemPrompt, problemData{problem})
	} else {
		var out verify.Outcome
		if out, err = r.verify(ctx, step, code); err != nil {
			return false, err
		}
		if r.first == "" {
			r.first = firstClass(out, code)
		}
		end.Outcome, end.Candidate = out.Verdict.String(), recorded(code, out)
		if out.Verdict == verify.Verified {
			step.Close(end)
			return true, nil
		}
		d := repairData{Verdict: out.Verdict.String()}
		d.Failures, d.More = failures(out, code)
		reply, err = r.Prompts.Render(r.config.repair(), d)
	}
	if err != nil {
		return false, err
	}

	end.Observation = reply
	step.Close(end)
	t.add(resp.Message.Text, reply)
	return false, nil
}

// noProgram is the class of an answer that holds no program of the task's.
const noProgram = "no program"

// firstClass says what repair has to mend in a first answer: "verified" where nothing, and
// the verdict where the verifier names no failure.
func firstClass(out verify.Outcome, code string) string {
	if out.Verdict != verify.Verified {
		if fs := feedback.Analyze(out, code).Failures; len(fs) > 0 {
			return string(fs[0].Class)
		}
	}
	return out.Verdict.String()
}

// opening is the conversation up to the question: the system's text and the
// examples as turns that went before.
func (r *run) opening() (*talk, error) {
	t := &talk{}
	say := func(role llm.Role, name string, data any) error {
		text, err := r.Prompts.Render(name, data)
		t.begin = append(t.begin, llm.Message{Role: role, Text: text})
		return err
	}
	c := r.config
	if err := say(llm.System, c.system(), nil); err != nil {
		return nil, err
	}
	for _, name := range shotNames[:c.Shots] {
		s, err := r.shot(name)
		if err != nil {
			return nil, err
		}
		if err := say(llm.User, c.question(), askData{s.plain}); err != nil {
			return nil, err
		}
		// An example is a turn that went well: reasoning in front, where the configuration asks for it.
		t.begin = append(t.begin, llm.Message{Role: llm.Assistant, Text: strings.TrimSpace(s.reasoning + "\n\n" + s.text)})
	}
	return t, say(llm.User, c.question(), askData{r.task.Source})
}

// shot is an example: a program with its specification.
type shot struct {
	text      string // as the prompt has it, in a fence
	code      string
	plain     string // without the specification
	reasoning string
}

func (r *run) shot(name string) (s shot, err error) {
	if s.text, err = r.Prompts.Render(name, nil); err != nil {
		return s, err
	}
	list, _ := blocks(s.text)
	if len(list) == 0 {
		return s, errors.New("the prompt " + name + " holds no program")
	}
	s.code = list[0].text
	f, _ := java.Parse("Example.java", s.code)
	if s.plain, err = jml.Strip(f).Apply(); err != nil {
		return s, err
	}
	if r.config.Reasoning != Direct {
		s.reasoning, err = r.Prompts.Render(name+"_"+string(r.config.Reasoning), nil)
	}
	return s, err
}
