// Package toolchain finds rustc and runs it as a front end: it type-checks a file
// and prints the bodies of its functions as MIR, with the flags under which every
// overflow, index and division is an explicit check.
//
// A file that is compiled is not trusted. A single file runs no code of its own at
// compile time but constants, which a time limit ends; what a crate's build scripts
// and procedural macros do is code, and is not run here. A rust-toolchain.toml can
// name a folder with programs, so rustc never runs in the file's folder. Where there is
// bubblewrap, the compiler sees no file but its own, the system's and the one it
// compiles.
//
// The package must not know specifications, or what the MIR says.
package toolchain

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"ensures/sandbox"
)

// Options say which compiler, and its limits. The zero value looks on PATH.
type Options struct {
	Rustc   string        // path of rustc
	Channel string        // a channel of rustup's ("1.95.0", "stable"), as +channel
	Timeout time.Duration // for one compilation; 0 is 30 s
}

// Toolchain is a compiler that is there.
type Toolchain struct {
	o       Options
	Path    string
	Release string // "1.95.0"
	Host    string // "x86_64-unknown-linux-gnu"
	// Unconfined says why the compiler sees all files of its user, "" where it does not.
	Unconfined string

	sysroot string // of the compiler that is run confined
	in      Surroundings
}

// Surroundings are what a crate is compiled with besides its own text. The zero value is
// nothing, and the edition of 2021.
type Surroundings struct {
	Edition string
	Cfg     []string // as --cfg takes them
	Externs []Extern
	Folders []string // where the crates that those need are found; they are read only
	Env     []string // NAME=value, for the code's env!
}

// Extern is a compiled crate by the name that the code has for it.
type Extern struct{ Name, Path string }

// In returns the compiler with a crate's surroundings.
func (t *Toolchain) In(s Surroundings) *Toolchain {
	in := *t
	in.in = s
	return &in
}

// args are the arguments that say what a crate is compiled with.
func (s Surroundings) args(c Crate) []string {
	edition := c.Edition
	for _, e := range []string{s.Edition, "2021"} {
		if edition == "" {
			edition = e
		}
	}
	out := []string{"--edition=" + edition}
	for _, cfg := range append(append([]string{}, s.Cfg...), c.Cfg...) {
		out = append(out, "--cfg", cfg)
	}
	for _, e := range s.Externs {
		out = append(out, "--extern", e.Name+"="+e.Path)
	}
	for _, dir := range s.Folders {
		out = append(out, "-L", "dependency="+dir)
	}
	return out
}

// MissingError says that there is no usable compiler, and what to do.
type MissingError struct{ Reason string }

func (e *MissingError) Error() string {
	return "rustc " + e.Reason + "; install Rust 1.95, or name its rustc with verify.rustc"
}

var releaseRE = regexp.MustCompile(`(?m)^release: (\S+)$`)
var hostRE = regexp.MustCompile(`(?m)^host: (\S+)$`)

// Find asks the compiler for its version. It is a [MissingError] where there is none,
// or none that answers as rustc does.
func Find(ctx context.Context, o Options) (*Toolchain, error) {
	if o.Timeout <= 0 {
		o.Timeout = 30 * time.Second
	}
	name := o.Rustc
	if name == "" {
		name = "rustc"
	}
	path, err := sandbox.Find(name)
	if err != nil {
		return nil, &MissingError{"is not on PATH"}
	}
	t := &Toolchain{o: o, Path: path}
	dir, remove, err := sandbox.TempDir("rust")
	if err != nil {
		return nil, err
	}
	defer remove()
	res, err := t.run(ctx, dir, "-vV")
	if err != nil {
		return nil, err
	}

	release, host := releaseRE.FindSubmatch(res.Stdout), hostRE.FindSubmatch(res.Stdout)
	if res.ExitCode != 0 || release == nil || host == nil {
		return nil, &MissingError{"at " + path + " does not tell its version: " + firstLine(res.Stderr)}
	}
	t.Release, t.Host = string(release[1]), string(host[1])
	t.Unconfined, err = t.confine(ctx, dir, res.Stdout)
	return t, err
}

