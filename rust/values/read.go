package values

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Read reads a value of a type as Rust writes it: 3, -1i64, u8::MAX, 'a', "text", vec![1, 2],
// [0; 4], (1, true), Some(3), P { x: 1 }. It is text that says a value, and no code: nothing
// in it is run. What [Value.String] prints, Read reads.
func Read(text string, t *Type) (v *Value, err error) {
	r := &reader{text: text}
	defer func() {
		if p := recover(); p != nil {
			mistake, is := p.(*ReadError)
			if !is {
				panic(p)
			}
			v, err = nil, mistake
		}
	}()
	v = r.value(t)
	if r.blank(); r.at < len(text) {
		r.fail("the value ends here")
	}
	return v, nil
}

// ReadError is a mistake in a value.
type ReadError struct {
	Column int // in characters, from 1
	Text   string
}

func (e *ReadError) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Text) }

// maxRead bounds the parts of a value that is read.
const maxRead = 10_000

// reader reads a value; a mistake is a panic with a *ReadError.
type reader struct {
	text  string
	at    int // byte
	parts int
	deep  int
}

func (r *reader) fail(format string, args ...any) {
	panic(&ReadError{utf8.RuneCountInString(r.text[:r.at]) + 1, fmt.Sprintf(format, args...)})
}

// expected fails with what a type asks for.
func (r *reader) expected(t *Type, like string) { r.fail("expected a value of %s, like %s", t, like) }

func (r *reader) blank() {
	r.at = len(r.text) - len(strings.TrimLeft(r.text[r.at:], " \t\r\n"))
}

// accept goes behind one of some texts, if it comes next.
func (r *reader) accept(list ...string) bool {
	r.blank()
	for _, s := range list {
		if strings.HasPrefix(r.text[r.at:], s) {
			r.at += len(s)
			return true
		}
	}
	return false
}

func (r *reader) expect(s string) {
	if !r.accept(s) {
		r.fail("expected %s", s)
	}
}

// word reads letters, digits and _.
func (r *reader) word() string {
	r.blank()
	from := r.at
	for r.at < len(r.text) {
		c, n := utf8.DecodeRuneInString(r.text[r.at:])
		if c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			break
		}
		r.at += n
	}
	return r.text[from:r.at]
}

// value reads a value, and the borrow or the box around it, which are what they hold.
func (r *reader) value(t *Type) *Value {
	if r.parts++; r.parts > maxRead {
		r.fail("more than %d parts", maxRead)
	}
	if r.deep++; r.deep > maxNesting*4 {
		r.fail("nested deeper than is read here")
	}
	defer func() { r.deep-- }()

	for r.accept("&") {
		if r.accept("mut ") {
			continue
		}
	}
	// Boxes and references are what they hold; what prints a value leaves them out.
	if r.accept("Box::new(") {
		v := r.value(t)
		r.expect(")")
		return v
	}

	switch t.Kind {
	case Bool:
		switch {
		case r.accept("true"):
			return &Value{Kind: Bool, Type: t, Int: big.NewInt(1)}
		case r.accept("false"):
			return &Value{Kind: Bool, Type: t, Int: new(big.Int)}
		}
		r.expected(t, "true")
	case Char:
		if !r.accept("'") {
			r.expected(t, "'a'")
		}
		c := r.char()
		r.expectNow("'")
		return &Value{Kind: Char, Type: t, Int: big.NewInt(int64(c))}
	case Int:
		return r.integer(t)
	case Float:
		return r.float(t)
	case Str:
		return r.string(t)
	case Seq:
		return r.sequence(t)
	case Data:
		return r.data(t)
	}
	r.fail("values of %s are not read here", t)
	return nil
}

// expectNow is expect without blanks before it.
func (r *reader) expectNow(s string) {
	if !strings.HasPrefix(r.text[r.at:], s) {
		r.fail("expected %s", s)
	}
	r.at += len(s)
}

// integer reads digits in any base with _ between them and a type behind them, or a limit.
func (r *reader) integer(t *Type) *Value {
	// A limit of the parameter's own type alone: u8::MAX is no i32.
	if rest := r.text[r.at:]; strings.HasPrefix(strings.TrimLeft(rest, " "), t.Name+"::") {
		r.accept(t.Name + "::")
		least, most := t.Range()
		switch name := r.word(); name {
		case "MIN":
			return &Value{Kind: Int, Type: t, Int: least}
		case "MAX":
			return &Value{Kind: Int, Type: t, Int: most}
		}
		r.fail("of a type there are MIN and MAX")
	}

	sign := ""
	if r.accept("-") {
		sign = "-"
	}
	from := r.at
	word := strings.TrimSuffix(r.word(), t.Name)
	if digits := strings.TrimLeft(word, "0_"); digits != "" && '0' <= digits[0] && digits[0] <= '9' {
		word = digits // or else 010 would be 8
	}

	n, ok := new(big.Int).SetString(sign+strings.TrimRight(word, "_"), 0)
	if !ok {
		r.at = from
		r.expected(t, "3")
	}
	if !Fits(t, n) {
		r.at = from
		r.fail("%s is no value of %s", n, t)
	}
	return &Value{Kind: Int, Type: t, Int: n}
}

func (r *reader) float(t *Type) *Value {
	r.blank()
	rest := r.text[r.at:]
	// Up to what can only stand behind a value: exponents have signs of their own.
	end := strings.IndexAny(rest, ",)]} \t\r\n")
	if end < 0 {
		end = len(rest)
	}
	bits := 64
	if t.Name == "f32" {
		bits = 32
	}
	f, err := strconv.ParseFloat(strings.TrimSuffix(rest[:end], t.Name), bits)
	if err != nil {
		r.expected(t, "1.5")
	}
	r.at += end
	return &Value{Kind: Float, Type: t, Float: f}
}

