// Package tools is what a model can call: a Tool is a typed Go function with a
// name, a description in Markdown, examples and a JSON schema made from its
// argument struct; a Registry is an explicit list of them.
//
// Errors are of three kinds. A *BadCall (no such tool, a field missing or of the
// wrong type, or arguments that the tool itself refuses) goes back to the model
// as an observation. A result may be Final, which ends a run as an outcome. Any
// other error, a *Crash among them, is infrastructure: the tool could not do its
// work, whatever it was asked.
//
// The package must not know what the tools do, models, agents or transports.
package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"runtime/debug"
)

// Tool is one function that a model can call.
type Tool struct {
	Name        string
	Description string          // Markdown; the first sentence is a summary
	Schema      json.RawMessage // of the arguments, in the strict form of SchemaOf
	Output      json.RawMessage // schema of the result, in the same form
	Params      []Param         // the arguments' fields in order
	Examples    []Example

	schema, output *schema
	call           func(context.Context, json.RawMessage) (Result, error)
}

// Param is one argument.
type Param struct {
	Name        string
	Type        string // "string", "integer", "string[]" …
	Required    bool
	Description string
}

// Example is a call that a model may learn from.
type Example struct {
	Note string // when one would call it so
	Args any    // marshals to the arguments
	Text string // the call as code, where Args would be a repetition
}

// Result is what a tool gave back.
type Result struct {
	JSON  json.RawMessage // every field of the output's schema, optional ones null where there is nothing
	Final bool            // the run that made the call is complete
}

// Finisher is implemented by results that can end a run.
type Finisher interface{ Final() bool }

// New makes a tool of a function. In and Out are structs with JSON tags; a field
// of In with omitempty is optional. It panics when In is no struct: that is a
// mistake in the program and not in a call.
func New[In, Out any](name, description string, fn func(context.Context, In) (Out, error), examples ...Example) Tool {
	if reflect.TypeFor[In]().Kind() != reflect.Struct {
		panic(fmt.Sprintf("tools.New(%s): arguments of type %s; want a struct", name, reflect.TypeFor[In]()))
	}
	t := Tool{Name: name, Description: description, Schema: SchemaOf[In](), Output: SchemaOf[Out](), Examples: examples}
	t.schema, t.output = parseSchema(t.Schema), parseSchema(t.Output)
	t.Params = t.schema.params()
	t.call = func(ctx context.Context, args json.RawMessage) (Result, error) {
		var in In
		if err := json.Unmarshal(args, &in); err != nil { // the schema has been checked: a number out of range, say
			return Result{}, &BadCall{Tool: name, Problems: []string{err.Error()}, Expected: t.Signature()}
		}
		out, err := fn(ctx, in)
		if err != nil {
			return Result{}, err
		}
		raw, err := marshal(out)
		if err != nil {
			return Result{}, fmt.Errorf("result of %s: %w", name, err)
		}
		// The result decides by itself whether it is final; the tool does not know.
		f, _ := any(out).(Finisher)
		return Result{JSON: t.output.complete(raw), Final: f != nil && f.Final()}, nil
	}
	return t
}

// marshal is json.Marshal that leaves < > & as they are: models read it.
func marshal(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// Reworded returns the tool with its texts changed, those of arguments and results included,
// and with other examples: what it takes, does and gives is the same.
func (t Tool) Reworded(text func(string) string, examples ...Example) Tool {
	t.Description, t.Examples = text(t.Description), examples
	t.Schema, t.Output = described(t.Schema, text), described(t.Output, text)
	t.schema, t.output = parseSchema(t.Schema), parseSchema(t.Output)
	t.Params = t.schema.params()
	return t
}

// Call calls the tool with a JSON object of arguments; nothing at all means no
// arguments. A panic of the function is a *Crash.
func (t Tool) Call(ctx context.Context, args json.RawMessage) (res Result, err error) {
	if len(bytes.TrimSpace(args)) == 0 {
		args = json.RawMessage("{}")
	}
	if problems := t.schema.check(args); len(problems) > 0 {
		return Result{}, &BadCall{Tool: t.Name, Problems: problems, Expected: t.Signature()}
	}
	// Only around the function: a mistake in the check of the arguments is one of this package,
	// and is to be seen.
	defer func() {
		if p := recover(); p != nil {
			res, err = Result{}, &Crash{Tool: t.Name, Panic: p, Stack: string(debug.Stack())}
		}
	}()
	return t.call(ctx, args)
}

// Check lists what is wrong with the form of a call's arguments.
func (t Tool) Check(args json.RawMessage) []string { return t.schema.check(args) }

// Crash is a panic of a tool.
type Crash struct {
	Tool  string
	Panic any
	Stack string
}

func (c *Crash) Error() string { return fmt.Sprintf("tool %s crashed: %v", c.Tool, c.Panic) }
