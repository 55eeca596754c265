package bench

import (
	"fmt"
	"strings"

	"ensures/java/interp"
	"ensures/java/types"
)

// State is what a method can see of the heap: its receiver, arguments and the
// static fields of the code under test. Each State of a Pair has a heap of its own.
type State struct {
	This    interp.Ref
	Args    []interp.Value
	Statics map[*types.Field]interp.Value
}

// End says how a call ended.
type End uint8

// The ways a call ends.
const (
	InvalidEnd End = iota
	Returned
	Threw
	Endless // shown to come back to a state it was in before
)

// Pair is one call of the method: the state before, what came out, the state after.
type Pair struct {
	Name   string // "test 3", "generated 12", "input 7"
	End    End
	Pre    State
	Post   State
	Result interp.Value
	Thrown interp.Ref // of Threw, in Post's heap
	Class  string     // binary name of the exception's class
	Text   string     // the exception's message

	// ToPost maps an object of Pre's heap to the same object in Post's.
	ToPost map[interp.Ref]interp.Ref
	// Trusted is set when the run was too long to repeat and the recorded output
	// was taken for the result.
	Trusted bool
}

// Input is the call's input for people: "a=[3,1], k=2".
func (p *Pair) Input(m *interp.Machine, method *types.Method) string {
	var parts []string
	if p.Pre.This != nil && len(method.Owner.Fields) > 0 {
		parts = append(parts, "this="+m.FormatValue(interp.R(p.Pre.This), nil))
	}
	for i, l := range method.Params {
		if i < len(p.Pre.Args) {
			parts = append(parts, l.Name+"="+m.FormatValue(p.Pre.Args[i], l.Type))
		}
	}
	if len(parts) == 0 {
		return "no input"
	}
	return strings.Join(parts, ", ")
}

// Output is what came out, for people: "2", "throws java.lang.ArithmeticException: / by zero".
func (p *Pair) Output(m *interp.Machine, method *types.Method) string {
	switch p.End {
	case Threw:
		if p.Text != "" {
			return fmt.Sprintf("throws %s: %s", p.Class, p.Text)
		}
		return "throws " + p.Class
	case Endless:
		return "does not end"
	}
	if method.Return.Kind() != types.Void {
		return m.FormatValue(p.Result, method.Return)
	}
	var parts []string
	for i, l := range method.Params {
		if t := l.Type.Kind(); t == types.ArrayOf || t == types.Ref {
			parts = append(parts, l.Name+"="+m.FormatValue(p.Post.Args[i], l.Type))
		}
	}
	if p.Post.This != nil {
		parts = append(parts, "this="+m.FormatValue(interp.R(p.Post.This), nil))
	}
	return strings.Join(parts, ", ")
}
