package jml

import (
	"slices"
	"sort"

	"ensures/java"
)

// Options say how comments are read; the zero value is what most people mean.
type Options struct {
	// Keys are the enabled keys of conditional comments such as //+ESC@ and
	// //-RAC@; nil means ESC and OPENJML.
	Keys []string
}

// Parse reads the specification in f's comments. The File is complete but for
// what the errors name; File.Warnings has what can be used but is not as it
// should be.
func Parse(f *java.File) (*File, java.ErrorList) { return ParseWith(f, Options{}) }

// ParseWith is Parse with options.
func ParseWith(f *java.File, o Options) (*File, java.ErrorList) {
	keys := o.Keys
	if keys == nil {
		keys = defaultKeys
	}
	a := &attacher{
		file: f,
		out: &File{
			Java:    f,
			Classes: map[*java.ClassDecl]*ClassSpec{},
			Methods: map[*java.MethodDecl]*MethodSpec{},
			Fields:  map[*java.FieldDecl]*FieldSpec{},
			Params:  map[*java.Param]Mods{},
			Locals:  map[*java.LocalVars]Mods{},
			Loops:   map[java.Stmt]*LoopSpec{},
			Before:  map[java.Stmt][]*Stmt{},
			AtEnd:   map[java.Node][]*Stmt{},
		},
	}

	var blank string
	var marks []java.Span
	a.anns, blank, marks = extract(f, keys)
	a.text = java.NewFile(f.Name, blank)
	for _, m := range marks {
		a.errs = append(a.errs, newError(f, java.SyntaxError, m, "write the keyword without '@': //@ ensures …;", "unexpected '@' in a specification"))
	}
	for i, an := range a.anns {
		a.out.Active = append(a.out.Active, an.Span)
		a.anns[i].used = false
	}

	a.walkFile()
	a.strays()
	a.ignored(keys)
	a.errs.Sort()
	a.out.Warnings.Sort()
	return a.out, a.errs
}

// attacher walks a Java tree and gives every JML comment to what it belongs to.
type attacher struct {
	file *java.File
	text *java.File // of the same length, all but JML blank
	anns []annotation
	out  *File
	errs java.ErrorList
	// loopBody is the innermost loop whose body is the block being walked.
	bodies []java.Stmt
}

// between is the annotations that lie in [from, to), marked as used.
func (a *attacher) between(from, to java.Pos) []annotation {
	// Comments do not overlap: those in a range are neighbours in the list.
	i := sort.Search(len(a.anns), func(i int) bool { return a.anns[i].From >= from })
	j := i
	for j < len(a.anns) && a.anns[j].To <= to {
		a.anns[j].used = true
		j++
	}
	return a.anns[i:j]
}

// reader makes a reader of consecutive annotations.
func (a *attacher) reader(anns []annotation) *reader {
	first, last := anns[0], anns[len(anns)-1]
	return &reader{
		p:    java.NewParser(a.text, first.body.From, last.body.To, java.ParserOptions{Spec: true, Stop: stopWord}),
		file: a.file, anns: anns, out: a.out, errs: &a.errs, last: first.body.From,
	}
}

func (a *attacher) class(d *java.ClassDecl) *ClassSpec {
	return specOf(a.out.Classes, d, ClassSpec{Decl: d})
}

func (a *attacher) method(d *java.MethodDecl) *MethodSpec {
	return specOf(a.out.Methods, d, MethodSpec{Decl: d})
}

func (a *attacher) field(d *java.FieldDecl) *FieldSpec {
	return specOf(a.out.Fields, d, FieldSpec{Decl: d})
}

// specOf returns what is known of the declaration d, which begins as an empty one.
func specOf[D comparable, S any](specs map[D]*S, d D, empty S) *S {
	if specs[d] == nil {
		specs[d] = &empty
	}
	return specs[d]
}

func (a *attacher) errorf(code java.Code, at java.Node, hint, format string, args ...any) {
	a.errs = append(a.errs, newError(a.file, code, at, hint, format, args...))
}

func (a *attacher) warnf(code java.Code, at java.Node, hint, format string, args ...any) {
	a.out.Warnings = append(a.out.Warnings, newError(a.file, code, at, hint, format, args...))
}

// ---- files and classes

func (a *attacher) walkFile() {
	prev := java.Pos(1)
	for _, d := range a.file.Types {
		if anns := a.between(prev, d.From); len(anns) > 0 {
			a.fileGap(anns, d)
		}
		a.walkClass(d)
		prev = d.To
	}
	if anns := a.between(prev, java.Pos(len(a.file.Src)+1)); len(anns) > 0 {
		a.fileGap(anns, nil)
	}
	for _, d := range a.file.Types {
		if c := a.out.Classes[d]; c != nil && c.Mods.Has(NullableByDefault) {
			a.out.NullableByDefault = true
		}
	}
}

