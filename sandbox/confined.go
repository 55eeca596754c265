package sandbox

import (
	"os"
	"path/filepath"
	"strings"
)

// View is what a confined program sees of the machine besides the system's libraries
// and its own folder. The zero value is nothing.
type View struct {
	Read []string // files and folders, read-only; those that are not there are left out
	// Over are folders that the program sees empty, but for what of them is in Read: what
	// it writes there is gone when it ends.
	Over  []string
	Write bool // its own folder can be written to
	Null  bool // there is a /dev/null, and a /proc of its own processes
}

// libraries are the folders of the system's libraries.
var libraries = []string{"/usr/lib", "/usr/lib64", "/lib", "/lib64"}

// Confined is c under bubblewrap, for a program that is not trusted: it sees the
// system's libraries, its own folder and what v says, has no network, and sees no
// other process. Of c's environment it gets nothing where c says nothing. It is an
// [IsolationError] where bubblewrap is not there.
func Confined(c Cmd, v View) (Cmd, error) {
	wrap, err := Find("bwrap")
	if err != nil {
		return c, &IsolationError{"program", "bubblewrap (bwrap) is not there"}
	}
	dir, err := filepath.EvalSymlinks(c.Dir)
	if err != nil {
		return c, err
	}

	// All namespaces, network included; a new session, so that it can't type into the terminal
	// that this program has.
	args := []string{"--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"}
	for _, e := range c.Env {
		name, value, _ := strings.Cut(e, "=")
		args = append(args, "--setenv", name, value)
	}

	// Before what may be read below them: bubblewrap mounts in the order of its arguments.
	for _, path := range v.Over {
		args = append(args, "--tmpfs", path)
	}
	for _, path := range append(libraries[:len(libraries):len(libraries)], v.Read...) {
		// /lib is a link to usr/lib on most systems, and stays one.
		to, err := os.Readlink(path)
		switch _, missing := os.Stat(path); {
		case missing != nil:
		case err == nil:
			args = append(args, "--symlink", to, path)
		default:
			args = append(args, "--ro-bind", path, path)
		}
	}
	if v.Null {
		args = append(args, "--dev-bind", "/dev/null", "/dev/null", "--proc", "/proc")
	}
	bind := "--ro-bind"
	if v.Write {
		bind = "--bind"
	}

	// The root is made read-only after everything is mounted in it; its own tmpfs would otherwise
	// take files.
	args = append(args, bind, dir, dir, "--remount-ro", "/", "--chdir", dir, "--", c.Path)
	c.Path, c.Args, c.Env = wrap, append(args, c.Args...), nil
	return c, nil
}
