// Package redisraft is the state machine of the raft library of RedisRaft, in Go. The original
// is in C (raft_server.c, which goes back to Willem-Hendrik Thiart's raft); a comment names the
// function that a method is after.
//
// A server has no clock, no threads and no sockets. It is told how many milliseconds have
// passed, is handed messages and requests of clients, and answers each before it is handed the
// next. The membership is fixed. Snapshots, changes of the membership, transfers of leadership
// and the queue of reads are left out.
package redisraft

import (
	"errors"
	"slices"
)

// None is the number of no server; −1 in C.
const None = 0

// Role is what a server is at the moment.
type Role string

// The roles.
const (
	Follower     Role = "follower"
	PreCandidate Role = "precandidate" // asks whether an election has a chance
	Candidate    Role = "candidate"
	Leader       Role = "leader"
)

// ErrNotLeader is the answer to a client who asks a server that doesn't lead.
var ErrNotLeader = errors.New("not the leader")

// Entry is an entry of the log. A leader begins its term with one whose value is 0.
type Entry struct {
	Term  int `json:"term"`
	Value int `json:"value"`
}

// Disk is what a server has written. It writes before it answers or sends, so that term, vote
// and log need no other place.
type Disk struct {
	Term int
	Vote int // whom the server voted for in its term, or None
	Log  []Entry
}

// RequestVote asks for a vote, or whether there would be one.
type RequestVote struct {
	From      int  `json:"from"`
	To        int  `json:"to"`
	Prevote   bool `json:"prevote"`
	Term      int  `json:"term"` // of the election: a pre-candidate has not entered it yet
	LastIndex int  `json:"last_index"`
	LastTerm  int  `json:"last_term"`
}

// RequestVoteResponse answers it.
type RequestVoteResponse struct {
	From        int  `json:"from"`
	To          int  `json:"to"`
	Prevote     bool `json:"prevote"`
	RequestTerm int  `json:"request_term"` // as asked
	Term        int  `json:"term"`         // of who answers
	Granted     bool `json:"granted"`
}

// AppendEntries has entries for a follower; without any it is a heartbeat.
type AppendEntries struct {
	From      int     `json:"from"`
	To        int     `json:"to"`
	Term      int     `json:"term"`
	ID        int     `json:"id"` // numbers what the leader sends
	PrevIndex int     `json:"prev_index"`
	PrevTerm  int     `json:"prev_term"`
	Commit    int     `json:"commit"`
	Entries   []Entry `json:"entries"`
}

// AppendEntriesResponse answers it.
type AppendEntriesResponse struct {
	From    int  `json:"from"`
	To      int  `json:"to"`
	Term    int  `json:"term"`
	ID      int  `json:"id"` // of the message that it answers
	Success bool `json:"success"`
	Index   int  `json:"index"` // up to here the log agrees; after a failure, the log's last
}

// Config is what a server is given from outside.
type Config struct {
	ElectionTimeout int                      // milliseconds; a server draws its own, from here to twice as long
	RequestTimeout  int                      // milliseconds between heartbeats
	Rand            func(n int) int          // a number from 0 to n-1
	Send            func(message any)        // RequestVote or AppendEntries
	Apply           func(index int, e Entry) // a committed entry, once since the server started
}

// peer is what a server knows of another, or of itself.
type peer struct {
	id      int
	voted   bool // for this server, in the election under way
	next    int  // index of the entry to be sent next
	match   int  // up to here the logs agree
	matchID int  // the latest message that was answered
}

// Server is one member of the cluster.
type Server struct {
	Config
	id   int
	disk *Disk

	role    Role
	leader  int // of the term, or None where it isn't known
	commit  int // index of the last entry that is known to be committed
	applied int // index of the last entry that was applied
	peers   []*peer

	elapsed       int // milliseconds since a leader was heard, or since the last heartbeat of a leader
	timeout       int // milliseconds that the server waits for a leader, as drawn
	messageID     int // of the last message that was sent, or of a later one that was seen
	quorumTimeout int // milliseconds until the leader looks whether a majority has answered
	quorumID      int // what a majority had answered when it last looked
}

// New is a server that starts from its disk, for the first time or again. It knows neither who
// leads nor what is committed. The numbers of the servers are in ascending order.
func New(id int, servers []int, disk *Disk, c Config) *Server {
	s := &Server{Config: c, id: id, disk: disk, role: Follower}
	for _, n := range servers {
		s.peers = append(s.peers, &peer{id: n, next: 1})
	}
	s.updateQuorum(0)
	s.drawTimeout()
	return s
}

