package runner

import (
	"context"
	"fmt"
	"math"
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

// The cost of a task does not grow with the number of tasks: 1,000 take at most
// 1.1 times ten times what 100 take, and no more memory. Processor time is
// compared, the least of up to four rounds, so that a busy machine makes no difference.
func TestLinear(t *testing.T) {
	for _, c := range []struct {
		name  string
		judge func() *Judge
	}{
		{"runner", func() *Judge { return nil }},
		{"judged", func() *Judge {
			return &Judge{Runtime: bench.NewRuntime(), Backend: says(verify.Verified), Harness: harness.Options{Pairs: 5, Mutants: 2, Traces: -1}, Bench: bench.Options{Pairs: 5, Inputs: 10, Seed: 1}}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && c.name == "judged" {
				t.Skip("takes half a minute")
			}
			j := c.judge()
			spent(t, 100, j) // what is done once
			// Ten runs of 100 tasks against one of 1,000: as long, one after the other.
			a, b := cost{cpu: math.MaxInt64, wall: math.MaxInt64}, cost{cpu: math.MaxInt64, wall: math.MaxInt64}
			for round := 0; round < 4 && (round == 0 || float64(b.cpu) > 1.1*float64(a.cpu)); round++ {
				var ten cost
				for range 10 {
					x := spent(t, 100, j)
					ten = cost{ten.cpu + x.cpu, ten.wall + x.wall, max(ten.heap, x.heap)}
				}
				one := spent(t, 1000, j)
				a = cost{min(a.cpu, ten.cpu), min(a.wall, ten.wall), max(a.heap, ten.heap)}
				b = cost{min(b.cpu, one.cpu), min(b.wall, one.wall), max(b.heap, one.heap)}
			}
			say := fmt.Sprintf("ten times 100 tasks: %v of processor time, %v; 1,000 tasks: %v, %v; ratio %.2f by processor time, %.2f by the clock; heap %.1f and %.1f MB",
				a.cpu, a.wall, b.cpu, b.wall, float64(b.cpu)/float64(a.cpu), float64(b.wall)/float64(a.wall), float64(a.heap)/1e6, float64(b.heap)/1e6)
			t.Log(say)
			if float64(b.cpu) > 1.1*float64(a.cpu) {
				t.Errorf("not linear: %s", say)
			}
			if b.heap > a.heap+2<<20 {
				t.Errorf("memory is not flat: %s", say)
			}
		})
	}
}
