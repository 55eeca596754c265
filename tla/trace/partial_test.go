package trace

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ensures/internal/golden"
	"ensures/setup/tlatest"
	"ensures/tla"
)

// lockService runs a lock server with three clients, and is how they log it: as the systems
// that PGo makes do, one log a process. Clocks of the processes' wall times are apart.
type lockService struct {
	rnd   *rand.Rand
	now   int
	logs  map[string][]*section
	clock map[string]map[string]int
	boxes map[int][]message
	queue []int
	msg   *message
	stage [4]int
}

type message struct {
	text  string // as a TLA+ value
	from  int
	lock  bool
	clock map[string]int
}

// section is a record in PGo's form.
type section struct {
	Archetype string         `json:"archetypeName"`
	Self      string         `json:"self"`
	Abort     bool           `json:"isAbort"`
	Clock     []any          `json:"clock"`
	Elements  []element      `json:"csElements"`
	Start     string         `json:"startTime"`
	clock     map[string]int // as Clock
}

type element struct {
	Tag     string            `json:"tag"`
	Name    map[string]string `json:"name"`
	Indices []string          `json:"indices"`
	Value   string            `json:"value"`
}

func (s *section) write(name, index, value string) { s.access("write", name, index, value) }
func (s *section) read(name, index, value string)  { s.access("read", name, index, value) }

func (s *section) access(tag, name, index, value string) {
	e := element{Tag: tag, Name: map[string]string{"prefix": s.Archetype, "name": name, "self": s.Self}, Indices: []string{}, Value: value}
	if index != "" {
		e.Indices = []string{index}
	}
	s.Elements = append(s.Elements, e)
}

// setClock writes the clock as PGo does.
func (s *section) setClock(clock map[string]int) {
	s.clock, s.Clock = clock, nil
	for _, name := range slices.Sorted(maps.Keys(clock)) {
		archetype, self, _ := strings.Cut(name, "/")
		s.Clock = append(s.Clock, []any{[]string{archetype, self}, clock[name]})
	}
}

func (l *lockService) step() {
	i := l.rnd.IntN(4)
	name := "AClient/" + strconv.Itoa(i)
	if i == 0 {
		name = "AServer/0"
	}
	archetype, self, _ := strings.Cut(name, "/")
	clock := l.clock[name]
	clock[name]++
	l.now++
	s := &section{Archetype: archetype, Self: self, Start: fmt.Sprintf("t%05d", 100+l.now+l.rnd.IntN(12))}
	label := []string{"acquire", "enter", "leave"}[l.stage[i]]
	switch {
	case i == 0 && l.msg == nil:
		label = "receive"
	case i == 0:
		label = "respond"
	}
	s.read(".pc", "", strconv.Quote(archetype+"."+label))

	switch label {
	case "receive", "enter":
		if box := l.boxes[i]; len(box) > 0 {
			m := box[0]
			l.boxes[i] = box[1:]
			for p, n := range m.clock {
				clock[p] = max(clock[p], n)
			}
			s.read("network", self, m.text)
			if i == 0 {
				l.msg = &m
			} else {
				l.stage[i] = 2
			}
		} else {
			s.Abort = true
		}
	case "respond":
		m := l.msg
		l.msg = nil
		grant := len(l.queue) == 0
		if m.lock {
			l.queue = append(l.queue, m.from)
		} else {
			l.queue, grant = l.queue[1:], true
		}
		s.write("queue", "", strings.NewReplacer("[", "<<", "]", ">>", " ", ", ").Replace(fmt.Sprint(l.queue)))
		if grant && len(l.queue) > 0 {
			s.write("network", strconv.Itoa(l.queue[0]), `"grant"`)
			l.boxes[l.queue[0]] = append(l.boxes[l.queue[0]], message{text: `"grant"`, clock: maps.Clone(clock)})
		}
	case "acquire", "leave":
		m := message{fmt.Sprintf(`[from |-> %d, type |-> "unlock"]`, i), i, label == "acquire", maps.Clone(clock)}
		if m.lock {
			m.text = strings.Replace(m.text, "unlock", "lock", 1)
		}
		s.write("network", "0", m.text)
		l.boxes[0] = append(l.boxes[0], m)
		l.stage[i] = (l.stage[i] + 1) % 3
	}
	s.setClock(maps.Clone(clock))
	l.logs[name] = append(l.logs[name], s)
}

