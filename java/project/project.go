// Package project finds the classes of a project on disk: the source roots that a
// file's package declaration shows, those of the modules around it, and folders that
// are named; and what compiled classes declare, those of jars and of the JDK. It runs no
// build and must not know types, values or verifiers.
package project

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"ensures/internal/regular"
	"ensures/java"
)

// Project is the source of a project by class. It is safe for concurrent use.
type Project struct {
	roots    []string
	library  *classpath // source of libraries, for what no root has
	compiled []Compiled // for what is there in no source
	runs     []string   // jars and folders of what is compiled, in the order in which they are searched

	mu    sync.Mutex
	files map[string]*java.File // by qualified name; nil: there is none
}

// Of returns the project of files, each with its text, and of further source roots.
func Of(files map[string]string, roots ...string) *Project {
	p := &Project{files: map[string]*java.File{}, compiled: []Compiled{JDK()}}
	for _, r := range roots {
		p.add(r)
	}

	builds := map[string]bool{}
	for path, text := range files {
		root := RootOf(path, text)
		if root == "" {
			continue
		}
		p.add(root)
		if top := buildOf(root); top != "" {
			builds[top] = true
		}
	}

	var folders []string
	for _, top := range slices.Sorted(maps.Keys(builds)) {
		dirs, sources := modules(top)
		folders = append(folders, dirs...)
		for _, r := range sources {
			p.add(r)
		}
	}
	if len(folders) > 0 {
		jars, sources := localRepositories().jars(folders)
		p.library, p.compiled = sourceJars(sources), []Compiled{Classpath(jars), JDK()}
		p.runs = append(outputs(folders), jars...)
	}

	own := len(roots)
	slices.Sort(p.roots[min(own, len(p.roots)):]) // what is named comes first, the rest in an order of its own
	return p
}

// Roots returns the source roots, those first that win.
func (p *Project) Roots() []string { return slices.Clone(p.roots) }

// AddClasspath adds jars and folders of compiled classes, which come before those that
// were found. It must be called before the first class is asked for.
func (p *Project) AddClasspath(entries []string) {
	p.compiled = append([]Compiled{Classpath(entries)}, p.compiled...)
	p.runs = slices.Concat(entries, p.runs)
}

// Classpath returns the jars and folders that the project's compiled code runs with: those
// that were added, what the modules' builds left behind, and the libraries that they name.
func (p *Project) Classpath() []string { return slices.Clone(p.runs) }

// outputs returns the folders in which Maven and Gradle leave a module's classes.
func outputs(modules []string) (out []string) {
	for _, dir := range modules {
		for _, s := range []string{"target/classes", "build/classes/java/main"} {
			if o := filepath.Join(dir, filepath.FromSlash(s)); isFolder(o) {
				out = append(out, o)
			}
		}
	}
	return out
}

// Has reports whether a file is one of the project's own: no library has it.
func (p *Project) Has(path string) bool {
	return !strings.HasSuffix(path, ".class") && !strings.Contains(path, inJar)
}

func (p *Project) add(root string) {
	if root = filepath.Clean(root); !slices.Contains(p.roots, root) {
		p.roots = append(p.roots, root)
	}
}

// RootOf returns the source root of a file: its folder without the folders of the
// package that it declares; "" where it lies elsewhere.
func RootOf(path, text string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	dir := filepath.Dir(abs)
	name := packageOf(path, text)
	if name == "" {
		return dir
	}
	root, ok := strings.CutSuffix(filepath.ToSlash(dir), "/"+strings.ReplaceAll(name, ".", "/"))
	if !ok {
		return ""
	}
	return filepath.FromSlash(root)
}

// packageOf returns the package that a file declares. What stands before its first
// brace is enough but for one in a comment or an annotation.
func packageOf(path, text string) string {
	head, _, _ := strings.Cut(text, "{")
	for _, s := range []string{head, text} {
		if f, _ := java.Parse(path, s); f.Package != nil {
			return f.Package.Name
		}
		// Without the word the second, longer parse could find nothing either.
		if !strings.Contains(text, "package") {
			break
		}
	}
	return ""
}

