package sandbox

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// grace is how much longer than its limit code may go on before the process is
// killed: an interpreter that still works ends the code by itself and keeps names.
func grace(wall time.Duration) time.Duration {
	return min(1500*time.Millisecond, 200*time.Millisecond+wall/2)
}

// box is an Interpreter: an engine's process, started again when it had to be killed.
type box struct {
	engine *Engine
	opts   InterpreterOptions
	limits Limits
	proc   *process
	step   int
	lost   bool // names of earlier steps are gone
	closed bool
}

func (b *box) Dialect() Dialect { return b.engine.Dialect() }

func (b *box) Close() error {
	b.closed = true
	b.kill()
	return nil
}

func (b *box) kill() {
	if b.proc != nil {
		b.proc.end()
		b.proc = nil
	}
}

func (b *box) Exec(ctx context.Context, code string) (Execution, error) {
	if b.closed {
		return Execution{}, errors.New("exec: the interpreter is closed")
	}
	if err := ctx.Err(); err != nil {
		return Execution{}, err
	}
	var ex Execution
	if b.proc == nil {
		p, err := b.engine.start(ctx, b.opts.Tools, b.limits)
		if err != nil {
			return Execution{}, err
		}
		b.proc = p
		// Said once, to the author of the code that follows: earlier steps may have defined what
		// it uses.
		if b.lost {
			ex.Notice = "The interpreter was started afresh: names of earlier steps are gone."
			b.lost = false
		}
	}
	b.step++

	// The process stood still since the last step.
	b.proc.signal(resume)
	start := time.Now()

	// The key is made anew for each Exec: an event that code of an earlier step left in the pipe
	// does not have it.
	r := &run{box: b, p: b.proc, ex: &ex, key: rand.Text()}
	err := r.do(ctx, code)
	ex.Elapsed = time.Since(start)
	ex.Stdout, ex.Cut = r.printed(), ex.Cut || r.dropped > 0

	// The child keeps to the limits by itself, and is not believed.
	if len(ex.Value) > b.limits.Output {
		ex.Value, ex.Cut = cut(ex.Value, b.limits.Output, 0), true
	}
	ex.Error = cut(ex.Error, max(4000, b.limits.Output/4), 0)
	ex.Kind = known(ex.Kind)

	if err == nil && !r.over {
		// A forged end leaves code running: it stands still until the next step, and what
		// it wrote before is looked at.
		b.proc.signal(pause)
		if why := b.proc.overdrawn(b.limits); why != "" {
			r.fail(LimitError, "%s", why)
		}
	}

	if err != nil || r.over {
		b.kill()
		b.lost = true
	}
	return ex, err
}

// run is one Exec.
type run struct {
	box     *box
	p       *process
	key     string // of this Exec's events
	ex      *Execution
	out     strings.Builder
	dropped int
	over    bool // the process can't be used again
}

// fail notes an error that ends the process.
func (r *run) fail(kind ErrorKind, format string, args ...any) {
	r.over = true
	r.ex.Kind, r.ex.Error = kind, fmt.Sprintf(format, args...)
}

