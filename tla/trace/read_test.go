package trace

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// show is what Lines reads, one line each.
func show(text string, l Limits) string {
	var b strings.Builder
	for raw, err := range Lines("t", strings.NewReader(text), l) {
		if err != nil {
			fmt.Fprintf(&b, "%v\n", err)
			break
		}
		fmt.Fprintf(&b, "%d %s\n", raw.Line, compact(raw.Value))
	}
	return b.String()
}

func TestLines(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"ndjson", "{\"a\":1}\n\n{\"b\":[1,2.50]}\r\n", "1 {\"a\":1}\n3 {\"b\":[1,2.50]}\n"},
		{"no end of line", `{"a":1}`, "1 {\"a\":1}\n"},
		{"byte order mark", "\ufeff{\"a\":1}\n", "1 {\"a\":1}\n"},
		{"array", "[\n {\"a\":1},\n {\"a\":\n  2}, {\"a\":3}]", "2 {\"a\":1}\n3 {\"a\":2}\n4 {\"a\":3}\n"},
		{"tsv", "event\tn\tok\tl\ng\t7\ttrue\t[1]\n\th\n", "2 {\"event\":\"g\",\"l\":[1],\"n\":7,\"ok\":true}\n3 {\"n\":\"h\"}\n"},
		{"tsv digits", "a\tb\n007\t-1\n", "2 {\"a\":\"007\",\"b\":-1}\n"},
		{"empty", "", ""},
		{"cut off", "{\"a\":1}\n{\"a\":\n", "1 {\"a\":1}\nt:2: not JSON: unexpected EOF\n"},
		{"not JSON", "{\"a\":1}\n{\"a\" 2}\n", "1 {\"a\":1}\nt:2:6: not JSON: invalid character '2' after object key\n"},
		{"two on a line", "{\"a\":1} {\"a\":2}\n", "t:1:8: more than one JSON value on the line\n"},
		{"no object", "{\"a\":1}\n[1]\n", "1 {\"a\":1}\nt:2: an array where an event, a JSON object, should be\n"},
		{"no object in an array", "[{\"a\":1},\n7]", "1 {\"a\":1}\nt:2: a number where an event, a JSON object, should be\n"},
		{"array not closed", "[{\"a\":1},\n{\"a\":2}\n", "1 {\"a\":1}\n2 {\"a\":2}\nt:2: not JSON: the array is not closed\n"},
		{"array with a mistake", "[{\"a\":1},\n{\"a\" 2}]", "1 {\"a\":1}\nt:2: not JSON: invalid character '2' after object key\n"},
		{"not UTF-8", "{\"a\":1}\n{\"a\":\"\xe9\"}\n", "1 {\"a\":1}\nt:2:7: not UTF-8; convert the file, for instance: iconv -f ISO-8859-1 -t UTF-8\n"},
		{"not UTF-8 in an array", "[{\"a\":1},\n{\"a\":\"\xe9\"}]", "1 {\"a\":1}\nt:2: not UTF-8; convert the file, for instance: iconv -f ISO-8859-1 -t UTF-8\n"},
		{"UTF-16", "\xff\xfe{\x00", "t:1:1: the trace is UTF-16; UTF-8 is read; convert it, for instance: iconv -f UTF-16 -t UTF-8\n"},
		{"prose", "hello\n", "t:1: neither JSON nor TSV: the first line begins no object and no array, and has no tab\n"},
		{"too many cells", "a\tb\n1\t2\t3\n", "t:2: 3 cells under a header of 2\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, show(c.text, Limits{})); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestLinesLimits(t *testing.T) {
	long := strings.Repeat("{\"a\":1}\n", 1000)
	if got, want := show(long, Limits{Bytes: 1 << 10}), "t:129: the trace is longer than 0 MB; validate a part of it\n"; !strings.HasSuffix(got, want) {
		t.Errorf("got %q", got[max(0, len(got)-80):])
	}
	if got, want := show(`{"a":"`+strings.Repeat("x", 200)+`"}`, Limits{Line: 100}), "t:1: the line is longer than 0 MB\n"; got != want {
		t.Errorf("got %q", got)
	}
}

// repeated is a text so many times over, without holding it.
func repeated(text string, n int) io.Reader {
	readers := make([]io.Reader, n)
	for i := range readers {
		readers[i] = strings.NewReader(text)
	}
	return io.MultiReader(readers...)
}

const small = "events: {a: A($x)}\nignore: [tick]\n"

