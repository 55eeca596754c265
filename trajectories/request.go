package trajectories

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
)

// Request is a request to a model as it is recorded: how it differs from that of
// an earlier call, so that the file grows with what was said and not with its
// square, and the hash of the whole.
type Request struct {
	SHA256   string          `json:"sha256"`             // HashRequest of the whole request
	Base     int             `json:"base,omitempty"`     // the model call it is told from; 0: from nothing
	Settings json.RawMessage `json:"settings,omitempty"` // all but the messages; absent: as in the base
	Edits    []Edit          `json:"edits,omitempty"`    // that make the base's messages into this request's
}

// Edit replaces Remove messages of the base from At on by Insert. Edits are in
// order and do not overlap; At counts in the base.
type Edit struct {
	At     int               `json:"at"`
	Remove int               `json:"remove,omitempty"`
	Insert []json.RawMessage `json:"insert,omitempty"`
}

// whole is a request in pieces that can be compared.
type whole struct {
	call     int
	settings json.RawMessage
	messages []json.RawMessage
	sums     [][sha256.Size]byte // of the messages
}

// Pieces is implemented by a request that can be taken apart without being printed
// and read again, which is most of the work with a long conversation: all but the
// messages, and the messages, which must not change afterwards.
type Pieces interface {
	Pieces() (settings any, messages []any)
}

// parser takes requests apart and remembers the messages of the last one: most
// messages of a conversation were in its request before.
type parser struct {
	encoder
	last     []encoded
	settings any // of the last request that had pieces,
	sorted   json.RawMessage
}

// encoded is a message, its JSON and that one's hash.
type encoded struct {
	message any
	json    json.RawMessage
	sum     [sha256.Size]byte
}

// parse takes a request apart: any value whose JSON is an object with an array "messages".
func (p *parser) parse(request any) (*whole, error) {
	list, err := p.messages(&request)
	if err != nil {
		return nil, err
	}

	// Settings, the tools' descriptions among them, rarely change within a run: their JSON is
	// that of the last request.
	if list != nil && p.sorted != nil && reflect.DeepEqual(request, p.settings) {
		return newWhole(p.sorted, list), nil
	}

	raw, err := p.encode(request)
	if err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}

	w := newWhole(nil, list)
	if m, ok := fields["messages"]; ok && list == nil {
		var messages []json.RawMessage
		if err := json.Unmarshal(m, &messages); err != nil {
			return nil, fmt.Errorf("request: messages: %w", err)
		}
		for _, m := range messages {
			w.add(m, sha256.Sum256(m))
		}
	}

	delete(fields, "messages")

	// So that the hash does not depend on the order of the caller's fields.
	if w.settings, err = p.encode(fields); err != nil { // sorted by key
		return nil, err
	}
	if list != nil {
		p.settings, p.sorted = request, w.settings
	}
	return w, nil
}

// messages takes the messages out of a request that has pieces.
func (p *parser) messages(request *any) ([]encoded, error) {
	pieces, ok := (*request).(Pieces)
	if !ok {
		return nil, nil
	}
	settings, list := pieces.Pieces()
	*request = settings
	now := make([]encoded, len(list))
	for i, m := range list {
		// By place: a conversation mostly grows at its end. A message that moved is only encoded
		// again.
		if i < len(p.last) && reflect.DeepEqual(m, p.last[i].message) {
			now[i] = p.last[i]
			continue
		}
		raw, err := p.encode(m)
		if err != nil {
			return nil, fmt.Errorf("request: %w", err)
		}
		now[i] = encoded{m, raw, sha256.Sum256(raw)}
	}
	p.last = now
	return now, nil
}

func newWhole(settings json.RawMessage, list []encoded) *whole {
	w := &whole{settings: settings, messages: make([]json.RawMessage, 0, len(list)), sums: make([][sha256.Size]byte, 0, len(list))}
	for _, m := range list {
		w.add(m.json, m.sum)
	}
	return w
}

func (w *whole) add(m json.RawMessage, sum [sha256.Size]byte) {
	w.messages, w.sums = append(w.messages, m), append(w.sums, sum)
}

