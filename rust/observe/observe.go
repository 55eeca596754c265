// Package observe runs Rust functions on generated inputs, as machine code with every
// check that a debug build has, and tells what came of each call: the result and what
// mutable references refer to then, a panic, or that it did not end.
//
// The file is compiled once with a harness behind it, which reads arguments and writes
// results as words; it runs confined, with limits on memory and processor time.
//
// The package must not know specifications' meaning, nor verifiers.
package observe

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"ensures/rust/mir"
	"ensures/rust/spec"
	"ensures/rust/toolchain"
	"ensures/rust/values"
	"ensures/sandbox"
)

// Compiler makes programs; *toolchain.Toolchain is one.
type Compiler interface {
	Build(ctx context.Context, c toolchain.Crate, out string) ([]toolchain.Message, error)
}

// Param is a parameter of a function that can be called.
type Param struct {
	Name string
	values.Resolved
	Mutable bool // a mutable reference: what it refers to afterwards is observed
}

// Func is a function that can be called.
type Func struct {
	Spec   *spec.Func
	Params []Param
	Result values.Resolved
	call   string
	number int
}

// End is how a call ended.
type End uint8

// The ends.
const (
	InvalidEnd End = iota
	Returned
	Panicked
	Endless // it ran longer than it may
	Died    // it ended the process: memory, stack, abort; or what it gave is too large to be told
)

// Call is what was seen of a call.
type Call struct {
	Args   []*values.Value // before the call
	End    End
	Result *values.Value   // of Returned
	After  []*values.Value // of Returned: Args, and for mutable references what they refer to then
	Panic  string
}

// memory bounds the address space of a program, from before its first instruction; from
// main on it has less.
const memory = 4 << 30

// Program is a compiled file.
type Program struct {
	// Funcs can be called; Refused are the others with the reason.
	Funcs   []*Func
	Refused map[*spec.Func]error
	dir     string
	remove  func()
	mark    string
}

// CompileError says that the file itself does not compile.
type CompileError struct{ Messages []toolchain.Message }

func (e *CompileError) Error() string {
	for _, m := range e.Messages {
		if m.Level == "error" {
			return m.String()
		}
	}
	return "the file does not compile"
}

