// Package raftkvs is a key-value store that servers replicate by Raft. They elect a leader,
// which puts the requests of clients into its log and the log into those of the others; what a
// majority has is committed, and every server applies it to its own store, in the order of the
// log. Gets go through the log as puts do.
//
// The code is written as PGo's compiler writes it: every process goes through labelled
// critical sections, each of which is done as a whole or taken back.
package raftkvs

import (
	"slices"
	"time"

	"pgo"
)

// Config is what all processes know.
type Config struct {
	Servers  int           // they have the numbers from 1 on
	Keys     []string      // of the store
	Election time.Duration // that a server waits for a leader at least
	Beat     time.Duration // between appends of a leader
	Patience time.Duration // that a client waits for an answer
}

// Fault is what befalls a server: it does nothing for a while, and begins anew if Restart is
// set.
type Fault struct {
	Pause   time.Duration
	Restart bool
}

// nobody stands for no server.
const nobody = 0

const (
	follower  = "follower"
	candidate = "candidate"
	leader    = "leader"
)

// server is a server of the store. Of logs and servers the first has number 1; next, match and
// results have it at index 0.
type server struct {
	*pgo.Process
	Config

	// Kept over a restart.
	term int
	vote int
	log  []entry

	// Lost in a restart.
	role    string
	leader  int          // that the server knows of
	votes   map[int]bool // that a candidate has
	next    []int        // for a leader, the entry that each server is sent next
	match   []int        // and how far each log is known to agree
	commit  int          // number of entries known to be committed
	applied int          // number of them that are in the store
	store   map[string]int
	results []int // of the applied entries

	due time.Time // when to begin an election, or to append
}

// Serve is a server's process, until done. Between sections fault says what befalls it.
func Serve(p *pgo.Process, c Config, fault func(leads bool) Fault, done func() bool) {
	s := &server{Process: p, Config: c}
	s.restart()
	for !done() {
		s.Sleep(20 * time.Microsecond)
		if f := fault(s.role == leader); f.Pause > 0 {
			s.Sleep(f.Pause)
			if f.Restart {
				s.section("restart", func(*pgo.Section) bool { s.restart(); return true })
			}
		}
		switch {
		case s.role == candidate && s.majority(len(s.votes)):
			s.section("becomeLeader", s.becomeLeader)
		case s.role == leader && s.agreed() > s.commit:
			s.section("advanceCommitIndex", func(*pgo.Section) bool { s.commit = s.agreed(); return true })
		case s.applied < s.commit:
			s.section("apply", s.apply)
		case s.Now().Before(s.due):
			s.Await(s.due.Sub(s.Now()))
			s.section("handleMessage", s.handle)
		case s.role == leader:
			s.section("appendEntries", s.appendEntries)
		default:
			s.section("requestVotes", s.requestVotes)
		}
	}
}

// restart forgets all but term, vote and log.
func (s *server) restart() {
	s.follow(nobody)
	s.commit, s.applied, s.results = 0, 0, nil
	s.store = map[string]int{}
	for _, k := range s.Keys {
		s.store[k] = 0
	}
}

// follow makes the server a follower.
func (s *server) follow(leader int) {
	s.role, s.leader, s.votes = follower, leader, map[int]bool{}
	s.next, s.match = make([]int, s.Servers), make([]int, s.Servers)
	s.wait()
}

// wait begins the wait for a leader anew.
func (s *server) wait() { s.due = s.Now().Add(s.Between(s.Election)) }

// hear makes the server a follower in a later term, in which it has not voted.
func (s *server) hear(term int) {
	if term > s.term {
		s.term, s.vote = term, nobody
		s.follow(nobody)
	}
}

func (s *server) majority(n int) bool { return 2*n > s.Servers }

// termAt is the term of an entry of the log, 0 before the first.
func (s *server) termAt(index int) int {
	if index == 0 {
		return 0
	}
	return s.log[index-1].term
}

// broadcast sends a message to every other server.
func (s *server) broadcast(sec *pgo.Section, message func(to int) any) {
	for to := 1; to <= s.Servers; to++ {
		if to != s.Self {
			sec.Send(to, message(to))
		}
	}
}

// requestVotes begins an election in the next term.
func (s *server) requestVotes(sec *pgo.Section) bool {
	s.follow(nobody)
	s.term++
	s.role, s.vote, s.votes = candidate, s.Self, map[int]bool{s.Self: true}
	s.broadcast(sec, func(int) any {
		return voteRequest{s.Self, s.term, len(s.log), s.termAt(len(s.log))}
	})
	return true
}

// becomeLeader takes up office: with an entry of the new term, since it may not take those of
// earlier terms for committed by themselves.
func (s *server) becomeLeader(*pgo.Section) bool {
	s.role, s.leader, s.votes = leader, s.Self, map[int]bool{}
	for i := range s.next {
		s.next[i] = len(s.log) + 1
	}
	s.log = append(s.log, entry{s.term, request{op: "none"}})
	s.due = s.Now()
	return true
}

// appendEntries sends every other server what it doesn't have yet.
func (s *server) appendEntries(sec *pgo.Section) bool {
	s.broadcast(sec, func(to int) any {
		next := s.next[to-1]
		return appendRequest{s.Self, s.term, next - 1, s.termAt(next - 1), slices.Clone(s.log[next-1:]), s.commit}
	})
	s.due = s.Now().Add(s.Beat)
	return true
}

