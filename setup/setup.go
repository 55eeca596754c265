// Package setup installs the tools that ensures can use into a folder of the
// user's, from the machine's package registries by their ordinary clients or from
// an archive that the user names, and finds them there again.
//
// A tool's folder appears as a whole or not at all: it is made beside its place,
// tried out, and renamed. A failed or interrupted installation leaves what was
// there. The package must not know what the tools are used for.
package setup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"ensures/sandbox"
	"ensures/verify/key"
)

// Tool is one tool of the list.
type Tool struct {
	Name string
	Use  string // what ensures does with it
	// Version is the one that is installed; empty when the archive decides.
	Version string
	// Program is the path of the tool's program in its folder; empty where the
	// folder itself is the tool.
	Program string
	// Args make the program tell its version.
	Args []string
	// tell gives the version of what isn't a program that could be run for it.
	tell func(path string) (string, error)
	// From says where it comes from, for people.
	From string
	// Needs are the programs that get it; each entry lists alternatives.
	Needs []string
	// System is set for what the system's package manager installs, not into our
	// folder, unless there is an archive.
	System bool
	// fetch puts the tool into job.dir; nil for a tool that needs an archive.
	fetch func(ctx context.Context, j *job) error
	// unpack puts an archive of it there.
	unpack func(ctx context.Context, j *job, archive string) error
	// finish prepares and tries it where Program does not say enough; it may be nil.
	finish func(ctx context.Context, j *job) error
}

// Tools is the list, in the order in which help shows it. To add a tool is to add a
// value here.
func Tools() []Tool {
	return []Tool{z3(), cvc5(), keyTool(), openJML(), tlaTools(), alloyJar()}
}

// ByName is the tool of that name.
func ByName(name string) (Tool, bool) {
	for _, t := range Tools() {
		if t.Name == name {
			return t, true
		}
	}
	return Tool{}, false
}

// Options say where to install, and from what.
type Options struct {
	Dir     string // the folder of all tools, as Dir gives it
	Archive string // a file or a URL, in place of the registry
	SHA256  string // of the archive; required with a URL
	Again   bool   // install even if it is there
	Log     io.Writer

	unchecked bool // for tests: registries that are none, archives without a sum
}

// Installed is a tool that is there.
type Installed struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Path    string `json:"path"` // of the program, or of the folder
	Fresh   bool   `json:"fresh"`
}

// MissingError says that a tool can't be installed here, and what to do. It is a
// matter of the machine, not of the program.
type MissingError struct {
	Tool   string
	Reason string
	Advice string
}

func (e *MissingError) Error() string {
	return fmt.Sprintf("cannot install %s: %s; %s", e.Tool, e.Reason, e.Advice)
}

// job is an installation on its way.
type job struct {
	tool Tool
	o    Options
	dir  string // will be the tool's folder
	tmp  string // for everything else
}

func (j *job) logf(format string, args ...any) {
	if j.o.Log != nil {
		fmt.Fprintf(j.o.Log, format+"\n", args...)
	}
}

