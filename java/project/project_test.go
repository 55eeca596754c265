package project_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/project"
	"ensures/java/types"
)

// files writes a project and returns its folder.
func files(t *testing.T, text map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range slices.Sorted(maps.Keys(text)) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text[name]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// check checks one file of a project and returns the mistakes of its bodies and headers.
func check(t *testing.T, dir, name string) java.ErrorList {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lib := types.NewLibrary(classlib.FS)
	lib.SetSources(project.Of(map[string]string{path: string(src)}))
	f, errs := java.Parse(path, string(src))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	_, errs = types.Check(lib, f)
	return errs
}

// Classes of the package, of other modules and of test source are found, package-private
// ones, static imports, constants and types that name the file itself included.
func TestModules(t *testing.T) {
	dir := files(t, map[string]string{
		"pom.xml": "<project/>", "core/pom.xml": "<project/>", "app/pom.xml": "<project/>",
		"core/src/main/java/p/Base.java":      "package p; public abstract class Base<T> { protected T held; public abstract int size(); public T held() { return held; } }",
		"core/src/main/java/p/Checks.java":    "package p; public final class Checks { public static final int MOST = 7; public static int atLeast(int x, int y) { return Missing.bad(); } }",
		"app/src/main/java/q/Helper.java":     "package q; class Helper { static App twice(App a) { return a; } enum Colour { RED } }",
		"app/src/main/java/q/sub/Strays.java": "package wrong; public class Strays { }",
		"app/src/main/java/q/App.java": `package q;
import p.Base;
import static p.Checks.atLeast;
import static p.Checks.*;
class App extends Base<String> {
	public int size() { return atLeast(MOST, held().length()); }
	App self() { return Helper.twice(this); }
	Helper.Colour colour() { return Helper.Colour.RED; }
}`,
		"app/src/main/java/q/Lost.java": "package q; class Lost { q.sub.Strays s; Nowhere n; }",
	})
	if errs := check(t, dir, "app/src/main/java/q/App.java"); len(errs) > 0 {
		t.Errorf("mistakes: %v", errs)
	}
	if errs := check(t, dir, "app/src/main/java/q/Lost.java"); len(errs) != 2 {
		t.Errorf("mistakes %v, want two", errs)
	}
}

// Classes that inherit from themselves by way of other files are an end, not a loop.
func TestCycle(t *testing.T) {
	dir := files(t, map[string]string{
		"A.java": "class A extends B { int f() { return g() + h; } }",
		"B.java": "class B extends C { int g() { return 1; } }",
		"C.java": "class C extends B implements I { int h; }",
		"I.java": "interface I extends I { }",
	})
	check(t, dir, "A.java")
}

func TestRootOf(t *testing.T) {
	for _, c := range []struct{ path, text, want string }{
		{"/a/src/p/q/C.java", "package p.q; class C { }", "/a/src"},
		{"/a/src/p/q/C.java", "// package x;\n/* { */ package p.q;\nclass C { }", "/a/src"},
		{"/a/src/C.java", "class C { String s = \"package p;\"; }", "/a/src"},
		{"/a/src/p/C.java", "package q; class C { }", ""},
	} {
		if got := project.RootOf(c.path, c.text); got != c.want {
			t.Errorf("RootOf(%s, %q) = %q, want %q", c.path, c.text, got, c.want)
		}
	}
}
