package propose

import (
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/expr"
	"ensures/jml"
)

// In JML a reference is never null unless it is declared nullable. Code says otherwise by
// what it does with null, and a specification without these modifiers is of other code:
//
//	a field is nullable      ⇐  a constructor leaves it as it is made; null, or a parameter
//	                            that is nullable, is assigned to it; or it is compared with null
//	a parameter is nullable  ⇐  it is compared with null; a call in the file gives null; an
//	                            object is made with a field or a parameter that is nullable;
//	                            or every constructor of a class takes one of its own kind,
//	                            and the first can't have any; or a run with null returns, and
//	                            what is found speaks of that, or it goes on to one that is
//	a result is nullable     ⇐  null is returned, by the text or by a run; or the method is the
//	                            getter of a field that is
//
// Behind the guard of a throw a parameter is not null, and so is what it is assigned to.
// Names are read as they stand in the file, without types: where one is taken for another,
// a proof fails that could have been. What has a modifier keeps it, and what somebody has
// specified is left as it is.

// nullness is where the modifier goes.
type nullness struct {
	file    *java.File
	spec    *jml.File
	fields  map[*java.FieldDecl]bool
	params  map[*java.Param]bool
	open    map[*java.Param]bool // those of params that no throw guards
	results map[*java.MethodDecl]bool
	inner   []*inClass
}

// inClass is a class of the file with those around it, the nearest first.
type inClass struct {
	*java.ClassDecl
	around []*java.ClassDecl
}

// nullnessOf reads a file.
func nullnessOf(file *java.File, spec *jml.File) *nullness {
	n := &nullness{file, spec, map[*java.FieldDecl]bool{}, map[*java.Param]bool{}, map[*java.Param]bool{}, map[*java.MethodDecl]bool{}, nil}
	// Everything may be null already.
	if spec.NullableByDefault {
		return n
	}
	for _, c := range file.Types {
		n.enter(c, nil)
	}
	for _, c := range n.inner {
		n.unfilled(c)
		n.knot(c)
		for _, m := range c.Members {
			n.compared(c, m)
		}
	}
	for range 3 { // a value goes from a field into a parameter, into another field, out of its getter
		for _, c := range n.inner {
			for _, m := range c.Members {
				n.given(c, m)
				n.passed(c, m)
			}
		}
	}
	return n
}

func (n *nullness) enter(c *java.ClassDecl, around []*java.ClassDecl) {
	if s := n.spec.Classes[c]; s != nil && s.Mods.Has(jml.NullableByDefault) || c.Kind == java.AnnotationClass {
		return
	}
	n.inner = append(n.inner, &inClass{c, around})
	for _, m := range c.Members {
		if k, ok := m.(*java.ClassDecl); ok {
			n.enter(k, append([]*java.ClassDecl{c}, around...))
		}
	}
}

// unfilled finds the fields that are null when their object, or their class, is made.
func (n *nullness) unfilled(c *inClass) {
	for _, m := range c.Members {
		f, ok := m.(*java.FieldDecl)
		// A final field is assigned exactly once by all that makes the object (JLS 8.3.1.2, 16).
		if !ok || f.Mods.Flags.Has(java.Final) || c.Kind == java.InterfaceClass {
			continue
		}
		for _, v := range f.Vars {
			if v.Init == nil && !c.fills(v.Name.Name, f.Mods.Flags.Has(java.Static)) || v.Init != nil && mayBeNull(v.Init) {
				n.field(f)
			}
		}
	}
}

// knot finds the parameters without which no object of the class could be made.
func (n *nullness) knot(c *inClass) {
	var own []*java.Param
	for _, m := range c.Members {
		d, ok := m.(*java.MethodDecl)
		if !ok || !d.IsConstructor {
			continue
		}
		k := len(own)
		for _, p := range d.Params {
			if p.Type != nil && p.Type.Name == c.Name.Name && p.Type.Dims+p.Dims == 0 {
				own = append(own, p)
			}
		}
		// A constructor that asks for no other object can make the first one.
		if len(own) == k {
			return
		}
	}
	for _, p := range own {
		n.param(p)
	}
}

