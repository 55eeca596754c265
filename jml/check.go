package jml

import (
	"strings"

	"ensures/java"
	"ensures/java/types"
)

// Checked is a specification whose names and types are resolved.
type Checked struct {
	Spec    *File
	Program *types.Program
	Unit    *types.Unit
	// Info has the tables of the specification's expressions; nodes of Java code
	// are in Unit.Info.
	Info *types.Info
	// Members are the ghost and model members by class.
	Members map[*types.Class]*types.SpecMembers
	// Visible are, for each loop and each statement with JML before it, the ghost
	// variables in scope there.
	Visible map[java.Stmt][]*types.Local
	// Locals are the variables that a clause sees beyond its scope: those of old
	// and forall clauses before it, and a signals clause's own.
	Locals map[*Clause][]*types.Local
	// Purity tells which methods of the program are declared pure.
	Pure map[*types.Method]bool
	// Hidden are what clauses of a method name and their readers can't see; they are
	// warnings, too.
	Hidden map[*types.Method]java.ErrorList
	// Bad are the clauses and statements with errors; they have no meaning.
	Bad map[any]bool

	base *Checked // what this is a fork of; nil for none
}

// Check resolves the names and types of a specification. The Java file must have
// been checked as u, one of p's units. Warnings are added to f.Warnings.
func Check(f *File, p *types.Program, u *types.Unit) (*Checked, java.ErrorList) {
	c := &checker{
		Checked: &Checked{
			Spec: f, Program: p, Unit: u, Info: types.NewInfo(),
			Members: map[*types.Class]*types.SpecMembers{},
			Visible: map[java.Stmt][]*types.Local{},
			Locals:  map[*Clause][]*types.Local{},
			Pure:    map[*types.Method]bool{},
			Hidden:  map[*types.Method]java.ErrorList{},
			Bad:     map[any]bool{},
		},
		file: f.Java,
	}
	// In this order: clauses name model members, and call methods whose purity has to be known.
	c.purity()
	c.members()
	c.classes()
	for _, d := range c.methodDecls() {
		if m := c.MethodOf(d); m != nil {
			c.method(m, d, f.Methods[d])
		}
	}
	c.errs.Sort()
	f.Warnings.Sort()
	return c.Checked, c.errs
}

// MethodOf returns the checked method of a declaration, of the program or a model one.
func (c *Checked) MethodOf(d *java.MethodDecl) *types.Method {
	if m := c.Unit.Info.Methods[d]; m != nil {
		return m
	}
	return c.Info.Methods[d]
}

// Errorf returns an error of the specification at a node of it.
func (c *Checked) Errorf(code java.Code, at java.Node, hint, format string, args ...any) *java.Error {
	return newError(c.Spec.Java, code, at, hint, format, args...)
}

type checker struct {
	*Checked
	file *java.File
	errs java.ErrorList
	// readers is to whom the case is visible that is being checked, by java.Flags.Access.
	readers int
	fields  map[*java.VarDeclarator]*FieldSpec // of the file, made on first use
	made    *types.Class                       // what the constructor makes that is being checked; nil for a method
}

func (c *checker) report(errs java.ErrorList) bool {
	for _, e := range errs {
		advise(e)
	}
	c.errs = append(c.errs, errs...)
	return len(errs) > 0
}

func (c *checker) errorf(code java.Code, at java.Node, hint, format string, args ...any) {
	c.errs = append(c.errs, newError(c.file, code, at, hint, format, args...))
}

func (c *checker) warnf(code java.Code, at java.Node, hint, format string, args ...any) {
	c.Spec.Warnings = append(c.Spec.Warnings, newError(c.file, code, at, hint, format, args...))
}

// advise adds hints that only make sense in specifications.
func advise(e *java.Error) {
	if e.Hint != "" {
		return
	}
	if strings.Contains(e.Msg, "length") && strings.Contains(e.Msg, "cannot find") {
		e.Hint = "an array has .length, a String .length(), a collection .size()"
	}
}

