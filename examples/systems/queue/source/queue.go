// Package queue is a bounded first-in-first-out queue for goroutines, with calls that
// block, calls that don't, contexts, and an end.
//
// Who has to wait stands in a list and is woken in its order. Being woken is no promise:
// another goroutine that comes at the right moment may be first, and the one that was
// woken waits again, at the end of the list.
package queue

import (
	"context"
	"errors"
	"sync"
)

// ErrClosed is returned by Put after Close, and by Take after Close when nothing is left.
var ErrClosed = errors.New("the queue is closed")

// Queue is a queue of a fixed capacity. Its methods may be called at the same time.
type Queue struct {
	mu      sync.Mutex
	ring    []int // head is the oldest of count items
	head    int
	count   int
	closed  bool
	putters []*waiter // who waits for room, in order
	takers  []*waiter // who waits for an item
	observe func(Step)
}

// waiter is a goroutine that waits; ready is closed when it is woken.
type waiter struct {
	id    int
	ready chan struct{}
}

// Step is what one critical section did, with the state after it.
type Step struct {
	Name    string
	Thread  int
	Item    int
	HasItem bool
	Items   []int // oldest first
	Closed  bool
	Putters []int
	Takers  []int
}

// New is an empty queue. observe is told of every step while the queue is locked, so the
// order of its calls is the order of the steps; it may be nil.
func New(capacity int, observe func(Step)) *Queue {
	return &Queue{ring: make([]int, capacity), observe: observe}
}

// Put appends an item, and waits for room while there is none. id names the caller.
func (q *Queue) Put(ctx context.Context, id, item int) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		switch {
		case q.closed:
			q.step("PutClosed", id)
			return ErrClosed
		case q.count < len(q.ring):
			q.push(item)
			wakeOne(&q.takers)
			q.stepItem("Put", id, item)
			return nil
		}
		w := wait(&q.putters, id)
		q.stepItem("PutWait", id, item)
		if woken := q.sleep(ctx, w); woken {
			continue
		}
		if remove(&q.putters, w) {
			q.step("PutCancel", id)
		} else {
			// It was woken as well: somebody else must use the room in its place.
			if q.count < len(q.ring) {
				wakeOne(&q.putters)
			}
			q.step("PutHandOn", id)
		}
		return ctx.Err()
	}
}

// TryPut appends an item if there is room now.
func (q *Queue) TryPut(id, item int) (bool, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.closed:
		q.step("PutClosed", id)
		return false, ErrClosed
	case q.count == len(q.ring):
		q.step("PutFull", id)
		return false, nil
	}
	q.push(item)
	wakeOne(&q.takers)
	q.stepItem("Put", id, item)
	return true, nil
}

// Take removes the oldest item, and waits for one while there is none. After Close it
// goes on until the queue is empty.
func (q *Queue) Take(ctx context.Context, id int) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		switch {
		case q.count > 0:
			item := q.pop()
			wakeOne(&q.putters)
			q.stepItem("Take", id, item)
			return item, nil
		case q.closed:
			q.step("TakeClosed", id)
			return 0, ErrClosed
		}
		w := wait(&q.takers, id)
		q.step("TakeWait", id)
		if woken := q.sleep(ctx, w); woken {
			continue
		}
		if remove(&q.takers, w) {
			q.step("TakeCancel", id)
		} else {
			if q.count > 0 {
				wakeOne(&q.takers)
			}
			q.step("TakeHandOn", id)
		}
		return 0, ctx.Err()
	}
}

// TryTake removes the oldest item if there is one.
func (q *Queue) TryTake(id int) (int, bool, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.count > 0:
		item := q.pop()
		wakeOne(&q.putters)
		q.stepItem("Take", id, item)
		return item, true, nil
	case q.closed:
		q.step("TakeClosed", id)
		return 0, false, ErrClosed
	}
	q.step("TakeEmpty", id)
	return 0, false, nil
}

// Close ends the queue: no item comes in any more, and nobody waits any more. It may be
// called again.
func (q *Queue) Close(id int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	for len(q.putters) > 0 {
		wakeOne(&q.putters)
	}
	for len(q.takers) > 0 {
		wakeOne(&q.takers)
	}
	q.step("Close", id)
}

func (q *Queue) push(item int) {
	q.ring[(q.head+q.count)%len(q.ring)] = item
	q.count++
}

func (q *Queue) pop() int {
	item := q.ring[q.head]
	q.head = (q.head + 1) % len(q.ring)
	q.count--
	return item
}

// sleep unlocks the queue until the waiter is woken or the context has ended, and locks
// it again. If both are the case, either answer may come.
func (q *Queue) sleep(ctx context.Context, w *waiter) (woken bool) {
	q.mu.Unlock()
	defer q.mu.Lock()
	select {
	case <-w.ready:
		return true
	case <-ctx.Done():
		return false
	}
}

// wait puts a new waiter at the end of a list.
func wait(list *[]*waiter, id int) *waiter {
	w := &waiter{id: id, ready: make(chan struct{})}
	*list = append(*list, w)
	return w
}

// wakeOne wakes the first of a list, if there is one.
func wakeOne(list *[]*waiter) {
	if len(*list) > 0 {
		close((*list)[0].ready)
		*list = (*list)[1:]
	}
}

// remove takes a waiter out of a list; false: it is not there any more.
func remove(list *[]*waiter, w *waiter) bool {
	for i, o := range *list {
		if o == w {
			*list = append((*list)[:i:i], (*list)[i+1:]...)
			return true
		}
	}
	return false
}

func (q *Queue) step(name string, id int) { q.tell(Step{Name: name, Thread: id}) }

func (q *Queue) stepItem(name string, id, item int) {
	q.tell(Step{Name: name, Thread: id, Item: item, HasItem: true})
}

// tell completes a step with the state and hands it on.
func (q *Queue) tell(s Step) {
	if q.observe == nil {
		return
	}
	s.Closed, s.Putters, s.Takers = q.closed, ids(q.putters), ids(q.takers)
	for i := range q.count {
		s.Items = append(s.Items, q.ring[(q.head+i)%len(q.ring)])
	}
	q.observe(s)
}

func ids(list []*waiter) []int {
	var all []int
	for _, w := range list {
		all = append(all, w.id)
	}
	return all
}
