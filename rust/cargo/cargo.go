// Package cargo knows the crate that a file of Rust belongs to: by what cargo says of its
// workspace, the files of its modules become one text that stands alone ([Flat]), and the
// crates it needs are compiled, without the network.
//
// A workspace is not trusted. Cargo and its compilers run confined over it, it stays as it
// is, and code that would run at compile time (build scripts and procedural macros, of the
// crate or of what it needs) is refused by name unless there is consent.
//
// The package must not know what specifications mean, nor verifiers.
package cargo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ensures/rust/toolchain"
	"ensures/sandbox"
)

// Options say how crates are opened.
type Options struct {
	Compiler *toolchain.Toolchain
	// Scripts is the consent to run build scripts and procedural macros, confined.
	Scripts bool
}

// Crate is a target of a package: a library or a program.
type Crate struct {
	Name     string
	Root     string   // the file it begins with
	Files    []string // of its modules, Root first
	Compiler *toolchain.Toolchain
	Externs  []string // the names of the crates that it needs

	folder string // that files of it may stand in
	remove func()
}

// Close removes what was compiled for the crate.
func (c *Crate) Close() { c.remove() }

// Error says why the crate around a file can't be worked on, in words for its user.
type Error struct {
	Manifest string
	Reason   string
}

func (e *Error) Error() string { return e.Manifest + ": " + e.Reason }

// Manifest is the Cargo.toml of the package around a path; empty where there is none.
func Manifest(path string) string {
	dir, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		dir = filepath.Dir(dir)
	}
	for {
		name := filepath.Join(dir, "Cargo.toml")
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			return name
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// Open returns the crate that a file is a part of; nil where no package is around it, or
// none of the package's libraries and programs has it. It is an [Error] where the
// workspace can't be read, or needs what is not there.
func Open(ctx context.Context, path string, o Options) (*Crate, error) {
	manifest := Manifest(path)
	if manifest == "" {
		return nil, nil
	}
	w, err := read(ctx, manifest, o)
	if err != nil {
		return nil, err
	}
	pkg := w.packageOf(manifest)
	if pkg == nil {
		return nil, nil // of a workspace alone
	}

	target, files, err := w.targetOf(pkg, path)
	if target == nil || err != nil {
		return nil, err
	}

	c := &Crate{Name: target.Name, Root: target.Source, Files: files, folder: w.root, remove: func() {}}
	if c.Compiler, err = w.surroundings(ctx, c, pkg, target); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// Members are the root files of the libraries and programs of the package or workspace in
// a folder; none where it holds no Cargo.toml.
func Members(ctx context.Context, folder string, o Options) ([]string, error) {
	manifest, err := filepath.Abs(filepath.Join(folder, "Cargo.toml"))
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(manifest); err != nil {
		return nil, nil
	}

	w, err := read(ctx, manifest, o)
	if err != nil {
		return nil, err
	}
	var out []string

	// A manifest that is a package speaks for that one; one of a workspace alone for all members.
	for i := range w.Packages {
		p := &w.Packages[i]
		if w.packageOf(manifest) != nil && p.Manifest != manifest || !slices.Contains(w.Members, p.ID) {
			continue
		}
		for _, t := range p.Targets {
			if !t.compiled() {
				continue
			}
			files, err := modules(t.Source, w.root)
			if err != nil {
				return nil, &Error{p.Manifest, err.Error()}
			}
			for _, f := range files {
				// A library and a program of one package may share modules.
				if !slices.Contains(out, f) {
					out = append(out, f)
				}
			}
		}
	}
	return out, nil
}

// workspace is what cargo says of one.
type workspace struct {
	Packages []pack   `json:"packages"`
	Members  []string `json:"workspace_members"`
	Resolve  struct {
		Nodes []node `json:"nodes"`
	} `json:"resolve"`

	o    Options
	root string
	view sandbox.View
}

// pack is a package.
type pack struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Manifest string   `json:"manifest_path"`
	Edition  string   `json:"edition"`
	Targets  []target `json:"targets"`
}

// target is something that a package is compiled to.
type target struct {
	Kind    []string `json:"kind"`
	Name    string   `json:"name"`
	Source  string   `json:"src_path"`
	Edition string   `json:"edition"`
}

func (t *target) is(kinds ...string) bool {
	return slices.ContainsFunc(t.Kind, func(k string) bool { return slices.Contains(kinds, k) })
}

func (t *target) library() bool { return t.is("lib", "rlib", "dylib", "cdylib", "staticlib") }

// compiled reports whether a target is one whose functions are worked on.
func (t *target) compiled() bool { return t.library() || t.is("bin") }

// runs says what of a package would run at compile time; empty where nothing would.
func (p *pack) runs() string {
	for i := range p.Targets {
		switch t := &p.Targets[i]; {
		case t.is("custom-build"):
			return "a build script"
		case t.is("proc-macro"):
			return "procedural macros"
		}
	}
	return ""
}

// node is what a package needs.
type node struct {
	ID       string   `json:"id"`
	Features []string `json:"features"`
	Deps     []struct {
		Name  string `json:"name"`
		ID    string `json:"pkg"`
		Kinds []struct {
			Kind *string `json:"kind"` // null, dev or build
		} `json:"dep_kinds"`
	} `json:"deps"`
}

// read asks cargo about the workspace of a manifest.
func read(ctx context.Context, manifest string, o Options) (*workspace, error) {
	w := &workspace{o: o}
	var err error
	if w.root, w.view, err = visible(manifest); err != nil {
		return nil, &Error{manifest, err.Error()}
	}

	dir, remove, err := sandbox.TempDir("cargo")
	if err != nil {
		return nil, err
	}
	defer remove()
	// Offline, and only for the host: nothing is fetched, and what other platforms need is not asked
	// for.
	res, err := o.Compiler.In(toolchain.Surroundings{Env: w.home()}).Cargo(ctx, dir, w.view, "metadata", "--offline", "--format-version=1", "--filter-platform="+o.Compiler.Host, "--manifest-path="+manifest)
	if err != nil {
		return nil, err
	}
	if err := failed(manifest, res); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(res.Stdout, w); err != nil {
		return nil, fmt.Errorf("cargo metadata of %s: %w", manifest, err)
	}
	return w, nil
}

// failed is why a run of cargo failed.
func failed(manifest string, res sandbox.Result) error {
	switch {
	case res.TimedOut:
		return &Error{manifest, "cargo did not end in its time: a build script or a macro may have no end"}
	case res.ExitCode == 0:
		return nil
	}
	return &Error{manifest, said(res.Stderr)}
}

// said is what cargo says of a failure, on one line.
func said(stderr []byte) string {
	var lines []string
	for l := range strings.Lines(string(stderr)) {
		l = strings.TrimSpace(l)
		if l == "" || strings.HasPrefix(l, "warning:") {
			continue
		}
		lines = append(lines, strings.TrimPrefix(l, "error: "))
		if len(lines) == 6 {
			break
		}
	}
	if len(lines) == 0 {
		return "cargo failed and said nothing"
	}
	return strings.Join(lines, "; ")
}

func (w *workspace) packageOf(manifest string) *pack {
	at := slices.IndexFunc(w.Packages, func(p pack) bool { return p.Manifest == manifest })
	if at < 0 {
		return nil
	}
	return &w.Packages[at]
}

func (w *workspace) packageByID(id string) *pack {
	return &w.Packages[slices.IndexFunc(w.Packages, func(p pack) bool { return p.ID == id })]
}

func (w *workspace) node(id string) *node {
	at := slices.IndexFunc(w.Resolve.Nodes, func(n node) bool { return n.ID == id })
	if at < 0 {
		return &node{}
	}
	return &w.Resolve.Nodes[at]
}

// targetOf is the library or program of a package that has a file among its modules.
func (w *workspace) targetOf(p *pack, path string) (*target, []string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, nil, err
	}

	var bad error
	for i := range p.Targets {
		t := &p.Targets[i]
		if !t.compiled() {
			continue
		}
		files, err := modules(t.Source, w.root)
		if err != nil {
			// Of another target perhaps: it is told only where none has the file.
			bad = &Error{p.Manifest, err.Error()}
			continue
		}
		if slices.Contains(files, path) {
			return t, files, nil
		}
	}
	return nil, nil, bad
}