// purity finds the methods declared pure, by modifier, annotation or class.
func (c *checker) purity() {
	for d, m := range c.Unit.Info.Methods {
		spec := c.Spec.Methods[d]
		pure := spec != nil && spec.Mods.Has(Pure)
		if !pure && m.Owner != nil {
			if cs := c.Spec.Classes[m.Owner.Decl]; cs != nil && cs.Mods.Has(Pure) {
				pure = true
			}
		}
		if pure {
			c.Pure[m] = true
		}
	}
}

func (c *checker) classOf(d *java.ClassDecl) *types.Class { return c.Unit.Info.Classes[d] }

// members declares ghost and model members, then checks their initialisers.
func (c *checker) members() {
	type field struct {
		d    *java.FieldDecl
		fs   []*types.Field
		k    *types.Class
		spec *FieldSpec
	}

	var fields []field
	for _, d := range c.classDecls() {
		cs, k := c.Spec.Classes[d], c.classOf(d)
		if k == nil {
			continue
		}
		sm := c.Members[k]
		if sm == nil && (len(cs.Fields) > 0 || len(cs.Methods) > 0) {
			sm = &types.SpecMembers{}
			c.Members[k] = sm
		}
		// Fields and methods first, initialisers after: an initialiser may name a field
		// that is declared below it.
		for _, fd := range cs.Fields {
			fs, errs := c.Program.ModelFields(k, fd, c.file, c.Info)
			c.report(errs)
			for _, f := range fs {
				// A field of a superclass may be hidden.
				if old := k.LookupField(f.Name); old != nil && old.Owner == k {
					c.errorf(java.TypeError, &f.Decl.Name, "rename it", "variable %s is already defined in class %s", f.Name, k.Name)
				}
			}
			sm.Fields = append(sm.Fields, fs...)
			fields = append(fields, field{fd, fs, k, c.Spec.Fields[fd]})
		}
		for _, md := range cs.Methods {
			m, errs := c.Program.ModelMethod(k, md, c.file, c.Info)
			c.report(errs)
			sm.Methods = append(sm.Methods, m)
			// Purity was looked up for the methods of the program, of which this is none.
			if ms := c.Spec.Methods[md]; ms != nil && ms.Mods.Has(Pure) {
				c.Pure[m] = true
			}
		}
	}

	for _, f := range fields {
		for i, v := range f.d.Vars {
			if v.Init == nil || i >= len(f.fs) {
				continue
			}
			if f.spec != nil && f.spec.Mods.Has(Model) {
				c.errorf(java.TypeError, v.Init, "give its value by a represents clause, or declare it ghost", "a model field has no initialiser")
			}
			env := c.env("an initialiser", classMods(c.Spec, f.k))
			env.NoOld = true
			_, errs := c.Program.CheckSpecTo(f.k.BodyScope(f.d.Mods.Flags.Has(java.Static)), env, v.Init, f.fs[i].Type, c.Info)
			c.report(errs)
		}
	}

	// Bodies come last, for they may call each other and name any field.
	for _, d := range c.classDecls() {
		for _, md := range c.Spec.Classes[d].Methods {
			if m := c.Info.Methods[md]; m != nil && md.Body != nil {
				env := c.env("a model method")
				env.JavaMath = true // bodies are run as Java
				c.report(c.Program.CheckModelBody(m, env, c.Info))
			}
		}
	}
}

func (c *checker) classDecls() []*java.ClassDecl {
	var out []*java.ClassDecl
	for d := range c.Spec.Classes {
		out = append(out, d)
	}
	sortNodes(out)
	return out
}

func (c *checker) methodDecls() []*java.MethodDecl {
	seen := map[*java.MethodDecl]bool{}
	var out []*java.MethodDecl
	for d := range c.Spec.Methods {
		seen[d] = true
		out = append(out, d)
	}
	// Without a specification of its own a method may still have JML in its body.
	for d := range c.Unit.Info.Methods {
		if !seen[d] {
			out = append(out, d)
		}
	}
	sortNodes(out)
	return out
}

func classMods(f *File, k *types.Class) Mods {
	for ; k != nil; k = k.Outer {
		if cs := f.Classes[k.Decl]; cs != nil && cs.Mods.Flags&(SpecJavaMath|SpecSafeMath|SpecBigintMath) != 0 {
			return cs.Mods
		}
	}
	return Mods{}
}

// Math is the meaning of arithmetic in specifications.
type Math uint8

