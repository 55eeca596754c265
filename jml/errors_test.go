package jml

import (
	"os"
	"strings"
	"testing"

	"ensures/java"
	"ensures/java/types"
)

// expected reads a chunk's expectations: after "// ERROR" or "// WARN" on a line,
// parts of the messages expected there, each in backquotes.
func expected(t *testing.T, chunk, word string) map[int][]string {
	t.Helper()
	want := map[int][]string{}
	for i, l := range strings.Split(chunk, "\n") {
		_, l, ok := strings.Cut(l, "// "+word+" ")
		if !ok {
			continue
		}
		parts := strings.Split(l, "`")
		if len(parts) < 3 || len(parts)%2 == 0 {
			t.Fatalf("bad expectation %q", l)
		}
		for j := 1; j < len(parts); j += 2 {
			want[i+1] = append(want[i+1], parts[j])
		}
	}
	return want
}

func stripExpected(chunk string) string {
	lines := strings.Split(chunk, "\n")
	for i, l := range lines {
		l, _, _ = strings.Cut(l, " // ERROR ")
		l, _, _ = strings.Cut(l, " // WARN ")
		lines[i] = l
	}
	return strings.Join(lines, "\n")
}

// checkList compares errors with expectations, in both directions.
func checkList(t *testing.T, chunk, word string, errs java.ErrorList) {
	t.Helper()
	want := expected(t, chunk, word)
	for _, e := range errs {
		text := e.Msg
		if e.Hint != "" {
			text += " (" + e.Hint + ")"
		}
		line, found := e.At.Line, false
		for i, w := range want[line] {
			if strings.Contains(text, w) {
				want[line] = append(want[line][:i:i], want[line][i+1:]...)
				found = true
				break
			}
		}
		if !found {
			t.Errorf("unexpected %s %d:%d: %s\nin\n%s", word, line, e.At.Column, text, chunk)
		}
		if e.Span.From < 1 || e.Span.To < e.Span.From {
			t.Errorf("%s has the span %v", text, e.Span)
		}
	}
	for line, ws := range want {
		for _, w := range ws {
			t.Errorf("line %d: no %s %q in\n%s", line, word, w, chunk)
		}
	}
}

func TestParseErrors(t *testing.T) {
	b, err := os.ReadFile("testdata/errors.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, chunk := range strings.Split(string(b), "---\n") {
		f, errs := java.Parse("", stripExpected(chunk))
		if len(errs) > 0 {
			t.Fatalf("java: %v\nin\n%s", errs, chunk)
		}
		s, errs := Parse(f)
		checkList(t, chunk, "ERROR", errs)
		checkList(t, chunk, "WARN", s.Warnings)
	}
}

func TestCheckErrors(t *testing.T) {
	b, err := os.ReadFile("testdata/check.txt")
	if err != nil {
		t.Fatal(err)
	}
	lib := library()
	for _, chunk := range strings.Split(string(b), "---\n") {
		f, errs := java.Parse("", stripExpected(chunk))
		if len(errs) > 0 {
			t.Fatalf("java: %v\nin\n%s", errs, chunk)
		}
		s, errs := Parse(f)
		if len(errs) > 0 {
			t.Fatalf("jml: %v\nin\n%s", errs, chunk)
		}
		p, errs := types.Check(lib, f)
		if len(errs) > 0 {
			t.Fatalf("types: %v\nin\n%s", errs, chunk)
		}
		_, errs = Check(s, p, p.Units[0])
		checkList(t, chunk, "ERROR", errs)
		checkList(t, chunk, "WARN", s.Warnings)
	}
}

// A case that multiplies out to more than is looked at is a mistake: the rest would be dropped.
func TestTooManyCases(t *testing.T) {
	source := func(groups int) string {
		return "class A {\n  //@ public behavior\n" + strings.Repeat("  //@ {| requires x > 0; also requires x <= 0; |}\n", groups) + "  //@ ensures true;\n  public static int f(int x) { return x; }\n}\n"
	}
	lib := library()
	if _, errs := Load(lib, "A.java", source(12)); len(errs) > 0 {
		t.Error(errs)
	}
	if _, errs := Load(lib, "A.java", source(13)); len(errs) != 1 || !strings.Contains(errs[0].Error(), "more than 4096 cases") {
		t.Error(errs)
	}
}
