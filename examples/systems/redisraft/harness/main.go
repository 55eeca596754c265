// Command harness runs a cluster of three servers in one goroutine, over a network that loses,
// delays, reorders and repeats messages, with partitions and servers that stop and start again,
// and writes what they logged: go run . FOLDER. Everything that happens is drawn from a seed,
// the clock too: the same seed gives the same file, byte for byte.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// settings say how a run goes. Chances are in [0,1], times in milliseconds.
type settings struct {
	seed      uint64
	events    int     // the run ends with this one
	loss      float64 // of a message
	duplicate float64 // of a message to come twice
	late      float64 // of a message to be under way for long, so that others overtake it
	request   int     // between two requests of clients, about
	trouble   int     // between two changes of the network or stops of a server, about
	crash     float64 // of trouble to be a stop
}

// collected are the runs whose traces are committed. Their seeds were chosen among some hundred
// each, so that together they show what is rare.
var collected = []settings{
	{seed: 10, events: 140, loss: 0.05, duplicate: 0.02, late: 0.05, request: 300, trouble: 2500, crash: 0.5},
	{seed: 83, events: 140, loss: 0.05, duplicate: 0.05, late: 0.1, request: 200, trouble: 4500, crash: 0},
	{seed: 39, events: 140, loss: 0.3, duplicate: 0.1, late: 0.2, request: 300, trouble: 4000, crash: 0.3},
	{seed: 49, events: 140, loss: 0.1, duplicate: 0, late: 0.1, request: 250, trouble: 1500, crash: 0.8},
	{seed: 97, events: 140, loss: 0.05, duplicate: 0.2, late: 0.3, request: 150, trouble: 2000, crash: 0.5},
	{seed: 32, events: 140, loss: 0, duplicate: 0, late: 0, request: 150, trouble: 3000, crash: 0.5},
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run . FOLDER")
		os.Exit(2)
	}
	for i, s := range collected {
		if err := collect(filepath.Join(os.Args[1], fmt.Sprintf("trace-%02d.ndjson", i+1)), s); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// collect writes the trace of one run.
func collect(file string, s settings) error {
	trace, err := run(s)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	lines := json.NewEncoder(w)
	for _, e := range trace {
		if err := lines.Encode(e); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	return errors.Join(w.Flush(), f.Close())
}
