package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"ensures/sandbox/jail"
	"ensures/sandbox/starlark"
)

// serveStarlark is what the child is told to be, after it is held in.
const serveStarlark = "starlark"

// exitMemory is the status of a child that grew beyond its limit.
const exitMemory = 71

var starlarkText = starlark.Dialect

func detectStarlark(reason string) *Engine {
	return &Engine{Name: StarlarkEngine, Version: "a dialect of Python (Starlark)", Reason: reason, Jailed: jail.Supported().Reason == ""}
}

// goSpace is address space that the Go runtime reserves without using it.
const goSpace = 4 << 30

// starlarkLaunch makes the child this program again, inside the jail where there
// is one.
func starlarkLaunch(la launch, jailed bool, l Limits) (launch, error) {
	self, err := os.Executable()
	if err != nil {
		return la, fmt.Errorf("this program's own path: %w", err)
	}
	la.Open = !jailed
	la.Path, la.Argv = self, []string{self, childFlag, serveStarlark}
	// The limit on memory is kept by the child itself, in time for Go's collector;
	// the kernel's is for what it misses.
	la.Env = []string{fmt.Sprintf("GOMEMLIMIT=%d", l.Memory*3/4), "GOMAXPROCS=2", fmt.Sprintf("ENSURES_MEMORY=%d", l.Memory)}
	la.Policy = jail.Policy{Read: systemLibraries(), Execute: append(loaders(), self), Threads: true}
	la.Policy.Limits.AddressSpace = uint64(l.Memory) + goSpace
	return la, nil
}

// serve is the child: it runs orders until the parent is gone.
func serve(in, out *os.File) int {
	debug.SetMaxStack(256 << 20)
	s := &server{in: in, out: out}
	go s.watchMemory()
	if err := s.run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// watchMemory ends the process when it holds more than its limit. It sleeps while
// no code runs.
func (s *server) watchMemory() {
	var limit uint64
	if _, err := fmt.Sscan(os.Getenv("ENSURES_MEMORY"), &limit); err != nil || limit == 0 {
		return
	}
	os.Clearenv()
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
	for range time.Tick(20 * time.Millisecond) {
		if !s.busy.Load() {
			continue
		}
		// Live and dead objects that are not swept yet, and stacks: GOMEMLIMIT has the collector
		// work before this is reached.
		metrics.Read(samples)
		if samples[0].Value.Uint64()+samples[1].Value.Uint64() > limit {
			os.Exit(exitMemory)
		}
	}
}

// maxOrder bounds the size in bytes of an order.
const maxOrder = 64 << 20

type server struct {
	in, out *os.File
	key     string
	n       int
	code    *code
	busy    atomic.Bool // code runs
}

// code is what is known of the running Exec.
type code struct {
	left, dropped int
	bytes         int
	buf           strings.Builder
	over          bool
	clock         *clock
}

func (s *server) send(e event) error {
	s.n++
	e.Key, e.N = s.key, s.n
	return writeFrame(s.out, e)
}

func (s *server) run() error {
	var o order
	if _, err := readFrame(s.in, maxOrder, &o); err != nil {
		return err
	}
	s.key = o.Key
	var list []starlark.Tool
	for _, t := range o.Tools {
		list = append(list, starlark.Tool{Name: t.Name, Params: t.Params})
	}
	it := starlark.New(starlark.Options{Tools: list, Call: s.call, Print: s.print})
	if err := s.send(event{Ev: "hello"}); err != nil {
		return err
	}

	for {
		var o order
		if _, err := readFrame(s.in, maxOrder, &o); err != nil {
			return nil // the parent is gone
		}
		if o.Do != "exec" {
			continue
		}
		s.key = o.Key
		s.code = &code{left: o.Output, bytes: o.Bytes}
		ctx, cancel := context.WithCancel(context.Background())
		s.code.clock = startClock(time.Duration(o.WallMS)*time.Millisecond, cancel)
		s.busy.Store(true)
		// busy lets watchMemory look, and the clock ends the code by the context: the interpreter
		// goes on, with all its names.
		r := it.Exec(ctx, fmt.Sprintf("<step %d>", o.Step), o.Code)
		s.busy.Store(false)
		s.code.clock.stop()
		cancel()
		s.flush()
		if err := s.send(s.done(o, r)); err != nil {
			return err
		}
	}
}

func (s *server) done(o order, r starlark.Result) event {
	e := event{Ev: "done", Value: r.Value[:whole(r.Value, o.Output+4)], Error: r.Err, Line: r.Line, Dropped: s.code.dropped}
	switch {
	case r.Timeout:
		e.Kind = LimitError
		e.Error = fmt.Sprintf("the code ran longer than %v and was stopped at line %d; names are kept", time.Duration(o.WallMS)*time.Millisecond, r.Line)
	case r.Dialect:
		e.Kind = DialectError
	case r.Syntax:
		e.Kind = SyntaxError
	case r.Err != "":
		e.Kind = RuntimeError
	}
	return e
}

// print keeps what fits the limit and counts the rest.
func (s *server) print(text string) {
	c := s.code
	keep := whole(text, c.left)
	c.left -= keep
	c.dropped += len(text) - keep
	c.buf.WriteString(text[:keep])
	// Few large frames rather than one for each print.
	if c.buf.Len() > 4096 {
		s.flush()
	}
}

func (s *server) flush() {
	text := s.code.buf.String()
	s.code.buf.Reset()
	for text != "" {
		// Well below the size of a frame, also with six bytes of JSON for each.
		n := whole(text, 8192)
		_ = s.send(event{Ev: "out", Text: text[:n]})
		text = text[n:]
	}
}

// whole is the number of bytes of s, at most limit, that cut no character.
func whole(s string, limit int) int {
	if len(s) <= limit {
		return len(s)
	}
	n := limit
	for n > 0 && n > limit-utf8.UTFMax && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

func (s *server) call(name string, args json.RawMessage) (json.RawMessage, error) {
	if s.code.over {
		return nil, starlark.ErrStop
	}
	if len(args) > s.code.bytes {
		return nil, fmt.Errorf("%s: the arguments take more than %d bytes", name, s.code.bytes)
	}
	s.code.clock.pause()
	defer s.code.clock.resume()
	// What was printed before the call comes before it in the parent's order too.
	s.flush()
	if err := s.send(event{Ev: "call", Name: name, Args: args}); err != nil {
		return nil, err
	}
	var o order
	if _, err := readFrame(s.in, maxOrder, &o); err != nil {
		os.Exit(0) // the parent is gone
	}
	switch o.Do {
	case "result":
		return o.Value, nil
	case "final":
		s.code.over = true
		return nil, starlark.ErrStop
	}
	return nil, errors.New(o.Error)
}

// clock calls a function when a time has passed in which it was not paused.
type clock struct {
	left  time.Duration
	since time.Time
	timer *time.Timer
}

func startClock(d time.Duration, f func()) *clock {
	return &clock{left: d, since: time.Now(), timer: time.AfterFunc(d, f)}
}

func (c *clock) stop() { c.timer.Stop() }

func (c *clock) pause() {
	// A timer that has fired has cancelled the code already.
	if c.timer.Stop() {
		c.left -= time.Since(c.since)
	}
}

func (c *clock) resume() {
	c.since = time.Now()
	c.timer.Reset(max(c.left, time.Millisecond))
}