// confine finds the compiler behind the program that was found, which may be one that
// chooses between compilers, and tries it confined. It says why that can't be done,
// also where another version answers.
func (t *Toolchain) confine(ctx context.Context, dir string, version []byte) (why string, err error) {
	if _, err := sandbox.Find("bwrap"); err != nil {
		return "bubblewrap (bwrap) is not there", nil
	}
	res, err := t.run(ctx, dir, "--print", "sysroot")
	if err != nil {
		return "", err
	}
	sysroot := strings.TrimSpace(string(res.Stdout))
	if res.ExitCode != 0 || !filepath.IsAbs(sysroot) {
		return "rustc does not tell its folder", nil
	}

	t.sysroot = sysroot
	res, err = t.run(ctx, dir, "-vV")
	switch {
	case err != nil:
		t.sysroot = ""
		return "", err
	case res.ExitCode != 0:
		t.sysroot = ""
		return "bubblewrap does not run it: " + firstLine(res.Stderr), nil
	case !bytes.Equal(res.Stdout, version):
		t.sysroot = ""
		return "the compiler in " + sysroot + " is another one", nil
	}
	return "", nil
}

// AtLeast reports whether the compiler's release is major.minor or later.
func (t *Toolchain) AtLeast(major, minor int) bool {
	var a, b int
	if n, _ := fmt.Sscanf(t.Release, "%d.%d", &a, &b); n != 2 {
		return false
	}
	return a > major || a == major && b >= minor
}

var channelRE = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// memory bounds a compiler: macros and constants of a file can ask for any amount.
const memory = 2 << 30

// bootstrap allows unstable options, among them that of spans in MIR.
const bootstrap = "RUSTC_BOOTSTRAP=1"

// run starts rustc in dir, a folder of ours.
func (t *Toolchain) run(ctx context.Context, dir string, args ...string) (sandbox.Result, error) {
	c := sandbox.Cmd{Path: t.Path, Args: args, Dir: dir, Timeout: t.o.Timeout, MaxOutput: 64 << 20, MemoryBytes: memory}
	if t.sysroot != "" {
		c.Path, c.Args = filepath.Join(t.sysroot, "bin", "rustc"), append([]string{"--sysroot", t.sysroot}, args...)
		c.Env = append([]string{"PATH=/usr/bin:/bin", "TMPDIR=" + dir, bootstrap}, t.in.Env...)
		// The system's programs link; their names may be alternatives.
		c, err := sandbox.Confined(c, sandbox.View{Read: append([]string{"/usr/bin", "/bin", "/etc/alternatives", t.sysroot}, t.in.Folders...), Write: true, Null: true})
		if err != nil {
			return sandbox.Result{}, err
		}
		return sandbox.Run(ctx, c)
	}
	if channel := t.o.Channel; channel != "" {
		if !channelRE.MatchString(channel) {
			return sandbox.Result{}, &MissingError{fmt.Sprintf("has no channel %q", channel)}
		}
		args = append([]string{"+" + channel}, args...)
	}
	c.Args, c.Env = args, append(append(sandbox.Environ(), bootstrap), t.in.Env...)
	return sandbox.Run(ctx, c)
}

// Crate is one file to compile.
type Crate struct {
	Name    string // as shown in messages
	Source  string
	Edition string   // "2021" where empty
	Cfg     []string // --cfg
}

// mirFlags make every check an explicit one, and nothing optimised away. The checks
// of pointers that debug builds add say nothing about safe code.
var mirFlags = []string{"--crate-type=lib", "-Cdebug-assertions=on", "-Coverflow-checks=on", "-Copt-level=0", "-Zmir-opt-level=0",
	"-Zmir-enable-passes=-CheckAlignment,-CheckNull", "-Zmir-include-spans=on", "-Awarnings", "--error-format=json"}

