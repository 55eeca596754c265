package runner

import (
	"context"
	"runtime"
	"syscall"
	"testing"
	"time"

	"ensures/bench"
	"ensures/harness"
	"ensures/verify"
)

// cost is what a run took.
type cost struct {
	cpu, wall time.Duration
	heap      uint64 // most bytes alive at any of ten moments
}

// spent runs n synthetic tasks with an engine that does nothing, judged or not.
func spent(tb testing.TB, n int, j *Judge) cost {
	tb.Helper()
	all := tasks(n)
	runtime.GC()
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			tb.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	var c cost
	var watching, watched time.Duration // spent on looking at the heap, and not on the run
	echo := engine(func(_ context.Context, t *bench.Task) (Product, error) { return Product{Code: t.Source}, nil })
	dir := tb.TempDir()
	cpu, wall := used(), time.Now()
	p, err := Run(tb.Context(), Options{Dir: dir, Tasks: all, Engines: []Engine{echo}, Judge: j, Workers: 2, Progress: func(_ Row, p Progress) {
		if p.Done%(n/10) != 0 {
			return
		}
		from, at := used(), time.Now()
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		c.heap = max(c.heap, m.HeapAlloc)
		watching, watched = watching+used()-from, watched+time.Since(at)
	}})
	c.cpu, c.wall = used()-cpu-watching, time.Since(wall)-watched
	if err != nil || p.Done != n {
		tb.Fatalf("%+v %v", p, err)
	}
	return c
}

// judges are the ways to run synthetic tasks.
var judges = []struct {
	name string
	make func() *Judge
}{
	{"runner", func() *Judge { return nil }},
	{"judged", func() *Judge {
		return &Judge{Runtime: bench.NewRuntime(), Backend: says(verify.Verified), Harness: harness.Options{Pairs: 5, Mutants: 2, Traces: -1}, Bench: bench.Options{Pairs: 5, Inputs: 10, Seed: 1}}
	}},
}

// The memory of a run does not grow with the number of tasks.
func TestMemoryIsFlat(t *testing.T) {
	for _, c := range judges {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && c.name == "judged" {
				t.Skip("1,100 tasks to judge")
			}
			j := c.make()
			few, many := spent(t, 100, j), spent(t, 1000, j)
			if many.heap > few.heap+2<<20 {
				t.Errorf("heap of %d bytes with 100 tasks, of %d with 1,000", few.heap, many.heap)
			}
		})
	}
}

// BenchmarkLinear compares 1,000 tasks with ten runs of 100: the ratios are 1 where
// the cost of a task does not grow with their number.
func BenchmarkLinear(b *testing.B) {
	for _, c := range judges {
		b.Run(c.name, func(b *testing.B) {
			j := c.make()
			spent(b, 100, j) // what is done once
			var ten, one cost
			for b.Loop() {
				for range 10 {
					x := spent(b, 100, j)
					ten = cost{cpu: ten.cpu + x.cpu, wall: ten.wall + x.wall}
				}
				x := spent(b, 1000, j)
				one = cost{cpu: one.cpu + x.cpu, wall: one.wall + x.wall}
			}
			b.ReportMetric(float64(one.cpu)/float64(ten.cpu), "cpu-ratio")
			b.ReportMetric(float64(one.wall)/float64(ten.wall), "wall-ratio")
			b.ReportMetric(float64(one.cpu.Milliseconds())/float64(b.N), "cpu-ms/1000")
		})
	}
}
