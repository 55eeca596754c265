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
	lock  sync.Mutex
	boxes map[int][]message
}

// message is a value with the clock of the section that sent it.
type message struct {
	value string
	clock map[string]int
}

// NewNetwork is one without messages.
func NewNetwork() *Network { return &Network{boxes: map[int][]message{}} }

// take takes some message out of a mailbox.
func (n *Network) take(to int) (message, bool) {
	n.lock.Lock()
	defer n.lock.Unlock()
	box := n.boxes[to]
	if len(box) == 0 {
		return message{}, false
	}
	i := rand.IntN(len(box))
	m := box[i]
	n.boxes[to] = slices.Delete(box, i, i+1)
	return m, true
}

func (n *Network) put(to int, m message) {
	n.lock.Lock()
	defer n.lock.Unlock()
	n.boxes[to] = append(n.boxes[to], m)
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
	name := p.Archetype + "/" + strconv.Itoa(p.Self)
	if p.clock == nil {
		p.clock = map[string]int{}
	}
	for wait := 50 * time.Microsecond; ; wait *= 2 {
		s := &Section{Archetype: p.Archetype, Self: strconv.Itoa(p.Self), Start: time.Now(), process: p}
		p.clock[name]++
		s.add("read", Name{"", ".pc", s.Self}, nil, strconv.Quote(p.Archetype+"."+label))
		done := body(s)
		s.Abort = !done
		s.Clock = stamp(p.clock)
		s.End = time.Now()
		p.Log = append(p.Log, s)
		if done {
			for _, send := range s.sent { // messages leave when the section is done
				send()
			}
			return
		}
		time.Sleep(wait)
	}
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

// Receive takes a message out of the process's mailbox; false where there is none.
func (s *Section) Receive() (string, bool) {
	m, ok := s.process.Net.take(s.process.Self)
	if !ok {
		return "", false
	}
	for name, n := range m.clock {
		s.process.clock[name] = max(s.process.clock[name], n)
	}
	s.add("read", Name{s.Archetype, "network", s.Self}, []string{s.Self}, m.value)
	return m.value, true
}

// Write logs that a variable of the process has a value, as text of TLA+.
func (s *Section) Write(variable, value string) {
	s.add("write", Name{s.Archetype, variable, s.Self}, nil, value)
}

// Send puts a message into a process's mailbox when the section is done.
func (s *Section) Send(to int, value string) {
	s.add("write", Name{s.Archetype, "network", s.Self}, []string{fmt.Sprint(to)}, value)
	s.sent = append(s.sent, func() { s.process.Net.put(to, message{value, maps.Clone(s.process.clock)}) })
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
func Main(run func() []*Process) {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: harness FOLDER [RUNS]")
		os.Exit(2)
	}
	runs := 6
	if len(os.Args) > 2 {
		runs, _ = strconv.Atoi(os.Args[2])
	}
	fatal := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, "harness:", err)
			os.Exit(1)
		}
	}
	fatal(os.MkdirAll(os.Args[1], 0o755))
	for i := range runs {
		fatal(Save(filepath.Join(os.Args[1], fmt.Sprintf("trace-%02d.ndjson", i+1)), run()))
	}
}
