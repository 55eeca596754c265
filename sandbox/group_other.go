//go:build !unix

package sandbox

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

func ownSession(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) error {
	if cmd.Process == nil || cmd.ProcessState != nil {
		return nil
	}
	return cmd.Process.Kill()
}

func tookTooLong(*os.ProcessState) bool { return false }
