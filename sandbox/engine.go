package sandbox

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"ensures/sandbox/jail"
)

// Names of engines.
const (
	AutoEngine     = "auto"
	PythonEngine   = "python"
	StarlarkEngine = "starlark"
)

// Engine is a way to run model-written code on this machine, found once and used
// for any number of interpreters.
type Engine struct {
	Name    string
	Version string // of the language
	Reason  string // why it is not python, where auto chose another; else empty
	Jailed  bool   // held in by the kernel; false: by the language alone

	python python
	wrap   string // bubblewrap, which keeps files out of sight where there is no Landlock
	shared bool   // for tests: the child has no mounts of its own
}

// Detect finds the engine of that name, or with auto the best that can be isolated
// here. path is CPython's; empty: python3 on PATH. An *IsolationError says that
// there is none.
func Detect(ctx context.Context, name, path string) (*Engine, error) {
	switch name {
	case PythonEngine:
		return detectPython(ctx, path)
	case StarlarkEngine:
		return detectStarlark(""), nil
	case AutoEngine, "":
		e, err := detectPython(ctx, path)
		if err == nil {
			// That Python is there and the kernel has what is needed does not yet mean that an
			// interpreter starts.
			err = e.start1(ctx)
		}
		no := (*IsolationError)(nil)
		switch {
		case err == nil:
			return e, nil
		case errors.As(err, &no):
			return detectStarlark(no.Reason), nil
		case ctx.Err() != nil:
			// A cancelled detection says nothing of the machine: no other engine in its place.
			return nil, err
		}
		return detectStarlark(err.Error()), nil
	}
	return nil, fmt.Errorf("there is no sandbox engine %q: auto, python or starlark", name)
}

// start1 starts an interpreter and ends it: what the kernel promises, a container
// around this process may still refuse.
func (e *Engine) start1(ctx context.Context) error {
	it, err := e.New(ctx, InterpreterOptions{})
	if err != nil {
		return err
	}
	return it.Close()
}

// New starts an interpreter; Engine and Python of the options are not looked at.
func (e *Engine) New(ctx context.Context, o InterpreterOptions) (Interpreter, error) {
	b := &box{engine: e, opts: o, limits: o.Limits.withDefaults()}
	p, err := e.start(ctx, o.Tools, b.limits)
	if err != nil {
		return nil, err
	}
	b.proc = p
	return b, nil
}

// start starts a process of the engine and waits for its greeting.
func (e *Engine) start(ctx context.Context, tools []Callable, l Limits) (*process, error) {
	dir, err := newScratch("box")
	if err != nil {
		return nil, err
	}
	args, err := e.args(dir.dir, l)
	if err != nil {
		dir.remove()
		return nil, err
	}

	// Bubblewrap makes mounts of its own, and the dialect has no files: for both the last way,
	// which asks for none.
	spaces := mountSpaces()
	if e.shared || e.wrap != "" || e.Name != PythonEngine {
		spaces = spaces[len(spaces)-1:]
	}
	// A frame holds one call's arguments, or a value that was cut to the limit; in JSON a byte
	// takes up to six.
	p, err := startProcess(args, dir, spaces, max(l.CallBytes, l.Output*6)+64<<10)
	if err != nil {
		return nil, err
	}
	if err := e.greet(ctx, p, tools); err != nil {
		p.end()
		return nil, err
	}
	return p, nil
}

// args is the child's command line.
func (e *Engine) args(scratch string, l Limits) (argv []string, err error) {
	la := launch{Parent: os.Getpid()}
	if e.Name == PythonEngine {
		la.Policy, la.Path, la.Argv, la.Env = e.python.policy(scratch), e.python.Path, e.python.argv(), e.python.env()
		la.Policy.Limits.AddressSpace = uint64(l.Memory)
		if !e.shared && e.wrap == "" {
			la.Scratch, la.ScratchFiles, la.Outside = l.Scratch, maxFiles, jail.MountSpace()
		}
		// Under bubblewrap the parent is bubblewrap's process, whose number is not known here.
		if la.Policy.Contained = e.wrap != ""; la.Policy.Contained {
			la.Parent = 0
		}
	} else {
		var err error
		if la, err = starlarkLaunch(la, e.Jailed, l); err != nil {
			return nil, err
		}
	}

	la.Policy.Limits.CPUSeconds = uint64(max(1, l.CPU/time.Second))
	la.Policy.Limits.FileSize = uint64(l.Scratch)
	la.Policy.Limits.Files = 64
	raw, err := json.Marshal(la)
	if err != nil {
		return nil, err
	}

	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("this program's own path: %w", err)
	}
	if e.wrap != "" {
		argv = append([]string{e.wrap}, wrapped(la.Policy, self)...)
	} else if _, err := os.Stat("/proc/self/exe"); err == nil {
		self = "/proc/self/exe" // is there even when the file was replaced
	}
	return append(argv, self, childFlag, string(raw)), nil
}

// startTime is how long a process may take to greet, on a machine that is busy.
const startTime = 30 * time.Second

func (e *Engine) greet(ctx context.Context, p *process, tools []Callable) error {
	key := rand.Text()
	if err := p.send(order{Do: "start", Key: key, Tools: tools}); err != nil {
		return fmt.Errorf("start the %s interpreter: %w", e.Name, err)
	}
	timer := time.NewTimer(startTime)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return fmt.Errorf("the %s interpreter did not start within %v: %s", e.Name, startTime, p.stdio.String())
	case m := <-p.events:
		switch {
		case m.err != nil:
			state := p.wait(time.Second)
			return fmt.Errorf("the %s interpreter did not start: %v, %v: %s", e.Name, m.err, state, p.stdio.String())
		case m.Ev == "fatal":
			// The child could not build its jail and said why.
			return &IsolationError{Engine: e.Name, Reason: m.Text}
		case m.Ev != "hello" || m.Key != key:
			return fmt.Errorf("the %s interpreter did not greet", e.Name)
		}
	}
	return nil
}

// Dialect is that of the interpreters it starts.
func (e *Engine) Dialect() Dialect {
	d := Dialect{Engine: e.Name, Language: e.Version, Text: pythonText}
	if e.Name == StarlarkEngine {
		d.Text = starlarkText
	}
	d.Isolation = []string{"own process and session, empty environment, ended with its parent", "limits on time, memory, files and output"}
	switch {
	case e.wrap != "":
		d.Isolation = append(d.Isolation, "bubblewrap: no files but the language's library and an empty scratch folder, no network, no other processes",
			"seccomp: no sockets, no processes, no signals to others")
	case e.Jailed:
		d.Isolation = append(d.Isolation, fmt.Sprintf("Landlock (ABI %d): no files but the language's library and an empty scratch folder", jail.Supported().Landlock),
			"seccomp: no sockets, no processes, no signals to others")
	default:
		d.Isolation = append(d.Isolation, "the language has no files, no network and no processes")
	}
	return d
}
