// Package rust verifies Rust against specifications in the clause language of Verus:
// verification conditions of the compiler's own MIR, by symbolic execution of its
// control-flow graphs with joins, loops cut at their heads.
//
// Every check that the compiler inserts is an obligation (overflow, bounds, division),
// every panic must be unreachable, and every loop and recursion must end. What has no
// meaning here makes its function Unsupported, by name.
//
// The package must not know Java, metrics or agents, nor how rustc is run.
package rust

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// unsupportedError ends the work on one function at what has no meaning here.
type unsupportedError struct {
	what string
	at   spec.Span
}

func (e *unsupportedError) Error() string { return "not supported: " + e.what }

func unsupported(what string) { panic(&unsupportedError{what: what}) }

func unsupportedAt(at spec.Span, what string) { panic(&unsupportedError{what, at}) }

// unit is a file: what is specified in it and what the compiler made of it.
type unit struct {
	file   *spec.File
	mir    *mir.File
	plain  string // the file as the compiler has seen it, byte for byte at the source's places
	lines  []int  // where each line of the source begins
	funcs  map[string]*spec.Func
	bodies map[*spec.Func]*mir.Func
	// sources are the functions by their bodies.
	sources map[*mir.Func]*spec.Func
	// unclear are functions of which the compiler printed two bodies that may be theirs.
	unclear map[*spec.Func]bool
	shapes  *shapes
	marks   []spec.Clause // the assertions, by the number of their mark
	traits  map[string]bool
	drops   bool // some type of the file has code that runs when its values end
	clones  bool // some type of the file has a clone that is not derived
	// hides is a name of std's that the file gives another meaning; empty where there is
	// none.
	hides   string
	foreign *foreign // what other crates have to do with the file; nil where there are none
}

// stdNames are the types and traits of std that have a meaning here by their names
// alone.
var stdNames = map[string]bool{"Vec": true, "Option": true, "Result": true, "String": true, "Box": true, "Range": true, "Ordering": true,
	"Seq": true, "int": true, "nat": true, "Index": true, "IndexMut": true, "Deref": true, "DerefMut": true, "Clone": true, "PartialEq": true,
	"Iterator": true, "IntoIterator": true, "Add": true, "Sub": true, "Mul": true, "Div": true, "Rem": true, "AddAssign": true, "SubAssign": true, "MulAssign": true, "DivAssign": true,
	"RemAssign": true, "BitXor": true, "BitAnd": true, "BitOr": true, "BitXorAssign": true, "BitAndAssign": true, "BitOrAssign": true, "PartialOrd": true,
	"ToString": true, "From": true, "DoubleEndedIterator": true, "ExactSizeIterator": true, "Ord": true, "Borrow": true, "BorrowMut": true, "ToOwned": true, "EnsuresSet": true}

// link finds the body of each function.
func link(file *spec.File, text *mir.File) *unit {
	u := &unit{file: file, mir: text, plain: file.Plain(), lines: []int{0}, funcs: map[string]*spec.Func{}, bodies: map[*spec.Func]*mir.Func{}, sources: map[*mir.Func]*spec.Func{}, unclear: map[*spec.Func]bool{},
		shapes: &shapes{items: map[string]*spec.Item{}, named: file.Declared}}

	for i, c := range file.Src {
		if c == '\n' {
			u.lines = append(u.lines, i+1)
		}
	}
	u.traits = map[string]bool{}
	u.hides = hidden(file)

	for _, it := range file.Items {
		if file.Declared[it.Name] == 1 { // else nothing says which one a name means
			u.shapes.items[it.Name] = it
		}
	}
	u.withoutImported()
	for _, t := range file.Traits {
		u.traits[t] = true
	}

	for _, f := range file.Funcs {
		// Before the tests are left out: the marks in the compiler's text count all assertions.
		u.marks = append(u.marks, f.Proof...)
		if f.Test {
			continue // the compiler leaves it out
		}
		if _, twice := u.funcs[f.Name]; twice {
			u.funcs[f.Name] = nil // two impls have one: nothing is said of either
			continue
		}
		u.funcs[f.Name] = f
	}

	for _, body := range text.Funcs {
		u.impl(body)
		// Constants have bodies too; clauses are of functions alone.
		if body.Kind != mir.Function || len(body.Blocks) == 0 {
			continue
		}
		if f := u.funcAround(body); f != nil {
			if u.bodies[f] != nil {
				u.unclear[f] = true
			}
			u.bodies[f] = body
		}
	}

	// Without a body such a function is refused: either of the two may be another's.
	for f := range u.unclear {
		delete(u.bodies, f)
	}
	for f, body := range u.bodies {
		u.sources[body] = f
	}
	return u
}

