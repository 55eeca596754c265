package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ensures/runner"

	"github.com/nats-io/nats.go/jetstream"
)

// Tries is how often a job is begun before it is given up: whoever begins it dies.
const Tries = 3

// WorkOptions say how a worker works.
type WorkOptions struct {
	Dir     string        // where jobs have their folders
	Workers int           // jobs at a time; default 1
	Run     string        // only this run; "": any
	Wait    time.Duration // end when there was nothing to do for so long; 0: never
	Drain   <-chan struct{}
	// Open makes a run's engines; an error leaves the run to others.
	Open  func(ctx context.Context, m runner.Manifest, settings json.RawMessage) (*runner.Executor, func(), error)
	Begun func(runner.Job) // may be nil
	Done  func(runner.Row) // may be nil
}

// Work does jobs of the queue until it is told to stop, or has waited long enough;
// it tells how many it did.
func (q *Queue) Work(ctx context.Context, o WorkOptions) (int, error) {
	if o.Workers < 1 {
		o.Workers = 1
	}
	var did atomic.Int64
	refused := map[string]bool{}
	busy := time.Now()
	for ctx.Err() == nil && !closed(o.Drain) {
		rs, err := q.open4work(ctx, o.Run)
		if err != nil && ctx.Err() == nil {
			q.o.Log.Warn("the queue does not answer", "error", err)
		}
		worked := false
		for _, r := range rs {
			if refused[r.ID] || closed(o.Drain) || ctx.Err() != nil {
				continue
			}
			ok, err := q.serve(ctx, r, o, &did)
			worked = worked || ok
			var no *refusal
			switch {
			case errors.As(err, &no):
				q.o.Log.Warn("a run is left to others", "run", r.ID, "data set", r.Manifest.Dataset, "reason", no.err)
				// Asked once: the reason is in this process (a missing tool, another version) and
				// stays.
				refused[r.ID] = true
				if o.Run == r.ID {
					return int(did.Load()), no.err
				}
			case err != nil && ctx.Err() == nil:
				return int(did.Load()), err
			}
		}

		if worked {
			busy = time.Now()
			continue
		}
		if o.Wait > 0 && time.Since(busy) > o.Wait {
			break
		}
		select {
		case <-time.After(300 * time.Millisecond):
		case <-ctx.Done():
		case <-o.Drain:
		}
	}
	return int(did.Load()), context.Cause(ctx)
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// refusal is why a worker can't serve a run.
type refusal struct{ err error }

func (e *refusal) Error() string { return e.err.Error() }

// open4work are the runs that wait for workers, the oldest first.
func (q *Queue) open4work(ctx context.Context, only string) ([]run, error) {
	kv, err := q.runs(ctx)
	if err != nil {
		return nil, err
	}
	keys, err := kv.Keys(ctx)
	if errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []run
	for _, k := range keys {
		if only != "" && k != only {
			continue
		}
		e, err := kv.Get(ctx, k)
		if err != nil {
			continue // it has just ended
		}
		var r run
		if err := json.Unmarshal(e.Value(), &r); err != nil {
			return nil, fmt.Errorf("queue: run %s: %w", k, err)
		}
		out = append(out, r)
	}
	slices.SortFunc(out, func(x, y run) int { return x.Manifest.Created.Compare(y.Manifest.Created) })
	return out, nil
}

// serve does jobs of a run until there are none for the moment. It reports whether
// the run has any left, here or elsewhere.
func (q *Queue) serve(ctx context.Context, r run, o WorkOptions, did *atomic.Int64) (bool, error) {
	c, err := q.js.Consumer(ctx, r.jobs(), workers)
	if err != nil {
		if gone(err) {
			return false, nil
		}
		return false, err
	}

	// Jobs without an acknowledgement are with other workers: should one die, they are to be had
	// again.
	if i := c.CachedInfo(); i.Paused || i.NumPending == 0 && i.NumAckPending == 0 {
		return false, nil
	}
	rows, err := q.js.Stream(ctx, r.rows())
	if err != nil {
		return false, nil // it has just ended
	}
	x, end, err := o.Open(ctx, r.Manifest, r.Settings)
	if err != nil {
		return false, &refusal{err}
	}
	defer end()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &worker{q: q, run: r, rows: rows, executor: x, o: o, wait: c.CachedInfo().Config.AckWait}
	var wg sync.WaitGroup
	for range o.Workers {
		wg.Go(func() {
			// Four empty fetches of a second in a row: then there is nothing for the moment, and
			// Work looks at the other runs too.
			for idle := 0; idle < 4 && ctx.Err() == nil && !closed(o.Drain); {
				msg, err := c.Next(jetstream.FetchMaxWait(time.Second))
				if err != nil {
					if gone(err) {
						return
					}
					idle++
					continue
				}
				idle = 0
				ok, err := w.job(ctx, msg)
				if err != nil {
					cancel(err)
					return
				}
				if ok {
					did.Add(1)
				}
			}
		})
	}
	wg.Wait()
	return true, context.Cause(ctx)
}

// worker does jobs of one run.
type worker struct {
	q        *Queue
	run      run
	rows     jetstream.Stream
	executor *runner.Executor
	o        WorkOptions
	wait     time.Duration // the server's patience
}

// job does a job and puts its row into the stream; it reports whether it did.
func (w *worker) job(ctx context.Context, msg jetstream.Msg) (bool, error) {
	var j runner.Job
	if err := unpack(msg.Data(), &j); err != nil || j.Task == nil {
		_ = msg.Nak()
		return false, fmt.Errorf("queue: %s is no job: %w", msg.Subject(), err)
	}
	subject := w.run.rowSubject(j.Key())
	if _, err := w.rows.GetLastMsgForSubject(ctx, subject); err == nil {
		return false, acknowledge(ctx, msg) // whoever did it died before saying so
	}
	alive, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	wg.Go(func() {
		// Four times within the server's patience: one or two signs of life may get lost.
		for tick := time.NewTicker(w.wait / 4); ; {
			select {
			case <-tick.C:
				_ = msg.InProgress()
			case <-alive.Done():
				tick.Stop()
				return
			}
		}
	})
	d := runner.Done{Row: runner.Row{TaskID: j.Task.ID, Engine: j.Engine, Run: j.Run, Category: j.Task.Category, Status: runner.Infrastructure}}

	// A job that kills whoever begins it would go round for ever.
	if meta, err := msg.Metadata(); err == nil && meta.NumDelivered > Tries {
		d.Row.Reason = fmt.Sprintf("begun %d times, and whoever began it died", Tries)
	} else {
		if w.o.Begun != nil {
			w.o.Begun(j)
		}
		dir := filepath.Join(w.o.Dir, w.run.ID, j.Folder())
		d.Row, err = w.executor.Do(ctx, j, dir)
		if ctx.Err() != nil {
			_ = msg.Nak() // another one may have it at once
			return false, nil
		}
		if err != nil {
			_ = msg.Nak()
			return false, err
		}
		d.Files = filesOf(dir)
	}

	// Before the acknowledgement. Between the two the job can be given to another, who finds the
	// row.
	if err := w.publish(ctx, subject, d); err != nil {
		if ctx.Err() != nil {
			return false, nil
		}
		return false, err
	}
	if w.o.Done != nil {
		w.o.Done(d.Row)
	}
	return true, acknowledge(ctx, msg)
}

// acknowledge tells the server that a job is done. A job whose acknowledgement is
// lost is given to somebody who finds its row.
func acknowledge(ctx context.Context, msg jetstream.Msg) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = msg.DoubleAck(ctx)
	return nil
}

