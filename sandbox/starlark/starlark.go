// Package starlark runs the part of Python that Starlark can carry: a parser of
// our own reads Python and hands Starlark's machine a syntax tree, so f-strings,
// chained comparisons, import of math, re and json, set literals, annotations and
// the usual built-in functions work, and what is left out is named.
//
// The language has no files, no network and no processes. The package must not
// know of processes, limits of the operating system or what tools do.
package starlark

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	sky "go.starlark.net/starlark"
)

// Dialect says, as Markdown for whoever writes the code, what runs.
//
//go:embed dialect.md
var Dialect string

// Options describe an interpreter.
type Options struct {
	Tools []Tool
	// Call does a call of a tool; args is a JSON object. ErrStop ends the code.
	Call func(name string, args json.RawMessage) (json.RawMessage, error)
	// Print takes what the code prints.
	Print func(string)
}

// Tool is a function that the code may call.
type Tool struct {
	Name   string
	Params []string
}

// ErrStop is returned by Call to end the code without an error.
var ErrStop = errors.New("stop")

// Result is how code ended.
type Result struct {
	Value   string // repr of the last expression; empty for None
	Err     string
	Line    int
	Syntax  bool // it could not be read
	Dialect bool // it is Python that is left out
	Stopped bool // ErrStop ended it
	Timeout bool // the context ended it
}

// Interp keeps the names of the code it has run.
type Interp struct {
	o       Options
	globals sky.StringDict
	sources map[string][]string
}

// New makes an interpreter without names but the built-in ones and the tools.
func New(o Options) *Interp {
	in := &Interp{o: o, globals: sky.StringDict{}, sources: map[string][]string{}}
	for n, v := range builtins() {
		in.globals[n] = v
	}
	for _, t := range o.Tools {
		in.globals[t.Name] = in.tool(t)
	}
	return in
}

// Exec runs code; name is what errors call it.
func (in *Interp) Exec(ctx context.Context, name, code string) (r Result) {
	// Kept for good: a function that this code defines can fail in a later step, and the
	// traceback quotes the line where it did.
	in.sources[name] = strings.Split(code, "\n")
	f, err := parse(name, code)
	if bad := (*Error)(nil); errors.As(err, &bad) {
		r := Result{Err: in.quote(name, bad.Line) + "SyntaxError: " + bad.Msg, Line: bad.Line, Syntax: !bad.Dialect, Dialect: bad.Dialect}
		return r
	}
	// The context can't interrupt Starlark's machine, so its end is turned into a cancellation,
	// which the machine looks for at every step. The text is never shown: failure asks the
	// context.
	thread := &sky.Thread{Name: name, Print: func(_ *sky.Thread, s string) { in.o.Print(s) }}
	stop := context.AfterFunc(ctx, func() { thread.Cancel("time") })
	defer stop()
	// Code whose last statement is no expression assigns no result; the one of the step before
	// must not pass for its own.
	delete(in.globals, resultName)
	err = sky.ExecREPLChunk(f, thread, in.globals)
	if err == nil {
		if v := in.globals[resultName]; v != nil && v != sky.None {
			// As in Python's interactive mode.
			in.globals["_"] = v
			r.Value = repr(v)
		}
		return r
	}
	return in.failure(ctx, name, err)
}

