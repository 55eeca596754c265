//go:build !linux

package sandbox

import "os/exec"

func diesWithUs(*exec.Cmd) {}