// fills reports whether all that makes an object of the class, or the class itself, assigns
// a field somewhere.
func (c *inClass) fills(name string, static bool) bool {
	made := false
	// An initialiser runs before every constructor's body, and so fills for all of them.
	for _, m := range c.Members {
		if b, ok := m.(*java.InitBlock); ok && b.Static == static && c.assigns(b.Body, name, true) {
			return true
		}
	}
	for _, m := range c.Members {
		d, ok := m.(*java.MethodDecl)
		// One that begins with this(…) leaves it to the other one.
		if !ok || !d.IsConstructor || static || d.Body == nil || delegates(d) {
			continue
		}
		if made = true; !c.assigns(d.Body, name, true) {
			return false
		}
	}
	return made
}

// assigns reports whether code assigns a field of this, or calls a method of the class that does.
func (c *inClass) assigns(body *java.Block, name string, calls bool) bool {
	found := false
	java.Walk(body, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.AssignExpr:
			found = found || ownName(n.X) == name
		case *java.Call:
			if !calls || n.X != nil {
				break
			}
			for _, m := range c.Members {
				if d, ok := m.(*java.MethodDecl); ok && d.Name.Name == n.Name.Name && d.Body != nil {
					// One call deep: helpers of constructors are seldom deeper, and recursion ends here.
					found = found || c.assigns(d.Body, name, false)
				}
			}
		}
		return !found
	})
	return found
}

// delegates reports whether a constructor begins with this(…).
func delegates(d *java.MethodDecl) bool {
	if len(d.Body.Stmts) == 0 {
		return false
	}
	k, ok := d.Body.Stmts[0].(*java.ConstructorCall)
	return ok && !k.Super
}

// compared finds what a member compares with null, assigns null to, or returns as null.
func (n *nullness) compared(c *inClass, m java.Member) {
	d, _ := m.(*java.MethodDecl)
	guards, guarded := map[java.Expr]bool{}, map[*java.Param]bool{}
	java.Walk(m, func(k java.Node) bool {
		switch k := k.(type) {
		case *java.ClassDecl:
			return false // it is entered by itself, or local
		case *java.If:
			// Walk comes to the condition after the if, so its comparisons are known as guards then.
			if throws(k.Then) {
				java.Walk(k.Cond, func(x java.Node) bool {
					if b, ok := x.(*java.Binary); ok {
						guards[b] = true
					}
					return true
				})
			}
		case *java.Binary:
			if k.Op != java.Eq && k.Op != java.Ne {
				break
			}
			for _, s := range [][2]java.Expr{{k.X, k.Y}, {k.Y, k.X}} {
				if !expr.IsNull(s[1]) {
					continue
				}
				if p := paramOf(d, s[0]); p == nil {
					n.named(c, d, s[0])
				} else if n.param(p); guards[k] {
					guarded[p] = true
				}
			}
		case *java.AssignExpr:
			if k.Op == java.Assign && mayBeNull(k.Y) {
				n.named(c, d, k.X)
			}
		case *java.Return:
			if d != nil && k.X != nil && mayBeNull(k.X) {
				n.result(d)
			}
		case *java.Lambda:
			return false
		}
		return true
	})
	// Behind the throw it is an object: what it is given to needs no modifier for its sake.
	for p := range guarded {
		delete(n.open, p)
	}
}

// given finds the parameters that calls of a member give null.
func (n *nullness) given(c *inClass, m java.Member) {
	in, _ := m.(*java.MethodDecl)
	give := func(name string, constructor bool, args []java.Expr) {
		for i, a := range args {
			// A nullable variable that is given to an ordinary method may be guarded by a test; to a
			// constructor it is taken to go as it is.
			if !expr.IsNull(a) && !(constructor && n.known(c, in, a)) {
				continue
			}
			for _, c := range n.inner {
				for _, m := range c.Members {
					if d, ok := m.(*java.MethodDecl); ok && d.Name.Name == name && d.IsConstructor == constructor && len(d.Params) == len(args) {
						n.param(d.Params[i])
					}
				}
			}
		}
	}
	java.Walk(m, func(k java.Node) bool {
		switch k := k.(type) {
		case *java.Call:
			give(k.Name.Name, false, k.Args)
		case *java.New:
			if k.Type != nil {
				give(k.Type.Name[strings.LastIndexByte(k.Type.Name, '.')+1:], true, k.Args)
			}
		}
		return true
	})
}

