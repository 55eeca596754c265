package symbolic

import (
	"strings"
	"testing"

	"ensures/java"
	"ensures/java/types"
)

// read reads an expression of a test's table.
func read(t *testing.T, src string) java.Expr {
	t.Helper()
	e, _, errs := java.ParseExprString(src, false)
	if len(errs) > 0 {
		t.Fatalf("%s: %v", src, errs[0])
	}
	return e
}

// readAll reads expressions with semicolons between them; "" is none.
func readAll(t *testing.T, src string) []java.Expr {
	t.Helper()
	var out []java.Expr
	for s := range strings.SplitSeq(src, ";") {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, read(t, s))
		}
	}
	return out
}

func printAll(list []java.Expr) string {
	var out []string
	for _, e := range list {
		out = append(out, java.Print(e))
	}
	return strings.Join(out, "; ")
}

// A guard decides what it says in so many words, and nothing else.
func TestGiven(t *testing.T) {
	for _, c := range []struct{ guard, asked, want string }{
		{"", "x < 0", "x < 0"},
		{"x < 0", "x < 0", "true"},
		{"x < 0", "x >= 0", "false"},
		{"x < 0", "0 > x", "0 > x"},
		{"x < 0", "x < 1", "x < 1"},
		{"x == 1", "x == 2", "false"},
		{"x == 1", "x != 2", "true"},
		{"x == 1", "y == 2", "y == 2"},
		{"x == y", "x == 2", "x == 2"},
		{"x != 1", "x == 2", "x == 2"},
		{"x < 0", "x < 0 && y > 0", "y > 0"},
		{"x < 0", "x >= 0 && y > 0", "false"},
		{"x < 0", "x >= 0 || y > 0", "y > 0"},
		{"x < 0", "y > 0 || x < 0", "y > 0 || true"}, // y > 0 may have no value
		{"!b", "b", "false"},
	} {
		if got := java.Print(Given(readAll(t, c.guard), read(t, c.asked))); got != c.want {
			t.Errorf("given %s, %s is %s, want %s", c.guard, c.asked, got, c.want)
		}
	}
}

// A path goes on under a condition with what is new in it, or not at all.
func TestUnder(t *testing.T) {
	for _, c := range []struct{ guard, cond, want string }{
		{"", "true", ""},
		{"a", "false", "none"},
		{"a", "a", "a"},
		{"a", "!a", "none"},
		{"a", "a && b", "a; b"},
		{"a", "b && c", "a; b; c"},
		{"", "x == 1 && x == 2", "none"},
		{"x == 1", "x == 2 || b", "x == 1; b"},
	} {
		got := "none"
		if st := (&state{guard: readAll(t, c.guard)}).under(read(t, c.cond)); st != nil {
			got = printAll(st.guard)
		}
		if got != c.want {
			t.Errorf("%s under %s: %s, want %s", c.guard, c.cond, got, c.want)
		}
	}
}

// Two paths are one again where they differ in the values of variables only.
func TestJoin(t *testing.T) {
	x, y := &types.Local{Name: "x", Type: types.TInt}, &types.Local{Name: "y", Type: types.TInt}
	f, g := &types.Field{Name: "f", Type: types.TInt}, &types.Field{Name: "g", Type: types.TInt}
	shared := &made{kind: listMade}

	// path is a state with a value of x, the same y on all paths, and writes of fields.
	path := func(guard, value string, writes ...*types.Field) *state {
		v := read(t, value)
		st := &state{guard: readAll(t, guard), locals: map[*types.Local]held{x: {x: v, t: types.TInt}}, made: map[int]*made{}}
		st.locals[y] = held{x: unit, t: types.TInt}
		for _, w := range writes {
			st.fields = append(st.fields, fieldWrite{f: w, v: held{x: unit, t: types.TInt}})
		}
		return st
	}
	with := func(st *state, change func(*state)) *state { change(st); return st }

	for name, c := range map[string]struct {
		a, b        *state
		guard, want string // of x
	}{
		"opposite conditions":        {path("g; c", "1"), path("g; !c", "2"), "g", "c ? 1 : 2"},
		"the same value":             {path("g; c", "1"), path("g; !c", "1"), "g", "1"},
		"conditions of their own":    {path("c", "1"), path("d", "2"), "c || d", "c ? 1 : 2"},
		"the same field":             {path("c", "1", f), path("!c", "2", f), "", "c ? 1 : 2"},
		"one guard inside the other": {a: path("c", "1"), b: path("c; d", "2")},
		"another field":              {a: path("c", "1", f), b: path("!c", "2", g)},
		"a field on one side":        {a: path("c", "1", f), b: path("!c", "2")},
		"an object on one side":      {a: with(path("c", "1"), func(s *state) { s.made[1] = shared }), b: path("!c", "2")},
		"another type":               {a: path("c", "1"), b: with(path("!c", "2"), func(s *state) { s.locals[x] = held{x: unit, t: types.TLong} })},
	} {
		j := join(c.a, c.b)
		if j == nil || c.want == "" {
			if (j == nil) != (c.want == "") {
				t.Errorf("%s: joined %v", name, j != nil)
			}
			continue
		}
		if got := printAll(j.guard); got != c.guard {
			t.Errorf("%s: guard %s, want %s", name, got, c.guard)
		}
		if got := java.Print(j.locals[x].x); got != c.want {
			t.Errorf("%s: x is %s, want %s", name, got, c.want)
		}
		if _, ok := j.locals[y]; !ok {
			t.Errorf("%s: y is lost", name)
		}
	}
}