// Build compiles a file with a harness for the functions of which wanted is true. What
// cannot be called is refused, one function at a time. Close removes the program.
func Build(ctx context.Context, c Compiler, name string, file *spec.File, wanted func(*spec.Func) bool) (*Program, error) {
	p := &Program{Refused: map[*spec.Func]error{}}
	r := values.NewResolver(file)
	for _, f := range file.Funcs {
		if f.Mode != spec.Exec || !wanted(f) {
			continue
		}
		g, err := prepare(r, file, f)
		if err != nil {
			p.Refused[f] = err
			continue
		}
		p.Funcs = append(p.Funcs, g)
	}
	if len(p.Funcs) == 0 {
		return p, nil
	}

	var err error
	if p.dir, p.remove, err = sandbox.TempDir("rust"); err != nil {
		return nil, err
	}

	// The mark of our lines: made of the whole text, so that the program can't hold it.
	plain := file.Plain()
	sum := sha256.Sum256([]byte(plain))
	p.mark = fmt.Sprintf("ensures:%x", sum[:8])
	if err := p.compile(ctx, c, name, file, r.Used); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// Check has a file compiled of which nothing is to be run. It is a [CompileError] where the
// file does not compile.
func Check(ctx context.Context, c Compiler, name string, file *spec.File) error {
	p := &Program{}
	var err error
	if p.dir, p.remove, err = sandbox.TempDir("rust"); err != nil {
		return err
	}
	defer p.Close()
	return p.compile(ctx, c, name, file, nil)
}

// Close removes the program.
func (p *Program) Close() {
	if p.dir != "" {
		p.remove()
	}
}

// compile makes the program; functions whose calls the compiler refuses are left out,
// and the others tried again.
func (p *Program) compile(ctx context.Context, c Compiler, name string, file *spec.File, used []values.Used) error {
	for range 3 {
		h := program(file, file.Plain(), p.Funcs, used)
		messages, err := c.Build(ctx, toolchain.Crate{Name: name, Source: h.text}, filepath.Join(p.dir, "program"))
		if err != nil {
			return err
		}

		messages = slices.DeleteFunc(messages, func(m toolchain.Message) bool { return m.Level != "error" })
		if len(messages) == 0 {
			for k, f := range p.Funcs {
				f.number = k
			}
			return nil
		}

		bad := map[*spec.Func]error{}
		for i, m := range messages {
			of := h.blamed(m.Line)
			// A mistake outside of the harness's calls is the file's own.
			if of == nil {
				return &CompileError{h.ofFile(messages)}
			}
			for _, k := range of {
				bad[p.Funcs[k].Spec] = fmt.Errorf("not supported: call: %s", messages[i].Text)
			}
		}

		p.Funcs = slices.DeleteFunc(p.Funcs, func(f *Func) bool { return bad[f.Spec] != nil })
		for f, err := range bad {
			p.Refused[f] = err
		}
	}
	return errors.New("the harness does not compile")
}

// instance is what type parameters stand for.
var instance = values.Resolved{Type: &values.Type{Kind: values.Int, Name: "i32"}, Wire: "i32"}

// prepare finds the types of a function.
func prepare(r *values.Resolver, file *spec.File, f *spec.Func) (*Func, error) {
	g := &Func{Spec: f, call: f.Name}
	if f.Module != "" {
		// Of a module the harness stands inside, one level below the function.
		g.call = "super::" + f.Name
	}

	args := map[string]values.Resolved{}
	for _, name := range f.Generics {
		// A type parameter stands for i32, which has the traits that most bounds ask for.
		args[name] = instance
	}

	if owner, method, ok := strings.Cut(f.Name, "::"); ok {
		at := slices.IndexFunc(file.Items, func(it *spec.Item) bool { return it.Name == owner })
		if at < 0 {
			return nil, fmt.Errorf("not supported: method of %s", owner)
		}
		self := &mir.Type{Kind: mir.PathType, Path: &mir.Path{Segs: []mir.Segment{{Name: owner}}}}
		for _, name := range file.Items[at].Generics {
			args[name] = instance
			self.Path.Segs[0].Args = append(self.Path.Segs[0].Args, &mir.Type{Kind: mir.PathType, Path: &mir.Path{Segs: []mir.Segment{{Name: name}}}})
		}
		whole, err := r.Resolve(self, args)
		if err != nil {
			return nil, err
		}
		args["Self"] = whole
		g.call = "<" + whole.Wire + ">::" + method
	}

	for _, p := range f.Params {
		if p.Type == nil {
			return nil, fmt.Errorf("not supported: parameter %s", p.Name)
		}
		t, err := r.Resolve(p.Type, args)
		if err != nil {
			return nil, err
		}
		g.Params = append(g.Params, Param{p.Name, t, p.Type.Kind == mir.RefType && p.Type.Mutable})
	}
	var err error
	g.Result, err = r.Resolve(f.Result.Type, args)
	return g, err
}

// Options bound what is run. Zero fields mean their defaults.
type Options struct {
	CPU  time.Duration // of one call; default 50 ms
	Wall time.Duration // of a process; default 30 s
	Ends int           // how many calls may end the process; default 8
}

func (o Options) withDefaults() Options {
	if o.CPU <= 0 {
		o.CPU = 50 * time.Millisecond
	}
	if o.Wall <= 0 {
		o.Wall = 30 * time.Second
	}
	if o.Ends <= 0 {
		o.Ends = 8
	}
	return o
}

// Run calls a function on inputs. The calls come back in the order of the inputs;
// where too many ended the process, those of the rest are missing.
func (p *Program) Run(ctx context.Context, f *Func, inputs [][]*values.Value, o Options) ([]Call, error) {
	o = o.withDefaults()
	calls := make([]Call, 0, len(inputs))
	for ends := 0; len(calls) < len(inputs) && ends < o.Ends; ends++ {
		var in strings.Builder
		fmt.Fprintf(&in, "%s %d\n", p.mark, o.CPU.Nanoseconds())
		// Only what has no answer yet: the process before ended in some call.
		for k := len(calls); k < len(inputs); k++ {
			line := fmt.Appendf(nil, "%d %d", k, f.number)
			for _, v := range inputs[k] {
				line = values.Append(line, v)
			}
			in.Write(append(line, '\n'))
		}

		c, err := sandbox.Confined(sandbox.Cmd{Path: filepath.Join(p.dir, "program"), Dir: p.dir, Stdin: strings.NewReader(in.String()), Timeout: o.Wall, MaxOutput: 64 << 20, MemoryBytes: memory}, sandbox.View{})
		if err != nil {
			return nil, err
		}
		res, err := sandbox.Run(ctx, c)
		if err != nil {
			return nil, err
		}

		before := len(calls)
		if calls, err = p.read(f, inputs, calls, string(res.Stdout)); err != nil {
			return nil, err
		}
		// Nothing was run at all: that is no answer of the function's.
		if len(calls) == before && strings.HasPrefix(string(res.Stderr), "bwrap:") {
			return nil, &sandbox.IsolationError{Engine: "program", Reason: strings.TrimSpace(string(res.Stderr))}
		}

		// What is missing is of the call that ended the process.
		switch last := len(calls); {
		case last == len(inputs), last > before && calls[last-1].End == Endless:
		// The process as a whole took too long; the call that it was in counts as without an end.
		case res.TimedOut:
			calls = append(calls, Call{Args: inputs[last], End: Endless})
		default:
			calls = append(calls, Call{Args: inputs[last], End: Died})
		}
	}
	return calls, nil
}

// read appends the calls that a process told of. Lines that do not begin with its mark
// are of the code itself.
func (p *Program) read(f *Func, inputs [][]*values.Value, calls []Call, stdout string) ([]Call, error) {
	for line := range strings.Lines(stdout) {
		if !strings.HasSuffix(line, "\n") {
			break // the process ended in it
		}
		words := strings.Fields(line)
		if len(words) < 3 || words[0] != p.mark || words[1] != strconv.Itoa(len(calls)) {
			continue
		}

		c := Call{Args: inputs[len(calls)]}
		switch words[2] {
		case "t":
			c.End = Endless
		case "p":
			c.End, c.Panic = Panicked, strings.Join(words[3:], " ")
		case "r":
			c.End = Returned
			switch err := c.read(f, words[3:]); {
			case errors.Is(err, values.ErrTooLong):
				// It returned, but what it gave can't be held against anything.
				c = Call{Args: c.Args, End: Died}
			case err != nil:
				return nil, fmt.Errorf("what %s gave could not be read: %w", f.Spec.Name, err)
			}
		}
		calls = append(calls, c)
		if len(calls) == len(inputs) {
			break
		}
	}
	return calls, nil
}

func (c *Call) read(f *Func, words []string) error {
	r := values.Reader{Words: words}
	c.Result = r.Value(f.Result.Type)
	for i, p := range f.Params {
		v := c.Args[i]
		// Everything else is as it was: a shared reference changes nothing here.
		if p.Mutable {
			v = r.Value(p.Type)
		}
		c.After = append(c.After, v)
	}
	if r.Err == nil && len(r.Words) > 0 {
		r.Err = errors.New("more words than there are values")
	}
	return r.Err
}
