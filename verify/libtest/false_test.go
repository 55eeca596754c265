package libtest

import (
	"bytes"
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"ensures/internal/require"
	"ensures/java/classlib"
	"ensures/java/types"
)

// The test of the test: contracts that are false in one way each, and true ones that
// are about identity, freshness and what may change.
var planted = []struct {
	file, method string // the first line that contains method gets the contract
	contract     string
	want         string // part of the first failure; "" for a true contract
}{
	{"java/lang/Math", "int floorDiv(int a, int b)", "public normal_behavior requires b != 0; ensures \\result == a / b;", "ensures \\result == a / b"},
	{"java/lang/Math", "int abs(int a)", "public normal_behavior ensures \\result >= 0;", "abs(-2147483648)"},
	{"java/lang/Math", "int addExact(int a, int b)", "public normal_behavior ensures true;", "a normal_behavior ended with an exception"},
	{"java/lang/Math", "double max(double a, double b)", "public normal_behavior ensures \\result == a || \\result == b;", "NaN"},
	{"java/lang/Integer", "parseInt(String s) ", "public normal_behavior requires s.length() == 1; ensures true; also public exceptional_behavior requires s.length() != 1; signals_only NumberFormatException;", "NumberFormatException"},
	{"java/lang/Integer", "Integer valueOf(int i)", "public normal_behavior ensures \\fresh(\\result);", "\\fresh"},
	{"java/lang/Integer", "Integer valueOf(int i)", "public normal_behavior ensures -128 <= i && i <= 127 ==> \\result == Integer.valueOf(i);", ""},
	{"java/lang/Integer", "Integer valueOf(int i)", "public normal_behavior ensures \\result == Integer.valueOf(i);", "ensures"},
	{"java/lang/String", "String concat(String str)", "public normal_behavior requires str != null; ensures \\fresh(\\result);", "\\fresh"},
	{"java/lang/String", "String concat(String str)", "public normal_behavior requires str.length() > 0; ensures \\fresh(\\result) && \\result.length() == length() + str.length();", ""},
	{"java/lang/String", "String trim()", "public normal_behavior ensures \\result != this;", "\\result != this"},
	{"java/lang/String", "String intern()", "public normal_behavior ensures \\result.equals(this) && \\result == \\result.intern();", ""},
	{"java/lang/StringBuilder", "append(char c)", "public normal_behavior assignable \\nothing; ensures \\result == this;", "frame"},
	{"java/lang/StringBuilder", "append(char c)", "public normal_behavior assignable this.*; ensures \\result == this && length() == \\old(length()) + 1 && charAt(\\old(length())) == c;", ""},
	{"java/util/List", " boolean add(E e);", "public normal_behavior assignable this.*; ensures \\result && size() == \\old(size()) + 1;", "UnsupportedOperationException"},
	{"java/util/ArrayList", "public boolean add(E e)", "public normal_behavior assignable this.*; ensures \\result && get(\\old(size())) == e;", ""},
	{"java/util/ArrayList", "public boolean add(E e)", "public normal_behavior assignable this.*; ensures \\result && get(\\old(size())) != e;", "!= e"},
	{"java/util/ArrayList", "public boolean add(E e)", "public behavior assignable this.*; ensures \\result && size() == \\old(size()) + 1;", ""},
	{"java/util/List", "List<E> subList(", "public normal_behavior requires 0 <= fromIndex && fromIndex <= toIndex && toIndex <= size(); ensures \\fresh(\\result) && \\result.size() == toIndex - fromIndex;", ""},
	{"java/util/List", "List<E> subList(", "public normal_behavior requires 0 <= fromIndex && fromIndex <= toIndex && toIndex <= size(); ensures \\result.size() <= toIndex - fromIndex - 1;", "size"},
	{"java/util/List", " E get(int index);", "public normal_behavior requires index < size(); ensures true;", "IndexOutOfBounds"},
	{"java/util/List", " boolean remove(Object o);", "public behavior ensures \\result ==> size() == \\old(size());", "size"},
	{"java/util/Collections", "List<T> emptyList()", "public normal_behavior ensures \\fresh(\\result);", "\\fresh"},
	{"java/util/Collections", "List<T> unmodifiableList(", "public normal_behavior requires list != null; ensures \\result.size() == list.size();", ""},
	{"java/util/Collections", "List<T> unmodifiableList(", "public normal_behavior requires list != null; ensures \\fresh(\\result);", "\\fresh"}, // one that cannot be changed comes back itself
	{"java/util/Arrays", "void fill(int[] a, int val)", "public normal_behavior requires a != null; assignable a[0]; ensures true;", "frame"},
	{"java/util/Arrays", "void fill(int[] a, int val)", "public normal_behavior requires a != null; assignable a[*]; ensures (\\forall int i; 0 <= i && i < a.length; a[i] == val);", ""},
	{"java/util/Arrays", "int[] copyOf(int[] original, int newLength)", "public normal_behavior requires original != null && newLength >= 0; ensures \\fresh(\\result) && \\result.length == newLength; also public exceptional_behavior requires original != null && newLength < 0; signals_only NegativeArraySizeException;", ""},
	{"java/util/Arrays", "List<T> asList(", "public normal_behavior requires a.length > 0; ensures \\result.get(0) == null;", "\\result.get(0)"},
}