// A variable that one path alone has is out of scope behind both.
func TestJoinScope(t *testing.T) {
	x := &types.Local{Name: "x", Type: types.TInt}
	a := &state{guard: readAll(t, "c"), locals: map[*types.Local]held{x: {x: unit, t: types.TInt}}}
	b := &state{guard: readAll(t, "!c"), locals: map[*types.Local]held{}}
	j := join(a, b)
	if j == nil || len(j.locals) != 0 || len(j.guard) != 0 {
		t.Fatalf("joined %+v", j)
	}
}

// What an element holds after writes: the last write of the same element, and where two
// arrays or indices may be the same, a condition that says so.
func TestReadCell(t *testing.T) {
	for _, c := range []struct{ writes, read, want string }{
		{"", "a[i]", "a[i]"},
		{"a[i] = 1", "a[i]", "1"},
		{"a[i] = 1; a[i] = 2", "a[i]", "2"},
		{"a[0] = 1", "a[1]", "a[1]"},
		{"a[0] = 1; a[1] = 2", "a[0]", "1"},
		{"a[j] = 1", "a[i]", "j == i ? 1 : a[i]"},
		{"b[i] = 1", "a[i]", "b == a ? 1 : a[i]"},
		{"b[0] = 1", "a[1]", "a[1]"},
		{"b[j] = 1", "a[i]", "b == a && j == i ? 1 : a[i]"},
		{"a[i] = 1; b[i] = 2", "a[i]", "b == a ? 2 : 1"},
		{"a[j] = 1; a[i] = 2", "a[i]", "2"},
	} {
		x, st := &exec{out: &Summary{}}, &state{}
		for s := range strings.SplitSeq(c.writes, ";") {
			if to, v, ok := strings.Cut(s, " = "); ok {
				ix := read(t, to).(*java.Index)
				st = x.writeCell(st, ix.X, ix.I, types.TInt, held{x: read(t, v), t: types.TInt})
			}
		}
		ix := read(t, c.read).(*java.Index)
		if got := java.Print(x.readCell(st, ix.X, ix.I, types.TInt).x); got != c.want {
			t.Errorf("%s: %s is %s, want %s", c.writes, c.read, got, c.want)
		}
	}
}

// An array of another element type is another array.
func TestReadCellOfAnotherType(t *testing.T) {
	x := &exec{out: &Summary{}}
	st := x.writeCell(&state{}, read(t, "b"), read(t, "i"), types.TLong, held{x: unit, t: types.TLong})
	if got := java.Print(x.readCell(st, read(t, "a"), read(t, "i"), types.TInt).x); got != "a[i]" {
		t.Error(got)
	}
}

func TestConvert(t *testing.T) {
	for _, c := range []struct {
		from, to types.Type
		value    string
		assign   string // by assignment
		cast     string
	}{
		{types.TInt, types.TInt, "x", "x", "x"},
		{types.TInt, types.TLong, "x", "x", "x"},
		{types.TLong, types.TInt, "x", "x", "(int) x"},
		{types.TInt, types.TDouble, "x", "(double) x", "(double) x"},
		{types.TInt, types.TDouble, "2", "2.0", "2.0"},
		{types.TFloat, types.TDouble, "x", "(double) x", "(double) x"},
		{types.TDouble, types.TFloat, "x", "x", "(float) x"},
		{types.TDouble, types.TInt, "x", "x", "(int) x"},
		{types.TChar, types.TInt, "x", "x", "x"},
		{types.TInt, types.TChar, "x", "(char) x", "(char) x"},
		{types.TByte, types.TInt, "x", "x", "x"},
	} {
		x := &exec{}
		v := held{x: read(t, c.value), t: c.from}
		if got := java.Print(x.convert(v, c.to).x); got != c.assign {
			t.Errorf("%s from %s to %s by assignment: %s, want %s", c.value, c.from, c.to, got, c.assign)
		}
		if got := java.Print(x.narrow(v, c.to, nil).x); got != c.cast {
			t.Errorf("%s from %s to %s by a cast: %s, want %s", c.value, c.from, c.to, got, c.cast)
		}
	}
}

// held is the package's type, where a parameter has its name.
type held = value

var unit = java.Expr(&java.Literal{Kind: java.IntLiteral, Raw: "1"})
