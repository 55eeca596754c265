package private_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"ensures/internal/private"
)

func TestWriteRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "folder", "file")
	if _, err := private.Read(path, 10); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if err := private.Write(path, []byte("hello")); err != nil {
		t.Fatal(err)
	}
	text, err := private.Read(path, 10)
	if err != nil || string(text) != "hello" {
		t.Errorf("%q, %v", text, err)
	}
	if runtime.GOOS != "windows" {
		for p, want := range map[string]fs.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
			if info, err := os.Stat(p); err != nil || info.Mode().Perm() != want {
				t.Errorf("%s: %v, %v", p, info.Mode(), err)
			}
		}
	}
}

// What somebody else could have written is not read.
func TestAttackForeignFiles(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes of files are those of Unix")
	}
	for name, spoil := range map[string]func(path string) error{
		"others may write":               func(p string) error { return os.Chmod(p, 0o622) },
		"the group may write":            func(p string) error { return os.Chmod(p, 0o660) },
		"others may write to its folder": func(p string) error { return os.Chmod(filepath.Dir(p), 0o777) },
		"a link": func(p string) error {
			if err := os.Rename(p, p+".real"); err != nil {
				return err
			}
			return os.Symlink(p+".real", p)
		},
		"a pipe": func(p string) error {
			if err := os.Remove(p); err != nil {
				return err
			}
			return syscall.Mkfifo(p, 0o600)
		},
		"a folder": func(p string) error {
			if err := os.Remove(p); err != nil {
				return err
			}
			return os.Mkdir(p, 0o700)
		},
		"too long": func(p string) error { return os.WriteFile(p, make([]byte, 1000), 0o600) },
		"another user's": func(p string) error {
			if os.Geteuid() != 0 {
				return os.Chmod(p, 0o602) // only root can give files away
			}
			return os.Chown(p, 65534, 65534)
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "own", "file")
			if err := private.Write(path, []byte("hello")); err != nil {
				t.Fatal(err)
			}
			if err := spoil(path); err != nil {
				t.Fatal(err)
			}
			done := make(chan error, 1)
			go func() {
				_, err := private.Read(path, 10)
				done <- err
			}()
			select {
			case err := <-done:
				if no := (*private.Error)(nil); !errors.As(err, &no) {
					t.Errorf("read with error %v", err)
				}
			case <-time.After(10 * time.Second):
				t.Error("no answer")
			}
		})
	}
}

func TestKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s", "key")
	one, err := private.Key(path)
	if err != nil || len(one) != 32 {
		t.Fatalf("%x, %v", one, err)
	}
	two, err := private.Key(path)
	if err != nil || string(one) != string(two) {
		t.Errorf("another key the second time: %v", err)
	}
	other, err := private.Key(path + "2")
	if err != nil || string(one) == string(other) {
		t.Errorf("the same key in two files: %v", err)
	}
	if !private.Same(private.Sum(one, []byte("x")), private.Sum(two, []byte("x"))) || private.Same(private.Sum(one, []byte("x")), private.Sum(other, []byte("x"))) {
		t.Error("sums")
	}
}
