// Package mcp offers tools to any agent over the Model Context Protocol: on
// standard input and output, or as streamable HTTP on the loopback interface.
//
// Every client has a session of its own, with tools of its own. What a tool
// answers is its structured result; a call that could not be made as written, and
// a tool that could not do its work, are results marked as errors, since that is
// what the calling model can act on. The package must not know what the tools do.
package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"

	"ensures/internal/door"
	"ensures/tools"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Options configure a server. Open is needed.
type Options struct {
	Name         string // of the program
	Version      string
	Instructions string         // told to every client
	Open         func() Session // for a new client
	Timeout      time.Duration  // of one call; 0 is none
	Log          *slog.Logger
}

// Session is what one client has.
type Session struct {
	Tools []tools.Tool
	// Begin is told of a call before it is made, from any goroutine; what it returns
	// is told how the call ended. May be nil.
	Begin func(name string, args json.RawMessage) func(tools.Call)
}

// server is a server for one client.
func (o Options) server() (*sdk.Server, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	session := o.Open()
	reg, err := tools.NewRegistry(session.Tools...)
	if err != nil {
		return nil, err
	}
	s := sdk.NewServer(&sdk.Implementation{Name: o.Name, Version: o.Version}, &sdk.ServerOptions{
		Instructions: o.Instructions, Logger: o.Log,
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}}, // the list never changes
	})
	no := false
	for _, t := range reg.Tools() {
		s.AddTool(&sdk.Tool{
			Name: t.Name, Description: describe(t), InputSchema: tools.WithoutRequired(t.Schema), OutputSchema: t.Output,
			Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &no},
		}, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			return o.call(ctx, reg, session, t.Name, r.Params.Arguments)
		})
	}
	return s, nil
}

// describe is a tool's description with its examples as a client writes them.
func describe(t tools.Tool) string {
	var b strings.Builder
	b.WriteString(strings.TrimSpace(t.Description))
	for _, e := range t.Examples {
		args, err := json.Marshal(e.Args)
		if e.Args == nil || err != nil {
			continue
		}
		fmt.Fprintf(&b, "\n\nExample")
		if e.Note != "" {
			fmt.Fprintf(&b, " (%s)", e.Note)
		}
		fmt.Fprintf(&b, ": `%s`", args)
	}
	return b.String()
}

// call calls a tool and words what came of it.
func (o Options) call(ctx context.Context, reg *tools.Registry, session Session, name string, args json.RawMessage) (*sdk.CallToolResult, error) {
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}

	// Two contexts tell the client's cancelling from our time limit: only the former is an error
	// of the call.
	limited := ctx
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, o.Timeout)
		defer cancel()
	}
	ended := func(tools.Call) {}
	if session.Begin != nil {
		ended = session.Begin(name, args)
	}

	start := time.Now()
	res, err := reg.Call(limited, name, args)
	ended(tools.Call{Name: name, Args: args, Result: res, Err: err, Elapsed: time.Since(start)})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	// A tool that was stopped may return any error; the model is told the limit.
	case err != nil && limited.Err() != nil:
		return failure(fmt.Sprintf("%s took longer than %s", name, o.Timeout)), nil
	case err != nil:
		var bad *tools.BadCall
		// A call that was not made as written is the model's to mend, and nothing for our log.
		if !errors.As(err, &bad) {
			o.Log.Error("a tool failed", "tool", name, "error", err)
		}
		return failure(err.Error()), nil
	}
	return &sdk.CallToolResult{
		Content:           []sdk.Content{&sdk.TextContent{Text: string(res.JSON)}},
		StructuredContent: res.JSON,
	}, nil
}

func failure(text string) *sdk.CallToolResult {
	return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: text}}}
}

// maxLine is the longest message taken from a client, in bytes: Java files are
// small.
const maxLine = 16 << 20

// Serve talks to one client over two streams until it hangs up or the context
// ends, which are no errors.
func Serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser, o Options) error {
	s, err := o.server()
	if err != nil {
		return err
	}
	shared := &oneAtATime{WriteCloser: out}
	err = s.Run(ctx, &sdk.IOTransport{Reader: &lines{in: bufio.NewReader(in), out: shared, Closer: in}, Writer: shared, MaxLineLength: maxLine})
	// A client that goes away ends the session as it should be.
	if ctx.Err() != nil || hungUp(err) {
		return ctx.Err()
	}
	return err
}

// hungUp reports whether an error says that the client is gone: it sends no more, or no
// longer reads the answer to what it sent.
func hungUp(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrClosedPipe) || errors.Is(err, syscall.EPIPE)
}

// idle is how long a client over HTTP may be silent before its session ends.
const idle = time.Hour

// Listen opens a port on the loopback interface, and no other. The address is
// host:port, :port or port; port 0 is any that is free.
func Listen(address string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		host, port = "", address
	}
	switch host {
	case "", "localhost":
		host = "127.0.0.1"
	default:
		if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
			return nil, fmt.Errorf("%s is not on the loopback interface: the server is for agents on this machine", host)
		}
	}
	return net.Listen("tcp", net.JoinHostPort(host, port))
}

// ServeHTTP serves streamable HTTP at /mcp until the context ends. Requests that
// name another host, or come from a page of another origin, are refused: a web
// page must not reach the tools through the user's browser. So are those without the
// token (see [door.Programs]): other users of the machine can reach the port.
func ServeHTTP(ctx context.Context, l net.Listener, token string, o Options) error {
	if _, err := o.server(); err != nil { // a mistake in the tools shows now
		return err
	}
	streamable := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server {
		s, err := o.server()
		if err != nil {
			return nil
		}
		return s
	}, &sdk.StreamableHTTPOptions{Logger: o.Log, SessionTimeout: idle, MaxRequestBodyBytes: maxLine})
	mux := http.NewServeMux()
	mux.Handle("/mcp", http.NewCrossOriginProtection().Handler(door.Programs(token, streamable)))
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	// Streams that a client holds open would keep Shutdown waiting for ever.
	stop := context.AfterFunc(ctx, func() {
		soon, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if srv.Shutdown(soon) != nil {
			srv.Close()
		}
	})
	defer stop()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return ctx.Err()
}
