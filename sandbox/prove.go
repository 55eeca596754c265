package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
)

// Proof is one attempt to get out of a sandbox or past a limit.
type Proof struct {
	Name   string // what was tried
	Held   bool
	Detail string // what came of it, where it did not hold
}

// try is an attempt: an expression of Python that has to fail.
type try struct{ name, expr string }

// pythonTries are what code could do in CPython were it not held in. FILE is a file
// of the parent's.
var pythonTries = []try{
	{"read a file outside", "open(FILE).read()"},
	{"write a file outside", "open(FILE, 'w')"},
	{"find a file outside", "os.path.basename(FILE) in os.listdir(os.path.dirname(FILE)) or 1 // 0"},
	{"change a file's mode", "os.chmod(FILE, 0o777)"},
	{"read the parent's environment", "open('/proc/%d/environ' % os.getppid(), 'rb').read()"},
	{"open a TCP socket", "socket.socket(socket.AF_INET, socket.SOCK_STREAM)"},
	{"open a UDP socket", "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)"},
	{"open a unix socket", "socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)"},
	{"open a netlink socket", "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)"},
	{"start a process", "os.fork() or os._exit(0)"},
	{"execute a program", "os.execv('/bin/sh', ['sh', '-c', 'exit 0'])"},
	{"start a thread", "_thread.start_new_thread(int, ())"},
	{"signal the parent", "os.kill(os.getppid(), 0)"},
	{"signal everybody", "os.kill(-1, 0)"},
	{"raise a limit", "resource.setrlimit(resource.RLIMIT_CPU, (-1, -1))"},
}

// starlarkTries are the same for the dialect.
var starlarkTries = []try{
	{"read a file outside", "open(FILE).read()"},
	{"import by function", "__import__('os')"},
	{"evaluate text", "eval('1')"},
	{"reach a class's classes", "''.__class__.__mro__"},
	{"import os", "import os"},
	{"import socket", "import socket"},
	{"import subprocess", "import subprocess"},
}

// Prove tries to break the engine's isolation and its limits in a second or so.
// What it tries is a part of what the tests try.
func (e *Engine) Prove(ctx context.Context) ([]Proof, error) {
	f, err := os.CreateTemp("", "ensures-proof-")
	if err != nil {
		return nil, fmt.Errorf("prove the sandbox: %w", err)
	}
	defer os.Remove(f.Name())
	const token = "outside"
	_, err = f.WriteString(token)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("prove the sandbox: %w", err)
	}
	name, err := json.Marshal(f.Name())
	if err != nil {
		return nil, err
	}
	var list []Proof
	var got []Proof
	if e.Name == StarlarkEngine {
		got, err = e.proveSteps(ctx, string(name), starlarkTries)
	} else {
		got, err = e.proveExpressions(ctx, string(name))
	}
	if err != nil {
		return nil, err
	}
	list = append(list, got...)

	// Attempts that claim to have failed may still have done something: the file itself is asked.
	raw, err := os.ReadFile(f.Name())
	info, err2 := os.Stat(f.Name())
	list = append(list, Proof{Name: "leave a file outside as it is", Held: errors.Join(err, err2) == nil && string(raw) == token && info.Mode().Perm() == 0o600})
	got, err = e.proveLimits(ctx)
	return append(list, got...), err
}

// proveExpressions tries all in one step, where code can catch its errors.
func (e *Engine) proveExpressions(ctx context.Context, file string) ([]Proof, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "import os, socket, _thread, resource\nFILE = %s\n", file)
	for i, t := range pythonTries {
		fmt.Fprintf(&b, "try:\n    %s\n    print('out', %d)\nexcept Exception as e:\n    print('held', %d)\n", t.expr, i, i)
	}
	it, err := e.New(ctx, InterpreterOptions{})
	if err != nil {
		return nil, err
	}
	defer it.Close()
	ex, err := it.Exec(ctx, b.String())
	if err != nil {
		return nil, err
	}
	var list []Proof
	for i, t := range pythonTries {
		// An attempt that is not mentioned ended the interpreter and counts as one that did not
		// hold.
		held := strings.Contains("\n"+ex.Stdout, fmt.Sprintf("\nheld %d\n", i))
		p := Proof{Name: t.name, Held: held}
		if !held {
			p.Detail = strings.TrimSpace(ex.Stdout + ex.Error)
		}
		list = append(list, p)
	}
	return list, nil
}

// proveSteps tries each in a step of its own.
func (e *Engine) proveSteps(ctx context.Context, file string, tries []try) ([]Proof, error) {
	it, err := e.New(ctx, InterpreterOptions{})
	if err != nil {
		return nil, err
	}
	defer it.Close()
	var list []Proof
	for _, t := range tries {
		// The dialect has no try: an attempt that fails ends its step.
		ex, err := it.Exec(ctx, "FILE = "+file+"\n"+t.expr)
		if err != nil {
			return nil, err
		}
		p := Proof{Name: t.name, Held: ex.Kind == RuntimeError || ex.Kind == DialectError}
		if !p.Held {
			p.Detail = ex.Value + ex.Error
		}
		list = append(list, p)
	}
	return list, nil
}

// proveLimits tries to use more than there is.
func (e *Engine) proveLimits(ctx context.Context) ([]Proof, error) {
	it, err := e.New(ctx, InterpreterOptions{
		Tools: []Callable{{Name: "tool"}},
		Call: func(context.Context, string, json.RawMessage) (json.RawMessage, error) {
			return json.RawMessage("1"), nil
		},
		Limits: Limits{Wall: 250 * time.Millisecond, Memory: 128 << 20, Output: 1000, Calls: 3},
	})
	if err != nil {
		return nil, err
	}
	defer it.Close()

	var list []Proof
	for _, c := range []struct {
		name, code string
		held       func(Execution) bool
	}{
		{"run for ever", "while True: pass", func(x Execution) bool { return x.Kind == LimitError }},
		{"print without end", "for i in range(100000): print('x' * 100)", func(x Execution) bool { return len(x.Stdout) < 2000 && (x.Cut || x.Kind == LimitError) }},
		{"call tools without end", "while True: tool()", func(x Execution) bool { return x.Error != "" && x.Calls <= 4 }},
		{"take all memory", "l = [0]\nwhile True: l = l + l", func(x Execution) bool { return x.Kind == LimitError }},
	} {
		ex, err := it.Exec(ctx, c.code)
		if err != nil {
			return nil, err
		}
		p := Proof{Name: c.name, Held: c.held(ex)}
		if !p.Held {
			p.Detail = string(ex.Kind) + " " + ex.Error
		}
		list = append(list, p)
	}
	return list, nil
}
