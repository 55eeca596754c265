package agent

import (
	"context"
	"fmt"
	goruntime "runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ensures/llm"
	"ensures/trajectories"
)

// instant answers at once, or after a while: a step with code of the usual length.
type instant struct {
	wait  time.Duration
	calls atomic.Int64
}

func (m *instant) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	n := m.calls.Add(1)
	if m.wait > 0 {
		select {
		case <-time.After(m.wait):
		case <-ctx.Done():
			return llm.Response{}, ctx.Err()
		}
	}
	text := codeOf("thought", fmt.Sprintf("guess %d", n), "print "+strings.Repeat("x", 2000))
	return llm.Response{Message: llm.Message{Role: llm.Assistant, Text: text}, Finish: llm.Stop, Usage: llm.Usage{Input: 3000, Output: 700}}, nil
}

// processor is the processor time that this process has used, which a busy machine
// does not change much.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkStep is the loop's own time for a step, recorded, without model and
// tools, in runs of 12 steps with plans.
func BenchmarkStep(b *testing.B) {
	dir := b.TempDir()
	steps, began := 0, processor()
	for i := 0; b.Loop(); i++ {
		w, err := trajectories.Create(trajectories.Options{Dir: dir}, trajectories.Header{Run: fmt.Sprint(i), Verb: "bench"})
		if err != nil {
			b.Fatal(err)
		}
		o := options(b, CodeAct, nil)
		o.Client, o.Record, o.Broken, o.PlanEvery, o.Now = &instant{}, w, w.Err, 4, time.Now
		res := Run(b.Context(), "Find the number.", o)
		if res.Outcome != OutOfSteps {
			b.Fatalf("%+v", res)
		}
		steps += res.Steps
		if err := w.Finish(string(res.Outcome), nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(steps), "ms/step")
	b.ReportMetric((processor()-began).Seconds()*1000/float64(steps), "cpu-ms/step")
}

// BenchmarkConcurrent is 200 agents at once, recorded, against a model that takes
// 50 ms: the throughput as a part of the ideal, and the memory in use.
func BenchmarkConcurrent(b *testing.B) {
	const agents, runs = 200, 5 // runs of an agent, one after the other
	m := &instant{wait: 50 * time.Millisecond}
	dir := b.TempDir()
	var peak atomic.Uint64
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
				var s goruntime.MemStats
				goruntime.ReadMemStats(&s)
				peak.Store(max(peak.Load(), s.Sys))
			}
		}
	}()
	n, began := 0, processor()
	for b.Loop() {
		n++
		var wg sync.WaitGroup
		for i := range agents {
			wg.Go(func() {
				for k := range runs {
					w, err := trajectories.Create(trajectories.Options{Dir: dir}, trajectories.Header{Run: fmt.Sprintf("%d-%d-%d", n, i, k), Verb: "bench"})
					if err != nil {
						b.Error(err)
						return
					}
					o := options(b, CodeAct, nil)
					o.Client, o.Record, o.Broken, o.PlanEvery, o.Now = m, w, w.Err, 4, time.Now
					if res := Run(b.Context(), "Find the number.", o); res.Outcome != OutOfSteps {
						b.Errorf("%+v", res)
					}
					if err := w.Finish("steps", nil); err != nil {
						b.Error(err)
					}
				}
			})
		}
		wg.Wait()
	}
	close(done)
	ideal := float64(m.calls.Load()) / agents * m.wait.Seconds()
	b.ReportMetric(100*ideal/b.Elapsed().Seconds(), "%ofideal")
	b.ReportMetric((processor()-began).Seconds()*1000/float64(n*agents*runs*12), "cpu-ms/step")
	b.ReportMetric(float64(peak.Load())/(1<<20), "MB")
}
