package sandbox

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"

	"ensures/internal/require"
)

// A child stays when the thread of whoever started it ends.
func TestSessionOutlivesTheThreadOfItsStart(t *testing.T) {
	sh := require.Tool(t, "sh")
	type started struct {
		s   *Session
		err error
	}
	c, over := make(chan started), make(chan struct{})
	var start func()
	start = func() {
		runtime.LockOSThread() // and ends with the thread, but for the first one, which stays
		if syscall.Gettid() == os.Getpid() {
			go start() // in another one, as this one waits
			<-over
			return
		}
		s, err := StartSession(SessionOptions{Path: sh, Args: []string{"-c", "read x; echo got $x"}})
		c <- started{s, err}
	}
	go start()
	got := <-c
	close(over)
	if got.err != nil {
		t.Fatal(got.err)
	}
	defer got.s.Kill()
	time.Sleep(200 * time.Millisecond) // the thread is gone by now
	if _, err := fmt.Fprintln(got.s.Stdin, "it"); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(got.s.Stdout).ReadString('\n'); line != "got it\n" {
		t.Errorf("%q, %v: %s", line, err, got.s.End())
	}
}
