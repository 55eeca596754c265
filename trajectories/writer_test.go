package trajectories

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// fullDisk lets so many bytes through and then says that the disk is full, as a
// file system does: after writing what still fits.
type fullDisk struct {
	file
	left int
}

func (f *fullDisk) Write(p []byte) (int, error) {
	if len(p) <= f.left {
		f.left -= len(p)
		return f.file.Write(p)
	}
	n, _ := f.file.Write(p[:f.left])
	f.left = 0
	return n, &os.PathError{Op: "write", Path: "trajectory.jsonl", Err: syscall.ENOSPC}
}

// On a full disk the error says so, every line that was written stays whole, and
// the run can be resumed where there is room again.
func TestDiskFull(t *testing.T) {
	for room := 0; room < 6000; room += 257 {
		w, err := Create(Options{Dir: t.TempDir(), Now: clock()}, agentHeader("r"))
		if err != nil {
			t.Fatal(err)
		}
		w.file = &fullDisk{file: w.file, left: room}
		err = agentRun(w, 4, func(string) {})
		if !errors.Is(err, syscall.ENOSPC) || !errors.Is(w.Err(), syscall.ENOSPC) {
			t.Fatalf("room for %d: %v", room, err)
		}
		if want := "record the run: write trajectory.jsonl: no space left on device"; err.Error() != want {
			t.Fatalf("room for %d: %q, want %q", room, err, want)
		}
		raw, err := os.ReadFile(filepath.Join(w.Dir(), TrajectoryFile))
		if err != nil || !bytes.HasSuffix(raw, []byte("\n")) {
			t.Fatalf("room for %d: ends in %q (%v)", room, raw[max(0, len(raw)-40):], err)
		}
		again, _, err := OpenForResume(Options{Now: clock()}, w.Dir())
		if err != nil {
			t.Fatal(err)
		}
		if err := agentRun(again, 4, func(string) {}); err != nil {
			t.Fatal(err)
		}
	}
}

// Many tool calls at once: every line whole, every number given once.
func TestConcurrentCalls(t *testing.T) {
	w, err := Create(Options{Dir: t.TempDir()}, Header{Run: "r"})
	if err != nil {
		t.Fatal(err)
	}
	s := w.Start("action", "1", nil)
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			for j := range 20 {
				c := s.Tool("t", fmt.Sprint(i), j)
				s.Model("m", request{Messages: []said{{Text: strings.Repeat("x", i)}}}).End(ModelResult{Usage: Usage{Input: 1}})
				c.End(ToolResult{Outcome: "ok", Candidate: &Candidate{Text: "same"}})
			}
		})
	}
	all.Wait()
	s.End("ok", nil)
	if err := w.Finish("ok", nil); err != nil {
		t.Fatal(err)
	}
	run, err := Open(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	started, texts := map[int]bool{}, 0
	for _, r := range run.Records {
		if r.Type == ToolCallStart || r.Type == ModelCallStart {
			if started[r.ID] {
				t.Fatalf("number %d given twice", r.ID)
			}
			started[r.ID] = true
		}
		if r.Candidate != nil && r.Candidate.Text != "" {
			texts++
		}
	}
	exchanges := 0
	for _, err := range run.Exchanges() {
		if err != nil {
			t.Fatal(err)
		}
		exchanges++
	}
	if len(started) != 2000 || exchanges != 1000 || texts != 1 || run.End().Usage.Input != 1000 {
		t.Errorf("%d calls, %d exchanges, %d texts, %+v", len(started), exchanges, texts, run.End().Usage)
	}
}

func TestSecretsAreNotWritten(t *testing.T) {
	const key = `sk-"quoted"\0123456789`
	w, err := Create(Options{Dir: t.TempDir(), Now: clock(), Secrets: []string{key, "short"}},
		Header{Run: "r", Config: map[string]any{"llm.url": "https://x/?key=" + key}})
	if err != nil {
		t.Fatal(err)
	}
	s := w.Start("a", key, key)
	s.Model("m", request{Messages: []said{{Text: "key " + key}}}).End(ModelResult{Error: key, Response: said{Text: key}})
	s.Tool("t", "", key).End(ToolResult{Result: "short " + key})
	s.Close(StepResult{Observation: key})
	if err := w.Finish("ok", map[string]any{"k": key}); err != nil {
		t.Fatal(err)
	}
	for _, f := range []string{TrajectoryFile, SummaryFile} {
		raw, err := os.ReadFile(filepath.Join(w.Dir(), f))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(raw, []byte("0123456789")) || f == TrajectoryFile && !bytes.Contains(raw, []byte("short [secret]")) {
			t.Errorf("%s: %s", f, raw)
		}
	}
	run, err := Open(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range run.Exchanges() { // the hash is that of what is written
		if err != nil {
			t.Error(err)
		}
	}
}

// What can't be JSON is noted as such, and recording goes on.
func TestNotJSON(t *testing.T) {
	w, err := Create(Options{Dir: t.TempDir(), Now: clock()}, Header{Run: "r"})
	if err != nil {
		t.Fatal(err)
	}
	s := w.Start("a", "b", func() {})
	s.Model("m", "no object").End(ModelResult{Outcome: "error"})
	s.End("ok", nil)
	if err := w.Finish("ok", nil); err != nil {
		t.Fatal(err)
	}
	run, err := Open(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	if got := string(run.Records[0].Data); got != `{"not_recorded":"json: unsupported type: func()"}` {
		t.Error(got)
	}
	if !strings.Contains(run.Records[1].Error, "request: json: cannot unmarshal string") || run.End().Outcome != "ok" {
		t.Errorf("%+v", run.Records)
	}
}
