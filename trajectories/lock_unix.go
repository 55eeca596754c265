//go:build unix

package trajectories

import (
	"errors"
	"os"
	"syscall"
)

// lock keeps other processes from writing the same run. The system lets go of it
// when the file is closed, also by a kill.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrRunning
	}
	return err
}
