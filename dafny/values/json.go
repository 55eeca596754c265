package values

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"

	"ensures/dafny"
)

// maxDepth is how deep a value nests that is read.
const maxDepth = 50

// Read reads a value of a type from JSON: {"char": "a"}, {"tuple": […]}, everything else
// as JSON has it. Numbers are read from their digits.
func Read(raw json.RawMessage, t *dafny.Type) (*Value, error) {
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	var x any
	if err := d.Decode(&x); err != nil {
		return nil, err
	}
	return read(x, t, 0)
}

func read(x any, t *dafny.Type, depth int) (*Value, error) {
	bad := func() (*Value, error) { return nil, fmt.Errorf("%.40v is no value of type %s", x, t) }
	if depth > maxDepth {
		return bad()
	}
	out := &Value{Type: t}
	switch x := x.(type) {
	case bool:
		out.Kind, out.Int = Bool, Truth(x).Int
		if t.Name != "bool" {
			return bad()
		}
	case json.Number:
		return readNumber(string(x), t)
	case string:
		switch {
		case t.Name == "char" && utf8.RuneCountInString(x) == 1:
			r, _ := utf8.DecodeRuneInString(x)
			return &Value{Kind: Char, Type: t, Int: big.NewInt(int64(r))}, nil
		// A string, or characters in whatever holds them, as JSON has no other text.
		case t.Elem() != nil && t.Elem().Name == "char":
			v := Text(x)
			v.Type = t
			if t.Name != "string" && t.Name != "seq" {
				v.Kind, v.ref = kindOf(t), new(int)
				v.Old = v.Items
			}
			return v, nil
		}
		return bad()
	case []any:
		return readItems(x, t, depth)
	case map[string]any:
		if c, ok := x["char"].(string); ok && t.Name == "char" {
			return read(c, t, depth+1)
		}

		items, ok := x["tuple"].([]any)
		if !ok || t.Name != "()" || len(items) != len(t.Args) {
			return bad()
		}
		out.Kind = Tuple
		for i, y := range items {
			v, err := read(y, t.Args[i], depth+1)
			if err != nil {
				return nil, err
			}
			out.Items = append(out.Items, v)
		}
	default:
		return bad()
	}
	return out, nil
}

func kindOf(t *dafny.Type) Kind {
	switch t.Name {
	case "seq", "string":
		return Seq
	case "array":
		return Array
	case "set":
		return Set
	case "multiset":
		return Multiset
	}
	return Invalid
}

func readItems(x []any, t *dafny.Type, depth int) (*Value, error) {
	out := &Value{Kind: kindOf(t), Type: t, Items: []*Value{}}
	if out.Kind == Invalid || t.Elem() == nil {
		return nil, fmt.Errorf("%.40v is no value of type %s", x, t)
	}
	for _, y := range x {
		v, err := read(y, t.Elem(), depth+1)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, v)
	}
	switch out.Kind {
	case Array:
		out.ref, out.Old = new(int), out.Items
	case Set, Multiset:
		out.Items = Sorted(out.Items, out.Kind == Set)
	}
	return out, nil
}

func readNumber(s string, t *dafny.Type) (*Value, error) {
	if len(s) > 1000 || strings.ContainsAny(s, "eE") && len(s) > 20 {
		return nil, fmt.Errorf("a number of %d digits is too long", len(s))
	}
	// A large exponent is few digits and a number that fills the memory.
	if _, exp, ok := strings.Cut(strings.ToLower(s), "e"); ok && len(strings.TrimLeft(exp, "+-")) > 3 {
		return nil, fmt.Errorf("the exponent of %s is too large", s)
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil, fmt.Errorf("%s is no number", s)
	}
	if t.Name == "real" {
		return &Value{Kind: Real, Type: t, Real: r}, nil
	}

	out := &Value{Kind: Int, Type: t, Int: r.Num()}
	w, bits := Width(t)
	if bits {
		out.Kind, out.Width = Bits, w
	}
	if !r.IsInt() || t.Name != "int" && t.Name != "nat" && !bits || !Fits(out) {
		return nil, fmt.Errorf("%s is no value of type %s", s, t)
	}
	return out, nil
}
