//go:build !unix

package trajectories

import "os"

// lock does nothing here: whoever resumes a run sees to it that it isn't running.
func lock(*os.File) error { return nil }
