package atomicfile

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
)

func mode(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode()
}

func content(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s: %q, %v; want %q", path, got, err, want)
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }

	// What a plain new file would get is what the umask leaves.
	if err := os.WriteFile(at("plain"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Write(at("new"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	content(t, at("new"), "new")
	if got, want := mode(t, at("new")), mode(t, at("plain")); got != want {
		t.Errorf("a new file has mode %v, a plain one %v", got, want)
	}

	if err := os.WriteFile(at("old"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(at("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"link": "old", "dangling": "made"} {
		if err := os.Symlink(to, at(link)); err != nil {
			t.Skip("no symbolic links:", err)
		}
		if err := Write(at(link), []byte(link)); err != nil {
			t.Fatal(err)
		}
		content(t, at(to), link)
		if mode(t, at(link))&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more", link)
		}
	}
	if got := mode(t, at("old")); runtime.GOOS != "windows" && got != 0o640 {
		t.Errorf("an existing file has mode %v now", got)
	}

	if err := Write(at("missing/file"), nil); err == nil {
		t.Error("a file in a folder that does not exist was written")
	}
	if left, _ := filepath.Glob(at(".*")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

func TestWriteOwn(t *testing.T) {
	dir := t.TempDir()
	other, path := filepath.Join(dir, "other"), filepath.Join(dir, "a", "b", "own")
	if err := WriteOwn(path, []byte("1")); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && (mode(t, path) != 0o600 || mode(t, filepath.Dir(path)).Perm() != 0o700) {
		t.Errorf("file %v in folder %v", mode(t, path), mode(t, filepath.Dir(path)))
	}

	// A link that somebody put there leads nowhere any more.
	if err := os.WriteFile(other, []byte("other"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(other, path); err != nil {
		t.Skip("no symbolic links:", err)
	}
	if err := WriteOwn(path, []byte("2")); err != nil {
		t.Fatal(err)
	}
	content(t, path, "2")
	content(t, other, "other")
}

// Whoever reads meanwhile sees one content or the other.
func TestWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	text := func(i int) []byte { return fmt.Appendf(nil, "%0*d", 1<<16, i) }
	if err := Write(path, text(0)); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for range 10 {
				if err := WriteOwn(path, text(i)); err != nil {
					t.Error(err)
				}
				if b, err := os.ReadFile(path); err != nil || len(b) != 1<<16 {
					t.Errorf("%d bytes, %v", len(b), err)
				}
			}
		})
	}
	group.Wait()
}
