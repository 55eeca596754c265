//go:build with_tla

// Collect runs a cluster of go.etcd.io/raft nodes in one process over a network that loses, delays, reorders and
// duplicates messages, and writes what the library's own tracer says, one event a line. Everything that happens is
// drawn from one seed: the same flags give the same file, byte for byte.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"go.etcd.io/raft/v3"
)

// settings say how a run goes. Rates are chances in [0,1].
type settings struct {
	nodes     int
	events    int // the run stops at the end of the turn that writes this one
	seed      uint64
	loss      float64 // of a message that arrives to be lost
	duplicate float64 // of a message that arrives to arrive once more
	campaign  float64 // a turn, that a node's election time is up
	crash     float64 // a turn, that a node stops and starts from its disk
	size      uint64  // of the entries of a message, in bytes, but for the first
	partition float64 // a turn, that the network splits or heals
}

// collected are the runs whose traces are committed.
var collected = []settings{
	{nodes: 3, events: 500, seed: 1, loss: 0.1, duplicate: 0.1, campaign: 0.02, crash: 0.005, partition: 0.01, size: 1 << 20},
	{nodes: 3, events: 320, seed: 2, loss: 0.3, duplicate: 0.3, campaign: 0.01, crash: 0, partition: 0.02, size: 40},
	{nodes: 3, events: 320, seed: 50, loss: 0.05, duplicate: 0.3, campaign: 0.015, crash: 0.01, partition: 0.01, size: 0},
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("collect: ")
	raft.SetLogger(&raft.DefaultLogger{Logger: log.New(io.Discard, "", 0)})

	s := collected[0]
	flag.IntVar(&s.nodes, "nodes", s.nodes, "servers of the cluster")
	flag.IntVar(&s.events, "events", s.events, "events, at least")
	flag.Uint64Var(&s.seed, "seed", s.seed, "seed of everything that is drawn")
	flag.Float64Var(&s.loss, "loss", s.loss, "chance that a message is lost")
	flag.Float64Var(&s.duplicate, "duplicate", s.duplicate, "chance that a message arrives once more")
	flag.Float64Var(&s.campaign, "campaign", s.campaign, "chance of an election, a turn")
	flag.Float64Var(&s.crash, "crash", s.crash, "chance of a stop and start, a turn")
	flag.Uint64Var(&s.size, "size", s.size, "bytes that the entries of a message may have together, but for the first")
	flag.Float64Var(&s.partition, "partition", s.partition, "chance of a split or of its end, a turn")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: collect FOLDER         writes the traces that are committed\n       collect [FLAGS]        writes one trace to standard output")
		flag.PrintDefaults()
	}
	flag.Parse()

	var err error
	switch flag.NArg() {
	case 0:
		err = collect(s, os.Stdout)
	case 1:
		for i, s := range collected {
			if err = toFile(s, filepath.Join(flag.Arg(0), fmt.Sprintf("trace-%02d.ndjson", i+1))); err != nil {
				break
			}
		}
	default:
		flag.Usage()
		os.Exit(2)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func toFile(s settings, name string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := collect(s, f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// collect writes the trace of one run.
func collect(s settings, w io.Writer) error {
	buffered := bufio.NewWriter(w)
	if err := newCluster(s, &tracer{to: json.NewEncoder(buffered)}).run(); err != nil {
		return err
	}
	return buffered.Flush()
}

// tracer writes events in the order in which the nodes report them: the nodes share one goroutine, so this is the
// order in which things happened.
type tracer struct {
	to      *json.Encoder
	written int
	err     error
}

func (t *tracer) TraceEvent(e *raft.TracingEvent) {
	if t.err != nil {
		return
	}
	line := struct {
		Event *raft.TracingEvent `json:"event"`
		Tag   string             `json:"tag"`
	}{e, "trace"}
	if t.err = t.to.Encode(line); t.err != nil {
		t.err = fmt.Errorf("event %d: %w", t.written+1, t.err)
		return
	}
	t.written++
}