// The arithmetic modes.
const (
	SpecMath Math = iota // unbounded integers: JML's default
	SafeMath             // Java's types; an overflow is undefined
	JavaMath             // Java's types, wrapping around
)

// Math returns the arithmetic of a specification in class k under modifiers, the
// innermost first; the classes around come last.
func (c *Checked) Math(k *types.Class, mods ...Mods) Math {
	return mathOf(append(mods, classMods(c.Spec, k))...)
}

func mathOf(mods ...Mods) Math {
	for _, m := range mods {
		switch {
		case m.Has(SpecBigintMath):
			return SpecMath
		case m.Has(SpecJavaMath):
			return JavaMath
		case m.Has(SpecSafeMath):
			return SafeMath
		}
	}
	return SpecMath
}

func (c *checker) env(where string, mods ...Mods) types.SpecEnv {
	// Safe arithmetic has Java's types too: it differs in what an overflow means.
	return types.SpecEnv{File: c.file, Where: where, Members: c.Members, JavaMath: mathOf(mods...) != SpecMath}
}

// classes checks the clauses of classes and fields.
func (c *checker) classes() {
	for _, d := range c.classDecls() {
		cs, k := c.Spec.Classes[d], c.classOf(d)
		if k == nil {
			continue
		}
		for _, cl := range cs.Clauses {
			c.classClause(k, cl)
		}
	}
	for fd, fs := range c.Spec.Fields {
		for _, cl := range fs.Clauses {
			// What maps lists is kept as text: nothing is asked of it.
			if cl.Kind != In || len(fd.Vars) == 0 {
				continue
			}
			f := c.Unit.Info.Fields[fd.Vars[0]]
			if f == nil {
				f = c.Info.Fields[fd.Vars[0]]
			}
			if f == nil {
				continue
			}
			for _, r := range cl.Refs {
				c.report(c.Program.CheckStoreRef(f.Owner.BodyScope(f.Flags.Has(java.Static)), c.env("in"), r, c.Info))
			}
		}
	}
}

func (c *checker) classClause(k *types.Class, cl *Clause) {
	static := cl.Mods.Flags.Has(java.Static) || cl.Kind == Axiom
	if k.Kind == java.InterfaceClass && !cl.JMods.Has(Instance) && cl.Mods.Flags.Has(java.Static) {
		static = true
	}
	scope := k.BodyScope(static)
	env := c.env(cl.Keyword, classMods(c.Spec, k))
	// Of a class's clauses only a constraint is about two states.
	env.NoOld = cl.Kind != Constraint
	n := len(c.errs)
	switch cl.Kind {
	case Represents:
		if len(cl.Refs) == 0 {
			break
		}
		if c.report(c.Program.CheckStoreRef(scope, env, cl.Refs[0], c.Info)) {
			break
		}
		t := c.Info.Types[cl.Refs[0]]
		if cl.SuchThat || cl.Expr == nil || t == nil {
			c.predicate(scope, env, cl.Expr)
			break
		}
		_, errs := c.Program.CheckSpecTo(scope, env, cl.Expr, t, c.Info)
		c.report(errs)
		c.lint(cl.Expr)
	case Accessible, Readable, Writable:
		for _, r := range cl.Refs {
			c.report(c.Program.CheckStoreRef(scope, env, r, c.Info))
		}
		c.predicate(scope, env, cl.Expr)
	default:
		c.predicate(scope, env, cl.Expr)
	}
	if len(c.errs) > n {
		c.Bad[cl] = true
	}
}

// predicate checks a boolean expression.
func (c *checker) predicate(scope *types.Scope, env types.SpecEnv, x java.Expr) {
	if x == nil {
		return
	}
	if !c.report(c.Program.CheckSpecBool(scope, env, x, c.Info)) {
		c.lint(x)
	}
}

