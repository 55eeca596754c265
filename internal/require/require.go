// Package require decides whether a test that leans on something outside the
// repository runs, is skipped, or fails.
//
// On a bare machine such a test skips. Where the environment promises the thing,
// its absence is a failure: ENSURES_REQUIRE is a comma-separated list of tools
// ("java,javac,z3") and of the word "shared" for the data beside the repository;
// CI=true promises "shared". [Sample] chooses the cases of a quick run. The package must not
// know what the tests test.
package require

import (
	"crypto/sha256"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// T is what the package needs of a test; *testing.T and *testing.B have it.
type T interface {
	Helper()
	Skipf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Tool is the path of an executable on PATH, or of one that `ensures setup`
// installed.
func Tool(t T, name string) string {
	t.Helper()
	path, ok := Find(name)
	if !ok {
		missing(t, name, name+" is neither on PATH nor installed by ensures setup")
	}
	return path
}

// Find looks for an executable where Tool does.
func Find(name string) (path string, ok bool) {
	if path, err := exec.LookPath(name); err == nil {
		return path, true
	}
	data := os.Getenv("XDG_DATA_HOME")
	if data == "" {
		data = filepath.Join(os.Getenv("HOME"), ".local", "share")
	}
	found, _ := filepath.Glob(filepath.Join(data, "ensures", "tools", name+"-[0-9]*", "bin", name))
	if len(found) == 0 {
		return "", false
	}
	return found[len(found)-1], true
}

// UseInstalled adds the tools that `ensures setup` installed to PATH, behind those
// that are there: for a TestMain whose tests start the product as a user does.
func UseInstalled(names ...string) {
	for _, name := range names {
		if _, err := exec.LookPath(name); err == nil {
			continue
		}
		if path, ok := Find(name); ok {
			_ = os.Setenv("PATH", os.Getenv("PATH")+string(os.PathListSeparator)+filepath.Dir(path))
		}
	}
}

// Shared is the path of a file under ../shared, beside the repository's root.
func Shared(t T, rel string) string {
	t.Helper()
	root, err := Root()
	if err != nil {
		t.Fatalf("%v", err)
	}
	path := filepath.Join(root, "..", "shared", filepath.FromSlash(rel))
	if _, err := os.Stat(path); err != nil {
		missing(t, "shared", "../shared/"+rel+" is not there")
	}
	return path
}

// Promised reports whether the environment says that a tool, or "shared", is there.
func Promised(name string) bool {
	if name == "shared" && isTrue(os.Getenv("CI")) {
		return true
	}
	list := strings.FieldsFunc(os.Getenv("ENSURES_REQUIRE"), func(r rune) bool { return r == ',' || r == ' ' })
	return slices.Contains(list, name)
}

func isTrue(s string) bool {
	switch strings.ToLower(s) {
	case "", "0", "false", "no":
		return false
	}
	return true
}

// Missing ends the test because of a thing that is no executable: as a skip, or as a
// failure where the environment promises it by that name.
func Missing(t T, name, msg string) {
	t.Helper()
	missing(t, name, msg)
}

// missing ends the test: as a failure where the thing was promised, else as a skip.
func missing(t T, name, msg string) {
	t.Helper()
	if Promised(name) {
		t.Fatalf("%s, but this run requires it (ENSURES_REQUIRE or CI)", msg)
		return
	}
	t.Skipf("%s; set ENSURES_REQUIRE=%s to make this a failure", msg, name)
}

// Sample reports whether a case is among the one in n that a quick run (go test -short)
// tries. It is chosen by the hash of its name, so that it is the same ones each time, and
// those that are added don't change which.
func Sample(name string, n uint64) bool {
	sum := sha256.Sum256([]byte(name))
	return binary.BigEndian.Uint64(sum[:])%n == 0
}

// Root is the folder of the module that the working directory is in.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", os.ErrNotExist
		}
		dir = up
	}
}
