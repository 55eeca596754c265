package bench

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const annotatedJava = `class A {
    //@ ensures \result == x;
    static int id(int x) { return x; }
    static int id(long x) { return 0; }
}
`

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A folder of annotated files has tasks without the specifications, which are the
// references; written and read again in either form nothing is lost.
func TestAnnotatedFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "A.java", annotatedJava)
	write(t, dir, "sub/A.java", "class A { static int id(int x) { return x + 1; } static void other() {} }")
	d, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, k := range d.Tasks {
		ids = append(ids, k.ID)
		if strings.Contains(k.Source, "ensures") {
			t.Errorf("%s has the specification in its code", k.ID)
		}
	}
	if diff := cmp.Diff([]string{"A.id(int)", "A.id(long)", "A.id", "A.other"}, ids); diff != "" {
		t.Error(diff)
	}
	if d.Tasks[0].Reference != annotatedJava || d.Tasks[2].Reference != "" {
		t.Errorf("references %q, %q", d.Tasks[0].Reference, d.Tasks[2].Reference)
	}
	for _, array := range []bool{false, true} {
		data, err := Lines(d.Tasks, array)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Read("x", data)
		if err != nil || len(again.Bad) > 0 {
			t.Fatal(err, again.Bad)
		}
		if diff := cmp.Diff(d.Tasks, again.Tasks, cmpopts.IgnoreUnexported(Task{}), cmpopts.IgnoreFields(Task{}, "File", "Line", "Name", "DriverClass"), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("array %v: %s", array, diff)
		}
		twice, err := Lines(again.Tasks, array)
		if err != nil || string(twice) != string(data) {
			t.Errorf("array %v: written again it is another text: %v", array, err)
		}
	}
	out := filepath.Join(t.TempDir(), "out")
	files, lost, err := WriteFolder(out, d.Tasks)
	if err != nil || files != 2 || lost != 0 {
		t.Fatalf("%d files, %d lost, %v", files, lost, err)
	}
	if _, _, err := WriteFolder(out, d.Tasks); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("over it: %v", err)
	}
	again, err := Load(out)
	if err != nil || len(again.Tasks) != 4 {
		t.Fatalf("%v %v", again, err)
	}
	n := 0
	for _, k := range again.Tasks {
		if k.Reference == annotatedJava {
			n++
		}
	}
	if n != 2 {
		t.Errorf("%d tasks have the reference", n)
	}
}

// Two files with a method of the same name make two tasks.
func TestSameNamesInAFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a/S.java", "class S { static int f() { return 1; } }")
	write(t, dir, "b/S.java", "class S { static int f() { return 2; } }")
	d, err := Load(dir)
	if err != nil || d.Tasks[0].ID != "a/S/S.f" || d.Tasks[1].ID != "b/S/S.f" {
		t.Errorf("%v %v", d, err)
	}
}

func TestWithReference(t *testing.T) {
	d, err := Read("x", []byte(`{"task_id":"A","code":"class A { int f() { return 1; } }","method_name":"f","class_name":"A","more":[1]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"first", "second"} {
		d.Tasks[0] = d.Tasks[0].WithReference(want)
		data, _ := Lines(d.Tasks, false)
		if !strings.Contains(string(data), `"more":[1]`) {
			t.Errorf("a field is lost: %s", data)
		}
		again, err := Read("x", data)
		if err != nil || again.Tasks[0].Reference != want {
			t.Errorf("%+v %v", again, err)
		}
	}
}

func TestSplit(t *testing.T) {
	var tasks []*Task
	for i := range 100 {
		k := &Task{ID: fmt.Sprintf("T%d", i), Category: []string{"a", "b", "b", "c"}[i%4]}
		if i >= 97 {
			k.Category = fmt.Sprint("rare", i)
		}
		tasks = append(tasks, k)
	}
	parts, err := ParseParts("train=0.6, dev=0.2,test=0.2")
	if err != nil {
		t.Fatal(err)
	}
	split := Split(tasks, parts, 1)
	count := func(part []*Task, category string) (n int) {
		for _, k := range part {
			if k.Category == category {
				n++
			}
		}
		return n
	}
	seen := map[string]bool{}
	for i, want := range []int{60, 20, 20} {
		if n := len(split[i]); n != want {
			t.Errorf("part %d has %d tasks, want %d", i, n, want)
		}
		for _, k := range split[i] {
			if seen[k.ID] {
				t.Errorf("%s is in two parts", k.ID)
			}
			seen[k.ID] = true
		}
		for _, c := range []string{"a", "b", "c"} {
			ideal := float64(count(tasks, c)) * float64(want) / 100
			if n := float64(count(split[i], c)); n < ideal-1 || n > ideal+1 {
				t.Errorf("part %d has %v of %s, ideally %v", i, n, c, ideal)
			}
		}
	}
	back := slices.Clone(tasks)
	slices.Reverse(back)
	other := Split(back, parts, 1)
	for i := range parts {
		slices.Reverse(other[i])
		if !slices.Equal(split[i], other[i]) {
			t.Errorf("in another order part %d is another one", i)
		}
	}
	if slices.Equal(split[1], Split(tasks, parts, 2)[1]) {
		t.Error("two seeds, one split")
	}
	for _, bad := range []string{"", "a", "a=x", "a=0", "a=-1", "=1", "a=1,a=2", "../a=1", "a=inf", "a=NaN"} {
		if _, err := ParseParts(bad); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

func TestCheckDataset(t *testing.T) {
	d, _ := Read("x.jsonl", []byte(`{"task_id":"fine","code":"class S { static int f(int x) { return x; } }","class_name":"S","method_name":"f"}
{"task_id":"syntax","code":"class S {\n int f( { } }","class_name":"S","method_name":"f"}
nonsense
{"task_id":"nowhere","code":"class S { }","class_name":"S","method_name":"f"}
{"task_id":"driver","code":"class S { static int f(int x) { return x; } }","class_name":"S","method_name":"f","test_code":"class Test { void main( }"}
{"task_id":"spec","code":"class S { static int f(int x) { return x; } }","class_name":"S","method_name":"f","reference":"class S {\n //@ ensures y;\n static int f(int x) { return x; } }"}
{"task_id":"other","code":"class S { static int f(int x) { return x; } }","class_name":"S","method_name":"f","reference":"class S { static int f(int x) { return 1; } }"}
{"task_id":"wrong","code":"class S { static int f(int x) { return x; } }","class_name":"S","method_name":"f","test_code":"class Test { public static void main(String[] a) { System.out.println(S.f(1)); } }","test_inputs":[{"input":"","output":"2"}]}
`))
	problems, err := NewRuntime().Check(t.Context(), d, true)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range problems {
		s := p.String()
		got = append(got, s[:min(len(s), 34)])
	}
	want := []string{
		"x.jsonl:2: syntax: code 2:9: ",
		"x.jsonl:3: not JSON: invalid charac",
		"x.jsonl:4: nowhere: code: no method",
		"x.jsonl:5: driver: test_code 1:26: ",
		"x.jsonl:6: spec: reference 2:14: ",
		"x.jsonl:7: other: reference: its co",
		"x.jsonl:8: wrong: tests: ",
	}
	if len(got) != len(want) {
		t.Fatalf("got %q", got)
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i][:min(len(want[i]), 30)]) {
			t.Errorf("got %q, want %q", problems[i], want[i])
		}
	}
}