// drawTimeout is raft_randomize_election_timeout.
func (s *Server) drawTimeout() {
	s.timeout = s.ElectionTimeout + s.Rand(s.ElectionTimeout)
}

// updateQuorum is raft_update_quorum_meta. The time is longer than any that a follower waits.
func (s *Server) updateQuorum(id int) {
	s.quorumTimeout = 2 * s.ElectionTimeout
	s.quorumID = id
}

// Periodic says that time has passed. A leader sends heartbeats and looks from time to time
// whether a majority still answers; others begin an election when they have waited long enough
// (raft_periodic).
func (s *Server) Periodic(milliseconds int) {
	s.elapsed += milliseconds
	if s.role == Leader {
		if s.RequestTimeout <= s.elapsed {
			s.messageID++
			s.elapsed = 0
			s.sendToAll()
		}
		s.quorumTimeout -= milliseconds
		if s.quorumTimeout < 0 {
			id := s.answeredByMajority()
			if id == s.quorumID {
				s.becomeFollower() // nothing new was answered by a majority: it is cut off
			}
			s.updateQuorum(id)
		}
	} else if s.timeout <= s.elapsed {
		s.startElection()
	}
	s.applyAll()
}

// answeredByMajority is the latest message that a majority has answered, the leader being one
// of them (quorum_msg_id).
func (s *Server) answeredByMajority() int {
	return s.median(func(p *peer) int {
		if p.id == s.id {
			return s.messageID
		}
		return p.matchID
	})
}

// median is the highest number that is not above those of a majority.
func (s *Server) median(of func(*peer) int) int {
	var all []int
	for _, p := range s.peers {
		all = append(all, of(p))
	}
	slices.Sort(all)
	return all[(len(all)-1)/2]
}

// startElection is raft_election_start.
func (s *Server) startElection() {
	s.leader = None
	s.elapsed = 0
	s.drawTimeout()
	s.becomePreCandidate()
}

// becomePreCandidate is raft_become_precandidate. Neither term nor vote change: a server that
// has no chance disturbs nobody.
func (s *Server) becomePreCandidate() {
	s.role = PreCandidate
	s.askForVotes()
}

// becomeCandidate is raft_become_candidate.
func (s *Server) becomeCandidate() {
	s.setTerm(s.disk.Term + 1)
	s.disk.Vote = s.id
	s.leader = None
	s.role = Candidate
	s.askForVotes()
}

// becomeFollower is raft_become_follower.
func (s *Server) becomeFollower() {
	s.role = Follower
	s.drawTimeout()
	s.elapsed = 0
	s.leader = None
}

// becomeLeader is raft_become_leader. A term begins with an entry of its own, which is what
// commits those of earlier terms; there are none in term 1.
func (s *Server) becomeLeader() {
	next := s.last() + 1
	if s.disk.Term > 1 {
		s.append(Entry{Term: s.disk.Term})
		s.self().match = s.last()
	}
	s.role = Leader
	s.leader = s.id
	s.updateQuorum(s.messageID)
	s.elapsed = 0
	for _, p := range s.others() {
		p.next, p.match = next, 0
		s.sendAppendEntries(p)
	}
}

// setTerm enters a later term, in which the server has voted for nobody
// (raft_set_current_term).
func (s *Server) setTerm(term int) {
	s.disk.Term = term
	s.disk.Vote = None
}

// askForVotes is raft_send_requestvote, for all others.
func (s *Server) askForVotes() {
	for _, p := range s.peers {
		p.voted = false
	}
	term := s.disk.Term
	if s.role == PreCandidate {
		term++
	}
	for _, p := range s.others() {
		s.Send(RequestVote{
			From: s.id, To: p.id, Prevote: s.role == PreCandidate, Term: term,
			LastIndex: s.last(), LastTerm: s.termAt(s.last()),
		})
	}
}

// RecvRequestVote answers who asks for a vote (raft_recv_requestvote).
func (s *Server) RecvRequestVote(m RequestVote) RequestVoteResponse {
	if !m.Prevote && s.disk.Term < m.Term {
		s.setTerm(m.Term)
		s.becomeFollower()
	}
	granted := s.votesFor(m)
	if granted && !m.Prevote {
		s.disk.Vote = m.From
		s.leader = None
		s.elapsed = 0
	}
	return RequestVoteResponse{
		From: s.id, To: m.From, Prevote: m.Prevote,
		RequestTerm: m.Term, Term: s.disk.Term, Granted: granted,
	}
}

