package tools

import (
	"bytes"
	"encoding/json"
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

// Markdown describes the tool for a prompt: signature, description, arguments, the
// fields of the result, examples as calls with keyword arguments.
func (t Tool) Markdown() string { return Markdown([]Tool{t}) }

// Markdown describes tools for a prompt, each as Tool.Markdown does. A prompt is paid
// for with every request, so an argument or a field that an earlier tool has described
// in the same words is not described again.
func Markdown(list []Tool) string {
	var parts []string
	told := map[string]bool{}
	for _, t := range list {
		parts = append(parts, t.markdown(told))
	}
	return strings.Join(parts, "\n\n")
}

func (t Tool) markdown(told map[string]bool) string {
	parts := []string{"### `" + t.Signature() + "`", strings.TrimSpace(t.Description)}

	var args []string
	for _, p := range t.Params {
		if p.Description != "" && !told[p.Name+p.Description] {
			told[p.Name+p.Description] = true
			args = append(args, "`"+p.Name+"`: "+p.Description)
		}
	}
	if len(args) > 0 {
		parts = append(parts, "Arguments: "+strings.Join(args, "; "))
	}

	var fields []string
	for _, p := range t.output.params() {
		text := "`" + p.Name + "`"
		if of := t.output.field(p.Name).brief(); of != "" {
			text += " " + of
		}
		if p.Description != "" && !told[p.Name+p.Description] {
			told[p.Name+p.Description] = true
			text += ": " + p.Description
		}
		fields = append(fields, text)
	}
	if len(fields) > 0 {
		parts = append(parts, "Returns: "+strings.Join(fields, "; "))
	}

	for _, e := range t.Examples {
		text := "```python\n" + t.callText(e) + "\n```"
		if e.Note != "" {
			text = strings.TrimSuffix(e.Note, ".") + ":\n\n" + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "\n\n")
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
			// In a raw string a quote or a backslash at the end would end it too early or not at
			// all.
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