// withoutImported forgets the types of which std may have one of the same name somewhere in the
// file: one that is imported, or, where there are modules, any of a module that is imported whole.
func (u *unit) withoutImported() {
	if len(u.file.Items) == 0 {
		return
	}
	for _, path := range ofStd(spec.Imports(u.file.Src)) {
		last := path[len(path)-1]
		for _, it := range u.file.Items {
			if it.Name == last || slices.Contains(strings.Split(it.Module, "::"), last) || last == "*" && len(u.file.Modules) > 0 {
				delete(u.shapes.items, it.Name)
			}
		}
	}
}

// ofStd are those of the imports that are from std, by whatever name.
func ofStd(imports [][]string) [][]string {
	roots := map[string]bool{"std": true, "core": true, "alloc": true}
	// Imports stand in any order, and a name that one gives to a crate or a module another one uses.
	for grown := true; grown; {
		grown = false
		for _, path := range imports {
			if last := path[len(path)-1]; len(path) == 2 && roots[path[0]] && !roots[last] && last != "*" {
				roots[last], grown = true, true // a crate or a module of it
			}
		}
	}
	return slices.DeleteFunc(imports, func(path []string) bool { return !roots[path[0]] })
}

// typeHomes are the modules of std whose types have a meaning by their names.
var typeHomes = map[string]string{"Vec": "vec", "Option": "option", "Result": "result", "String": "string", "Box": "boxed", "Range": "ops", "Ordering": "cmp"}

// harmless are the modules of std that may be imported whole: they have no type of these names.
var harmless = map[string]bool{"prelude": true, "v1": true, "collections": true, "cmp": true, "ops": true, "iter": true, "vec": true, "string": true, "option": true, "result": true, "boxed": true, "rc": true, "mem": true}

// importsOther is a type's name that the file imports from a module of std that means another one
// by it; empty where there is none.
func importsOther(f *spec.File) string {
	for _, path := range ofStd(spec.Imports(f.Src)) {
		last, module := path[len(path)-1], ""
		if len(path) > 1 {
			module = path[len(path)-2]
		}
		switch {
		case last == "*" && !harmless[module]:
			return strings.Join(path, "::")
		// The prelude hands on the same types under the same names.
		case typeHomes[last] != "" && len(path) > 1 && module != typeHomes[last] && module != "prelude" && module != "v1":
			return strings.Join(path, "::")
		}
	}
	return ""
}

// hidden is a name of std's, or of a primitive type, that a file gives another meaning;
// empty where there is none.
func hidden(f *spec.File) string {
	for _, fn := range f.Funcs {
		if words[fn.Name] {
			return fn.Name
		}
	}
	if name := importsOther(f); name != "" {
		return name
	}
	for _, name := range slices.Sorted(maps.Keys(f.Declared)) {
		if stdNames[name] || primitives[name] || words[name] || name == "$" {
			return name
		}
	}
	return ""
}

// words have a meaning in specifications, whatever else the file calls so.
var words = map[string]bool{"assert": true, "assume": true, "proof": true, "old": true, "reveal": true, "reveal_with_fuel": true, "hide": true, "ghost": true, "tracked": true, "verus": true}

var primitives = map[string]bool{"i8": true, "i16": true, "i32": true, "i64": true, "i128": true, "isize": true,
	"u8": true, "u16": true, "u32": true, "u64": true, "u128": true, "usize": true, "f32": true, "f64": true, "bool": true, "char": true, "str": true}