// fileGap reads comments in front of a top-level class: modifiers and model imports.
func (a *attacher) fileGap(anns []annotation, next *java.ClassDecl) {
	r := a.reader(anns)
	for r.advancing() {
		_, mods := r.modifiers()
		if mods.Words != nil && next != nil {
			mergeMods(&a.class(next).Mods, mods)
		}
		switch {
		case r.eof():
		case r.is("import"):
			r.skipTo(";")
			r.accept(";")
		case r.is("class") || r.is("interface") || r.is("enum"):
			r.errorf(java.NotInSubset, r.tok(), "declare it inside a class", "top-level model classes are not supported")
			r.skipTo("}")
			r.next()
		default:
			at := *r.tok()
			// What belongs elsewhere is read as what it is, so that one message speaks of all of
			// it.
			ms := &MethodSpec{}
			if r.specSequence(ms) {
				r.errorf(Misplaced, &at, "put it directly in front of the method it specifies", "a method specification outside of a class")
				continue
			}
			if k, ok := lookup(classKeywords, r.word()); ok {
				r.clause(k)
				r.errorf(Misplaced, &at, "put it inside the class body", "'%s' outside of a class", at.Text)
				continue
			}
			if k, ok := lookup(loopKeywords, r.word()); ok {
				r.clause(k)
				r.errorf(Misplaced, &at, "loop clauses stand directly in front of a loop", "'%s' outside of a class", at.Text)
				continue
			}
			r.badStart("front of a class", methodWords())
		}
	}
	r.take()
}

func (a *attacher) walkClass(d *java.ClassDecl) {
	if mods := annotationModsOf(d.Mods); mods.Words != nil {
		mergeMods(&a.class(d).Mods, mods)
	}
	for _, p := range d.Components {
		a.paramMods(p)
	}
	// What between returns is a part of a.anns, which must not be moved about.
	anns := slices.Clone(a.between(d.From, d.Lbrace))
	anns = slices.DeleteFunc(anns, func(an annotation) bool {
		p := paramAfter(d.Name, d.Components, an)
		if p == nil {
			return false
		}
		r := a.reader([]annotation{an})
		_, mods := r.modifiers()
		m := a.out.Params[p]
		mergeMods(&m, mods)
		a.out.Params[p] = m
		if !r.eof() {
			r.badStart("the header of a record", methodWords())
		}
		return true
	})
	if len(anns) > 0 {
		r := a.reader(anns)
		_, mods := r.modifiers()
		mergeMods(&a.class(d).Mods, mods)
		if !r.eof() {
			r.badStart("the header of a class", methodWords())
		}
	}

	prev := d.Lbrace
	var prevMember java.Member
	// Comments between an enum's constants are nobody's: see strays.
	for _, k := range d.Constants {
		for _, x := range k.Args {
			a.walkNested(x)
		}
		if k.Body != nil {
			a.walkClass(k.Body)
		}
		prev = max(prev, k.To)
	}
	for _, m := range d.Members {
		if m.Pos() >= prev {
			if anns := a.between(prev, m.Pos()); len(anns) > 0 {
				a.memberGap(d, anns, prevMember, m)
			}
		}
		a.walkMember(m)
		prev = m.End()
		prevMember = m
	}
	if anns := a.between(prev, d.Rbrace); len(anns) > 0 {
		a.memberGap(d, anns, prevMember, nil)
	}
}

func (a *attacher) walkMember(m java.Member) {
	switch m := m.(type) {
	case *java.FieldDecl:
		if mods := annotationModsOf(m.Mods); mods.Words != nil {
			mergeMods(&a.field(m).Mods, mods)
		}
		for _, v := range m.Vars {
			if v.Init != nil {
				a.walkNested(v.Init)
			}
		}
		// The initialisers have taken what is theirs. What is left modifies the type, or says what
		// group the field is in.
		for _, an := range a.unusedIn(m.From, m.To) {
			r := a.reader([]annotation{an})
			_, mods := r.modifiers()
			mergeMods(&a.field(m).Mods, mods)
			a.fieldClauses(r, m)
			if !r.eof() {
				r.badStart("a field declaration", methodWords())
			}
			r.take()
		}
	case *java.MethodDecl:
		a.walkMethod(m)
	case *java.InitBlock:
		if m.Body != nil {
			a.walkBlock(m.Body)
		}
	case *java.ClassDecl:
		a.walkClass(m)
	}
}

