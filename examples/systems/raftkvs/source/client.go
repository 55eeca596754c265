package raftkvs

import (
	"time"

	"pgo"
)

// Ask is something to ask the store for.
type Ask struct {
	Op    string // "put" or "get"
	Key   string
	Value int // to be put
}

// client is a client of the store, and the request that it waits for.
type client struct {
	*pgo.Process
	Config

	server  int // that it asks
	request request
	until   time.Time // it waits
}

// Client asks the store for one thing after the other, and calls got with each answer. It asks
// the server that it takes for the leader, another one when that names it, and the next one
// when it has waited too long.
func Client(p *pgo.Process, c Config, all []Ask, got func(Ask, int)) {
	x := &client{Process: p, Config: c, server: 1}
	for i, a := range all {
		p.Do("sendRequest", func(s *pgo.Section) bool {
			x.request = request{p.Self, i + 1, a.Op, a.Key, a.Value}
			s.Write("request", pgo.Text(x.request))
			x.ask(s, x.server)
			return true
		})
		got(a, x.wait())
	}
}

// ask sends the request to a server.
func (x *client) ask(s *pgo.Section, server int) {
	x.server = server
	s.Write("server", pgo.Text(server))
	s.Send(server, clientRequest{x.request})
	x.until = x.Now().Add(x.Patience)
}

// wait waits until the request is done, and is its value.
func (x *client) wait() (value int) {
	for done := false; !done; {
		x.Await(x.until.Sub(x.Now()))
		if !x.Now().Before(x.until) {
			x.Do("waitTooLong", func(s *pgo.Section) bool {
				x.ask(s, x.server%x.Servers+1)
				return true
			})
		}
		x.Try("receiveAnswer", func(s *pgo.Section) bool {
			taken, ok := s.Take()
			if !ok {
				return false
			}
			m := taken.(clientAnswer)
			switch {
			case m.number != x.request.number: // it answers an earlier request
			case m.done:
				value, done = m.value, true
			default:
				x.ask(s, m.leader)
			}
			return true
		})
	}
	return value
}