// known reports whether an expression names a parameter or field that is nullable.
func (n *nullness) known(c *inClass, d *java.MethodDecl, e java.Expr) bool {
	if p := paramOf(d, e); p != nil {
		return n.open[p]
	}
	name := ownName(e)
	if s, ok := java.Unparen(e).(*java.Select); ok && name == "" {
		return slices.ContainsFunc(n.fieldsOf(s.Name.Name), func(f *java.FieldDecl) bool { return n.fields[f] })
	}
	if _, simple := java.Unparen(e).(*java.Name); name == "" || simple && declares(d, name) {
		return false
	}
	f := c.field(name)
	return f != nil && n.fields[f]
}

// fieldsOf are the fields of a name, whatever their classes.
func (n *nullness) fieldsOf(name string) []*java.FieldDecl {
	var out []*java.FieldDecl
	for _, c := range n.inner {
		for _, m := range c.Members {
			if f, ok := m.(*java.FieldDecl); ok && hasVar(f, name) {
				out = append(out, f)
			}
		}
	}
	return out
}

// passed follows a parameter into a field, and a field out of its getter.
func (n *nullness) passed(c *inClass, m java.Member) {
	d, ok := m.(*java.MethodDecl)
	if !ok || d.Body == nil {
		return
	}
	// Statements of the body itself: one inside of an if may be guarded.
	for _, s := range d.Body.Stmts {
		x, ok := s.(*java.ExprStmt)
		if !ok {
			continue
		}
		if a, ok := x.X.(*java.AssignExpr); ok && a.Op == java.Assign {
			if p := paramOf(d, a.Y); p != nil && n.open[p] {
				n.named(c, d, a.X)
			}
		}
	}
	if len(d.Body.Stmts) == 1 {
		if r, ok := d.Body.Stmts[0].(*java.Return); ok && r.X != nil {
			if n.known(c, d, r.X) {
				n.result(d)
			}
		}
	}
}

// named notes the field that an expression of a member names: of this by its name or by
// this.f, of another object by o.f.
func (n *nullness) named(c *inClass, d *java.MethodDecl, e java.Expr) {
	if name := ownName(e); name != "" {
		if _, simple := java.Unparen(e).(*java.Name); simple && declares(d, name) {
			return
		}
		if f := c.field(name); f != nil {
			n.field(f)
		}
		return
	}
	if s, ok := java.Unparen(e).(*java.Select); ok {
		for _, f := range n.fieldsOf(s.Name.Name) {
			n.field(f)
		}
	}
}

// field is the declaration of a field of the class, or of one around it.
func (c *inClass) field(name string) *java.FieldDecl {
	for _, k := range append([]*java.ClassDecl{c.ClassDecl}, c.around...) {
		for _, m := range k.Members {
			if f, ok := m.(*java.FieldDecl); ok && hasVar(f, name) {
				return f
			}
		}
	}
	return nil
}

func hasVar(f *java.FieldDecl, name string) bool {
	return slices.ContainsFunc(f.Vars, func(v *java.VarDeclarator) bool { return v.Name.Name == name })
}

func (n *nullness) field(f *java.FieldDecl) {
	if s := n.spec.Fields[f]; s != nil && s.Mods.Flags&(jml.Nullable|jml.NonNull) != 0 {
		return
	}
	for _, v := range f.Vars {
		if f.Type == nil || !isReference(f.Type, v.Dims) {
			return
		}
	}
	n.fields[f] = true
}

func (n *nullness) param(p *java.Param) {
	if n.mayTake(p) {
		n.params[p], n.open[p] = true, true
	}
}

// mayTake reports whether the file can say that a parameter may be null, and does not yet say
// something of it.
func (n *nullness) mayTake(p *java.Param) bool {
	return !n.spec.Params[p].Has(jml.Nullable) && !n.spec.Params[p].Has(jml.NonNull) && p.Type != nil && (p.Variadic || isReference(p.Type, p.Dims))
}

func (n *nullness) result(d *java.MethodDecl) {
	if n.mayReturn(d) {
		n.results[d] = true
	}
}

// mayReturn reports whether the file can say that a method returns null, and does not yet
// say something of it.
func (n *nullness) mayReturn(d *java.MethodDecl) bool {
	s := n.spec.Methods[d]
	return (s == nil || s.Mods.Flags&(jml.Nullable|jml.NonNull) == 0) && d.Return != nil && isReference(d.Return, d.Dims)
}

