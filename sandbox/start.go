package sandbox

import (
	"os/exec"
	"runtime"
	"sync"
)

// Where the system can do it (Linux), a child is killed when this process ends, however
// that ends. The kernel takes the thread that started the child for its parent, so that
// thread must not end before the child does: the goroutine that starts one keeps it.

// held starts a child from a thread that stays until release is called, which may be
// done more than once.
func held(cmd *exec.Cmd) (release func(), err error) {
	started, over := make(chan error), make(chan struct{})
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		if started <- err; err == nil {
			<-over
		}
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return sync.OnceFunc(func() { close(over) }), nil
}