// needs are the packages that a package needs besides itself, also through others, with
// what their build scripts need.
func (w *workspace) needs(id string) []string {
	var out []string
	seen := map[string]bool{id: true}
	var visit func(id string, own bool)
	visit = func(id string, own bool) {
		for _, d := range w.node(id).Deps {
			used := slices.ContainsFunc(d.Kinds, func(k struct {
				Kind *string `json:"kind"`
			}) bool {
				// What only tests need is not compiled; what build scripts need is, since they run.
				return k.Kind == nil || *k.Kind == "build"
			})
			if used && !seen[d.ID] {
				seen[d.ID] = true
				out = append(out, d.ID)
				visit(d.ID, false)
			}
		}
	}
	visit(id, true)
	return out
}

// surroundings compiles what a target needs, and returns the compiler with it.
func (w *workspace) surroundings(ctx context.Context, c *Crate, p *pack, t *target) (*toolchain.Toolchain, error) {
	needs := w.needs(p.ID)
	// Before anything is compiled: compiling runs what is asked for here.
	if !w.o.Scripts {
		for _, id := range append([]string{p.ID}, needs...) {
			if q := w.packageByID(id); q.runs() != "" {
				return nil, &Error{p.Manifest, fmt.Sprintf("%s has %s: that is code which runs when the crate is compiled, and it is run (confined) only where verify.build_scripts is true", q.Name, q.runs())}
			}
		}
	}

	s := toolchain.Surroundings{Edition: t.Edition}
	for _, f := range w.node(p.ID).Features {
		s.Cfg = append(s.Cfg, fmt.Sprintf("feature=%q", f))
	}
	s.Env = []string{"CARGO_PKG_NAME=" + p.Name, "CARGO_MANIFEST_DIR=" + filepath.Dir(p.Manifest), "CARGO_CRATE_NAME=" + ident(t.Name)}
	// A program uses its own package's library, which has to be there then.
	library := slices.ContainsFunc(p.Targets, func(t target) bool { return t.library() })
	if len(needs) > 0 || p.runs() != "" || !t.library() && library {
		b, err := w.build(ctx, c, p, t)
		if err != nil {
			return nil, err
		}
		w.link(c, p, t, b, &s)
	}

	// The names that our harness and std have; rules go by them.
	for _, e := range s.Externs {
		if strings.HasPrefix(e.Name, "ensures_") || slices.Contains([]string{"std", "core", "alloc"}, e.Name) {
			return nil, &Error{p.Manifest, "a crate that is called " + e.Name + " has no meaning here"}
		}
		c.Externs = append(c.Externs, e.Name)
	}
	return w.o.Compiler.In(s), nil
}