func (r *run) do(ctx context.Context, code string) error {
	l := r.box.limits
	if err := r.p.send(order{Do: "exec", Key: r.key, Code: code, Step: r.box.step, WallMS: l.Wall.Milliseconds(), Output: l.Output, Bytes: l.CallBytes}); err != nil {
		r.died(err)
		return nil
	}

	// The child's own clock ends the code at Wall. This one is for a child that no longer can.
	left := l.Wall + grace(l.Wall)

	// The kernel bounds the size of one file, not that of all: files are counted while the code
	// runs, not only after it.
	watch := time.NewTicker(100 * time.Millisecond)
	defer watch.Stop()
	for {
		from := time.Now()
		timer := time.NewTimer(left)
		var ev event
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
			r.fail(LimitError, "the code ran longer than %v and was ended", l.Wall)
			return nil
		case <-watch.C:
			timer.Stop()
			// Time that a tool takes does not count: left is reduced by the waiting alone.
			left -= time.Since(from)
			if why := r.p.overdrawn(l); why != "" {
				r.fail(LimitError, "%s", why)
				return nil
			}
			continue
		case m := <-r.p.events:
			timer.Stop()
			left -= time.Since(from)
			if m.err != nil {
				r.died(m.err)
				return nil
			}
			ev = m.event
		}
		// Whoever writes without the key is code that found the pipe.
		if ev.Key != r.key {
			r.died(errFrame)
			return nil
		}
		switch ev.Ev {
		case "out":
			r.out.WriteString(ev.Text)
			// The child keeps to Output by itself, and what it flushes may pass that a little.
			// Text far beyond it comes from something else.
			if r.out.Len() > 4*l.Output+1<<20 {
				r.fail(LimitError, "the code printed without end and was ended")
				return nil
			}
		case "call":
			if err := r.call(ctx, ev); err != nil || r.over {
				return err
			}
		case "done":
			r.ex.Value, r.ex.Error, r.ex.Kind, r.ex.Line = ev.Value, ev.Error, ev.Kind, ev.Line
			r.dropped += max(0, ev.Dropped)
			// The final call ends the step as a success even where the code catches that end and
			// goes on to fail.
			if r.ex.Final { // however the code took its end
				r.ex.Value, r.ex.Error, r.ex.Kind, r.ex.Line = "", "", NoError, 0
			} else if ev.Error != "" && ev.Kind == NoError {
				r.ex.Kind = RuntimeError
			}
			return nil
		default:
			r.died(errFrame)
			return nil
		}
	}
}

// call does one call of a tool. The error is one that ends the Exec as a Go error.
func (r *run) call(ctx context.Context, ev event) error {
	l := r.box.limits
	answer := order{Do: "result"}
	r.ex.Calls++
	switch {
	case r.ex.Final:
		answer.Do = "final"
	case r.ex.Calls > l.Calls+16:
		// A loop that catches the error of each refused call would go on until its time is up.
		r.fail(LimitError, "the code called tools without end and was ended; the limit is %d calls", l.Calls)
		return nil
	case r.ex.Calls > l.Calls:
		answer = order{Do: "error", Error: fmt.Sprintf("limit of %d calls of tools reached in one step", l.Calls)}
	case len(ev.Args) > l.CallBytes:
		answer = order{Do: "error", Error: fmt.Sprintf("the arguments take more than %d bytes", l.CallBytes)}
	case !r.known(ev.Name) || r.box.opts.Call == nil:
		// Code that writes events of its own can ask for any name.
		answer = order{Do: "error", Error: fmt.Sprintf("there is no tool %q", ev.Name)}
	default:
		value, err := r.box.opts.Call(ctx, ev.Name, ev.Args)
		switch abort := (*abortError)(nil); {
		case err == nil && len(value) > maxResult:
			answer = order{Do: "error", Error: fmt.Sprintf("the result takes more than %d bytes", maxResult)}
		case err == nil:
			answer.Value = value
		case errors.As(err, &abort):
			return abort.err
		case errors.Is(err, ErrFinal):
			r.ex.Final = true
			answer.Do = "final"
		case ctx.Err() != nil:
			return ctx.Err()
		default:
			answer = order{Do: "error", Error: err.Error()}
		}
	}

	if err := r.p.send(answer); err != nil {
		r.died(err)
	}
	return nil
}

func (r *run) known(name string) bool {
	for _, t := range r.box.opts.Tools {
		if t.Name == name {
			return true
		}
	}
	return false
}

