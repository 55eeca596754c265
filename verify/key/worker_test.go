package key

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ensures/bench"
	"ensures/verify"
)

// fake is a worker in this process: behave gets its input and output.
type fake struct {
	in     *io.PipeWriter
	out    *io.PipeReader
	once   sync.Once
	killed chan struct{}
	ended  chan struct{}
}

func (f *fake) Write(b []byte) (int, error) { return f.in.Write(b) }
func (f *fake) Read(b []byte) (int, error)  { return f.out.Read(b) }
func (f *fake) Stderr() string              { return "java.lang.Nothing" }
func (f *fake) Kill() {
	f.once.Do(func() {
		close(f.killed)
		f.in.Close()
		f.out.Close()
	})
	<-f.ended
}

// fakes starts fakes and counts those that run.
type fakes struct {
	behave  func(n int, jobs *bufio.Scanner, say func(format string, args ...any), killed <-chan struct{})
	started atomic.Int32
	running atomic.Int32
}

func (s *fakes) start(integers string) (Conn, error) {
	ir, iw := io.Pipe()
	or, ow := io.Pipe()
	f := &fake{in: iw, out: or, killed: make(chan struct{}), ended: make(chan struct{})}
	n := int(s.started.Add(1))
	s.running.Add(1)
	go func() {
		defer func() {
			ir.Close()
			ow.Close()
			s.running.Add(-1)
			close(f.ended)
		}()
		say := func(format string, args ...any) { fmt.Fprintf(ow, format+"\n", args...) }
		say(`{"event":"ready","version":%q,"java":"17","integers":%q}`, Version, integers)
		sc := bufio.NewScanner(ir)
		sc.Buffer(nil, 1<<20)
		s.behave(n, sc, say, f.killed)
	}()
	return f, nil
}

const program = `public class A {
    //@ ensures \result == x;
    public static int f(int x) {
        return x;
    }
    //@ ensures \result == x;
    public static int g(int x) {
        return x;
    }
}
`

// prove answers a job as KeY does, all contracts with the same result.
func prove(job string, say func(string, ...any), proved bool) {
	var j struct{ ID int }
	_ = json.Unmarshal([]byte(job), &j)
	for _, m := range []string{`"name":"<init>","params":[]`, `"name":"f","params":["int"]`, `"name":"g","params":["int"]`} {
		say(`{"event":"contract","id":%d,"class":"A",%s,"contract":"c","proved":%v,"elapsed_ms":1}`, j.ID, m, proved)
	}
	say(`{"event":"done","id":%d,"contracts":3}`, j.ID)
}

func ask(t *testing.T, s *fakes, o Options) (verify.Outcome, error) {
	t.Helper()
	o.Library, o.Start = bench.NewRuntime().Types, s.start
	b := New(o)
	out, err := b.Verify(context.Background(), verify.Request{File: "A.java", Source: program})
	b.Close()
	if n := s.running.Load(); n != 0 {
		t.Errorf("%d workers left behind", n)
	}
	return out, err
}

func TestWorkerAnswers(t *testing.T) {
	for _, proved := range []bool{true, false} {
		s := &fakes{behave: func(_ int, jobs *bufio.Scanner, say func(string, ...any), _ <-chan struct{}) {
			for jobs.Scan() {
				prove(jobs.Text(), say, proved)
			}
		}}
		out, err := ask(t, s, Options{})
		want := map[bool]verify.Verdict{true: verify.Verified, false: verify.Unknown}[proved]
		if err != nil || out.Verdict != want || len(out.Methods) != 3 || out.Backend != "key" || out.Version != Version {
			t.Errorf("proved %v: %+v, %v", proved, out, err)
		}
	}
}

func TestNoContractIsNoSuccess(t *testing.T) {
	s := &fakes{behave: func(_ int, jobs *bufio.Scanner, say func(string, ...any), _ <-chan struct{}) {
		for jobs.Scan() {
			say(`{"event":"done","id":1,"contracts":0}`)
		}
	}}
	out, err := ask(t, s, Options{})
	if err != nil || out.Verdict != verify.Unsupported {
		t.Errorf("%v, %v", out.Verdict, err)
	}
}

func TestWorkerDiesOnce(t *testing.T) {
	s := &fakes{behave: func(n int, jobs *bufio.Scanner, say func(string, ...any), _ <-chan struct{}) {
		for jobs.Scan() {
			if n == 1 {
				return
			}
			prove(jobs.Text(), say, true)
		}
	}}
	out, err := ask(t, s, Options{})
	if err != nil || out.Verdict != verify.Verified || s.started.Load() != 2 {
		t.Errorf("%v, %v after %d starts", out.Verdict, err, s.started.Load())
	}
}

