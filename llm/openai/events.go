package openai

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// longestReply is how much of a reply is read, in bytes.
const longestReply = 64 << 20

// errLong: the reply is longer than that.
var errLong = &errBroken{fmt.Sprintf("longer than %d MB", longestReply>>20)}

// bounded is a body whose reading fails where it is too long.
type bounded struct {
	io.ReadCloser
	left int
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, errLong
	}
	n, err := b.ReadCloser.Read(p)
	if b.left -= n; b.left < 0 {
		return 0, errLong
	}
	return n, err
}

// events reads a stream of server-sent events, also one whose events no empty
// line divides: every event of a chat is one JSON value.
type events struct {
	r       *bufio.Reader
	data    []byte
	rest    []byte // of a line in which carriage returns stand for line ends
	strange []byte // the beginning of what is no event
	alive   func() // called for comments, by which servers say that they are at work
}

// next is the data of the next event; io.EOF at the end.
func (e *events) next() ([]byte, error) {
	for {
		line, err := e.line()
		if err != nil {
			if out := e.take(); len(out) > 0 && errors.Is(err, io.EOF) {
				return out, nil
			}
			return nil, err
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		switch string(name) {
		case "":
			if len(line) > 0 { // a comment
				e.alive()
			} else if out := e.take(); len(out) > 0 {
				return out, nil
			}
		case "data":
			value = bytes.TrimSpace(value)
			var out []byte
			// Several lines of data are one event by the standard. Where what came is a whole
			// JSON value already, the server left out the empty line.
			if len(value) > 0 && len(e.data) > 0 && (string(value) == "[DONE]" || json.Valid(e.data)) {
				out = e.take()
			}
			e.data = append(append(e.data, value...), '\n')
			if out != nil {
				return out, nil
			}
		case "event", "id", "retry":
		default:
			if len(e.strange) < 200 {
				e.strange = append(append(e.strange, line[:min(len(line), 200)]...), ' ')
			}
		}
	}
}

// take gives the data that has come, which the next event does not share.
func (e *events) take() []byte {
	out := bytes.TrimSpace(e.data)
	e.data = nil
	return out
}

// line is the next line without its end. It stands until the next call.
func (e *events) line() ([]byte, error) {
	raw := e.rest
	if raw == nil {
		var err error
		raw, err = e.r.ReadSlice('\n')
		// ReadSlice gives a part of the buffer, which the next read overwrites.
		if errors.Is(err, bufio.ErrBufferFull) {
			long := bytes.Clone(raw)
			raw, err = e.r.ReadBytes('\n')
			raw = append(long, raw...)
		}
		if err != nil && (len(raw) == 0 || !errors.Is(err, io.EOF)) {
			return nil, err
		}
		raw = bytes.TrimSuffix(bytes.TrimSuffix(raw, []byte("\n")), []byte("\r"))
	}
	line, rest, more := bytes.Cut(raw, []byte("\r"))
	e.rest = nil
	if more {
		e.rest = rest
		if rest == nil {
			e.rest = []byte{}
		}
	}
	return line, nil
}
