package key

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// Conn is a running worker: jobs are written to it, answers read from it, a line
// each. Kill ends it with everything it started; it may be called more than once.
type Conn interface {
	io.ReadWriter
	Kill()
	// Stderr is the last of what it wrote to standard error.
	Stderr() string
}

// Starter starts a worker for one of KeY's integer semantics.
type Starter func(integers string) (Conn, error)

// maxLine bounds one answer.
const maxLine = 4 << 20

// startLimit is how long a worker may take to say that it is ready.
const startLimit = 60 * time.Second

// recycleHeap is the heap in use, in MB, from which a worker is not used again.
const recycleHeap = 1200

// worker is one process of the pool. Its methods are not safe for concurrent use:
// who has it from the pool has it alone.
type worker struct {
	start    Starter
	integers string
	conn     Conn
	lines    chan []byte
	failure  error // why lines was closed; read after it
	jobs     int   // since the start
	next     int   // id of the next job
	ready    answer
}

// WorkerError is a worker that died, hung or printed something else than answers.
type WorkerError struct {
	Err    error
	Stderr string
}

func (e *WorkerError) Error() string {
	s := "KeY worker: " + e.Err.Error()
	if e.Stderr != "" {
		s += " (" + e.Stderr + ")"
	}
	return s
}

func (e *WorkerError) Unwrap() error { return e.Err }

// use makes sure that a process with the integer semantics runs.
func (w *worker) use(ctx context.Context, integers string) error {
	if w.conn != nil && w.integers == integers {
		return nil
	}
	w.stop()
	c, err := w.start(integers)
	if err != nil {
		return err
	}
	w.conn, w.integers, w.jobs, w.next = c, integers, 0, 1
	w.listen()

	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	a, err := w.receive(ctx, 0)
	if err == nil && a.Event != eventReady {
		err = &ProtocolError{a.Event}
	}
	if err != nil {
		return w.broken(err)
	}
	if a.Version != Version || a.Integers != integers {
		w.stop()
		return fmt.Errorf("the KeY worker is of version %s, %s; want %s, %s", a.Version, a.Integers, Version, integers)
	}
	w.ready = a
	return nil
}

// listen reads the process's lines into a channel, so that waiting for one can end
// by a time-out.
func (w *worker) listen() {
	// The reader keeps the channel and the process that it began with: the worker may have others
	// when it ends.
	lines := make(chan []byte)
	w.lines = lines
	conn := w.conn
	go func() {
		defer close(lines)
		sc := bufio.NewScanner(conn)
		sc.Buffer(make([]byte, 64<<10), maxLine)
		for sc.Scan() {
			lines <- append([]byte(nil), sc.Bytes()...)
		}
		w.failure = sc.Err()
		if w.failure != nil { // a line that never ends: let the process not wait for us
			conn.Kill()
		}
	}()
}

// receive is the next answer to job id.
func (w *worker) receive(ctx context.Context, id int) (answer, error) {
	select {
	case <-ctx.Done():
		return answer{}, ctx.Err()
	case line, ok := <-w.lines:
		if !ok {
			if w.failure != nil {
				return answer{}, w.failure
			}
			return answer{}, io.ErrUnexpectedEOF
		}
		return parseAnswer(line, id)
	}
}

// run gives the worker a job and hands its answers to each until done or error,
// which it returns. A context that ends kills the process; what each has seen until
// then stays true.
func (w *worker) run(ctx context.Context, j job, each func(answer)) (answer, error) {
	j.ID = w.next
	w.next++
	w.jobs++
	line, err := json.Marshal(j)
	if err != nil {
		return answer{}, err
	}

	sent := make(chan error, 1) // the process may have stopped reading
	conn := w.conn
	go func() {
		_, err := conn.Write(append(line, '\n'))
		sent <- err
	}()
	for {
		a, err := w.receive(ctx, j.ID)
		if err != nil {
			err = w.broken(err)
			<-sent // killed: the write has ended
			return a, err
		}
		if a.Event == eventDone || a.Event == eventError {
			<-sent
			return a, nil
		}
		each(a)
	}
}

// broken ends the process and says why.
func (w *worker) broken(err error) error {
	c := w.conn
	w.stop()
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &WorkerError{Err: err, Stderr: c.Stderr()}
}

// stop ends the process, if there is one, and its reader.
func (w *worker) stop() {
	if w.conn == nil {
		return
	}
	w.conn.Kill()
	for range w.lines { // let the reader end
	}
	w.conn, w.lines, w.failure = nil, nil, nil
}
