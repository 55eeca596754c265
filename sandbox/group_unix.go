//go:build unix

package sandbox

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes the child the leader of a process group of its own.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	diesWithUs(cmd)
}

// ownSession makes the child the leader of a session of its own, without a terminal.
func ownSession(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	diesWithUs(cmd)
}

// killGroup kills every process of the child's group.
func killGroup(cmd *exec.Cmd) error {
	if cmd.Process == nil {
		return nil
	}
	return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}

// signalOf is the signal that ended a process, or −1.
func signalOf(s *os.ProcessState) syscall.Signal {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return w.Signal()
	}
	return -1
}

// tookTooLong reports whether a process, or the last one of a shell, was ended by the
// limit on its processor time.
func tookTooLong(s *os.ProcessState) bool {
	return signalOf(s) == syscall.SIGXCPU || s.ExitCode() == 128+int(syscall.SIGXCPU)
}
