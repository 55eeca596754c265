package bench

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"ensures/internal/regular"
	"ensures/java"
	"ensures/jml"
)

// loadFolder reads every .java file below dir.
func loadFolder(dir string) (*Dataset, error) {
	d := &Dataset{Name: filepath.Base(dir)}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() || !strings.HasSuffix(path, ".java") {
			return nil
		}
		src, err := regular.ReadFile(path)
		if err != nil {
			// One file that can't be read costs only itself.
			d.Bad = append(d.Bad, &LineError{File: path, Line: 1, Err: err})
			return nil
		}
		d.addJava(path, string(src))
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("data set: %w", err)
	}
	d.distinguish(dir)
	if len(d.Tasks) == 0 {
		if len(d.Bad) > 0 {
			return d, fmt.Errorf("data set: no usable task: %w", d.Bad[0])
		}
		return nil, fmt.Errorf("data set %s: no method with a body in any .java file of the folder", dir)
	}
	return d, nil
}

// addJava adds a task for every method with a body of a Java file. The file's
// specifications are no part of the tasks: they are the reference of those whose
// file has any.
func (d *Dataset) addJava(path, src string) {
	reference := ""
	f, _ := java.Parse(filepath.Base(path), src)
	if spec, _ := jml.Parse(f); len(spec.Active) > 0 {
		if bare, err := jml.Strip(f).Apply(); err == nil {
			src, reference = bare, src
		}
	}
	tasks, errs := MethodsOf(path, src)
	lines := map[string]int{}
	// Stripping takes comments out, so that lines of the bare file are others.
	if reference != "" { // where the methods are in the file itself
		annotated, _ := MethodsOf(path, reference)
		for _, t := range annotated {
			lines[t.ID] = t.Line
		}
	}
	for _, t := range tasks {
		t.File, t.Reference = path, reference
		if n, ok := lines[t.ID]; ok {
			t.Line = n
		}
	}
	d.Tasks = append(d.Tasks, tasks...)
	if len(tasks) == 0 {
		for _, e := range errs {
			d.Bad = append(d.Bad, &LineError{File: path, Line: e.At.Line, Err: errors.New(e.Msg)})
			return
		}
		d.Bad = append(d.Bad, &LineError{File: path, Line: 1, Err: errors.New("no method with a body")})
	}
}

// distinguish gives tasks of the same id in several files of a folder ids that
// begin with the path of the file.
func (d *Dataset) distinguish(dir string) {
	count := map[string]int{}
	for _, t := range d.Tasks {
		count[t.ID]++
	}
	for _, t := range d.Tasks {
		if count[t.ID] > 1 {
			if rel, err := filepath.Rel(dir, t.File); err == nil {
				t.ID = strings.TrimSuffix(filepath.ToSlash(rel), ".java") + "/" + t.ID
			}
		}
	}
}

// MethodsOf makes a task of every method with a body of a Java file; main is left
// out. Its id is Class.method, with the parameter types where the name alone is
// ambiguous. A file with errors gives what could be read.
func MethodsOf(path, src string) ([]*Task, java.ErrorList) {
	return tasksOf(path, src, func(_ *java.ClassDecl, m *java.MethodDecl) bool { return !m.IsConstructor })
}

// BodiesOf is MethodsOf with the constructors that a caller can name: those of enums have
// none but the enum itself. The id of one is Class.Class.
func BodiesOf(path, src string) ([]*Task, java.ErrorList) {
	return tasksOf(path, src, func(c *java.ClassDecl, m *java.MethodDecl) bool { return !m.IsConstructor || c.Kind != java.EnumClass })
}

