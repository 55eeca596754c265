package task_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/setup/tlatest"
	"ensures/tla"
	"ensures/tla/task"
	"ensures/tla/trace"
)

// systems are the tasks whose harness needs nothing but a compiler, and what it compiles if
// that is not in the folder. Those that are seeded collect the same traces each time.
var systems = []struct {
	name, tool string
	seeded     bool
}{
	{"spinlock", "cargo", false},
	{"rwlock", "cargo", false},
	{"mutex", "cargo", false},
	{"ringbuffer", "cargo", false},
	{"queue", "go", false},
	{"dqueue", "go", false},
	{"locksvc", "go", false},
	{"raftkvs", "go", false},
	{"redisraft", "go", true},
	{"zookeeper", "javac", false},
	{"curp", "go", false},
}

// libraries bring what a system is made of into a copy of its folder.
var libraries = map[string]func(t *testing.T, dir string){"zookeeper": maven}

// maven has the libraries and sources of a harness from Maven's own store, and nothing from
// elsewhere.
func maven(t *testing.T, dir string) {
	t.Helper()
	require.Tool(t, "java")
	c := exec.Command(require.Tool(t, "mvn"), "-o", "-q", "-B", "generate-resources")
	c.Dir = filepath.Join(dir, "harness")
	if out, err := c.CombinedOutput(); err != nil {
		require.Missing(t, "zookeeper", "org.apache.zookeeper:zookeeper:3.9.1 is not in Maven's store: "+string(out))
	}
}

func examples(t *testing.T) string {
	t.Helper()
	root, err := require.Root()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(root, "examples", "systems")
}

// validate asks whether a trace fits the reference model.
func validate(t *testing.T, tools tla.Toolchain, tk task.Task, file string) trace.Report {
	t.Helper()
	read := func(rel string) string {
		text, err := tk.Read(rel)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	m, err := trace.ReadMapping(tk.Mapping, []byte(read(tk.Mapping)))
	if err != nil {
		t.Fatal(err)
	}
	tr, err := trace.Read(filepath.Base(file), strings.NewReader(read(file)), m, trace.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	spec := trace.Spec{Module: tla.Source{Name: tk.Module, Text: read(tk.Reference.Module)}}
	rep, err := trace.Validate(t.Context(), tools, spec, m, tr, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Events == 0 {
		t.Fatalf("%s has no events", file)
	}
	return rep
}

// What the systems did is what the reference models allow.
func TestTracesFit(t *testing.T) {
	tools := tlatest.Toolchain(t)
	for _, s := range systems {
		if testing.Short() && !require.Sample(s.name, 3) {
			continue
		}
		tk, err := task.Load(filepath.Join(examples(t), s.name))
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range tk.Traces {
			if i > 0 { // the scores are taken over all of them
				break
			}
			if rep := validate(t, tools, tk, f); rep.Status != trace.Accepted || rep.Matched != rep.Events {
				t.Errorf("%s of %s: %s, line %d: %s", f, tk.Name, rep.Status, rep.Line, rep.Reason)
			}
		}
	}
}

// The harnesses build and run, and what they collect today fits too.
func TestFreshTraces(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs the systems")
	}
	tools := tlatest.Toolchain(t)
	for _, s := range systems {
		t.Run(s.name, func(t *testing.T) {
			require.Tool(t, s.tool)
			tk := collect(t, s.name, nil)
			if s.seeded { // TestTracesFit has the committed ones
				same(t, tk)
				return
			}
			for _, f := range tk.Traces[:1] {
				if rep := validate(t, tools, tk, f); rep.Status != trace.Accepted || rep.Matched != rep.Events {
					t.Errorf("%s: line %d: %s", f, rep.Line, rep.Reason)
				}
			}
		})
	}
}

// A change of a system's source that the model doesn't have is seen in its traces.
func TestChangedSystems(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs the systems")
	}
	tools := tlatest.Toolchain(t)
	for _, c := range []struct{ name, tool, file, from, to, event string }{
		{"spinlock", "cargo", "source/spinlock.rs", "for _ in 0..attempts {", "for _ in 0..=attempts {", "Spin Acquire"},
		{"rwlock", "cargo", "source/rwlock.rs", "lock.word.fetch_sub(WRITER - READER, Ordering::Release);",
			"lock.word.fetch_add(READER, Ordering::Release);\n        lock.word.fetch_and(!WRITER, Ordering::Release);", "Downgrade"},
		{"ringbuffer", "cargo", "source/ringbuffer.rs", "let n = items.len().min(self.free_len());",
			"let n = if self.free_len() < items.len() { 0 } else { items.len() };", "PushFull"},
		{"mutex", "cargo", "source/wait_queue.rs", "wakers.pop_front()?", "wakers.pop_back()?", "Wake WakeClosed"},
		{"queue", "go", "source/queue.go", "close((*list)[0].ready)\n\t\t*list = (*list)[1:]",
			"last := len(*list) - 1\n\t\tclose((*list)[last].ready)\n\t\t*list = (*list)[:last]", "Put Take PutHandOn TakeHandOn"},
		{"redisraft", "go", "source/raft.go", "if m.Index <= p.match {", "if m.Index < p.match {", "recv_appendentries_response"},
		{"curp", "go", "source/server.go", "range s.recover(pools) {", "range s.recover(pools[:0]) {", "Lead"},
		{"raftkvs", "go", "source/server.go", "m.lastTerm == last && m.lastIndex >= len(s.log)", "m.lastTerm <= last", "AServer.handleMessage"},
		{"zookeeper", "javac", "harness/vendor/org/apache/zookeeper/server/quorum/FastLeaderElection.java",
			"&& (newId > curId)", "&& (newId < curId)", "ChangeVote CountVote JoinRound Reconsider Drop"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Tool(t, c.tool)
			tk := collect(t, c.name, func(dir string) {
				file := filepath.Join(dir, filepath.FromSlash(c.file))
				raw, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if strings.Count(string(raw), c.from) != 1 {
					t.Fatalf("%s has not one %q", c.file, c.from)
				}
				if err := os.WriteFile(file, []byte(strings.Replace(string(raw), c.from, c.to, 1)), 0o644); err != nil {
					t.Fatal(err)
				}
			})
			for _, f := range tk.Traces {
				rep := validate(t, tools, tk, f)
				if rep.Status == trace.Accepted {
					continue // it did not come to that in this run
				}
				if rep.Status != trace.Rejected || !slices.Contains(strings.Fields(c.event), rep.Event) {
					t.Errorf("%s: %s at line %d, event %s: %s", f, rep.Status, rep.Line, rep.Event, rep.Reason)
				}
				return
			}
			t.Errorf("all %d traces fit", len(tk.Traces))
		})
	}
}

