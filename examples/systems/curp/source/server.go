// Package curp is consensus with a fast path, after the protocol CURP as Xline has it. Clients
// propose commands to all servers. Every server keeps a command in its pool unless another one
// of the same key is there, and the leader executes it before anybody has agreed on its place:
// commands of different keys may come in any order. If enough servers have kept it, nothing can
// come before it any more, and the client has its result after one round. Otherwise it waits
// for the leader's log, which is synced as in Raft.
//
// Two things differ from Xline. Answers say the term, a client counts those of one term only,
// and a follower gives none before it has its leader's log: so no answer given after an election
// counts with one from before. And servers speak by calls that come back at once or not at all,
// elections included, so that the backend is as plain as can be.
package curp

import (
	"maps"
	"slices"
)

// Command is a number whose hundreds are its key. It stores itself under the key, and its
// result is what was stored there before.
type Command int

// Empty is the command of the first entry of every leader, and what is stored in the beginning.
const Empty Command = 0

// Key is the key that a command is about.
func (c Command) Key() int { return int(c) / 100 }

// conflicts says whether the order of two commands matters.
func (c Command) conflicts(d Command) bool { return c != d && c.Key() == d.Key() }

// Quorum is how many of n servers elect a leader and sync an entry.
func Quorum(n int) int { return n/2 + 1 }

// RecoveryQuorum is how many servers of a quorum have kept a command that was finished by the
// fast path. It is more than half of them: the others can't have kept another one of its key.
func RecoveryQuorum(n int) int { return Quorum(n)/2 + 1 }

// SuperQuorum is how many servers must have kept a command to finish it in one round.
func SuperQuorum(n int) int { return n - Quorum(n) + RecoveryQuorum(n) }

// Entry is an entry of a log.
type Entry struct {
	Term    int     `json:"term"`
	Command Command `json:"command"`
}

// Answer is what a server says to the client of a command.
type Answer struct {
	Kind    Kind
	Command Command
	From    int
	Term    int
	Result  Command // unless it was only kept
}

// Kind is the kind of an answer.
type Kind int

// The kinds of answers: a follower has kept the command, the leader has executed it and doesn't
// know whether that will last, or it is synced.
const (
	Kept Kind = iota
	Executed
	Synced
)

// State is what a server knows.
type State struct {
	Term   int       `json:"term"`
	Role   string    `json:"role"`
	Log    []Entry   `json:"log"`
	Commit int       `json:"commit"` // so many entries are known to be synced
	Pool   []Command `json:"pool"`
}

// Server is one of the servers 1 to n. It handles one thing at a time.
type Server struct {
	ID int

	n       int
	term    int
	leads   bool
	log     []Entry
	commit  int
	pool    map[Command]bool
	match   map[int]int         // of a leader: how much of its log each server has
	store   map[int]Command     // by key, after the synced entries
	results map[Command]Command // of the synced commands
	observe func(Step)
}

// Step is something that happened, told with the states after it.
type Step struct {
	Event   string
	Server  *Server
	Peer    *Server // that was called
	Term    int     // of an election
	Voters  []int
	Client  int
	Command Command
	Result  *Command
}

// NewServer is one of n servers, of which the first leads in term 1.
func NewServer(id, n int, observe func(Step)) *Server {
	return &Server{
		ID: id, n: n, term: 1, leads: id == 1, log: []Entry{{Term: 1}}, commit: 1, pool: map[Command]bool{},
		match: map[int]int{id: 1}, store: map[int]Command{}, results: map[Command]Command{}, observe: observe,
	}
}

// State is the state of the server.
func (s *Server) State() State {
	role := "follower"
	if s.leads {
		role = "leader"
	}
	return State{s.term, role, slices.Clone(s.log), s.commit, append([]Command{}, slices.Sorted(maps.Keys(s.pool))...)}
}

// Leads says whether the server takes itself for the leader.
func (s *Server) Leads() bool { return s.leads }

// Term is the server's term.
func (s *Server) Term() int { return s.term }

// follows says whether a follower has the log of its term's leader, which ends with that term.
func (s *Server) follows() bool { return !s.leads && s.log[len(s.log)-1].Term == s.term }

func (s *Server) logged(c Command) bool {
	return slices.ContainsFunc(s.log, func(e Entry) bool { return e.Command == c })
}

// kept says whether a command of the same key is in the pool.
func (s *Server) kept(c Command) bool {
	for d := range s.pool {
		if c.conflicts(d) {
			return true
		}
	}
	return false
}

// unsynced says whether a command of the same key is in the log and not known to be synced.
func (s *Server) unsynced(c Command) bool {
	return slices.ContainsFunc(s.log[s.commit:], func(e Entry) bool { return c.conflicts(e.Command) })
}