// ident is a name as code writes it.
func ident(name string) string { return strings.ReplaceAll(name, "-", "_") }

// built is what cargo compiled.
type built struct {
	folder    string
	artifacts []artifact
}

// artifact is a line of what cargo says while it compiles.
type artifact struct {
	Reason  string      `json:"reason"`
	ID      string      `json:"package_id"`
	Target  target      `json:"target"`
	Files   []string    `json:"filenames"`
	Cfgs    []string    `json:"cfgs"`    // of a build script
	Env     [][2]string `json:"env"`     // of a build script
	OutDir  string      `json:"out_dir"` // of a build script
	Message struct {
		Rendered string `json:"rendered"`
		Level    string `json:"level"`
	} `json:"message"`
}

// build compiles the crate and what it needs into a folder of ours. That the crate itself
// does not compile is its user's to hear with the places of its own files, later.
func (w *workspace) build(ctx context.Context, c *Crate, p *pack, t *target) (*built, error) {
	dir, remove, err := sandbox.TempDir("cargo")
	if err != nil {
		return nil, err
	}
	c.remove = remove

	what := []string{"--lib"}
	if !t.library() {
		what = []string{"--bin", t.Name}
	}
	// Into a folder of ours: the workspace stays as it is.
	args := append([]string{"build", "--offline", "--message-format=json", "--jobs=2", "--target-dir=" + dir, "--manifest-path=" + p.Manifest, "--package=" + p.ID}, what...)
	res, err := w.o.Compiler.In(toolchain.Surroundings{Env: w.home()}).Cargo(ctx, dir, w.view, args...)
	if err != nil {
		return nil, err
	}

	b := &built{folder: dir}
	own := false
	for line := range bytes.Lines(res.Stdout) {
		var a artifact
		if json.Unmarshal(line, &a) != nil || a.Reason == "" {
			continue // a build script's own words
		}
		if a.Reason == "compiler-message" && a.Message.Level == "error" {
			// Only what it needs has to be whole; its own mistakes are told elsewhere.
			if a.ID != p.ID {
				first, _, _ := strings.Cut(a.Message.Rendered, "\n")
				return nil, &Error{p.Manifest, fmt.Sprintf("%s, which it needs, does not compile: %s", w.packageByID(a.ID).Name, first)}
			}
			own = true
		}
		b.artifacts = append(b.artifacts, a)
	}

	if own && !res.TimedOut {
		return b, nil
	}
	return b, failed(p.Manifest, res)
}

// link notes what of a build the crate is compiled with.
func (w *workspace) link(c *Crate, p *pack, t *target, b *built, s *toolchain.Surroundings) {
	s.Folders = append(s.Folders, b.folder, filepath.Join(b.folder, "debug", "deps"))

	extern := func(name, id string, is func(*target) bool) {
		for _, a := range b.artifacts {
			if a.Reason != "compiler-artifact" || a.ID != id || !is(&a.Target) {
				continue
			}
			for _, file := range a.Files {
				if ext := filepath.Ext(file); ext == ".rlib" || ext == ".so" {
					s.Externs = append(s.Externs, toolchain.Extern{Name: ident(name), Path: file})
					return
				}
			}
		}
	}

	// By the name that the package has for it, which may not be the crate's own.
	for _, d := range w.node(p.ID).Deps {
		if slices.ContainsFunc(d.Kinds, func(k struct {
			Kind *string `json:"kind"`
		}) bool {
			return k.Kind == nil
		}) {
			extern(d.Name, d.ID, func(t *target) bool { return t.library() || t.is("proc-macro") })
		}
	}

	if !t.library() {
		for i := range p.Targets {
			if own := &p.Targets[i]; own.library() {
				extern(own.Name, p.ID, (*target).library)
			}
		}
	}

	// What the package's own build script said, as cargo would hand it to the compiler.
	for _, a := range b.artifacts {
		if a.Reason == "build-script-executed" && a.ID == p.ID {
			s.Cfg = append(s.Cfg, a.Cfgs...)
			for _, e := range a.Env {
				s.Env = append(s.Env, e[0]+"="+e[1])
			}
			s.Env = append(s.Env, "OUT_DIR="+a.OutDir)
		}
	}
}

// errOutside says that a module's file stands outside of the workspace.
var errOutside = errors.New("stands outside of the workspace")
