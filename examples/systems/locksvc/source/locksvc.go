// Package locksvc is a lock that a server grants by messages: clients ask for it, wait for a
// grant, and give it back. The server keeps who has asked in a queue, of which the first has
// the lock.
//
// The code is written as PGo's compiler writes it: every process goes through labelled
// critical sections, each of which is done as a whole or taken back.
package locksvc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pgo"
)

// Server is the number of the server's mailbox.
const Server = 0

// message is a message as text of TLA+.
func message(from int, kind string) string {
	return fmt.Sprintf("[from |-> %d, type |-> %q]", from, kind)
}

// Serve answers so many messages, each client's two for each time that it has the lock.
func Serve(p *pgo.Process, messages int) {
	var queue []int
	for range messages {
		var from int
		var kind string
		p.Do("serverReceive", func(s *pgo.Section) bool {
			text, ok := s.Receive()
			if ok {
				_, err := fmt.Sscanf(text, "[from |-> %d, type |-> %q]", &from, &kind)
				ok = err == nil
			}
			return ok
		})
		p.Do("serverRespond", func(s *pgo.Section) bool {
			if kind == "lock" {
				queue = append(queue, from)
				if len(queue) == 1 {
					s.Send(from, message(Server, "grant"))
				}
			} else {
				queue = slices.Delete(queue, 0, 1)
				if len(queue) > 0 {
					s.Send(queue[0], message(Server, "grant"))
				}
			}
			s.Write("queue", sequence(queue))
			return true
		})
	}
}

// sequence is a list of numbers as text of TLA+.
func sequence(list []int) string {
	var parts []string
	for _, n := range list {
		parts = append(parts, strconv.Itoa(n))
	}
	return "<<" + strings.Join(parts, ", ") + ">>"
}

// Client has the lock so many times, and calls inside while it has it.
func Client(p *pgo.Process, times int, inside func()) {
	for range times {
		p.Do("acquireLock", func(s *pgo.Section) bool {
			s.Send(Server, message(p.Self, "lock"))
			return true
		})
		p.Do("criticalSection", func(s *pgo.Section) bool {
			_, ok := s.Receive()
			return ok
		})
		inside()
		p.Do("unlock", func(s *pgo.Section) bool {
			s.Send(Server, message(p.Self, "unlock"))
			return true
		})
	}
}