// agreed is how many entries are committed since a majority has them, as far as a leader can
// say: up to an entry of its own term.
func (s *server) agreed() int {
	for k := len(s.log); k > 0 && s.termAt(k) == s.term; k-- {
		n := 1
		for _, m := range s.match {
			if m >= k {
				n++
			}
		}
		if s.majority(n) {
			return k
		}
	}
	return 0
}

// apply brings the next committed entry into the store. The leader tells the client.
func (s *server) apply(sec *pgo.Section) bool {
	s.applied++
	r := s.log[s.applied-1].request
	if r.op == "put" {
		s.store[r.key] = r.value
	}
	s.results = append(s.results, s.store[r.key])
	if s.role == leader && r.op != "none" {
		s.tell(sec, s.applied)
	}
	return true
}

// tell answers the request of an applied entry.
func (s *server) tell(sec *pgo.Section, index int) {
	r := s.log[index-1].request
	sec.Send(r.client, clientAnswer{r.number, true, s.results[index-1], nobody})
}

// handle takes a message and does what it asks for.
func (s *server) handle(sec *pgo.Section) bool {
	m, ok := sec.Take()
	if !ok {
		return false
	}
	switch m := m.(type) {
	case voteRequest:
		s.onVoteRequest(sec, m)
	case voteAnswer:
		s.hear(m.term)
		if m.term == s.term && s.role == candidate && m.granted {
			s.votes[m.from] = true
		}
	case appendRequest:
		s.onAppendRequest(sec, m)
	case appendAnswer:
		s.onAppendAnswer(m)
	case clientRequest:
		s.onClientRequest(sec, m.request)
	}
	return true
}

// onVoteRequest grants a vote to the first who asks in a term, if its log goes as far as the
// server's own.
func (s *server) onVoteRequest(sec *pgo.Section, m voteRequest) {
	s.hear(m.term)
	last := s.termAt(len(s.log))
	upToDate := m.lastTerm > last || m.lastTerm == last && m.lastIndex >= len(s.log)
	granted := m.term == s.term && (s.vote == nobody || s.vote == m.from) && upToDate
	if granted {
		s.vote = m.from
		s.wait()
	}
	sec.Send(m.from, voteAnswer{s.Self, s.term, granted})
}

// onAppendRequest takes the entries of a leader if they join on to the log. Entries that are
// there and agree stay, with all that follows: a message may be an old one.
func (s *server) onAppendRequest(sec *pgo.Section, m appendRequest) {
	s.hear(m.term)
	if m.term < s.term {
		sec.Send(m.from, appendAnswer{s.Self, s.term, false, 0})
		return
	}
	s.follow(m.from)
	if m.prevIndex > len(s.log) || s.termAt(m.prevIndex) != m.prevTerm {
		sec.Send(m.from, appendAnswer{s.Self, s.term, false, 0})
		return
	}
	for i, e := range m.entries {
		at := m.prevIndex + i
		if at < len(s.log) && s.log[at].term == e.term {
			continue
		}
		s.log = append(slices.Clone(s.log[:at]), e)
	}
	end := m.prevIndex + len(m.entries)
	s.commit = max(s.commit, min(m.commit, end))
	sec.Send(m.from, appendAnswer{s.Self, s.term, true, end})
}

// onAppendAnswer notes how far a follower agrees, or goes back by one entry.
func (s *server) onAppendAnswer(m appendAnswer) {
	s.hear(m.term)
	if m.term != s.term || s.role != leader {
		return
	}
	i := m.from - 1
	if m.success {
		s.match[i] = max(s.match[i], m.match)
		s.next[i] = max(s.next[i], s.match[i]+1)
	} else {
		s.next[i] = max(s.match[i]+1, s.next[i]-1)
	}
}

// onClientRequest puts a request into the leader's log, unless it is there: clients ask again
// when they wait too long. One that has been applied is answered again. Who doesn't lead names
// the leader if it knows one.
func (s *server) onClientRequest(sec *pgo.Section, r request) {
	if s.role != leader {
		if s.leader != nobody {
			sec.Send(r.client, clientAnswer{r.number, false, 0, s.leader})
		}
		return
	}
	index := slices.IndexFunc(s.log, func(e entry) bool { return e.request == r }) + 1
	switch {
	case index == 0:
		s.log = append(s.log, entry{s.term, r})
	case index <= s.applied:
		s.tell(sec, index)
	}
}

// section goes through a section once, and logs what it writes.
func (s *server) section(label string, body func(*pgo.Section) bool) {
	before := s.variables()
	s.Try(label, func(sec *pgo.Section) bool {
		done := body(sec)
		after := s.variables()
		for i, v := range after {
			if v.value != before[i].value {
				sec.Write(v.name, v.value)
			}
		}
		return done
	})
}

// variable is a variable of a process, with its value as text of TLA+.
type variable struct{ name, value string }

func (s *server) variables() []variable {
	return []variable{
		{"term", pgo.Text(s.term)},
		{"vote", pgo.Text(s.vote)},
		{"log", pgo.Text(s.log)},
		{"role", pgo.Text(s.role)},
		{"leader", pgo.Text(s.leader)},
		{"votes", pgo.Text(s.votes)},
		{"next", pgo.Text(s.next)},
		{"match", pgo.Text(s.match)},
		{"commit", pgo.Text(s.commit)},
		{"applied", pgo.Text(s.applied)},
		{"store", pgo.Text(s.store)},
	}
}
