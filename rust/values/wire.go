package values

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
)

// Append writes a value of a type as words, each with a space before it: a number, a
// truth value as 0 or 1, a character by its code, a float by its bits, a string and a
// sequence by its length and its parts, and data by the number of its variant and its
// parts.
func Append(b []byte, v *Value) []byte {
	word := func(s string) { b = append(append(b, ' '), s...) }
	switch v.Kind {
	case Bool, Char, Int:
		word(v.Int.String())
	case Float:
		word(strconv.FormatUint(math.Float64bits(v.Float), 10))
	case Str:
		word(strconv.Itoa(len(v.Text)))
		for _, r := range v.Text {
			word(strconv.Itoa(int(r)))
		}
	case Seq:
		// An array's length is in its type, which both sides know.
		if v.Type.Len < 0 {
			word(strconv.Itoa(len(v.Items)))
		}
		for _, x := range v.Items {
			b = Append(b, x)
		}
	case Data:
		if v.Type.Enum {
			for i, w := range v.Type.Variants {
				if w.Name == v.Name {
					word(strconv.Itoa(i))
				}
			}
		}
		for _, x := range v.Items {
			b = Append(b, x)
		}
	}
	return b
}

// Reader reads values back from words.
type Reader struct {
	Words []string
	Err   error
}

func (r *Reader) fail(format string, args ...any) *big.Int {
	if r.Err == nil {
		r.Err = fmt.Errorf(format, args...)
	}
	return new(big.Int)
}

func (r *Reader) number() *big.Int {
	if len(r.Words) == 0 {
		return r.fail("a value ends too soon")
	}
	n, ok := new(big.Int).SetString(r.Words[0], 10)
	if !ok {
		return r.fail("%q is no number", r.Words[0])
	}
	r.Words = r.Words[1:]
	return n
}

// length is how many words or more must follow.
func (r *Reader) length() int {
	n := r.number()
	switch {
	// Before anything is kept: the program that writes the words is not trusted.
	case r.Err == nil && n.Cmp(big.NewInt(maxLength)) > 0:
		r.Err = fmt.Errorf("%w: %s", ErrTooLong, n)
		return 0
	case n.Sign() < 0:
		r.fail("length %s", n)
		return 0
	}
	return int(n.Int64())
}

// maxLength is the longest sequence that is read.
const maxLength = 1 << 20

// ErrTooLong is why a value was not read that has more parts than anybody wants to see.
var ErrTooLong = errors.New("a sequence that is too long to be told")

// Value reads a value of a type.
func (r *Reader) Value(t *Type) *Value {
	v := &Value{Kind: t.Kind, Type: t}
	switch t.Kind {
	case Bool, Char, Int:
		v.Int = r.number()
	case Float:
		v.Float = math.Float64frombits(r.number().Uint64())
	case Str:
		for n := r.length(); n > 0 && r.Err == nil; n-- {
			v.Text = append(v.Text, rune(r.number().Int64()))
		}
	case Seq:
		n := t.Len
		if n < 0 {
			n = r.length()
		}
		for ; n > 0 && r.Err == nil; n-- {
			v.Items = append(v.Items, r.Value(t.Elem))
		}
	case Data:
		// A tuple and a struct have one variant, and no number in front.
		k := 0
		if t.Enum {
			k = r.length()
		}
		if k >= len(t.Variants) {
			r.fail("variant %d of %s", k, t)
			return v
		}
		v.Name = t.Variants[k].Name
		for _, f := range t.Variants[k].Fields {
			if r.Err == nil {
				v.Items = append(v.Items, r.Value(f.Type))
			}
		}
	}
	return v
}
