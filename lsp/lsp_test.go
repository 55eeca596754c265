package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"ensures/java/classlib"
	"ensures/java/types"
	"ensures/verify"

	"github.com/google/go-cmp/cmp"
	"github.com/sourcegraph/jsonrpc2"
)

// editor is the other side of a session.
type editor struct {
	t       testing.TB
	conn    *jsonrpc2.Conn
	news    chan *jsonrpc2.Request // notifications
	applied chan workspaceEdit
	ended   chan error
	version int
}

func library(string, string) *types.Library { return types.NewLibrary(classlib.FS) }

// start opens a session over pipes.
func start(t testing.TB, o Options) *editor {
	t.Helper()
	if o.Library == nil {
		o.Library = library
	}
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	e := &editor{t: t, news: make(chan *jsonrpc2.Request, 10000), applied: make(chan workspaceEdit, 10), ended: make(chan error, 1)}
	go func() { e.ended <- Serve(context.Background(), toServer, fromServer, o) }()
	stream := jsonrpc2.NewBufferedStream(pipe{toClient, fromClient}, jsonrpc2.VSCodeObjectCodec{})
	e.conn = jsonrpc2.NewConn(context.Background(), stream, jsonrpc2.HandlerWithError(e.handle))
	t.Cleanup(func() { e.conn.Close() })
	params := `{"capabilities": {"window": {"workDoneProgress": true}}}`
	e.call("initialize", json.RawMessage(params), nil)
	e.tell("initialized", struct{}{})
	return e
}

func (e *editor) handle(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
	switch {
	case r.Notif:
		e.news <- r
	case r.Method == "workspace/applyEdit":
		var p struct {
			Edit workspaceEdit `json:"edit"`
		}
		if err := json.Unmarshal(*r.Params, &p); err != nil {
			return nil, err
		}
		e.applied <- p.Edit
		return map[string]any{"applied": true}, nil
	}
	return nil, nil
}

