//go:build unix

package regular

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe that nobody writes to and a device without an end are refused at once.
func TestAttackPipe(t *testing.T) {
	dir := t.TempDir()
	pipe, file, link := filepath.Join(dir, "pipe"), filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}

	for _, path := range []string{pipe, "/dev/zero", dir} {
		var not *NotRegular
		if _, err := ReadFile(path); !errors.As(err, &not) {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, path := range []string{file, link} {
		if text, err := ReadFile(path); err != nil || string(text) != "text" {
			t.Errorf("%s: %q, %v", path, text, err)
		}
	}
}
