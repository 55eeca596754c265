package values

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// typeOf is a type of a small file.
func typeOf(t *testing.T, text string) *Type {
	t.Helper()
	f := spec.Parse("struct P { x: i32, name: String }\nstruct Unit;\nstruct W(u8);\nenum E { A, B(u8, bool), C { at: Option<P> } }\nstruct V<T> { items: Vec<T> }\n")
	m, err := mir.ParseType(text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewResolver(f).Resolve(m, nil)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r.Type
}

// TestRead: values as Rust writes them, and what is none of their type, with its place.
func TestRead(t *testing.T) {
	for _, c := range []struct{ typ, text, want, wrong string }{
		{typ: "i32", text: " -1_000i32 ", want: "-1000"},
		{typ: "u8", text: "0xff", want: "255"},
		{typ: "u8", text: "010", want: "10"},
		{typ: "u8", text: "0", want: "0"},
		{typ: "i64", text: "i64::MIN", want: "-9223372036854775808"},
		{typ: "u8", text: "256", wrong: "column 1: 256 is no value of u8"},
		{typ: "u8", text: "-1", wrong: "-1 is no value of u8"},
		{typ: "u8", text: "1i32", wrong: "expected a value of u8, like 3"},
		{typ: "u8", text: "x", wrong: "expected a value of u8, like 3"},
		{typ: "u8", text: "1 + 1", wrong: "column 3: the value ends here"},
		{typ: "bool", text: "true", want: "true"},
		{typ: "bool", text: "1", wrong: "expected a value of bool, like true"},
		{typ: "char", text: `'\''`, want: `'\''`},
		{typ: "char", text: `'\u{1F600}'`, want: `'😀'`},
		{typ: "char", text: `'ab'`, wrong: "expected '"},
		{typ: "f64", text: "1.5", want: "1.5"},
		{typ: "String", text: `String::from("a\n")`, want: `"a\n"`},
		{typ: "&str", text: `"é".to_string()`, want: `"é"`},
		{typ: "&str", text: `"a`, wrong: `expected "`},
		{typ: "Vec<i32>", text: "vec![1, 2,]", want: "[1, 2]"},
		{typ: "&mut Vec<i32>", text: "&mut vec![]", want: "[]"},
		{typ: "&[u8]", text: "&[7; 3]", want: "[7, 7, 7]"},
		{typ: "[u8; 2]", text: "[1]", wrong: "the array has 2 items and not 1"},
		{typ: "Vec<u8>", text: "[0; 99999999]", wrong: "expected a number of items, up to 10000"},
		{typ: "Vec<Vec<u8>>", text: "[[0; 9000]; 9000]", wrong: "expected a number of items"},
		{typ: "Vec<u8>", text: "[1 2]", wrong: "column 4: expected ]"},
		{typ: "(i32, bool)", text: "(1, false)", want: "(1, false)"},
		{typ: "(i32, bool)", text: "(1)", wrong: "expected , and a value of bool"},
		{typ: "()", text: "()", want: "()"},
		{typ: "Option<Box<u8>>", text: "Some(Box::new(3))", want: "Some(3)"},
		{typ: "Option<u8>", text: "None", want: "None"},
		{typ: "Option<u8>", text: "Nil", wrong: "expected a value of Option: None, Some"},
		{typ: "P", text: `P { name: "x".into(), x: 1 }`, want: `P { x: 1, name: "x" }`},
		{typ: "P", text: `P { x: 1 }`, wrong: "the field name is missing"},
		{typ: "P", text: `P { x: 1, x: 2 }`, wrong: "x is no field that is missing"},
		{typ: "E", text: "E::B(1, true)", want: "B(1, true)"},
		{typ: "E", text: "E::A", want: "A"},
		{typ: "E", text: "C { at: None }", want: "C { at: None }"},
		{typ: "Unit", text: "Unit", want: "Unit"},
		{typ: "W", text: "W(3)", want: "W(3)"},
		{typ: "Vec<u8>", text: "std::process::exit(1)", wrong: "expected a value of [u8], like […]"},
		{typ: "Vec<u8>", text: "{ loop {} }", wrong: "expected a value of [u8]"},
	} {
		v, err := Read(c.text, typeOf(t, c.typ))
		var mistake *ReadError
		switch {
		case c.wrong != "" && (!errors.As(err, &mistake) || !strings.Contains(err.Error(), c.wrong)):
			t.Errorf("%s %s: %v, %v; want %q", c.typ, c.text, v, err, c.wrong)
		case c.wrong == "" && (err != nil || v.String() != c.want):
			t.Errorf("%s %s: %v, %v; want %s", c.typ, c.text, v, err, c.want)
		}
	}
	if _, err := Read(strings.Repeat("&Box::new(", 100_000), typeOf(t, "u8")); err == nil {
		t.Error("nested without an end")
	}
}

// TestReadAgain: what a value prints as is read as that value.
func TestReadAgain(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, text := range []string{"i8", "u128", "char", "String", "Vec<(u8, String)>", "[bool; 3]", "E", "Option<Vec<P>>", "Result<W, E>", "()", "(char,)"} {
		typ := typeOf(t, text)
		for range 100 {
			v := random(rnd, typ)
			got, err := Read(v.String(), typ)
			if err != nil || !Equal(v, got) {
				t.Fatalf("%s %s: %v, %v", text, v, got, err)
			}
		}
	}
}

// random is a value of a type.
func random(rnd *rand.Rand, t *Type) *Value {
	v := &Value{Kind: t.Kind, Type: t}
	switch t.Kind {
	case Bool:
		v.Int = big.NewInt(int64(rnd.IntN(2)))
	case Char:
		v.Int = big.NewInt(int64([]rune("aZ'\"\\\n\t\x00é😀")[rnd.IntN(10)]))
	case Int:
		least, most := t.Range()
		v.Int = []*big.Int{least, most, big.NewInt(int64(rnd.IntN(100)))}[rnd.IntN(3)]
	case Str:
		for range rnd.IntN(5) {
			v.Text = append(v.Text, []rune("aZ'\"\\\n\t\x00é😀")[rnd.IntN(10)])
		}
	case Seq:
		n := t.Len
		if n < 0 {
			n = rnd.IntN(4)
		}
		for range n {
			v.Items = append(v.Items, random(rnd, t.Elem))
		}
	case Data:
		w := t.Variants[rnd.IntN(len(t.Variants))]
		v.Name = w.Name
		for _, f := range w.Fields {
			v.Items = append(v.Items, random(rnd, f.Type))
		}
	}
	return v
}
