package starlark

import (
	"bytes"
	"encoding/json"
	"math"
	"math/big"
	"sort"
	"strconv"
	"strings"

	sky "go.starlark.net/starlark"
)

// repr is a value as Python writes it.
func repr(v sky.Value) string {
	var b strings.Builder
	writeRepr(&b, v, 0)
	return b.String()
}

// maxRepr bounds the size in bytes of a written value.
const maxRepr = 4 << 20

func writeRepr(b *strings.Builder, v sky.Value, depth int) {
	// A list can hold itself, and two lists that hold each other twice double with every level.
	if depth > 100 || b.Len() > maxRepr {
		b.WriteString("...")
		return
	}

	list := func(open string, seq sky.Iterable, close string) {
		b.WriteString(open)
		it := seq.Iterate()
		defer it.Done()
		var e sky.Value
		for n := 0; it.Next(&e); n++ {
			if n > 0 {
				b.WriteString(", ")
			}
			writeRepr(b, e, depth+1)
		}
		b.WriteString(close)
	}

	switch v := v.(type) {
	case sky.String:
		b.WriteString(quote(string(v)))
	case sky.Bytes:
		b.WriteString("b" + quote(string(v)))
	case *sky.List:
		list("[", v, "]")
	case sky.Tuple:
		close := ")"
		if len(v) == 1 {
			// (x) would be x in parentheses.
			close = ",)"
		}
		list("(", v, close)
	case *sky.Set:
		// {} is an empty dict.
		if v.Len() == 0 {
			b.WriteString("set()")
			return
		}
		list("{", v, "}")
	case *sky.Dict:
		b.WriteString("{")
		for i, kv := range v.Items() {
			if i > 0 {
				b.WriteString(", ")
			}
			writeRepr(b, kv[0], depth+1)
			b.WriteString(": ")
			writeRepr(b, kv[1], depth+1)
		}
		b.WriteString("}")
	case sky.Float:
		b.WriteString(float(float64(v)))
	default:
		b.WriteString(v.String())
	}
}

// str1 is str(v).
func str1(v sky.Value) string {
	if s, ok := v.(sky.String); ok {
		return string(s)
	}
	return repr(v)
}

