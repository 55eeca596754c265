package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
)

func TestHashCoversTheRequest(t *testing.T) {
	zero, one := 0.0, 1.0
	base := func() Request {
		return Request{Model: "m", Messages: []Message{{Role: User, Text: "a"}}, Temperature: &zero}
	}
	seen := map[string]int{}
	for i, change := range []func(*Request){
		func(*Request) {},
		func(r *Request) { r.Model = "n" },
		func(r *Request) { r.Messages[0].Text = "b" },
		func(r *Request) { r.Messages[0].Reasoning = "b" },
		func(r *Request) { r.Temperature = &one },
		func(r *Request) { r.Temperature = nil },
		func(r *Request) { r.MaxTokens = 1 },
		func(r *Request) { r.Stop = []string{"x"} },
		func(r *Request) { r.Tools = []Tool{{Name: "t", Parameters: json.RawMessage(`{}`)}} },
		func(r *Request) { r.Schema = &Schema{Name: "s", JSON: json.RawMessage(`{}`)} },
		func(r *Request) { n := int64(3); r.Seed = &n },
	} {
		r := base()
		change(&r)
		h := r.Hash()
		if j, ok := seen[h]; ok {
			t.Errorf("changes %d and %d have the same hash", j, i)
		}
		seen[h] = i
		r.Stream = func(Delta) {}
		if r.Hash() != h {
			t.Errorf("change %d: streaming changes the hash", i)
		}
	}
}

func TestErrorKinds(t *testing.T) {
	for _, c := range []struct {
		err                       error
		temporary, infrastructure bool
	}{
		{&StatusError{Status: 429}, true, true},
		{&StatusError{Status: 500}, true, true},
		{&StatusError{Status: 529}, true, true},
		{&StatusError{}, true, true},
		{&StatusError{Status: 400}, false, true},
		{&StatusError{Status: 401, Kind: ErrConfig}, false, true},
		{&StatusError{Status: 400, Kind: ErrContextOverflow}, false, false},
		{fmt.Errorf("call: %w", ErrTimeout), true, true},
		{ErrMalformedReply, true, true},
		{ErrConfig, false, true},
		{errors.New("connection reset"), true, true},
		{context.Canceled, false, false},
		{fmt.Errorf("x: %w", context.DeadlineExceeded), false, false},
		{nil, false, false},
	} {
		if got := temporary(c.err); got != c.temporary {
			t.Errorf("temporary(%v) = %v", c.err, got)
		}
		if got := IsInfrastructure(c.err); got != c.infrastructure {
			t.Errorf("IsInfrastructure(%v) = %v", c.err, got)
		}
	}
}
