package mcp

import (
	"bufio"
	"io"
	"strings"
	"testing"
)

// A line that is no message is answered, and the session goes on.
func TestBadLines(t *testing.T) {
	in, out, end := pipe(t, options())
	answers := bufio.NewScanner(out)
	answers.Buffer(nil, 1<<20)
	for _, c := range []struct{ line, want string }{
		{`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`, `"serverInfo"`},
		{`not json`, `-32700`},
		{`{"jsonrpc":"2.0","id":4,"method":`, `-32700`},
		{"\n\r\n3", `-32600`},
		{`[]`, `-32600`},
		{`{"a":1}`, `-32600`},
		{`{"jsonrpc":"2.0","id":2.5,"method":"tools/list"}`, `no integer`},
		{`{"jsonrpc":"2.0","id":1e300,"method":"tools/list"}`, `no integer`},
		{`{"jsonrpc":"2.0","id":9007199254740995,"method":"tools/list"}`, `no integer`},
		{`{"jsonrpc":"2.0","id":true,"method":"tools/list"}`, `-32600`},
		{`"` + strings.Repeat("a", maxLine) + `"`, `16 MB`},
		{`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`, `"add"`},
	} {
		if _, err := io.WriteString(in, c.line+"\n"); err != nil {
			t.Fatal(err)
		}
		if !answers.Scan() || !strings.Contains(answers.Text(), c.want) {
			t.Fatalf("%.60s: answered %.300s, want %s", c.line, answers.Text(), c.want)
		}
	}
	in.Close()
	if err := end(); err != nil {
		t.Error(err)
	}
}
