// Package key asks KeY, a deductive verifier for Java and JML, through a worker of
// ours: a small Java program that is compiled against KeY's library on the machine
// and kept running, since starting it costs seconds. Jobs and answers are lines of
// JSON.
//
// A file is put into KeY's dialect first: JML's
// defaults are written out, loops get the frame without which KeY forgets the heap,
// and a construct without a counterpart makes its method Unsupported by name. KeY
// checks overflow, run-time exceptions and that specifications are defined; it says
// Verified when every contract of a method is proved, and never Refuted: an open
// proof is Unknown, with the branch and the values that are left as a hint.
//
// The package must not know metrics, agents or benchmarks, nor how KeY got on the
// machine.
package key

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"ensures/java"
	"ensures/java/types"
	"ensures/verify"
)

// Options configure a Backend.
type Options struct {
	Library *types.Library
	Start   Starter
	// Steps limits the rule applications on one contract; 0 is 8,000.
	Steps int
	// Contract limits the time on one contract, for a machine on which its steps take
	// longer than they should; 0 is 60 s.
	Contract time.Duration
	// Timeout limits a file from outside, KeY's loading of it included; 0 is 300 s.
	// The worker is killed then.
	Timeout time.Duration
	// Recycle is the number of jobs after which a worker is started anew; 0 is 60.
	Recycle int
	// Processes is how many workers there may be; 0 is 1.
	Processes int
}

// Backend is KeY. It implements verify.Backend.
type Backend struct {
	o    Options
	pool chan *worker
	memo memo
}

// New is a backend whose workers start when they are needed. Close ends them.
func New(o Options) *Backend {
	set := func(n *int, def int) {
		if *n == 0 {
			*n = def
		}
	}
	set(&o.Steps, 8000)
	set(&o.Recycle, 60)
	set(&o.Processes, 1)
	o.Contract = cmp.Or(o.Contract, time.Minute)
	o.Timeout = cmp.Or(o.Timeout, 300*time.Second)
	b := &Backend{o: o, pool: make(chan *worker, o.Processes)}
	for range o.Processes {
		b.pool <- &worker{start: o.Start}
	}
	return b
}

// Close ends the workers, once what they do is done.
func (b *Backend) Close() {
	// A worker that is out of the pool does nothing for anybody else. They go back when all are
	// stopped.
	for range b.o.Processes {
		w := <-b.pool
		w.stop()
		defer func() { b.pool <- w }()
	}
}

// Name implements verify.Backend.
func (b *Backend) Name() string { return "key" }

// Version implements verify.Backend. A worker that can't be started shows when it
// is asked.
func (b *Backend) Version(context.Context) (string, error) { return Version, nil }

// Verify implements verify.Backend.
func (b *Backend) Verify(ctx context.Context, req verify.Request) (verify.Outcome, error) {
	a := b.VerifyAll(ctx, []verify.Request{req})[0]
	return a.Outcome, a.Err
}

// Answer is the answer to one request of several.
type Answer struct {
	Outcome verify.Outcome
	Err     error
}

// VerifyAll answers several requests, whose options must be the same. Files that
// share no class are loaded together, which saves most of the time of small ones;
// none of them sees the others.
func (b *Backend) VerifyAll(ctx context.Context, reqs []verify.Request) []Answer {
	out := make([]Answer, len(reqs))
	var open []*asked

	for i, r := range reqs {
		o := r.Options.WithDefaults()
		a := &asked{req: r, opts: o, start: time.Now(), results: map[*method][]answer{}}
		a.out = &out[i]

		if known, ok := b.memo.get(r); ok {
			out[i].Outcome = known
			continue
		}
		a.out.Outcome = verify.Outcome{Backend: b.Name(), Version: Version, Arithmetic: o.Arithmetic}

		u, errs := load(b.o.Library, r.File, r.Source, o)
		if len(errs) > 0 {
			a.out.Outcome.Verdict, a.out.Outcome.Diagnostics = verify.FrontEnd(errs)
			a.out.Outcome.Elapsed = time.Since(a.start)
			continue
		}
		a.unit = u
		open = append(open, a)
	}

	// Files with types of one name can't be loaded together, nor can questions of
	// different arithmetic.
	for len(open) > 0 {
		var batch, rest []*asked
		seen := map[string]bool{}
		for _, a := range open {
			if clash(seen, a.unit) || len(batch) > 0 && a.opts != batch[0].opts {
				rest = append(rest, a)
				continue
			}
			for _, n := range a.unit.types {
				seen[n] = true
			}
			batch = append(batch, a)
		}

		open = rest
		b.batch(ctx, batch)
		for _, a := range batch {
			a.finish()
			if a.opts.Quick && a.settled() {
				b.memo.put(a.req, a.out.Outcome)
			}
		}
	}
	return out
}

