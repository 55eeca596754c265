package sandbox

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"ensures/sandbox/jail"
)

//go:embed runner.py
var runner string

//go:embed dialect_python.md
var pythonText string

// python is an installed CPython.
type python struct {
	Path    string   `json:"path"`
	Version string   `json:"version"`
	Major   int      `json:"major"`
	Minor   int      `json:"minor"`
	Library []string `json:"library"`
}

// askPython prints what has to be known of an installation. sys.executable is the
// program itself where PATH has a script that looks it up.
const askPython = `import json, os, sys, sysconfig
p = sysconfig.get_paths()
lib = [p["stdlib"], p["platstdlib"], os.path.join(p["platstdlib"], "lib-dynload"), sysconfig.get_config_var("LIBDIR") or ""]
print(json.dumps({"path": os.path.realpath(sys.executable), "version": sys.version.split()[0],
  "major": sys.version_info[0], "minor": sys.version_info[1], "library": sorted({os.path.realpath(x) for x in lib if x})}))`

func detectPython(ctx context.Context, path string) (*Engine, error) {
	wrap := ""
	if s := jail.Supported(); s.Reason != "" {
		// Landlock is needed or bubblewrap in its place; nothing takes the place of seccomp.
		if wrap, _ = Find("bwrap"); wrap == "" || !s.Seccomp {
			return nil, &IsolationError{PythonEngine, s.Reason + "; and bubblewrap (bwrap) is not there"}
		}
	}
	if path == "" {
		path = "python3"
	}

	// -I and -S: neither the environment nor site packages have a say in what the installation
	// tells of itself. It is the user's program, run unconfined once.
	res, err := Run(ctx, Cmd{Path: path, Args: []string{"-I", "-S", "-c", askPython}, Timeout: 30 * time.Second})
	switch {
	case errors.Is(err, ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return nil, &IsolationError{PythonEngine, path + " is not there"}
	case err != nil:
		return nil, fmt.Errorf("look at %s: %w", path, err)
	}
	e := &Engine{Name: PythonEngine, Jailed: true, wrap: wrap}
	if err := json.Unmarshal(res.Stdout, &e.python); err != nil || res.ExitCode != 0 {
		return nil, &IsolationError{PythonEngine, fmt.Sprintf("%s does not run: %s", path, strings.TrimSpace(string(res.Stderr)))}
	}
	if py := e.python; py.Major != 3 || py.Minor < 8 {
		return nil, &IsolationError{PythonEngine, fmt.Sprintf("%s is Python %s; 3.8 or later is needed", path, py.Version)}
	}
	e.Version = "Python " + e.python.Version
	return e, nil
}

// policy lets CPython read its library and the system's shared libraries, and
// write into the scratch folder.
func (p python) policy(scratch string) jail.Policy {
	return jail.Policy{
		Read:    append(systemLibraries(), p.Library...),
		Execute: append(loaders(), p.Path),
		Write:   scratch,
	}
}

// loaders are the programs that the kernel starts for a dynamically linked one.
func loaders() []string {
	var list []string
	for _, pattern := range []string{"/lib/ld-*.so*", "/lib64/ld-*.so*", "/lib/*/ld-*.so*"} {
		found, _ := filepath.Glob(pattern)
		list = append(list, found...)
	}
	return list
}

// systemLibraries are the places of shared libraries.
func systemLibraries() []string {
	list := []string{"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache"}
	for i, l := range list {
		if real, err := filepath.EvalSymlinks(l); err == nil {
			list[i] = real
		}
	}
	return list
}

// argv starts the runner without site packages and without writing byte code.
func (p python) argv() []string { return []string{p.Path, "-s", "-S", "-B", "-c", runner} }

// env is the whole environment. A fixed hash seed gives sets the same order in
// every run, so that a recorded run can be repeated.
func (p python) env() []string {
	return []string{"PYTHONHASHSEED=0", "PYTHONUTF8=1"}
}
