package types

import (
	"io/fs"
	"path"
	"sort"
	"strings"
	"sync"

	"ensures/java"
)

// Library is a class library: Java source laid out by package
// ("java/util/ArrayList.java"), loaded class by class on first use. It is safe
// for concurrent use and meant to be shared by all programs of a process.
type Library struct {
	fsys     fs.FS
	sources  Sources
	packages map[string]map[string]bool // package → simple names of its classes

	mu      sync.Mutex
	classes sync.Map // qualified name of a top-level class → *Class
	cores   sync.Map // qualified name → *Class, absent ones included
	errs    []error

	object, str *Class
}

// NewLibrary makes a library of the files of fsys. No file is read before a
// class of it is used.
func NewLibrary(fsys fs.FS) *Library {
	l := &Library{fsys: fsys, packages: map[string]map[string]bool{}}
	// A file system that cannot be listed is an empty library.
	_ = fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(p) != ".java" {
			return nil
		}
		pkg := strings.ReplaceAll(path.Dir(p), "/", ".")
		if pkg == "." {
			pkg = ""
		}
		if l.packages[pkg] == nil {
			l.packages[pkg] = map[string]bool{}
		}
		l.packages[pkg][strings.TrimSuffix(path.Base(p), ".java")] = true
		return nil
	})
	l.object = l.core("java.lang.Object")
	l.str = l.core("java.lang.String")
	return l
}

// Object is java.lang.Object.
func (l *Library) Object() Type { return l.object.Raw() }

// String is java.lang.String.
func (l *Library) String() Type { return l.str.Raw() }

// Packages lists the library's packages in order.
func (l *Library) Packages() []string {
	var names []string
	for p := range l.packages {
		names = append(names, p)
	}
	sort.Strings(names)
	return names
}

// ClassNames lists the simple names of the top-level classes of a package.
func (l *Library) ClassNames(pkg string) []string {
	var names []string
	for n := range l.packages[pkg] {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// Class is the class of a qualified or binary name ("java.util.Map.Entry",
// "java.util.Map$Entry"), nil when the library does not have it.
func (l *Library) Class(name string) *Class {
	name = strings.ReplaceAll(name, "$", ".")
	if v, ok := l.cores.Load(name); ok && !v.(*Class).absent {
		return v.(*Class)
	}
	// The longest prefix that names a package is the package.
	for i := len(name); i > 0; i = strings.LastIndexByte(name[:i], '.') {
		rest := name[i:]
		top := name[:i]
		c := l.topClass(top)
		if c == nil {
			continue
		}
		for _, seg := range strings.Split(strings.TrimPrefix(rest, "."), ".") {
			if seg == "" {
				continue
			}
			c.ensure(declared)
			if c = c.members[seg]; c == nil {
				return nil
			}
		}
		return c
	}
	return nil
}

func (l *Library) has(pkg, name string) bool { return l.packages[pkg][name] }

// topClass is the top-level class of a qualified name, made as a stub.
func (l *Library) topClass(qualified string) *Class {
	if v, ok := l.classes.Load(qualified); ok {
		return v.(*Class)
	}
	pkg, name := "", qualified
	if i := strings.LastIndexByte(qualified, '.'); i >= 0 {
		pkg, name = qualified[:i], qualified[i+1:]
	}
	if !l.has(pkg, name) {
		return nil
	}
	c := newClass(l)
	c.Name, c.Package, c.Binary, c.Library = name, pkg, qualified, true
	// Whoever comes first makes the class: types are compared by its address.
	v, _ := l.classes.LoadOrStore(qualified, c)
	return v.(*Class)
}

// core is a class that the language itself needs; when the library lacks it, an
// empty class stands for it.
func (l *Library) core(qualified string) *Class {
	if v, ok := l.cores.Load(qualified); ok {
		return v.(*Class)
	}
	c := l.topClass(qualified)
	if c == nil {
		c = newClass(l)
		i := strings.LastIndexByte(qualified, '.')
		c.Package, c.Name, c.Binary, c.Library, c.absent = qualified[:i], qualified[i+1:], qualified, true, true
		c.Kind = java.ClassClass
		if qualified != "java.lang.Object" {
			c.Super = l.core("java.lang.Object").Raw()
		}
		// It has nothing to be completed from.
		c.stage.Store(int32(complete))
	}
	v, _ := l.cores.LoadOrStore(qualified, c)
	return v.(*Class)
}

func newClass(l *Library) *Class {
	c := &Class{lib: l}
	c.raw = &ClassType{Class: c}
	return c
}

// read parses the file of the top-level class c and declares all its classes.
// The library's lock is held.
func (l *Library) read(c *Class) {
	name := c.Name + ".java"
	if c.Package != "" {
		name = strings.ReplaceAll(c.Package, ".", "/") + "/" + name
	}
	src, err := fs.ReadFile(l.fsys, name)
	// The class stays as an empty one: whoever uses it finds no member, and Errors tells why.
	if err != nil {
		l.errs = append(l.errs, err)
		c.Kind, c.absent = java.ClassClass, true
		c.stage.Store(int32(complete))
		return
	}
	file, errs := java.Parse(name, string(src))
	for _, e := range errs {
		l.errs = append(l.errs, e)
	}
	unit := &Unit{File: file, Info: &Info{}, lib: l}
	env := newFileEnv(l, nil, file)
	var found bool
	for _, d := range file.Types {
		k := c
		if d.Name.Name != c.Name {
			// A second top-level class of a library file is reachable from it alone.
			k = newClass(l)
			k.Name, k.Package, k.Binary, k.Library = d.Name.Name, c.Package, qualify(c.Package, d.Name.Name), true
			if v, loaded := l.classes.LoadOrStore(k.Binary, k); loaded {
				k = v.(*Class)
			}
		} else {
			found = true
		}
		unit.Classes = append(unit.Classes, k)
		declare(k, d, unit, env, nil)
	}

	// The file declares other classes than its name says.
	if !found {
		c.Kind, c.absent = java.ClassClass, true
		c.stage.Store(int32(complete))
	}
}

// Errors are the problems met while loading library classes so far: mistakes of
// the library, not of a program.
func (l *Library) Errors() []error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]error(nil), l.errs...)
}

func qualify(pkg, name string) string {
	if pkg == "" {
		return name
	}
	return pkg + "." + name
}
