package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"path/filepath"
	"slices"
	"sync"

	"ensures/java/types"
	"ensures/verify"

	"github.com/sourcegraph/jsonrpc2"
)

// source is who says what an editor shows.
const source = "ensures"

// Options say what stands behind the server. Library is needed; the abilities whose
// function is nil are not offered.
type Options struct {
	Version string
	// Library returns the classes that the names of a Java file may lead to.
	Library func(path, text string) *types.Library
	// Prove asks a verifier.
	Prove func(ctx context.Context, req verify.Request) (verify.Outcome, error)
	// Proof is how it is asked.
	Proof verify.Options
	// Specify returns the text with a specification of one of its methods, in a line
	// what was found, and no other change.
	Specify func(ctx context.Context, path, text, method string) (now, found string, err error)
	// Measure returns how strong a method's specification is.
	Measure func(ctx context.Context, path, text, method string) (Strength, error)
	Log     *slog.Logger
}

// Strength is what is measured of a method's specification.
type Strength struct {
	Scores    string   // on one line
	Survivors []string // wrong outputs that it still accepts
}

// server is a session with one editor.
type server struct {
	o      Options
	ctx    context.Context // of the session
	conn   *jsonrpc2.Conn
	client initializeParams
	units  string
	jobs   sync.WaitGroup
	ended  bool // shutdown was asked for

	publishing sync.Mutex // held while diagnostics are sent

	mu          sync.Mutex
	documents   map[string]*document
	running     map[string]context.CancelFunc // by progress token
	tokens      int
	toldMissing bool // that there is no verifier
}

// errNoShutdown is returned by Serve where the editor went away without a goodbye.
var errNoShutdown = errors.New("the editor ended the session without a shutdown")

// Serve talks to one editor over two streams until it says exit, hangs up or the
// context ends. Whatever is running then is cancelled and waited for.
func Serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser, o Options) error {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithCancel(ctx)
	s := &server{o: o, ctx: ctx, units: utf16Units, documents: map[string]*document{}, running: map[string]context.CancelFunc{}}
	ready := make(chan struct{}) // s.conn must be set before a request is handled
	stream := jsonrpc2.NewBufferedStream(pipe{in, out}, jsonrpc2.VSCodeObjectCodec{})
	s.conn = jsonrpc2.NewConn(ctx, stream, handler(func(ctx context.Context, r *jsonrpc2.Request) { <-ready; s.handle(ctx, r) }))
	close(ready)
	select {
	case <-s.conn.DisconnectNotify():
	case <-ctx.Done():
	}
	// Asked before cancel, which would be its own cause.
	err := context.Cause(ctx)
	cancel()
	// Jobs that wait for an answer of the editor end with the connection.
	s.conn.Close()
	s.jobs.Wait()
	if err == nil && !s.ended {
		err = errNoShutdown
	}
	return err
}

// pipe is two streams as one.
type pipe struct {
	io.ReadCloser
	out io.WriteCloser
}

func (p pipe) Write(b []byte) (int, error) { return p.out.Write(b) }

func (p pipe) Close() error { return errors.Join(p.ReadCloser.Close(), p.out.Close()) }

// handler handles requests in the order in which they come: a change must not overtake
// another. What takes time goes on beside it.
type handler func(ctx context.Context, r *jsonrpc2.Request)

func (h handler) Handle(ctx context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) { h(ctx, r) }

// methods are the requests and notifications that are understood.
var methods = map[string]func(*server, json.RawMessage) (any, error){
	"initialize":                     (*server).initialize,
	"shutdown":                       (*server).shutdown,
	"textDocument/didOpen":           (*server).didOpen,
	"textDocument/didChange":         (*server).didChange,
	"textDocument/didSave":           (*server).didSave,
	"textDocument/didClose":          (*server).didClose,
	"textDocument/hover":             (*server).hover,
	"textDocument/codeLens":          (*server).codeLens,
	"textDocument/codeAction":        (*server).codeAction,
	"textDocument/inlayHint":         (*server).inlayHint,
	"workspace/executeCommand":       (*server).execute,
	"window/workDoneProgress/cancel": (*server).cancel,
}

