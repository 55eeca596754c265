package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"
)

// SchemaOf is the JSON schema of a type in the form that strict structured output
// asks for: no references, no further properties, every field required, optional
// ones (omitempty) null. Fields are described by the struct tag
// jsonschema_description, and keep their order.
func SchemaOf[T any]() json.RawMessage {
	r := jsonschema.Reflector{DoNotReference: true, ExpandedStruct: true, Anonymous: true}
	s := r.ReflectFromType(reflect.TypeFor[T]())
	strict(s)
	raw, err := marshal(s)
	if err != nil {
		panic(fmt.Sprintf("schema of %s: %v", reflect.TypeFor[T](), err))
	}
	return raw
}

// WithoutRequired returns a schema of [SchemaOf] in which fields that may be null need
// not be given: calls are checked in that way, and clients of MCP know no other.
func WithoutRequired(raw json.RawMessage) json.RawMessage {
	return changed(raw, func(s *jsonschema.Schema) {
		if s.Properties == nil {
			return
		}
		for p := s.Properties.Oldest(); p != nil; p = p.Next() {
			if len(p.Value.AnyOf) == 2 && p.Value.AnyOf[1].Type == "null" {
				s.Required = slices.DeleteFunc(s.Required, func(n string) bool { return n == p.Key })
			}
		}
	})
}

// described returns a schema of [SchemaOf] with its descriptions changed.
func described(raw json.RawMessage, text func(string) string) json.RawMessage {
	return changed(raw, func(s *jsonschema.Schema) { s.Description = text(s.Description) })
}

// changed returns a schema of [SchemaOf] of which f has changed each part.
func changed(raw json.RawMessage, f func(*jsonschema.Schema)) json.RawMessage {
	var s jsonschema.Schema
	if json.Unmarshal(raw, &s) != nil {
		return raw
	}
	var all func(*jsonschema.Schema)
	all = func(s *jsonschema.Schema) {
		if s == nil {
			return
		}
		f(s)
		for _, a := range s.AnyOf {
			all(a)
		}
		all(s.Items)
		if s.Properties == nil {
			return
		}
		for p := s.Properties.Oldest(); p != nil; p = p.Next() {
			all(p.Value)
		}
	}
	all(&s)
	out, err := marshal(&s)
	if err != nil {
		return raw
	}
	return out
}

func strict(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	s.Version, s.ID = "", ""
	s.AnyOf, s.OneOf = append(s.AnyOf, s.OneOf...), nil
	for _, a := range s.AnyOf {
		strict(a)
	}
	strict(s.Items)
	if s.Properties == nil {
		return
	}

	// Strict structured output wants every field required. What Go calls optional is one that may
	// be null instead.
	optional := map[string]bool{}
	var names []string
	for p := s.Properties.Oldest(); p != nil; p = p.Next() {
		strict(p.Value)
		names = append(names, p.Key)
		optional[p.Key] = !slices.Contains(s.Required, p.Key)
	}

	// Set keeps the place of a field that is there, so that their order stays that of the struct.
	// The description moves to the outer schema, where it is looked for.
	for _, n := range names {
		if p, _ := s.Properties.Get(n); optional[n] {
			text := p.Description
			p.Description = ""
			s.Properties.Set(n, &jsonschema.Schema{Description: text, AnyOf: []*jsonschema.Schema{p, {Type: "null"}}})
		}
	}
	slices.Sort(names)
	s.Required = names
}

// schema is the part of a JSON schema that SchemaOf makes, for checking calls.
type schema struct {
	Type        string      `json:"type"`
	Description string      `json:"description"`
	Properties  *properties `json:"properties"`
	Items       *schema     `json:"items"`
	AnyOf       []*schema   `json:"anyOf"`
	Enum        []any       `json:"enum"`
	Minimum     json.Number `json:"minimum"`
	Maximum     json.Number `json:"maximum"`
}

// properties are an object's fields in the order of the text.
type properties struct {
	names  []string
	schema map[string]*schema
}