// Dir is the folder of all tools: $XDG_DATA_HOME/ensures/tools.
func Dir(getenv func(string) string) string {
	data := getenv("XDG_DATA_HOME")
	if data == "" {
		home := getenv("HOME")
		if home == "" {
			return ""
		}
		data = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(data, "ensures", "tools")
}

// Find is the path of an installed tool's program, or of its folder: of the version
// that the list names where it is there, else of the newest folder.
func Find(dir, name string) (string, bool) {
	t, ok := ByName(name)
	if !ok || dir == "" {
		return "", false
	}
	if t.Version != "" {
		if p, ok := t.in(filepath.Join(dir, name+"-"+t.Version)); ok {
			return p, true
		}
		if t.Program == "" {
			return "", false // the rest of us is written for that version
		}
	}

	es, err := os.ReadDir(dir)
	if err != nil {
		return "", false
	}
	var best string
	var when time.Time
	for _, e := range es {
		rest, ok := strings.CutPrefix(e.Name(), name+"-")
		// A version begins with a digit: the folder of z3 is not that of a tool named
		// z3-something.
		if !ok || rest == "" || rest[0] < '0' || rest[0] > '9' {
			continue
		}
		info, err := e.Info()
		if p, ok := t.in(filepath.Join(dir, e.Name())); ok && err == nil && (best == "" || info.ModTime().After(when)) {
			best, when = p, info.ModTime()
		}
	}
	return best, best != ""
}

// in is the tool's path in its folder.
func (t Tool) in(folder string) (string, bool) {
	p := filepath.Join(folder, filepath.FromSlash(t.Program))
	if _, err := os.Stat(p); err != nil {
		return "", false
	}
	return p, true
}

// Install installs a tool, unless it is there.
func Install(ctx context.Context, t Tool, o Options) (Installed, error) {
	if o.Dir == "" && !t.System {
		return Installed{}, errors.New("no folder for tools: set XDG_DATA_HOME or HOME")
	}
	if o.Archive == "" && !o.Again {
		if in, ok := t.there(ctx, o.Dir); ok {
			return in, nil
		}
	}

	// The system's package manager knows where to put things; only an archive goes into our
	// folder.
	if t.System && o.Archive == "" {
		j := &job{tool: t, o: o}
		if err := t.fetch(ctx, j); err != nil {
			return Installed{}, err
		}
		in, ok := t.there(ctx, "")
		if !ok {
			return in, fmt.Errorf("%s was installed but does not run", t.Name)
		}
		in.Fresh = true
		return in, nil
	}
	if t.fetch == nil && o.Archive == "" {
		return Installed{}, &MissingError{t.Name, "no registry has it", "get a release archive and run `ensures setup " + t.Name + " --archive FILE --sha256 SUM`"}
	}

	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return Installed{}, err
	}
	clean(o.Dir)

	// Beside its place, on the same file system: the last step is a rename.
	tmp, err := os.MkdirTemp(o.Dir, unfinished+t.Name+"-")
	if err != nil {
		return Installed{}, err
	}
	defer os.RemoveAll(tmp)

	j := &job{tool: t, o: o, dir: filepath.Join(tmp, "tool"), tmp: filepath.Join(tmp, "scratch")}
	for _, d := range []string{j.dir, j.tmp} {
		if err := os.Mkdir(d, 0o755); err != nil {
			return Installed{}, err
		}
	}
	return j.run(ctx)
}

// there is a tool that is installed and runs.
func (t Tool) there(ctx context.Context, dir string) (Installed, bool) {
	p, ok := Find(dir, t.Name)
	if !ok && t.System {
		found, err := sandbox.Find(t.Name)
		p, ok = found, err == nil
	}
	if !ok {
		return Installed{}, false
	}
	in := Installed{Name: t.Name, Version: t.Version, Path: p}
	if t.Program != "" {
		// That a program is there is not enough: it has to run on this machine.
		v, err := t.version(ctx, p)
		if err != nil {
			return Installed{}, false
		}
		in.Version = v
	}
	return in, true
}

func (j *job) run(ctx context.Context) (Installed, error) {
	t := j.tool
	var err error
	if j.o.Archive != "" {
		var path string
		if path, err = j.archive(ctx); err == nil {
			err = t.unpack(ctx, j, path)
		}
	} else {
		err = t.fetch(ctx, j)
	}
	if err != nil {
		return Installed{}, err
	}

	if t.finish != nil {
		if err := t.finish(ctx, j); err != nil {
			return Installed{}, err
		}
	}

	// Tried out before it is renamed into place.
	version := t.Version
	if t.Program != "" {
		p, ok := t.in(j.dir)
		if !ok {
			return Installed{}, fmt.Errorf("there is no %s in what was fetched for %s", t.Program, t.Name)
		}
		if version, err = t.version(ctx, p); err != nil {
			return Installed{}, err
		}
	}
	name := t.Version

	// An archive may hold another version than the list names: the folder says which.
	if j.o.Archive != "" || name == "" {
		name = version
	}

	place := filepath.Join(j.o.Dir, t.Name+"-"+name)
	if err := j.place(place); err != nil {
		return Installed{}, err
	}
	p, _ := t.in(place)
	return Installed{Name: t.Name, Version: version, Path: p, Fresh: true}, nil
}

