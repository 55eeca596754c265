package runner

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"ensures/bench"
	"ensures/internal/atomicfile"
	"ensures/internal/effort"
)

// Job is a task for an engine.
type Job struct {
	Task   *bench.Task `json:"task"`
	Engine string      `json:"engine"`
	Run    int         `json:"run"` // counts from 1
}

// Key is the key of the job's row.
func (j Job) Key() string { return Row{TaskID: j.Task.ID, Engine: j.Engine, Run: j.Run}.Key() }

// Folder is where the job leaves its files, relative to the folder of the run.
func (j Job) Folder() string {
	return Row{TaskID: j.Task.ID, Engine: j.Engine, Run: j.Run}.Folder()
}

// Done is a finished job. Files are those of its folder, by relative path, where
// they are not in the run's folder yet.
type Done struct {
	Row   Row
	Files map[string][]byte
}

// write puts the files in their place in the folder of a run.
func (d Done) write(dir string) error {
	at := filepath.Join(dir, d.Row.Folder())
	for name, data := range d.Files {
		// Files come from workers on other machines.
		if !filepath.IsLocal(name) {
			return fmt.Errorf("%s: file %q of a finished task is outside of its folder", d.Row.TaskID, name)
		}
		path := filepath.Join(at, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := atomicfile.Write(path, data); err != nil {
			return err
		}
	}
	return nil
}

// Spread has jobs done, wherever, and calls done once for each that is finished.
// When drain is closed it begins none, waits for those begun, and returns nil.
type Spread func(ctx context.Context, m Manifest, jobs []Job, drain <-chan struct{}, done func(Done) error) error

// here lets workers of this process take jobs until there are none, or they are
// told to stop.
func (o *Options) here(ctx context.Context, _ Manifest, jobs []Job, drain <-chan struct{}, done func(Done) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	// Without a buffer: what is not taken when the run is drained was never begun.
	queue := make(chan Job)
	go func() {
		defer close(queue)
		for _, j := range jobs {
			select {
			case queue <- j:
			case <-ctx.Done():
				return
			case <-drain:
				return
			}
		}
	}()
	x := Executor{Engines: o.Engines, Judge: o.Judge}
	var wg sync.WaitGroup
	for range o.Workers {
		wg.Go(func() {
			for j := range queue {
				// A job may have been taken in the moment in which everything ended.
				if ctx.Err() != nil {
					return
				}
				if o.Begun != nil {
					o.Begun(j)
				}
				row, err := x.Do(ctx, j, filepath.Join(o.Dir, j.Folder()))
				if ctx.Err() != nil {
					return // not finished: run again on resume
				}
				if err == nil {
					err = done(Done{Row: row})
				}
				if err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

// Executor does jobs. It may be used by several goroutines.
type Executor struct {
	Engines []Engine
	Judge   *Judge // nil: nothing is judged
}

// late is for 16 others and two workers on two cores, and for steps that take longer than
// usual.
const late = 20

// Do runs the job's engine in a folder of its own, which is emptied before but for what
// a Resumer goes on from, and judges what it hands in. A panic of either is the task's
// failure, not the run's; an error is one of the folder.
//
// Nobody waits for a single row, and its numbers must be the same on a busy machine: the
// clocks behind the limits of engine, solvers and judge are later than usual ([effort.Patient]).
func (x *Executor) Do(ctx context.Context, j Job, dir string) (r Row, err error) {
	start := time.Now()
	worked := start // when the engine was done
	ctx = effort.Patient(ctx, late)
	r = Row{TaskID: j.Task.ID, Engine: j.Engine, Run: j.Run, Category: j.Task.Category, Status: OK}
	defer func() {
		if p := recover(); p != nil {
			r.Status, r.Reason = Failed, fmt.Sprintf("panic: %v", p)
		}
		r.ElapsedMS = float64(time.Since(start).Microseconds()) / 1000
		// An interrupted job is done again, and leaves no record of its own.
		if err == nil && ctx.Err() == nil && dir != "" {
			err = record(j, dir, r, start, worked)
		}
	}()

	var engine Engine
	for _, e := range x.Engines {
		if e.Name() == j.Engine {
			engine = e
		}
	}
	if engine == nil {
		return r, errors.New("no engine " + j.Engine)
	}

	empty := os.RemoveAll // a try that was cut short
	if e, ok := engine.(Resumer); ok {
		empty = e.Resume
	}
	if err := empty(dir); err != nil {
		return r, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return r, err
	}

	product, err := engine.Specify(ctx, j.Task, dir)
	worked = time.Now()
	r.Code, r.Steps, r.Tokens, r.Cost, r.Reason, r.Clocks, r.FirstClass = product.Code, product.Steps, product.Tokens, product.Cost, product.Reason, product.Clocks, product.First
	if err != nil {
		r.Status, r.Reason = Infrastructure, err.Error()
		return r, nil
	}

	if r.Code == "" {
		r.Status = Failed
		return r, nil
	}
	if err := atomicfile.Write(filepath.Join(dir, "spec"+j.Task.Language.Extension()), []byte(r.Code)); err != nil {
		return r, err
	}

	if x.Judge != nil {
		if err := x.Judge.Judge(ctx, j.Task, &r); err != nil {
			r.Status, r.Reason = Infrastructure, err.Error()
		}
	}
	return r, nil
}

// folder is a name that is safe for a folder.
func folder(id string) string {
	var b strings.Builder
	for _, c := range id {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '.', c == '_', c == '-':
			b.WriteRune(c)
		default:
			b.WriteByte('_')
		}
	}
	name := strings.TrimLeft(b.String(), ".")
	// What was changed or cut gets a hash of the whole id, so that two ids never share a folder.
	if name == "" || name != id || len(name) > 100 {
		h := fnv.New32a()
		h.Write([]byte(id))
		name = fmt.Sprintf("%.100s_%08x", name, h.Sum32())
	}
	return name
}
