package setup

import (
	"archive/zip"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// entry is a file of an archive; link makes it a symbolic link to text.
type entry struct {
	name, text string
	link       bool
}

func archive(t *testing.T, es ...entry) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.zip")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for _, e := range es {
		h := &zip.FileHeader{Name: e.name}
		h.SetMode(0o644)
		if e.link {
			h.SetMode(fs.ModeSymlink | 0o777)
		}
		w, err := z.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(e.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// program is a tool that says its version.
func program(version string) string { return "#!/bin/sh\necho tool version " + version + "\n" }

// on makes PATH a folder with these shell scripts and the system's own programs.
func on(t *testing.T, scripts map[string]string) {
	t.Helper()
	bin := t.TempDir()
	for _, name := range []string{"sh", "cp", "echo", "cat", "mkdir", "sleep"} {
		for _, dir := range []string{"/bin", "/usr/bin"} {
			if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
				_ = os.Symlink(filepath.Join(dir, name), filepath.Join(bin, name))
				break
			}
		}
	}
	for name, text := range scripts {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin)
}

func install(t *testing.T, name string, o Options) (Installed, error) {
	t.Helper()
	tool, ok := ByName(name)
	if !ok {
		t.Fatal(name)
	}
	o.unchecked = true // the registries of these tests are none
	return Install(context.Background(), tool, o)
}

// Nothing is unpacked whose sum is not the one that is known or given.
func TestAttackSums(t *testing.T) {
	dir := t.TempDir()
	wheel := archive(t, entry{name: "z3_solver.data/data/bin/z3", text: program("4.13.4")})
	for _, name := range []string{"z3_solver-4.13.4.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl", "z3_solver-4.13.4.0-py3-none-any.whl"} {
		on(t, map[string]string{"pip": `while [ "$1" != "--dest" ]; do shift; done; cp ` + wheel + ` "$2/` + name + `"`})
		if _, err := Install(t.Context(), z3(), Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "nothing was installed") || left(t, dir) != "" {
			t.Errorf("%s: %v; left: %s", name, err, left(t, dir))
		}
	}
	sum, err := checksum(wheel)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Install(t.Context(), z3(), Options{Dir: dir, Archive: wheel}); err == nil || !strings.Contains(err.Error(), "--sha256 "+sum) || left(t, dir) != "" {
		t.Errorf("an archive without a sum: %v; left: %s", err, left(t, dir))
	}
	if _, err := Install(t.Context(), z3(), Options{Dir: dir, Archive: wheel, SHA256: sum}); err != nil {
		t.Error(err)
	}
}

// Without pip the pinned wheel is downloaded from the registry's own address, and checked
// by its sum; where nothing downloads, one command is named.
func TestWithoutPip(t *testing.T) {
	if z3Wheels[runtime.GOOS+"/"+runtime.GOARCH] == "" {
		t.Skip("the registry has no z3 for this system")
	}
	w := archive(t, entry{name: wheelEntry, text: program("4.13.4")})
	for _, c := range []struct{ name, script string }{
		{"curl", `while [ "$1" != "--output" ]; do shift; done; echo "$3" >` + filepath.Join(t.TempDir(), "asked") + `; cp ` + w + ` "$2"`},
		{"wget", `while [ "$1" != "--output-document" ]; do shift; done; echo "$3" >` + filepath.Join(t.TempDir(), "asked") + `; cp ` + w + ` "$2"`},
	} {
		// A python3 without pip is no pip.
		on(t, map[string]string{c.name: c.script, "python3": "exit 1"})
		dir := t.TempDir()
		if _, err := Install(t.Context(), z3(), Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "nothing was installed") || left(t, dir) != "" {
			t.Errorf("%s brings something else: %v; left: %s", c.name, err, left(t, dir))
		}
		if in, err := install(t, "z3", Options{Dir: dir}); err != nil || in.Version != "4.13.4" {
			t.Errorf("%s: %+v, %v", c.name, in, err)
		}
		_, rest, _ := strings.Cut(c.script, ">")
		file, _, _ := strings.Cut(rest, ";")
		asked, err := os.ReadFile(file)
		if err != nil || !strings.HasPrefix(string(asked), "https://files.pythonhosted.org/packages/py3/z/z3-solver/z3_solver-4.13.4.0-py3-none-") {
			t.Errorf("%s was asked for %q, %v", c.name, asked, err)
		}
	}

	on(t, map[string]string{"apt-get": "exit 1"})
	for _, name := range []string{"z3", "tla"} {
		_, err := install(t, name, Options{Dir: t.TempDir()})
		missing := (*MissingError)(nil)
		if !errors.As(err, &missing) || missing.Advice != "run `sudo apt-get install -y python3-pip && ensures setup "+name+"`" {
			t.Errorf("%s: %v", name, err)
		}
	}
	for system, file := range z3Wheels {
		if sums[file] == "" {
			t.Errorf("no sum of the wheel for %s", system)
		}
	}
}

// left are the entries of the tools' folder.
func left(t *testing.T, dir string) string {
	t.Helper()
	es, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var out []string
	for _, e := range es {
		out = append(out, e.Name())
	}
	return strings.Join(out, " ")
}

const wheelEntry = "z3_solver-4.13.4.0.data/data/bin/z3"

func TestInstallFromRegistry(t *testing.T) {
	wheel := archive(t, entry{name: wheelEntry, text: program("4.13.4")}, entry{name: "z3/z3core.py", text: "x"})
	// The script finds where pip is told to put the wheel.
	on(t, map[string]string{"pip": `while [ "$1" != "--dest" ]; do shift; done; cp ` + wheel + ` "$2/z3.whl"`})
	dir := filepath.Join(t.TempDir(), "tools")
	in, err := install(t, "z3", Options{Dir: dir})
	if err != nil || !in.Fresh || in.Version != "4.13.4" {
		t.Fatalf("%+v, %v", in, err)
	}
	if p, ok := Find(dir, "z3"); !ok || p != in.Path || p != filepath.Join(dir, "z3-4.13.4", "bin", "z3") {
		t.Errorf("found %q, %v", p, ok)
	}
	if got := left(t, filepath.Join(dir, "z3-4.13.4")); got != "bin" {
		t.Errorf("the folder holds %s", got)
	}
	// Again: nothing is fetched, since there is no pip any more.
	on(t, nil)
	if in, err := install(t, "z3", Options{Dir: dir}); err != nil || in.Fresh {
		t.Errorf("%+v, %v", in, err)
	}
	if got := left(t, dir); got != "z3-4.13.4" {
		t.Errorf("left: %s", got)
	}
}

// A registry that can't be reached, or a client that isn't there, is said with what
// to do, and the old installation stays.
func TestOffline(t *testing.T) {
	dir := t.TempDir()
	wheel := archive(t, entry{name: wheelEntry, text: program("4.13.4")})
	on(t, nil)
	if _, err := install(t, "z3", Options{Dir: dir, Archive: wheel}); err != nil {
		t.Fatal(err)
	}
	before := left(t, dir)
	for name, pip := range map[string]string{
		"no client":  "",
		"no network": "echo 'ERROR: could not find a version that satisfies it' >&2; exit 1",
		"nothing":    "exit 0",
		"half": `while [ "$1" != "--dest" ]; do shift; done; echo broken > "$2/z3.whl"
`,
	} {
		t.Run(name, func(t *testing.T) {
			scripts := map[string]string{"pip": pip}
			if pip == "" {
				scripts = nil
			}
			on(t, scripts)
			_, err := install(t, "z3", Options{Dir: dir, Again: true})
			var missing *MissingError
			if strings.HasPrefix(name, "no ") && (!errors.As(err, &missing) || !strings.Contains(err.Error(), "--archive FILE")) {
				t.Errorf("error %v", err)
			}
			if err == nil {
				t.Error("no error")
			}
			if got := left(t, dir); got != before {
				t.Errorf("left: %s, before: %s", got, before)
			}
			if in, err := install(t, "z3", Options{Dir: dir}); err != nil || in.Fresh {
				t.Errorf("the old installation is gone: %+v, %v", in, err)
			}
		})
	}
}

func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	on(t, map[string]string{"pip": "sleep 30"})
	tool, _ := ByName("z3")
	if _, err := Install(ctx, tool, Options{Dir: dir}); err == nil {
		t.Error("no error")
	}
	if got := left(t, dir); got != "" {
		t.Errorf("left: %s", got)
	}
}

