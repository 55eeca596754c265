package key

import (
	"fmt"
	"path/filepath"
	"sort"
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
)

// unit is a Java file in KeY's dialect. What is inserted stands on lines of its own,
// since KeY's parser loses comments far to the right; origin leads back.
type unit struct {
	name    string // of the file, as Java wants it
	source  string // as given
	text    string // for KeY
	origin  []int  // line of the source, by line of the text from 1
	methods []*method
	classes map[string]int // lines of all classes by name, for what KeY says about no method
	types   []string
	unfit   *unsupported // of the file as a whole: nothing is asked
	warns   []verify.Diagnostic
	banned  map[java.Position]*unsupported
}

// ban leaves out a method that KeY turned out not to take.
func (u *unit) ban(lib *types.Library, file string, o verify.Options, m *method, why *unsupported) bool {
	banned := map[java.Position]*unsupported{m.at: why}
	for p, w := range u.banned {
		banned[p] = w
	}
	v, errs := loadWithout(lib, file, u.source, o, banned)
	// The methods are matched by their places in the list.
	if len(errs) > 0 || v.unfit != nil || len(v.methods) != len(u.methods) {
		return false
	}
	u.text, u.origin, u.banned = v.text, v.origin, banned
	for i, n := range v.methods {
		u.methods[i].unfit = n.unfit
	}
	return true
}

// br is a line break that the translation inserts.
const br = "\v"

// ownLines makes the inserted line breaks real and numbers the lines by those of the
// source.
func ownLines(text string) (string, []int) {
	// Lines count from 1: none has the number 0.
	origin := []int{0, 1}
	line := 1
	b := []byte(text)
	for i, c := range b {
		switch c {
		case '\n':
			line++
		case '\v':
			b[i] = '\n'
		default:
			continue
		}
		origin = append(origin, line)
	}
	return string(b), origin
}

// line is the source's line for one of the text's; 0 stays 0.
func (u *unit) line(n int) int {
	if n < 0 || n >= len(u.origin) {
		return n
	}
	return u.origin[n]
}

// method is a method or constructor that has to be verified.
type method struct {
	m        *types.Method
	key      verify.MethodKey
	sig      signature
	at       java.Position
	from, to int          // lines
	allow    bool         // exceptions of the JVM's own are paths of it
	wanted   bool         // by the request
	unfit    *unsupported // nothing is asked about it
}

// unsupported is a construct without a counterpart in KeY's dialect.
type unsupported struct {
	at   java.Position
	what string
}

func (u *unsupported) diagnostic(method verify.MethodKey) verify.Diagnostic {
	return verify.Diagnostic{Kind: verify.UnsupportedConstruct, Severity: verify.Error, Verdict: verify.Unsupported, Method: method,
		Line: max(u.at.Line, 1), Column: max(u.at.Column, 1), Message: "not supported by KeY: " + u.what, Construct: u.what, Stage: "check"}
}

// translator makes a unit of a checked file.
type translator struct {
	file     *java.File
	spec     *jml.File
	infos    types.Infos // of the code, and of the specifications
	nullable bool        // references may be null unless said otherwise
	quiet    bool        // arithmetic is not looked at
	safe     bool        // overflow is an error
	edits    *java.Edits
	byDecl   map[*java.MethodDecl]*method
	all      map[*types.Method]*method
	classes  map[*types.Class]bool // of the file
	models   map[*types.Method]bool
	gone     map[any]bool             // methods and fields with types that KeY lacks: left out
	divides  map[*java.ClassDecl]bool // classes whose code divides
	partial  map[*types.Method]bool   // need not terminate
	warned   map[java.Position]bool
	replaced map[java.Span]bool
	lib      *types.Library
	blank    string // the source without its comments
	banned   map[java.Position]*unsupported
	inherits java.Node // a method with a contract from elsewhere in the file; nil without
	u        *unit
}

// load parses and checks a file and puts it into KeY's dialect. Mistakes are the
// list; what KeY cannot take is in the unit.
func load(lib *types.Library, name, source string, o verify.Options) (*unit, java.ErrorList) {
	return loadWithout(lib, name, source, o, nil)
}