// impl notes what bodies of trait impls mean for all values of their types. The
// compiler's text names them by their places, those of macros too; a derived one stands
// where the trait's name is in the attribute.
func (u *unit) impl(body *mir.Func) {
	at, method, ok := strings.Cut(strings.TrimPrefix(body.Name, "<impl at "), ">::")
	if !ok || at == body.Name {
		return
	}
	switch method {
	case "drop":
		u.drops = true
	case "clone", "clone_from", "to_owned":
		var line, column int
		// A derived clone copies part by part; its place is the word in the attribute, where an impl
		// that is written out begins with impl.
		if n, _ := fmt.Sscanf(at[strings.Index(at, ":")+1:], "%d:%d:", &line, &column); n == 2 {
			off := u.offset(line, column)
			if off >= 0 && strings.HasPrefix(u.file.Src[off:], "Clone") {
				return
			}
		}
		u.clones = true
	}
}

// funcAround is the function of the source that a body comes from: the one of its
// name in whose text its end stands, or, where it never comes back, its first statement. That
// may stand in a macro of another file.
//
// Side conditions: the body's path is the function's: a function that is declared inside of it,
// in a macro's argument too, may have its name; and no other body is of that path there.
func (u *unit) funcAround(body *mir.Func) *spec.Func {
	if strings.Contains(body.Name, "{closure") {
		return nil
	}
	at := body.Blocks[0].Term.Span
	if len(body.Blocks[0].Stmts) > 0 {
		at = body.Blocks[0].Stmts[0].Span
	}
	off := u.offset(at.Line, at.Column)
	for _, b := range body.Blocks {
		if s := b.Term.Span; b.Term.Kind == mir.Return {
			// Preferred to the first statement, which may stand in a macro.
			off = u.offset(s.EndLine, s.EndColumn) - 1 // it stands behind the brace
		}
	}
	for _, f := range u.file.Funcs {
		if f.Mode == spec.Exec && names(body, f) && f.From <= off && off < f.To {
			return f
		}
	}
	return nil
}

// names reports whether a body's path may be a function's. The compiler prints no more modules
// than it takes to tell items apart, the innermost last, and the place of an impl in place of
// its type; a trait's method has its trait's name, with or without a module.
func names(body *mir.Func, f *spec.Func) bool {
	_, method, isMethod := strings.Cut(f.Name, "::")
	path, rest, isImpl := strings.Cut(body.Name, "<impl at ")
	if isImpl {
		// The impl's own type is not in the name: which one it is, the place in the text decides.
		_, name, _ := strings.Cut(rest, ">::")
		return isMethod && name == method && endsIn(strings.TrimSuffix(path, "::"), f.Module)
	}
	path, found := strings.CutSuffix(body.Name, f.Name)
	return found && endsIn(strings.TrimSuffix(path, "::"), f.Module)
}

// endsIn reports whether path is the end of a module's path: all of it, the innermost ones, or
// nothing.
func endsIn(path, module string) bool {
	return path == "" || path == module || strings.HasSuffix(module, "::"+path)
}

// offset is a place of the compiler's, counted in characters of the text that it was given, in
// bytes of the source: a character of a clause may be several blanks there.
func (u *unit) offset(line, column int) int {
	if line < 1 || line > len(u.lines) {
		return -1
	}
	from := u.lines[line-1]
	n := 1
	for i := range u.plain[from:] {
		if n == column {
			return from + i
		}
		n++
	}
	return len(u.file.Src)
}

func (u *unit) span(s mir.Span) spec.Span {
	if !s.IsValid() {
		return spec.Span{From: -1}
	}
	return spec.Span{From: u.offset(s.Line, s.Column), To: u.offset(s.EndLine, s.EndColumn)}
}

// place is a byte of the source as line and column, from 1, in characters.
func (u *unit) place(off int) (line, column int) {
	if off < 0 {
		return 1, 1
	}
	off = min(off, len(u.file.Src))
	for line < len(u.lines) && u.lines[line] <= off {
		line++
	}
	return line, len([]rune(u.file.Src[u.lines[line-1]:off])) + 1
}

