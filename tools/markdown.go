package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Signature is the tool as a function's head: "name(code: string, raw?: boolean)".
func (t Tool) Signature() string {
	var ps []string
	for _, p := range t.Params {
		mark := ""
		if !p.Required {
			mark = "?"
		}
		ps = append(ps, p.Name+mark+": "+p.Type)
	}
	return t.Name + "(" + strings.Join(ps, ", ") + ")"
}

// Markdown describes the tool for a prompt: signature, description, arguments,
// the fields of the result, examples as calls with keyword arguments.
func (t Tool) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "### `%s`\n\n%s\n", t.Signature(), strings.TrimSpace(t.Description))
	described := false
	for _, p := range t.Params {
		if p.Description == "" {
			continue
		}
		if !described {
			b.WriteString("\n")
			described = true
		}
		fmt.Fprintf(&b, "- `%s`: %s\n", p.Name, p.Description)
	}
	if fields := t.output.params(); len(fields) > 0 {
		b.WriteString("\nReturns a dict:\n\n")
		for _, p := range fields {
			opt := ""
			if !p.Required {
				opt = " or None"
			}
			text := ""
			if p.Description != "" {
				text = ": " + p.Description
			}
			fmt.Fprintf(&b, "- `%s` (%s%s)%s\n", p.Name, t.output.field(p.Name).brief(), opt, text)
		}
	}
	for _, e := range t.Examples {
		b.WriteString("\n")
		if e.Note != "" {
			fmt.Fprintf(&b, "%s:\n\n", strings.TrimSuffix(e.Note, "."))
		}
		fmt.Fprintf(&b, "```python\n%s\n```\n", t.callText(e))
	}
	return b.String()
}

// callText is an example as a Python call.
func (t Tool) callText(e Example) string {
	if e.Text != "" {
		return e.Text
	}
	raw, err := marshal(e.Args)
	var fields map[string]json.RawMessage
	if err != nil || json.Unmarshal(raw, &fields) != nil {
		return t.Name + "()"
	}
	var args []string
	for _, p := range t.Params {
		if v, ok := fields[p.Name]; ok && !bytes.Equal(v, []byte("null")) {
			args = append(args, p.Name+"="+literal(v))
		}
	}
	return t.Name + "(" + strings.Join(args, ", ") + ")"
}

// literal is a JSON value as Python writes it; a text of several lines is a raw
// triple-quoted string where it can be one.
func literal(raw json.RawMessage) string {
	var v any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if dec.Decode(&v) != nil {
		return string(raw)
	}
	return python(v)
}

func python(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		if v {
			return "True"
		}
		return "False"
	case string:
		switch {
		case strings.Contains(v, "\n") && !strings.Contains(v, `"""`) && !strings.HasSuffix(v, `"`) && !strings.HasSuffix(v, `\`):
			return `r"""` + v + `"""`
		case strings.Contains(v, `\`) && !strings.ContainsAny(v, "\"\n") && !strings.HasSuffix(v, `\`):
			return `r"` + v + `"`
		}
		return strconv.Quote(v)
	case []any:
		var es []string
		for _, e := range v {
			es = append(es, python(e))
		}
		return "[" + strings.Join(es, ", ") + "]"
	}
	raw, _ := marshal(v)
	return string(raw)
}