// unfinished begins the names of folders that are not a tool's yet, or no longer.
const unfinished = ".new-"

// place renames the finished folder to its place. An older one is moved aside first
// and comes back should that fail.
func (j *job) place(to string) error {
	old := ""
	if _, err := os.Lstat(to); err == nil {
		// Into the scratch folder, which is removed with everything in it when all went well.
		old = filepath.Join(j.tmp, "old")
		if err := os.Rename(to, old); err != nil {
			return err
		}
	}
	if err := os.Rename(j.dir, to); err != nil {
		if old != "" {
			return errors.Join(err, os.Rename(old, to))
		}
		return err
	}
	return nil
}

// clean removes what installations left behind that were interrupted a day ago or
// earlier.
func clean(dir string) {
	es, _ := os.ReadDir(dir)
	for _, e := range es {
		if info, err := e.Info(); err == nil && strings.HasPrefix(e.Name(), unfinished) && time.Since(info.ModTime()) > 24*time.Hour {
			_ = os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}

var number = regexp.MustCompile(`\d+(?:\.\d+)+(?:[-.][0-9A-Za-z]+)*`)

// version runs a tool's program for its version.
func (t Tool) version(ctx context.Context, path string) (string, error) {
	if t.tell != nil {
		return t.tell(path)
	}
	r, err := sandbox.Run(ctx, sandbox.Cmd{Path: path, Args: t.Args, Timeout: time.Minute})
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", path, strings.Join(t.Args, " "), err)
	}
	// Some print it to the one stream and some to the other.
	v := number.FindString(string(r.Stdout) + string(r.Stderr))
	if r.ExitCode != 0 || v == "" {
		return "", fmt.Errorf("%s does not run: `%s %s` ended with %d and said %q", t.Name, path, strings.Join(t.Args, " "), r.ExitCode, firstLine(string(r.Stdout)+string(r.Stderr)))
	}
	return v, nil
}

// client runs a registry's client. What it says goes to the log when it fails.
func (j *job) client(ctx context.Context, offline string, c sandbox.Cmd) error {
	c.Timeout = 15 * time.Minute
	j.logf("%s %s", c.Path, strings.Join(c.Args, " "))
	r, err := sandbox.Run(ctx, c)
	if errors.Is(err, sandbox.ErrNotFound) || errors.Is(err, os.ErrNotExist) {
		return &MissingError{j.tool.Name, c.Path + " is not there", offline}
	}
	if err != nil {
		return err
	}
	if r.ExitCode != 0 || r.TimedOut {
		said := strings.TrimSpace(string(r.Stderr) + string(r.Stdout))
		j.logf("%s", said)
		return &MissingError{j.tool.Name, fmt.Sprintf("%s ended with status %d (%s)", c.Path, r.ExitCode, lastLine(said)), offline}
	}
	return nil
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	lines = slices.DeleteFunc(lines, func(l string) bool {
		return strings.TrimSpace(l) == "" || strings.HasPrefix(l, "[notice]") || strings.Contains(l, "[Help ") || strings.HasSuffix(l, "[ERROR] ")
	})
	if len(lines) == 0 {
		return "it said nothing"
	}
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(lines[len(lines)-1]), "[ERROR]"))
}

// KeyHome is the KeY installation in the folder of all tools.
func KeyHome(dir string) key.Home {
	if p, ok := Find(dir, "key"); ok {
		return key.Home(p)
	}
	return ""
}