// publish puts a row into the stream, for as long as it takes to reach the server.
// What is too large goes without its files, then without its code.
func (w *worker) publish(ctx context.Context, subject string, d runner.Done) error {
	data, err := pack(d)
	if err != nil {
		return err
	}
	most := int(w.q.nc.MaxPayload())

	if len(data) > most {
		w.q.o.Log.Warn("a task's files are too large for the queue and stay here", "task", d.Row.TaskID, "folder", w.o.Dir)
		d.Files = nil
		if data, err = pack(d); err != nil {
			return err
		}
	}
	if len(data) > most {
		d.Row = runner.Row{TaskID: d.Row.TaskID, Engine: d.Row.Engine, Run: d.Row.Run, Category: d.Row.Category, Status: runner.Failed,
			Reason: fmt.Sprintf("the result has %d bytes, and the queue takes %d", len(data), most)}
		if data, err = pack(d); err != nil {
			return err
		}
	}

	for try := 0; ; try++ {
		_, err := w.q.js.Publish(ctx, subject, data)
		if err == nil || taken(err) || gone(err) && try > 5 { // a run that is over needs no row
			return nil
		}
		w.q.o.Log.Warn("the queue does not take a row", "task", d.Row.TaskID, "error", err)
		select {
		case <-time.After(min(time.Duration(try+1)*200*time.Millisecond, 5*time.Second)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// filesOf are the files of a job's folder.
func filesOf(dir string) map[string][]byte {
	out := map[string][]byte{}
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return nil
		}
		if rel, err := filepath.Rel(dir, path); err == nil {
			if data, err := os.ReadFile(path); err == nil {
				out[rel] = data
			}
		}
		return nil
	})
	return out
}