// died says what became of a process that talks no more, or not in frames.
func (r *run) died(err error) {
	if errors.Is(err, errFrame) {
		r.fail(BrokenError, "something other than the interpreter wrote to its pipe; it was ended")
		return
	}
	if errors.Is(err, errFlood) {
		r.fail(LimitError, "the code wrote without end to a standard stream and was ended")
		return
	}
	// A process that was just killed needs a moment to be reaped. What it wrote last tells why a
	// runtime gave up, where the exit status does not.
	state := r.p.wait(2 * time.Second)
	last := r.p.stdio.String()
	switch {
	case state == nil:
		r.fail(BrokenError, "the code closed the interpreter's pipe, or no longer reads it; it was ended")
	case tookTooLong(state) || state.UserTime()+state.SystemTime() >= r.box.limits.CPU:
		// The kernel's signal, or a process that caught it and was ended a second later by the
		// hard limit.
		r.fail(LimitError, "the code used more than %v of processor time and was ended", r.box.limits.CPU)
	case strings.Contains(last, "out of memory") || strings.Contains(last, "cannot allocate memory") || state.ExitCode() == exitMemory:
		r.fail(LimitError, "the code used more than %d MiB of memory and was ended", r.box.limits.Memory>>20)
	case strings.Contains(last, "stack overflow") || strings.Contains(last, "goroutine stack exceeds"):
		r.fail(LimitError, "calls were nested too deeply; the interpreter was ended")
	default:
		r.fail(BrokenError, "the code ended its interpreter (%v)", state)
	}
}

// printed is what the code printed, cut to the limit with a note.
func (r *run) printed() string {
	s := strings.ToValidUTF8(r.out.String(), "\uFFFD")
	if limit := r.box.limits.Output; len(s) > limit || r.dropped > 0 {
		r.dropped += max(0, len(s)-limit)
		return cut(s, limit, r.dropped)
	}
	return s
}

// cut keeps the first limit bytes of s, at a whole character, with a note of how
// many are missing; beyond counts what was missing already.
func cut(s string, limit, beyond int) string {
	if len(s) <= limit && beyond == 0 {
		return s
	}
	n := whole(s, limit)
	return fmt.Sprintf("%s\n… [cut: %d characters more]", s[:n], max(beyond, len(s)-n))
}

// known is a kind that the child reported, if there is such a one: the child is not
// believed, and what it reports goes into prompts and records.
func known(k ErrorKind) ErrorKind {
	switch k {
	case NoError, SyntaxError, DialectError, RuntimeError, LimitError, BrokenError:
		return k
	}
	return RuntimeError
}

// maxResult is the size in bytes of what a tool may hand back to code.
const maxResult = 8 << 20

// maxStray is how much code may write to the process's own standard streams,
// past the interpreter's print.
const maxStray = 1 << 20

var errFlood = errors.New("flood")

// message is an event, or the end of events.
type message struct {
	event
	err error
}

// process is a running child.
type process struct {
	cmd     *exec.Cmd
	orders  *os.File
	replies *os.File
	stdio   stray
	events  chan message
	ended   chan struct{} // closed by end
	scratch *scratch
	exited  chan struct{}    // closed when the process is reaped
	state   *os.ProcessState // after exited
}

// startProcess starts a child, which is this program once more, in the first of the
// mount spaces that the system grants. The scratch folder is removed when the process
// ends, or does not start.
func startProcess(argv []string, dir *scratch, spaces []func(*exec.Cmd), maxFrame int) (p *process, err error) {
	// The first refusal says nothing of the others: a container may forbid user namespaces and
	// allow mounts, or the other way round.
	for _, space := range spaces {
		if p, err = startIn(argv, dir, space); err == nil {
			go p.read(maxFrame)
			return p, nil
		}
	}
	dir.remove()
	return nil, err
}

