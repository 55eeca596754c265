package leak

import (
	"os/exec"
	"runtime"
	"syscall"
	"testing"

	"ensures/internal/require"
)

func TestGroup(t *testing.T) {
	require.Tool(t, "sleep")
	c := exec.Command("sh", "-c", "sleep 60 & sleep 60")
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if len(members(c.Process.Pid)) == 0 {
		t.Error("a running group is not seen")
	}
	if err := syscall.Kill(-c.Process.Pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if err := Group(c.Process.Pid); err != nil { // not waited for: a zombie does not count
		t.Error(err)
	}
	_ = c.Wait()
}

func TestGoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	check := Goroutines()
	stop := make(chan struct{})
	go func() { <-stop }()
	if runtime.NumGoroutine() <= before {
		t.Error("a goroutine that stays is not seen")
	}
	close(stop)
	if err := check(); err != nil {
		t.Error(err)
	}
}
