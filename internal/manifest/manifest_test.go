package manifest_test

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ensures/internal/manifest"

	"github.com/google/go-cmp/cmp"
)

func jar(t *testing.T, files map[string]string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.jar")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for name, text := range files {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRead(t *testing.T) {
	for _, text := range []string{
		"Manifest-Version: 1.0\nBundle-Name: a long n\n ame: of it\nBundle-Version: 6.2.0.2025\n\nName: inner\nBundle-Version: 1\n",
		"Manifest-Version: 1.0\r\nBundle-Name: a long n\r\n ame: of it\r\nBundle-Version: 6.2.0.2025\r\n\r\nName: inner\r\n",
	} {
		got, err := manifest.Read(jar(t, map[string]string{"META-INF/MANIFEST.MF": text, "A.class": "x"}))
		if err != nil {
			t.Fatal(err)
		}
		if v, err := manifest.Version(jar(t, map[string]string{"META-INF/MANIFEST.MF": text})); v != "6.2.0" || err != nil {
			t.Errorf("version %q, %v", v, err)
		}
		want := map[string]string{"Manifest-Version": "1.0", "Bundle-Name": "a long name: of it", "Bundle-Version": "6.2.0.2025"}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	}
	if got, err := manifest.Read(jar(t, map[string]string{"A.class": "x"})); err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
	for text, want := range map[string]string{"Implementation-Version: 5.1\n": "5.1", "Implementation-Version: new\n": "", "A: 1\n": ""} {
		if v, err := manifest.Version(jar(t, map[string]string{"META-INF/MANIFEST.MF": text})); v != want || err != nil {
			t.Errorf("%q: version %q, %v", text, v, err)
		}
	}
	path := filepath.Join(t.TempDir(), "b.jar")
	if err := os.WriteFile(path, []byte("no zip"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := manifest.Read(path); err == nil || !strings.Contains(err.Error(), "is no jar") {
		t.Errorf("%v", err)
	}
}