// failure words an error of a run.
func (in *Interp) failure(ctx context.Context, file string, err error) (r Result) {
	// Asked first: like whatever a built-in function returns, it comes wrapped in an EvalError.
	if errors.Is(err, ErrStop) {
		return Result{Stopped: true}
	}
	ev := (*sky.EvalError)(nil)
	if !errors.As(err, &ev) { // the resolver: undefined names
		line, msg := position(err)
		return Result{Err: in.quote(file, line) + "NameError: " + msg, Line: line}
	}

	// Frames of built-in functions have no source and are left out. The line is that of the
	// innermost frame in this code, not in that of an earlier step whose function was called.
	var b strings.Builder
	frames := 0
	for _, fr := range ev.CallStack {
		if lines := in.sources[fr.Pos.Filename()]; lines != nil {
			frames++
			if fr.Pos.Filename() == file {
				r.Line = int(fr.Pos.Line)
			}
		}
	}

	// A recursion that is too deep has hundreds of frames alike: the first four and the last
	// eight tell where it came from and where it ended.
	n := 0
	for _, fr := range ev.CallStack {
		if in.sources[fr.Pos.Filename()] == nil {
			continue
		}
		if n++; frames > 12 && n > 4 && n <= frames-8 {
			continue
		}
		where := fr.Name
		if where == "<toplevel>" {
			where = "<module>"
		}
		fmt.Fprintf(&b, "  File %q, line %d, in %s\n", fr.Pos.Filename(), fr.Pos.Line, where)
		b.WriteString(in.quote(fr.Pos.Filename(), int(fr.Pos.Line)))
	}

	// Exceptions by name are ours. What Starlark itself raised has none of Python's names for it.
	msg := ev.Msg
	if cause := ev.Unwrap(); cause != nil {
		var re *raised
		if errors.As(cause, &re) {
			msg = re.Error()
		} else {
			msg = "Error: " + strings.TrimPrefix(cause.Error(), "$")
		}
	}

	// Looked at last, for the line where the code was at that time.
	if ctx.Err() != nil {
		return Result{Timeout: true, Line: r.Line}
	}
	r.Err = "Traceback (most recent call last):\n" + b.String() + msg
	return r
}

// position cuts "file:line:col: message" of the resolver's first error.
func position(err error) (line int, msg string) {
	msg, _, _ = strings.Cut(err.Error(), "\n")
	// File names are of the form "<step 3>", so the first colon after a > ends the name.
	if i := strings.Index(msg, ">:"); i >= 0 {
		var col int
		rest := msg[i+2:]
		if _, e := fmt.Sscanf(rest, "%d:%d: ", &line, &col); e == nil {
			_, msg, _ = strings.Cut(rest, ": ")
		}
	}
	return line, msg
}

func (in *Interp) quote(file string, line int) string {
	lines := in.sources[file]
	if line < 1 || line > len(lines) || strings.TrimSpace(lines[line-1]) == "" {
		return ""
	}
	return "    " + strings.TrimSpace(lines[line-1]) + "\n"
}

// raised is an exception by name.
type raised struct{ name, msg string }

func (r *raised) Error() string {
	if r.msg == "" {
		return r.name
	}
	return r.name + ": " + r.msg
}

func raise(name, format string, args ...any) error {
	return &raised{name, fmt.Sprintf(format, args...)}
}

// tool is the function by which the code calls a tool.
func (in *Interp) tool(t Tool) *sky.Builtin {
	return sky.NewBuiltin(t.Name, func(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error) {
		if len(args) > len(t.Params) {
			return nil, raise("TypeError", "%s() takes %d arguments (%s), %d given", t.Name, len(t.Params), strings.Join(t.Params, ", "), len(args))
		}
		// Tools take one JSON object, so positional arguments get the names of the parameters in
		// their order, which is that of the dict too.
		named := sky.NewDict(len(t.Params))
		for i, v := range args {
			_ = named.SetKey(sky.String(t.Params[i]), v)
		}
		for _, kv := range kwargs {
			k := string(kv[0].(sky.String))
			if _, twice, _ := named.Get(kv[0]); twice {
				return nil, raise("TypeError", "%s() got two values for %q", t.Name, k)
			}
			if !contains(t.Params, k) {
				return nil, raise("TypeError", "%s() has no argument %q; it has: %s", t.Name, k, strings.Join(t.Params, ", "))
			}
			_ = named.SetKey(kv[0], kv[1])
		}
		raw, err := toJSON(named)
		if err != nil {
			return nil, err
		}
		if in.o.Call == nil {
			return nil, raise("ToolError", "there are no tools")
		}
		out, err := in.o.Call(t.Name, raw)
		// Passed on as it is: wrapped in an exception by name it would look like an error of the
		// code.
		if errors.Is(err, ErrStop) {
			return nil, err
		}
		if err != nil {
			return nil, raise("ToolError", "%v", err)
		}
		return fromJSON(out)
	})
}

func contains(list []string, s string) bool {
	for _, e := range list {
		if e == s {
			return true
		}
	}
	return false
}
