//go:build !linux

package jail

import (
	"fmt"
	"runtime"
	"syscall"
)

// Supported reports what there is: nothing outside Linux.
func Supported() Support {
	return Support{Reason: "Landlock and seccomp are Linux's, this is " + runtime.GOOS}
}

// Exec fails.
func Exec(Policy, string, []string, []string) error { return fmt.Errorf("no jail on %s", runtime.GOOS) }

// ExecOpen executes a program that needs no jail.
func ExecOpen(path string, argv, env []string) error {
	return fmt.Errorf("execute %s: %w", path, syscall.Exec(path, argv, env))
}

// DieWithParent does nothing.
func DieWithParent(int) error { return nil }

// PrivateFolder fails.
func PrivateFolder(string, int64, int, string) error {
	return fmt.Errorf("no mounts of a process's own on %s", runtime.GOOS)
}

// MountSpace is "": there are none.
func MountSpace() string { return "" }