func TestArchive(t *testing.T) {
	dir := t.TempDir()
	on(t, nil)
	zipped := archive(t, entry{name: "openjml/openjml", text: program("21-0.21")}, entry{name: "openjml/lib/a.jar", text: "jar"})
	sum, err := checksum(zipped)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := install(t, "openjml", Options{Dir: dir, Archive: zipped, SHA256: strings.Repeat("0", 64)}); err == nil || !strings.Contains(err.Error(), sum) || left(t, dir) != "" {
		t.Errorf("a wrong checksum: %v; left: %s", err, left(t, dir))
	}
	in, err := install(t, "openjml", Options{Dir: dir, Archive: zipped, SHA256: strings.ToUpper(sum)})
	if err != nil || in.Version != "21-0.21" && in.Version != "0.21" {
		t.Fatalf("%+v, %v", in, err)
	}
	if p, ok := Find(dir, "openjml"); !ok || p != in.Path {
		t.Errorf("found %q", p)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(in.Path), "lib", "a.jar")); err != nil {
		t.Error(err)
	}
	if _, err := install(t, "openjml", Options{Dir: dir, Archive: "https://example.org/openjml.zip"}); err == nil || !strings.Contains(err.Error(), "--sha256") {
		t.Errorf("a URL without checksum: %v", err)
	}
	if _, err := install(t, "openjml", Options{Dir: dir, Again: true}); !errors.As(err, new(*MissingError)) {
		t.Errorf("no archive: %v", err)
	}
}