// UnmarshalJSON implements json.Unmarshaler.
func (p *properties) UnmarshalJSON(raw []byte) error {
	if err := json.Unmarshal(raw, &p.schema); err != nil {
		return err
	}
	// A Go map forgets the order of the fields, which is that in which a model is told of them:
	// the text is read once more for it.
	dec := json.NewDecoder(bytes.NewReader(raw))
	for depth := 0; ; {
		tok, err := dec.Token()
		if err != nil {
			return nil // the end: the text has been decoded once already
		}
		switch tok := tok.(type) {
		case json.Delim:
			depth += map[json.Delim]int{'{': 1, '[': 1, '}': -1, ']': -1}[tok]
		case string:
			if depth == 1 {
				p.names = append(p.names, tok)
				var skip json.RawMessage
				if err := dec.Decode(&skip); err != nil {
					return err
				}
			}
		}
	}
}

func parseSchema(raw json.RawMessage) *schema {
	s := &schema{}
	if err := json.Unmarshal(raw, s); err != nil {
		panic(fmt.Sprintf("schema of ours: %v", err))
	}
	return s
}

// without is the schema of the value itself, and whether null is allowed too.
func (s *schema) without() (*schema, bool) {
	if len(s.AnyOf) == 2 && s.AnyOf[1].Type == "null" {
		return s.AnyOf[0], true
	}
	return s, false
}

func (s *schema) params() []Param {
	var list []Param
	if s.Properties == nil {
		return nil
	}
	for _, n := range s.Properties.names {
		p := s.Properties.schema[n]
		of, optional := p.without()
		text := p.Description
		// A description may stand at the value, where the field has none of its own.
		if text == "" {
			text = of.Description
		}
		list = append(list, Param{Name: n, Type: of.name(), Required: !optional, Description: text})
	}
	return list
}

// name is the type for people: "string", "integer", "string[]", "a|b".
func (s *schema) name() string {
	switch {
	case len(s.Enum) > 0:
		var words []string
		for _, e := range s.Enum {
			raw, _ := json.Marshal(e)
			words = append(words, string(raw))
		}
		return strings.Join(words, "|")
	case s.Type == "array" && s.Items != nil:
		return s.Items.name() + "[]"
	case s.Type == "":
		return "any"
	}
	return s.Type
}

// check lists what is wrong with a call's arguments.
func (s *schema) check(raw json.RawMessage) []string {
	dec := json.NewDecoder(bytes.NewReader(raw))
	// A float64 would make of a whole number that is too long another one, which then passes.
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return []string{"the arguments are not JSON: " + err.Error()}
	}
	if dec.More() {
		return []string{"there is text after the arguments' JSON object"}
	}
	return s.problems("", v)
}

func (s *schema) problems(at string, v any) []string {
	s, null := s.without()
	if v == nil && null {
		return nil
	}
	wrong := func(format string, args ...any) []string {
		where := "the arguments"
		if at != "" {
			where = "`" + at + "`"
		}
		return []string{where + " " + fmt.Sprintf(format, args...)}
	}

	if len(s.Enum) > 0 && !slices.ContainsFunc(s.Enum, func(e any) bool { return fmt.Sprint(e) == fmt.Sprint(v) }) {
		return wrong("must be one of %s; got %s", s.name(), show(v))
	}

	ok := true
	switch s.Type {
	case "string":
		_, ok = v.(string)
	case "boolean":
		_, ok = v.(bool)
	case "number", "integer":
		var n json.Number
		if n, ok = v.(json.Number); ok {
			// Exact, so that 1.0 and 1e3 are whole numbers, as JSON schema has it, and no bound
			// is missed by rounding.
			x, is := new(big.Rat).SetString(n.String())
			switch {
			case !is || s.Type == "integer" && !x.IsInt():
				ok = false
			case s.Minimum != "" && x.Cmp(rat(s.Minimum)) < 0:
				return wrong("must be at least %s; got %s", s.Minimum, n)
			case s.Maximum != "" && x.Cmp(rat(s.Maximum)) > 0:
				return wrong("must be at most %s; got %s", s.Maximum, n)
			}
		}
	case "array":
		var list []any
		if list, ok = v.([]any); ok && s.Items != nil {
			var bad []string
			for i, e := range list {
				bad = append(bad, s.Items.problems(fmt.Sprintf("%s[%d]", at, i), e)...)
			}
			return bad
		}
	case "object":
		var fields map[string]any
		if fields, ok = v.(map[string]any); ok && s.Properties != nil {
			return s.fields(at, fields)
		}
	}
	if !ok {
		return wrong("must be %s %s; got %s", article(s.name()), s.name(), show(v))
	}
	return nil
}