// quote writes a string as Python does: single quotes unless only those occur in it.
func quote(s string) string {
	q := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		q = '"'
	}
	var b strings.Builder
	b.WriteByte(q)
	for _, r := range s {
		switch {
		case r == rune(q) || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			// 256 more than the rune, so that the first of three digits can be dropped: always
			// two are left.
			b.WriteString(`\x` + strconv.FormatInt(int64(r)+256, 16)[1:])
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte(q)
	return b.String()
}

// float writes a float as Python does.
func float(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f):
		return "nan"
	}
	// The bounds from which Python's repr writes an exponent.
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e16) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// toJSON writes a value as JSON.
func toJSON(v sky.Value) (json.RawMessage, error) {
	g, err := toGo(v, 0)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(g); err != nil {
		return nil, raise("ValueError", "%v", err)
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// pair and object keep a dict's order in JSON.
type pair struct {
	key   string
	value any
}

type object []pair

func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for i, p := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := enc.Encode(p.key); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := enc.Encode(p.value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func toGo(v sky.Value, depth int) (any, error) {
	// A dict or list that holds itself would never end.
	if depth > 200 {
		return nil, raise("ValueError", "a value is nested too deeply, or in itself")
	}
	switch v := v.(type) {
	case sky.NoneType:
		return nil, nil
	case sky.Bool:
		return bool(v), nil
	case sky.Int:
		// As digits, so that no whole number is rounded by way of a float.
		return json.Number(v.String()), nil
	case sky.Float:
		f := float64(v)
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return nil, raise("ValueError", "JSON has no %s", float(f))
		}
		return json.Number(float(f)), nil
	case sky.String:
		return string(v), nil
	case *sky.Dict:
		o := object{}
		for _, kv := range v.Items() {
			k, ok := kv[0].(sky.String)
			if !ok {
				// Python's json turns whole numbers into strings too; that it does so with
				// floats, truth values and None is left out.
				if _, isInt := kv[0].(sky.Int); !isInt {
					return nil, raise("TypeError", "JSON has no keys of type %s", kv[0].Type())
				}
				k = sky.String(kv[0].String())
			}
			e, err := toGo(kv[1], depth+1)
			if err != nil {
				return nil, err
			}
			o = append(o, pair{string(k), e})
		}
		return o, nil
	case sky.Iterable:
		// Behind the dict, which is iterable too. Tuples and sets become arrays.
		list := []any{}
		it := v.Iterate()
		defer it.Done()
		var x sky.Value
		for it.Next(&x) {
			e, err := toGo(x, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, e)
		}
		return list, nil
	}
	return nil, raise("TypeError", "tools and JSON take plain values, not %s", v.Type())
}

// fromJSON reads JSON as a value. Keys keep their order.
func fromJSON(raw json.RawMessage) (sky.Value, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return sky.None, nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	v, err := decode(dec)
	if err != nil {
		return nil, raise("ValueError", "JSON: %v", err)
	}
	// The decoder stops at the end of the first value.
	if dec.More() {
		return nil, raise("ValueError", "JSON: something follows the value")
	}
	return v, nil
}

func decode(dec *json.Decoder) (sky.Value, error) {
	t, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case nil:
		return sky.None, nil
	case bool:
		return sky.Bool(t), nil
	case string:
		return sky.String(t), nil
	case json.Number:
		// A number without point and exponent stays whole, of any size.
		if i, ok := new(big.Int).SetString(string(t), 10); ok {
			return sky.MakeBigInt(i), nil
		}
		f, err := t.Float64()
		return sky.Float(f), err
	case json.Delim:
		if t == '[' {
			var list []sky.Value
			for dec.More() {
				v, err := decode(dec)
				if err != nil {
					return nil, err
				}
				list = append(list, v)
			}
			_, err := dec.Token()
			return sky.NewList(list), err
		}
		d := sky.NewDict(8)
		for dec.More() {
			k, err := dec.Token()
			if err != nil {
				return nil, err
			}
			v, err := decode(dec)
			if err != nil {
				return nil, err
			}
			if err := d.SetKey(sky.String(k.(string)), v); err != nil {
				return nil, err
			}
		}
		_, err := dec.Token()
		return d, err
	}
	return nil, nil
}

// iterate gives the elements of any sequence; a string's are its characters.
func iterate(v sky.Value) ([]sky.Value, error) {
	if s, ok := v.(sky.String); ok {
		var list []sky.Value
		for _, r := range string(s) {
			list = append(list, sky.String(string(r)))
		}
		return list, nil
	}
	it, ok := v.(sky.Iterable)
	if !ok {
		return nil, raise("TypeError", "%s is not iterable", v.Type())
	}
	var list []sky.Value
	i := it.Iterate()
	defer i.Done()
	var x sky.Value
	for i.Next(&x) {
		list = append(list, x)
	}
	return list, nil
}

// sortValues returns values sorted by key, stably, in either direction.
func sortValues(th *sky.Thread, list []sky.Value, key sky.Value, reverse bool) ([]sky.Value, error) {
	// Keys are made once for each value, before the sort, as Python does: a key function that
	// prints or counts is called n times and in order.
	keys := list
	if key != nil && key != sky.None {
		keys = make([]sky.Value, len(list))
		for i, v := range list {
			k, err := sky.Call(th, key, sky.Tuple{v}, nil)
			if err != nil {
				return nil, err
			}
			keys[i] = k
		}
	}

	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	var failed error
	sort.SliceStable(order, func(a, b int) bool {
		x, y := keys[order[a]], keys[order[b]]
		// Comparing the other way round rather than reversing the result, which keeps values of
		// equal keys in their order, as Python does.
		if reverse {
			x, y = y, x
		}
		less, err := sky.Compare(tokenLT, number1(x), number1(y))
		// The sort can't be stopped; the first error is the one reported.
		if err != nil && failed == nil {
			failed = raise("TypeError", "%v", err)
		}
		return less
	})

	out := make([]sky.Value, len(list))
	for i, o := range order {
		out[i] = list[o]
	}
	return out, failed
}

// number1 is a truth value as the number it is in Python, and else the value.
func number1(v sky.Value) sky.Value {
	if b, ok := v.(sky.Bool); ok {
		if b {
			return sky.MakeInt(1)
		}
		return sky.MakeInt(0)
	}
	return v
}
