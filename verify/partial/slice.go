package partial

import (
	"slices"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
)

// A slice of a file P at methods M is P without all other members:
//
//	P ⊢ m  ⇐  P|M ⊢ m      for m in M
//
// Side conditions, for every m of M:
//   - m is static, its body has no mistake, and it declares no class and no lambda;
//   - every type in it is primitive, of the class library, a type variable bounded by
//     those, or an array of those: no object of P is in its reach, so that no other
//     member of P can matter to a value that it computes with;
//   - every field that it names is a compile-time constant or one of the class library:
//     no static state of P is in its reach;
//   - every method of P that it calls is in M;
//   - no JML of P stands outside of methods: there are no invariants, ghost fields or
//     model fields that it had to keep;
//   - a name in the JML of m means the same in P and in P|M: none of its words is the
//     name of a member that was taken out, declared or inherited.
//
// Overload resolution picks in P|M what it picks in P: the candidates are fewer, and
// the one that was the most specific is among them.
type slice struct {
	file    *java.File
	methods []*types.Method // with a declaration, of all classes
	kept    []*types.Method
	why     map[*types.Method]string // why one is not kept
	needs   map[*types.Method][]*types.Method
	fields  map[*types.Method][]*types.Field // the constants of the file that a method names
	plain   map[*types.Class]bool            // the classes that are there
	there   map[*types.Field]bool            // the constants that are in the slice
	begin   map[*types.Method]java.Pos       // where the text that belongs to a method begins
	blanks  []java.Span                      // of the members that are no methods, and of headers
}

// sliceOf returns the largest slice of a file; nil where there can be none.
func sliceOf(lib *types.Library, name, src string) *slice {
	f, errs := java.Parse(name, src)
	if len(errs) > 0 {
		return nil
	}
	spec, errs := jml.Parse(f)
	if len(errs) > 0 {
		return nil
	}
	for _, c := range spec.Classes {
		if len(c.Clauses)+len(c.Fields)+len(c.Methods)+len(c.Types) > 0 {
			return nil
		}
	}
	prog, _ := types.Check(lib, f)
	u := prog.Units[0]
	if len(u.Cycles) > 0 {
		return nil
	}

	s := &slice{file: f, why: map[*types.Method]string{}, needs: map[*types.Method][]*types.Method{}, begin: map[*types.Method]java.Pos{},
		fields: map[*types.Method][]*types.Field{}, plain: map[*types.Class]bool{}, there: map[*types.Field]bool{}}
	taken := map[string]bool{} // names of members that are not in the slice
	for _, c := range prog.Classes() {
		s.class(c, spec, taken)
	}

	for _, m := range slices.Clone(s.kept) {
		foreign := func(w string) bool { // a class of the project may have a name of Java's
			return taken[w] || lib.InSources(m.Owner.Package, w)
		}
		if slices.ContainsFunc(s.words(m, spec), foreign) {
			s.why[m] = "its specification names a member that is not understood by itself"
			s.drop(m)
		}
		// A constant that went with its declaration or class must not be taken for
		// another one of its name.
		if slices.ContainsFunc(s.fields[m], func(f *types.Field) bool { return !s.there[f] }) {
			s.why[m] = "names a constant whose declaration is not understood as a whole"
			s.drop(m)
		}
	}

	// A method that goes takes its name out of the reach of the others' JML.
	for again := true; again; {
		again = false
		out := map[string]bool{}
		for _, m := range s.methods {
			out[m.Name] = out[m.Name] || !slices.Contains(s.kept, m)
		}
		for _, m := range slices.Clone(s.kept) {
			calls := slices.ContainsFunc(s.needs[m], func(k *types.Method) bool { return !slices.Contains(s.kept, k) })
			if calls || slices.ContainsFunc(s.words(m, spec), func(w string) bool { return out[w] }) {
				s.why[m] = "calls a method that is not understood by itself"
				s.drop(m)
				again = true
			}
		}
	}
	return s
}