// fieldClauses reads in and maps clauses of the field d.
func (a *attacher) fieldClauses(r *reader, d *java.FieldDecl) {
	for {
		k, ok := lookup(fieldKeywords, r.word())
		if !ok {
			return
		}
		if c := r.clause(k); c != nil {
			fs := a.field(d)
			fs.Clauses = append(fs.Clauses, c)
		}
	}
}

// unusedIn is the annotations in a range that nothing has claimed yet.
func (a *attacher) unusedIn(from, to java.Pos) []annotation {
	var out []annotation
	i := sort.Search(len(a.anns), func(i int) bool { return a.anns[i].From >= from })
	for ; i < len(a.anns) && a.anns[i].To <= to; i++ {
		if !a.anns[i].used {
			a.anns[i].used = true
			out = append(out, a.anns[i])
		}
	}
	return out
}

func (a *attacher) paramMods(p *java.Param) {
	if mods := annotationModsOf(p.Mods); mods.Words != nil {
		m := a.out.Params[p]
		mergeMods(&m, mods)
		a.out.Params[p] = m
	}
}

func (a *attacher) walkMethod(m *java.MethodDecl) {
	if mods := annotationModsOf(m.Mods); mods.Words != nil {
		mergeMods(&a.method(m).Mods, mods)
	}
	for _, p := range m.Params {
		a.paramMods(p)
	}
	end := m.To
	if m.Body != nil {
		end = m.Body.From
	}
	for _, an := range a.unusedIn(m.From, end) {
		a.headerAnn(m, an)
	}
	if m.Body != nil {
		a.walkBlock(m.Body)
	}
}

// headerAnn reads a comment inside a method's header: modifiers of the method or
// of a parameter, or clauses.
func (a *attacher) headerAnn(m *java.MethodDecl, an annotation) {
	r := a.reader([]annotation{an})
	_, mods := r.modifiers()
	if mods.Words != nil {
		target := paramAfter(m.Name, m.Params, an)
		if target == nil {
			mergeMods(&a.method(m).Mods, mods)
		} else {
			pm := a.out.Params[target]
			mergeMods(&pm, mods)
			a.out.Params[target] = pm
		}
	}
	for r.advancing() {
		ms := a.method(m)
		if r.specSequence(ms) {
			ms.Comments = append(ms.Comments, an.Span)
			_, mods := r.modifiers()
			mergeMods(&ms.Mods, mods)
			continue
		}
		r.badStart("the header of a method", methodWords())
	}
	r.take()
}

// paramAfter is the parameter, or component of a record, that a comment in a list of them
// modifies.
func paramAfter(name java.Ident, params []*java.Param, an annotation) *java.Param {
	if an.From < name.To {
		return nil
	}
	for _, p := range params {
		if p.To > an.From {
			return p
		}
	}
	return nil
}

