package agent

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"runtime/metrics"
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
	return llm.Response{Message: llm.Message{Role: llm.Assistant, Text: guess(int(n))}, Finish: llm.Stop, Usage: llm.Usage{Input: 3000, Output: 700}}, nil
}

func guess(n int) string {
	return codeOf("thought", fmt.Sprintf("guess %d", n), "print "+strings.Repeat("x", 2000))
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
// 50 ms, by a call and over HTTP with the server in a process of its own on the same
// processors: the throughput as a part of the ideal, the agents' processor time, and
// memory.
func BenchmarkConcurrent(b *testing.B) {
	b.Run("call", func(b *testing.B) {
		concurrent(b, &instant{wait: latency})
	})
	b.Run("http", func(b *testing.B) {
		c, err := openai.New(openai.Options{BaseURL: server(b, latency)})
		if err != nil {
			b.Fatal(err)
		}
		concurrent(b, c)
	})
}

const latency = 50 * time.Millisecond

// counted counts the calls of a model.
type counted struct {
	llm.Client
	calls atomic.Int64
}

func (c *counted) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	c.calls.Add(1)
	return c.Client.Complete(ctx, r)
}

func concurrent(b *testing.B, model llm.Client) {
	const agents, runs = 200, 5 // runs of an agent, one after the other
	client := &counted{Client: model}
	dir := b.TempDir()
	var peak atomic.Uint64
	held := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
				metrics.Read(held) // unlike ReadMemStats without stopping the world
				peak.Store(max(peak.Load(), held[0].Value.Uint64()))
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
	ideal := float64(client.calls.Load()) / agents * latency.Seconds()
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

// serverVariable makes the test binary a model server, with that latency.
const serverVariable = "ENSURES_TEST_SERVER"

// modelServer serves and ends where the test binary was started for that.
func modelServer() {
	if os.Getenv(serverVariable) == "" {
		return
	}
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// server starts a process that answers chat completions after latency, as a server
// on another machine would: with as little of this one's processor time as it can.
func server(b *testing.B, latency time.Duration) (url string) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serverVariable+"="+latency.String())
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			b.Error(err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// serve says at which address it answers, until in ends.
func serve(in io.Reader, out io.Writer) error {
	latency, err := time.ParseDuration(os.Getenv(serverVariable))
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go answer(conn, latency)
		}
	}()
	fmt.Fprintf(out, "http://%s/v1\n", l.Addr())
	_, err = io.Copy(io.Discard, in)
	return err
}

// answer answers the requests of a connection.
func answer(conn net.Conn, latency time.Duration) {
	defer conn.Close()
	in := bufio.NewReaderSize(conn, 1<<16)
	for n := rand.IntN(1 << 30); ; n++ {
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
		time.Sleep(latency)
		text, _ := json.Marshal(guess(n))
		body := fmt.Appendf(nil, `{"id":"1","object":"chat.completion","model":"toy","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":%s}}],"usage":{"prompt_tokens":3000,"completion_tokens":700}}`, text)
		head := fmt.Appendf(nil, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", len(body))
		if _, err := conn.Write(append(head, body...)); err != nil {
			return
		}
	}
}
