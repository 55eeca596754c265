package trajectories

import "os"

// Lock keeps other processes from writing what belongs to f until f is closed or the
// process ends, however it ends: they get [ErrRunning]. Where the system has no locks
// it does nothing.
func Lock(f *os.File) error { return lock(f) }
