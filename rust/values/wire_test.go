package values

import (
	"errors"
	"testing"
)

// What a process tells of a value is read as far as it makes sense; a sequence that is too long
// is told apart from one that is wrong.
func TestReader(t *testing.T) {
	bytes := &Type{Kind: Seq, Len: -1, Elem: &Type{Kind: Int, Name: "u8"}}
	for _, c := range []struct {
		words []string
		want  string
		long  bool
	}{
		{words: []string{"2", "7", "9"}, want: "[7, 9]"},
		{words: []string{"0"}, want: "[]"},
		{words: []string{"1048577", "7"}, long: true},
		{words: []string{"99999999999999999999", "7"}, long: true},
		{words: []string{"-1"}},
		{words: []string{"2", "7"}},
		{words: []string{"x"}},
	} {
		r := Reader{Words: c.words}
		v := r.Value(bytes)
		switch {
		case errors.Is(r.Err, ErrTooLong) != c.long:
			t.Errorf("%q: %v", c.words, r.Err)
		case (r.Err == nil) != (c.want != ""):
			t.Errorf("%q: %v", c.words, r.Err)
		case r.Err == nil && v.String() != c.want:
			t.Errorf("%q: %s, want %s", c.words, v, c.want)
		}
	}
}