// lockRun are the logs of a run, by file.
func lockRun(seed uint64, steps int) map[string][]*section {
	l := &lockService{rnd: rand.New(rand.NewPCG(21, seed*7919)), logs: map[string][]*section{}, clock: map[string]map[string]int{}, boxes: map[int][]message{}}
	for _, p := range []string{"AServer/0", "AClient/1", "AClient/2", "AClient/3"} {
		l.clock[p] = map[string]int{}
	}
	for range steps {
		l.step()
	}
	files := map[string][]*section{}
	for p, log := range l.logs {
		files[strings.ReplaceAll(p, "/", "-")+".log"] = log
	}
	return files
}

// lockLogs are the specification and the mapping of the lock service.
func lockLogs(t *testing.T) (Spec, *Mapping) {
	t.Helper()
	return Spec{Module: tla.Source{Text: readText(t, "testdata/pgo/LockSvc.tla")}}, mustMapping(t, readText(t, "testdata/pgo/mapping.yaml"))
}

func readSections(t *testing.T, m *Mapping, logs map[string][]*section) *Trace {
	t.Helper()
	texts := map[string]string{}
	for name, log := range logs {
		texts[name] = sectionText(t, log)
	}
	return readTexts(t, m, texts)
}

func sectionText(t *testing.T, log []*section) string {
	t.Helper()
	var b strings.Builder
	for _, s := range log {
		line, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(line, '\n'))
	}
	return b.String()
}

func readTexts(t *testing.T, m *Mapping, texts map[string]string) *Trace {
	t.Helper()
	tr, err := ReadRun("run", runOf(texts), m, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func runOf(texts map[string]string) []File {
	var files []File
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		files = append(files, File{name, func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(texts[name])), nil }})
	}
	return files
}

