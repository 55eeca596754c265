// Package pgo runs processes as systems do that PGo compiles: every process goes through
// labelled critical sections, each of which is done as a whole or taken back, and logs each
// with its vector clock. Processes share nothing but mailboxes, which hand out their messages
// in any order.
package pgo

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Network has a mailbox for each process.
type Network struct {
	Turns *Turns        // of the processes; nil: they run beside each other for real
	Lost  float64       // the share of messages that never arrive
	Twice float64       // the share of the others that arrive twice
	Delay time.Duration // how long a message is on its way at most; needs Turns

	lock  sync.Mutex
	boxes map[int][]message
}

// message is a value with the clock of the section that sent it. It can be taken from a
// moment on.
type message struct {
	value any
	clock map[string]int
	from  time.Duration
}

// NewNetwork is one without messages.
func NewNetwork() *Network { return &Network{boxes: map[int][]message{}} }

// take takes some message out of a mailbox.
func (n *Network) take(to int) (message, bool) {
	n.lock.Lock()
	defer n.lock.Unlock()
	here := n.arrived(to)
	if len(here) == 0 {
		return message{}, false
	}
	i := here[n.Turns.intN(len(here))]
	m := n.boxes[to][i]
	n.boxes[to] = slices.Delete(n.boxes[to], i, i+1)
	return m, true
}

// arrived are the indices of those messages in a mailbox that can be taken now.
func (n *Network) arrived(to int) []int {
	var here []int
	for i, m := range n.boxes[to] {
		if n.Turns == nil || m.from <= n.Turns.now {
			here = append(here, i)
		}
	}
	return here
}

func (n *Network) put(to int, m message) {
	n.lock.Lock()
	defer n.lock.Unlock()
	if n.Turns.share() < n.Lost {
		return
	}
	times := 1
	if n.Turns.share() < n.Twice {
		times = 2
	}
	for range times {
		if n.Turns != nil && n.Delay > 0 {
			m.from = n.Turns.now + time.Duration(n.Turns.intN(int(n.Delay)))
		}
		n.boxes[to] = append(n.boxes[to], m)
	}
}

// Process is one that goes through critical sections, with its vector clock and its log.
type Process struct {
	Archetype string
	Self      int
	Net       *Network
	Log       []*Section

	clock map[string]int
}

// Section is a critical section that was tried, in the form in which systems that PGo
// compiles log it.
type Section struct {
	Archetype string    `json:"archetypeName"`
	Self      string    `json:"self"`
	Abort     bool      `json:"isAbort"`
	Clock     []any     `json:"clock"`
	Elements  []Element `json:"csElements"`
	Start     time.Time `json:"startTime"`
	End       time.Time `json:"endTime"`

	process *Process
	sent    []func()
}

// Element is a read or a write of a section. Values are text of TLA+.
type Element struct {
	Tag     string   `json:"tag"`
	Name    Name     `json:"name"`
	Indices []string `json:"indices"`
	Value   string   `json:"value"`
}

// Name is the name of what is read or written.
type Name struct {
	Prefix string `json:"prefix"`
	Name   string `json:"name"`
	Self   string `json:"self"`
}

// Do goes through the section of a label until it is not taken back.
func (p *Process) Do(label string, body func(*Section) bool) {
	for wait := 50 * time.Microsecond; !p.Try(label, body); wait *= 2 {
		p.Sleep(wait)
	}
}

// Try goes through the section of a label once; false where it is taken back.
func (p *Process) Try(label string, body func(*Section) bool) bool {
	name := p.Archetype + "/" + strconv.Itoa(p.Self)
	if p.clock == nil {
		p.clock = map[string]int{}
	}
	s := &Section{Archetype: p.Archetype, Self: strconv.Itoa(p.Self), Start: p.Now(), process: p}
	p.clock[name]++
	s.add("read", Name{"", ".pc", s.Self}, nil, strconv.Quote(p.Archetype+"."+label))
	done := body(s)
	s.Abort = !done
	s.Clock = stamp(p.clock)
	s.End = p.Now()
	p.Log = append(p.Log, s)
	if done {
		for _, send := range s.sent { // messages leave when the section is done
			send()
		}
	}
	return done
}

// stamp is a clock as it is logged.
func stamp(clock map[string]int) []any {
	var out []any
	for _, name := range slices.Sorted(maps.Keys(clock)) {
		archetype, self, _ := strings.Cut(name, "/")
		out = append(out, []any{[]string{archetype, self}, clock[name]})
	}
	return out
}

func (s *Section) add(tag string, n Name, indices []string, value string) {
	if indices == nil {
		indices = []string{}
	}
	s.Elements = append(s.Elements, Element{tag, n, indices, value})
}

// Receive takes a message out of the process's mailbox, as text of TLA+; false where there is
// none.
func (s *Section) Receive() (string, bool) {
	m, ok := s.Take()
	if !ok {
		return "", false
	}
	return messageText(m), true
}

// Take takes a message out of the process's mailbox, as it was sent; false where there is none.
func (s *Section) Take() (any, bool) {
	m, ok := s.process.Net.take(s.process.Self)
	if !ok {
		return nil, false
	}
	for name, n := range m.clock {
		s.process.clock[name] = max(s.process.clock[name], n)
	}
	s.add("read", Name{s.Archetype, "network", s.Self}, []string{s.Self}, messageText(m.value))
	return m.value, true
}

// Write logs that a variable of the process has a value, as text of TLA+.
func (s *Section) Write(variable, value string) {
	s.add("write", Name{s.Archetype, variable, s.Self}, nil, value)
}

// Send puts a message into a process's mailbox when the section is done: text of TLA+, or a
// struct, which is logged as a record with the name of its type as the field type. Nothing in
// it may change later.
func (s *Section) Send(to int, value any) {
	s.add("write", Name{s.Archetype, "network", s.Self}, []string{fmt.Sprint(to)}, messageText(value))
	s.sent = append(s.sent, func() { s.process.Net.put(to, message{value: value, clock: maps.Clone(s.process.clock)}) })
}

// Run runs processes beside each other, each from a moment of its own on.
func Run(all []*Process, do func(*Process)) {
	var wait sync.WaitGroup
	for _, p := range all {
		wait.Go(func() {
			time.Sleep(time.Duration(rand.IntN(200)) * time.Microsecond)
			do(p)
		})
	}
	wait.Wait()
}

// Save writes the logs of processes into one file, one behind the other. Nothing says in which
// order sections of different processes were done but their clocks.
func Save(name string, all []*Process) error {
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

// Main is a harness: it writes the logs of runs into the folder that its arguments name, as
// many as they say or six.
func Main(run func() []*Process) { MainSeeded(6, 0, func(uint64) []*Process { return run() }) }

// MainSeeded is a harness of runs that are drawn from seeds: so many, from that seed on, where
// its arguments say no other numbers.
func MainSeeded(runs int, seed uint64, run func(seed uint64) []*Process) {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: harness FOLDER [RUNS [SEED]]")
		os.Exit(2)
	}
	if len(os.Args) > 2 {
		runs, _ = strconv.Atoi(os.Args[2])
	}
	if len(os.Args) > 3 {
		seed, _ = strconv.ParseUint(os.Args[3], 10, 64)
	}
	fatal := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, "harness:", err)
			os.Exit(1)
		}
	}
	fatal(os.MkdirAll(os.Args[1], 0o755))
	for i := range runs {
		fatal(Save(filepath.Join(os.Args[1], fmt.Sprintf("trace-%02d.ndjson", i+1)), run(seed+uint64(i))))
	}
}
