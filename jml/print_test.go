package jml

import (
	"os"
	"strings"
	"testing"

	"ensures/java"
)

// roundTrip prints every specification of a file and reads it again.
func roundTrip(t testing.TB, s *File) {
	t.Helper()
	again := func(lines []string, loop bool) *Text {
		text := strings.Join(lines, "\n")
		p, errs := ParseClauses(text, loop)
		for _, e := range append(errs, p.Warnings...) {
			t.Errorf("%v in\n%s", e, text)
		}
		if marked, errs := ParseClauses(strings.Join(Comment(lines), "\n"), loop); len(errs) > 0 || len(marked.Loop) != len(p.Loop) {
			t.Errorf("with comment marks: %v in\n%s", errs, text)
		}
		return p
	}
	for _, m := range s.Methods {
		if len(m.Lines()) == 0 {
			continue
		}
		p := again(m.Lines(), false)
		if !EqualSpec(m, p.Method) {
			t.Errorf("printed as\n%s\nread as\n%s", strings.Join(m.Lines(), "\n"), strings.Join(p.Method.Lines(), "\n"))
		}
	}
	for _, l := range s.Loops {
		p := again(l.Lines(), true)
		if len(p.Loop) != len(l.Clauses) {
			t.Errorf("%d clauses read, want %d, in\n%s", len(p.Loop), len(l.Clauses), strings.Join(l.Lines(), "\n"))
			continue
		}
		for i, c := range l.Clauses {
			if !EqualClause(c, p.Loop[i]) {
				t.Errorf("%s read as %s", c, p.Loop[i])
			}
		}
	}
	for _, k := range s.Classes {
		for _, c := range k.Clauses {
			p := again(c.Lines(), false)
			if len(p.Class) != 1 || !EqualClause(c, p.Class[0]) {
				t.Errorf("%s read as %v", c, p.Class)
			}
		}
	}
	stmts := func(list []*Stmt) {
		for _, x := range list {
			if x.Kind == ContractStmt || x.Kind == OtherStmt || strings.Contains(x.String(), "{") && x.Kind != GhostStmt {
				continue
			}
			p := again(x.Lines(), false)
			if len(p.Stmts) != 1 || !java.Equal(p.Stmts[0].Expr, x.Expr) || !equalNode(p.Stmts[0].Decl, x.Decl) || p.Stmts[0].String() != x.String() {
				t.Errorf("%s read as %v", x, p.Stmts)
			}
		}
	}
	for _, list := range s.Before {
		stmts(list)
	}
	for _, list := range s.AtEnd {
		stmts(list)
	}
}

func TestPrintGroundTruth(t *testing.T) {
	for _, task := range sharedLines(t, "data/specgenbench/oracle.jsonl") {
		_, s := mustParse(t, task["task_id"].(string), task["annotated"].(string))
		roundTrip(t, s)
	}
}

func TestPrint(t *testing.T) {
	b, err := os.ReadFile("testdata/print.java")
	if err != nil {
		t.Fatal(err)
	}
	_, s := mustParse(t, "print.java", string(b))
	for _, w := range s.Warnings {
		t.Errorf("%v", w)
	}
	roundTrip(t, s)
	n := 0
	for _, m := range s.Methods {
		for _, k := range m.Cases {
			n += len(k.Clauses)
		}
	}
	if n < 33 {
		t.Errorf("only %d clauses", n)
	}
}

// Removal changes nothing else.
func TestStrip(t *testing.T) {
	src := "class A {\r\n\tint f(int n) {\r\n\t\tint s = 0;\r\n\t\touter: for (int i = 0; i < n; i++) {\r\n\t\t\twhile (s < 0) s++;\r\n\t\t}\r\n\t\treturn s;\r\n\t}\r\n}\r\n"
	annotated := "class A {\r\n\t//@ requires n >= 0;\r\n\t//@ ensures \\result == 0;\r\n\tint f(int n) {\r\n\t\tint s = 0;\r\n\t\t//@ loop_invariant i >= 0;\r\n\t\t//@ decreases n - i;\r\n\t\touter: for (int i = 0; i < n; i++) {\r\n\t\t\t//@ decreases -s;\r\n\t\t\twhile (s < 0) s++;\r\n\t\t}\r\n\t\treturn s;\r\n\t}\r\n}\r\n"
	f, s := mustParse(t, "", annotated)
	if len(s.Loops) != 2 || len(s.Methods) != 1 {
		t.Errorf("%d loops and %d methods specified", len(s.Loops), len(s.Methods))
	}
	back, err := Strip(f).Apply()
	if err != nil || back != src {
		t.Errorf("stripped to\n%s\nwant\n%s (%v)", back, src, err)
	}
}

func BenchmarkParse(b *testing.B) {
	var files []*java.File
	for _, task := range sharedLines(b, "data/specgenbench/oracle.jsonl") {
		f, _ := java.Parse("", task["annotated"].(string))
		files = append(files, f)
	}
	i := 0
	for b.Loop() {
		Parse(files[i%len(files)])
		i++
	}
}