func rat(n json.Number) *big.Rat {
	x, _ := new(big.Rat).SetString(n.String())
	return x
}

func (s *schema) fields(at string, fields map[string]any) []string {
	var bad []string
	if at != "" {
		at += "."
	}
	for _, n := range s.Properties.names {
		of := s.Properties.schema[n]
		if v, there := fields[n]; there {
			bad = append(bad, of.problems(at+n, v)...)
		} else if core, null := of.without(); !null {
			bad = append(bad, fmt.Sprintf("`%s` is missing: %s %s", at+n, article(core.name()), core.name()))
		}
	}
	var extra []string
	for n := range fields {
		if s.Properties.schema[n] == nil {
			extra = append(extra, n)
		}
	}

	// From a map: the same call has the same answer.
	slices.Sort(extra)
	for _, n := range extra {
		msg := fmt.Sprintf("there is no argument `%s`", at+n)
		if near := nearest(n, s.Properties.names); near != "" {
			msg += fmt.Sprintf("; did you mean `%s`?", near)
		}
		bad = append(bad, msg)
	}
	return bad
}

func article(word string) string {
	if strings.ContainsRune("aeiou", rune(word[0])) {
		return "an"
	}
	return "a"
}

// show is a value with its type, cut.
func show(v any) string {
	if v == nil {
		return "null"
	}
	raw, _ := marshal(v)
	text := string(raw)
	if r := []rune(text); len(r) > 60 {
		text = string(r[:60]) + "…"
	}
	kind := "object"
	switch v.(type) {
	case string:
		kind = "string"
	case bool:
		kind = "boolean"
	case json.Number:
		kind = "number"
	case []any:
		kind = "array"
	}
	return "the " + kind + " " + text
}

// complete is a value of the schema with the optional fields that it leaves out
// as null, in the schema's order: what comes back always has every field.
func (s *schema) complete(raw json.RawMessage) json.RawMessage {
	s, _ = s.without()
	var fields map[string]json.RawMessage
	var list []json.RawMessage
	var b bytes.Buffer

	switch {
	case s.Properties != nil && json.Unmarshal(raw, &fields) == nil && fields != nil:
		b.WriteByte('{')
		for i, n := range s.Properties.names {
			v, ok := fields[n]
			if !ok {
				v = json.RawMessage("null")
			}
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, "%q:%s", n, s.Properties.schema[n].complete(v))
		}
		b.WriteByte('}')
	case s.Items != nil && json.Unmarshal(raw, &list) == nil:
		// A nil slice of Go is null in JSON, which whoever reads the result need not know.
		if list == nil {
			return json.RawMessage("[]")
		}
		b.WriteByte('[')
		for i, e := range list {
			if i > 0 {
				b.WriteByte(',')
			}
			b.Write(s.Items.complete(e))
		}
		b.WriteByte(']')
	default:
		return raw
	}
	return b.Bytes()
}

// field is the schema of a field, without null.
func (s *schema) field(name string) *schema {
	of, _ := s.Properties.schema[name].without()
	return of
}

// brief is the type in few words, for a text that is paid for by its length: nothing
// for a string, the names of the fields for an object, a choice's words.
func (s *schema) brief() string {
	switch {
	case len(s.Enum) > 0:
		var words []string
		for _, e := range s.Enum {
			words = append(words, fmt.Sprint(e))
		}
		return "(" + strings.Join(words, "|") + ")"
	case s.Type == "array" && s.Items != nil && s.Items.brief() == "":
		return "(list)"
	case s.Type == "array" && s.Items != nil:
		return "(list of " + strings.Trim(s.Items.brief(), "()") + ")"
	case s.Properties != nil:
		return "{" + strings.Join(s.Properties.names, ", ") + "}"
	case s.Type == "string":
		return ""
	}
	return "(" + s.name() + ")"
}
