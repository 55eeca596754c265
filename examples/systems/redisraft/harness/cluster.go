package main

import (
	"container/heap"
	"errors"
	"math/rand/v2"

	raft "redisraft/source"
)

const (
	servers         = 3
	electionTimeout = 1000 // milliseconds, as RedisRaft has them
	requestTimeout  = 200
)

// cluster is the servers, the network between them, and a clock that jumps from one happening
// to the next.
type cluster struct {
	settings
	rand   *rand.Rand
	now    int // milliseconds since the start
	agenda agenda
	added  int // of the agenda, so far
	nodes  []*node
	split  int // 0, or the node that hears nobody and is not heard
	value  int // of the last request
	trace  []event
	sent   []any              // messages of the step under way
	ledger map[int]raft.Entry // what was applied anywhere, by index
	err    error
}

// node is one place for a server: its disk, and the server while it runs.
type node struct {
	id     int
	disk   raft.Disk
	server *raft.Server // nil while it is down
	told   int          // when it was last told of the time
}

// happening is a thing that will happen.
type happening struct {
	at, number int
	do         func()
}

// agenda is a heap; of two happenings at one time the one that was added first comes first.
type agenda []happening

func (a agenda) Len() int { return len(a) }
func (a agenda) Less(i, j int) bool {
	return a[i].at < a[j].at || a[i].at == a[j].at && a[i].number < a[j].number
}
func (a agenda) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(x any)   { *a = append(*a, x.(happening)) }
func (a *agenda) Pop() any {
	last := (*a)[len(*a)-1]
	*a = (*a)[:len(*a)-1]
	return last
}

// event is a line of a trace: a call of the library, and how the server is after it.
type event struct {
	Event string      `json:"event"`
	Node  int         `json:"node"`
	MS    int         `json:"ms,omitempty"`
	Value int         `json:"value,omitempty"`
	Msg   any         `json:"msg,omitempty"`
	Sent  []any       `json:"sent"`
	State raft.Status `json:"state"`
}

// run lets the cluster run until enough is written.
func run(s settings) ([]event, error) {
	c := &cluster{settings: s, rand: rand.New(rand.NewPCG(s.seed, 0x7265646973)), ledger: map[int]raft.Entry{}}
	for id := 1; id <= servers; id++ {
		n := &node{id: id}
		c.nodes = append(c.nodes, n)
		c.in(c.between(0, 100), func() { c.start(n) })
		c.in(c.between(200, 400), func() { c.tick(n) })
	}
	c.in(c.every(c.request), c.ask)
	c.in(c.every(c.trouble), c.harm)
	for c.err == nil && len(c.trace) < c.events {
		next := heap.Pop(&c.agenda).(happening)
		c.now = next.at
		next.do()
	}
	return c.trace, c.err
}

// in lets something happen so many milliseconds from now.
func (c *cluster) in(ms int, do func()) {
	c.added++
	heap.Push(&c.agenda, happening{at: c.now + ms, number: c.added, do: do})
}

func (c *cluster) between(from, to int) int { return from + c.rand.IntN(to-from) }

// every is a time until something that happens about so often.
func (c *cluster) every(ms int) int { return c.between(ms/2, ms+ms/2) }

func (c *cluster) chance(p float64) bool { return c.rand.Float64() < p }

// step is one call of the library, of which e tells.
func (c *cluster) step(n *node, e event, call func(s *raft.Server) (answer any)) {
	c.sent = []any{}
	if answer := call(n.server); answer != nil {
		c.send(answer)
	}
	e.Node, e.Sent, e.State = n.id, c.sent, n.server.Status()
	c.trace = append(c.trace, e)
}

// start starts a server from its disk.
func (c *cluster) start(n *node) {
	var all []int
	for _, m := range c.nodes {
		all = append(all, m.id)
	}
	n.told = c.now
	n.server = raft.New(n.id, all, &n.disk, raft.Config{
		ElectionTimeout: electionTimeout,
		RequestTimeout:  requestTimeout,
		Rand:            c.rand.IntN,
		Send:            c.send,
		Apply:           c.apply,
	})
	c.step(n, event{Event: "start"}, func(*raft.Server) any { return nil })
}

// tick tells a server how much time has passed.
func (c *cluster) tick(n *node) {
	if n.server != nil && c.now > n.told {
		ms := c.now - n.told
		n.told = c.now
		c.step(n, event{Event: "periodic", MS: ms}, func(s *raft.Server) any {
			s.Periodic(ms)
			return nil
		})
	}
	c.in(c.between(200, 400), func() { c.tick(n) })
}

// ask is a request of a client to some server.
func (c *cluster) ask() {
	n := c.nodes[c.rand.IntN(servers)]
	if n.server != nil && n.server.Status().Role == raft.Leader {
		c.value++
		c.step(n, event{Event: "recv_entry", Value: c.value}, func(s *raft.Server) any {
			_, err := s.RecvEntry(c.value)
			c.fail(err)
			return nil
		})
	}
	c.in(c.every(c.request), c.ask)
}

// harm cuts a node off or stops it, more often than not the leader; it ends what was done before.
func (c *cluster) harm() {
	c.in(c.every(c.trouble), c.harm)
	if c.split != 0 {
		c.split = 0
		return
	}
	n := c.nodes[c.rand.IntN(servers)]
	for _, m := range c.nodes {
		if m.server != nil && m.server.Status().Role == raft.Leader && c.chance(0.6) {
			n = m
		}
	}
	if !c.chance(c.crash) {
		c.split = n.id
	} else if n.server != nil {
		n.server = nil
		c.in(c.between(50, 1500), func() { c.start(n) })
	}
}

// apply compares what is applied with what was applied elsewhere at this index.
func (c *cluster) apply(index int, e raft.Entry) {
	if was, known := c.ledger[index]; known && was != e {
		c.fail(errors.New("two servers apply different entries"))
	}
	c.ledger[index] = e
}

func (c *cluster) fail(err error) { c.err = errors.Join(c.err, err) }
