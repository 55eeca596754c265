package types

import (
	"strings"

	"ensures/java"
)

// fileEnv is what a file's package and imports make visible.
type fileEnv struct {
	lib            *Library
	prog           *Program // nil for library files
	pkg            string
	single         map[string]string // simple name → qualified name
	onDemand       []string
	staticSingle   map[string][]string // member → qualified class names
	staticOnDemand []string
}

func newFileEnv(lib *Library, prog *Program, f *java.File) *fileEnv {
	e := &fileEnv{lib: lib, prog: prog, single: map[string]string{}, staticSingle: map[string][]string{}}
	if f.Package != nil {
		e.pkg = f.Package.Name
	}
	for _, i := range f.Imports {
		last := strings.LastIndexByte(i.Name, '.')
		switch {
		case i.Static && i.OnDemand:
			e.staticOnDemand = append(e.staticOnDemand, i.Name)
		case i.Static:
			if last > 0 {
				e.staticSingle[i.Name[last+1:]] = append(e.staticSingle[i.Name[last+1:]], i.Name[:last])
			}
		case i.OnDemand:
			e.onDemand = append(e.onDemand, i.Name)
		default:
			e.single[i.Name[last+1:]] = i.Name
		}
	}
	return e
}

// qualified finds a class by its qualified name, program classes first.
func (e *fileEnv) qualified(r *resolver, name string) *Class {
	// The longest prefix that is a top-level class wins; what follows it are member classes.
	for i := len(name); i > 0; i = strings.LastIndexByte(name[:i], '.') {
		c := e.top(name[:i])
		if c == nil {
			continue
		}
		if i == len(name) {
			return c
		}
		for _, seg := range strings.Split(name[i+1:], ".") {
			r.ensure(c, declared)
			if c = r.memberClass(c, seg); c == nil {
				return nil
			}
		}
		return c
	}
	return nil
}

func (e *fileEnv) top(qualified string) *Class {
	if e.prog != nil {
		if c := e.prog.top[qualified]; c != nil {
			return c
		}
	}
	// The library before the project's other files: a class that both have is the one whose
	// runs and contracts are known.
	if c := e.lib.topClass(qualified); c != nil || e.prog == nil {
		return c
	}
	return e.prog.demand(qualified)
}

// simple finds a class by its simple name through imports and packages. absent
// is the qualified name of a known class of Java that the library lacks.
func (e *fileEnv) simple(r *resolver, name string) (c *Class, absent string) {
	if q, ok := e.single[name]; ok {
		if c := e.qualified(r, q); c != nil {
			return c, ""
		}
		// An import of a class that does not exist: the caller is to name it, rather
		// than a class of another package.
		if isJDKName(q) || !e.lib.hasPackage(q[:lastDot(q)]) {
			return nil, q
		}
	}

	// The order is Java's (JLS 6.4.1): imports by name, the own package, java.lang,
	// imports on demand.
	if c := e.top(qualify(e.pkg, name)); c != nil {
		return c, ""
	}
	if c := e.lib.topClass("java.lang." + name); c != nil {
		return c, ""
	}

	for _, p := range e.onDemand {
		if c := e.top(p + "." + name); c != nil {
			// What is not public in a package of the library is not visible from another one.
			if r.ensure(c, declared); p == e.pkg || c.Flags.Has(java.Public) || c.absent || !c.Library {
				return c, ""
			}
		}
		if o := e.top(p); o != nil {
			if c := r.memberClass(o, name); c != nil {
				return c, ""
			}
		}
	}

	for _, q := range e.staticSingle[name] {
		if o := e.qualified(r, q); o != nil {
			if c := r.memberClass(o, name); c != nil {
				return c, ""
			}
		}
	}
	for _, q := range e.staticOnDemand {
		if o := e.qualified(r, q); o != nil {
			if c := r.memberClass(o, name); c != nil {
				return c, ""
			}
		}
	}

	// None: perhaps a class of the JDK that our library does not have.
	if knownJDK("java.lang", name) {
		return nil, "java.lang." + name
	}
	if knownJDK(e.pkg, name) {
		return nil, qualify(e.pkg, name)
	}
	for _, p := range e.onDemand {
		if knownJDK(p, name) {
			return nil, p + "." + name
		}
	}
	return nil, ""
}
