package agent

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	goruntime "runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ensures/llm"
	"ensures/llm/openai"
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
// 50 ms, by a call and over HTTP with the server in the same process: the throughput
// as a part of the ideal, processor time, and memory.
func BenchmarkConcurrent(b *testing.B) {
	b.Run("call", func(b *testing.B) {
		m := &instant{wait: 50 * time.Millisecond}
		concurrent(b, m, func() int64 { return m.calls.Load() })
	})
	b.Run("http", func(b *testing.B) {
		m := &instant{wait: 50 * time.Millisecond}
		c, err := openai.New(openai.Options{BaseURL: serve(b, m)})
		if err != nil {
			b.Fatal(err)
		}
		concurrent(b, c, func() int64 { return m.calls.Load() })
	})
}

func concurrent(b *testing.B, client llm.Client, calls func() int64) {
	const agents, runs = 200, 5 // runs of an agent, one after the other
	const wait = 50 * time.Millisecond
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
					concurrentRun(b, client, dir, fmt.Sprintf("%d-%d-%d", n, i, k))
				}
			})
		}
		wg.Wait()
	}
	close(done)
	ideal := float64(calls()) / agents * wait.Seconds()
	b.ReportMetric(100*ideal/b.Elapsed().Seconds(), "%ofideal")
	b.ReportMetric((processor()-began).Seconds()*1000/float64(n*agents*runs*12), "cpu-ms/step")
	b.ReportMetric(float64(peak.Load())/(1<<20), "MB")
}

// concurrentRun is one run of 12 steps.
func concurrentRun(b *testing.B, client llm.Client, dir, name string) {
	w, err := trajectories.Create(trajectories.Options{Dir: dir}, trajectories.Header{Run: name, Verb: "bench"})
	if err != nil {
		b.Error(err)
		return
	}
	o := options(b, CodeAct, nil)
	o.Client, o.Record, o.Broken, o.PlanEvery, o.Now = client, w, w.Err, 4, time.Now
	if res := Run(b.Context(), "Find the number.", o); res.Outcome != OutOfSteps {
		b.Errorf("%+v", res)
	}
	if err := w.Finish("steps", nil); err != nil {
		b.Error(err)
	}
}

// serve answers chat completions like a server on another machine: with as little of
// this one's processor time as it can.
func serve(b *testing.B, m *instant) (url string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go answer(conn, m)
		}
	}()
	return "http://" + l.Addr().String() + "/v1"
}

func answer(conn net.Conn, m *instant) {
	defer conn.Close()
	in := bufio.NewReaderSize(conn, 1<<16)
	for {
		size := 0
		for { // the header
			line, err := in.ReadSlice('\n')
			if err != nil {
				return
			}
			if n, ok := strings.CutPrefix(string(line), "Content-Length: "); ok {
				size, _ = strconv.Atoi(strings.TrimSpace(n))
			}
			if len(line) == 2 {
				break
			}
		}
		if _, err := in.Discard(size); err != nil {
			return
		}
		resp, err := m.Complete(context.Background(), llm.Request{})
		if err != nil {
			return
		}
		text, _ := json.Marshal(resp.Message.Text)
		body := fmt.Appendf(nil, `{"id":"1","object":"chat.completion","model":"toy","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":%s}}],"usage":{"prompt_tokens":%d,"completion_tokens":%d}}`,
			text, resp.Usage.Input, resp.Usage.Output)
		head := fmt.Appendf(nil, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", len(body))
		if _, err := conn.Write(append(head, body...)); err != nil {
			return
		}
	}
}
