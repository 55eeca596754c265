// Package classlib is the class library that programs run on: Java source of our
// own, embedded, with native methods where Java cannot say it. Every file holds
// one top-level class at the path its package gives it ("java/util/List.java").
//
// The package must not know how the source is checked or run.
package classlib

import (
	"embed"
	"io/fs"
	"path"
	"sort"
	"strings"
)

// FS holds the library's files, laid out by package.
//
//go:embed java
var FS embed.FS

// Source is the file that declares the class of a qualified or binary name
// ("java.util.Map", "java.util.Map$Entry", "java.util.Map.Entry").
func Source(name string) (file, src string, ok bool) {
	name = strings.ReplaceAll(name, "$", ".")
	for name != "" {
		file = strings.ReplaceAll(name, ".", "/") + ".java"
		if b, err := FS.ReadFile(file); err == nil {
			return file, string(b), true
		}
		i := strings.LastIndexByte(name, '.')
		if i < 0 {
			break
		}
		name = name[:i]
	}
	return "", "", false
}

// Packages lists the packages of the library in order.
func Packages() []string {
	var pkgs []string
	for p := range index() {
		pkgs = append(pkgs, p)
	}
	sort.Strings(pkgs)
	return pkgs
}

// Classes lists the simple names of a package's top-level classes in order.
func Classes(pkg string) []string {
	names := index()[pkg]
	sort.Strings(names)
	return names
}

func index() map[string][]string {
	pkgs := map[string][]string{}
	// The embedded tree is always readable.
	_ = fs.WalkDir(FS, ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(p) == ".java" {
			pkg := strings.ReplaceAll(path.Dir(p), "/", ".")
			pkgs[pkg] = append(pkgs[pkg], strings.TrimSuffix(path.Base(p), ".java"))
		}
		return nil
	})
	return pkgs
}