// memberGap reads the comments between two members of d.
func (a *attacher) memberGap(d *java.ClassDecl, anns []annotation, prev, next java.Member) {
	r := a.reader(anns)
	pending := &MethodSpec{}
	var pendingAt java.Token
	var mods Mods
	var prevField *java.FieldDecl
	if f, ok := prev.(*java.FieldDecl); ok {
		prevField = f
	}

	for r.advancing() {
		at := *r.tok()
		// A specification may go on after modifiers: it collects until the member comes that it is
		// about.
		if r.specSequence(pending) {
			if pendingAt.Kind == 0 {
				pendingAt = at
			}
			continue
		}

		jm, m := r.modifiers()
		if r.eof() {
			mergeMods(&mods, m)
			break
		}

		w := r.word()
		if k, ok := lookup(classKeywords, w); ok {
			if len(pending.Cases) > 0 {
				r.errorf(Misplaced, &at, "put the clauses of a class before the method's specification", "'%s' belongs to the class and stands inside a method's specification", w)
			}
			if c := r.clause(k); c != nil {
				c.Mods, c.JMods = jm, m
				cs := a.class(d)
				cs.Clauses = append(cs.Clauses, c)
			}
			continue
		}

		if k, ok := lookup(fieldKeywords, w); ok && prevField != nil {
			if c := r.clause(k); c != nil {
				fs := a.field(prevField)
				fs.Clauses = append(fs.Clauses, c)
			}
			continue
		}
		// Keywords are names elsewhere: a ghost field may be called decreases.
		if m.Flags&(Ghost|Model) == 0 && (pending.Cases != nil || w != "") {
			if a.strayKeyword(r, &at, w) {
				continue
			}
			if w == "initializer" || w == "static_initializer" {
				// What was specified is of the initialiser, for which there is no place.
				r.next()
				pending = &MethodSpec{}
				continue
			}
		}

		if m.Words != nil && !r.declares() && !r.is("class") && !r.is("interface") && !r.is("enum") && !r.is("<") {
			// modifiers in the middle of a specification, or an unknown word after one
			mergeMods(&mods, m)
			if r.word() == "" || !isClauseWord(r.word()) {
				r.badStart("a class body", methodWords())
			}
			continue
		}

		if m.Words == nil && jm.Flags == 0 && !r.declares() {
			r.badStart("a class body", methodWords())
			continue
		}

		member := r.member(jm)
		switch x := member.(type) {
		case *java.FieldDecl:
			if m.Flags&(Ghost|Model) == 0 {
				r.errorf(java.SyntaxError, &at, "write 'ghost' or 'model' before its type", "a field declared in a specification must be ghost or model")
			}
			cs := a.class(d)
			cs.Fields = append(cs.Fields, x)
			mergeMods(&a.field(x).Mods, m)
			prevField = x
			a.fieldClauses(r, x)
		case *java.MethodDecl:
			if m.Flags&(Ghost|Model) == 0 {
				r.errorf(java.SyntaxError, &at, "write 'model' before its type", "a method declared in a specification must be model")
			}
			cs := a.class(d)
			cs.Methods = append(cs.Methods, x)
			ms := a.method(x)
			ms.Model = true
			ms.Also, ms.Cases = pending.Also, pending.Cases
			for _, an := range anns {
				ms.Comments = append(ms.Comments, an.Span)
			}
			mergeMods(&ms.Mods, mods)
			mergeMods(&ms.Mods, m)
			// What was collected is this method's; the next one begins without.
			mods = Mods{}
			pending, pendingAt = &MethodSpec{}, java.Token{}
		case *java.ClassDecl:
			cs := a.class(d)
			cs.Types = append(cs.Types, x)
		}
	}

	r.take()
	a.attachPending(pending, pendingAt, mods, anns, next)
}

// strayKeyword complains of a clause or statement that belongs into a body.
func (a *attacher) strayKeyword(r *reader, at *java.Token, w string) bool {
	if k, ok := lookup(loopKeywords, w); ok {
		r.clause(k)
		hint := "put it directly in front of the loop, inside the method's body"
		if k == Decreases {
			hint = "the measure of a recursive method is 'measured_by'; a loop's 'decreases' stands in front of the loop"
		}
		r.errorf(Misplaced, at, hint, "'%s' outside of a method body", w)
		return true
	}
	if _, ok := stmtKeywords[base(w)]; ok {
		r.errorf(Misplaced, at, "put it inside the method's body", "'%s' outside of a method body", w)
		r.next()
		r.sync()
		return true
	}
	return false
}

// attachPending gives what was read in front of next, and is no member itself, to it:
// cases and modifiers of a method, modifiers of a field or class.
func (a *attacher) attachPending(pending *MethodSpec, pendingAt java.Token, mods Mods, anns []annotation, next java.Member) {
	switch x := next.(type) {
	case *java.MethodDecl:
		if len(pending.Cases) > 0 || mods.Words != nil || pending.Also {
			ms := a.method(x)
			ms.Also = ms.Also || pending.Also
			ms.Cases = append(ms.Cases, pending.Cases...)
			mergeMods(&ms.Mods, mods)
			for _, an := range anns {
				ms.Comments = append(ms.Comments, an.Span)
			}
		}
		return
	case *java.FieldDecl:
		if mods.Words != nil {
			mergeMods(&a.field(x).Mods, mods)
		}
	case *java.ClassDecl:
		if mods.Words != nil {
			mergeMods(&a.class(x).Mods, mods)
		}
	case *java.InitBlock, *java.BadMember:
		return
	}

	if len(pending.Cases) > 0 {
		what := "the end of the class"
		switch next.(type) {
		case *java.FieldDecl:
			what = "a field"
		case *java.ClassDecl:
			what = "a class"
		}
		a.errorf(Misplaced, pendingAt.Span, "put it directly in front of the method it specifies", "a method specification stands in front of %s, not of a method", what)
	}
}

func base(w string) string { b, _ := redundant(w); return b }

