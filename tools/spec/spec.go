// Package spec is the tools with which a model writes a specification for one Java
// method, or one Rust function: verify it, understand failures, measure its strength,
// try the method and expressions on concrete inputs, ask the model-free engine, and
// hand in the result.
//
// A Session holds one task. What differs by the task's language is behind program; the
// tools, their results and the judgement are the same. Its tools keep nothing between calls
// but what costs time to make anew; what they found is in their results, from which Judge
// ranks candidates, so that recorded results are as good as fresh ones. "Verified" comes
// from a verify.Outcome and from nothing else; a specification that is verified
// because it assumes something, changes the code or asks for the impossible is
// reported as such and never accepted.
//
// The package must not know models, prompts, agents or how a backend decides.
package spec

import (
	"fmt"
	"sync"

	"ensures/bench"
	"ensures/harness"
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
	Rust    Rust // of functions of Rust; the fields above, but for Bar, are of Java
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

	mu      sync.Mutex
	task    *bench.Task
	program program
	last    map[string]verify.Outcome // by code
}

// New is the session of a task. Task.Source is the code as it must stay; it may
// have specifications already.
func New(task *bench.Task, o Options) *Session {
	s := &Session{o: o, last: map[string]verify.Outcome{}}
	s.set(task)
	return s
}

// Open is a session without a task: open_task gives it one, or the first call does
// whose code has a single method to be specified.
func Open(o Options) *Session {
	return &Session{o: o, open: true, last: map[string]verify.Outcome{}}
}

// set makes a task the session's.
func (s *Session) set(task *bench.Task) {
	s.task = task
	if task != nil {
		s.program = programOf(task, s.o)
	}
}

// Tools are the session's tools, in the order in which a model should learn them. Where
// the task is still open, tools that differ by language are there for each.
func (s *Session) Tools() []tools.Tool {
	if !s.open {
		w := wordsOf(bench.Java)
		if s.task != nil {
			w = wordsOf(s.task.Language)
		}
		list := []tools.Tool{s.verifyTool(w), s.analyzeTool(w), s.harnessTool(w), s.completeTool(w)}
		list = append(list, s.o.More...)
		return append(list, s.survivorsTool(w), s.runTool(w), s.evaluateTool(w), s.proposeTool(w))
	}

	java, rust, either := wordsOf(bench.Java), wordsOf(bench.Rust), anyLanguage()
	list := []tools.Tool{s.openTask(), s.verifyTool(java), s.verifyTool(rust), s.analyzeTool(either), s.harnessTool(either), s.completeTool(either)}
	list = append(list, s.o.More...)
	return append(list, s.survivorsTool(either), s.runTool(either), s.evaluateTool(java), s.evaluateTool(rust), s.proposeTool(either))
}

// code is an argument: a whole file with its specification, of Java or of Rust.
type code struct {
	Code string `json:"code" jsonschema_description:"the whole Java file with its JML comments; the Java code itself unchanged"`
}

// current is the task's program. tool and code are of the call, for a session whose task is
// still open; w is the language that the tool is for.
func (s *Session) current(tool, code string, w words) (*bench.Task, program, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.task == nil {
		if err := s.adopt(tool, code, "", w); err != nil {
			return nil, nil, err
		}
	}
	if !w.either && s.task.Language != w.language {
		right := wordsOf(s.task.Language)
		return nil, nil, tools.Refuse(tool, "the task %s is a %s of %s: call %s or %s", s.task.ID, right.method, right.name, right.verify, right.evaluate)
	}
	return s.task, s.program, nil
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