func (s *server) handle(ctx context.Context, r *jsonrpc2.Request) {
	// DisconnectNotify of the connection ends Serve.
	if r.Method == "exit" {
		s.conn.Close()
		return
	}
	var result any
	f, known := methods[r.Method]
	err := error(&jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "not offered: " + r.Method})
	if known {
		var params json.RawMessage
		if r.Params != nil {
			params = *r.Params
		}
		result, err = s.guarded(f, params)
	}

	// The protocol answers no notification, unknown ones neither.
	if r.Notif {
		if err != nil && known {
			s.o.Log.Warn("a notification was not understood", "method", r.Method, "err", err)
		}
		return
	}

	if err != nil {
		var rpc *jsonrpc2.Error
		if !errors.As(err, &rpc) {
			rpc = &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
		}
		err = s.conn.ReplyWithError(ctx, r.ID, rpc)
	} else {
		err = s.conn.Reply(ctx, r.ID, result)
	}
	if err != nil && s.ctx.Err() == nil {
		s.o.Log.Warn("no answer could be given", "method", r.Method, "err", err)
	}
}

// guarded calls f; what goes wrong in it ends the request, not the session.
func (s *server) guarded(f func(*server, json.RawMessage) (any, error), params json.RawMessage) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: fmt.Sprint("a mistake in ensures: ", p)}
		}
	}()
	return f(s, params)
}

func (s *server) initialize(params json.RawMessage) (any, error) {
	if err := json.Unmarshal(params, &s.client); err != nil {
		return nil, err
	}
	if slices.Contains(s.client.Capabilities.General.PositionEncodings, utf8Units) {
		s.units = utf8Units
	}
	return map[string]any{
		"serverInfo": map[string]any{"name": "ensures", "version": s.o.Version},
		"capabilities": map[string]any{
			"positionEncoding":       s.units,
			"textDocumentSync":       map[string]any{"openClose": true, "change": syncIncremental, "save": true},
			"hoverProvider":          true,
			"codeLensProvider":       map[string]any{},
			"codeActionProvider":     map[string]any{"codeActionKinds": []string{"quickfix", "refactor"}},
			"inlayHintProvider":      true,
			"executeCommandProvider": map[string]any{"commands": []string{commandProve, commandSpecify, commandSurvivors}, "workDoneProgress": true},
		},
	}, nil
}

func (s *server) shutdown(json.RawMessage) (any, error) {
	s.ended = true
	return nil, nil
}

// cancel ends what an editor shows as in progress.
func (s *server) cancel(params json.RawMessage) (any, error) {
	var p struct {
		Token string `json:"token"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	s.mu.Lock()
	end := s.running[p.Token]
	s.mu.Unlock()
	if end != nil {
		end()
	}
	return nil, nil
}

// notify tells the editor something. It may be gone: the session ends by itself then.
func (s *server) notify(method string, params any) {
	if err := s.conn.Notify(s.ctx, method, params); err != nil && s.ctx.Err() == nil {
		s.o.Log.Warn("the editor was not told", "method", method, "err", err)
	}
}

// ask asks the editor something and drops its answer.
func (s *server) ask(method string, params any) {
	// Beside the handler: the answer is read by the goroutine that the handler runs in.
	s.jobs.Go(func() { _ = s.conn.Call(s.ctx, method, params, nil) })
}

// say shows a line to the user.
func (s *server) say(kind int, format string, args ...any) {
	s.notify("window/showMessage", map[string]any{"type": kind, "message": fmt.Sprintf(format, args...)})
}

// refresh asks for lenses and hints anew, since a verdict came.
func (s *server) refresh() {
	w := s.client.Capabilities.Workspace
	if w.CodeLens.RefreshSupport {
		s.ask("workspace/codeLens/refresh", nil)
	}
	if w.InlayHint.RefreshSupport {
		s.ask("workspace/inlayHint/refresh", nil)
	}
}

// pathOf returns the path of a document; of one that is no file its address, by which
// messages name it.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return uri
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // of a drive
		path = path[1:]
	}
	return filepath.FromSlash(path)
}
