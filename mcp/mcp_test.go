package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ensures/internal/golden"
	"ensures/tools"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type addIn struct {
	N int `json:"n" jsonschema_description:"how many"`
}

type addOut struct {
	Total int     `json:"total"`
	Note  *string `json:"note,omitempty"`
}

type nothing struct{}

// toys are tools with every way to end; the total is the client's own.
func toys() Session {
	var mu sync.Mutex
	total := 0
	return Session{Tools: []tools.Tool{
		tools.New("add", "Add to the total.", func(_ context.Context, in addIn) (addOut, error) {
			if in.N < 0 {
				return addOut{}, tools.Refuse("add", "n must not be negative")
			}
			mu.Lock()
			defer mu.Unlock()
			total += in.N
			return addOut{Total: total}, nil
		}, tools.Example{Note: "two more", Args: addIn{2}}),
		tools.New("crash", "Crash.", func(context.Context, nothing) (addOut, error) { panic("ouch") }),
		tools.New("broken", "Fail.", func(context.Context, nothing) (addOut, error) { return addOut{}, errors.New("no disk") }),
		tools.New("slow", "Take long.", func(ctx context.Context, _ nothing) (addOut, error) {
			<-ctx.Done()
			return addOut{}, ctx.Err()
		}),
	}}
}

func options() Options {
	return Options{Name: "toys", Version: "1.2.3", Instructions: "Add things.", Open: toys}
}

// pipe serves one client over pipes and gives the client's ends; end waits for
// the server.
func pipe(t *testing.T, o Options) (in io.WriteCloser, out io.ReadCloser, end func() error) {
	t.Helper()
	fromClient, in := io.Pipe()
	out, toClient := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- Serve(t.Context(), fromClient, toClient, o) }()
	return in, out, func() error {
		select {
		case err := <-done:
			return err
		case <-time.After(10 * time.Second):
			return errors.New("the server does not end")
		}
	}
}

func connect(t *testing.T, tr sdk.Transport) *sdk.ClientSession {
	t.Helper()
	c, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), tr, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func call(t *testing.T, c *sdk.ClientSession, name string, args any) *sdk.CallToolResult {
	t.Helper()
	res, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return res
}

func text(r *sdk.CallToolResult) string {
	var all strings.Builder
	for _, c := range r.Content {
		all.WriteString(c.(*sdk.TextContent).Text)
	}
	return all.String()
}

// exercise uses the tools as an agent would, whatever the transport.
func exercise(t *testing.T, c *sdk.ClientSession) {
	t.Helper()
	list, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Tools) != 4 {
		t.Errorf("%d tools", len(list.Tools))
	}
	for _, tool := range list.Tools {
		if tool.Description == "" || tool.InputSchema == nil || tool.OutputSchema == nil {
			t.Errorf("%s lacks something: %+v", tool.Name, tool)
		}
	}
	for i, want := range []string{`{"total":2,"note":null}`, `{"total":4,"note":null}`} {
		if res := call(t, c, "add", map[string]any{"n": 2}); res.IsError || text(res) != want {
			t.Errorf("add %d: %s, error %v", i, text(res), res.IsError)
		}
	}
	for _, bad := range []struct {
		name string
		args any
		want string
	}{
		{"add", map[string]any{"n": -1}, "must not be negative"},
		{"add", map[string]any{"n": "two"}, "n"},
		{"add", map[string]any{"m": 2}, "m"},
		{"add", nil, "n"},
		{"crash", nil, "ouch"},
		{"broken", nil, "no disk"},
	} {
		if res := call(t, c, bad.name, bad.args); !res.IsError || !strings.Contains(text(res), bad.want) {
			t.Errorf("%s(%v): %q, error %v", bad.name, bad.args, text(res), res.IsError)
		}
	}
	if _, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "none"}); err == nil {
		t.Error("a tool that is not there")
	}
	soon, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := c.CallTool(soon, &sdk.CallToolParams{Name: "slow"}); err == nil {
		t.Error("a cancelled call has a result")
	}
	if res := call(t, c, "add", map[string]any{"n": 1}); text(res) != `{"total":5,"note":null}` {
		t.Errorf("after all this: %s", text(res))
	}
}

func TestOverStreams(t *testing.T) {
	in, out, end := pipe(t, options())
	c := connect(t, &sdk.IOTransport{Reader: out, Writer: in})
	exercise(t, c)
	if got := c.InitializeResult(); got.ServerInfo.Name != "toys" || got.ServerInfo.Version != "1.2.3" || got.Instructions != "Add things." {
		t.Errorf("the server says that it is %+v", got)
	}
	c.Close()
	if err := end(); err != nil {
		t.Errorf("after the client hung up: %v", err)
	}
}