// MIR compiles a file and returns the text of its bodies. Errors of the file are
// messages, with the positions of rustc; the text is then empty.
func (t *Toolchain) MIR(ctx context.Context, c Crate) (string, []Message, error) {
	dir, remove, err := sandbox.TempDir("rust")
	if err != nil {
		return "", nil, err
	}
	defer remove()
	if err := os.WriteFile(filepath.Join(dir, "crate.rs"), []byte(c.Source), 0o600); err != nil {
		return "", nil, err
	}
	args := append([]string{"--crate-name=ensures_crate", "--emit=mir=crate.mir,dep-info=crate.d"}, append(t.in.args(c), mirFlags...)...)
	res, err := t.run(ctx, dir, append(args, "crate.rs")...)
	if err != nil {
		return "", nil, err
	}
	messages, err := readMessages(res.Stderr, c.Name)
	if err != nil {
		return "", nil, fmt.Errorf("rustc %s: %w", t.Release, err)
	}
	switch {
	case res.TimedOut:
		return "", messages, fmt.Errorf("rustc did not end within %s", t.o.Timeout)
	case res.ExitCode != 0 && len(messages) == 0:
		return "", nil, t.died(res)
	case res.ExitCode != 0:
		return "", messages, nil
	}
	if others, err := reads(filepath.Join(dir, "crate.d")); err != nil || len(others) > 0 {
		return "", append(messages, standsAlone(c.Name, others)...), err
	}
	text, err := os.ReadFile(filepath.Join(dir, "crate.mir"))
	if err != nil {
		return "", messages, fmt.Errorf("rustc %s left no MIR: %w", t.Release, err)
	}
	return string(text), messages, nil
}

// Expanded is a crate's text with all macros expanded: what its own text and those of other
// crates declare.
func (t *Toolchain) Expanded(ctx context.Context, c Crate) (string, error) {
	dir, remove, err := sandbox.TempDir("rust")
	if err != nil {
		return "", err
	}
	defer remove()
	if err := os.WriteFile(filepath.Join(dir, "crate.rs"), []byte(c.Source), 0o600); err != nil {
		return "", err
	}
	res, err := t.run(ctx, dir, append(t.in.args(c), "--crate-type=lib", "--crate-name=ensures_crate", "-Awarnings", "-Zunpretty=expanded", "crate.rs")...)
	switch {
	case err != nil:
		return "", err
	case res.TimedOut:
		return "", fmt.Errorf("rustc did not end within %s", t.o.Timeout)
	case res.ExitCode != 0 || res.Truncated:
		return "", fmt.Errorf("rustc %s does not print what macros expand to: %s", t.Release, firstLine(res.Stderr))
	}
	return string(res.Stdout), nil
}

// Cargo runs the compiler's cargo confined in dir, a folder of ours that it may write to,
// over what a view has of a workspace. What the workspace's configuration says of programs
// to run in the compiler's place has no effect. Cargo itself runs no code of a crate but
// build scripts and procedural macros, of which its caller takes care.
func (t *Toolchain) Cargo(ctx context.Context, dir string, v sandbox.View, args ...string) (sandbox.Result, error) {
	if t.sysroot == "" {
		return sandbox.Result{}, fmt.Errorf("cargo is run in bubblewrap only: %s", t.Unconfined)
	}
	cargo := filepath.Join(t.sysroot, "bin", "cargo")
	if _, err := os.Stat(cargo); err != nil {
		return sandbox.Result{}, &MissingError{"has no cargo beside it"}
	}
	v.Read = append([]string{"/usr/bin", "/bin", "/etc/alternatives", t.sysroot}, v.Read...)
	v.Write, v.Null = true, true
	bin := filepath.Join(t.sysroot, "bin")
	env := []string{"PATH=" + bin + ":/usr/bin:/bin", "HOME=" + dir, "TMPDIR=" + dir, "RUSTC=" + filepath.Join(bin, "rustc"), "RUSTDOC=" + filepath.Join(bin, "rustdoc"),
		"RUSTC_WRAPPER=", "RUSTC_WORKSPACE_WRAPPER=", "CARGO_ENCODED_RUSTFLAGS=", "CARGO_NET_OFFLINE=true", "CARGO_TERM_COLOR=never", "CARGO_INCREMENTAL=0"}
	c := sandbox.Cmd{Path: cargo, Args: args, Dir: dir, Env: append(env, t.in.Env...), Timeout: t.o.Timeout, MaxOutput: 64 << 20, MemoryBytes: 2 * memory}
	c, err := sandbox.Confined(c, v)
	if err != nil {
		return sandbox.Result{}, err
	}
	return sandbox.Run(ctx, c)
}