func (c *checker) method(m *types.Method, d *java.MethodDecl, spec *MethodSpec) {
	if c.made = nil; m.IsConstructor() {
		c.made = m.Owner
	}
	var mods Mods
	if spec != nil {
		mods = spec.Mods
		for _, k := range spec.Cases {
			c.readers = readers(m, k)
			if k.flatCases() > maxFlatCases {
				c.errorf(Misplaced, k, "write fewer alternatives within {| … |}", "the case multiplies out to more than %d cases", maxFlatCases)
			}
			c.specCase(m, k, nil, mods)
		}
		if !m.Spec && spec.Mods.Has(Model) {
			c.warnf(Suspicious, spec.Mods, "remove 'model'", "a Java method is declared model")
		}
	}
	if d.Body != nil {
		b := &bodyChecker{c: c, m: m, mods: mods}
		b.block(d.Body, nil)
	}
}

// specCase checks the clauses of a case; locals are the variables of old clauses
// so far.
func (c *checker) specCase(m *types.Method, k *Case, locals []*types.Local, mods Mods) {
	math := []Mods{mods, classMods(c.Spec, m.Owner)}
	for _, cl := range k.Clauses {
		c.Locals[cl] = locals
		n := len(c.errs)
		if cl.Kind == Group {
			for _, sub := range cl.Cases {
				// A nested case's variables are its own: the slice is cut, so that none grows into
				// the next one's.
				c.specCase(m, sub, locals[:len(locals):len(locals)], mods)
			}
			continue
		}
		locals = c.methodClause(m, k, cl, locals, math)
		if len(c.errs) > n {
			c.Bad[cl] = true
		}
	}
}

func (c *checker) methodClause(m *types.Method, k *Case, cl *Clause, locals []*types.Local, math []Mods) []*types.Local {
	scope := m.BodyScope()
	// Both look at what the names mean, so they run when the clause is resolved.
	defer c.unborn(cl)
	defer c.visible(m, cl)

	env := c.env(cl.Keyword, math...)
	env.Locals = locals
	switch cl.Kind {
	case Requires, When, Diverges:
		// The state before the call is the only one there is.
		env.NoOld = true
		c.predicate(scope, env, cl.Expr)
	case Ensures, Returns, Breaks, Continues:
		env.Result = m.Return
		c.predicate(scope, env, cl.Expr)
		// It says what holds after a return, and the case allows none.
		if k.Behaviour == ExceptionalBehavior && cl.Kind == Ensures {
			c.warnf(Suspicious, cl, "an exceptional_behavior describes the exception by signals", "an ensures clause in an exceptional_behavior has no effect")
		}
	case Signals:
		if cl.Param == nil {
			break
		}
		if p := cl.Param; p.Type != nil {
			for _, alt := range p.Type.Alternatives {
				c.throwable(scope, env, alt)
			}
			t := c.throwable(scope, env, p.Type)
			// The exception has a name in this clause only: the slice is cut so that an
			// append can't reach the others' locals.
			if p.Name.Name != "" && t != nil {
				l := &types.Local{Name: p.Name.Name, Type: t, Decl: p, Spec: true, Final: true}
				c.Info.Locals[p] = l
				env.Locals = append(locals[:len(locals):len(locals)], l)
				c.Locals[cl] = env.Locals
			}
		}
		c.predicate(scope, env, cl.Expr)
		if k.Behaviour == NormalBehavior {
			c.warnf(Suspicious, cl, "use behavior, or remove it", "a signals clause in a normal_behavior has no effect")
		}
	case SignalsOnly:
		for _, x := range cl.Types {
			c.throwable(scope, env, x)
		}
	case Assignable, Accessible, Captures:
		for _, r := range cl.Refs {
			if c.report(c.Program.CheckStoreRef(scope, env, r, c.Info)) {
				continue
			}
			// A frame is what the caller sees: assigning the parameter itself changes
			// nothing there.
			if u := c.Info.Uses[r]; u != nil && u.Kind == types.LocalRef && cl.Kind == Assignable {
				hint := "local changes of a parameter are invisible to the caller; drop it"
				if _, ok := u.Local.Type.(*types.ArrayType); ok {
					hint = "the elements of the array are " + u.Local.Name + "[*]"
				}
				c.warnf(Suspicious, r, hint, "'%s' names the parameter %s, which a caller does not see", cl.Keyword, u.Local.Name)
			}
		}
		c.predicateOrMeasure(scope, env, cl.If)
	case MeasuredBy, Duration, WorkingSpace:
		env.NoOld = cl.Kind == MeasuredBy
		c.measure(scope, env, cl)
		c.predicate(scope, env, cl.If)
	case Old, ForallVar:
		env.NoOld = true
		if cl.Decl == nil {
			break
		}
		return c.localVars(scope, env, cl.Decl, locals)
	}
	return locals
}

