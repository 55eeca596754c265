package candidate

import (
	"fmt"
	"strings"
	"testing"

	"ensures/java"
	"ensures/jml"
)

// print returns the lines in front of the method, and those of the loops by number.
func print(s Spec) string {
	var out []string
	for _, l := range s.Lines(&java.MethodDecl{Mods: java.Modifiers{Flags: java.Public}}) {
		out = append(out, l.Text)
	}
	for i, list := range s.Loops {
		for _, c := range list {
			out = append(out, fmt.Sprintf("%d: %s", i, c))
		}
	}
	return strings.Join(out, "\n")
}

// cases returns a specification with a normal and an exceptional case.
func cases(normal, exceptional []string) Spec {
	return Spec{Cases: []Case{
		{Behaviour: jml.NormalBehavior, Clauses: All(jml.Requires, normal)},
		{Behaviour: jml.ExceptionalBehavior, Clauses: All(jml.Requires, exceptional)},
	}}
}

func TestSpec(t *testing.T) {
	same := New(jml.Requires, "c")
	twin := New(jml.LoopInvariant, "i >= 0")
	for _, c := range []struct {
		name string
		got  Spec
		want string
	}{
		{"behind the preconditions", Light([]*Clause{New(jml.Requires, "a"), New(jml.Ensures, "b")}, 0).Requiring(New(jml.Requires, "c")),
			"requires a;\nrequires c;\nensures b;"},
		{"in front of everything", Light([]*Clause{New(jml.Ensures, "b")}, 0).Requiring(New(jml.Requires, "c")), "requires c;\nensures b;"},
		{"of nothing", Light(nil, 0).Requiring(New(jml.Requires, "c")), "requires c;"},
		{"of the first case", cases([]string{"a"}, []string{"b"}).Requiring(New(jml.Requires, "c")),
			"public normal_behavior\n  requires a;\n  requires c;\nalso public exceptional_behavior\n  requires b;"},
		{"for the class alone", Spec{Cases: Light([]*Clause{New(jml.Ensures, "b")}, 0).Cases, Private: true}, "private behavior\n  ensures b;"},
		{"cases for the class alone", Spec{Cases: cases([]string{"a"}, []string{"b"}).Cases, Private: true},
			"private normal_behavior\n  requires a;\nalso private exceptional_behavior\n  requires b;"},
		{"one of two with the same words", Light([]*Clause{same, New(jml.Requires, "c")}, 0).Minus(same), "requires c;"},
		{"one of two loops' with the same words", Spec{Loops: [][]*Clause{{twin}, {New(jml.LoopInvariant, "i >= 0")}}}.Minus(twin), "1: loop_invariant i >= 0;"},
		{"a case keeps its heading", cases([]string{"a"}, nil).Without(func(*Clause) bool { return true }), "public normal_behavior\nalso public exceptional_behavior"},
		{"before the call", Spec{Cases: []Case{{Behaviour: jml.Lightweight, Clauses: []*Clause{New(jml.Requires, "a"), New(jml.Assignable, `\nothing`), New(jml.Ensures, "b")}}}, Loops: [][]*Clause{{twin}}}.Before(),
			"requires a;\nassignable \\nothing;"},
		{"in order, case by case", cases([]string{"2", "x", "1"}, []string{"2", "1"}).Ordered(jml.Requires, func(c *Clause) int { return map[string]int{"1": 1, "2": 2}[c.Body] }),
			"public normal_behavior\n  requires 1;\n  requires x;\n  requires 2;\nalso public exceptional_behavior\n  requires 1;\n  requires 2;"},
	} {
		if got := print(c.got); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// What is made of a specification leaves the one it was made of as it is.
func TestSpecIsNotChanged(t *testing.T) {
	s := cases([]string{"a", "b"}, []string{"c"})
	s.Loops = [][]*Clause{{New(jml.LoopInvariant, "d"), New(jml.Decreases, "e")}}
	want := print(s)
	for _, c := range append(s.Contract(), s.Loops[0]...) {
		s.Minus(c)
	}
	s.Requiring(New(jml.Requires, "z"))
	s.Plus(New(jml.Ensures, "z"))
	s.WithLoop(0, nil)
	s.Ordered(jml.Requires, func(c *Clause) int { return int('z' - c.Body[0]) })
	s.Before()
	Join(s.Loops[0], []*Clause{New(jml.Decreases, "z")})
	if got := print(s); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestJoin(t *testing.T) {
	had := []*Clause{New(jml.LoopInvariant, "(a < b)"), New(jml.Decreases, "n")}
	got := Join(had, []*Clause{New(jml.LoopInvariant, "a<b"), New(jml.LoopInvariant, "c"), New(jml.Decreases, "n - i"), New(jml.Decreases, "m")})
	if text := fmt.Sprint(got); text != "[loop_invariant (a < b); loop_invariant c; decreases n - i;]" {
		t.Error(text)
	}
}

func TestRaw(t *testing.T) {
	for text, want := range map[string]jml.Kind{
		"ensures \\result > 0;": jml.Ensures, "post x;": jml.Ensures, "maintaining i >= 0;": jml.LoopInvariant, "requires_redundantly a;": jml.Requires,
		"also": jml.InvalidKind, "public normal_behavior": jml.InvalidKind, "": jml.InvalidKind, "ensure x;": jml.InvalidKind, "ensuresx;": jml.InvalidKind,
	} {
		if c := Raw(text); c.Kind != want || c.String() != text {
			t.Errorf("%q: %s, %q", text, c.Kind, c)
		}
	}
}

// What is inserted has the indentation of what it specifies, and its line ending; every
// other byte stays.
func TestInsert(t *testing.T) {
	src := "class A {\r\n\tint f(int n) {\r\n\t\touter: for (int i = 0; i < n; i++) {\r\n\t\t\twhile (n < 0) n++;\r\n\t\t}\r\n\t\treturn n;\r\n\t}\r\n}\r\n"
	f, errs := java.Parse("A.java", src)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	s := Light([]*Clause{New(jml.Requires, "n >= 0"), New(jml.Ensures, `\result == 0`)}, 2)
	s.Loops[0], s.Loops[1] = []*Clause{New(jml.LoopInvariant, "i >= 0"), New(jml.Decreases, "n - i")}, []*Clause{New(jml.Decreases, "-n")}
	in := Into(f)
	in.Add(NewSite(f, f.Types[0].Members[0].(*java.MethodDecl)), s)
	got, err := in.Text()
	if err != nil {
		t.Fatal(err)
	}
	want := "class A {\r\n\t//@ requires n >= 0;\r\n\t//@ ensures \\result == 0;\r\n\tint f(int n) {\r\n\t\t//@ loop_invariant i >= 0;\r\n\t\t//@ decreases n - i;\r\n\t\touter: for (int i = 0; i < n; i++) {\r\n\t\t\t//@ decreases -n;\r\n\t\t\twhile (n < 0) n++;\r\n\t\t}\r\n\t\treturn n;\r\n\t}\r\n}\r\n"
	if got.Code != want {
		t.Errorf("got\n%s\nwant\n%s", got.Code, want)
	}
}

// Every clause is found on its line, and every node on the line to which it has moved.
func TestText(t *testing.T) {
	for name, src := range map[string]string{
		"lines":    "class A {\n  int f(int n) {\n    while (n > 0) {\n      for (;;) { n--; }\n    }\n    return n;\n  }\n}\n",
		"CRLF":     "class A {\r\n  int f(int n) {\r\n    while (n > 0) {\r\n      for (;;) { n--; }\r\n    }\r\n    return n;\r\n  }\r\n}\r\n",
		"one line": "class A { int f(int n) { while (n > 0) { for (;;) { n--; } } return n; } }",
		"labels":   "class A {\n  int f(int n) {\n    x: y: while (n > 0) {\n      z: for (;;) { n--; }\n    }\n    return n;\n  }\n}\n",
	} {
		f, errs := java.Parse("A.java", src)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		m := f.Types[0].Members[0].(*java.MethodDecl)
		site := NewSite(f, m)
		if len(site.Loops) != 2 {
			t.Fatalf("%s: %d loops", name, len(site.Loops))
		}
		s := cases([]string{"n > 1"}, []string{"n <= 1"})
		s.Loops = [][]*Clause{All(jml.LoopInvariant, []string{"n >= 0", "n >= -1"}), {New(jml.Decreases, "n")}}
		in := Into(f)
		in.Add(site, s)
		in.Edits.Insert(m.Name.From, "/* before */ ")
		text, err := in.Text()
		if err != nil {
			t.Fatal(err)
		}
		checkText(t, name, text, s)

		now, errs := java.Parse("A.java", text.Code)
		if len(errs) > 0 {
			t.Fatalf("%s: %v\n%s", name, errs, text.Code)
		}
		var was, are []java.Node
		collect := func(f *java.File, to *[]java.Node) {
			java.Walk(f.Types[0].Members[0].(*java.MethodDecl).Body, func(n java.Node) bool { *to = append(*to, n); return true })
		}
		collect(f, &was)
		collect(now, &are)
		for i, n := range was {
			if got, want := text.LineOf(n.Pos()), now.Position(are[i].Pos()).Line; got != want {
				t.Errorf("%s: %T is on line %d, want %d\n%s", name, n, got, want, text.Code)
			}
		}
	}
}

// checkText checks that each clause, and nothing else, stands on the line that says so.
func checkText(t *testing.T, name string, text *Text, s Spec) {
	t.Helper()
	found := 0
	for i, l := range strings.Split(strings.ReplaceAll(text.Code, "\r\n", "\n"), "\n") {
		p, ok := text.At(i + 1)
		if !ok {
			if strings.Contains(l, ";") && strings.Contains(l, "//@") {
				t.Errorf("%s: no clause on line %d: %q", name, i+1, l)
			}
			continue
		}
		found++
		if loop, has := s.Loop(p.Clause); !has || loop != p.Loop {
			t.Errorf("%s: line %d is of loop %d, want %d", name, i+1, p.Loop, loop)
		}
		if want := "//@ " + p.String(); strings.Join(strings.Fields(l), " ") != want {
			t.Errorf("%s: line %d is %q, want %q", name, i+1, l, want)
		}
	}
	if found != s.Size() {
		t.Errorf("%s: %d of %d clauses found", name, found, s.Size())
	}
}
