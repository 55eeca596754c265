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

	"github.com/spf13/pflag"
)

// drainFlag is the flag of verbs that let what has begun come to its end after the first
// interrupt, if that is not longer away.
const drainFlag = "drain"

// drainFlags adds it.
func drainFlags(f *pflag.FlagSet) {
	f.Duration(drainFlag, 0, "let the tasks in flight go on for this `time` after an interrupt, 10m for instance")
}

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
	drain  atomic.Int64 // a time.Duration
	once   sync.Once
}

// garbage is how much of it may lie beside what is in use, in percent. A search makes garbage of
// nearly all that it allocates: at the usual 100, collecting took a fifth of its time.
const garbage = 200

// memoryError is why a run was ended that took more memory than it may.
type memoryError struct{ limit int64 }

func (e *memoryError) Error() string {
	return fmt.Sprintf("the run took more than %d MiB of memory and was ended; what it recorded is kept. Raise process.memory (ENSURES_PROCESS_MEMORY, in bytes), or give it less at a time", e.limit>>20)
}

// limit begins to watch memory, once.
func (w *watch) limit(bytes int64, drain time.Duration) {
	if w == nil {
		return
	}
	w.drain.Store(int64(drain))
	w.once.Do(func() {
		debug.SetGCPercent(garbage)
		debug.SetMemoryLimit(bytes / 10 * 9) // collect before the limit is reached
		go w.memory(bytes)
	})
}

// memory ends the run when what the process holds is beyond the limit.
func (w *watch) memory(limit int64) {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for range time.Tick(20 * time.Millisecond) {
		metrics.Read(samples)
		// What was given back to the system is not held.
		if int64(samples[0].Value.Uint64()-samples[1].Value.Uint64()) <= limit {
			continue
		}
		over := &memoryError{limit}
		// First the way of an interrupt, by which a verb closes its record; then the end, since
		// memory may be gone before.
		w.end(over)
		time.Sleep(memoryPatience)
		fmt.Fprintf(w.stderr, "ensures: %v\n", over)
		w.exit(ExitError)
	}
}

// interrupted gives the verb a moment to end by itself, or the time that it was given to
// finish what it has begun.
func (w *watch) interrupted() {
	time.Sleep(max(patience, time.Duration(w.drain.Load())))
	fmt.Fprintln(w.stderr, "ensures: interrupted; what was recorded is kept")
	w.exit(ExitInterrupted)
}
