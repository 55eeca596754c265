package dafny_test

import (
	"bufio"
	"encoding/json"
	"hash/fnv"
	"os"
	"strings"
	"testing"

	"ensures/dafny"
	"ensures/internal/require"
)

// sketch writes an expression with all its parentheses.
func sketch(e *dafny.Expr) string {
	if e == nil {
		return ""
	}
	var parts []string
	for _, a := range e.Args {
		parts = append(parts, sketch(a))
	}
	switch e.Kind {
	case dafny.Name:
		return e.Name
	case dafny.Bool, dafny.Int, dafny.Real, dafny.Char, dafny.String:
		return e.Text
	case dafny.Binary:
		return "(" + parts[0] + " " + e.Op + " " + parts[1] + ")"
	case dafny.Unary:
		return e.Op + parts[0]
	case dafny.Chain:
		s := parts[0]
		for i, op := range e.Ops {
			s += " " + op + " " + parts[i+1]
		}
		return "{" + s + "}"
	case dafny.Size:
		return "|" + parts[0] + "|"
	case dafny.Index:
		return parts[0] + "[" + parts[1] + "]"
	case dafny.Slice:
		return parts[0] + "[" + parts[1] + ".." + parts[2] + "]"
	case dafny.Field:
		return parts[0] + "." + e.Name
	case dafny.Call:
		return e.Name + "(" + strings.Join(parts, ", ") + ")"
	case dafny.Quant, dafny.Comp:
		return e.Op + " " + e.Vars[0].Name + " :: " + strings.Join(parts, " :: ")
	case dafny.As:
		return "(" + parts[0] + " as " + e.Type.String() + ")"
	case dafny.Tuple:
		return "(" + strings.Join(parts, ", ") + ")"
	case dafny.If:
		return "if " + parts[0] + " then " + parts[1] + " else " + parts[2]
	}
	return "?"
}

func TestPrecedence(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"a ==> b ==> c", "(a ==> (b ==> c))"},
		{"a <== b <== c", "((a <== b) <== c)"},
		{"a <==> b ==> c && d", "(a <==> (b ==> (c && d)))"},
		{"&& a && b", "(a && b)"},
		{"0 <= a < b", "{0 <= a < b}"},
		{"!(a in s)", "!(a in s)"},
		{"a !in s", "(a !in s)"},
		{"a - b - c * d % e", "((a - b) - ((c * d) % e))"},
		{"-a as real / 2.0", "((-a as real) / 2.0)"},
		{"|s| + |t[1..]|", "(|s| + |t[1..]|)"},
		{"|set i | 0 <= i < n && s[i] > 0| > 1", "(|set i :: ({0 <= i < n} && (s[i] > 0)) :: i| > 1)"},
		{"a >> 1 == b | c", "((a >> 1) == (b | c))"},
		{"p.0.1 == a[..i][0]", "(p.0.1 == a[..i][0])"},
		{"forall x | x in s :: x > 0", "forall x :: ((x in s) ==> (x > 0))"},
		{"exists x <- s :: x > 0 || f(x)", "exists x :: ((x in s) && ((x > 0) || f(x)))"},
		{"if a then b else c == d", "if a then b else (c == d)"},
		{"'\\'' in \"a\\\"b\"", "('\\'' in \"a\\\"b\")"},
	} {
		f := dafny.Parse("const k := " + c.in)
		if len(f.Decls) != 1 {
			t.Errorf("%s: %+v", c.in, f.Errs)
			continue
		}
		if got := sketch(f.Decls[0].Body); got != c.want {
			t.Errorf("%s: %s, want %s", c.in, got, c.want)
		}
	}
}