// buildFlags make a program that panics where debug builds do. It has no main of its
// own: a main of the file is a function like others.
var buildFlags = []string{"--crate-type=bin", "-Zcrate-attr=no_main", "-Cdebug-assertions=on", "-Coverflow-checks=on", "-Copt-level=0",
	"-Cdebuginfo=0", "-Cpanic=unwind", "-Awarnings", "--error-format=json"}

// assembly matches the macros that give text to the assembler, which reads files of its
// own that no list of the compiler's names.
var assembly = regexp.MustCompile(`\b(?:global_|naked_)?asm\b`)

// Build compiles a file to a program at out, a path in a folder of ours. Errors of the
// file are messages; there is then no program.
func (t *Toolchain) Build(ctx context.Context, c Crate, out string) ([]Message, error) {
	if t.sysroot == "" && assembly.MatchString(c.Source) {
		return []Message{{Level: "error", Text: "the file has assembly, which can read other files: it is compiled in bubblewrap only", File: c.Name, Line: 1, Column: 1}}, nil
	}
	dir := filepath.Dir(out)
	if err := os.WriteFile(filepath.Join(dir, "crate.rs"), []byte(c.Source), 0o600); err != nil {
		return nil, err
	}

	args := append([]string{"--crate-name=ensures_program", "--emit=link=" + filepath.Base(out) + ",dep-info=crate.d"}, append(t.in.args(c), buildFlags...)...)
	res, err := t.run(ctx, dir, append(args, "crate.rs")...)
	if err != nil {
		return nil, err
	}
	messages, err := readMessages(res.Stderr, c.Name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("rustc %s: %w", t.Release, err)
	case res.TimedOut:
		return messages, fmt.Errorf("rustc did not end within %s", t.o.Timeout)
	case res.ExitCode != 0 && len(messages) == 0:
		return nil, t.died(res)
	case res.ExitCode != 0:
		return messages, nil
	}
	others, err := reads(filepath.Join(dir, "crate.d"))
	return append(messages, standsAlone(c.Name, others)...), err
}

// standsAlone is an error for each other file that a compilation read.
func standsAlone(name string, others []string) []Message {
	var out []Message
	for _, o := range others {
		out = append(out, Message{Level: "error", Text: "the file reads " + o + " when it is compiled (include!, include_str! or #[path]): it has to stand alone", File: name, Line: 1, Column: 1})
	}
	return out
}

// reads returns the files that a compilation read, but for the one it was about, as
// the compiler lists them for make: one rule a file, without prerequisites.
func reads(list string) ([]string, error) {
	text, err := os.ReadFile(list)
	if err != nil {
		return nil, fmt.Errorf("rustc left no list of what it read: %w", err)
	}
	var out []string
	for _, l := range strings.Split(string(text), "\n") {
		if file, ok := strings.CutSuffix(l, ":"); ok && file != "crate.rs" && !strings.HasPrefix(l, "#") {
			out = append(out, file)
		}
	}
	return out, nil
}

// died is why the compiler ended without a word about the file.
func (t *Toolchain) died(res sandbox.Result) error {
	switch res.ExitCode {
	case -1, 128 + 6, 128 + 9, 128 + 11: // abort, kill, segmentation fault
		return fmt.Errorf("rustc %s died of the file: its code is nested too deep, or needs more than %d GiB to compile", t.Release, memory>>30)
	}
	return fmt.Errorf("rustc %s ended with status %d: %s", t.Release, res.ExitCode, firstLine(res.Stderr))
}

func firstLine(b []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(b)), "\n")
	if line == "" {
		return "it said nothing"
	}
	return line
}
