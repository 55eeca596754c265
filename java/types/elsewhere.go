package types

import (
	"maps"
	"slices"
	"strings"

	"ensures/java"
)

// Sources gives the files in which the classes of a project stand: the parsed file of
// the top-level class of a qualified name, nil where there is none; one whose name ends in
// .class has declarations alone. The file is
// shared by all programs, which only read it. It is safe for concurrent use.
type Sources interface {
	File(qualified string) *java.File
}

// SetSources says where the classes are that programs over l name and that neither
// they nor l have. It must be called before the first program is checked.
func (l *Library) SetSources(s Sources) { l.sources = s }

// InSources reports whether a file of the project has a class of a package.
func (l *Library) InSources(pkg, name string) bool {
	return l.sources != nil && l.sources.File(qualify(pkg, name)) != nil
}

// Source returns the file of the project in which a class of a qualified name stands,
// itself or one around it; nil where there is none.
func (l *Library) Source(qualified string) *java.File {
	if l.sources == nil {
		return nil
	}
	for qualified != "" {
		if f := l.sources.File(qualified); f != nil {
			return f
		}
		qualified = qualified[:max(0, strings.LastIndexByte(qualified, '.'))]
	}
	return nil
}

// Elsewhere returns the files of the project that the program's names have led to so
// far, in the order of the names.
func (p *Program) Elsewhere() []*java.File {
	var out []*java.File
	for _, name := range slices.Sorted(maps.Keys(p.elsewhere)) {
		if c := p.elsewhere[name]; c != nil && !slices.Contains(out, c.Unit.File) {
			out = append(out, c.Unit.File)
		}
	}
	return out
}

// demand returns a class of another file of the project, which is read when the first
// name refers to it, and nil where no file has it. Its supertypes and members are
// resolved on first use and the bodies of its methods when they are first run; what
// isn't understood of it is a mistake of those alone.
func (p *Program) demand(qualified string) *Class {
	if p.Lib.sources == nil {
		return nil
	}
	if c, asked := p.elsewhere[qualified]; asked {
		return c
	}
	// Stored before the file is read: what isn't found is asked for once.
	p.elsewhere[qualified] = nil
	f := p.Lib.sources.File(qualified)
	if f == nil {
		return nil
	}

	u := &Unit{File: f, Info: newInfo(), lib: p.Lib, sink: &sink{file: f}}
	env := newFileEnv(p.Lib, p, f)
	// All classes of the file are declared together, as they see each other.
	for _, d := range f.Types {
		binary := qualify(env.pkg, d.Name.Name)
		if p.top[binary] != nil || p.elsewhere[binary] != nil {
			continue
		}
		c := newClass(p.Lib)
		c.Name, c.Package, c.Binary, c.Elsewhere = d.Name.Name, env.pkg, binary, true
		declare(c, d, u, env, nil)
		p.elsewhere[binary] = c
		u.Classes = append(u.Classes, c)
	}
	return p.elsewhere[qualified]
}

// Compiled reports whether only what a class declares is known, from its class file: the
// bodies of its methods are not there.
func (c *Class) Compiled() bool {
	return c.Elsewhere && c.Unit != nil && strings.HasSuffix(c.Unit.File.Name, ".class")
}

// inheritsFromItself reports whether c is among its own supertypes, whose headers it
// resolves: a chain that leads through other files is seen as a whole.
func inheritsFromItself(c *Class) bool {
	seen := map[*Class]bool{}
	var search func(k *Class) bool
	search = func(k *Class) bool {
		for _, s := range supersDeclared(k) {
			if s.Class == c {
				return true
			}
			if s.Class.Library || seen[s.Class] {
				continue
			}
			seen[s.Class] = true
			s.Class.advance(header)
			if search(s.Class) {
				return true
			}
		}
		return false
	}
	return search(c)
}