func TestMistakesHavePositions(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"method M(n: int)\n  ensures n > \n  ensures n", "3:3: expected"},
		{"method M(n: int)\n  ensures m > 0", "2:11: unresolved name m"},
		{"method M(n: int) returns (r: int)\n  requires r > 0\n  ensures r > n", "2:12: unresolved name r"},
		{"method M(n: int)\n  ensures f(n)", "2:11: unresolved function f"},
		{"predicate P(n: int) { n > 0 }\nmethod M(n: int)\n  ensures P(n, n)", "3:11: P takes 1 arguments, not 2"},
		{"method M(a: bool, b: bool)\n  ensures a && b || a", "2:18: && and || need parentheses"},
		{"method M(a: int, b: int)\n  ensures a < b > a", "2:17: a chain of comparisons"},
		{"method M(a: int) ensures a == \"x", "1:31: this string has no closing quote"},
		{"/* /* */ method M()", "1:1: this comment has no end"},
		{"class C { }", "1:1: the declaration class is not supported"},
		{"method M() { if true {", "1:12: this brace has no closing one"},
		{"const k := " + strings.Repeat("(", 100_000), "nested deeper than"},
		{"const k := " + strings.Repeat("! ", 100_000) + "true", "nested deeper than"},
		{"const k := 1" + strings.Repeat(" + 1", 100_000), "more than 10000 operators"},
		{"const k := 1" + strings.Repeat(" == 1", 100_000), "more than 10000 operators"},
	} {
		f := dafny.Parse(c.src)
		if len(f.Errs) == 0 || !strings.Contains(f.Describe(f.Errs[0]), c.want) {
			t.Errorf("%.60s: %v, want %s", c.src, f.Errs, c.want)
		}
	}
}

// A mistake in one declaration leaves the others.
func TestOtherDeclarationsRemain(t *testing.T) {
	f := dafny.Parse("class C { method N() }\nmethod M(n: int) requires n > 0 { var x := 1; }")
	if m := f.Methods(); len(m) != 1 || m[0].Name != "M" || !f.Errs[0].Unsupported {
		t.Errorf("%v %v", m, f.Errs)
	}
}

// Every program of the data is read, with the clauses that its record has. Where one
// isn't, only those of one half are named: the other half is counted.
func TestPublishedPrograms(t *testing.T) {
	in, err := os.Open(require.Shared(t, "data/dafny/tasks.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	all, read := 0, 0
	for lines.Scan() {
		var task struct {
			ID      string `json:"task_id"`
			Code    string
			Method  string
			Clauses [][2]string
		}
		if err := json.Unmarshal(lines.Bytes(), &task); err != nil {
			t.Fatal(err)
		}
		if task.Method == "" {
			continue
		}
		all++
		f := dafny.Parse(task.Code)
		want, got := 0, -1
		for _, c := range task.Clauses {
			if c[0] == "requires" || c[0] == "ensures" {
				want++
			}
		}
		for _, d := range f.Decls {
			if d.Kind == "method" && d.Name == task.Method {
				got = 0
				for _, c := range d.Clauses {
					if c.Expr != nil {
						got++
					}
				}
			}
		}
		if len(f.Errs) == 0 && got == want {
			read++
			continue
		}
		h := fnv.New32a()
		h.Write([]byte(task.ID))
		if h.Sum32()%2 == 0 {
			t.Logf("%s: %d clauses, want %d; %v", task.ID, got, want, f.Errs)
		}
	}
	t.Logf("%d of %d read", read, all)
	if read < all*95/100 {
		t.Errorf("%d of %d programs are read", read, all)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("method M(a: array<int>) returns (r: int) ensures forall i :: 0 <= i < a.Length ==> a[i] <= r { }")
	f.Add("function f(n: nat): (r: seq<(int, char)>) requires n > 0 { if n == 1 then [] else f(n - 1) + [(n, 'a')] }")
	f.Fuzz(func(t *testing.T, src string) {
		file := dafny.Parse(src)
		for _, e := range file.Errs {
			if e.From < 0 || e.From > len(src) {
				t.Fatalf("position %d of %d bytes", e.From, len(src))
			}
		}
	})
}
