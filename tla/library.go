package tla

import (
	"archive/zip"
	"embed"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ensures/internal/regular"
	"ensures/tla/syntax"
)

// written are modules that models often need and the jar hasn't, written anew.
//
//go:embed library/*.tla
var written embed.FS

// maxModule bounds the text of a module of a library.
const maxModule = 4 << 20

// LibraryModules are the names of the modules that are there beside those of the jar: of the
// folders and jars that were named, and our own.
func (t Toolchain) LibraryModules() ([]string, error) {
	var names []string
	add := func(file string) {
		if name, ok := strings.CutSuffix(path.Base(filepath.ToSlash(file)), ".tla"); ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, place := range t.library {
		files, err := libraryFiles(place)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			add(f)
		}
	}
	own, err := written.ReadDir("library")
	if err != nil {
		return nil, err
	}
	for _, e := range own {
		add(e.Name())
	}
	slices.Sort(names)
	return names, nil
}

// libraryFiles are the modules of a folder, or of a jar.
func libraryFiles(place string) ([]string, error) {
	info, err := os.Stat(place)
	if err != nil {
		return nil, fmt.Errorf("tla.library: %w", err)
	}
	if info.IsDir() {
		return filepath.Glob(filepath.Join(place, "*.tla"))
	}
	z, err := zip.OpenReader(place)
	if err != nil {
		return nil, fmt.Errorf("tla.library: %s is neither a folder nor a jar: %w", place, err)
	}
	defer z.Close()
	var out []string
	for _, f := range z.File {
		if strings.HasSuffix(f.Name, ".tla") {
			out = append(out, f.Name)
		}
	}
	return out, nil
}

// module is a module of the library; false where it has none of the name. What the user has
// named comes before our own.
func (t Toolchain) module(name string) (Source, bool, error) {
	for _, place := range t.library {
		files, err := libraryFiles(place)
		if err != nil {
			return Source{}, false, err
		}
		for _, f := range files {
			if path.Base(filepath.ToSlash(f)) != name+".tla" {
				continue
			}
			text, err := libraryText(place, f)
			return Source{Name: name, Text: text}, err == nil, err
		}
	}
	if text, err := written.ReadFile("library/" + name + ".tla"); err == nil {
		return Source{Name: name, Text: string(text)}, true, nil
	}
	return Source{}, false, nil
}

// libraryText is the text of a module in a folder or a jar.
func libraryText(place, file string) (string, error) {
	if info, err := os.Stat(place); err == nil && info.IsDir() {
		raw, err := regular.ReadFile(file)
		return string(raw), err
	}
	z, err := zip.OpenReader(place)
	if err != nil {
		return "", err
	}
	defer z.Close()
	f, err := z.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxModule))
	return string(raw), err
}

// withLibrary are modules and those of the library that they lean on, which are no module of
// the jar's.
func (t Toolchain) withLibrary(sources []Source) ([]Source, error) {
	known := map[string]bool{}
	for _, s := range sources {
		if name, err := s.name(); err == nil {
			known[name] = true
		}
	}

	// A module that was added may lean on others: the list grows while it is walked.
	for i := 0; i < len(sources); i++ {
		m := syntax.Parse(sources[i].Text)
		names := slices.Clone(m.Extends)
		for _, in := range m.Instances {
			names = append(names, in.Module)
		}
		for _, name := range names {
			if known[name] || slices.Contains(standard, name) {
				continue
			}
			// Looked for once, also where no library has it.
			known[name] = true
			s, ok, err := t.module(name)
			if err != nil {
				return nil, err
			}
			if ok {
				sources = append(slices.Clip(sources), s)
			}
		}
	}
	return sources, nil
}

// classPath is the jar's and, for operators written in Java, that of the library's jars.
func (t Toolchain) classPath() string {
	parts := []string{t.Jar}
	for _, place := range t.library {
		if strings.HasSuffix(place, ".jar") {
			parts = append(parts, place)
		}
	}
	return strings.Join(parts, string(os.PathListSeparator))
}