// nullableComment is the modifier as it is written.
const nullableComment = "/*@ nullable @*/ "

// method inserts the modifiers of a method or constructor; returned says that a run of it
// has returned null, taken are parameters of which runs have taken null.
func (n *nullness) method(e *java.Edits, d *java.MethodDecl, returned bool, taken []*java.Param) {
	if n.specified(d) {
		return
	}
	if n.results[d] || returned && n.mayReturn(d) {
		e.Insert(n.beforeResult(d), nullableComment)
	}
	for _, p := range d.Params {
		if n.params[p] || slices.Contains(taken, p) {
			e.Insert(p.Type.Pos(), nullableComment)
		}
	}
}

// beforeResult is where a modifier of a method's result stands: before its type, or before the
// type parameters, as a modifier of Java does.
func (n *nullness) beforeResult(d *java.MethodDecl) java.Pos {
	if len(d.TypeParams) == 0 {
		return d.Return.Pos()
	}
	// The angle bracket has no node of its own: the last one before the first parameter is it.
	at := d.TypeParams[0].Pos()
	before := n.spec.Java.Src[:at.Offset()]
	return at - java.Pos(len(before)-strings.LastIndexByte(before, '<'))
}

// specified reports whether a member is a method that somebody has specified, under what
// the file says of null.
func (n *nullness) specified(m java.Member) bool {
	d, _ := m.(*java.MethodDecl)
	s := n.spec.Methods[d]
	return d != nil && s != nil && len(s.Cases) > 0
}

// declared inserts the modifiers of all fields, and of the constructors that fill them, but
// for classes that somebody has specified.
func (n *nullness) declared(e *java.Edits) {
	for _, c := range n.inner {
		if slices.ContainsFunc(c.Members, n.specified) {
			continue
		}
		for _, m := range c.Members {
			if f, ok := m.(*java.FieldDecl); ok && n.fields[f] {
				e.Insert(f.Type.Pos(), nullableComment)
			}
			if d, ok := m.(*java.MethodDecl); ok && d.IsConstructor {
				n.method(e, d, false, nil)
			}
		}
	}
}

// ---- names as they stand

// ownName is the name of a variable, or of a field of this; "" of another expression.
func ownName(e java.Expr) string {
	switch e := java.Unparen(e).(type) {
	case *java.Name:
		return e.Name
	case *java.Select:
		if t, ok := java.Unparen(e.X).(*java.This); ok && t.Outer == nil {
			return e.Name.Name
		}
	}
	return ""
}

// paramOf is the parameter of a method that an expression names; nil for another expression.
func paramOf(d *java.MethodDecl, e java.Expr) *java.Param {
	name, ok := java.Unparen(e).(*java.Name)
	if d == nil || !ok {
		return nil
	}
	for _, p := range d.Params {
		if p.Name.Name == name.Name {
			return p
		}
	}
	return nil
}

// declares reports whether a method declares a variable of a name.
func declares(d *java.MethodDecl, name string) bool {
	if d == nil {
		return false
	}
	found := false
	java.Walk(d, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Param:
			found = found || n.Name.Name == name
		case *java.VarDeclarator:
			found = found || n.Name.Name == name
		case *java.TypePattern:
			found = found || n.Name.Name == name
		}
		return !found
	})
	return found
}

// mayBeNull reports whether an expression is null, or a condition with a branch that is.
func mayBeNull(e java.Expr) bool {
	switch e := java.Unparen(e).(type) {
	case *java.Cond:
		return mayBeNull(e.X) || mayBeNull(e.Y)
	case *java.Cast:
		return mayBeNull(e.X)
	}
	return expr.IsNull(e)
}

// throws reports whether a statement does nothing but throw.
func throws(s java.Stmt) bool {
	if b, ok := s.(*java.Block); ok {
		return len(b.Stmts) == 1 && throws(b.Stmts[0])
	}
	_, ok := s.(*java.Throw)
	return ok
}

func isReference(t *java.TypeExpr, dims int) bool {
	switch t.Name {
	case "boolean", "byte", "short", "char", "int", "long", "float", "double", "void":
		return t.Dims+dims > 0
	}
	return true
}