// loadWithout is load with methods that KeY turned out not to take.
func loadWithout(lib *types.Library, name, source string, o verify.Options, banned map[java.Position]*unsupported) (*unit, java.ErrorList) {
	ck, errs := jml.Load(lib, name, source)
	if len(errs) > 0 {
		return nil, errs
	}
	f, spec, tu := ck.Spec.Java, ck.Spec, ck.Unit
	blank := &java.File{Name: f.Name, Src: blankComments(f)}
	t := &translator{file: f, spec: spec, infos: []*types.Info{tu.Info, ck.Info}, nullable: o.NullableByDefault || spec.NullableByDefault,
		quiet: o.Arithmetic == verify.Quiet, safe: o.Arithmetic == verify.Safe, edits: java.NewEdits(blank), byDecl: map[*java.MethodDecl]*method{}, all: map[*types.Method]*method{},
		classes: map[*types.Class]bool{}, models: map[*types.Method]bool{}, gone: map[any]bool{}, divides: map[*java.ClassDecl]bool{}, partial: map[*types.Method]bool{}, warned: map[java.Position]bool{}, replaced: map[java.Span]bool{}, lib: lib,
		blank: blank.Src, banned: banned, u: &unit{classes: map[string]int{}, name: fileName(f), source: source, banned: banned}}

	t.u.warns = verify.ReaderWarnings(spec.Warnings)
	for _, c := range tu.Info.Classes {
		for _, m := range c.Methods {
			if m.Decl != nil && len(jml.Inherited(ck, m)) > 0 {
				t.inherits = m.Decl
			}
		}
	}
	t.translate(tu, o.Method)
	return t.u, nil
}

// fileName is the name that Java wants for the source: its public class's.
func fileName(f *java.File) string {
	for _, c := range f.Types {
		if c.Mods.Flags.Has(java.Public) && c.Name.Name != "" {
			return c.Name.Name + ".java"
		}
	}
	for _, c := range f.Types {
		if c.Name.Name != "" {
			return c.Name.Name + ".java"
		}
	}
	if base := filepath.Base(f.Name); strings.HasSuffix(base, ".java") && base != ".java" {
		return base
	}
	return "Input.java"
}

// blankComments is the source with spaces for its comments.
func blankComments(f *java.File) string {
	b := []byte(f.Src)
	for _, c := range f.Comments {
		blankOut(b, c.From.Offset(), c.To.Offset())
	}
	return string(b)
}

func blankOut(b []byte, from, to int) {
	for i := from; i < to && i < len(b); i++ {
		if b[i] != '\n' && b[i] != '\r' {
			b[i] = ' '
		}
	}
}

// newlines returns as many lines as a stretch of the source has, and nothing else.
func (t *translator) newlines(s java.Span) string {
	return strings.Repeat("\n", strings.Count(t.file.Src[s.From.Offset():s.To.Offset()], "\n"))
}

func (t *translator) translate(tu *types.Unit, want string) {
	for _, c := range tu.Info.Classes {
		c.Load()
		t.classes[c] = true
	}

	for _, c := range t.file.Types {
		if c.Name.Name != "" {
			t.u.types = append(t.u.types, c.Name.Name)
		}
	}

	if un := t.attempt(t.checkFile); un != nil {
		t.u.unfit = un
		t.list(want)
		return
	}
	t.list(want)

	for _, m := range t.sorted() {
		if t.gone[m.m] {
			m.unfit = t.attempt(func() { t.signature(m.m.Decl) })
		}
	}
	// First what bodies can't be taken, since specifications may not lean on them.
	for _, m := range t.sorted() {
		if why := t.banned[m.at]; why != nil {
			m.unfit = why
		} else if m.unfit == nil && m.m.Decl != nil {
			m.unfit = t.attempt(func() { t.checkBody(m) })
		}
	}

	if un := t.attempt(t.classSpecs); un != nil {
		t.u.unfit = un
		return
	}
	t.findPartial()
	// What leans on something that can't be taken can't be taken either: to the fixed
	// point.
	for n := -1; n != t.unfit(); {
		n = t.unfit()
		for _, m := range t.sorted() {
			t.fit(m)
		}
	}

	// Only now are methods written: of each it is known whether it can be taken.
	for _, m := range t.sorted() {
		t.method(m)
	}
	for d := range t.divides {
		t.edits.Insert(d.Lbrace+1, br+division+br)
	}

	text, err := t.edits.Apply()
	if err != nil {
		t.u.unfit = &unsupported{what: "the translation failed: " + err.Error()}
		return
	}
	t.u.text, t.u.origin = ownLines(text)
}