func TestWorkerIsBroken(t *testing.T) {
	always := func(f func(jobs *bufio.Scanner, say func(string, ...any), killed <-chan struct{})) *fakes {
		return &fakes{behave: func(_ int, jobs *bufio.Scanner, say func(string, ...any), killed <-chan struct{}) {
			f(jobs, say, killed)
		}}
	}
	for name, c := range map[string]struct {
		fakes *fakes
		want  string
	}{
		"dies": {always(func(jobs *bufio.Scanner, _ func(string, ...any), _ <-chan struct{}) { jobs.Scan() }), "unexpected EOF (java.lang.Nothing)"},
		"garbage": {always(func(jobs *bufio.Scanner, say func(string, ...any), _ <-chan struct{}) {
			jobs.Scan()
			say("Exception in thread main")
		}), "is no answer"},
		"another job's answer": {always(func(jobs *bufio.Scanner, say func(string, ...any), _ <-chan struct{}) {
			jobs.Scan()
			say(`{"event":"done","id":99}`)
		}), "is no answer"},
		"an event of its own": {always(func(jobs *bufio.Scanner, say func(string, ...any), _ <-chan struct{}) {
			jobs.Scan()
			say(`{"event":"verified","id":1}`)
		}), "is no answer"},
		"a line without end": {always(func(jobs *bufio.Scanner, say func(string, ...any), killed <-chan struct{}) {
			jobs.Scan()
			for {
				select {
				case <-killed:
					return
				default:
					say("%s", strings.Repeat("x", maxLine+10))
				}
			}
		}), "token too long"},
		"out of memory": {always(func(jobs *bufio.Scanner, say func(string, ...any), _ <-chan struct{}) {
			for jobs.Scan() {
				say(`{"event":"error","id":1,"stage":"prove","message":"Java heap space"}`)
			}
		}), "Java heap space"},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := ask(t, c.fakes, Options{})
			var w *WorkerError
			if !errors.As(err, &w) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("verdict %v, error %v; want one with %q", out.Verdict, err, c.want)
			}
		})
	}
}

