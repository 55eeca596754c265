//go:build unix

package system

import (
	"context"
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"ensures/tla"
	"ensures/tools"
)

// A trace that is a pipe which nobody writes to is a bad call, it is not waited for.
func TestAttackPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	none := func(context.Context) (tla.Toolchain, error) { return tla.Toolchain{}, nil } // no run is reached
	_, err := call(t, Options{Paths: true, Toolchain: none}, validateIn{Module: lock, Mapping: mapping, Trace: pipe})
	var bad *tools.BadCall
	if !errors.As(err, &bad) {
		t.Error(err)
	}
}
