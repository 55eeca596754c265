package sandbox

import (
	"os"
	"path/filepath"
	"slices"

	"ensures/sandbox/jail"
)

// wrapped are bubblewrap's arguments, up to the program that it starts: new
// namespaces of all kinds, and a tree that holds nothing but what the policy names
// and this program.
func wrapped(p jail.Policy, self string) []string {
	args := []string{"--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--clearenv"}
	for _, path := range slices.Concat(p.Read, p.Execute, []string{self}) {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			args = append(args, "--ro-bind", real, real)
		}
	}
	for _, top := range []string{"/lib", "/lib64"} { // by which programs name their loader
		if to, err := os.Readlink(top); err == nil {
			args = append(args, "--symlink", to, top)
		}
	}
	return append(args, "--bind", p.Write, p.Write, "--remount-ro", "/", "--chdir", p.Write, "--")
}
