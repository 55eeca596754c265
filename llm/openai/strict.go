package openai

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Strict is a JSON schema in the form that strict structured output takes: every
// property is required, one that was optional may be null, no others are
// allowed, oneOf is anyOf, and what the servers' grammars don't know is left
// out. References stay as they are: their definitions become strict as well.
// Properties stay in order: a model writes them in the order of the schema, and
// a thought has to come before what follows from it.
func Strict(schema json.RawMessage) (json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(schema))
	v, err := decode(dec)
	if err != nil {
		return nil, err
	}
	o, ok := v.(*object)
	if !ok || o.vals["type"] != "object" && o.vals["$ref"] == nil {
		return nil, errors.New("the reply must be an object")
	}
	out, err := o.strict()
	if err != nil {
		return nil, err
	}
	return json.Marshal(out)
}

// unknown are keywords that strict servers refuse or ignore.
var unknown = []string{"$schema", "$id", "$comment", "default", "examples", "title", "readOnly", "writeOnly", "deprecated", "contentEncoding", "contentMediaType"}

// strict is the strict form of a schema that is an object.
func (o *object) strict() (*object, error) {
	out := &object{vals: map[string]any{}}
	for _, k := range o.keys {
		x := o.vals[k]
		var err error
		switch k {
		case "properties", "$defs", "definitions":
			if sub, ok := x.(*object); ok {
				x, err = sub.each(strictAny)
			}
		case "oneOf", "anyOf", "allOf", "prefixItems":
			if k == "oneOf" {
				k = "anyOf"
			}
			list, _ := x.([]any)
			fresh := make([]any, len(list))
			for i := range list {
				if fresh[i], err = strictAny(list[i]); err != nil {
					break
				}
			}
			x = fresh
		case "items":
			x, err = strictAny(x)
		}
		if err != nil {
			return nil, err
		}
		if !slices.Contains(unknown, k) {
			out.set(k, x)
		}
	}
	if out.vals["type"] != "object" {
		return out, nil
	}

	// A map has properties that the schema does not name, and strict servers want each named.
	if extra, ok := out.vals["additionalProperties"].(*object); ok && len(extra.keys) > 0 {
		return nil, errors.New("maps have no strict form; use a list of name and value")
	}
	props, ok := out.vals["properties"].(*object)
	if !ok {
		props = &object{vals: map[string]any{}}
	}
	list, _ := out.vals["required"].([]any)
	for _, name := range props.keys {
		if !slices.Contains(list, any(name)) {
			props.vals[name] = nullable(props.vals[name])
		}
	}
	out.set("properties", props)
	out.set("required", append([]string{}, props.keys...))
	out.set("additionalProperties", false)
	return out, nil
}

// strictAny is strict for a value that may also be true or false.
func strictAny(x any) (any, error) {
	switch v := x.(type) {
	case *object:
		return v.strict()
	case bool:
		return nil, errors.New("a property of any type has no strict form")
	}
	return nil, fmt.Errorf("%v is no schema", x)
}

// nullable lets a property be null.
func nullable(p any) any {
	isNull := func(x any) bool {
		o, ok := x.(*object)
		return ok && o.vals["type"] == "null"
	}
	o, ok := p.(*object)
	if !ok || isNull(o) {
		return p
	}
	if list, ok := o.vals["anyOf"].([]any); ok && slices.ContainsFunc(list, isNull) {
		return p
	}
	null := &object{keys: []string{"type"}, vals: map[string]any{"type": "null"}}
	return &object{keys: []string{"anyOf"}, vals: map[string]any{"anyOf": []any{p, null}}}
}

// object is a JSON object whose keys keep their order.
type object struct {
	keys []string
	vals map[string]any
}

func (o *object) set(k string, v any) {
	if _, ok := o.vals[k]; !ok {
		o.keys = append(o.keys, k)
	}
	o.vals[k] = v
}

// each is the object with f of every value.
func (o *object) each(f func(any) (any, error)) (*object, error) {
	out := &object{keys: o.keys, vals: maps.Clone(o.vals)}
	for _, k := range o.keys {
		v, err := f(o.vals[k])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k, err)
		}
		out.vals[k] = v
	}
	return out, nil
}

// MarshalJSON writes the keys in order.
func (o *object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, k := range o.keys {
		if i > 0 {
			b.WriteByte(',')
		}
		key, _ := json.Marshal(k)
		val, err := json.Marshal(o.vals[k])
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(val)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// decode reads the next value, objects as *object.
func decode(dec *json.Decoder) (any, error) {
	t, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('{'):
		o := &object{vals: map[string]any{}}
		for dec.More() {
			k, err := dec.Token()
			if err != nil {
				return nil, err
			}
			v, err := decode(dec)
			if err != nil {
				return nil, err
			}
			o.set(k.(string), v)
		}
		_, err = dec.Token()
		return o, err
	case json.Delim('['):
		list := []any{}
		for dec.More() {
			v, err := decode(dec)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = dec.Token()
		return list, err
	}
	return t, nil
}
