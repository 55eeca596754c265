package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"ensures/runner"

	"github.com/nats-io/nats.go/jetstream"
)

// Owned is a run as its owner has it done.
type Owned struct {
	Settings any // what workers need to make the engines; as JSON at most 200 kB
	// Local, when set, does jobs in this process too; the run's ID is what Work takes.
	Local func(ctx context.Context, run string, drain <-chan struct{}) error
}

// Spread has a run's jobs done by workers of the queue. When all are done the run
// leaves the queue; when it is drained or fails it stays, and can be resumed.
func (q *Queue) Spread(o Owned) runner.Spread {
	return func(ctx context.Context, m runner.Manifest, jobs []runner.Job, drain <-chan struct{}, done func(runner.Done) error) error {
		settings, err := json.Marshal(o.Settings)
		if err != nil {
			return err
		}
		s := &owner{q: q, run: run{ID: idOf(m), Manifest: m, Settings: settings}, done: done, todo: map[string]runner.Job{}}
		for _, j := range jobs {
			s.todo[token(j.Key())] = j
		}
		return s.all(ctx, jobs, drain, o.Local)
	}
}

// owner has the jobs of one run done.
type owner struct {
	q    *Queue
	run  run
	done func(runner.Done) error

	kv         jetstream.KeyValue
	jobs, rows jetstream.Stream

	mu   sync.Mutex
	todo map[string]runner.Job // by token
}

func (s *owner) all(ctx context.Context, jobs []runner.Job, drain <-chan struct{}, local func(context.Context, string, <-chan struct{}) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if err := s.begin(ctx); err != nil {
		return err
	}
	last, err := s.found(ctx)
	if err != nil {
		return err
	}
	var wg sync.WaitGroup

	enough, stop := context.WithCancel(ctx) // ends when nothing more is to be begun
	defer stop()
	if local != nil {
		wg.Go(func() {
			if err := local(ctx, s.run.ID, enough.Done()); err != nil {
				cancel(err)
			}
		})
	}
	wg.Go(func() {
		select {
		case <-drain:
			stop()
		case <-enough.Done():
		}
	})
	wg.Go(func() {
		// Beside receiving: workers finish the first jobs while the last ones are still put in.
		if err := s.publish(enough, jobs); err != nil && enough.Err() == nil {
			cancel(err)
		}
	})
	err = s.receive(ctx, enough, last)
	stop()
	wg.Wait()
	if err == nil {
		err = context.Cause(ctx)
	}

	// Drained: what is left stays in the queue, for whoever resumes.
	if err != nil || s.left() > 0 {
		return err
	}
	return s.end(context.WithoutCancel(ctx))
}

// begin makes the run known.
func (s *owner) begin(ctx context.Context) (err error) {
	if s.jobs, s.rows, err = s.q.open(ctx, s.run); err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	// It is paused where the run was drained before.
	if _, err := s.q.js.ResumeConsumer(ctx, s.run.jobs(), workers); err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	if s.kv, err = s.q.runs(ctx); err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	b, err := json.Marshal(s.run)
	if err != nil {
		return err
	}
	// Last: workers look for runs here, and find the streams made.
	if _, err := s.kv.Put(ctx, s.run.ID, b); err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	return nil
}

// end takes the run out of the queue.
func (s *owner) end(ctx context.Context) error {
	return errors.Join(s.kv.Purge(ctx, s.run.ID), s.q.js.DeleteStream(ctx, s.run.jobs()), s.q.js.DeleteStream(ctx, s.run.rows()))
}

