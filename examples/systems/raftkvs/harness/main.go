// Command harness runs the key-value store, three servers and two clients over a bad network,
// and writes what they logged: go run . FOLDER [RUNS [SEED]]. Everything is drawn from seeds,
// of which each run has its own.
package main

import (
	"math/rand/v2"
	"time"

	"pgo"

	raftkvs "raftkvs/source"
)

var config = raftkvs.Config{
	Servers:  3,
	Keys:     []string{"x", "y"},
	Election: 15 * time.Millisecond,
	Beat:     12 * time.Millisecond,
	Patience: 25 * time.Millisecond,
}

// From this seed on five runs show everything: both ways to lose a leader, elections that are
// lost, votes and entries that are refused, a leader that goes back in a log, entries that are
// overwritten or kept, and requests that are asked and answered again.
const seed = 1623

func main() { pgo.MainSeeded(5, seed, run) }

// put and get are what clients ask for.
func put(key string, value int) raftkvs.Ask { return raftkvs.Ask{Op: "put", Key: key, Value: value} }
func get(key string) raftkvs.Ask            { return raftkvs.Ask{Op: "get", Key: key} }

// asks are what each client asks for, one thing after the other. The second one only runs
// where no leader is lost, to keep traces short.
var asks = [][]raftkvs.Ask{
	{put("x", 1), get("x")},
	{put("x", 2), get("y")},
}

// firstClient is the number of the first client.
const firstClient = 11

// run is one run of all processes.
func run(seed uint64) []*pgo.Process {
	turns := pgo.NewTurns(seed)
	net := pgo.NewNetwork()
	net.Turns, net.Lost, net.Twice, net.Delay = turns, 0.08, 0.05, 3*time.Millisecond
	var all []*pgo.Process
	for i := range config.Servers {
		all = append(all, &pgo.Process{Archetype: "AServer", Self: i + 1, Net: net})
	}
	faults := &faults{rand: rand.New(rand.NewPCG(seed, 1)), kind: int(seed % 3)}
	clients := 1
	if !faults.loses() {
		clients = len(asks)
	}
	for i := range clients {
		all = append(all, &pgo.Process{Archetype: "AClient", Self: firstClient + i, Net: net})
	}

	asking := clients
	turns.Run(all, func(p *pgo.Process) {
		if p.Self < firstClient {
			raftkvs.Serve(p, config, faults.next, func() bool { return asking == 0 })
			return
		}
		raftkvs.Client(p, config, asks[p.Self-firstClient], func(a raftkvs.Ask, value int) {
			if a.Op == "put" && value != a.Value || a.Key == "x" && value == 0 {
				panic("a client has put something, and it is not there")
			}
		})
		asking--
	})
	return all
}

// faults are what befalls the servers of a run. In two of three runs the first leader is lost
// for a while, at some moment: it begins anew, or comes back as if nothing had happened. Now
// and then another server begins anew.
type faults struct {
	rand *rand.Rand
	kind int // 0: the leader begins anew, 1: it comes back, 2: it stays
	lost bool
}

// loses reports whether the leader is lost in the run.
func (f *faults) loses() bool { return f.kind < 2 }

func (f *faults) next(leads bool) raftkvs.Fault {
	switch n := f.rand.IntN(200); {
	case leads && f.loses() && !f.lost && n < 20:
		f.lost = true
		return raftkvs.Fault{Pause: 5 * config.Election / 2, Restart: f.kind == 0}
	case !leads && n == 0:
		return raftkvs.Fault{Pause: config.Election / 2, Restart: true}
	}
	return raftkvs.Fault{}
}
