package leak_test

import (
	"os/exec"
	"syscall"
	"testing"

	"ensures/internal/leak"
)

func TestGroup(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a process that stays")
	}
	c := exec.Command("sh", "-c", "sleep 60 & sleep 60")
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if leak.Group(c.Process.Pid) == nil {
		t.Error("a running group is not seen")
	}
	if err := syscall.Kill(-c.Process.Pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if err := leak.Group(c.Process.Pid); err != nil { // not waited for: a zombie does not count
		t.Error(err)
	}
	_ = c.Wait()
}

func TestGoroutines(t *testing.T) {
	check := leak.Goroutines()
	if err := check(); err != nil {
		t.Error(err)
	}
	if testing.Short() {
		return
	}
	stop := make(chan struct{})
	go func() { <-stop }()
	if check() == nil {
		t.Error("a goroutine that stays is not seen")
	}
	close(stop)
}