func validateRun(t *testing.T, s Spec, m *Mapping, tr *Trace, o Options) Report {
	t.Helper()
	rep, err := Validate(t.Context(), tlatest.Toolchain(t), s, m, tr, o)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// damage changes one clock or value of a run to what no order of it can have, and is where
// and how.
func damage(t *testing.T, logs map[string][]*section, rnd *rand.Rand) (place, how string) {
	t.Helper()
	type at struct {
		file  string
		index int
	}
	var all []at
	for _, name := range slices.Sorted(maps.Keys(logs)) {
		for i, s := range logs[name] {
			if !s.Abort && i > 2 {
				all = append(all, at{name, i})
			}
		}
	}
	for range 1000 {
		x := all[rnd.IntN(len(all))]
		log := logs[x.file]
		s := log[x.index]
		own := s.Archetype + "/" + s.Self
		clock := maps.Clone(s.clock)
		other := slices.Sorted(maps.Keys(clock))[rnd.IntN(len(clock))]
		switch rnd.IntN(5) {
		case 0:
			clock[own] = log[x.index-1].clock[own]
			how = "an own count that stands still"
		case 1:
			if other == own || log[x.index-1].clock[other] < 2 {
				continue
			}
			clock[other] = log[x.index-1].clock[other] - 1
			how = "a count that falls"
		case 2:
			if other == own {
				continue
			}
			clock[other] += 1000
			how = "a count beyond the log"
		case 3:
			later := 0 // an event of another process that comes after this one
			for _, f := range logs[strings.ReplaceAll(other, "/", "-")+".log"] {
				if other != own && !f.Abort && later == 0 && f.clock[own] >= clock[own] {
					later = f.clock[other]
				}
			}
			if later == 0 {
				continue
			}
			clock[other] = later
			how = "a cycle"
		default:
			e := &s.Elements[rnd.IntN(len(s.Elements))]
			was := e.Value
			if e.Name["name"] == "queue" {
				e.Value = "<<3, 3, 3, 3>>"
			} else {
				e.Value = strings.NewReplacer("grant", "deny", `"lock"`, `"unlock"`, `"unlock"`, `"lock"`).Replace(was)
			}
			if e.Value == was {
				continue
			}
			how = e.Tag + " " + e.Name["name"] + " " + e.Value
		}
		s.setClock(clock)
		return fmt.Sprintf("%s:%d", x.file, x.index+1), how
	}
	t.Fatal("nothing can be damaged")
	return "", ""
}

// TestStoredRun: the logs in testdata are a run of the lock service, and read by the mapping
// alone.
func TestStoredRun(t *testing.T) {
	for name, log := range lockRun(1, 100) {
		golden.Text(t, filepath.Join("testdata", "pgo", "run-1", name), sectionText(t, log))
	}
	s, m := lockLogs(t)
	files, err := filepath.Glob("testdata/pgo/run-1/*.log")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, f := range files {
		texts[f] = readText(t, f)
	}
	if rep := validateRun(t, s, m, readTexts(t, m, texts), Options{}); rep.Status != Accepted || rep.Order.Files != 4 || rep.Events < 20 {
		t.Errorf("%s after %d of %d: %s", rep.Status, rep.Matched, rep.Events, rep.Reason)
	}
}

// TestFrontier: of twenty runs in which one clock or one value was changed, no order fits,
// and the changed line is at the frontier each time: as the event that is named, but in a
// cycle, where any of its events may be the wrong one.
func TestFrontier(t *testing.T) {
	cases := 20
	if testing.Short() {
		cases = 2
	}
	s, m := lockLogs(t)
	for seed := range cases {
		t.Run(strconv.Itoa(seed), func(t *testing.T) {
			logs := lockRun(uint64(seed), 60)
			place, how := damage(t, logs, rand.New(rand.NewPCG(77, uint64(seed))))
			rep := validateRun(t, s, m, readSections(t, m, logs), Options{NoExplain: true})
			at := slices.IndexFunc(rep.Order.Frontier, func(n Next) bool { return fmt.Sprintf("%s:%d", n.File, n.Line) == place })
			named := fmt.Sprintf("%s:%d", rep.File, rep.Line) == place
			if rep.Status != Rejected || at < 0 || !named && how != "a cycle" {
				t.Errorf("%s: %s at %s:%d (%s); %s has %s; %+v", rep.Status, rep.Reason, rep.File, rep.Line, rep.Event, place, how, rep.Order.Frontier)
			}
		})
	}
}

// TestPartialOrder: what was not damaged fits in some order, though the order by time does
// not.
func TestPartialOrder(t *testing.T) {
	s, m := lockLogs(t)
	text := readText(t, "testdata/pgo/mapping.yaml")
	from, to := strings.Index(text, "order:"), strings.Index(text, "entries:")
	program := mustMapping(t, text[:from]+"order: {process: [archetypeName, self], prefer: startTime}\n"+text[to:])
	seeds := uint64(4)
	n := 60
	if testing.Short() {
		seeds, n = 1, 24
	}
	fit := 0
	for seed := range seeds {
		tr := readSections(t, m, lockRun(seed, n))
		if rep := validateRun(t, s, m, tr, Options{}); rep.Status != Accepted || rep.Matched != len(tr.Records) || rep.Order.Files != 4 {
			t.Errorf("%d: %s after %d: %s %+v", seed, rep.Status, rep.Matched, rep.Reason, rep.Order)
		}
		if testing.Short() {
			continue
		}
		tr = readSections(t, program, lockRun(seed, n))
		if rep := validateRun(t, s, program, tr, Options{}); rep.Status != Accepted {
			t.Errorf("%d, program order alone: %s after %d: %s", seed, rep.Status, rep.Matched, rep.Reason)
		}

		var timed []*section
		for _, log := range lockRun(seed, n) {
			timed = append(timed, log...)
		}
		slices.SortStableFunc(timed, func(a, b *section) int { return strings.Compare(a.Start, b.Start) })
		ordered := *m
		ordered.Order = nil
		if rep := validateRun(t, s, &ordered, readSections(t, &ordered, map[string][]*section{"all.log": timed}), Options{NoExplain: true}); rep.Status == Accepted {
			fit++
		}
	}
	if fit == int(seeds) {
		t.Error("the order by time always fits: the test asks nothing of the search")
	}
}
