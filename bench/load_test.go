package bench

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ensures/internal/require"
)

func TestReadKeepsGoingAfterBadLines(t *testing.T) {
	d, err := Read("x.jsonl", []byte(`
{"task_id":"A","code":"class A{}","test_code":"class T{}","test_inputs":[{"input":"1","output":"2"}]}
{"task_id":"B","code":
[1,2]
{"code":"class A{}"}
{"task_id":"A","code":"class A{}"}
{"task_id":"C","prompt":"class C {","canonical_solution":"}","entry_point":"f","test":"class Main{}"}
{"task_id":"D","prompt":"class C {","entry_point":"f","language":"python"}
`))
	if err != nil {
		t.Fatal(err)
	}
	var ids, bad []string
	for _, k := range d.Tasks {
		ids = append(ids, k.ID)
	}
	for _, b := range d.Bad {
		bad = append(bad, strings.SplitN(b.Error(), ": ", 3)[0])
	}
	if diff := cmp.Diff([]string{"A", "C"}, ids); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"x.jsonl:3", "x.jsonl:4", "x.jsonl:5", "x.jsonl:6", "x.jsonl:8"}, bad); diff != "" {
		t.Error(diff)
	}
}

func TestReadRust(t *testing.T) {
	d, err := Read("x.jsonl", []byte(`{"task_id":"a","stripped":"fn f() {}","function":"f"}
{"task_id":"b","stripped":null,"function":null}
{"task_id":"c/1","code":"fn g() {}\nfn h(x: u8) {}\nfn i() {}","test":"#[test] fn t() { h(1); g(); }"}
{"task_id":"d","code":"fn g() {}","test":"#[test] fn t() { gg(); }"}
`))
	if err != nil || len(d.Tasks) != 2 || len(d.Bad) != 2 {
		t.Fatalf("%v, %d tasks, %v", err, len(d.Tasks), d.Bad)
	}
	for i, want := range []string{"a.rs f", "c_1.rs h"} {
		if got := d.Tasks[i]; got.Name+" "+got.Method != want || got.Language != Rust {
			t.Errorf("%s %s in %q, want %s", got.Name, got.Method, got.Language, want)
		}
	}
}

func TestReadArray(t *testing.T) {
	d, err := Read("x.json", []byte("[\n {\"task_id\":\"A\",\"code\":\"class A{}\"},\n {\"task_id\":\"\"},\n {\"task_id\":\"B\",\"code\":\"\"},\n oops]"))
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Tasks) != 2 || len(d.Bad) != 2 || d.Bad[0].Line != 3 || d.Bad[1].Line != 5 {
		t.Errorf("tasks %d, bad %v", len(d.Tasks), d.Bad)
	}
}

func TestReadNothing(t *testing.T) {
	for _, src := range []string{"", "\n\n", "[]", "not json", `{"a":1}`} {
		if _, err := Read("x", []byte(src)); err == nil {
			t.Errorf("%q: no error", src)
		}
	}
}

func TestReadSpecs(t *testing.T) {
	specs, bad := ReadSpecs("s.jsonl", []byte(`{"task_id":"A","code":"x"}
{"task_id":"B","annotated":"y"}
{"task_id":"C"}
{"code":"z"}
nonsense`))
	want := []CandidateSpec{{"A", "x", 1}, {"B", "y", 2}}
	if diff := cmp.Diff(want, specs); diff != "" {
		t.Error(diff)
	}
	if len(bad) != 3 || bad[0].Line != 3 || bad[2].Line != 5 {
		t.Errorf("bad: %v", bad)
	}
}

func TestMethodsOf(t *testing.T) {
	tasks, _ := MethodsOf("dir/Demo.java", `
class Demo {
  int f(int x) { return x; }
  int f(int[] a, String... s) { return 0; }
  abstract void g();
  static class In { boolean h(java.util.List<String> l) { return true; } }
  public static void main(String[] a) {}
}`)
	var ids []string
	for _, k := range tasks {
		ids = append(ids, k.ID)
	}
	want := []string{"Demo.f(int)", "Demo.f(int[],String[])", "Demo.In.h"}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Error(diff)
	}
}

func TestLoadShared(t *testing.T) {
	for file, want := range map[string]struct{ tasks, tests int }{
		"data/specgenbench/tasks.jsonl": {71, 14615},
		"data/mbjp/tasks.jsonl":         {561, 561},
	} {
		d, err := Load(require.Shared(t, file))
		if err != nil {
			t.Fatal(err)
		}
		tests := 0
		for _, k := range d.Tasks {
			tests += len(k.Tests)
		}
		if len(d.Tasks) != want.tasks || len(d.Bad) != 0 {
			t.Errorf("%s: %d tasks, bad %v", file, len(d.Tasks), d.Bad)
		}
		if tests != want.tests {
			t.Errorf("%s: %d tests", file, tests)
		}
	}
}
