package trace

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Kind is the type of a TLA+ value as far as TLC can't compare it with others.
type Kind int

const (
	invalid Kind = iota
	Bool
	Int
	String
	Seq
	Set
	Object // record or function
	Other  // from the mapping; compared with anything
)

func (k Kind) String() string {
	return [...]string{"invalid", "boolean", "number", "string", "sequence", "set", "record", "expression"}[k]
}

// Value is a logged value as a TLA+ expression.
type Value struct {
	Kind Kind
	Text string
	raw  string // as it was logged, for messages
}

// convert makes a TLA+ value of decoded JSON (numbers as json.Number). ok is false
// for null without a value in the mapping: the field is not there.
func (f Field) convert(v any, tools string) (val Value, ok bool, err error) {
	val, err = f.value(v, tools, true)
	if err != nil || val.Kind == invalid {
		return Value{}, false, err
	}
	return val, true, nil
}

func (f Field) value(v any, tools string, top bool) (Value, error) {
	key, scalar := "", true
	switch x := v.(type) {
	case nil:
		key = "null"
	case bool:
		key = strconv.FormatBool(x)
	case json.Number:
		key = x.String()
	case string:
		key = x
	default:
		scalar = false
	}

	// What the mapping says of a value wins over its type, at any depth, null included.
	if scalar {
		if text, ok := f.Values[key]; ok {
			return mapped(text, key), nil
		}
	}

	switch x := v.(type) {
	case nil:
		if !top {
			return Value{}, fmt.Errorf("null inside a value; give it a meaning under values")
		}
		return Value{}, nil
	case bool:
		if f.As == "string" {
			return Value{String, quote(key), key}, nil
		}
		return Value{Bool, strings.ToUpper(key), key}, nil
	case json.Number:
		if f.As == "string" {
			return Value{String, quote(key), key}, nil
		}
		return number(key)
	case string:
		if f.As == "int" {
			return number(key)
		}
		return Value{String, quote(x), strconv.Quote(x)}, nil
	case []any:
		parts := make([]string, len(x))
		for i, e := range x {
			p, err := f.value(e, tools, false)
			if err != nil {
				return Value{}, err
			}
			parts[i] = p.Text
		}
		if f.As == "set" && top {
			return Value{Set, "{" + strings.Join(parts, ", ") + "}", compact(v)}, nil
		}
		if top && (f.As == "int" || f.As == "string") {
			return Value{}, fmt.Errorf("an array where the mapping says %s", f.As)
		}
		return Value{Seq, "<<" + strings.Join(parts, ", ") + ">>", compact(v)}, nil
	case map[string]any:
		return f.object(x, tools)
	}
	return Value{}, fmt.Errorf("a value of type %T", v)
}

// object makes a record, or a function where a key is no name.
func (f Field) object(x map[string]any, tools string) (Value, error) {
	keys := slices.Sorted(maps.Keys(x))
	// A record has only names for keys. To TLC it is the function from the same strings, so that
	// either form compares equal to the other.
	record := len(keys) > 0 && f.Keys != "int"
	for _, k := range keys {
		_, replaced := f.Values[k]
		record = record && identifier(k) && !replaced
	}

	var parts []string
	for _, k := range keys {
		v, err := f.value(x[k], tools, false)
		if err != nil {
			return Value{}, fmt.Errorf("%s: %w", k, err)
		}
		if record {
			parts = append(parts, k+" |-> "+v.Text)
			continue
		}
		key := Value{Text: quote(k)}
		if text, ok := f.Values[k]; ok {
			key = mapped(text, k)
		} else if f.Keys == "int" {
			if key, err = number(k); err != nil {
				return Value{}, fmt.Errorf("key %w", err)
			}
		}
		parts = append(parts, "<<"+key.Text+", "+v.Text+">>")
	}

	raw := compact(x)
	switch {
	case record:
		return Value{Object, "[" + strings.Join(parts, ", ") + "]", raw}, nil
	// The function without arguments is the empty sequence.
	case len(parts) == 0:
		return Value{Object, "<<>>", raw}, nil
	}
	return Value{Object, tools + "!Function(<<" + strings.Join(parts, ", ") + ">>)", raw}, nil
}

// mapped is a value that the mapping wrote.
func mapped(text, raw string) Value {
	v := Value{Other, text, raw}
	// A text whose type can be seen keeps it, so that a mistake of types is found before TLC is.
	// Of any other expression it is unknown.
	switch _, err := strconv.Atoi(text); {
	case err == nil:
		n, nerr := number(text)
		if nerr == nil {
			v = n
		}
	case text == "TRUE" || text == "FALSE":
		v.Kind = Bool
	case len(text) > 1 && text[0] == '"' && strings.IndexByte(text[1:], '"') == len(text)-2:
		v.Kind = String
	case !identifier(text):
		v.Text = "(" + text + ")"
	}
	v.raw = raw
	return v
}

// number is a whole number that TLC can hold.
func number(s string) (Value, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	switch {
	case err != nil && strings.ContainsAny(s, ".eE") || err != nil && !isDigits(s):
		return Value{}, fmt.Errorf("%s is no whole number; TLA+ as TLC runs it has no others (as: string compares it as text)", s)
	// TLC's integers are Java's int. The least of them can't be written: a negative number is 0
	// minus a literal, and 2147483648 is no literal.
	case err != nil || n > math.MaxInt32 || n < math.MinInt32+1:
		return Value{}, fmt.Errorf("%s is beyond TLC's 32 bits (as: string compares it as text)", s)
	case n < 0:
		return Value{Int, "(0 - " + strconv.FormatInt(-n, 10) + ")", s}, nil
	}
	return Value{Int, strconv.FormatInt(n, 10), s}, nil
}

func isDigits(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// quote is a string of TLA+. TLA+ has ASCII only: other characters stand as \u and
// four digits, with the backslash itself in the string.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\r':
			b.WriteString(`\r`)
		case c < ' ' || c >= utf8.RuneSelf-1:
			fmt.Fprintf(&b, `\\u%04x`, c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// compact is JSON for messages, cut where it is long.
func compact(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	if len(b) > 200 {
		return strings.ToValidUTF8(string(b[:200]), "") + "…"
	}
	return string(b)
}