var comments = regexp.MustCompile(`(?s)/\*@.*?\*/ ?|//@[^\n]*`)

// plant is the class library in which one method alone has a contract in its file.
func plant(t *testing.T, file, method, contract string) *Library {
	t.Helper()
	name := file + ".java"
	src, err := fs.ReadFile(classlib.FS, name)
	if err != nil {
		t.Fatal(err)
	}
	src = comments.ReplaceAll(src, nil)
	at := bytes.Index(src, []byte(method))
	if at < 0 {
		t.Fatalf("%s has no %s", name, method)
	}
	line := bytes.LastIndexByte(src[:at], '\n') + 1
	text := string(src[:line]) + "/*@ " + contract + " @*/ " + string(src[line:])

	all := fstest.MapFS{}
	err = fs.WalkDir(classlib.FS, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(classlib.FS, p)
		all[p] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	all[name] = &fstest.MapFile{Data: []byte(text)}
	l, err := NewLibrary(types.NewLibrary(all))
	if err != nil {
		t.Fatal(err)
	}
	class := strings.ReplaceAll(file, "/", ".")
	var own []Method
	for _, m := range l.Methods {
		if m.Class() == class {
			own = append(own, m)
		}
	}
	l.Methods = own
	return l
}

func TestPlanted(t *testing.T) {
	machine := jvm(t)
	for _, c := range planted {
		if testing.Short() && !require.Sample(c.contract, 4) {
			continue
		}
		l := plant(t, c.file, c.method, c.contract)
		if len(l.Errors) > 0 || len(l.Methods) != 1 {
			t.Errorf("%s: %d methods, %v", c.contract, len(l.Methods), l.Errors)
			continue
		}
		reports, err := l.Test(t.Context(), machine, l.Methods, Options{Seed: 1, Inputs: 600})
		if err != nil {
			t.Fatal(err)
		}
		r := reports[0]
		var why []string
		for _, e := range r.Failures {
			why = append(why, e.Call+": "+e.Why)
		}
		switch {
		case c.want == "" && (r.Failed > 0 || r.Passed == 0):
			t.Errorf("%s %s\n  %d passed, %d undecided; failures %q %q", c.method, c.contract, r.Passed, r.Undecided, why, r.Open)
		case c.want != "" && !strings.Contains(strings.Join(why, "\n"), c.want):
			t.Errorf("%s %s\n  %d passed, %d undecided; failures %q %q, want %q", c.method, c.contract, r.Passed, r.Undecided, why, r.Open, c.want)
		}
	}
}