// Propose handles a client's proposal. It returns the answer, if there is one.
func (s *Server) Propose(c Command) (Answer, bool) {
	answer := Answer{Command: c, From: s.ID, Term: s.term}
	tell := func(event string) { s.observe(Step{Event: event, Server: s, Command: c}) }
	switch result, synced := s.results[c]; {
	case synced:
		answer.Kind, answer.Result = Synced, result
		return answer, s.leads
	case s.logged(c):
		return answer, false // the client hears when it is synced
	case s.leads:
		conflict := s.kept(c) || s.unsynced(c)
		s.log = append(s.log, Entry{s.term, c})
		s.match[s.ID] = len(s.log)
		if conflict {
			tell("Order")
			return answer, false
		}
		s.pool[c] = true
		answer.Kind, answer.Result = Executed, s.store[c.Key()]
		tell("Execute")
		return answer, true
	case !s.follows():
		return answer, false
	case s.kept(c):
		tell("Refuse")
		return answer, false
	}
	s.pool[c] = true
	tell("Keep")
	return answer, true
}

// Replicate calls another server with the log, and returns answers to clients whose commands
// are synced by that.
func (s *Server) Replicate(r *Server) []Answer {
	if !s.leads {
		return nil
	}
	before, known := r.State(), s.commit
	term := r.take(s.term, s.log, s.commit)
	if term > s.term {
		s.term, s.leads = term, false
		s.observe(Step{Event: "Yield", Server: s, Peer: r})
		return nil
	}
	s.match[r.ID] = len(s.log)
	answers := s.sync(s.majority())
	if after := r.State(); s.commit > known || !same(before, after) {
		s.observe(Step{Event: "Replicate", Server: s, Peer: r})
	}
	return answers
}

func same(a, b State) bool {
	return a.Term == b.Term && a.Role == b.Role && slices.Equal(a.Log, b.Log) && a.Commit == b.Commit && slices.Equal(a.Pool, b.Pool)
}

// take takes over the log of a leader unless its term is over, and returns the term.
func (s *Server) take(term int, log []Entry, commit int) int {
	if term < s.term {
		return s.term
	}
	s.term, s.leads = term, false
	if len(log) > len(s.log) || !slices.Equal(s.log[:len(log)], log) {
		s.log = slices.Clone(log)
	}
	s.sync(commit)
	return term
}

// majority is how many entries of the leader's log a quorum has. Entries of older terms are not
// counted by themselves, since they may still be overwritten.
func (s *Server) majority() int {
	for n := len(s.log); n > s.commit && s.log[n-1].Term == s.term; n-- {
		have := 0
		for _, m := range s.match {
			if m >= n {
				have++
			}
		}
		if have >= Quorum(s.n) {
			return n
		}
	}
	return s.commit
}

// sync executes entries that have come to be synced, and takes them out of the pool.
func (s *Server) sync(commit int) []Answer {
	var answers []Answer
	for ; s.commit < commit; s.commit++ {
		c := s.log[s.commit].Command
		if c == Empty {
			continue
		}
		s.results[c] = s.store[c.Key()]
		s.store[c.Key()] = c
		delete(s.pool, c)
		answers = append(answers, Answer{Kind: Synced, Command: c, From: s.ID, Term: s.term, Result: s.results[c]})
	}
	return answers
}

// Stand lets the server ask voters, which make a quorum with it, to elect it for a term. They
// are asked first whether they would: an election that is lost changes nothing.
func (s *Server) Stand(term int, voters []*Server) bool {
	ids := []int{s.ID}
	wins := term > s.term
	for _, v := range voters {
		ids = append(ids, v.ID)
		wins = wins && v.would(term, s.log)
	}
	slices.Sort(ids)
	if !wins {
		s.observe(Step{Event: "Lose", Server: s, Term: term, Voters: ids})
		return false
	}
	pools := []map[Command]bool{s.pool}
	for _, v := range voters {
		pools = append(pools, v.vote(term))
	}
	s.term, s.leads, s.match = term, true, map[int]int{}
	s.log = append(s.log, Entry{term, Empty})
	for _, c := range s.recover(pools) {
		s.log = append(s.log, Entry{term, c})
	}
	s.match[s.ID] = len(s.log)
	s.observe(Step{Event: "Lead", Server: s, Term: term, Voters: ids})
	return true
}

// would says whether a server would vote for one with that log. Who leads votes for nobody.
func (s *Server) would(term int, log []Entry) bool {
	mine, other := s.log[len(s.log)-1].Term, log[len(log)-1].Term
	return !s.leads && s.term < term && (other > mine || other == mine && len(log) >= len(s.log))
}

// vote votes, and returns what the server has kept.
func (s *Server) vote(term int) map[Command]bool {
	s.term = term
	return s.pool
}

// recover is what may have been finished by the fast path and is not in the log, in order.
func (s *Server) recover(pools []map[Command]bool) []Command {
	count := map[Command]int{}
	for _, p := range pools {
		for c := range p {
			count[c]++
		}
	}
	maps.DeleteFunc(count, func(c Command, n int) bool { return n < RecoveryQuorum(s.n) || s.logged(c) })
	return slices.Sorted(maps.Keys(count))
}
