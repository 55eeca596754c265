package jml

import (
	"sync"

	"ensures/java"
	"ensures/java/types"
)

// Library gives the contracts that stand beside the methods of a class library, in
// its Java source. A file's comments are read when a method of it is first asked
// for, and a contract is checked when it is: a program pays for what it calls. It is
// safe for concurrent use and meant to be shared like the library itself.
type Library struct {
	lib *types.Library

	mu        sync.Mutex
	files     map[*java.File]*File
	contracts map[*types.Method]*LibraryContract
	errs      java.ErrorList
}

// NewLibrary makes the contracts of a library. Nothing is read yet.
func NewLibrary(lib *types.Library) *Library {
	return &Library{lib: lib, files: map[*java.File]*File{}, contracts: map[*types.Method]*LibraryContract{}}
}

// LibraryContract is the checked contract of one method of a class library.
type LibraryContract struct {
	*Contract
	// File is what the clauses' positions refer to.
	File *java.File
	// Info has the tables of the contract's expressions, and of nothing else.
	Info *types.Info
	// Params has the modifiers of each parameter.
	Params []Mods
}

// Contract is the contract of m, nil when there is none or when it has errors (see
// Errors): a library method without a contract has no meaning.
func (l *Library) Contract(m *types.Method) *LibraryContract {
	l.mu.Lock()
	defer l.mu.Unlock()

	// That there is none is remembered too.
	if c, ok := l.contracts[m]; ok {
		return c
	}
	c := l.read(m)
	l.contracts[m] = c
	return c
}

// Elsewhere is the contract of a method of another file of a project: nil when it has
// none, when it or its file has errors, and when the file takes references for nullable.
// It may speak of the method's parameters and of the class library. Only the comments
// of the file are kept, since each program has methods of its own.
func (l *Library) Elsewhere(m *types.Method) *LibraryContract {
	l.mu.Lock()
	defer l.mu.Unlock()

	errs := len(l.errs)
	c := l.read(m)
	failed := len(l.errs) > errs
	l.errs = l.errs[:errs] // no mistakes of the library
	if failed || c == nil || l.files[m.Owner.Unit.File].NullableByDefault {
		return nil
	}
	return c
}

// NonNull reports whether a field of the library is declared never to be null.
func (l *Library) NonNull(f *types.Field) bool {
	if f.Decl == nil || f.Owner.Unit == nil || f.Owner.Decl == nil {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()

	spec := l.file(f.Owner.Unit.File)
	for _, m := range f.Owner.Decl.Members {
		d, ok := m.(*java.FieldDecl)
		if !ok || spec.Fields[d] == nil || !spec.Fields[d].Mods.Has(NonNull) {
			continue
		}
		for _, v := range d.Vars {
			if v == f.Decl {
				return true
			}
		}
	}
	return false
}

// Errors are the mistakes in the contracts read so far: mistakes of the library.
func (l *Library) Errors() java.ErrorList {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append(java.ErrorList(nil), l.errs...)
}

func (l *Library) read(m *types.Method) *LibraryContract {
	if m.Decl == nil || m.Owner.Unit == nil {
		return nil
	}
	f := l.file(m.Owner.Unit.File)
	spec := f.Methods[m.Decl]
	if spec == nil || len(spec.Cases) == 0 {
		return nil
	}

	// Each contract has tables of its own, which nobody writes once it is given out.
	own := *f
	own.Warnings = nil
	c := &checker{file: f.Java, Checked: &Checked{
		Spec: &own, Program: &types.Program{Lib: l.lib}, Unit: m.Owner.Unit, Info: types.NewInfo(),
		Members: map[*types.Class]*types.SpecMembers{}, Locals: map[*Clause][]*types.Local{},
		Pure: map[*types.Method]bool{}, Bad: map[any]bool{},
	}}
	for _, k := range spec.Cases {
		c.specCase(m, k, nil, spec.Mods)
	}
	if len(c.errs) > 0 {
		l.errs = append(l.errs, c.errs...)
		return nil
	}

	out := &LibraryContract{Contract: Normalise(spec), File: f.Java, Info: c.Info}
	for _, p := range m.Decl.Params {
		out.Params = append(out.Params, f.Params[p])
	}
	return out
}

// file reads the comments of a library file. What is wrong with one contract leaves
// the others usable.
func (l *Library) file(f *java.File) *File {
	if s := l.files[f]; s != nil {
		return s
	}
	s, errs := Parse(f)
	l.errs = append(l.errs, errs...)
	l.files[f] = s
	return s
}
