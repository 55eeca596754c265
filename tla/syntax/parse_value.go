package syntax

import (
	"fmt"
	"math/big"
	"strings"
)

// maxNesting bounds values within values.
const maxNesting = 1000

// ValueError says where a text stops being a value.
type ValueError struct {
	Pos
	Text string
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Text)
}

// ParseValue reads a value as TLC prints it, over any number of lines.
func ParseValue(s string) (Value, error) {
	ts, problems := scan(s)
	if len(problems) > 0 {
		return nil, &ValueError{problems[0].Pos, problems[0].Text}
	}
	r := valueReader{ts: ts}
	v, err := r.value(0)
	if err == nil && r.i < len(ts) {
		err = r.wrong("the value has ended")
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

type valueReader struct {
	ts []token
	i  int
}

func (r *valueReader) wrong(format string, args ...any) error {
	at := Pos{Line: 1, Column: 1}
	found := "the end"
	if r.i < len(r.ts) {
		at, found = r.ts[r.i].from, r.ts[r.i].s
	} else if n := len(r.ts); n > 0 {
		at = r.ts[n-1].to
	}
	return &ValueError{at, fmt.Sprintf(format, args...) + ", found " + found}
}

// accept goes past a symbol if it is the next one.
func (r *valueReader) accept(s string) bool {
	if r.i < len(r.ts) && r.ts[r.i].is(s) {
		r.i++
		return true
	}
	return false
}

func (r *valueReader) value(depth int) (Value, error) {
	// A log may hold any text, and a stack that is too deep ends a Go program.
	if depth > maxNesting {
		return nil, r.wrong("nested too deeply")
	}
	if r.i >= len(r.ts) {
		return nil, r.wrong("want a value")
	}

	t := r.ts[r.i]
	switch {
	case t.class == text:
		r.i++
		return Str(unquote(t.s)), nil
	case t.class == digits, t.is("-"):
		return r.number()
	case t.class == ident:
		r.i++
		switch t.s {
		case "TRUE":
			return Bool(true), nil
		case "FALSE":
			return Bool(false), nil
		}
		return Model(t.s), nil
	case t.is("{"):
		r.i++
		vs, err := r.list("}", depth)
		return Set(vs), err
	case t.is("<<"):
		r.i++
		vs, err := r.list(">>", depth)
		return Tuple(vs), err
	case t.is("["):
		r.i++
		return r.record(depth)
	case t.is("("):
		r.i++
		return r.function(depth)
	}
	return nil, r.wrong("want a value")
}

func (r *valueReader) integer() (*big.Int, error) {
	minus := r.accept("-")
	if r.i >= len(r.ts) || r.ts[r.i].class != digits {
		return nil, r.wrong("want a number")
	}
	n, _ := new(big.Int).SetString(r.ts[r.i].s, 10)
	r.i++
	if minus {
		n.Neg(n)
	}
	return n, nil
}

func (r *valueReader) number() (Value, error) {
	n, err := r.integer()
	if err != nil {
		return nil, err
	}
	if !r.accept("..") {
		return Int{n}, nil
	}
	to, err := r.integer()
	if err != nil {
		return nil, err
	}
	return Interval{n, to}, nil
}

// list reads values up to the closing bracket.
func (r *valueReader) list(close string, depth int) ([]Value, error) {
	vs := []Value{}
	if r.accept(close) {
		return vs, nil
	}
	for {
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		vs = append(vs, v)
		if r.accept(close) {
			return vs, nil
		}
		if !r.accept(",") {
			return nil, r.wrong("want , or %s", close)
		}
	}
}

func (r *valueReader) record(depth int) (Value, error) {
	out := Record{}
	if r.accept("]") {
		return out, nil
	}
	for {
		if r.i >= len(r.ts) || r.ts[r.i].class != ident {
			return nil, r.wrong("want a field's name")
		}
		name := r.ts[r.i].s
		r.i++
		if !r.accept("|->") {
			return nil, r.wrong("want |->")
		}
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		out = append(out, Field{name, v})
		if r.accept("]") {
			return out, nil
		}
		if !r.accept(",") {
			return nil, r.wrong("want , or ]")
		}
	}
}

func (r *valueReader) function(depth int) (Value, error) {
	out := Function{}
	if r.accept(")") {
		return out, nil
	}
	for {
		k, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		if !r.accept(":>") {
			if len(out) == 0 && r.accept(")") { // (v) is v
				return k, nil
			}
			return nil, r.wrong("want :>")
		}
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		out = append(out, Pair{k, v})
		if r.accept(")") {
			return out, nil
		}
		if !r.accept("@@") {
			return nil, r.wrong("want @@ or )")
		}
	}
}

// unquote reads a string's text.
func unquote(s string) string {
	s = strings.TrimSuffix(strings.TrimPrefix(s, `"`), `"`)
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'f':
			b.WriteByte('\f')
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