// The raft library runs as the committed traces say, byte for byte, and a change of the
// library that the model doesn't have is seen.
func TestRaftLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs a cluster, twice")
	}
	tools := tlatest.Toolchain(t)
	vendored := func(t *testing.T, from, to string) func(dir string) {
		return func(dir string) {
			dir = filepath.Join(dir, "harness")
			c := exec.Command("go", "mod", "vendor")
			c.Dir = dir
			if out, err := c.CombinedOutput(); err != nil {
				require.Missing(t, "go-modules", "go.etcd.io/raft/v3 can't be had: "+string(out))
			}
			file := filepath.Join(dir, "vendor", "go.etcd.io", "raft", "v3", "raft.go")
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Count(string(raw), from) != 1 {
				t.Fatalf("the library has not one %q", from)
			}
			if err := os.WriteFile(file, []byte(strings.Replace(string(raw), from, to, 1)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	const check = "if canVote && r.raftLog.isUpToDate(candLastID) {"
	t.Run("as it is", func(t *testing.T) {
		fresh := collect(t, "raft", vendored(t, check, check))
		same(t, fresh)
	})
	t.Run("votes for shorter logs", func(t *testing.T) {
		changed := collect(t, "raft", vendored(t, check, "if canVote {"))
		rep := validate(t, tools, changed, changed.Traces[0])
		if rep.Status != trace.Rejected || rep.Event != "SendRequestVoteResponse" || !strings.Contains(rep.Reason, "msg.reject") {
			t.Errorf("%s at line %d, event %s: %s", rep.Status, rep.Line, rep.Event, rep.Reason)
		}
	})
}

// same holds fresh traces against the committed ones, byte for byte.
func same(t *testing.T, fresh task.Task) {
	t.Helper()
	for _, f := range fresh.Traces {
		want, err := os.ReadFile(filepath.Join(examples(t), fresh.Name, filepath.FromSlash(f)))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := fresh.Read(f); err != nil || got != string(want) {
			t.Errorf("%s differs from the committed one (%v)", f, err)
		}
	}
}

// collect copies a system, changes it, and collects its traces.
func collect(t *testing.T, name string, change func(dir string)) task.Task {
	t.Helper()
	tmp := t.TempDir()
	for _, part := range []string{"support", name} {
		if err := os.CopyFS(filepath.Join(tmp, part), os.DirFS(filepath.Join(examples(t), part))); err != nil {
			t.Fatal(err)
		}
	}
	dir := filepath.Join(tmp, name)
	for _, old := range []string{"traces", "harness/target", "harness/vendor"} { // what was collected and built before
		if err := os.RemoveAll(filepath.Join(dir, filepath.FromSlash(old))); err != nil {
			t.Fatal(err)
		}
	}
	if bring := libraries[name]; bring != nil {
		bring(t, dir)
	}
	if change != nil {
		change(dir)
	}
	tk, err := task.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	run := func(argv ...string) {
		if len(argv) == 0 {
			return
		}
		c := exec.Command(argv[0], argv[1:]...)
		c.Dir = tk.Path(tk.Harness.Dir)
		if strings.ContainsRune(argv[0], '/') {
			c.Path = filepath.Join(c.Dir, argv[0])
		}
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", argv, err, out)
		}
	}
	run(tk.Harness.Build...)
	run(append(tk.Harness.Run, filepath.Join(dir, "traces"))...)
	tk, problems, err := task.Check(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		if !strings.Contains(p.Text, "no trace has an event") { // it may not have come to that today
			t.Error(p)
		}
	}
	return tk
}