// class adds the methods of a class and what of it is not in the slice. The names of
// its other members are taken.
func (s *slice) class(c *types.Class, spec *jml.File, taken map[string]bool) {
	d := c.Decl
	plain := c.Kind == java.ClassClass && !c.Local
	// A name may be that of an inherited member, which does not stand in the text.
	for k := c.Super; k != nil; k = k.Class.Super {
		k.Class.Load()
		if !types.IsObject(k) {
			inherited(k.Class, taken)
		}
	}
	for _, i := range c.Interfaces {
		i.Class.Load()
		inherited(i.Class, taken)
	}
	if d.Extends != nil || len(d.Implements) > 0 {
		// Where a supertype isn't known, a member that nobody knows of may be inherited.
		// A header that has type parameters too is not worth taking apart.
		plain = plain && len(d.TypeParams) == 0 && !unresolved(c)
		s.blanks = append(s.blanks, java.Span{From: d.Name.To, To: d.Lbrace})
	}
	plain = plain && (c.Outer == nil || s.plain[c.Outer]) // what stands in a blank is blank
	s.plain[c] = plain
	if !plain {
		taken[c.Name] = true
		s.blanks = append(s.blanks, d.Span)
	}

	// The comments in front of a member go where it goes.
	at := d.Lbrace + 1
	for _, m := range d.Members {
		switch m := m.(type) {
		case *java.MethodDecl:
			s.method(c, m, at, plain)
		case *java.FieldDecl:
			s.field(c, m, at, plain, taken)
		case *java.ClassDecl: // looked at by itself
		default:
			s.blanks = append(s.blanks, java.Span{From: at, To: m.End()})
		}
		at = m.End()
	}
}

// method adds a method of a class; at is where the member before it ends.
func (s *slice) method(c *types.Class, d *java.MethodDecl, at java.Pos, plain bool) {
	m := c.Unit.Info.Methods[d]
	if m == nil {
		s.blanks = append(s.blanks, java.Span{From: at, To: d.End()})
		return
	}
	s.methods = append(s.methods, m)
	s.begin[m] = at
	why := "it is no method of a plain class"
	if plain {
		why = s.dependsOn(m)
	}
	if why == "" {
		s.kept = append(s.kept, m)
	} else {
		s.why[m] = why
	}
}

// field keeps a declaration of constants of a plain class and takes the names of all
// others.
func (s *slice) field(c *types.Class, d *java.FieldDecl, at java.Pos, plain bool, taken map[string]bool) {
	constant := plain
	for _, v := range d.Vars {
		f := c.Unit.Info.Fields[v]
		constant = constant && f != nil && f.Flags.Has(java.Static|java.Final) && f.Constant() != nil && literal(v.Init)
	}
	for _, v := range d.Vars {
		if constant {
			s.there[c.Unit.Info.Fields[v]] = true
		} else {
			taken[v.Name.Name] = true
		}
	}
	if constant {
		return
	}
	s.blanks = append(s.blanks, java.Span{From: at, To: d.End()})
}

// literal reports whether an initialiser names nothing.
func literal(x java.Expr) bool {
	named := false
	java.Walk(x, func(n java.Node) bool {
		switch n.(type) {
		case *java.Name, *java.Select:
			named = true
		}
		return !named
	})
	return !named
}

// inherited takes the names of a supertype's members.
func inherited(c *types.Class, taken map[string]bool) {
	for _, f := range c.Fields {
		taken[f.Name] = true
	}
	for _, m := range c.Methods {
		taken[m.Name] = true
	}
}

// unresolved reports whether a supertype that is written is not there.
func unresolved(c *types.Class) bool {
	bad := func(x *java.TypeExpr) bool {
		if x == nil {
			return false
		}
		_, ok := c.Unit.Info.TypeOf[x].(*types.ClassType)
		return !ok
	}
	return bad(c.Decl.Extends) || slices.ContainsFunc(c.Decl.Implements, bad)
}

