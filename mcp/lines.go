package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// lines passes on the lines that are messages. The others are answered as the
// protocol wants it: the session must not end with one bad line.
type lines struct {
	in   *bufio.Reader
	out  io.Writer
	rest []byte // of the message that is being read
	io.Closer
}

// JSON-RPC's codes for what is no message.
const (
	parseError     = -32700
	invalidRequest = -32600
)

func (l *lines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, err := l.line()
		if err != nil {
			return 0, err
		}
		code, why := refused(line)
		switch {
		case len(line) == 0:
		case code == 0:
			l.rest = append(line, '\n')
		default:
			// A line that is no message has no id, so that the answer's is null (JSON-RPC 2.0,
			// "Response object").
			reply := map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": why + "; a message is one line of JSON"}}
			raw, err := json.Marshal(reply)
			if err != nil {
				return 0, err
			}
			if _, err := l.out.Write(append(raw, '\n')); err != nil {
				return 0, err
			}
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// line is the next line; of one that is too long, a little more than is allowed.
func (l *lines) line() ([]byte, error) {
	var line []byte
	for {
		part, err := l.in.ReadSlice('\n')
		// The rest of a line that is too long is read and dropped, in order to find the next one.
		if len(line) <= maxLine {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if line = bytes.TrimSpace(line); err != nil && (len(line) == 0 || !errors.Is(err, io.EOF)) {
			return nil, err
		}
		return line, nil
	}
}

// refused says why a line is no message; 0: it is one.
func refused(line []byte) (code int, why string) {
	switch {
	case len(line) == 0:
		return 0, ""
	case len(line) >= maxLine:
		return invalidRequest, fmt.Sprintf("the message is longer than %d MB", maxLine>>20)
	case !json.Valid(line):
		return parseError, "not JSON"
	}
	messages := []json.RawMessage{line}
	// Batches: JSON-RPC has them, and each of their messages is looked at.
	if line[0] == '[' {
		if json.Unmarshal(line, &messages) != nil || len(messages) == 0 {
			return invalidRequest, "an empty batch"
		}
	}
	for _, m := range messages {
		if _, err := jsonrpc.DecodeMessage(m); err != nil {
			return invalidRequest, "not a message of JSON-RPC 2.0"
		}
		if !properID(m) {
			return invalidRequest, "the id is no string and no integer"
		}
	}
	return 0, ""
}

// properID reports whether a message's id is a string or an integer. Any other number
// would be answered under the integer below it, which may be another call's.
func properID(message json.RawMessage) bool {
	var m struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(message, &m) != nil {
		return false
	}
	if len(m.ID) == 0 || m.ID[0] == '"' || string(m.ID) == "null" { // none, or of an answer to what could not be read
		return true
	}
	const exact = 1 << 53 // what a number of JSON is exact up to
	n, err := strconv.ParseInt(string(m.ID), 10, 64)
	return err == nil && -exact <= n && n <= exact
}

// oneAtATime lets two goroutines write whole messages.
type oneAtATime struct {
	mu sync.Mutex
	io.WriteCloser
}

func (w *oneAtATime) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.WriteCloser.Write(p)
}
