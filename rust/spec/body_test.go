package spec

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"ensures/internal/require"
)

func TestBody(t *testing.T) {
	f := Parse(`fn f(v: &mut Vec<i32>, n: usize) -> i32 {
    let mut s: i64 = 0;
    for i in 0..n { v[i] += 1; }
    for (a, b) in v.iter().zip(v) { s = a + b; }
    while s < 3 && n > 0 {
        if v[0] == 1 { return 2; } else if n == 1 { break; } else { v.push(3) }
        s = s + 1;
    }
    match n { 0 => { s = 1; } _ => {} }
    -1
}
fn none();`)
	var describe func(list []Stmt) string
	describe = func(list []Stmt) string {
		var out []string
		for _, s := range list {
			switch s := s.(type) {
			case *Local:
				out = append(out, fmt.Sprintf("%s: %s := %s", s.Name, s.Type, Text(s.Value)))
			case *Assign:
				out = append(out, Text(s.Place)+" "+s.Op+"= "+Text(s.Value))
			case *Do:
				out = append(out, Text(s.X))
			case *Yield:
				out = append(out, "^"+Text(s.X))
			case *Branch:
				out = append(out, "if "+Text(s.Cond)+" {"+describe(s.Then)+"} {"+describe(s.Else)+"}")
			case *Repeat:
				head := s.Var
				if s.Cond != nil {
					head = Text(s.Cond)
				}
				if s.Low != nil {
					head += " " + Text(s.Low) + ".." + Text(s.High)
				}
				out = append(out, s.Loop.Word+" "+head+" {"+describe(s.Body)+"}")
			case *Leave:
				out = append(out, s.Word)
			case *Unread:
				out = append(out, "?"+strings.Join(s.Names, ","))
			}
		}
		return strings.Join(out, "; ")
	}
	want := "s: i64 := 0; for i 0..n {v[i] += 1}; ?for,a,b,in,v,iter,zip,v,s,a,b; " +
		"while s < 3 && n > 0 {if v[0] == 1 {return} {if n == 1 {break} {^v.push(3)}}; s = s + 1}; ?match,n,s,_; ^-1"
	if got := describe(f.Body(f.Funcs[0])); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got := f.Body(f.Funcs[1]); got != nil {
		t.Errorf("a body: %v", got)
	}
}

// shape is an expression without its places, each operator in brackets.
func shape(e any) string {
	if e == nil {
		return "nil"
	}
	v := reflect.ValueOf(e)
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return "nil"
		}
		if s, ok := v.Interface().(fmt.Stringer); ok {
			return s.String()
		}
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Struct:
		out := v.Type().Name()
		for i := range v.NumField() {
			if n := v.Type().Field(i).Name; n != "Span" && n != "Triggers" {
				out += " " + shape(v.Field(i).Interface())
			}
		}
		return "(" + out + ")"
	case reflect.Slice:
		out := "["
		for i := range v.Len() {
			out += shape(v.Index(i).Interface()) + ","
		}
		return out + "]"
	}
	return fmt.Sprint(v.Interface())
}

// What Text writes is read as what it was: on every clause of Verus-Bench.
func TestText(t *testing.T) {
	text, err := os.ReadFile(require.Shared(t, "data/rust/verusbench.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	n := [2]int{}
	for line := range strings.Lines(string(text)) {
		var task struct{ Task_id, Ground_truth string }
		if err := json.Unmarshal([]byte(line), &task); err != nil {
			t.Fatal(err)
		}
		f := Parse(task.Ground_truth)
		for _, fn := range f.Funcs {
			all := fn.Clauses
			for _, l := range fn.Loops {
				all = append(all, l.Clauses...)
			}
			for _, c := range all {
				written := Text(c.Expr)
				again := Parse("//@ ensures " + written + "\nfn f() {}")
				if len(again.Errs) > 0 || len(again.Funcs[0].Clauses) != 1 {
					t.Errorf("%s: %q of %q is not read: %v", task.Task_id, written, c.Text, again.Errs)
					continue
				}
				if got, want := shape(again.Funcs[0].Clauses[0].Expr), shape(c.Expr); got != want {
					t.Errorf("%s: %q is read as\n%s\nnot\n%s", task.Task_id, written, got, want)
				}
				n[sha256.Sum256([]byte(task.Task_id))[0]%2]++
			}
		}
	}
	t.Logf("%d clauses of the half looked at, %d of the other", n[0], n[1])
	if n[0] < 100 || n[1] < 100 {
		t.Error("too few")
	}
}

// A spec fn may stand in comments, whole: what a project's own compiler sees is not hidden
// from ours.
func TestFunctionInComment(t *testing.T) {
	const good = "//@ spec fn twice(x: int) -> int\n//@ {\n//@     2 * x\n//@ }\n//@ ensures result == twice(x as int)\nfn f(x: u8) -> u8 { x }\n"
	f := Parse(good)
	if len(f.Errs) > 0 || len(f.Funcs) != 2 || f.Funcs[0].Mode != SpecFn || f.Funcs[0].Value == nil || len(f.Funcs[1].Clauses) != 1 {
		t.Errorf("%v %v", f.Errs, f.Funcs)
	}
	if plain := f.Plain(); !strings.Contains(plain, "fn f(x: u8)") || strings.Contains(plain, "spec") {
		t.Errorf("the compiler sees\n%s", plain)
	}
	f = Parse("//@ requires x > 1\n//@ spec fn one() -> int { 1 }\nfn f(x: u8) -> u8 { x }\n")
	if len(f.Errs) > 0 || len(f.Funcs) != 2 || len(f.Funcs[0].Clauses) != 0 || len(f.Funcs[1].Clauses) != 1 {
		t.Errorf("a clause before a spec fn is lost: %v", f.Errs)
	}
	for _, bad := range []string{
		"//@ spec\nfn f() -> u8 { 2 }\n",
		"//@ spec fn g(x: int) -> int\n{ 1 }\nfn f() -> u8 { 2 }\n",
		"//@ spec fn g(x: int) -> int {\nfn f() -> u8 { 2 }\n//@ }\n",
		"//@ spec fn g(x: int) -> int { 1\n}\n",
	} {
		if f := Parse(bad); len(f.Errs) == 0 {
			t.Errorf("read: %q", bad)
		}
	}
}
