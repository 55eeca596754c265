package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ensures/internal/golden"
)

// sent and said are the lines of a session on disk: what the editor sends, and below it
// what the server says of it, an answer first.
type sent struct {
	Send   string          `json:"send"`
	Params json.RawMessage `json:"params"`
}

type said struct {
	Answer any    `json:"answer,omitempty"`
	Error  string `json:"error,omitempty"`
	Tell   string `json:"tell,omitempty"` // a notification
	Params any    `json:"params,omitempty"`
	Apply  any    `json:"apply,omitempty"` // an edit that the editor is asked to make
}

// TestSessions plays whole sessions: what the server said is on disk, line by line, with
// verdicts that the test gives.
func TestSessions(t *testing.T) {
	files, err := filepath.Glob("testdata/sessions/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no sessions", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".jsonl"), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			golden.Text(t, file, string(play(t, raw)))
		})
	}
}

// play sends a session's messages one after the other, each when the server has said what
// is to come of the one before, and returns the session as it went.
func play(t *testing.T, session []byte) []byte {
	t.Helper()
	e := start(t, Options{Version: "test", Prove: answers, Specify: func(_ context.Context, _, text, _ string) (string, string, error) {
		return strings.Replace(text, "    static int g()", "    //@ assignable \\nothing;\n    static int g()", 1), "1 clause", nil
	}})
	var out bytes.Buffer
	line := func(v any) {
		enc := json.NewEncoder(&out)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	var waiting []sent
	expect := map[int]int{} // by message: how much is told after it
	in := bufio.NewScanner(bytes.NewReader(session))
	for in.Scan() {
		var m sent
		if err := json.Unmarshal(in.Bytes(), &m); err != nil {
			t.Fatalf("%s: %v", in.Text(), err)
		}
		if m.Send != "" {
			waiting = append(waiting, m)
		} else if bytes.Contains(in.Bytes(), []byte(`"tell":`)) || bytes.Contains(in.Bytes(), []byte(`"apply":`)) {
			expect[len(waiting)-1]++
		}
	}
	for i, m := range waiting {
		line(m)
		if strings.HasPrefix(m.Send, "textDocument/did") {
			e.tell(m.Send, m.Params)
		} else {
			var result any
			if err := e.conn.Call(context.Background(), m.Send, m.Params, &result); err != nil {
				line(said{Error: err.Error()})
			} else {
				line(said{Answer: result})
			}
		}
		for _, s := range e.told(expect[i]) {
			line(s)
		}
	}
	return out.Bytes()
}

// told returns what the server tells, in an order that does not depend on who was faster:
// n messages, or where a session is written anew all until it is quiet.
func (e *editor) told(n int) []said {
	var list []said
	quiet := time.Minute
	if golden.Updating() {
		n, quiet = 1000, time.Second
	}
	for len(list) < n {
		select {
		case r := <-e.news:
			var p any
			if err := json.Unmarshal(*r.Params, &p); err != nil {
				e.t.Fatal(err)
			}
			if r.Method != "$/progress" { // how often is nobody's business
				list = append(list, said{Tell: r.Method, Params: p})
			}
		case edit := <-e.applied:
			list = append(list, said{Apply: edit})
		case <-time.After(quiet):
			n = 0
		}
	}
	key := func(s said) string { raw, _ := json.Marshal(s); return string(raw) }
	slices.SortFunc(list, func(a, b said) int { return strings.Compare(key(a), key(b)) })
	return list
}