// TypesOf returns what the type of a signals clause's variable resolved to: one
// type, or those of A | B.
func (c *Checked) TypesOf(x *java.TypeExpr) []types.Type {
	var out []types.Type
	all := x.Alternatives
	if len(all) == 0 {
		all = []*java.TypeExpr{x}
	}
	for _, a := range all {
		if t := c.Info.TypeOf[a]; t != nil {
			out = append(out, t)
		}
	}
	return out
}

// throwable resolves a type that must be an exception's.
func (c *checker) throwable(scope *types.Scope, env types.SpecEnv, x *java.TypeExpr) types.Type {
	if x.Alternatives != nil {
		// Each alternative is checked by itself; what they have in common is this.
		if k := c.Program.Class("java.lang.Throwable"); k != nil {
			return k.Type()
		}
		return nil
	}
	t, errs := c.Program.ResolveType(scope, env, x, c.Info)
	if c.report(errs) || t == nil {
		return nil
	}
	if k := c.Program.Class("java.lang.Throwable"); k != nil && !types.IsSubtype(t, k.Type()) && t.Kind() == types.Ref {
		c.errorf(java.TypeError, x, "name an exception class", "%s is not a Throwable", types.ShortString(t))
		return nil
	}
	if t.Kind() != types.Ref {
		c.errorf(java.TypeError, x, "name an exception class", "%s is not a Throwable", types.ShortString(t))
		return nil
	}
	return t
}

// localVars checks the declarations of ghost and old variables and returns the
// variables visible after them.
func (c *checker) localVars(scope *types.Scope, env types.SpecEnv, d *java.LocalVars, locals []*types.Local) []*types.Local {
	t, errs := c.Program.ResolveType(scope, env, d.Type, c.Info)
	if c.report(errs) || t == nil {
		t = types.Bad
	}
	out := locals[:len(locals):len(locals)]
	for _, v := range d.Vars {
		vt := t
		for i := 0; i < v.Dims; i++ {
			vt = &types.ArrayType{Elem: vt}
		}
		// An initialiser sees the variables declared before it.
		env.Locals = out
		if v.Init != nil {
			if _, errs := c.Program.CheckSpecTo(scope, env, v.Init, vt, c.Info); !c.report(errs) {
				c.lint(v.Init)
			}
		}
		for _, o := range out {
			if o.Name == v.Name.Name {
				c.errorf(java.TypeError, &v.Name, "rename it", "variable %s is already defined", o.Name)
			}
		}
		if scope.Lookup(v.Name.Name) != nil {
			c.errorf(java.TypeError, &v.Name, "rename it", "variable %s is already defined", v.Name.Name)
		}
		l := &types.Local{Name: v.Name.Name, Type: vt, Decl: v, Spec: true}
		c.Info.Locals[v] = l
		out = append(out, l)
	}
	return out
}

func (c *checker) predicateOrMeasure(scope *types.Scope, env types.SpecEnv, x java.Expr) {
	if x == nil {
		return
	}
	_, errs := c.Program.CheckSpecExpr(scope, env, x, c.Info)
	c.report(errs)
}

// measure checks the expressions of decreases and measured_by: integers.
func (c *checker) measure(scope *types.Scope, env types.SpecEnv, cl *Clause) {
	xs := cl.Refs
	if xs == nil && cl.Expr != nil {
		xs = []java.Expr{cl.Expr}
	}
	for _, x := range xs {
		t, errs := c.Program.CheckSpecExpr(scope, env, x, c.Info)
		if c.report(errs) || t == nil {
			continue
		}
		c.lint(x)
		u := t
		if types.Unboxed(t) != nil {
			u = types.Unboxed(t)
		}
		if k := u.Kind(); !types.IsIntegral(u) && k != types.Bigint && k != types.Dyn && k != types.BadKind {
			c.errorf(java.TypeError, x, "a measure is an integer that gets smaller, such as n - i", "incompatible types: %s cannot be converted to an integer measure", types.ShortString(t))
		}
	}
}
