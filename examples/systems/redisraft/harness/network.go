package main

import raft "redisraft/source"

// Messages as they are logged: with a type.
type (
	vote struct {
		Type string `json:"type"`
		raft.RequestVote
	}
	voteResponse struct {
		Type string `json:"type"`
		raft.RequestVoteResponse
	}
	entries struct {
		Type string `json:"type"`
		raft.AppendEntries
	}
	entriesResponse struct {
		Type string `json:"type"`
		raft.AppendEntriesResponse
	}
)

// send gives a message to the network, which may lose it, or deliver it late or twice.
func (c *cluster) send(message any) {
	var logged any
	var from, to int
	switch m := message.(type) {
	case raft.RequestVote:
		logged, from, to = vote{"requestvote", m}, m.From, m.To
	case raft.RequestVoteResponse:
		logged, from, to = voteResponse{"requestvote_response", m}, m.From, m.To
	case raft.AppendEntries:
		logged, from, to = entries{"appendentries", m}, m.From, m.To
	case raft.AppendEntriesResponse:
		logged, from, to = entriesResponse{"appendentries_response", m}, m.From, m.To
	}
	c.sent = append(c.sent, logged)
	if c.chance(c.loss) {
		return
	}
	copies := 1
	if c.chance(c.duplicate) {
		copies = 2
	}
	for range copies {
		delay := c.between(2, 60)
		if c.chance(c.late) {
			delay = c.between(100, 2000)
		}
		c.in(delay, func() { c.deliver(message, logged, from, to) })
	}
}

// deliver hands a message to its receiver, if that hears it.
func (c *cluster) deliver(message, logged any, from, to int) {
	n := c.nodes[to-1]
	if n.server == nil || c.split == from || c.split == to {
		return
	}
	switch m := message.(type) {
	case raft.RequestVote:
		c.step(n, event{Event: "recv_requestvote", Msg: logged}, func(s *raft.Server) any {
			return s.RecvRequestVote(m)
		})
	case raft.RequestVoteResponse:
		c.step(n, event{Event: "recv_requestvote_response", Msg: logged}, func(s *raft.Server) any {
			s.RecvRequestVoteResponse(m)
			return nil
		})
	case raft.AppendEntries:
		c.step(n, event{Event: "recv_appendentries", Msg: logged}, func(s *raft.Server) any {
			return s.RecvAppendEntries(m)
		})
	case raft.AppendEntriesResponse:
		c.step(n, event{Event: "recv_appendentries_response", Msg: logged}, func(s *raft.Server) any {
			s.RecvAppendEntriesResponse(m)
			return nil
		})
	}
}
