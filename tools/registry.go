package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"ensures/internal/closest"
)

// BadCall is a call that could not be made as it was written. Its text is for
// whoever made the call.
type BadCall struct {
	Tool     string
	Problems []string
	Expected string // the signature, or the tools there are
}

// Refuse is a BadCall for arguments of the right types that a tool can't work with.
func Refuse(tool, format string, args ...any) *BadCall {
	return &BadCall{Tool: tool, Problems: []string{fmt.Sprintf(format, args...)}}
}

// Error is the observation: what is wrong and what was expected.
func (e *BadCall) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "bad call of %s: %s", e.Tool, strings.Join(e.Problems, "; "))
	if e.Expected != "" {
		fmt.Fprintf(&b, "\nexpected: %s", e.Expected)
	}
	return b.String()
}

// Call is one call as it was made and answered.
type Call struct {
	Name    string
	Args    json.RawMessage
	Result  Result
	Err     error // *BadCall, or infrastructure
	Elapsed time.Duration
}

// Registry is a list of tools with different names.
type Registry struct {
	list   []Tool
	record func(Call)
	now    func() time.Time
}

// NewRegistry is a registry of the tools given, in this order. Two tools of one
// name are an error.
func NewRegistry(list ...Tool) (*Registry, error) {
	seen := map[string]bool{}
	for _, t := range list {
		if t.Name == "" || t.call == nil {
			return nil, fmt.Errorf("tool %q was not made by New", t.Name)
		}
		if seen[t.Name] {
			return nil, fmt.Errorf("two tools named %s", t.Name)
		}
		seen[t.Name] = true
	}
	return &Registry{list: list, now: time.Now}, nil
}

// Tools are the tools in order.
func (r *Registry) Tools() []Tool { return r.list }

// Find is the tool of a name. Some models call a tool by the namespace in which their
// chat template lists it, "functions.name": that is the tool of the name.
func (r *Registry) Find(name string) (Tool, bool) {
	name = strings.TrimPrefix(name, "functions.")
	for _, t := range r.list {
		if t.Name == name {
			return t, true
		}
	}
	return Tool{}, false
}

// Recorded is the same registry with every call handed to record, which must be
// safe for concurrent use where the calls are.
func (r *Registry) Recorded(now func() time.Time, record func(Call)) *Registry {
	return &Registry{list: r.list, record: record, now: now}
}

// Call calls a tool by name. An unknown name is a *BadCall that lists the names
// there are.
func (r *Registry) Call(ctx context.Context, name string, args json.RawMessage) (Result, error) {
	start := r.now()
	var res Result
	var err error
	if t, ok := r.Find(name); ok {
		res, err = t.Call(ctx, args)
	} else {
		err = r.unknown(name)
	}
	if r.record != nil {
		r.record(Call{Name: name, Args: args, Result: res, Err: err, Elapsed: r.now().Sub(start)})
	}
	return res, err
}

func (r *Registry) unknown(name string) error {
	var names []string
	for _, t := range r.list {
		names = append(names, t.Name)
	}
	problem := "there is no such tool"
	if near := nearest(name, names); near != "" {
		problem += "; did you mean " + near + "?"
	}
	return &BadCall{Tool: name, Problems: []string{problem}, Expected: "one of " + strings.Join(names, ", ")}
}

// nearest is the name that a mistyped one is closest to, or begins; "" where none is near.
func nearest(name string, names []string) string {
	if n := closest.Word(name, names, len(name)/2); n != "" {
		return n
	}
	for _, n := range names {
		// Beginnings of two letters fit too much.
		if len(name) >= 3 && strings.HasPrefix(n, name) {
			return n
		}
	}
	return ""
}
