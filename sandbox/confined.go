package sandbox

import (
	"os"
	"path/filepath"
)

// Confined is c under bubblewrap, for a program that is not trusted: it sees the
// system's libraries and its own folder, all read-only, has no network, and sees no
// other process. It is an [IsolationError] where bubblewrap is not there.
func Confined(c Cmd) (Cmd, error) {
	wrap, err := Find("bwrap")
	if err != nil {
		return c, &IsolationError{"program", "bubblewrap (bwrap) is not there"}
	}
	dir, err := filepath.EvalSymlinks(c.Dir)
	if err != nil {
		return c, err
	}

	args := []string{"--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"}
	for _, path := range []string{"/usr/lib", "/usr/lib64", "/lib", "/lib64"} {
		to, err := os.Readlink(path)
		switch _, missing := os.Stat(path); {
		case missing != nil:
		case err == nil:
			args = append(args, "--symlink", to, path)
		default:
			args = append(args, "--ro-bind", path, path)
		}
	}
	args = append(args, "--ro-bind", dir, dir, "--remount-ro", "/", "--chdir", dir, "--", c.Path)
	c.Path, c.Args = wrap, append(args, c.Args...)
	return c, nil
}