// string reads a string, with what makes a String of it.
func (r *reader) string(t *Type) *Value {
	out := &Value{Kind: Str, Type: t}
	if r.accept("String::new()") {
		return out
	}
	from := r.accept("String::from(")
	if !r.accept(`"`) {
		r.expected(t, `"abc"`)
	}
	for !strings.HasPrefix(r.text[r.at:], `"`) {
		if r.at >= len(r.text) {
			r.fail(`expected "`)
		}
		out.Text = append(out.Text, r.char())
	}
	r.at++
	if from {
		r.expect(")")
	}
	r.accept(".to_string()", ".to_owned()", ".into()")
	return out
}

// char reads a character of a literal.
func (r *reader) char() rune {
	c, n := utf8.DecodeRuneInString(r.text[r.at:])
	if n == 0 || c == utf8.RuneError && n == 1 {
		r.fail("expected a character")
	}
	if c != '\\' {
		r.at += n
		return c
	}

	rest := r.text[r.at:]
	if len(rest) > 1 {
		if c, ok := map[byte]rune{'n': '\n', 't': '\t', 'r': '\r', '0': 0, '\\': '\\', '\'': '\'', '"': '"'}[rest[1]]; ok {
			r.at += 2
			return c
		}
	}

	var digits string
	width := 0
	switch {
	case strings.HasPrefix(rest, `\u{`):
		if end := strings.IndexByte(rest, '}'); end > 0 {
			digits, width = rest[3:end], end+1
		}
	case strings.HasPrefix(rest, `\x`) && len(rest) >= 4:
		digits, width = rest[2:4], 4
	}
	v, err := strconv.ParseUint(strings.ReplaceAll(digits, "_", ""), 16, 32)
	// Surrogates are no characters of Rust.
	if err != nil || !utf8.ValidRune(rune(v)) {
		r.fail("an escape of Rust was expected")
	}
	r.at += width
	return rune(v)
}

// sequence reads items between brackets, or one that is repeated.
func (r *reader) sequence(t *Type) *Value {
	out := &Value{Kind: Seq, Type: t}
	if !r.accept("Vec::new()") {
		if !r.accept("vec![", "[") {
			r.expected(t, "[…]")
		}
		for !r.accept("]") {
			out.Items = append(out.Items, r.value(t.Elem))
			// [x; n], only behind the first.
			if len(out.Items) == 1 && r.accept(";") {
				r.repeated(out)
				break
			}
			if !r.accept(",") {
				r.expect("]")
				break
			}
		}
	}
	if t.Len >= 0 && len(out.Items) != t.Len {
		r.fail("the array has %d items and not %d", t.Len, len(out.Items))
	}
	return out
}

// repeated reads how many of its one item a sequence has.
func (r *reader) repeated(out *Value) {
	n, err := strconv.Atoi(strings.TrimSuffix(r.word(), "usize"))
	if r.parts += n; err != nil || n < 0 || n > maxRead || r.parts > maxRead {
		r.fail("expected a number of items, up to %d", maxRead)
	}
	r.expect("]")
	// Values are never changed, so one may stand in many places.
	for len(out.Items) < n {
		out.Items = append(out.Items, out.Items[0])
	}
	out.Items = out.Items[:n]
}

// data reads a tuple, a struct or a variant.
func (r *reader) data(t *Type) *Value {
	w := &t.Variants[0]
	if t.Name != "" {
		w = r.variant(t)
	}

	out := &Value{Kind: Data, Type: t, Name: w.Name, Items: make([]*Value, len(w.Fields))}
	if w.Tuple {
		// None and E::A have no parentheses; () has.
		if len(w.Fields) == 0 && t.Name != "" {
			return out
		}
		r.expect("(")
		for i, f := range w.Fields {
			out.Items[i] = r.value(f.Type)
			if !r.accept(",") && i+1 < len(w.Fields) {
				r.fail("expected , and a value of %s", w.Fields[i+1].Type)
			}
		}
		r.expect(")")
		return out
	}

	if len(w.Fields) == 0 {
		if r.accept("{") {
			r.expect("}")
		}
		return out
	}
	r.expect("{")
	for !r.accept("}") {
		r.field(w, out)
		if !r.accept(",") {
			r.expect("}")
			break
		}
	}

	for i, f := range w.Fields {
		if out.Items[i] == nil {
			r.fail("the field %s is missing", f.Name)
		}
	}
	return out
}

// field reads one field with its name.
func (r *reader) field(w *Variant, out *Value) {
	name := r.word()
	for i, f := range w.Fields {
		if f.Name == name && out.Items[i] == nil {
			r.expect(":")
			out.Items[i] = r.value(f.Type)
			return
		}
	}
	r.fail("%s is no field that is missing", name)
}

// variant reads a path, whose last name is a variant's, or the struct's.
func (r *reader) variant(t *Type) *Variant {
	r.blank()
	from := r.at
	name := r.word()
	for r.accept("::") {
		name = r.word()
	}
	var names []string
	for i := range t.Variants {
		if t.Variants[i].Name == name {
			return &t.Variants[i]
		}
		names = append(names, t.Variants[i].Name)
	}
	r.at = from
	r.fail("expected a value of %s: %s", t, strings.Join(names, ", "))
	return nil
}