// declares reports whether a declaration starts here: a type and a name.
func (r *reader) declares() bool {
	t := r.tok()
	if t.Kind == java.Keyword {
		switch t.Text {
		case "int", "boolean", "char", "long", "double", "byte", "short", "float", "void":
			return true
		}
		return false

	}
	if t.Kind == java.SpecToken {
		return t.Text == `\bigint` || t.Text == `\real` || t.Text == `\TYPE`
	}
	if t.Kind != java.Identifier {
		// A generic method begins with its type parameters.
		return t.Is("<")
	}

	// Name (. Name)* [<…>] ([])* Name
	i := 1
	for r.p.Peek(i).Text == "." {
		i += 2
	}
	if r.p.Peek(i).Text == "<" {
		depth := 0
		for {
			x := r.p.Peek(i)
			if x.Kind == java.EOF || x.Is(";") {
				return false
			}
			i++
			if x.Is("<") {
				depth++
			}
			if x.Is(">") {
				if depth--; depth == 0 {
					break
				}
			}
		}
	}

	for r.p.Peek(i).Text == "[" && r.p.Peek(i+1).Text == "]" {
		i += 2
	}

	if r.p.Peek(i).Kind != java.Identifier {
		return false
	}
	switch after := r.p.Peek(i + 1); after.Text {
	case ";", "=", ",", "(", "[":
		return true
	default:
		return after.Kind == java.EOF
	}
}

// modifiers reads modifiers of Java and JML in any order.
func (r *reader) modifiers() (java.Modifiers, Mods) {
	from := r.tok().From
	jm := java.Modifiers{Span: java.Span{From: from, To: from}}
	m := Mods{Span: java.Span{From: from, To: from}}
	for {
		t := r.tok()
		switch {
		case t.Kind == java.Identifier && modWords[t.Text] != 0 && !r.usedAsName():
			m.Flags |= modWords[t.Text]
			m.Words = append(m.Words, t.Text)
			r.next()
			m.To = r.last
		case t.Is("@") && r.p.Peek(1).Kind == java.Identifier:
			ann := r.p.Modifiers()
			r.took(ann)
			jm.Flags |= ann.Flags
			jm.Annotations = append(jm.Annotations, ann.Annotations...)
			am := annotationModsOf(ann)
			m.Flags |= am.Flags
			m.Words = append(m.Words, am.Words...)
			if r.tok().From == t.From { // nothing read
				return jm, m
			}
		case t.Kind == java.Keyword && javaModifiers[t.Text] != 0:
			// The label of a switch is no modifier.
			if t.Text == "default" && r.peekIs(":") {
				return jm, m
			}
			jm.Flags |= javaModifiers[t.Text]
			r.next()
		default:
			if r.last > jm.To {
				jm.To = r.last
			}
			return jm, m
		}
	}
}

// usedAsName: the current word, though a modifier, is a variable's name or type
// here, as in `int model = 1;`.
func (r *reader) usedAsName() bool {
	t := r.p.Peek(1)
	switch t.Text {
	case ";", "=", ".", "(", ")", ",", "[":
		return true
	}
	return false
}

var javaModifiers = map[string]java.Flags{
	"public": java.Public, "protected": java.Protected, "private": java.Private, "abstract": java.Abstract,
	"static": java.Static, "final": java.Final, "default": java.Default, "strictfp": java.Strictfp,
	"native": java.Native, "synchronized": java.Synchronized, "transient": java.Transient, "volatile": java.Volatile,
}

func mergeMods(to *Mods, m Mods) {
	if m.Words == nil {
		return
	}
	if to.Words == nil {
		to.Span = m.Span
	}
	to.Flags |= m.Flags
	to.Words = append(to.Words, m.Words...)
	to.To = max(to.To, m.To)
}

// annotationModsOf finds JML's modifiers among Java annotations.
func annotationModsOf(jm java.Modifiers) Mods {
	var m Mods
	for _, an := range jm.Annotations {
		name := an.Name
		for i := len(name) - 1; i >= 0; i-- {
			if name[i] == '.' {
				name = name[i+1:]
				break
			}
		}
		if f := annotationMods[name]; f != 0 {
			if m.Words == nil {
				m.Span = an.Span
			}
			m.Flags |= f
			m.Words = append(m.Words, "@"+name)
			m.To = an.To
		}
	}
	return m
}

// member reads a declaration after its modifiers.
func (r *reader) member(jm java.Modifiers) java.Member {
	r.p.Recover()
	m := r.p.MemberAfter(jm)
	if m != nil {
		r.took(m)
	}
	return m
}

func sortStmts(s []*Stmt) { sort.Slice(s, func(i, j int) bool { return s[i].From < s[j].From }) }
