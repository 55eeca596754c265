package project_test

import (
	"archive/zip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/java/project"
)

// Classes of the JDK that the library of ours lacks are known by what they declare.
func TestJDK(t *testing.T) {
	require.Tool(t, "javac")
	dir := files(t, map[string]string{"p/A.java": `package p;
import java.beans.*;
import java.nio.file.Path;
class A extends java.util.TimerTask {
  private final PropertyChangeSupport listeners = new PropertyChangeSupport(this);
  public void run() { listeners.firePropertyChange("a", 1, 2); }
  int of(Path p) { for (Path each : p) { return each.getNameCount(); } return java.util.concurrent.locks.LockSupport.class.hashCode(); }
  PropertyChangeListener one() { return e -> cancel(); }
  void bad() { listeners.fireNothing(); int x = listeners.hasListeners("a"); }
}`})
	errs := check(t, dir, "p/A.java")
	if len(errs) != 2 || !strings.Contains(errs[0].Msg, "fireNothing") || !strings.Contains(errs[1].Msg, "boolean cannot be converted to int") {
		t.Error(errs)
	}
}

// jar compiles a class and puts it into a jar, with its source into another.
func jar(t *testing.T, path, class, source string, withSource bool) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, filepath.Base(class)+".java")
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(require.Tool(t, "javac"), "-d", dir, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(dir, class+".class"))
	if err != nil {
		t.Fatal(err)
	}
	archive(t, path, class+".class", data)
	if withSource {
		archive(t, strings.TrimSuffix(path, ".jar")+"-sources.jar", class+".java", []byte(source))
	}
}

func archive(t *testing.T, path, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	w, err := z.Create(name)
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// The jars of the libraries that a pom.xml names are found in the local repository:
// versions from properties, from the parent and from what it manages, and what libraries
// need themselves, but for what they need for their own tests. A library's source comes
// before its class files.
func TestMaven(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	repository := filepath.Join(home, ".m2", "repository")
	lib := func(artifact, class, body string, withSource bool) {
		jar(t, filepath.Join(repository, "org", "lib", artifact, "1.2", artifact+"-1.2.jar"), "l/"+class, "package l; public class "+class+" { "+body+" }", withSource)
	}
	lib("near", "Near", "public static int one() { return 1; }", true)
	lib("far", "Far", "public static int two() { return 2; }", false)
	lib("tests", "Tests", "public static int three() { return 3; }", false)
	pom := filepath.Join(repository, "org", "lib", "near", "1.2", "near-1.2.pom")
	if err := os.WriteFile(pom, []byte(`<project><groupId>org.lib</groupId><artifactId>near</artifactId><version>1.2</version><dependencies>
<dependency><groupId>${project.groupId}</groupId><artifactId>far</artifactId><version>${project.version}</version></dependency>
<dependency><groupId>org.lib</groupId><artifactId>tests</artifactId><version>1.2</version><scope>test</scope></dependency></dependencies></project>`), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := files(t, map[string]string{
		"pom.xml": `<project xmlns="http://maven.apache.org/POM/4.0.0"><groupId>g</groupId><artifactId>all</artifactId><version>1</version>
<properties><lib.version>1.2</lib.version></properties><dependencyManagement><dependencies><dependency><groupId>org.lib</groupId><artifactId>near</artifactId><version>${lib.version}</version></dependency></dependencies></dependencyManagement></project>`,
		"app/pom.xml":                    `<project><parent><groupId>g</groupId><artifactId>all</artifactId><version>1</version></parent><artifactId>app</artifactId><dependencies><dependency><groupId>org.lib</groupId><artifactId>near</artifactId></dependency></dependencies></project>`,
		"app/src/main/java/p/App.java":   "package p; class App { int all() { return l.Near.one() + l.Far.two(); } }",
		"app/src/main/java/p/Other.java": "package p; class Other { int all() { return l.Tests.three(); } }",
	})
	if errs := check(t, dir, "app/src/main/java/p/App.java"); len(errs) > 0 {
		t.Error(errs)
	}
	if errs := check(t, dir, "app/src/main/java/p/Other.java"); len(errs) != 1 {
		t.Error("a library's own tests are there:", errs)
	}

	path := filepath.Join(dir, "app", "src", "main", "java", "p", "App.java")
	p := project.Of(map[string]string{path: "package p; class App { }"})
	if f := p.File("l.Near"); f == nil || p.Has(f.Name) || !strings.Contains(f.Src, "return 1;") {
		t.Error("l.Near is not from its source:", f)
	}
	if f := p.File("l.Far"); f == nil || p.Has(f.Name) {
		t.Error("l.Far is not there, or one of the project's own:", f)
	}
	if f := p.File("p.App"); f == nil || !p.Has(f.Name) {
		t.Error("p.App is not the project's own")
	}
}

// The libraries of a build of Gradle, as far as their coordinates stand in its files, are
// found in its cache; jars and folders that are named come before them.
func TestGradle(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("GRADLE_USER_HOME", "")
	cache := filepath.Join(home, ".gradle", "caches", "modules-2", "files-2.1", "org.lib")
	for artifact, class := range map[string]string{"a": "A", "b": "B", "c": "C"} {
		jar(t, filepath.Join(cache, artifact, "2.0", "0123", artifact+"-2.0.jar"), "l/"+class, "package l; public class "+class+" { public static int one() { return 1; } }", false)
	}
	dir := files(t, map[string]string{
		"settings.gradle.kts":        `rootProject.name = "all"`,
		"build.gradle.kts":           "dependencies {\n  implementation(\"org.lib:a:2.0\")\n  implementation(libs.c)\n  api(group = \"org.lib\", name = \"b\", version = \"2.0\")\n}\n",
		"gradle/libs.versions.toml":  "[versions]\nof-c = \"2.0\"\n[libraries]\nc = { module = \"org.lib:c\", version.ref = \"of-c\" }\n",
		"src/main/java/p/App.java":   "package p; class App { int all() { return l.A.one() + l.B.one() + l.C.one(); } }",
		"src/main/java/p/Other.java": "package p; class Other { int all() { return l.A.three(); } }",
	})
	if errs := check(t, dir, "src/main/java/p/App.java"); len(errs) > 0 {
		t.Error(errs)
	}

	named := filepath.Join(t.TempDir(), "named.jar")
	jar(t, named, "l/A", "package l; public class A { public static int three() { return 3; } }", false)
	path := filepath.Join(dir, "src", "main", "java", "p", "Other.java")
	p := project.Of(map[string]string{path: "package p; class Other { }"})
	p.AddClasspath([]string{filepath.Join(home, "missing.jar"), named})
	if f := p.File("l.A"); f == nil || !strings.Contains(f.Src, "int three()") {
		t.Error("the jar that is named does not come first")
	}
}