func mustMapping(t testing.TB, text string) *Mapping {
	t.Helper()
	m, err := ReadMapping("m.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestLargeTrace reads 100 MB: where most of it is of no interest it works, where
// there are too many events the error says so.
func TestLargeTrace(t *testing.T) {
	m := mustMapping(t, small)
	line := `{"event":"tick","pad":"` + strings.Repeat("x", 970) + `"}` + "\n"
	n := (100 << 20) / len(line)
	if testing.Short() {
		n /= 20
	}
	tr, err := Read("t", io.MultiReader(repeated(line, n), strings.NewReader(`{"event":"a","x":1}`)), m, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if len(tr.Records) != 1 || tr.Others != n || tr.Records[0].Line != n+1 {
		t.Errorf("%d records, %d others", len(tr.Records), tr.Others)
	}
	one := []byte(`{"event":"a","x":1}` + "\n")
	_, err = Read("t", bytes.NewReader(bytes.Repeat(one, 100_001)), m, Limits{})
	want := "t:100001: more than 100000 events; validate a part of the trace, or raise the limit; TLC holds about 60,000 events in 1.3 GB"
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ name, mapping, text, want string }{
		{"unknown event", "events: {acquire: A}", `{"event":"aquire"}`, `t:1: event "aquire" is not in the mapping m.yaml; did you mean acquire?`},
		{"no event name", "events: {a: A}\nevent: name", `{"event":"a"}`, "t:1: the line has no event name at name; event: says where the name is, where: keeps only lines that have one"},
		{"missing argument", small, `{"event":"a"}`, "t:1: event a has no x, which its action needs (m.yaml:1); where lines don't say it, list x under hidden with the set it is from"},
		{"mixed types", small, "{\"event\":\"a\",\"x\":1}\n{\"event\":\"a\",\"x\":\"one\"}",
			`t:2: x is a string here ("one") and a number on line 1 (1); TLC can't compare the two; declare it under fields of the mapping: as: string, or values: for one of them (m.yaml)`},
		{"fraction", small, `{"event":"a","x":1.5}`, "t:1: x: 1.5 is no whole number; TLA+ as TLC runs it has no others (as: string compares it as text)"},
		{"large", small, `{"event":"a","x":4294967296}`, "t:1: x: 4294967296 is beyond TLC's 32 bits (as: string compares it as text)"},
		{"nothing left", small, `{"event":"tick"}`, "t: no event is left: where: and ignore: of the mapping leave all 1 lines out"},
		{"empty", small, "", "t: the trace has no events"},
		{"no root", "root: e\n" + small, `{"event":"a"}`, "t:1: the line has no e, the mapping's root; where: keeps only the lines that have it"},
		{"null inside", small, `{"event":"a","x":[null]}`, "t:1: x: null inside a value; give it a meaning under values"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read("t", strings.NewReader(c.text), mustMapping(t, c.mapping), Limits{})
			if err == nil {
				t.Fatal("no error")
			}
			if d := cmp.Diff(c.want, err.Error()); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestValues(t *testing.T) {
	for _, c := range []struct{ field, json, want string }{
		{"", `1`, "1"},
		{"", `-3`, "(0 - 3)"},
		{"", `true`, "TRUE"},
		{"", `"a\"b\\c\n\u00e9"`, `"a\"b\\c\n\\u00e9"`},
		{"", `[1,["x"],[]]`, `<<1, <<"x">>, <<>>>>`},
		{"as: set", `["b","a"]`, `{"b", "a"}`},
		{"as: string", `12345678901`, `"12345678901"`},
		{"as: int", `"42"`, "42"},
		{"as: int", `["1","2"]`, ""},
		{"", `{"b":1,"a":{"c":true}}`, "[a |-> [c |-> TRUE], b |-> 1]"},
		{"", `{"1":2,"n-1":3}`, `trc_T!Function(<<<<"1", 2>>, <<"n-1", 3>>>>)`},
		{"keys: int", `{"1":2}`, "trc_T!Function(<<<<1, 2>>>>)"},
		{"values: {s1: s1, null: None}", `{"s1":["s1",null]}`, "trc_T!Function(<<<<s1, <<s1, None>>>>>>)"},
		{"values: {null: None}", `null`, "None"},
		{"values: {x: '\"y\"'}", `"x"`, `"y"`},
		{"values: {0: '{}'}", `0`, "({})"},
		{"", `{"IF":1}`, `trc_T!Function(<<<<"IF", 1>>>>)`},
		{"", `{}`, "<<>>"},
	} {
		m := mustMapping(t, "events: {a: A}\ncompare: [x]\nfields: {x: {"+c.field+"}}")
		if strings.HasPrefix(c.field, "values") {
			m = mustMapping(t, "events: {a: A}\ncompare: [x]\nfields: {x: {"+c.field+"}}")
		}
		tr, err := Read("t", strings.NewReader(`{"event":"a","x":`+c.json+`}`), m, Limits{})
		got := ""
		if err == nil {
			got = tr.Records[0].Fields["x"].Text
		}
		if got != c.want {
			t.Errorf("%s with %q: got %s (%v), want %s", c.json, c.field, got, err, c.want)
		}
	}
}

func TestLookup(t *testing.T) {
	for raw := range Lines("t", strings.NewReader(`{"a":{"b":[{"c":1}]},"a.b":2,"x.y":{"z":3}}`), Limits{}) {
		for path, want := range map[string]string{"a.b": "2", "a": `{"b":[{"c":1}]}`, "x.y.z": "3", "a.b.0": `{"c":1}`, "a.c": "", "": compact(raw.Value)} {
			got := ""
			if v, ok := lookup(raw.Value, path); ok {
				got = compact(v)
			}
			if got != want {
				t.Errorf("%s: got %q, want %q", path, got, want)
			}
		}
	}
}