// A client may go away before it has read its answers.
func TestClientStopsReading(t *testing.T) {
	for range 20 {
		in, out, end := pipe(t, options())
		out.Close()
		io.WriteString(in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`+"\n")
		in.Close()
		if err := end(); err != nil {
			t.Fatalf("after the client stopped reading: %v", err)
		}
	}
}

func TestTimeoutAndBegin(t *testing.T) {
	var mu sync.Mutex
	var calls []tools.Call
	o := options()
	o.Timeout = 30 * time.Millisecond
	o.Open = func() Session {
		s := toys()
		s.Begin = func(name string, _ json.RawMessage) func(tools.Call) {
			return func(c tools.Call) {
				mu.Lock()
				defer mu.Unlock()
				c.Name = name
				calls = append(calls, c)
			}
		}
		return s
	}
	in, out, _ := pipe(t, o)
	c := connect(t, &sdk.IOTransport{Reader: out, Writer: in})
	if res := call(t, c, "slow", nil); !res.IsError || !strings.Contains(text(res), "longer than 30ms") {
		t.Errorf("%s", text(res))
	}
	call(t, c, "add", map[string]any{"n": 3})
	mu.Lock()
	defer mu.Unlock()
	if len(calls) != 2 || calls[0].Err == nil || calls[1].Name != "add" || string(calls[1].Args) != `{"n":3}` || calls[1].Err != nil {
		t.Errorf("told of %+v", calls)
	}
}

// A client that is not the SDK's: lines of JSON as the protocol of 2025-06-18 has them.
func TestRawLines(t *testing.T) {
	in, out, end := pipe(t, options())
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	var answers []json.RawMessage
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"raw","version":"0"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":"three","method":"tools/call","params":{"name":"add","arguments":{"n":7}}}`,
		`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"add"}}`,
		`{"jsonrpc":"2.0","id":5,"method":"no/such"}`,
	} {
		if _, err := io.WriteString(in, line+"\n"); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(line, `"id"`) {
			continue
		}
		if !lines.Scan() {
			t.Fatalf("no answer to %s: %v", line, lines.Err())
		}
		answers = append(answers, json.RawMessage(lines.Text()))
	}
	golden.JSON(t, filepath.Join("testdata", "raw.json"), answers)
	in.Close()
	if err := end(); err != nil {
		t.Error(err)
	}
}

// serveHTTP serves on a free port and gives the address.
func serveHTTP(t *testing.T) (url string, stop func() error) {
	t.Helper()
	l, err := Listen("0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- ServeHTTP(ctx, l, "a token", options()) }()
	return "http://" + l.Addr().String() + "/mcp?token=a+token", func() error {
		cancel()
		select {
		case err := <-done:
			return err
		case <-time.After(10 * time.Second):
			return errors.New("the server does not end")
		}
	}
}

func TestOverHTTP(t *testing.T) {
	url, stop := serveHTTP(t)
	var wg sync.WaitGroup
	for range 3 { // each client has a total of its own
		wg.Go(func() {
			c, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: url}, nil)
			if err != nil {
				t.Error(err)
				return
			}
			exercise(t, c)
			c.Close()
		})
	}
	wg.Wait()
	if err := stop(); !errors.Is(err, context.Canceled) {
		t.Errorf("at the end: %v", err)
	}
}

func TestHTTPIsForThisMachineOnly(t *testing.T) {
	for _, bad := range []string{"0.0.0.0:0", ":::1", "[::]:0", "example.com:80", "10.0.0.1:0", "192.168.1.1:9999"} {
		if l, err := Listen(bad); err == nil {
			t.Errorf("%s: listens on %s", bad, l.Addr())
			l.Close()
		}
	}
	for _, good := range []string{"0", ":0", "localhost:0", "127.0.0.1:0"} {
		l, err := Listen(good)
		if err != nil {
			t.Errorf("%s: %v", good, err)
			continue
		}
		if !strings.HasPrefix(l.Addr().String(), "127.0.0.1:") {
			t.Errorf("%s: listens on %s", good, l.Addr())
		}
		l.Close()
	}
	url, stop := serveHTTP(t)
	defer stop()
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"raw","version":"0"}}}`
	for _, c := range []struct {
		name, header, value string
		want                int
	}{
		{"an agent", "", "", 200},
		{"a page of another site", "Origin", "https://evil.example", 403},
		{"another site, as browsers say it", "Sec-Fetch-Site", "cross-site", 403},
		{"another name for this machine", "Host", "evil.example", 403},
		{"another user of this machine", "token", "", 401},
	} {
		req, err := http.NewRequest(http.MethodPost, url, strings.NewReader(hello))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		switch c.header {
		case "":
		case "token":
			req.URL.RawQuery = ""
		case "Host":
			req.Host = c.value
		default:
			req.Header.Set(c.header, c.value)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if res.StatusCode != c.want {
			t.Errorf("%s: %d %s, want %d", c.name, res.StatusCode, body, c.want)
		}
	}
}

func TestTwoToolsOfOneName(t *testing.T) {
	o := options()
	o.Open = func() Session { return Session{Tools: append(toys().Tools, toys().Tools...)} }
	if err := Serve(t.Context(), io.NopCloser(strings.NewReader("")), nil, o); err == nil {
		t.Error("two tools of one name")
	}
}