func TestWorkerHangs(t *testing.T) {
	s := &fakes{behave: func(_ int, jobs *bufio.Scanner, say func(string, ...any), killed <-chan struct{}) {
		jobs.Scan()
		say(`{"event":"contract","id":1,"class":"A","name":"<init>","params":[],"contract":"A.0","proved":true}`)
		say(`{"event":"contract","id":1,"class":"A","name":"f","params":["int"],"contract":"A.1","proved":true}`)
		<-killed
	}}
	out, err := ask(t, s, Options{Timeout: 200 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, m := range out.Methods {
		got += m.Method.Short() + " " + m.Verdict.String() + "; "
	}
	// Whether f has further contracts nobody can know.
	if want := "A verified; f unknown; g unknown; "; got != want {
		t.Errorf("got %s want %s", got, want)
	}
}

func TestWorkerCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := &fakes{behave: func(_ int, jobs *bufio.Scanner, _ func(string, ...any), killed <-chan struct{}) {
		jobs.Scan()
		cancel()
		<-killed
	}}
	b := New(Options{Library: bench.NewRuntime().Types, Start: s.start})
	defer b.Close()
	if out, err := b.Verify(ctx, verify.Request{File: "A.java", Source: program}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", out.Verdict, err)
	}
	if n := s.running.Load(); n != 0 {
		t.Errorf("%d workers left behind", n)
	}
}

// What KeY can't load is left out, method by method, and the rest is asked again.
func TestLoadErrors(t *testing.T) {
	jobs := 0
	s := &fakes{behave: func(_ int, in *bufio.Scanner, say func(string, ...any), _ <-chan struct{}) {
		for in.Scan() {
			jobs++
			if jobs == 1 {
				say(`{"event":"error","id":1,"stage":"load","message":"unknown thing","file":"A.java","line":8,"column":9}`)
				continue
			}
			say(`{"event":"contract","id":2,"class":"A","name":"<init>","params":[],"contract":"A.0","proved":true}`)
			say(`{"event":"contract","id":2,"class":"A","name":"g","params":["int"],"contract":"A.1","proved":true}`)
			say(`{"event":"done","id":2}`)
		}
	}}
	out, err := ask(t, s, Options{})
	if err != nil || out.Verdict != verify.Unsupported || len(out.Diagnostics) != 1 || out.Diagnostics[0].Message != "not supported by KeY: unknown thing" ||
		out.Methods[2].Verdict != verify.Verified {
		t.Errorf("%+v, %v", out, err)
	}
}

func TestRecycle(t *testing.T) {
	s := &fakes{behave: func(_ int, jobs *bufio.Scanner, say func(string, ...any), _ <-chan struct{}) {
		for jobs.Scan() {
			prove(jobs.Text(), say, true)
		}
	}}
	b := New(Options{Library: bench.NewRuntime().Types, Start: s.start, Recycle: 2})
	defer b.Close()
	for i := range 5 {
		o := verify.Options{}
		if i == 4 {
			o.Arithmetic = verify.Java // other integers are another worker
		}
		if out, err := b.Verify(context.Background(), verify.Request{File: "A.java", Source: program, Options: o}); err != nil || out.Verdict != verify.Verified {
			t.Fatalf("%v, %v", out.Verdict, err)
		}
	}
	if n := s.started.Load(); n != 3 {
		t.Errorf("%d starts, want 3", n)
	}
}

// A quick answer is not asked for again where all is proved: a longer search may prove the rest.
func TestQuickAnswersAreKept(t *testing.T) {
	for proved, jobs := range map[bool]int{true: 1, false: 2} {
		n := 0
		s := &fakes{behave: func(_ int, in *bufio.Scanner, say func(string, ...any), _ <-chan struct{}) {
			for in.Scan() {
				n++
				for _, m := range []string{`"name":"<init>","params":[]`, `"name":"f","params":["int"]`, `"name":"g","params":["int"]`} {
					say(`{"event":"contract","id":%d,"class":"A",%s,"contract":"c","proved":%v,"elapsed_ms":1}`, n, m, proved)
				}
				say(`{"event":"done","id":%d,"contracts":3}`, n)
			}
		}}
		b := New(Options{Library: bench.NewRuntime().Types, Start: s.start})
		for _, quick := range []bool{true, false} {
			out, err := b.Verify(context.Background(), verify.Request{File: "A.java", Source: program, Options: verify.Options{Quick: quick}})
			if want := map[bool]verify.Verdict{true: verify.Verified, false: verify.Unknown}[proved]; err != nil || out.Verdict != want {
				t.Errorf("%v, %v; want %v", out.Verdict, err, want)
			}
			out.Methods[0].Verdict = verify.Refuted // what a wrapper writes stays with it
		}
		b.Close()
		if n != jobs {
			t.Errorf("proved %v: %d jobs, want %d", proved, n, jobs)
		}
	}
}

// KeY proves that static invariants are defined, and has no rule to use it: what is
// open of that alone is closed, and nothing else.
func TestStaticInvariantsAreDefined(t *testing.T) {
	const inv = `"name":"","contract":"A.JML class invariant WD.0","proved":%v`
	for name, c := range map[string]struct {
		sequent string
		proved  bool
		want    verify.Verdict
	}{
		"alone":            {`inInt(x), wellFormed(heap) ==> WD(A.<$inv><<impl>>)`, true, verify.Verified},
		"among others":     {"wellFormed(heap)\n==>\n self = null,\n WD(A.<$inv><<impl>>)", true, verify.Verified},
		"later heap":       {"wellFormed(heap)\n==>\n {heap:=heap[anon({}, anon_heap<<anonHeapFunction>>)]}\n   WD(A.<$inv><<impl>>)", true, verify.Verified},
		"not proved":       {`wellFormed(heap) ==> WD(A.<$inv><<impl>>)`, false, verify.Unknown},
		"another class":    {`wellFormed(heap) ==> WD(B.<$inv><<impl>>)`, true, verify.Unknown},
		"part of more":     {`wellFormed(heap) ==> x = 1 & WD(A.<$inv><<impl>>)`, true, verify.Unknown},
		"denied":           {`wellFormed(heap) ==> !WD(A.<$inv><<impl>>)`, true, verify.Unknown},
		"something else":   {`wellFormed(heap) ==> WD(a[i])`, true, verify.Unknown},
		"no heap":          {`inInt(x) ==> WD(A.<$inv><<impl>>)`, true, verify.Unknown},
		"in the premises":  {`wellFormed(heap), WD(A.<$inv><<impl>>) ==> x = 1`, true, verify.Unknown},
		"another's update": {`wellFormed(heap) ==> {heap:=store(heap, o, f, 1)} WD(A.<$inv><<impl>>)`, true, verify.Unknown},
	} {
		t.Run(name, func(t *testing.T) {
			s := &fakes{behave: func(_ int, in *bufio.Scanner, say func(string, ...any), _ <-chan struct{}) {
				for in.Scan() {
					say(`{"event":"contract","id":1,"class":"A",`+inv+`}`, c.proved)
					for _, m := range []string{`"name":"<init>","params":[]`, `"name":"f","params":["int"]`, `"name":"g","params":["int"]`} {
						seq, _ := json.Marshal(c.sequent)
						say(`{"event":"contract","id":1,"class":"A",%s,"contract":"A contract WD.0","proved":false,"open":1,"goals":[{"sequent":%s}]}`, m, seq)
					}
					say(`{"event":"done","id":1,"contracts":4}`)
				}
			}}
			out, err := ask(t, s, Options{})
			if err != nil || out.Methods[1].Verdict != c.want {
				t.Errorf("%v, %v; want %v", out.Verdict, err, c.want)
			}
		})
	}
}
