package types

import (
	"sort"
	"strings"

	"ensures/java"
)

// SpecEnv is what a JML expression sees besides the Java names of its scope.
type SpecEnv struct {
	File    *java.File // for positions
	Locals  []*Local   // ghost variables, old-clause variables; the last one wins
	Result  Type       // of \result; nil where it is not allowed
	NoOld   bool       // \old is not allowed (preconditions)
	Where   string     // the clause, for messages: "requires"
	Members map[*Class]*SpecMembers
	// JavaMath makes arithmetic Java's instead of mathematical.
	JavaMath bool
}

// SpecMembers are the ghost and model members of a class.
type SpecMembers struct {
	Fields  []*Field
	Methods []*Method
}

// The lookups work on a nil environment, which is Java code.

func (s *SpecEnv) bigint() bool { return s != nil && !s.JavaMath }

func (s *SpecEnv) local(name string) *Local {
	if s == nil {
		return nil
	}
	// Backwards: an inner declaration hides the outer ones.
	for i := len(s.Locals) - 1; i >= 0; i-- {
		if s.Locals[i].Name == name {
			return s.Locals[i]
		}
	}
	return nil
}

func (s *SpecEnv) localNames() []string {
	if s == nil {
		return nil
	}
	var names []string
	for _, l := range s.Locals {
		names = append(names, l.Name)
	}
	return names
}

