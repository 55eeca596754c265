// Command harness runs the queue by messages, a producer and three consumers, and writes what
// they logged: go run . FOLDER [RUNS].
package main

import (
	"pgo"

	dqueue "dqueue/source"
)

const (
	consumers = 3
	items     = 4 // of each consumer
)

func main() { pgo.Main(run) }

// run is one run of all processes.
func run() []*pgo.Process {
	net := pgo.NewNetwork()
	all := []*pgo.Process{{Archetype: "AProducer", Self: 0, Net: net}}
	for i := range consumers {
		all = append(all, &pgo.Process{Archetype: "AConsumer", Self: i + 1, Net: net})
	}
	pgo.Run(all, func(p *pgo.Process) {
		if p.Self == 0 {
			dqueue.Producer(p, consumers*items)
		} else {
			dqueue.Consumer(p, items)
		}
	})
	return all
}
