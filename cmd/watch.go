package cmd

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
)

// drainAnnotation marks a verb whose first interrupt lets what has begun come to its
// end, however long that takes.
const drainAnnotation = "ensures_drain"

// patience is how long a verb may take to end after an interrupt, and how long one
// that took too much memory: it still takes more.
const (
	patience       = 1700 * time.Millisecond
	memoryPatience = 200 * time.Millisecond
)

// watch ends the process where a verb does not: every input must leave it within reach
// of an interrupt and of its memory limit. What was recorded until then is on the disk,
// a line at a time; children end with their parent.
type watch struct {
	end    context.CancelCauseFunc
	stderr io.Writer
	exit   func(int)
	drains atomic.Bool
	once   sync.Once
}

// memoryError is why a run was ended that took more memory than it may.
type memoryError struct{ limit int64 }

func (e *memoryError) Error() string {
	return fmt.Sprintf("the run took more than %d MiB of memory and was ended; what it recorded is kept. Raise process.memory (ENSURES_PROCESS_MEMORY, in bytes), or give it less at a time", e.limit>>20)
}

// limit begins to watch memory, once.
func (w *watch) limit(bytes int64, drains bool) {
	if w == nil {
		return
	}
	w.drains.Store(drains)
	w.once.Do(func() {
		debug.SetMemoryLimit(bytes / 10 * 9) // collect before the limit is reached
		go w.memory(bytes)
	})
}

// memory ends the run when what the process holds is beyond the limit.
func (w *watch) memory(limit int64) {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for range time.Tick(20 * time.Millisecond) {
		metrics.Read(samples)
		if int64(samples[0].Value.Uint64()-samples[1].Value.Uint64()) <= limit {
			continue
		}
		over := &memoryError{limit}
		w.drains.Store(true) // the interrupt's own patience is longer
		w.end(over)
		time.Sleep(memoryPatience)
		fmt.Fprintf(w.stderr, "ensures: %v\n", over)
		w.exit(ExitError)
	}
}

// interrupted gives the verb a moment to end by itself. One that finishes what it has begun
// may take its time, unless it was told to terminate: who does that kills it next.
func (w *watch) interrupted(terminated bool) {
	time.Sleep(patience)
	if w.drains.Load() && !terminated {
		return
	}
	fmt.Fprintln(w.stderr, "ensures: interrupted; what was recorded is kept")
	w.exit(ExitInterrupted)
}
