// Command harness runs the queue by messages, a producer and three consumers, and writes what
// they logged: go run . FOLDER [RUNS].
//
// A run is one file with the logs of all processes, one behind the other. Nothing says in
// which order sections of different processes were done but their vector clocks.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	dqueue "dqueue/source"
)

const (
	consumers = 3
	items     = 4 // of each consumer
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: harness FOLDER [RUNS]")
		os.Exit(2)
	}
	runs := 6
	if len(os.Args) > 2 {
		runs, _ = strconv.Atoi(os.Args[2])
	}
	if err := os.MkdirAll(os.Args[1], 0o755); err != nil {
		fatal(err)
	}
	for i := range runs {
		if err := write(filepath.Join(os.Args[1], fmt.Sprintf("trace-%02d.ndjson", i+1)), run()); err != nil {
			fatal(err)
		}
	}
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, "harness:", err)
	os.Exit(1)
}

// run is one run of all processes.
func run() []*dqueue.Process {
	net := dqueue.NewNetwork()
	all := []*dqueue.Process{{Archetype: "AProducer", Self: 0, Net: net}}
	for i := range consumers {
		all = append(all, &dqueue.Process{Archetype: "AConsumer", Self: i + 1, Net: net})
	}
	var wait sync.WaitGroup
	for i, p := range all {
		wait.Go(func() {
			time.Sleep(time.Duration(rand.IntN(200)) * time.Microsecond)
			if i == 0 {
				dqueue.Producer(p, consumers*items)
			} else {
				dqueue.Consumer(p, items)
			}
		})
	}
	wait.Wait()
	return all
}

func write(name string, all []*dqueue.Process) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, p := range all {
		for _, s := range p.Log {
			if err := e.Encode(s); err != nil {
				return err
			}
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}
