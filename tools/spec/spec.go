// Package spec is the tools with which a model writes a JML specification for one
// Java method: verify it, understand failures, measure its strength, try the
// method and expressions on concrete inputs, ask the model-free engine, and hand
// in the result.
//
// A Session holds one task. Its tools keep nothing between calls but what costs
// time to make anew; what they found is in their results, from which Judge ranks
// candidates, so that recorded results are as good as fresh ones. "Verified" comes
// from a verify.Outcome and from nothing else; a specification that is verified
// because it assumes something, changes the code or asks for the impossible is
// reported as such and never accepted.
//
// The package must not know models, prompts, agents or how a backend decides.
package spec

import (
	"context"
	"fmt"
	"sync"

	"ensures/bench"
	"ensures/harness"
	"ensures/java"
	"ensures/jml"
	"ensures/propose"
	"ensures/tools"
	"ensures/verify"
)

// Bar is what a specification must reach to be complete, beside being verified.
type Bar struct {
	PostCorr float64 // PostCorr and PostComp at least these
	PostComp float64
	PreCorr  float64 // the part of the valid inputs that must be admitted
	Compat   bool    // of the published metrics; else of the strict ones
}

// Options configure the tools; zero fields mean the defaults of the packages
// behind them.
type Options struct {
	Runtime *bench.Runtime
	Backend verify.Backend // nil: every verification fails with a verify.MissingError
	Verify  verify.Options // but for Method
	Prepare bench.Options
	Measure harness.Options
	Propose propose.Options // but for Methods
	Bar     Bar
	// Accept takes what task_complete is given, below the bar too; else it goes
	// back with what is missing.
	Accept bool
	// More are further tools, after the six and before the others.
	More []tools.Tool
}

// Session is the tools for one task.
type Session struct {
	o    Options
	open bool // the task comes from the first call

	mu     sync.Mutex
	task   *bench.Task
	prep   *bench.Prepared
	failed error
	last   map[string]verify.Outcome // by code
}

// New is the session of a task. Task.Source is the code as it must stay; it may
// have specifications already.
func New(task *bench.Task, o Options) *Session {
	return &Session{o: o, task: task, last: map[string]verify.Outcome{}}
}

// Open is a session without a task: open_task gives it one, or the first call does
// whose code has a single method to be specified.
func Open(o Options) *Session {
	return &Session{o: o, open: true, last: map[string]verify.Outcome{}}
}

// Tools are the session's tools, in the order in which a model should learn them.
func (s *Session) Tools() []tools.Tool {
	var list []tools.Tool
	if s.open {
		list = append(list, s.openTask())
	}
	list = append(list, s.verifyTool(), s.analyzeTool(), s.harnessTool(), s.completeTool())
	list = append(list, s.o.More...)
	return append(list, s.survivorsTool(), s.runTool(), s.evaluateTool(), s.proposeTool())
}

// Code is an argument: a whole Java file with JML.
type code struct {
	Code string `json:"code" jsonschema_description:"the whole Java file with its JML comments; the Java code itself unchanged"`
}

// current is the task, with its pairs when they are asked for. tool and code are
// of the call, for a session whose task is still open.
func (s *Session) current(ctx context.Context, tool, code string, pairs bool) (*bench.Task, *bench.Prepared, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.task == nil {
		if err := s.adopt(tool, code, ""); err != nil {
			return nil, nil, err
		}
	}
	if pairs && s.prep == nil && s.failed == nil {
		p, err := s.o.Runtime.Prepare(ctx, s.task, s.o.Prepare)
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		s.prep, s.failed = p, err
	}
	return s.task, s.prep, nil
}

// adopt makes the method of a file the session's task.
func (s *Session) adopt(tool, code, method string) error {
	if code == "" {
		return tools.Refuse(tool, "no task is open: call open_task with the Java file first")
	}
	tasks, errs := bench.MethodsOf("Task.java", plain(code))
	var fit []*bench.Task
	ids := []string{}
	for _, t := range tasks {
		ids = append(ids, t.ID)
		if method == "" || t.ID == method || t.Method == method {
			fit = append(fit, t)
		}
	}
	switch {
	case len(fit) == 1:
		s.task, s.prep, s.failed = fit[0], nil, nil
		return nil
	case len(tasks) == 0 && len(errs) > 0:
		return tools.Refuse(tool, "the Java file has mistakes: %v", errs[0])
	case len(tasks) == 0:
		return tools.Refuse(tool, "the file has no method with a body")
	}
	if method != "" && len(fit) == 0 {
		return tools.Refuse(tool, "there is no method %s; call open_task with method set to one of %v", method, ids)
	}
	return tools.Refuse(tool, "which method? call open_task with method set to one of %v", ids)
}

// plain is a file without its JML, as it stands in a task.
func plain(code string) string {
	f, _ := java.Parse("", code)
	text, err := jml.Strip(f).Apply()
	if err != nil {
		return code
	}
	return text
}

type openIn struct {
	Code   string `json:"code" jsonschema_description:"a whole Java file; JML comments in it are left out of the task"`
	Method string `json:"method,omitempty" jsonschema_description:"Class.method or method; needed where the file has several"`
}

type openOut struct {
	Task    string   `json:"task"`
	Methods []string `json:"methods" jsonschema_description:"all methods of the file that can be a task"`
}

func (s *Session) openTask() tools.Tool {
	return tools.New("open_task", `Choose the Java method that is to be specified. The other tools are about this method until another one is chosen.`,
		func(ctx context.Context, in openIn) (openOut, error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			if err := s.adopt("open_task", in.Code, in.Method); err != nil {
				return openOut{}, err
			}
			out := openOut{Task: s.task.ID, Methods: []string{}}
			tasks, _ := bench.MethodsOf("Task.java", s.task.Source)
			for _, t := range tasks {
				out.Methods = append(out.Methods, t.ID)
			}
			return out, nil
		})
}

// missingBackend says that there is no verifier.
func missingBackend() error {
	return &verify.MissingError{Tool: "a verifier", Hint: "install z3 or cvc5, or OpenJML (ensures doctor)"}
}

// unfence takes a Markdown fence off code.
func unfence(s string) string {
	if f, ok := fenced(s); ok {
		return f
	}
	return s
}

// cut shortens a text, saying so.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + fmt.Sprintf("… (%d characters more)", len(r)-n)
	}
	return s
}
