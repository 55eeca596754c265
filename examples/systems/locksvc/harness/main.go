// Command harness runs the lock service, a server and three clients, and writes what they
// logged: go run . FOLDER [RUNS].
package main

import (
	"math/rand/v2"
	"sync/atomic"
	"time"

	"pgo"

	locksvc "locksvc/source"
)

const (
	clients = 3
	times   = 2 // that each client has the lock
)

func main() { pgo.Main(run) }

// run is one run of all processes.
func run() []*pgo.Process {
	net := pgo.NewNetwork()
	all := []*pgo.Process{{Archetype: "AServer", Self: locksvc.Server, Net: net}}
	for i := range clients {
		all = append(all, &pgo.Process{Archetype: "AClient", Self: i + 1, Net: net})
	}
	var holders atomic.Int32
	inside := func() {
		if holders.Add(1) != 1 {
			panic("two clients have the lock")
		}
		time.Sleep(time.Duration(rand.IntN(40)) * time.Microsecond)
		holders.Add(-1)
	}
	pgo.Run(all, func(p *pgo.Process) {
		if p.Self == locksvc.Server {
			locksvc.Serve(p, 2*clients*times)
		} else {
			locksvc.Client(p, times, inside)
		}
	})
	return all
}