// votesFor says whether the server votes for who asks, or would.
func (s *Server) votesFor(m RequestVote) bool {
	if m.Prevote && s.leader != None && s.leader != m.From && s.elapsed < s.ElectionTimeout {
		return false // there is a leader
	}
	if m.Term < s.disk.Term {
		return false
	}
	if m.Term == s.disk.Term && s.disk.Vote != None && s.disk.Vote != m.From {
		return false // the vote of this term is given
	}
	last := s.termAt(s.last())
	return m.LastTerm > last || m.LastTerm == last && m.LastIndex >= s.last()
}

// RecvRequestVoteResponse counts a vote (raft_recv_requestvote_response).
func (s *Server) RecvRequestVoteResponse(m RequestVoteResponse) {
	if m.Term > s.disk.Term {
		s.setTerm(m.Term)
		s.becomeFollower()
		return
	}
	if m.Prevote && (s.role != PreCandidate || m.RequestTerm != s.disk.Term+1) {
		return // of an election that is over
	}
	if !m.Prevote && (s.role != Candidate || m.RequestTerm != s.disk.Term) {
		return
	}
	if !m.Granted {
		return
	}
	s.peer(m.From).voted = true
	if 2*s.votes() <= len(s.peers) {
		return
	}
	if s.role == PreCandidate {
		s.becomeCandidate()
	} else {
		s.becomeLeader()
	}
}

// votes counts those of others and the server's own (raft_get_nvotes_for_me).
func (s *Server) votes() int {
	n := 1
	for _, p := range s.others() {
		if p.voted {
			n++
		}
	}
	return n
}

// RecvAppendEntries takes entries or a heartbeat of a leader (raft_recv_appendentries).
func (s *Server) RecvAppendEntries(m AppendEntries) AppendEntriesResponse {
	fails := func() AppendEntriesResponse {
		return AppendEntriesResponse{From: s.id, To: m.From, Term: s.disk.Term, ID: m.ID, Index: s.last()}
	}
	if m.Term < s.disk.Term {
		return fails()
	}
	if m.Term > s.disk.Term {
		s.setTerm(m.Term)
		s.becomeFollower()
	}
	s.acceptLeader(m.From)

	if m.PrevIndex > s.last() {
		return fails()
	}
	if s.termAt(m.PrevIndex) != m.PrevTerm {
		s.cut(m.PrevIndex)
		return fails()
	}
	s.messageID = max(s.messageID, m.ID)
	for i, e := range m.Entries {
		index := m.PrevIndex + 1 + i
		if index <= s.last() && s.termAt(index) != e.Term {
			s.cut(index)
		}
		if index > s.last() {
			s.append(e)
		}
	}
	if s.commit < m.Commit {
		s.commit = min(s.last(), m.Commit)
	}
	return AppendEntriesResponse{
		From: s.id, To: m.From, Term: s.disk.Term, ID: m.ID,
		Success: true, Index: m.PrevIndex + len(m.Entries),
	}
}

// acceptLeader follows the leader of the term (raft_accept_leader).
func (s *Server) acceptLeader(leader int) {
	if s.role != Follower {
		s.becomeFollower()
	}
	s.elapsed = 0
	s.leader = leader
}

// RecvAppendEntriesResponse learns how far the log of a follower agrees
// (raft_recv_appendentries_response).
func (s *Server) RecvAppendEntriesResponse(m AppendEntriesResponse) {
	p := s.peer(m.From)
	if s.role != Leader || p.matchID > m.ID {
		return // a later one has come before
	}
	if m.Term > s.disk.Term {
		s.setTerm(m.Term)
		s.becomeFollower()
		return
	}
	if m.Term < s.disk.Term {
		return
	}
	p.matchID = m.ID
	if !m.Success {
		if m.Index < p.match {
			return
		}
		p.next = min(m.Index+1, s.last())
		s.sendAppendEntries(p)
		return
	}
	if m.Index <= p.match {
		return
	}
	p.next, p.match = m.Index+1, m.Index
	s.flush()
}

// RecvEntry appends what a client asks for, and says at which index (raft_recv_entry).
func (s *Server) RecvEntry(value int) (int, error) {
	if s.role != Leader {
		return 0, ErrNotLeader
	}
	s.append(Entry{Term: s.disk.Term, Value: value})
	s.self().match = s.last()
	s.flush()
	return s.last(), nil
}

