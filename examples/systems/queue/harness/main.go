// Command harness runs the bounded queue with several goroutines and writes what
// happened: go run . FOLDER [RUNS].
//
// The order of the events is true because each is taken down inside the critical section
// that it tells of: the queue's mutex is held, and the numbers follow its order.
//
// Two producers and two consumers work with and without waiting; some calls are
// cancelled while they wait, some in the moment in which they are woken; a fifth
// goroutine closes the queue while somebody waits, and then comes whoever is late.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"time"

	queue "queue/source"
)

const (
	capacity  = 2
	producers = 2
	consumers = 2
	calls     = 40 // of each goroutine
)

// event is a line of a trace.
type event struct {
	Seq     int    `json:"seq"`
	Event   string `json:"event"`
	Thread  int    `json:"thread"`
	Item    *int   `json:"item,omitempty"`
	Items   []int  `json:"items"`
	Closed  bool   `json:"closed"`
	Putters []int  `json:"putters"`
	Takers  []int  `json:"takers"`
}

// run is one run of the queue.
type run struct {
	events  []event // in the order of the queue's mutex, which is held when one is added
	closing int     // events after which the queue is closed, as soon as somebody waits

	mu      sync.Mutex // of what follows
	putters []int      // who waits, after the last step
	takers  []int
	cancels map[int]context.CancelFunc
	close   chan struct{} // closed when the queue is to be closed
}

// observe takes a step down.
func (r *run) observe(s queue.Step) {
	e := event{Seq: len(r.events) + 1, Event: s.Name, Thread: s.Thread, Items: list(s.Items), Closed: s.Closed, Putters: list(s.Putters), Takers: list(s.Takers)}
	if s.HasItem {
		e.Item = &s.Item
	}
	r.events = append(r.events, e)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.putters, r.takers = e.Putters, e.Takers
	if len(r.events) >= r.closing && len(r.putters)+len(r.takers) > 0 {
		r.end()
	}
}

// end asks for the end of the queue; r.mu is held.
func (r *run) end() {
	select {
	case <-r.close:
	default:
		close(r.close)
	}
}

func list(ids []int) []int { return append([]int{}, ids...) }

// context is one for a call of a goroutine.
func (r *run) context(id int) context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cancels[id] = cancel
	return ctx
}

// annoy cancels the call of the first that waits on one side, now and then. If the
// queue's next step would have woken it, both happen to it at once.
func (r *run) annoy(side *[]int, random *rand.Rand) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(*side) > 0 && random.IntN(4) == 0 {
		r.cancels[(*side)[0]]()
	}
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: go run . FOLDER [RUNS]")
		os.Exit(2)
	}
	runs := 8
	if len(os.Args) > 2 {
		n, err := strconv.Atoi(os.Args[2])
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		runs = n
	}
	for i := range runs {
		if err := collect(filepath.Join(os.Args[1], fmt.Sprintf("trace-%02d.ndjson", i+1)), uint64(i+1)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func collect(file string, seed uint64) error {
	r := &run{closing: 60 + 20*int(seed%5), cancels: map[int]context.CancelFunc{}, close: make(chan struct{})}
	q := queue.New(capacity, r.observe)
	var work, end sync.WaitGroup
	put, taken := make([]int, producers), make([]int, consumers)
	for i := range producers {
		work.Go(func() { put[i] = r.produce(q, i+1, rand.New(rand.NewPCG(seed, uint64(i+1)))) })
	}
	for i := range consumers {
		id := producers + i + 1
		work.Go(func() { taken[i] = r.consume(q, id, rand.New(rand.NewPCG(seed, uint64(id)))) })
	}
	closer := producers + consumers + 1
	end.Go(func() {
		select {
		case <-r.close:
		case <-time.After(time.Second / 4): // the others have ended, or wait for nothing
		}
		q.Close(closer)
	})
	work.Wait()
	r.mu.Lock()
	r.end()
	r.mu.Unlock()
	end.Wait()
	left := 0
	for {
		if _, ok, _ := q.TryTake(closer); !ok {
			break
		}
		left++
	}
	if sum(put) != sum(taken)+left {
		return errors.New("an item was lost, or came twice")
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	for _, e := range r.events {
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		w.Write(append(line, '\n'))
	}
	return errors.Join(w.Flush(), f.Close())
}

func sum(list []int) int {
	n := 0
	for _, v := range list {
		n += v
	}
	return n
}

// produce puts items and counts those that went in. Every item is a number of its own.
func (r *run) produce(q *queue.Queue, id int, random *rand.Rand) int {
	n := 0
	for i := range calls {
		item := i*producers + id
		r.annoy(&r.takers, random)
		r.annoy(&r.putters, random)
		r.annoy(&r.takers, random)
		var err error
		ok := true
		if random.IntN(4) == 0 {
			ok, err = q.TryPut(id, item)
		} else {
			err = q.Put(r.context(id), id, item)
		}
		if ok && err == nil {
			n++
		}
		if errors.Is(err, queue.ErrClosed) && random.IntN(2) == 0 {
			return n
		}
		pause(random)
	}
	return n
}

// consume takes items and counts them.
func (r *run) consume(q *queue.Queue, id int, random *rand.Rand) int {
	n := 0
	for range calls {
		r.annoy(&r.putters, random)
		r.annoy(&r.takers, random)
		var err error
		ok := true
		if random.IntN(4) == 0 {
			_, ok, err = q.TryTake(id)
		} else {
			_, err = q.Take(r.context(id), id)
		}
		if ok && err == nil {
			n++
		}
		if errors.Is(err, queue.ErrClosed) && random.IntN(2) == 0 {
			return n
		}
		pause(random)
	}
	return n
}

// pause lets others run; sometimes for longer, so that the queue gets full or empty.
func pause(random *rand.Rand) {
	switch random.IntN(8) {
	case 0:
		time.Sleep(time.Duration(random.IntN(100)) * time.Microsecond)
	case 1, 2, 3:
	default:
		runtime.Gosched()
	}
}
