package openai

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ensures/llm"
	"ensures/llm/llmtest"
)

// talk is a conversation in the middle of a task: about 3,000 tokens.
func talk(n int) llm.Request {
	r := llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.System, Text: strings.Repeat("You write JML. ", 400)}}}
	for i := range 3 {
		r.Messages = append(r.Messages,
			llm.Message{Role: llm.Assistant, Text: strings.Repeat("verify_with_openjml(code)\n", 30), Reasoning: "so it overflows"},
			llm.Message{Role: llm.User, Text: fmt.Sprintf("call %d, step %d: %s", n, i, strings.Repeat("refuted ", 100))})
	}
	return r
}

// BenchmarkRequest is our own time for a request over HTTP, without waiting: the
// test's server is part of it.
func BenchmarkRequest(b *testing.B) {
	s := llmtest.Func(b, func(int, []byte) llmtest.Reply { return llmtest.Reply{Text: strings.Repeat("x ", 1000)} })
	c, err := New(Options{BaseURL: s.URL, Reasoning: "reasoning_content"})
	if err != nil {
		b.Fatal(err)
	}
	r := talk(0)
	for b.Loop() {
		if _, err := c.Complete(b.Context(), r); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkConcurrent is 200 workers over HTTP against a server that takes 50 ms,
// with all wrappers: the throughput as a part of the ideal, and the memory in use.
// The server runs in the same process, on the same processors. The processor time
// of a call, server included, tells what a busy machine hides: two processors
// keep up while it is below 0.45 ms.
func BenchmarkConcurrent(b *testing.B) {
	for _, stream := range []bool{false, true} {
		b.Run(fmt.Sprintf("stream=%v", stream), func(b *testing.B) {
			const workers, calls, latency = 200, 20, 50 * time.Millisecond
			s := llmtest.Func(b, func(int, []byte) llmtest.Reply {
				return llmtest.Reply{Delay: latency, Text: strings.Repeat("x ", 1000)}
			})
			c, err := New(Options{BaseURL: s.URL, Reasoning: "reasoning_content", Stream: stream})
			if err != nil {
				b.Fatal(err)
			}
			c = llm.Priced(c, []llm.Price{{Model: "*", Input: 1, Output: 1}})
			c = llm.Deadline(c, time.Minute, 0)
			c = llm.Limit(c, llm.NewLimiter(llm.LimitOptions{Concurrent: workers}))
			c = llm.Retry(c, llm.RetryOptions{})
			var peak atomic.Uint64
			ctx, stop := context.WithCancel(b.Context())
			go func() {
				for ctx.Err() == nil {
					var m runtime.MemStats
					runtime.ReadMemStats(&m)
					peak.Store(max(peak.Load(), m.Sys))
					time.Sleep(50 * time.Millisecond)
				}
			}()
			var done atomic.Int64
			before := processorTime(b)
			for b.Loop() {
				var wg sync.WaitGroup
				for range workers {
					wg.Go(func() {
						for k := range calls {
							if _, err := c.Complete(b.Context(), talk(k)); err != nil {
								b.Error(err)
								return
							}
							done.Add(1)
						}
					})
				}
				wg.Wait()
			}
			stop()
			b.ReportMetric((processorTime(b)-before).Seconds()*1000/float64(done.Load()), "cpu-ms/call")
			ideal := float64(done.Load()) / workers * latency.Seconds()
			b.ReportMetric(100*ideal/b.Elapsed().Seconds(), "%ofideal")
			b.ReportMetric(float64(peak.Load())/(1<<20), "MB")
		})
	}
}

// processorTime is what this process has used so far.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
