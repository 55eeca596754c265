package trace

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ensures/tla/syntax"
)

// written makes a TLA+ value of a logged text that is one (as: tla). It is read and
// written anew: nothing of a log but a value comes into a module, and a name only where
// the mapping lists it under model_values, or gives it a meaning under values.
func (f Field) written(v any, models []string) (Value, bool, error) {
	text, ok := v.(string)
	if v == nil {
		text = "null"
	} else if !ok {
		return Value{}, false, fmt.Errorf("%s where the mapping says tla: a text that is a TLA+ value", jsonKind(v))
	}
	if x, ok := f.Values[text]; ok {
		return mapped(x, text), true, nil
	}
	if v == nil {
		return Value{}, false, nil
	}

	x, err := syntax.ParseValue(text)
	if err != nil {
		return Value{}, false, fmt.Errorf("%q is no TLA+ value: %w", text, err)
	}
	w := valueWriter{field: f, models: models}
	out, err := w.value(x)
	out.raw = text
	return out, err == nil, err
}

// valueWriter writes values for a generated module.
type valueWriter struct {
	field  Field
	models []string
}

func (w valueWriter) value(x syntax.Value) (Value, error) {
	switch x := x.(type) {
	case syntax.Int:
		return number(x.N.String())
	case syntax.Bool:
		return Value{Kind: Bool, Text: strings.ToUpper(strconv.FormatBool(bool(x)))}, nil
	case syntax.Str:
		return Value{Kind: String, Text: quote(string(x))}, nil
	case syntax.Model:
		name := string(x)
		if text, ok := w.field.Values[name]; ok {
			return mapped(text, name), nil
		}
		// A log must not bring names into the module: what it calls Next or Init would be the
		// specification's.
		if slices.Contains(w.models, name) {
			return Value{Kind: Other, Text: name}, nil
		}
		return Value{}, fmt.Errorf("the name %s has no meaning here: list it under model_values, or give it one under values", name)

	case syntax.Set:
		text, err := w.list(x)
		return Value{Kind: Set, Text: "{" + text + "}"}, err
	case syntax.Tuple:
		text, err := w.list(x)
		return Value{Kind: Seq, Text: "<<" + text + ">>"}, err
	case syntax.Record:
		var parts []string
		for _, e := range x {
			v, err := w.value(e.Value)
			if err != nil {
				return v, err
			}
			parts = append(parts, e.Name+" |-> "+v.Text)
		}
		return Value{Kind: Object, Text: "[" + strings.Join(parts, ", ") + "]"}, nil
	case syntax.Function:
		var parts []string
		for _, p := range x {
			text, err := w.list([]syntax.Value{p.Key, p.Value})
			if err != nil {
				return Value{}, err
			}
			parts = append(parts, "<<"+text+">>")
		}
		return Value{Kind: Object, Text: toolsAlias + "!Function(<<" + strings.Join(parts, ", ") + ">>)"}, nil
	case syntax.Interval:
		text, err := w.list([]syntax.Value{syntax.Int{N: x.From}, syntax.Int{N: x.To}})
		return Value{Kind: Set, Text: "(" + strings.Replace(text, ", ", "..", 1) + ")"}, err
	}
	return Value{}, fmt.Errorf("a value of type %T", x)
}

func (w valueWriter) list(xs []syntax.Value) (string, error) {
	var parts []string
	for _, x := range xs {
		v, err := w.value(x)
		if err != nil {
			return "", err
		}
		parts = append(parts, v.Text)
	}
	return strings.Join(parts, ", "), nil
}