// ambiguous reports whether a constant's name may mean another one: the compiler prints
// constants without their modules, and a parameter of a type or an import may have that
// name too.
func (u *unit) ambiguous(name string) bool {
	n := 0
	for _, f := range u.mir.Funcs {
		if f.Kind != mir.Function && f.Name[strings.LastIndex(f.Name, ":")+1:] == name {
			n++
		}
	}
	if strings.Contains(name, "[") { // one that the compiler has lifted out: its path is whole
		return false
	}
	return n > 1 || u.file.Declared[name] > 0
}

// meansMore reports whether a name is a constant's, a type's or a variant's of the file.
func (u *unit) meansMore(name string) bool {
	if u.file.Declared[name] > 0 || slices.ContainsFunc(u.mir.Funcs, func(f *mir.Func) bool { return f.Kind != mir.Function && f.Name == name }) {
		return true
	}
	return slices.ContainsFunc(u.file.Items, func(it *spec.Item) bool {
		return slices.ContainsFunc(it.Variants, func(v spec.Variant) bool { return v.Name == name })
	})
}

// own reports whether a path names a function of the file, whatever std has of that
// name: all of the file's bodies are printed.
func (u *unit) own(p *mir.Path) bool {
	if p.Self != nil {
		return false
	}
	// A module, a type or a trait of the file in front of the name, whichever of them it is.
	for _, s := range p.Segs[:len(p.Segs)-1] {
		if u.file.Declared[s.Name] > 0 {
			return true
		}
	}
	name := p.Name()
	return slices.ContainsFunc(u.mir.Funcs, func(f *mir.Func) bool { return f.Kind == mir.Function && f.Name == name })
}

// promised reports whether a trait of the file has clauses for a method of that name:
// whoever calls it through the trait may count on those, whatever the method says.
func (u *unit) promised(fn *spec.Func) bool {
	_, method, _ := strings.Cut(fn.Name, "::")
	return slices.ContainsFunc(u.file.Funcs, func(g *spec.Func) bool {
		trait, name, _ := strings.Cut(g.Name, "::")
		return g != fn && name == method && method != "" && len(g.Clauses) > 0 && u.traits[trait]
	})
}

// callee is the function of the file that a path names; nil where it is not of the
// file, or where that is not certain:
//
//	path names f's body ⊢ the call is of f
//
// Side conditions: no other body may be meant. The compiler prints a function's path in a call
// as it prints it before its body, in place of an impl its type: a method of another impl may
// be meant where that is of a type of that name, or of no type in the source, as those are that
// macros make. No other function goes by its name in answers.
func (u *unit) callee(p *mir.Path) *spec.Func {
	if p.Self != nil {
		return nil // a trait's: which function that is, the file alone does not say
	}
	var out *spec.Func
	for _, b := range u.mir.Funcs {
		if b.Kind != mir.Function || !u.mayMean(p, b) {
			continue
		}
		f := u.sources[b]
		// A body that belongs to no function of the source, a second one that may be meant, or a name
		// that two functions share: in each case nothing is said of the call.
		if f == nil || out != nil || u.funcs[f.Name] != f {
			return nil
		}
		out = f
	}
	return out
}

// mayMean reports whether a path in a call may be a body's.
func (u *unit) mayMean(p *mir.Path, b *mir.Func) bool {
	_, rest, isImpl := strings.Cut(b.Name, "<impl at ")
	if !isImpl {
		return b.Name == p.Name()
	}
	if _, method, _ := strings.Cut(rest, ">::"); len(p.Segs) < 2 || method != p.Last() {
		return false
	}
	f := u.sources[b]
	if f == nil {
		// What ensures itself puts behind the source is no function that the file calls so.
		return !u.behind(rest)
	}
	owner, _, _ := strings.Cut(f.Name, "::")
	return owner == p.Segs[len(p.Segs)-2].Name
}

// behind reports whether a place as the compiler prints it, file.rs:3:1: 3:7, is behind the
// source: of what [spec.File.Plain] puts there.
func (u *unit) behind(place string) bool {
	var line int
	_, place, _ = strings.Cut(place, ":")
	n, _ := fmt.Sscanf(place, "%d:", &line)
	return n == 1 && line > len(u.lines)
}