// startIn starts a child in a mount space.
func startIn(argv []string, dir *scratch, space func(*exec.Cmd)) (*process, error) {
	orderRead, orderWrite, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	eventRead, eventWrite, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, orderRead.Close(), orderWrite.Close())
	}
	p := &process{orders: orderWrite, replies: eventRead, events: make(chan message), ended: make(chan struct{}), scratch: dir, exited: make(chan struct{})}
	p.cmd = exec.Command(argv[0], argv[1:]...)
	p.cmd.Dir, p.cmd.Env = dir.dir, []string{"GOGC=off"} // see launchInto
	p.cmd.ExtraFiles = []*os.File{orderRead, eventWrite}
	p.stdio = stray{first: head{max: 2048}, left: maxStray, flood: func() { _ = killGroup(p.cmd) }}
	p.cmd.Stdout, p.cmd.Stderr = &p.stdio, &p.stdio

	// For a grandchild that left the group and holds the standard streams open.
	p.cmd.WaitDelay = 2 * time.Second
	ownSession(p.cmd)
	space(p.cmd)

	started := make(chan error)
	go func() {
		runtime.LockOSThread() // see held
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		if started <- err; err != nil {
			return
		}
		_ = p.cmd.Wait()
		p.state = p.cmd.ProcessState
		close(p.exited)
	}()
	err = <-started

	// The child has copies of its ends. While this process held them too, the end of the child
	// would not end the pipe.
	_, _ = orderRead.Close(), eventWrite.Close()
	if err != nil {
		_, _ = orderWrite.Close(), eventRead.Close()
		return nil, fmt.Errorf("start the interpreter's process: %w", err)
	}
	return p, nil
}

// read hands out events until the process ends or says something that is none.
func (p *process) read(maxFrame int) {
	for n := 1; ; n++ {
		var m message
		_, m.err = readFrame(p.replies, maxFrame, &m.event)
		switch {
		case m.err == nil && m.N != n && m.Ev != "fatal":
			// A gap in the numbers: an event was forged or eaten. Only "fatal", which is said
			// before an interpreter counts, has no number.
			m.err = errFrame
		case m.err != nil && p.stdio.flooded():
			// The process was killed for what it wrote to its standard streams, which is the
			// better reason.
			m.err = errFlood
		}
		select {
		case p.events <- m:
		case <-p.ended:
			return
		}
		if m.err != nil {
			return
		}
	}
}

func (p *process) send(o order) error {
	// A child that does not read fills the pipe, on which this process would wait for ever.
	_ = p.orders.SetWriteDeadline(time.Now().Add(10 * time.Second))
	return writeFrame(p.orders, o)
}

// wait is how the process ended, or nil when it did not within d.
func (p *process) wait(d time.Duration) *os.ProcessState {
	select {
	case <-p.exited:
		return p.state
	case <-time.After(d):
		return nil
	}
}

// end kills the process with its group and removes its folder.
func (p *process) end() {
	select {
	case <-p.exited: // its number may be another's by now
	default:
		_ = killGroup(p.cmd)
	}
	// Lets read go, which may be about to hand an event to nobody.
	close(p.ended)
	_, _ = p.orders.Close(), p.replies.Close()
	<-p.exited
	p.scratch.remove()
}

// signal does something to the process's group, unless it has ended: its number may be
// another's by now.
func (p *process) signal(do func(*exec.Cmd)) {
	select {
	case <-p.exited:
	default:
		do(p.cmd)
	}
}

// overdrawn says which limit that the kernel doesn't keep was passed.
func (p *process) overdrawn(l Limits) string {
	u := measure(p.scratch.dir)
	// A file that was deleted and is still open takes as much of the disk as before.
	u.unlinked(p.cmd.Process.Pid, p.scratch.dir, l.Scratch)
	if u.bytes > l.Scratch || u.files > maxFiles || u.deep {
		return fmt.Sprintf("the code wrote more than %d MiB, or %d files, or folders in each other more than %d deep, and was ended", l.Scratch>>20, maxFiles, maxNested)
	}
	return ""
}

// stray takes what comes out of the process's standard streams.
type stray struct {
	tail
	first head // a runtime says first why it ends, and then much else
	left  int
	over  bool
	flood func()
}

func (s *stray) Write(b []byte) (int, error) {
	_, _ = s.first.Write(b)
	_, _ = s.tail.Write(b)
	// The lock is the one of the tail, whose Write has let go of it by now.
	s.mu.Lock()
	s.left -= len(b)
	now := s.left < 0 && !s.over
	s.over = s.over || now
	s.mu.Unlock()
	// Outside of the lock, and once.
	if now {
		s.flood()
	}
	return len(b), nil
}

// String is the beginning and the end of what came out.
func (s *stray) String() string { return string(s.first.bytes()) + "\n" + s.tail.String() }

func (s *stray) flooded() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.over
}