// hash is the hash of the whole request.
func (w *whole) hash() string {
	h := sha256.New()
	// A hash of hashes: messages were hashed once when they were first seen.
	sum := sha256.Sum256(w.settings)
	h.Write(sum[:])
	for _, sum := range w.sums {
		h.Write(sum[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// HashRequest is the hash by which a recorded request is known: any value whose
// JSON is an object with an array "messages".
func HashRequest(request any) (string, error) {
	w, err := new(parser).parse(request)
	if err != nil {
		return "", err
	}
	return w.hash(), nil
}

// from tells a request from an earlier one. Messages kept are found in order, each
// at its next place; where that misses a match the record is longer, never wrong.
func (w *whole) from(base *whole) (r Request, size int) {
	r.SHA256 = w.hash()
	if base == nil {
		base = &whole{}
	}
	r.Base = base.call
	if !bytes.Equal(w.settings, base.settings) {
		r.Settings = w.settings
		size += len(r.Settings)
	}

	// Where each message of the base stands, in rising order.
	at := map[[sha256.Size]byte][]int{}
	for i, s := range base.sums {
		at[s] = append(at[s], i)
	}

	next := 0 // in the base
	var ins []json.RawMessage
	flush := func(upto int) {
		if len(ins) > 0 || upto > next {
			r.Edits = append(r.Edits, Edit{At: next, Remove: upto - next, Insert: ins})
			ins = nil
		}
	}
	for i, s := range w.sums {
		places := at[s]
		// Greedy: the first place from next on. A longest common subsequence would find more, at
		// a cost that grows with the square.
		k, _ := slices.BinarySearch(places, next)
		if k == len(places) {
			ins = append(ins, w.messages[i])
			size += len(w.messages[i])
			continue
		}
		// What of the base lies between the last kept message and this one is removed, and what
		// was inserted stands in its place.
		flush(places[k])
		next = places[k] + 1
		w.messages[i] = base.messages[places[k]] // one copy in memory
	}
	flush(len(base.messages))
	return r, size
}

// apply is the whole request of r, told from base.
func (r *Request) apply(base *whole) (*whole, error) {
	if base == nil {
		base = &whole{}
	}
	w := &whole{settings: r.Settings}
	if w.settings == nil {
		w.settings = base.settings
	}
	next := 0
	keep := func(upto int) {
		for ; next < upto; next++ {
			w.add(base.messages[next], base.sums[next])
		}
	}
	for _, e := range r.Edits {
		// The file may have been edited by hand; without these an edit would index beyond the
		// base.
		if e.At < next || e.Remove < 0 || e.At+e.Remove > len(base.messages) {
			return nil, fmt.Errorf("edit at %d of a request of %d messages", e.At, len(base.messages))
		}
		keep(e.At)
		for _, m := range e.Insert {
			w.add(m, sha256.Sum256(m))
		}
		next += e.Remove
	}
	keep(len(base.messages))

	// The one check that everything before went right, also the choice of the base.
	if got := w.hash(); got != r.SHA256 {
		return nil, fmt.Errorf("the rebuilt request has the hash %.12s, recorded is %.12s", got, r.SHA256)
	}
	return w, nil
}

// conversations are the latest requests of those conversations that a new request
// may go on with: the main one, a plan, parallel samples. Writer and reader keep
// the same ones.
type conversations struct{ latest []*whole }

// mostConversations is how many are kept.
const mostConversations = 8

// add notes a request. It takes the place of the one that it was told from, unless
// it left out most of that: then it is another conversation.
func (c *conversations) add(w *whole, r *Request) {
	removed := 0
	for _, e := range r.Edits {
		removed += e.Remove
	}
	c.latest = slices.DeleteFunc(slices.Clone(c.latest), func(old *whole) bool {
		return old.call == r.Base && 2*removed <= len(old.messages)
	})
	c.latest = append(c.latest, w)
	if len(c.latest) > mostConversations {
		c.latest = c.latest[1:]
	}
}

// of is the latest request of a call, nil where it is not kept.
func (c *conversations) of(call int) *whole {
	for _, w := range c.latest {
		if w.call == call {
			return w
		}
	}
	return nil
}
