// Command harness runs servers and clients of the protocol in one process, over a network that
// loses, delays, reorders and duplicates what clients and servers say to each other, cuts
// servers off and lets them come back: go run . FOLDER [RUNS [SEED]].
//
// Everything is drawn from a seed, one thing happens at a time, and the events are written in
// the order in which they happened: the same seed gives the same traces.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	curp "curp/source"
)

const (
	clients = 2
	keys    = 2
	events  = 140 // of a run, at least
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: go run . FOLDER [RUNS [SEED]]")
		os.Exit(2)
	}
	number := func(i, otherwise int) int {
		if len(os.Args) <= i {
			return otherwise
		}
		n, err := strconv.Atoi(os.Args[i])
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		return n
	}
	for i := range number(2, 6) {
		servers := 3 + 2*(i%2)
		file := filepath.Join(os.Args[1], fmt.Sprintf("trace-%02d.ndjson", i+1))
		if err := save(file, newCluster(servers, uint64(number(3, 15)), uint64(i))); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// save runs a cluster and writes what happened.
func save(file string, c *cluster) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	return errors.Join(c.run(w), w.Flush(), f.Close())
}

// event is a line of a trace: what happened, and the states of the servers concerned after it.
type event struct {
	Event   string        `json:"event"`
	Client  int           `json:"client,omitempty"`
	Server  int           `json:"server,omitempty"`
	Command curp.Command  `json:"command,omitempty"`
	Result  *curp.Command `json:"result,omitempty"`
	Term    int           `json:"term,omitempty"`
	Voters  []int         `json:"voters,omitempty"`
	State   *curp.State   `json:"state,omitempty"`
	Peer    int           `json:"peer,omitempty"`
	OfPeer  *curp.State   `json:"of_peer,omitempty"`
}

// message is a proposal to a server, or an answer, which the client that waits for it hears.
type message struct {
	to     *curp.Server // nil: an answer
	what   curp.Command
	answer curp.Answer
}

type cluster struct {
	random   *rand.Rand
	servers  []*curp.Server
	clients  []*curp.Client
	cut      map[*curp.Server]bool // servers that no other server reaches
	net      []message
	given    [keys + 1]int // how many commands of each key there were
	to       *json.Encoder
	written  int
	err      error
	newest   int // the latest term of which a server has said something
	finished map[curp.Command]curp.Command
}

func newCluster(servers int, seed, run uint64) *cluster {
	c := &cluster{random: rand.New(rand.NewPCG(seed, run)), cut: map[*curp.Server]bool{}, newest: 1, finished: map[curp.Command]curp.Command{}}
	for i := range servers {
		c.servers = append(c.servers, curp.NewServer(i+1, servers, c.observe))
	}
	for i := range clients {
		c.clients = append(c.clients, curp.NewClient(i+1, servers, c.observe))
	}
	return c
}

// observe writes an event.
func (c *cluster) observe(s curp.Step) {
	e := event{Event: s.Event, Client: s.Client, Command: s.Command, Result: s.Result, Term: s.Term, Voters: s.Voters}
	if s.Server != nil {
		state := s.Server.State()
		e.Server, e.State = s.Server.ID, &state
	}
	if s.Peer != nil {
		state := s.Peer.State()
		e.Peer, e.OfPeer = s.Peer.ID, &state
	}
	if s.Result != nil {
		c.finished[s.Command] = *s.Result
	}
	c.err = errors.Join(c.err, c.to.Encode(e))
	c.written++
}

// run lets things happen until there are enough events, and then looks whether clients were
// told the truth.
func (c *cluster) run(w io.Writer) error {
	c.to = json.NewEncoder(w)
	for _, s := range c.servers {
		c.observe(curp.Step{Event: "Start", Server: s})
	}
	for c.err == nil && c.written < events {
		c.turn()
	}
	return errors.Join(c.err, c.check())
}

// check compares what clients were told with the synced entries of every log.
func (c *cluster) check() error {
	for _, s := range c.servers {
		state, stored := s.State(), map[int]curp.Command{}
		for _, e := range state.Log[:state.Commit] {
			if told, ok := c.finished[e.Command]; ok && told != stored[e.Command.Key()] {
				return fmt.Errorf("the client of %d was told %d, and server %d has %d", e.Command, told, s.ID, stored[e.Command.Key()])
			}
			stored[e.Command.Key()] = e.Command
		}
	}
	return nil
}

// turn lets one thing happen.
func (c *cluster) turn() {
	s := c.servers[c.random.IntN(len(c.servers))]
	chance := c.random.Float64()
	for _, one := range []struct {
		rate float64
		do   func(*curp.Server)
	}{
		{0.015, c.isolate},
		{0.04, c.stand},
		{0.1, c.propose},
		{0.09, c.replicate},
		{1, c.deliver},
	} {
		if chance < one.rate {
			one.do(s)
			return
		}
		chance -= one.rate
	}
}

// isolate cuts the server off, if it leads, or lets all come back.
func (c *cluster) isolate(s *curp.Server) {
	if len(c.cut) > 0 {
		clear(c.cut)
	} else if s.Leads() {
		c.cut[s] = true
	}
}

// reaches says whether a call gets through and back.
func (c *cluster) reaches(s, r *curp.Server) bool {
	return s != r && !c.cut[s] && !c.cut[r] && c.random.Float64() < 0.9
}

// stand lets a follower ask as many others as it needs.
func (c *cluster) stand(s *curp.Server) {
	if s.Leads() {
		return
	}
	var voters []*curp.Server
	for _, i := range c.random.Perm(len(c.servers)) {
		if r := c.servers[i]; len(voters) < curp.Quorum(len(c.servers))-1 && c.reaches(s, r) {
			voters = append(voters, r)
		}
	}
	if len(voters) < curp.Quorum(len(c.servers))-1 {
		return
	}
	term := s.Term() + 1
	if c.random.IntN(2) == 0 { // it has heard of later terms
		term = max(term, c.newest+1)
	}
	if s.Stand(term, voters) {
		c.newest = max(c.newest, term)
	}
}

// propose lets a client begin, or ask again.
func (c *cluster) propose(*curp.Server) {
	cl := c.clients[c.random.IntN(len(c.clients))]
	if cl.Waits() == curp.Empty {
		key := c.random.IntN(keys) + 1
		c.given[key]++
		cl.Begin(curp.Command(100*key + c.given[key]))
	}
	for _, s := range c.servers {
		c.net = append(c.net, message{to: s, what: cl.Waits()})
	}
}

// replicate lets a leader call another server.
func (c *cluster) replicate(r *curp.Server) {
	for _, s := range c.servers {
		if s.Leads() && c.reaches(s, r) {
			c.answer(s.Replicate(r)...)
		}
	}
}

func (c *cluster) answer(answers ...curp.Answer) {
	for _, a := range answers {
		c.net = append(c.net, message{answer: a})
	}
}

// deliver lets one message, any of those under way, arrive or be lost.
func (c *cluster) deliver(*curp.Server) {
	if len(c.net) == 0 {
		return
	}
	at := c.random.IntN(len(c.net))
	m := c.net[at]
	if c.random.Float64() < 0.9 { // else it comes once more
		c.net[at] = c.net[len(c.net)-1]
		c.net = c.net[:len(c.net)-1]
	}
	switch {
	case c.random.Float64() < 0.05: // lost
	case m.to == nil:
		for _, cl := range c.clients {
			cl.Hear(m.answer)
		}
	default:
		if a, ok := m.to.Propose(m.what); ok {
			c.answer(a)
		}
	}
}