// What does not run is not installed.
func TestBroken(t *testing.T) {
	dir := t.TempDir()
	on(t, nil)
	for name, text := range map[string]string{
		"fails":         "#!/bin/sh\necho version 1.2.3; exit 1\n",
		"says nothing":  "#!/bin/sh\n",
		"is no program": "what is this",
	} {
		if _, err := install(t, "openjml", Options{Dir: dir, Archive: archive(t, entry{name: "openjml", text: text})}); err == nil || left(t, dir) != "" {
			t.Errorf("%s: error %v; left: %s", name, err, left(t, dir))
		}
	}
}

// No entry of an archive is written outside of its folder.
func TestZipSlip(t *testing.T) {
	for name, es := range map[string][]entry{
		"parents":           {{name: "../evil", text: "x"}},
		"parents inside":    {{name: "a/../../evil", text: "x"}},
		"backslashes":       {{name: `..\evil`, text: "x"}},
		"absolute":          {{name: "/tmp/evil", text: "x"}},
		"link out":          {{name: "l", text: "../..", link: true}},
		"absolute link":     {{name: "l", text: "/etc", link: true}},
		"through a link":    {{name: "l", text: ".", link: true}, {name: "l/../../evil", text: "x"}},
		"twice":             {{name: "a", text: "x"}, {name: "a", text: "y"}},
		"through deep link": {{name: "d/l", text: "../../x", link: true}},
	} {
		t.Run(name, func(t *testing.T) {
			outside := t.TempDir()
			dir := filepath.Join(outside, "in")
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := unzip(context.Background(), archive(t, es...), dir, func(n string) string { return n }); err == nil {
				t.Error("no error")
			}
			if got := left(t, outside); got != "in" {
				t.Errorf("outside: %s", got)
			}
		})
	}
	dir := t.TempDir()
	good := archive(t, entry{name: "lib/libz.so.1", text: "x"}, entry{name: "lib/libz.so", text: "libz.so.1", link: true})
	if err := unzip(context.Background(), good, dir, func(n string) string { return n }); err != nil {
		t.Error(err)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "lib", "libz.so")); err != nil || string(b) != "x" {
		t.Errorf("%q, %v", b, err)
	}
}

func TestToolsAreComplete(t *testing.T) {
	var names []string
	for _, tool := range Tools() {
		names = append(names, tool.Name)
		if tool.Use == "" || tool.From == "" || tool.unpack == nil || tool.Program != "" && tool.Args == nil && tool.tell == nil || tool.Program == "" && tool.Version == "" {
			t.Errorf("%s lacks something: %+v", tool.Name, tool)
		}
	}
	if len(slices.Compact(slices.Sorted(slices.Values(names)))) != len(names) {
		t.Errorf("two tools have one name: %v", names)
	}
}

func TestDir(t *testing.T) {
	for want, env := range map[string]map[string]string{
		filepath.Join("/x", "ensures", "tools"):                    {"XDG_DATA_HOME": "/x", "HOME": "/h"},
		filepath.Join("/h", ".local", "share", "ensures", "tools"): {"HOME": "/h"},
		"": {},
	} {
		if got := Dir(func(k string) string { return env[k] }); got != want {
			t.Errorf("%v: %q, want %q", env, got, want)
		}
	}
}
