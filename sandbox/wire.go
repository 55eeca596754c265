package sandbox

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Parent and child talk in frames: four bytes of length, big endian, then JSON.
// The code that runs in the child shares the process with whoever writes the
// child's frames, so nothing in an event is believed: it is counted, limited in
// size, and shown to the author of the code and to nobody else. The key and the
// running number find accidents and crude forgeries; whoever gets past them can
// call the tools he may call anyway.

// order is what the parent says to the child.
type order struct {
	Do     string          `json:"do"` // start, exec, result, error, final
	Key    string          `json:"key,omitempty"`
	Tools  []Callable      `json:"tools,omitempty"`  // start
	Code   string          `json:"code"`             // exec
	Step   int             `json:"step,omitempty"`   // exec
	WallMS int64           `json:"wall_ms,omitzero"` // exec
	Output int             `json:"output,omitempty"` // exec
	Bytes  int             `json:"bytes,omitempty"`  // exec: of one call's arguments
	Value  json.RawMessage `json:"value,omitempty"`  // result
	Error  string          `json:"error,omitempty"`  // error
}

// event is what the child says to the parent.
type event struct {
	Key     string          `json:"key"`
	N       int             `json:"n"`
	Ev      string          `json:"ev"`             // hello, out, call, done, fatal
	Text    string          `json:"text,omitempty"` // out; fatal; hello: the version
	Name    string          `json:"name,omitempty"` // call
	Args    json.RawMessage `json:"args,omitempty"` // call
	Value   string          `json:"value,omitempty"`
	Error   string          `json:"error,omitempty"`
	Kind    ErrorKind       `json:"kind,omitempty"`
	Line    int             `json:"line,omitempty"`
	Dropped int             `json:"dropped,omitempty"` // done: characters that were printed beyond the limit
}

var errFrame = errors.New("not a frame")

func writeFrame(w io.Writer, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), body...))
	return err
}

// readFrame reads one frame of at most limit bytes into v.
func readFrame(r io.Reader, limit int, v any) (size int, err error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, err
	}
	n := int64(binary.BigEndian.Uint32(head[:]))
	// Before the memory is taken: the length is the child's word.
	if n > int64(limit) {
		return 0, fmt.Errorf("%w: %d bytes, more than %d", errFrame, n, limit)
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(r, body); err != nil {
		return 0, err
	}
	if err := json.Unmarshal(body, v); err != nil {
		return 0, fmt.Errorf("%w: %v", errFrame, err)
	}
	return int(n) + 4, nil
}
