//go:build with_tla

package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"go.etcd.io/raft/v3"
	"go.etcd.io/raft/v3/raftpb"
)

// node is one server: what it remembers only while it runs, and its disk.
type node struct {
	id   uint64
	raw  *raft.RawNode
	disk *disk
	side int // of the partition; nodes on different sides do not hear each other
}

// disk is a MemoryStorage that knows the voters of the cluster, so that no log begins with changes of membership.
type disk struct {
	*raft.MemoryStorage
	voters []uint64
}

func (d *disk) InitialState() (*raftpb.HardState, *raftpb.ConfState, error) {
	state, _, err := d.MemoryStorage.InitialState()
	return state, &raftpb.ConfState{Voters: d.voters}, err
}

// cluster is the nodes and the messages between them.
type cluster struct {
	settings
	rand  *rand.Rand
	trace *tracer
	nodes []*node
	net   []*raftpb.Message // sent, not yet arrived or lost
	next  int               // number of the next proposal
}

func newCluster(s settings, t *tracer) *cluster {
	return &cluster{settings: s, rand: rand.New(rand.NewPCG(s.seed, 0x72616674)), trace: t}
}

// run starts the nodes and takes turns until enough events are written.
func (c *cluster) run() error {
	var voters []uint64
	for id := 1; id <= c.settings.nodes; id++ {
		voters = append(voters, uint64(id))
	}
	for _, id := range voters {
		n := &node{id: id, disk: &disk{raft.NewMemoryStorage(), voters}}
		c.nodes = append(c.nodes, n)
		if err := c.boot(n); err != nil {
			return err
		}
	}
	for c.trace.err == nil && c.trace.written < c.events {
		if err := c.turn(); err != nil {
			return err
		}
	}
	return c.trace.err
}

// boot starts a node from its disk. Elections never start by themselves, because the library draws its time-outs from
// a source that no seed reaches; the heartbeat is every tick, so that a tick of a leader is a round of heartbeats.
func (c *cluster) boot(n *node) (err error) {
	n.raw, err = raft.NewRawNode(&raft.Config{
		ID:                       n.id,
		ElectionTick:             math.MaxInt32,
		HeartbeatTick:            1,
		Storage:                  n.disk,
		MaxSizePerMsg:            c.size,
		MaxCommittedSizePerReady: math.MaxUint64,
		MaxInflightMsgs:          1 << 16,
		TraceLogger:              c.trace,
	})
	return err
}

// turn lets one thing happen.
func (c *cluster) turn() error {
	n := c.nodes[c.rand.IntN(len(c.nodes))]
	chance := c.rand.Float64()
	for _, one := range []struct {
		rate float64
		do   func(*node) error
	}{
		{c.campaign, func(n *node) error { return n.raw.Campaign() }},
		{c.crash, c.boot},
		{c.partition, c.split},
		{0.08, c.propose},
		{0.05, c.beat},
		{0.35, c.flush},
		{1, c.deliver},
	} {
		if chance < one.rate {
			return one.do(n)
		}
		chance -= one.rate
	}
	return nil
}

// split puts one node on a side of its own, or heals the network.
func (c *cluster) split(n *node) error {
	apart := false
	for _, m := range c.nodes {
		apart = apart || m.side != 0
		m.side = 0
	}
	if !apart {
		n.side = 1
	}
	return nil
}

// propose hands the node a request of a client if it leads. Requests to others are forwarded by messages that the
// tracer does not see.
func (c *cluster) propose(n *node) error {
	if n.raw.BasicStatus().RaftState != raft.StateLeader {
		return nil
	}
	c.next++
	return n.raw.Propose(fmt.Appendf(nil, "request %d", c.next))
}

// beat is a round of heartbeats of a leader.
func (c *cluster) beat(n *node) error {
	if n.raw.BasicStatus().RaftState == raft.StateLeader {
		n.raw.Tick()
	}
	return nil
}

// flush writes what the node has not written yet, then sends its messages: until then, both are lost in a crash.
func (c *cluster) flush(n *node) error {
	if !n.raw.HasReady() {
		return nil
	}
	ready := n.raw.Ready()
	if !raft.IsEmptyHardState(ready.HardState) {
		if err := n.disk.SetHardState(ready.HardState); err != nil {
			return err
		}
	}
	if err := n.disk.Append(ready.Entries); err != nil {
		return err
	}
	c.net = append(c.net, ready.Messages...)
	n.raw.Advance(ready)
	return nil
}

// deliver lets one message, any of those under way, arrive or be lost.
func (c *cluster) deliver(*node) error {
	if len(c.net) == 0 {
		return nil
	}
	at := c.rand.IntN(len(c.net))
	m := c.net[at]
	from, to := c.nodes[m.GetFrom()-1], c.nodes[m.GetTo()-1]
	lost := c.rand.Float64() < c.loss || from.side != to.side
	if lost || c.rand.Float64() >= c.duplicate {
		c.net[at] = c.net[len(c.net)-1]
		c.net = c.net[:len(c.net)-1]
	}
	if lost {
		return nil
	}
	return to.raw.Step(m)
}