func clash(seen map[string]bool, u *unit) bool {
	for _, n := range u.types {
		if seen[n] {
			return true
		}
	}
	return false
}

// asked is a request on its way.
type asked struct {
	req     verify.Request
	opts    verify.Options
	unit    *unit
	start   time.Time
	results map[*method][]answer // contracts by method
	class   []answer             // of no method
	failed  *unsupported         // KeY could not load the file
	timeout time.Duration        // this long was not enough
	out     *Answer
	closed  bool // Outcome or Err says all
}

// pending are the methods that still need an answer under a treatment of the JVM's
// exceptions.
func (a *asked) pending(allow bool) []*method {
	if a.closed || a.failed != nil || a.unit.unfit != nil {
		return nil
	}
	var out []*method
	for _, m := range a.unit.methods {
		if m.wanted && m.unfit == nil && m.allow == allow && len(a.results[m]) == 0 {
			out = append(out, m)
		}
	}
	return out
}

// integers is KeY's integer semantics. Its unchecked arithmetic is never used: it
// proves what overflows. What is proved with overflow an error holds as well where
// nobody looks at it.
func integers(a verify.Arithmetic) string {
	if a == verify.Java {
		return "javaSemantics"
	}
	return "arithmeticSemanticsCheckingOF"
}

// batch asks a worker about files that can be loaded together.
func (b *Backend) batch(ctx context.Context, batch []*asked) {
	fail := func(err error) {
		for _, a := range batch {
			if !a.closed {
				a.closed, a.out.Err = true, err
			}
		}
	}

	var w *worker
	select {
	case w = <-b.pool:
	case <-ctx.Done():
		fail(context.Cause(ctx))
		return
	}
	defer func() { b.pool <- w }()
	limit := b.o.Timeout
	if t := batch[0].opts.Timeout; t > 0 && t < limit {
		limit = t
	}
	limit *= time.Duration(len(batch))
	inner, cancel := context.WithTimeout(ctx, limit)
	defer cancel()

	// The JVM's exceptions are treated in one way in all that is loaded: methods that need the
	// other one are asked about apart.
	for _, allow := range []bool{false, true} {
		if err := b.rounds(inner, w, batch, allow); err != nil {
			switch {
			case ctx.Err() != nil:
				fail(context.Cause(ctx))
			case errors.Is(err, context.DeadlineExceeded):
				for _, a := range batch {
					a.timeout = limit
				}
				return
			default:
				fail(err)
			}
			return
		}
	}
}

// maxRounds bounds the loads of one batch: each round leaves out at least a method
// or a file.
const maxRounds = 40

// rounds runs jobs until KeY has loaded what is left and answered.
func (b *Backend) rounds(ctx context.Context, w *worker, batch []*asked, allow bool) error {
	crashed := false
	for range maxRounds {
		j, ask := b.job(batch, allow)
		if len(ask) == 0 {
			return nil
		}

		if w.jobs >= b.o.Recycle {
			w.stop()
		}
		if err := w.use(ctx, integers(batch[0].opts.Arithmetic)); err != nil {
			return err
		}

		end, err := w.run(ctx, j, func(a answer) { take(ask, a) })
		var died *WorkerError
		switch {
		case errors.As(err, &died) && !crashed && died.Err != nil && !isProtocol(err):
			crashed = true // once may be the machine: again, without what is answered
			continue
		case err != nil:
			return err
		case end.Event == eventDone:
			// The Java heap grows with every file; a fresh worker is cheaper than its
			// last collections.
			if end.HeapMB > recycleHeap {
				w.stop()
			}
			// What was asked and has neither an answer nor an error, KeY has passed
			// over.
			for _, a := range ask {
				for _, m := range a.pending(allow) {
					m.unfit = &unsupported{at: m.at, what: "it made no contract of the method"}
				}
			}
			return nil
		}

		// Neither stage speaks of a file that could be left out.
		if end.Stage == "request" || end.Stage == "prove" {
			w.stop()
			return &WorkerError{Err: fmt.Errorf("%s: %s", end.Stage, end.Message)}
		}

		if !b.exclude(ask, end) {
			w.stop()
			return &WorkerError{Err: errors.New(end.Message)}
		}
	}
	return fmt.Errorf("KeY could not load the files in %d attempts", maxRounds)
}