// unfit counts the methods that cannot be taken.
func (t *translator) unfit() int {
	n := 0
	for _, m := range t.all {
		if m.unfit != nil {
			n++
		}
	}
	return n
}

// replace is an edit that may be asked for again.
func (t *translator) replace(s java.Span, text string) {
	off := s.From.Offset()
	if off < len(t.blank) && t.blank[off] != t.file.Src[off] {
		return // in a comment, which is gone
	}
	if !t.replaced[s] {
		t.replaced[s] = true
		t.edits.Replace(s, text)
	}
}

// attempt is f with its unsupported construct as a result.
func (t *translator) attempt(f func()) (un *unsupported) {
	defer func() {
		if r := recover(); r != nil {
			u, ok := r.(*unsupported)
			if !ok {
				panic(r)
			}
			un = u
		}
	}()
	f()
	return nil
}

// fail ends the current attempt.
func (t *translator) fail(n java.Node, format string, args ...any) {
	u := &unsupported{what: fmt.Sprintf(format, args...)}
	if n != nil && n.Pos().IsValid() {
		u.at = t.file.Position(n.Pos())
	}
	panic(u)
}

func (t *translator) warn(n java.Node, format string, args ...any) {
	at := t.file.Position(n.Pos())
	if !t.warned[at] {
		t.warned[at] = true
		t.u.warns = append(t.u.warns, verify.Diagnostic{Kind: verify.SpecificationWarning, Severity: verify.Warning, Line: at.Line, Column: at.Column,
			Message: fmt.Sprintf(format, args...), Stage: "check"})
	}
}

// list finds the methods of the file.
func (t *translator) list(want string) {
	for c := range t.classes {
		if c.Decl == nil {
			continue
		}
		t.u.classes[c.QualifiedName()] = t.file.Position(c.Decl.From).Line
		for _, m := range c.Methods {
			if m.Spec || !(m.Decl != nil || m.Implicit == types.DefaultConstructor) {
				continue
			}
			k := &method{m: m, key: verify.KeyOf(m), sig: keySignature(m), wanted: verify.MethodMatches(m, want)}
			if d := m.Decl; d != nil {
				k.at = t.file.Position(d.Name.From)
				k.from, k.to = t.file.Position(d.From).Line, t.file.Position(d.To).Line
				k.wanted = k.wanted && d.Body != nil
				t.byDecl[d] = k
			} else {
				k.at = t.file.Position(c.Decl.Name.From)
				k.from = t.file.Position(c.Decl.Lbrace).Line
				k.to = k.from
				k.wanted = k.wanted && want == "" && !c.Local && c.Name != ""
			}
			t.all[m] = k
		}
	}
	t.u.methods = t.sorted()
}

func (t *translator) sorted() []*method {
	var out []*method
	for _, m := range t.all {
		out = append(out, m)
	}
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i], out[j]
		if a.at.Line != b.at.Line {
			return a.at.Line < b.at.Line
		}
		if a.at.Column != b.at.Column {
			return a.at.Column < b.at.Column
		}
		return a.m.Signature() < b.m.Signature()
	})
	return out
}

// keySignature is a method as KeY names it.
func keySignature(m *types.Method) signature {
	s := signature{Class: m.Owner.QualifiedName(), Name: m.Name, Params: []string{}}
	if m.IsConstructor() {
		s.Name = "<init>"
	}
	for _, p := range m.Params {
		s.Params = append(s.Params, keyType(p.Type))
	}
	return s
}

// keyType is a type as KeY names it: arrays as in class files, without the
// semicolon.
func keyType(t types.Type) string {
	a, ok := t.(*types.ArrayType)
	if !ok {
		if c, ok := t.(*types.ClassType); ok {
			return c.Class.QualifiedName()
		}
		return t.String()
	}
	switch e := a.Elem.(type) {
	case *types.ArrayType:
		return "[" + keyType(e)
	case *types.ClassType:
		return "[L" + e.Class.QualifiedName()
	}
	return "[" + map[string]string{"boolean": "Z", "byte": "B", "char": "C", "short": "S", "int": "I", "long": "J", "float": "F", "double": "D"}[a.Elem.String()]
}
