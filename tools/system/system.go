// Package system is the tools with which a model describes a real system in TLA+ and
// finds out whether the description is right: run the module, hold the system's logs
// against it.
//
// The package must not know models, prompts, agents, scores or task folders.
package system

import (
	"cmp"
	"context"
	"os"
	"time"

	"ensures/internal/regular"
	"ensures/tla"
	"ensures/tla/trace"
	"ensures/tools"
)

// Options configure the tools.
type Options struct {
	// Toolchain finds the TLA+ tools when they are needed for the first time; what it
	// fails with goes to the model as the tool's answer.
	Toolchain func(context.Context) (tla.Toolchain, error)
	// Extra are modules that every module may extend.
	Extra []tla.Source
	// Constants are values of constants, where a call gives none.
	Constants map[string]string
	// Traces are logs by name, as paths of files; a call that names none means all.
	Traces map[string]string
	// Paths lets a call name any file as a trace.
	Paths bool
	// Mapping is the text of a mapping, where a call gives none.
	Mapping string
	Limits  Limits
}

// Limits bound the runs; zero fields mean the defaults.
type Limits struct {
	Timeout  time.Duration // of one run of TLC; 2 minutes
	MemoryMB int           // of its heap
	Events   int           // of a trace; 20,000
	Traces   int           // held against a module in one call; 10
}

func (l Limits) withDefaults() Limits {
	l.Timeout = cmp.Or(l.Timeout, 2*time.Minute)
	l.Events = cmp.Or(l.Events, 20_000)
	l.Traces = cmp.Or(l.Traces, 10)
	return l
}

// session is what the tools share.
type session struct{ o Options }

// Tools are the tools, in the order in which a model should learn them.
func Tools(o Options) []tools.Tool {
	o.Limits = o.Limits.withDefaults()
	s := &session{o}
	return []tools.Tool{s.runTool(), s.validateTool()}
}

// toolchain is found anew until it is there; finding starts no process.
func (s *session) toolchain(ctx context.Context, tool string) (tla.Toolchain, error) {
	if s.o.Toolchain == nil {
		return tla.Toolchain{}, tools.Refuse(tool, "the TLA+ tools are not set up here")
	}
	t, err := s.o.Toolchain(ctx)
	if err != nil && ctx.Err() == nil {
		return t, tools.Refuse(tool, "it can't run here: %v", err)
	}
	return t, err
}

// open opens a trace file.
func (s *session) open(path string) (*os.File, error) { return regular.Open(path) }

func (s *session) options() trace.Options {
	return trace.Options{Timeout: s.o.Limits.Timeout, MemoryMB: s.o.Limits.MemoryMB, Most: 20}
}