// builds are the files that mark a module of Maven or Gradle.
var builds = []string{"pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"}

// buildOf returns the outermost folder of the modules around a source root, each of
// which lies in the one above it or a folder of it; "" where there is no module.
func buildOf(root string) string {
	top, missed := "", 0
	// Three folders without a build file are what src/main/java takes; beyond that the project
	// ends.
	for dir := root; missed < 4; dir = filepath.Dir(dir) {
		missed++
		if slices.ContainsFunc(builds, func(b string) bool { return isFile(filepath.Join(dir, b)) }) {
			top, missed = dir, 0
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return top
}

// sourceFolders are where a module has its source, as Maven and Gradle lay it out.
var sourceFolders = []string{
	"src/main/java", "src/test/java", "target/generated-sources/annotations", "target/generated-test-sources/test-annotations",
	"build/generated/sources/annotationProcessor/java/main", "build/generated/sources/annotationProcessor/java/test",
}

// modules returns the folders of the modules in a folder, itself included, and their
// source roots: at most four folders deep, past what is hidden, built or linked.
func modules(top string) (dirs, out []string) {
	var visit func(dir string, depth int)
	visit = func(dir string, depth int) {
		if slices.ContainsFunc(builds, func(b string) bool { return isFile(filepath.Join(dir, b)) }) {
			dirs = append(dirs, dir)
			for _, s := range sourceFolders {
				if r := filepath.Join(dir, filepath.FromSlash(s)); isFolder(r) {
					out = append(out, r)
				}
			}
		}
		if depth == 0 {
			return
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			return // what can't be read holds no module that could be used
		}
		for _, e := range entries {
			if n := e.Name(); e.IsDir() && !strings.HasPrefix(n, ".") && n != "src" && n != "target" && n != "build" && n != "node_modules" {
				visit(filepath.Join(dir, n), depth-1)
			}
		}
	}
	visit(top, 4)
	return dirs, out
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Put lets a file of the project have another text than on disk: its classes are what
// the text says from now on. A text that is not Java, or of another package than the
// file's, changes nothing.
func (p *Project) Put(path, text string) {
	f, errs := java.Parse(path, text)
	if len(errs) > 0 {
		return
	}
	f.Lines()
	p.mu.Lock()
	defer p.mu.Unlock()
	for name, was := range p.files {
		if was != nil && was.Name == path {
			p.files[name] = f
		}
	}
}

// near is a path as one would write it in the working folder.
func near(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// File implements types.Sources: the file of a top-level class, by the first root
// that has it and where it declares the package that its folder says; of one that is
// there in compiled form only, its declarations.
func (p *Project) File(qualified string) *java.File {
	p.mu.Lock()
	defer p.mu.Unlock()
	if f, ok := p.files[qualified]; ok {
		return f
	}
	f := p.read(qualified)
	p.files[qualified] = f
	return f
}

func (p *Project) read(qualified string) *java.File {
	pkg := qualified[:max(0, strings.LastIndexByte(qualified, '.'))]
	// The name comes from source text and becomes a path.
	if strings.ContainsAny(qualified, "/\\\x00") {
		return nil
	}
	name := filepath.FromSlash(strings.ReplaceAll(qualified, ".", "/") + ".java")
	for _, root := range p.roots {
		path := near(filepath.Join(root, name))
		if !isFile(path) {
			continue
		}
		text, err := regular.ReadFile(path)
		if err != nil {
			continue
		}
		f, _ := java.Parse(path, string(text)) // its mistakes are found where something depends on them

		declared := ""
		if f.Package != nil {
			declared = f.Package.Name
		}
		// In a folder of a root, but of another package: the file belongs to another root.
		if declared != pkg {
			continue
		}
		f.Lines() // the table of lines is made on first use: others read the file at the same time
		return f
	}

	// Source before class files: it says what its methods do.
	if f := p.library.source(qualified); f != nil {
		return f
	}
	return p.declared(qualified)
}
