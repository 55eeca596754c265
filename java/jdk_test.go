package java

import (
	"archive/zip"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ensures/internal/require"
)

// TestJDKSources reads the source of java.base, where the JDK on PATH has it:
// thousands of files by people who use every corner of the language.
func TestJDKSources(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	javac, err := filepath.EvalSymlinks(require.Tool(t, "javac"))
	if err != nil {
		t.Fatal(err)
	}
	// any JDK beside the one on PATH will do
	jdks := filepath.Dir(filepath.Dir(filepath.Dir(javac)))
	var z *zip.ReadCloser
	var path string
	all, _ := filepath.Glob(filepath.Join(jdks, "*", "lib", "src.zip"))
	for _, path = range all {
		if z, err = zip.OpenReader(path); err == nil {
			break
		}
	}
	if z == nil {
		t.Skipf("no JDK in %s comes with its source", jdks)
	}
	defer z.Close()
	files, bytes, took := 0, 0, time.Duration(0)
	for _, e := range z.File {
		if !strings.HasPrefix(e.Name, "java.base/") || !strings.HasSuffix(e.Name, ".java") || strings.HasSuffix(e.Name, "module-info.java") {
			continue
		}
		r, err := e.Open()
		if err != nil {
			t.Fatal(err)
		}
		src, err := io.ReadAll(r)
		r.Close()
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		f, errs := Parse(e.Name, string(src))
		took += time.Since(start)
		files++
		bytes += len(src)
		if len(errs) > 0 {
			if errs[0].Construct == "unnamed variable _" { // newer than Java 21
				continue
			}
			t.Errorf("%v (%s)", errs[0], errs[0].Hint)
			continue
		}
		checkTree(t, f)
		checkRoundTrip(t, f)
	}
	if files < 1000 {
		t.Errorf("only %d files in %s", files, path)
	}
	t.Logf("%d files, %d bytes, %.1f MB/s", files, bytes, float64(bytes)/1e6/took.Seconds())
}