func (s *SpecEnv) field(c *Class, name string) *Field {
	if s == nil || s.Members[c] == nil {
		return nil
	}
	for _, f := range s.Members[c].Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

func (s *SpecEnv) fieldNames(c *Class) []string {
	if s == nil || s.Members[c] == nil {
		return nil
	}
	var names []string
	for _, f := range s.Members[c].Fields {
		names = append(names, f.Name)
	}
	return names
}

func (s *SpecEnv) methodNames() []string {
	if s == nil {
		return nil
	}
	var names []string
	for _, m := range s.Members {
		for _, k := range m.Methods {
			names = append(names, k.Name)
		}
	}
	// The map has no order, and the names end up in a message.
	sort.Strings(names)
	return names
}

// methods lists the model methods called name of a value of type t.
func (s *SpecEnv) methods(t Type, name string) []member {
	if s == nil || len(s.Members) == 0 {
		return nil
	}
	var out []member
	for _, c := range allSupers(t) {
		sm := s.Members[c]
		if sm == nil {
			continue
		}
		for _, m := range sm.Methods {
			if m.Name == name {
				if site := AsSuper(t, c); site != nil {
					out = append(out, member{m, site})
				}
			}
		}
	}
	return out
}

// CheckSpecExpr checks a JML expression in a scope and records its nodes in
// info, which must not be the Info of a library body. Visibility is relaxed, and
// integral arithmetic is mathematical unless the environment says otherwise.
func (p *Program) CheckSpecExpr(scope *Scope, extra SpecEnv, e java.Expr, info *Info) (Type, java.ErrorList) {
	c := p.specChecker(scope, extra, info)
	t := c.expr(e)
	return t, c.errs.list
}

// CheckSpecBool is CheckSpecExpr of a predicate.
func (p *Program) CheckSpecBool(scope *Scope, extra SpecEnv, e java.Expr, info *Info) java.ErrorList {
	c := p.specChecker(scope, extra, info)
	c.condition(e)
	return c.errs.list
}

// CheckSpecTo is CheckSpecExpr of an expression that is assigned to a variable of
// type target, as in set statements and ghost initialisers.
func (p *Program) CheckSpecTo(scope *Scope, extra SpecEnv, e java.Expr, target Type, info *Info) (Type, java.ErrorList) {
	c := p.specChecker(scope, extra, info)
	t := c.exprTo(e, target)
	return t, c.errs.list
}

// ResolveType resolves a type written in a specification.
func (p *Program) ResolveType(scope *Scope, extra SpecEnv, x *java.TypeExpr, info *Info) (Type, java.ErrorList) {
	c := p.specChecker(scope, extra, info)
	t := c.res().typ(x)
	return t, c.errs.list
}

// ModelMethod makes a model method of a class from its declaration.
func (p *Program) ModelMethod(owner *Class, d *java.MethodDecl, file *java.File, info *Info) (*Method, java.ErrorList) {
	owner.ensure(complete)
	env := owner.env
	r := &resolver{lib: p.Lib, env: env, info: info, errs: &sink{file: file}}
	m := &Method{Name: d.Name.Name, Owner: owner, Flags: d.Mods.Flags, Decl: d, Return: TVoid, Spec: true}
	for _, t := range d.TypeParams {
		m.TypeParams = append(m.TypeParams, &TypeVar{Name: t.Name.Name})
	}

	static := m.Flags.Has(java.Static)
	r.sc = &Scope{Parent: owner.classScope(static), Class: owner, Method: m, Static: static, frame: owner.frame, env: env, tvars: m.TypeParams}
	r.bounds(m.TypeParams, d.TypeParams)
	for _, q := range d.Params {
		l := &Local{Name: q.Name.Name, Type: r.paramType(q), Decl: q, Param: true}
		m.Params = append(m.Params, l)
		m.Variadic = m.Variadic || q.Variadic
		info.Locals[q] = l
	}
	if d.Return != nil {
		m.Return = arrayOf(r.typ(d.Return), d.Dims)
	}
	info.Methods[d] = m
	return m, r.errs.list
}

// ModelFields makes ghost or model fields of a class from their declaration.
func (p *Program) ModelFields(owner *Class, d *java.FieldDecl, file *java.File, info *Info) ([]*Field, java.ErrorList) {
	owner.ensure(complete)
	flags := d.Mods.Flags
	r := &resolver{lib: p.Lib, env: owner.env, info: info, errs: &sink{file: file}}
	r.sc = owner.classScope(flags.Has(java.Static))
	t := r.typ(d.Type)
	var fs []*Field
	for _, v := range d.Vars {
		f := &Field{Name: v.Name.Name, Owner: owner, Type: arrayOf(t, v.Dims), Flags: flags, Decl: v, Spec: true}
		// Not constant, whatever its modifiers: its initialiser is JML.
		f.konst.Store(&constResult{})
		info.Fields[v] = f
		fs = append(fs, f)
	}
	return fs, r.errs.list
}

// CheckStoreRef checks a store reference of an assignable clause: a variable,
// field, a[i], a[i..j], a[*], o.*, \nothing and their relatives.
func (p *Program) CheckStoreRef(scope *Scope, extra SpecEnv, e java.Expr, info *Info) java.ErrorList {
	c := p.specChecker(scope, extra, info)
	switch x := java.Unparen(e).(type) {
	case *java.SpecWord:
		switch x.Word {
		case "\\nothing", "\\everything", "\\not_specified", "\\strictly_nothing", "\\strictly_everything":
		default:
			c.expr(e)
		}
	case *java.Name, *java.Select, *java.Index, *java.StoreAll, *java.SpecCall, *java.This:
		c.expr(e)
	default:
		c.errorf(e, "name a variable, a field, a[i], a[i..j], a[*] or o.*", "a store reference is expected here")
	}
	return c.errs.list
}

// CheckModelBody checks the body of a model method; its statements are Java with
// the names of the environment visible and Java's arithmetic.
func (p *Program) CheckModelBody(m *Method, extra SpecEnv, info *Info) java.ErrorList {
	c := p.specChecker(nil, extra, info)
	c.env = m.Owner.env
	c.methodBody(m)
	m.body = &body{info: info, errs: c.errs.list}
	return c.errs.list
}

// CheckSpecStmt checks a statement of JML's (the assignment of a set statement)
// in a scope.
func (p *Program) CheckSpecStmt(scope *Scope, extra SpecEnv, s java.Stmt, info *Info) java.ErrorList {
	c := p.specChecker(scope, extra, info)
	c.ctx = &bodyCtx{}
	c.stmt(s)
	return c.errs.list
}

func (p *Program) specChecker(scope *Scope, extra SpecEnv, info *Info) *checker {
	c := &checker{lib: p.Lib, info: info, sc: scope, spec: &extra, ctx: &bodyCtx{}}
	file := extra.File
	if scope != nil {
		c.env = scope.env
		if file == nil && scope.Class.Unit != nil {
			file = scope.Class.Unit.File
		}
	}
	c.errs = &sink{file: file}
	return c
}

// specExpr checks the expressions of JML only.
func (c *checker) specExpr(e java.Expr) Type {
	if c.spec == nil {
		c.notInSubset(e, "JML expression", "")
		return Bad
	}
	switch e := e.(type) {
	case *java.Quantified:
		return c.quantified(e)
	case *java.SpecWord:
		return c.specWord(e)
	case *java.SpecCall:
		return c.specCall(e)
	case *java.TypeSpec:
		c.res().typ(e.Type)
		return TTYPE
	case *java.Labelled:
		t := c.expr(e.X)
		return t
	case *java.Informal:
		// An informal predicate is a text: nobody can evaluate it, and it has the type of one.
		return TBoolean
	case *java.StoreRange:
		if e.Lo != nil {
			c.intIndex(e.Lo)
		}
		if e.Hi != nil {
			c.intIndex(e.Hi)
		}
		return TInt
	case *java.StoreAll:
		// Of a[*] and o.* the variable is meant before a type of the name.
		if n, ok := e.X.(*java.Name); ok {
			if t, ok := c.simpleVariable(n); ok {
				return c.record(n, t)
			}
		}
		t, _ := c.exprOrType(e.X)
		return t
	}
	return Bad
}

func (c *checker) quantified(e *java.Quantified) Type {
	old := c.sc
	t := c.res().typ(e.Type)
	for _, v := range e.Vars {
		l := &Local{Name: v.Name.Name, Type: arrayOf(t, v.Dims), Decl: v, Spec: true, Final: true}
		if o := c.spec.local(l.Name); o != nil {
			c.errorf(&v.Name, "rename it", "variable %s is already defined", l.Name)
		} else if o, sc := c.sc.lookup(l.Name); o != nil && sc.frame == c.sc.frame {
			c.errorf(&v.Name, "rename it", "variable %s is already defined", l.Name)
		}
		// A \let's value, which doesn't see the variable itself.
		if v.Init != nil {
			c.exprTo(v.Init, l.Type)
		}
		c.info.Locals[v] = l
		c.sc = c.sc.with(l)
	}

	defer func() { c.sc = old }()

	if e.Range != nil {
		c.condition(e.Range)
		// The body is asked only where the range holds.
		c.sc = c.withBindings(c.sc, c.binds[e.Range].whenTrue)
	}

	switch e.Kind {
	case "\\forall", "\\exists":
		c.condition(e.Body)
		return TBoolean
	case "\\num_of":
		c.condition(e.Body)
		return TBigint
	case "\\let":
		return c.expr(e.Body)
	}

	// The numeric ones: \sum, \product, \max, \min.
	bt := c.expr(e.Body)
	if unsure(bt) {
		return bt
	}
	p := promote1(bt)
	if p == nil {
		c.errorf(e.Body, "", "the body of %s must be numeric, found %s", e.Kind, ShortString(bt))
		return Bad
	}
	// With unbounded arithmetic a sum of ints has no width.
	switch e.Kind {
	case "\\sum", "\\product":
		if IsIntegral(p) && c.spec.bigint() {
			return TBigint
		}
	}
	return p
}

func (c *checker) specWord(e *java.SpecWord) Type {
	switch e.Word {
	case "\\result":
		switch t := c.spec.Result; {
		case t == nil:
			where := c.spec.Where
			if where == "" {
				where = "this clause"
			}
			c.errorf(e, "\\result belongs in ensures clauses", "\\result is not allowed in %s", where)
			return Bad
		case t == Type(TVoid):
			c.errorf(e, "", "\\result is not allowed: the method returns nothing")
			return Bad
		default:
			return t
		}
	case "\\index", "\\count":
		return TInt
	case "\\values":
		return Dynamic
	}
	return Bad
}

func (c *checker) specCall(e *java.SpecCall) Type {
	one := func() java.Expr {
		if len(e.Args) != 1 {
			c.errorf(e, "", "%s takes one argument, found %d", e.Word, len(e.Args))
		}
		if len(e.Args) == 0 {
			return nil
		}
		return e.Args[0]
	}
	all := func() {
		for _, a := range e.Args {
			c.expr(a)
		}
	}

	switch e.Word {
	case "\\old", "\\pre", "\\past":
		return c.old(e)
	case "\\fresh":
		for _, a := range e.Args {
			if t := c.expr(a); IsPrimitive(t) {
				c.errorf(a, "", "%s needs a reference, found %s", e.Word, t)
			}
		}
		return TBoolean
	case "\\nonnullelements":
		for _, a := range e.Args {
			t := c.expr(a)
			if _, array := t.(*ArrayType); !array && !unsure(t) && AsSuper(t, c.lib.core("java.lang.Iterable")) == nil {
				c.errorf(a, "", "%s needs an array or a collection, found %s", e.Word, ShortString(t))
			}
		}
		return TBoolean
	case "\\typeof", "\\elemtype":
		if a := one(); a != nil {
			c.expr(a)
		}
		return TTYPE
	case "\\invariant_for", "\\static_invariant_for", "\\is_initialized", "\\not_modified", "\\not_assigned", "\\only_assigned",
		"\\only_accessed", "\\only_called", "\\only_captured":
		for _, a := range e.Args {
			c.storeOrType(a)
		}
		return TBoolean
	case "\\same":
		return TBoolean
	case "\\reach":
		all()
		return Dynamic
	case "\\bigint_math", "\\java_math", "\\safe_math", "\\nowarn", "\\nowarn_op", "\\warn", "\\warn_op":
		return c.inArithmetic(e.Word, one())
	case "\\space", "\\working_space", "\\duration":
		all()
		return TLong
	case "\\max", "\\min":
		// As calls these are functions of numbers; with variables they are quantifiers.
		return c.promoted(e.Args)
	case "\\lockset":
		return Dynamic
	case "\\type":
		all()
		return TTYPE
	}
	all()
	c.errs.add(java.NotInSubset, e.Word, e, "", e.Word+" is not supported")
	return Bad
}

func (c *checker) old(e *java.SpecCall) Type {
	if c.spec.NoOld {
		where := c.spec.Where
		if where == "" {
			where = "this clause"
		}
		c.errorf(e, "a precondition is about the state before the call: drop it", "%s is not allowed in %s", e.Word, where)
	}
	if len(e.Args) == 0 {
		c.errorf(e, "", "%s takes an expression", e.Word)
		return Bad
	}
	// \old(e, label): the label is kept apart by the parser or is a name.
	t := c.expr(e.Args[0])
	if k := c.info.Consts[e.Args[0]]; k != nil {
		c.info.Consts[e] = k
	}
	return t
}

// promoted is the type that numeric promotion gives all of args.
func (c *checker) promoted(args []java.Expr) Type {
	var t Type
	for _, a := range args {
		at := c.expr(a)
		if t == nil {
			t = at
		} else if p := Promote(t, at); p != nil {
			t = p
		}
	}
	if t == nil {
		return Bad
	}
	return t
}

// inArithmetic checks what one of the words for an arithmetic encloses.
func (c *checker) inArithmetic(word string, a java.Expr) Type {
	if a == nil {
		return Bad
	}
	// The word changes the arithmetic of what it encloses, and of that only.
	old := c.spec
	s := *old
	// \nowarn and its like change nothing: the arithmetic around them goes on.
	s.JavaMath = word == "\\java_math" || word == "\\safe_math" || old.JavaMath && !strings.HasSuffix(word, "bigint_math")
	c.spec = &s
	t := c.expr(a)
	c.spec = old
	return t
}

func (c *checker) storeOrType(a java.Expr) {
	switch a := a.(type) {
	case *java.Name, *java.Select:
		c.exprOrType(a)
	default:
		c.expr(a)
	}
}

// chain checks JML's chained relation a < b <= c.
func (c *checker) chain(e *java.Chain) Type {
	var p Type
	bad, dyn := false, false
	var prev Type
	for i, x := range e.Xs {
		t := c.expr(x)
		switch {
		case isBad(t):
			bad = true
		case isDynamic(t):
			dyn = true
		case i > 0 && prev != nil && !unsure(prev) && Promote(prev, t) == nil || promote1(t) == nil:
			// One report: after a bad operand its neighbours can't be compared with it either.
			if !bad {
				c.errorf(x, "", "bad operand type %s for operator '%s'", ShortString(t), e.Ops[max(i-1, 0)])
			}
			bad = true
		case p == nil:
			p = promote1(t)
		default:
			p = Promote(p, t)
		}
		prev = t
	}

	if dyn {
		p = Dynamic
	}
	// All operands are compared in one type, so that no pair is compared in a narrower one than
	// another.
	if p != nil && !dyn {
		p = c.comparison(p, e.Xs...)
	}
	c.operand(e, p)
	return TBoolean
}