// flush commits what a majority has, sends what is left to be sent, and applies
// (raft_flush).
func (s *Server) flush() {
	s.updateCommit()
	for _, p := range s.others() {
		if p.next <= s.last() {
			s.sendAppendEntries(p)
		}
	}
	s.applyAll()
}

// updateCommit is raft_update_commit_idx. Only an entry of the leader's own term is committed
// by counting.
func (s *Server) updateCommit() {
	index := s.median(func(p *peer) int { return p.match })
	if index > s.commit && s.termAt(index) == s.disk.Term {
		s.commit = index
	}
}

// applyAll is raft_apply_all.
func (s *Server) applyAll() {
	for s.applied < s.commit {
		s.applied++
		s.Apply(s.applied, s.disk.Log[s.applied-1])
	}
}

// sendToAll is raft_send_appendentries_all.
func (s *Server) sendToAll() {
	for _, p := range s.others() {
		s.sendAppendEntries(p)
	}
}

// sendAppendEntries sends all that a follower may lack, and takes it for granted that it
// arrives: if not, the next message fails (raft_send_appendentries).
func (s *Server) sendAppendEntries(p *peer) {
	s.messageID++
	entries := append([]Entry{}, s.disk.Log[p.next-1:]...)
	s.Send(AppendEntries{
		From: s.id, To: p.id, Term: s.disk.Term, ID: s.messageID,
		PrevIndex: p.next - 1, PrevTerm: s.termAt(p.next - 1), Commit: s.commit, Entries: entries,
	})
	p.next += len(entries)
}

func (s *Server) append(e Entry) { s.disk.Log = append(s.disk.Log, e) }

// cut removes an entry and all after it (raft_delete_entry_from_idx).
func (s *Server) cut(index int) {
	if index <= s.commit {
		panic("a committed entry conflicts with the leader's")
	}
	s.disk.Log = s.disk.Log[:index-1]
}

// last is the index of the last entry, 0 where there is none.
func (s *Server) last() int { return len(s.disk.Log) }

// termAt is the term of an entry, 0 before the first.
func (s *Server) termAt(index int) int {
	if index == 0 {
		return 0
	}
	return s.disk.Log[index-1].Term
}

func (s *Server) peer(id int) *peer {
	for _, p := range s.peers {
		if p.id == id {
			return p
		}
	}
	panic("a message from a stranger")
}

func (s *Server) self() *peer { return s.peer(s.id) }

func (s *Server) others() []*peer {
	var all []*peer
	for _, p := range s.peers {
		if p.id != s.id {
			all = append(all, p)
		}
	}
	return all
}

// Status is the state of a server, for a log.
type Status struct {
	Role     Role  `json:"role"`
	Term     int   `json:"term"`
	Vote     int   `json:"vote"`
	Leader   int   `json:"leader"`
	Log      []int `json:"log"` // the terms of the entries
	Commit   int   `json:"commit"`
	Applied  int   `json:"applied"`
	Elapsed  int   `json:"elapsed"`
	Timeout  int   `json:"timeout"`
	Message  int   `json:"message"`           // the number of the last message
	Quorum   *int  `json:"quorum,omitzero"`   // of a leader: the milliseconds until it looks for a majority,
	Answered *int  `json:"answered,omitzero"` // the message that one had answered when it last looked,
	Next     []int `json:"next,omitzero"`     // and what it knows of each server
	Match    []int `json:"match,omitzero"`
	MatchID  []int `json:"match_id,omitzero"`
	Votes    []int `json:"votes,omitzero"` // of a candidate or pre-candidate: who else voted for it
}

// Status tells how the server is.
func (s *Server) Status() Status {
	st := Status{
		Role: s.role, Term: s.disk.Term, Vote: s.disk.Vote, Leader: s.leader, Log: []int{},
		Commit: s.commit, Applied: s.applied, Elapsed: s.elapsed, Timeout: s.timeout, Message: s.messageID,
	}
	for _, e := range s.disk.Log {
		st.Log = append(st.Log, e.Term)
	}
	switch s.role {
	case Leader:
		quorum, answered := s.quorumTimeout, s.quorumID
		st.Quorum, st.Answered = &quorum, &answered
		for _, p := range s.peers {
			st.Next = append(st.Next, p.next)
			st.Match = append(st.Match, p.match)
			st.MatchID = append(st.MatchID, p.matchID)
		}
	case PreCandidate, Candidate:
		st.Votes = []int{}
		for _, p := range s.peers {
			if p.voted {
				st.Votes = append(st.Votes, p.id)
			}
		}
	case Follower:
	}
	return st
}