// found takes the rows that are in the stream from an earlier time, and tells the
// number of the last one. Those of jobs that are to be run again are taken out.
func (s *owner) found(ctx context.Context) (uint64, error) {
	info, err := s.rows.Info(ctx)
	if err != nil {
		return 0, fmt.Errorf("queue: %w", err)
	}
	last := info.State.LastSeq
	if info.State.Msgs == 0 {
		return last, nil
	}

	for seq := info.State.FirstSeq; seq <= last; seq++ {
		msg, err := s.rows.GetMsg(ctx, seq)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			continue
		}
		if err != nil {
			return 0, fmt.Errorf("queue: %w", err)
		}
		var d runner.Done
		if err := unpack(msg.Data, &d); err != nil {
			return 0, fmt.Errorf("queue: row %d: %w", seq, err)
		}
		// With its row in the stream a job counts as done: without it the job can be put in
		// again, and its new row too.
		if d.Row.Status == runner.Infrastructure {
			if err := s.rows.DeleteMsg(ctx, seq); err != nil {
				return 0, fmt.Errorf("queue: %w", err)
			}
			continue
		}
		if err := s.take(d); err != nil {
			return 0, err
		}
	}
	return last, nil
}

// take hands on a finished job, once.
func (s *owner) take(d runner.Done) error {
	// Taken off the list before it is handed on, so that the same row from two places is handed
	// on once.
	s.mu.Lock()
	t := token(d.Row.Key())
	_, wanted := s.todo[t]
	delete(s.todo, t)
	s.mu.Unlock()
	if !wanted {
		return nil
	}
	return s.done(d)
}

func (s *owner) left() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.todo)
}

// publish puts the jobs into the stream that are neither done nor in it.
func (s *owner) publish(ctx context.Context, jobs []runner.Job) error {
	for _, j := range jobs {
		s.mu.Lock()
		_, open := s.todo[token(j.Key())]
		s.mu.Unlock()
		if !open {
			continue
		}
		data, err := pack(j)
		if err != nil {
			return err
		}
		if most := s.q.nc.MaxPayload(); int64(len(data)) > most {
			return fmt.Errorf("queue: task %s has %d bytes, and the server takes %d", j.Task.ID, len(data), most)
		}
		// A job that is in the stream already, from before a restart, is refused by the server,
		// which is as it should be.
		if _, err := s.q.js.Publish(ctx, s.run.jobSubject(j.Key()), data); err != nil && !taken(err) {
			return fmt.Errorf("queue: task %s: %w", j.Task.ID, err)
		}
	}
	return nil
}

// receive takes rows until all are there; when nothing more is to be begun, until
// no worker is at a job.
func (s *owner) receive(ctx, enough context.Context, last uint64) error {
	c, err := s.rows.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: last + 1})
	if err != nil {
		return fmt.Errorf("queue: %w", err)
	}

	paused := false
	for s.left() > 0 && ctx.Err() == nil {
		// Paused, the consumer gives out no more jobs, while those that were given out go on. A
		// year stands for: until somebody resumes.
		if enough.Err() != nil && !paused {
			paused = true
			if _, err := s.q.js.PauseConsumer(ctx, s.run.jobs(), workers, time.Now().AddDate(1, 0, 0)); err != nil {
				return fmt.Errorf("queue: %w", err)
			}
		}
		// Before the pause there is always something to wait for.
		atWork := 1
		if paused {
			c, err := s.jobs.Consumer(ctx, workers)
			if err != nil {
				return fmt.Errorf("queue: %w", err)
			}
			atWork = c.CachedInfo().NumAckPending
		}
		got := 0
		batch, err := c.Fetch(50, jetstream.FetchMaxWait(500*time.Millisecond))
		if err == nil {
			for msg := range batch.Messages() {
				got++
				var d runner.Done
				if err := unpack(msg.Data(), &d); err != nil {
					return fmt.Errorf("queue: %s: %w", msg.Subject(), err)
				}
				if err := s.take(d); err != nil {
					return err
				}
			}
			err = batch.Error()
		}
		switch {
		case gone(err):
			return fmt.Errorf("queue: somebody removed the run: %w", err)
		case err != nil && ctx.Err() == nil:
			s.q.o.Log.Warn("the queue does not answer", "error", err)
			select { // it is connected anew
			case <-time.After(500 * time.Millisecond):
			case <-ctx.Done():
			}
		case got == 0 && atWork == 0:
			// In this order: rows of jobs that ended are received before their end is believed.
			return nil
		}
	}
	return nil
}