// tasksOf makes tasks of the methods with a body that are wanted of a file's classes.
func tasksOf(path, src string, wanted func(*java.ClassDecl, *java.MethodDecl) bool) ([]*Task, java.ErrorList) {
	f, errs := java.Parse(filepath.Base(path), src)
	var out []*Task
	var visit func(c *java.ClassDecl, outer string)
	visit = func(c *java.ClassDecl, outer string) {
		name := outer + c.Name.Name
		count := map[string]int{}
		for _, m := range c.Members {
			if m, ok := m.(*java.MethodDecl); ok {
				count[m.Name.Name]++
			}
		}
		for _, m := range c.Members {
			switch m := m.(type) {
			case *java.MethodDecl:
				if m.Body == nil || m.Name.Name == "main" || !wanted(c, m) {
					continue
				}
				t := &Task{
					ID: name + "." + m.Name.Name, Name: filepath.Base(path), Source: src,
					Class: name, Method: m.Name.Name, Params: ParamTypes(m), Line: f.Position(m.Pos()).Line,
				}
				if count[m.Name.Name] > 1 {
					t.ID += "(" + strings.Join(t.Params, ",") + ")"
				}
				out = append(out, t)
			case *java.ClassDecl:
				visit(m, name+".")
			}
		}
	}
	for _, c := range f.Types {
		visit(c, "")
	}
	return out, errs
}

// ParamTypes are a method's parameter types by simple name, without type
// arguments: "int", "String[]", "List".
func ParamTypes(m *java.MethodDecl) []string {
	out := []string{}
	for _, p := range m.Params {
		t := "?"
		if p.Type != nil {
			t = p.Type.Name[strings.LastIndexByte(p.Type.Name, '.')+1:] + strings.Repeat("[]", p.Type.Dims+p.Dims)
		}
		if p.Variadic {
			t += "[]"
		}
		out = append(out, t)
	}
	return out
}

// Wanted reports whether a task of a file is one of the methods named, in one of the
// forms of java.MethodName; without names every one is.
func (t *Task) Wanted(f *java.File, names []string) bool {
	m := java.MethodName{Class: t.Class, Name: t.Method, Params: t.Params}
	if f.Package != nil {
		m.Class = f.Package.Name + "." + m.Class
	}
	return len(names) == 0 || slices.ContainsFunc(names, m.Matches)
}

// InFile returns the name of the task's method as its file gives it: Class.method, with
// the parameter types where the name alone is ambiguous. The ID of a task of a data set
// says nothing about its file. Where the file has no such method it is the ID.
func (t *Task) InFile() string {
	file, _ := java.Parse(t.Name, t.Source)
	decl := t.Declaration(file)
	if decl == nil {
		return t.ID
	}
	// The line tells overloads apart: a task of a data set may name none of their parameters.
	line := file.Position(decl.Pos()).Line
	methods, _ := MethodsOf(t.Name, t.Source)
	for _, m := range methods {
		if m.Method == t.Method && m.Line == line {
			return m.ID
		}
	}
	return t.ID
}

// Declaration is the task's method in its file; nil where it is not there. Of several it is
// the public static one, or else the first.
func (t *Task) Declaration(f *java.File) *java.MethodDecl {
	_, m, _ := t.find(f)
	return m
}

// find is the declaration of the task's method in its file.
func (t *Task) find(f *java.File) (*java.ClassDecl, *java.MethodDecl, error) {
	type hit struct {
		c *java.ClassDecl
		m *java.MethodDecl
	}
	var hits []hit
	var visit func(c *java.ClassDecl, outer string)
	visit = func(c *java.ClassDecl, outer string) {
		name := outer + c.Name.Name
		for _, m := range c.Members {
			switch m := m.(type) {
			case *java.MethodDecl:
				if m.Name.Name != t.Method || m.Body == nil || t.Class != "" && t.Class != name {
					continue
				}
				if t.Params != nil && strings.Join(t.Params, ",") != strings.Join(ParamTypes(m), ",") {
					continue
				}
				hits = append(hits, hit{c, m})
			case *java.ClassDecl:
				visit(m, name+".")
			}
		}
	}
	for _, c := range f.Types {
		visit(c, "")
	}
	switch {
	case len(hits) == 0:
		return nil, nil, fmt.Errorf("no method %s in %s", strings.TrimPrefix(t.Class+"."+t.Method, "."), t.Name)
	case len(hits) > 1:
		for _, h := range hits { // a static one is the entry, helpers are overloads
			if h.m.Mods.Flags.Has(java.Static | java.Public) {
				return h.c, h.m, nil
			}
		}
	}
	return hits[0].c, hits[0].m, nil
}