func (e *editor) call(method string, params, result any) {
	e.t.Helper()
	if err := e.conn.Call(context.Background(), method, params, result); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

func (e *editor) tell(method string, params any) {
	e.t.Helper()
	if err := e.conn.Notify(context.Background(), method, params); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

const uri = "file:///p/T.java"

func (e *editor) open(text string) {
	e.t.Helper()
	e.version = 1
	e.tell("textDocument/didOpen", documentParams{TextDocument: textDocument{URI: uri, Version: 1, Text: text}})
}

func (e *editor) change(c ...change) {
	e.t.Helper()
	e.version++
	e.tell("textDocument/didChange", changeParams{TextDocument: textDocument{URI: uri, Version: e.version}, Changes: c})
}

// diagnostics waits for those of the version that the editor has.
func (e *editor) diagnostics() []diagnostic {
	e.t.Helper()
	for r := range e.news {
		var p publishParams
		if r.Method == "textDocument/publishDiagnostics" && json.Unmarshal(*r.Params, &p) == nil && p.Version == e.version {
			return p.Diagnostics
		}
	}
	return nil
}

// progress waits for a step of what is in progress.
func (e *editor) progress(kind string) progressParams {
	e.t.Helper()
	for r := range e.news {
		var p progressParams
		if r.Method == "$/progress" && json.Unmarshal(*r.Params, &p) == nil && p.Value.Kind == kind {
			return p
		}
	}
	return progressParams{}
}

func (e *editor) message() string {
	for r := range e.news {
		var p struct{ Message string }
		if r.Method == "window/showMessage" && json.Unmarshal(*r.Params, &p) == nil {
			return p.Message
		}
	}
	return ""
}

func at(line, from, to int) *textRange {
	return &textRange{position{line, from}, position{line, to}}
}

// here are the parameters of a request about a place.
func here(line, character int) documentParams {
	p := position{line, character}
	return documentParams{TextDocument: textDocument{URI: uri}, Position: p, Range: textRange{p, p}}
}

const two = `class T {
    //@ requires x < 9;
    //@ ensures \result > x;
    static int f(int x) { return x + 1; }

    //@ ensures \result == 1;
    static int g() { return f(0); }
}
`

// answers are verdicts by method; f's proof is open, g's leans on f.
func answers(_ context.Context, r verify.Request) (verify.Outcome, error) {
	out := verify.Outcome{Backend: "test", Version: "1", Arithmetic: verify.Safe}
	f, g := verify.MethodKey{Class: "T", Name: "f", Params: "int"}, verify.MethodKey{Class: "T", Name: "g"}
	switch r.Options.Method {
	case f.String():
		out.Methods = []verify.MethodOutcome{{Method: f, Line: 4, Verdict: verify.Unknown}}
		out.Diagnostics = []verify.Diagnostic{{Kind: verify.Postcondition, Severity: verify.Error, Verdict: verify.Unknown, Method: f, Line: 4, Column: 27,
			AssociatedLine: 3, AssociatedColumn: 9, Clause: "ensures \\result > x;", Message: "not proved"}}
	case g.String():
		out.Methods = []verify.MethodOutcome{{Method: g, Line: 7, Verdict: verify.Verified, Rests: verify.Basis{Methods: []verify.MethodKey{f}}}}
	default:
		return out, fmt.Errorf("asked about %q", r.Options.Method)
	}
	out.Settle()
	return out, nil
}

func TestTyping(t *testing.T) {
	e := start(t, Options{})
	e.open(two)
	if d := e.diagnostics(); len(d) != 0 {
		t.Fatalf("a right file has %v", d)
	}
	e.change(change{Range: at(2, 26, 27), Text: "y"}) // ensures \result > y
	want := []diagnostic{{Range: *at(2, 26, 27), Severity: severityError, Source: "ensures", Code: "undefined-name", Message: "cannot find symbol: variable y"}}
	d := e.diagnostics()
	if len(d) == 1 {
		d[0].Message = strings.Split(d[0].Message, "\n")[0]
	}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Error(diff)
	}
	e.change(change{Range: at(2, 26, 27), Text: "x"}, change{Range: at(0, 0, 0), Text: "// 😀 é\r\n"})
	if d := e.diagnostics(); len(d) != 0 {
		t.Errorf("a mended file has %v", d)
	}
	e.change(change{Text: "class T { int f() { return g( } }"})
	if d := e.diagnostics(); len(d) == 0 || d[0].Code != "syntax" {
		t.Errorf("broken Java has %v", d)
	}
}

// TestVerdicts: verified is said of the text that was proved, and of what leans on
// nothing that is open.
func TestVerdicts(t *testing.T) {
	e := start(t, Options{Prove: answers})
	e.open(two)
	e.progress("end")
	hovered := func(line int) string {
		var h *hover
		e.call("textDocument/hover", here(line, 16), &h)
		if h == nil {
			return ""
		}
		return h.Contents.Value
	}
	if h := hovered(3); !strings.HasPrefix(h, "**f**: unknown by test 1") {
		t.Errorf("f: %s", h)
	}
	if h := hovered(6); !strings.HasPrefix(h, "**g**: verified on condition") || !strings.Contains(h, "f is unknown") {
		t.Errorf("g: %s", h)
	}
	if h := hovered(0); h != "" {
		t.Errorf("the class: %s", h)
	}

	var hints []inlayHint
	whole := here(0, 0)
	whole.Range.End.Line = 20
	e.call("textDocument/inlayHint", whole, &hints)
	if len(hints) != 1 || hints[0].Position.Line != 2 || hints[0].Label != "not proved" {
		t.Errorf("hints: %+v", hints)
	}

	e.change(change{Range: at(7, 0, 0), Text: "    // more\n"}) // neither method is touched, but the text is another
	e.diagnostics()
	if h := hovered(6); !strings.Contains(h, "before the text was changed") || strings.HasPrefix(h, "**g**: verified") {
		t.Errorf("g after a change: %s", h)
	}
	var lenses []codeLens
	e.call("textDocument/codeLens", here(0, 0), &lenses)
	for _, l := range lenses {
		if l.Command.Title != "prove" {
			t.Errorf("after a change a lens says %q", l.Command.Title)
		}
	}
}

func TestActions(t *testing.T) {
	o := Options{Prove: answers, Specify: func(_ context.Context, _, text, method string) (string, string, error) {
		if method != "T.g()" {
			return "", "", errors.New(method)
		}
		return strings.Replace(text, "    //@ ensures \\result == 1;\n", "    //@ ensures \\result == 1;\n    //@ assignable \\nothing;\n", 1), "1 clause", nil
	}}
	e := start(t, o)
	e.open(two)
	e.progress("end")
	var actions []codeAction
	e.call("textDocument/codeAction", here(3, 27), &actions)
	var titles []string
	for _, a := range actions {
		titles = append(titles, a.Title)
	}
	if diff := cmp.Diff([]string{`Remove the clause that is not proved: ensures \result > x;`, "Specify f"}, titles); diff != "" {
		t.Fatal(diff)
	}
	edits := actions[0].Edit.DocumentChanges[0].Edits
	if now := applied(newText(two, utf16Units), edits); now != strings.Replace(two, "    //@ ensures \\result > x;\n", "", 1) {
		t.Errorf("without the clause:\n%s", now)
	}

	run := func(method string) {
		e.call("workspace/executeCommand", command{Command: commandSpecify, Arguments: []any{uri, method}}, nil)
	}
	run("T.g()")
	edit := (<-e.applied).DocumentChanges[0]
	if now := applied(newText(two, utf16Units), edit.Edits); edit.TextDocument.Version != 1 || strings.Count(now, "assignable") != 1 || len(now) != len(two)+len("    //@ assignable \\nothing;\n") {
		t.Errorf("specified, version %d:\n%s", edit.TextDocument.Version, now)
	}
	if m := e.message(); m != "g: 1 clause" {
		t.Error(m)
	}
	run("T.f(int)")
	if m := e.message(); m != "f is not specified: T.f(int)" {
		t.Error(m)
	}
	err := e.conn.Call(context.Background(), "workspace/executeCommand", command{Command: commandSpecify, Arguments: []any{uri, "T.gone()"}}, nil)
	if err == nil || !strings.Contains(err.Error(), "no method T.gone()") {
		t.Errorf("a method that is not there: %v", err)
	}
}

// applied is a text after edits that do not overlap, the last first.
func applied(t *text, edits []textEdit) string {
	for i := len(edits) - 1; i >= 0; i-- {
		t = t.changed([]change{{Range: &edits[i].Range, Text: edits[i].NewText}})
	}
	return t.src
}

// TestCancel: what an editor cancels ends, and so does what a change makes idle.
func TestCancel(t *testing.T) {
	asked := make(chan string, 10)
	e := start(t, Options{Prove: func(ctx context.Context, r verify.Request) (verify.Outcome, error) {
		asked <- r.Options.Method
		<-ctx.Done()
		return verify.Outcome{}, ctx.Err()
	}})
	e.open(two)
	begun := e.progress("begin")
	<-asked
	e.tell("window/workDoneProgress/cancel", map[string]any{"token": begun.Token})
	if p := e.progress("end"); p.Token != begun.Token || p.Value.Message != "cancelled" {
		t.Errorf("%+v", p)
	}

	e.tell("textDocument/didSave", here(0, 0))
	<-asked
	e.change(change{Range: at(0, 0, 0), Text: " "})
	if p := e.progress("end"); p.Value.Message != "cancelled" {
		t.Errorf("%+v", p)
	}
	if len(asked) != 0 {
		t.Errorf("the next method was asked about: %s", <-asked)
	}
	e.call("shutdown", nil, nil)
	e.tell("exit", nil)
	if err := <-e.ended; err != nil {
		t.Error(err)
	}
}

// TestBadRequests: none of them ends the session.
func TestBadRequests(t *testing.T) {
	e := start(t, Options{})
	for method, params := range map[string]string{
		"textDocument/hover":       `{"textDocument": {"uri": "file:///none.java"}}`,
		"textDocument/codeLens":    `[]`,
		"workspace/executeCommand": `{"command": "rm", "arguments": [1]}`,
		"textDocument/rename":      `{}`,
	} {
		if err := e.conn.Call(context.Background(), method, json.RawMessage(params), nil); err == nil {
			t.Errorf("%s %s was answered", method, params)
		}
	}
	e.tell("textDocument/didChange", json.RawMessage(`{"contentChanges": 5}`))
	e.tell("textDocument/didChange", changeParams{TextDocument: textDocument{URI: "file:///none.java"}})
	e.open("\x00\xff class {{{{ //@ ensures (((")
	e.diagnostics()
	e.change(change{Range: &textRange{position{-5, -5}, position{1 << 30, 1 << 30}}, Text: "class T {}"})
	if d := e.diagnostics(); len(d) != 0 {
		t.Error(d)
	}
}

func TestHangUp(t *testing.T) {
	e := start(t, Options{})
	e.conn.Close()
	if err := <-e.ended; !errors.Is(err, errNoShutdown) {
		t.Error(err)
	}
}

func TestPositions(t *testing.T) {
	src := "a\r\né😀x\rlast"
	for _, c := range []struct {
		units             string
		line, char, bytes int
	}{{utf16Units, 0, 1, 1}, {utf16Units, 0, 9, 1}, {utf16Units, 1, 1, 5}, {utf16Units, 1, 3, 9}, {utf8Units, 1, 6, 9}, {utf16Units, 2, 2, 13}, {utf16Units, 9, 0, 15}, {utf16Units, 1, 2, 5}} {
		x := newText(src, c.units)
		if got := x.offset(position{c.line, c.char}); got != c.bytes {
			t.Errorf("%s %d:%d is at %d, want %d", c.units, c.line, c.char, got, c.bytes)
		}
	}
	x := newText(src, utf16Units)
	for o := range src {
		if back := x.offset(x.position(o)); back != o && src[o] != '\n' && src[o] != '\r' {
			t.Errorf("offset %d comes back as %d", o, back)
		}
	}
}

func FuzzEdit(f *testing.F) {
	f.Add("a\r\nb", "a\nb")
	f.Add("é😀", "😁é")
	f.Fuzz(func(t *testing.T, was, now string) {
		x := newText(strings.ToValidUTF8(was, "?"), utf16Units)
		now = strings.ToValidUTF8(now, "?")
		if got := applied(x, x.edit(now)); got != now {
			t.Errorf("%q → %q: %q by %+v", was, now, got, x.edit(now))
		}
	})
}

// long is a right file of about a thousand lines.
func long() string {
	var b strings.Builder
	b.WriteString("class T {\n")
	for i := range 100 {
		fmt.Fprintf(&b, `    //@ requires a != null && 0 <= n && n <= a.length;
    //@ ensures \result == (\num_of int k; 0 <= k && k < n; a[k] > %[1]d);
    static int above%[1]d(int[] a, int n) {
        int c = 0;
        //@ loop_invariant 0 <= i && i <= n;
        //@ loop_invariant c == (\num_of int k; 0 <= k && k < i; a[k] > %[1]d);
        for (int i = 0; i < n; i++)
            if (a[i] > %[1]d) c++;
        return c;
    }
`, i)
	}
	b.WriteString("}\n")
	return b.String()
}

// TestMemory: a thousand changes leave nothing behind.
func TestMemory(t *testing.T) {
	e := start(t, Options{})
	e.open(long())
	e.diagnostics()
	typed := func(n int) uint64 {
		for i := range n {
			e.change(change{Range: at(4, 0, 0), Text: " "})
			e.change(change{Range: at(4, 0, 1), Text: ""})
			if i%10 == 9 {
				e.diagnostics()
			}
		}
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := typed(50)
	if after := typed(500); after > before+before/2 {
		t.Errorf("%d KB after a hundred changes, %d KB after a thousand more", before>>10, after>>10)
	}
}

// BenchmarkChange is the time from a key to the diagnostics of a file of a thousand
// lines.
func BenchmarkChange(b *testing.B) {
	e := start(b, Options{})
	e.open(long())
	e.diagnostics()
	for b.Loop() {
		e.change(change{Range: at(4, 0, 0), Text: " "})
		e.diagnostics()
	}
}

func TestPathOf(t *testing.T) {
	for uri, want := range map[string]string{"file:///a/b%20c/T.java": "/a/b c/T.java", "untitled:T.java": "untitled:T.java"} {
		if got := pathOf(uri); got != filepath.FromSlash(want) {
			t.Errorf("%s: %s", uri, got)
		}
	}
	if os.PathSeparator == '\\' && pathOf("file:///c:/T.java") != `c:\T.java` {
		t.Error(pathOf("file:///c:/T.java"))
	}
}
