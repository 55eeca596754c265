package annotate

import (
	"slices"

	"ensures/bench"
	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
)

// Helper is methods that nobody asked for whose contracts a proof needs: of another file of
// the project, or of the same one.
type Helper struct {
	Path, Text string
	Methods    []string // as Options.Methods
}

// mostHelpers limits the methods of other files that are looked at for one file.
const mostHelpers = 40

// Helpers returns the static methods that the wanted methods of a file call, themselves or
// through other static methods of the project, and that have no specification: those first
// that others call. Parts of one file that do not stand beside each other are apart.
func Helpers(lib *types.Library, path, text string, methods []string) []Helper {
	file, errs := java.Parse(path, text)
	if len(errs) > 0 {
		return nil
	}
	prog, _ := types.Check(lib, file)
	if len(prog.Elsewhere()) == 0 && len(methods) == 0 {
		return nil // what it names is all its own
	}
	wanted := func(m *types.Method) bool {
		return len(methods) == 0 || slices.ContainsFunc(methods, func(name string) bool { return verify.MethodMatches(m, name) })
	}

	h := helpers{wanted: wanted, seen: map[*types.Method]bool{}, specs: map[*java.File]*jml.File{}}
	java.Walk(file, func(n java.Node) bool {
		d, ok := n.(*java.MethodDecl)
		if !ok || d.Name.Name == "main" {
			return true // it gets no specification
		}
		if m := prog.Units[0].Info.Methods[d]; m != nil && wanted(m) {
			h.callees(m)
		}
		return true
	})
	return h.list
}

type helpers struct {
	wanted func(*types.Method) bool // of the file itself
	seen   map[*types.Method]bool
	specs  map[*java.File]*jml.File
	found  int
	list   []Helper
}

// callees adds what a method calls, before those that call it.
func (h *helpers) callees(m *types.Method) {
	if h.seen[m] || m.Decl == nil || m.Decl.Body == nil {
		return
	}
	h.seen[m] = true
	info, _ := m.Body() // a call that is not understood leads nowhere
	java.Walk(m.Decl.Body, func(n java.Node) bool {
		c, ok := n.(*java.Call)
		if !ok || info.Calls[c] == nil {
			return true
		}
		// Static methods only: which body an instance method runs depends on the object.
		k := info.Calls[c].Method
		if k == nil || k.Owner.Library || !k.Flags.Has(java.Static) || h.found >= mostHelpers {
			return true
		}
		// Its own callees first: their contracts are what its proof needs.
		if again := h.seen[k]; !again {
			h.callees(k)
			h.add(k)
		}
		return true
	})
}

// add adds a method, unless it is wanted anyway or has a specification.
func (h *helpers) add(m *types.Method) {
	if !m.Owner.Elsewhere && h.wanted(m) || m.Decl == nil || m.Decl.Body == nil {
		return
	}
	file := m.Owner.Unit.File
	if h.specs[file] == nil {
		h.specs[file], _ = jml.Parse(file) // a mistake is that file's
	}
	if h.specs[file].Methods[m.Decl] != nil {
		return
	}

	tasks, _ := bench.BodiesOf(file.Name, file.Src)
	i := slices.IndexFunc(tasks, func(t *bench.Task) bool { return t.Declaration(file) == m.Decl })
	if i < 0 {
		return
	}
	h.found++
	if n := len(h.list); n > 0 && h.list[n-1].Path == file.Name {
		h.list[n-1].Methods = append(h.list[n-1].Methods, tasks[i].ID)
		return
	}
	h.list = append(h.list, Helper{Path: file.Name, Text: file.Src, Methods: []string{tasks[i].ID}})
}