// dependsOn returns what of the file, or of other files, a method depends on other
// than methods, which are noted; "" where it is nothing.
func (s *slice) dependsOn(m *types.Method) (why string) {
	d := m.Decl
	if !m.Flags.Has(java.Static) || d.Body == nil {
		return "its file is not understood as a whole, and it is not static"
	}
	info, errs := m.Body()
	if len(errs) > 0 {
		return errs[0].Msg
	}

	no := func(reason string) bool {
		if why == "" {
			why = reason
		}
		return false
	}
	for _, t := range append(paramTypes(m), m.Return) {
		if !plainType(t, 0) {
			return "its file is not understood as a whole, and it uses the type " + types.ShortString(t)
		}
	}

	java.Walk(d, func(n java.Node) bool {
		if why != "" {
			return false
		}
		switch n := n.(type) {
		case *java.ClassDecl:
			return no("it declares a class")
		case *java.Lambda, *java.MethodRef:
			return no("it has a lambda")
		case *java.TypeExpr:
			if t := info.TypeOf[n]; t != nil && !plainType(t, 0) {
				return no("its file is not understood as a whole, and it uses the type " + types.ShortString(t))
			}
		case *java.New:
			if c := info.Calls[n]; c == nil || c.Method == nil || !c.Method.Owner.Library {
				return no("it makes an object of its project")
			}
		case *java.Call:
			if c := info.Calls[n]; c == nil || c.Method == nil || c.Method.Owner == nil {
				return no("it has a call that is not understood")
			} else if !c.Method.Owner.Library {
				if c.Method.Owner.Unit.File != s.file || !c.Method.Flags.Has(java.Static) || c.Method.Decl == nil {
					return no("it calls " + c.Method.Owner.Name + "." + c.Method.Name)
				}
				s.needs[m] = append(s.needs[m], c.Method)
			}
		}
		if x, ok := n.(java.Expr); ok && why == "" {
			return s.expr(m, info, x, no)
		}
		return true
	})
	return why
}

// expr looks at the field that an expression names, and at its type.
func (s *slice) expr(m *types.Method, info *types.Info, x java.Expr, no func(string) bool) bool {
	use := info.Uses[x]
	if use != nil && use.Class != nil && use.Field == nil && use.Local == nil {
		return true // a class in front of a member: the member is looked at
	}
	if use != nil && use.Field != nil && use.Field.Owner != nil && !use.Field.Owner.Library {
		f := use.Field
		if f.Owner.Elsewhere || f.Decl == nil || !f.Flags.Has(java.Static|java.Final) || f.Constant() == nil || !literal(f.Decl.Init) {
			return no("its file is not understood as a whole, and it uses the field " + f.Name)
		}
		s.fields[m] = append(s.fields[m], f)
	}
	if t := info.Types[x]; t != nil && !plainType(t, 0) {
		return no("its file is not understood as a whole, and it uses the type " + types.ShortString(t))
	}
	return true
}

func paramTypes(m *types.Method) []types.Type {
	var out []types.Type
	for _, p := range m.Params {
		out = append(out, p.Type)
	}
	return append(out, m.Throws...)
}

// plainType reports whether values of a type are known without the file: see slice.
func plainType(t types.Type, depth int) bool {
	if depth > 4 {
		return false
	}
	switch t := t.(type) {
	case nil:
		return true // of a void method
	case *types.ClassType:
		for _, a := range t.Args {
			if !plainType(a, depth+1) {
				return false
			}
		}
		return t.Class.Library
	case *types.ArrayType:
		return plainType(t.Elem, depth+1)
	case *types.TypeVar:
		return !slices.ContainsFunc(t.Bounds, func(b types.Type) bool { return !plainType(b, depth+1) })
	case *types.Wildcard:
		return t.Bound == nil || plainType(t.Bound, depth+1)
	}
	return t == types.Type(types.TVoid) || t.Kind() == types.Null || types.IsPrimitive(t)
}

// words returns the words of the JML in a method's text: of every comment that was
// read as a specification.
func (s *slice) words(m *types.Method, spec *jml.File) []string {
	var out []string
	for _, c := range spec.Active {
		if c.From < s.begin[m] || c.To > m.Decl.End() {
			continue
		}
		text, start := s.file.Src[c.From.Offset():c.To.Offset()], -1
		for i := 0; i <= len(text); i++ {
			letter := i < len(text) && (text[i] == '_' || text[i] == '$' || text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z' || text[i] >= '0' && text[i] <= '9' || text[i] >= 0x80)
			if letter && start < 0 {
				start = i
			}
			if !letter && start >= 0 {
				if start == 0 || text[start-1] != '\\' { // \result and its like are no names
					out = append(out, text[start:i])
				}
				start = -1
			}
		}
	}
	return out
}

// text returns the slice's text: that of the file, with blanks where members were. All
// else stands at the same line and column.
func (s *slice) text() string {
	b := []byte(s.file.Src)
	blank := func(from, to java.Pos) {
		for i := from.Offset(); i < to.Offset() && i < len(b); i++ {
			if b[i] != '\n' && b[i] != '\r' {
				b[i] = ' '
			}
		}
	}
	for _, sp := range s.blanks {
		blank(sp.From, sp.To)
	}
	for _, m := range s.methods {
		if !slices.Contains(s.kept, m) {
			blank(s.begin[m], m.Decl.End())
		}
	}
	return string(b)
}
