package sandbox

import (
	"os/exec"
	"syscall"
)

// diesWithUs has the kernel kill the child when the thread that starts it ends. What
// the child itself starts is not meant.
func diesWithUs(cmd *exec.Cmd) { cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL }
