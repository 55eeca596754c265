// Package dqueue is a queue that works by messages: consumers ask a producer for an item,
// and it sends them one each, in the order of its stream. Processes share nothing but
// mailboxes, which hand out their messages in any order.
//
// The code is written as PGo's compiler writes it: every process goes through labelled
// critical sections, each of which is done as a whole or taken back.
package dqueue

import (
	"strconv"

	"pgo"
)

// Producer serves so many requests. Its mailbox has the number 0.
func Producer(p *pgo.Process, items int) {
	requester := 0
	for next := 1; next <= items; next++ {
		p.Do("receive", func(s *pgo.Section) bool {
			message, ok := s.Receive()
			if ok {
				requester, _ = strconv.Atoi(message)
			}
			return ok
		})
		p.Do("send", func(s *pgo.Section) bool {
			s.Send(requester, strconv.Itoa(next))
			return true
		})
	}
}

// Consumer asks for so many items, one after the other, and returns them.
func Consumer(p *pgo.Process, items int) []int {
	var got []int
	for range items {
		p.Do("request", func(s *pgo.Section) bool {
			s.Send(0, strconv.Itoa(p.Self))
			return true
		})
		p.Do("take", func(s *pgo.Section) bool {
			message, ok := s.Receive()
			if ok {
				item, _ := strconv.Atoi(message)
				got = append(got, item)
			}
			return ok
		})
	}
	return got
}
