package syntax_test

import (
	"testing"

	"ensures/tla/syntax"
)

func value(t *testing.T, s string) syntax.Value {
	t.Helper()
	v, err := syntax.ParseValue(s)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return v
}

func TestValues(t *testing.T) {
	// text, how it prints, its normal form
	for _, c := range [][3]string{
		{"1", "1", "1"},
		{"-12345678901234567890", "-12345678901234567890", "-12345678901234567890"},
		{`"a\"b\\\n"`, `"a\"b\\\n"`, `"a\"b\\\n"`},
		{"TRUE", "TRUE", "TRUE"},
		{"n1", "n1", "n1"},
		{"{3, 1, 2, 1}", "{3, 1, 2, 1}", "{1, 2, 3}"},
		{"{}", "{}", "{}"},
		{"<< >>", "<<>>", "<<>>"},
		{"<<1, <<\"x\">>>>", "<<1, <<\"x\">>>>", "<<1, <<\"x\">>>>"},
		{"[b |-> 1,\n   a |-> {}]", "[b |-> 1, a |-> {}]", "[a |-> {}, b |-> 1]"},
		{"(2 :> \"b\" @@ 1 :> \"a\")", "(2 :> \"b\" @@ 1 :> \"a\")", `<<"a", "b">>`},
		{`("a" :> 1 @@ "b" :> 2)`, `("a" :> 1 @@ "b" :> 2)`, "[a |-> 1, b |-> 2]"},
		{"(0 :> 1 @@ 1 :> 2)", "(0 :> 1 @@ 1 :> 2)", "(0 :> 1 @@ 1 :> 2)"},
		{"(n1 :> 1..3 @@ n2 :> 3..1)", "(n1 :> 1..3 @@ n2 :> 3..1)", "(n1 :> {1, 2, 3} @@ n2 :> {})"},
		{"-1..1", "-1..1", "{-1, 0, 1}"},
		{"0..1000000", "0..1000000", "0..1000000"},
	} {
		v := value(t, c[0])
		if v.String() != c[1] {
			t.Errorf("%s prints as %s, want %s", c[0], v, c[1])
		}
		if n := syntax.Normal(v); n.String() != c[2] || !syntax.Equal(n, v) || syntax.Normal(n).String() != c[2] {
			t.Errorf("%s is %s, want %s", c[0], n, c[2])
		}
	}
}

// A long set of consecutive numbers is the interval.
func TestLongInterval(t *testing.T) {
	var set syntax.Set
	for i := 5000; i > 0; i-- {
		set = append(set, syntax.NewInt(int64(i)))
	}
	if !syntax.Equal(set, value(t, "1..5000")) || syntax.Equal(set, value(t, "1..5001")) || syntax.Equal(set[1:], value(t, "1..5000")) || syntax.Equal(append(set[1:len(set):len(set)], syntax.Model("m")), value(t, "1..5000")) {
		t.Error("1..5000 is not the set of these numbers")
	}
}

func TestNotEqual(t *testing.T) {
	different := []string{"1", "2", `"1"`, "m", "TRUE", "FALSE", "{}", "{1}", "<<>>", "<<1>>", "[a |-> 1]", "[a |-> 2]", "[b |-> 1]", "(0 :> 1)", "(m :> 1)", "{<<1>>}", "0..100000", "1..100000"}
	for i, a := range different {
		for j, b := range different {
			c := syntax.Compare(value(t, a), value(t, b))
			if (c == 0) != (i == j) || c != -syntax.Compare(value(t, b), value(t, a)) {
				t.Errorf("%s and %s compare as %d", a, b, c)
			}
		}
	}
}

func TestNoValue(t *testing.T) {
	for _, s := range []string{"", "{1", "<<1,>>", "[a -> 1]", "[a |-> ]", "(1 :> 2", "(1 :> 2, 3)", `"open`, "1 2", "-", "1..", "SUBSET {1}", "[{1} -> {2}]", "(* x"} {
		if v, err := syntax.ParseValue(s); err == nil {
			t.Errorf("%q is read as %v", s, v)
		}
	}
}

func FuzzValue(f *testing.F) {
	for _, s := range []string{"<<1, {\"a\"}, [b |-> (n1 :> 1 @@ n2 :> -2)]>>", "0..3", "{TRUE, FALSE}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := syntax.ParseValue(s)
		if err != nil {
			return
		}
		printed := v.String()
		again, err := syntax.ParseValue(printed)
		if err != nil || again.String() != printed || !syntax.Equal(v, again) {
			t.Fatalf("%q prints as %q: %v", s, printed, err)
		}
		if n := syntax.Normal(v); !syntax.Equal(n, v) || syntax.Normal(n).String() != n.String() {
			t.Fatalf("%q: normal form %s", s, n)
		}
	})
}