func isProtocol(err error) bool {
	var p *ProtocolError
	return errors.As(err, &p)
}

// job is the files of a batch that have something to ask.
func (b *Backend) job(batch []*asked, allow bool) (job, []*asked) {
	j := b.limits(batch[0].opts)
	j.Exceptions = "ban"
	if allow {
		j.Exceptions = "allow"
	}
	var ask []*asked
	for _, a := range batch {
		pending := a.pending(allow)
		if len(pending) == 0 {
			continue
		}
		ask = append(ask, a)
		j.Files = append(j.Files, jobFile{Name: a.unit.name, Text: a.unit.text, Java: a.unit.source})
		for _, m := range pending {
			j.Ask = append(j.Ask, m.sig)
		}
	}
	return j, ask
}

// limits is a job with its bounds: for a quick question a quarter of them, and no second
// search.
func (b *Backend) limits(o verify.Options) job {
	j := job{Steps: b.o.Steps, ContractMS: b.o.Contract.Milliseconds(), Again: !o.Quick}
	if o.Quick {
		j.Steps, j.ContractMS = j.Steps/4, j.ContractMS/4
	}
	return j
}

// take notes what was found out about a contract.
func take(ask []*asked, r answer) {
	if r.Event != eventContract {
		return
	}
	for _, a := range ask {
		if r.Name != "" {
			for _, m := range a.unit.methods {
				if m.sig.String() == r.signature.String() {
					a.results[m] = append(a.results[m], r)
					return
				}
			}
			continue
		}
		if _, ok := a.unit.classes[r.Class]; ok {
			a.class = append(a.class, r)
			return
		}
	}
}

// exclude takes out what KeY, or the Java compiler, could not load. It reports
// whether there was something.
func (b *Backend) exclude(ask []*asked, end answer) bool {
	done := false
	for _, a := range ask {
		if end.Stage == "javac" {
			for _, e := range end.Errors {
				if e.File == a.unit.name {
					a.closed, done = true, true
					a.out.Outcome.Verdict = verify.Malformed
					a.out.Outcome.Diagnostics = append(a.out.Outcome.Diagnostics, verify.Diagnostic{Kind: verify.TypeError, Severity: verify.Error,
						Verdict: verify.Malformed, Line: e.Line, Column: max(e.Column, 1), Message: e.Message, Stage: "check"})
				}
			}
			continue
		}
		if end.File != a.unit.name && !(end.File == "" && len(ask) == 1) {
			continue
		}
		line := a.unit.line(end.Line)
		// Without that method the rest of the file may load.
		if m := a.unit.methodAt(line); m != nil && m.unfit == nil && m.m.Decl != nil && m.m.Decl.Body != nil {
			why := &unsupported{at: java.Position{Line: line, Column: 1}, what: oneLine(end.Message)}
			if a.unit.ban(b.o.Library, a.req.File, a.opts, m, why) {
				return true
			}
		}
		a.failed = &unsupported{at: java.Position{Line: line, Column: 1}, what: oneLine(end.Message)}
		return true
	}
	return done
}

// methodAt is the innermost method at a line of the source.
func (u *unit) methodAt(line int) *method {
	var best *method
	for _, m := range u.methods {
		if m.from <= line && line <= m.to && (best == nil || m.from >= best.from) {
			best = m
		}
	}
	return best
}
