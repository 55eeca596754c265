package native

import (
	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
)

// A call runs more than the body of the method that it names: a constructor runs
// the constructor of its superclass and the initialisers of its class first. What
// is asked about calls by looking at the text (does it write, what does it read,
// may it throw, does it lead back) is asked about all of that:
//
//	code(m)      = body(m)
//	code(C(…))   = code(super(…)) ; initialisers(C) ; body      without this(…)
//	code(C(…))   = code(this(…)) ; body                          with it
//	code(<clinit> of C) = constants(C) ; static initialisers(C)
//
// Side condition: nothing else runs unseen. A call whose method is not known, and
// a call of the class library that may call back, are the asker's to deal with.
type code struct {
	nodes  []java.Node     // bodies and initialisers, in order
	unsaid []*types.Method // called without a call that is written; nil for one that is not known
}

// summaries is what has been found of methods and classes by looking at their code.
type summaries struct {
	overriding  map[*types.Method][]*types.Method
	outsides    map[*types.Class]outside
	apart       map[*types.Class]bool
	asking      map[*types.Class]bool // whose outside is being asked about
	ownedFields map[*types.Field]bool
}

func newSummaries() *summaries {
	return &summaries{map[*types.Method][]*types.Method{}, map[*types.Class]outside{}, map[*types.Class]bool{}, map[*types.Class]bool{}, map[*types.Field]bool{}}
}

// codeOf is what a call of m runs, but for what the calls in it run.
func (x *exec) codeOf(m *types.Method) code {
	var c code
	switch {
	case m.Name == staticInit:
		return code{nodes: staticCode(m.Owner)}
	case m.Owner.Elsewhere:
		return code{unsaid: []*types.Method{nil}}
	case m.IsConstructor() && !m.Owner.Library && (m.Decl == nil || !callsThis(m.Decl)):
		if m.Decl == nil || !callsSuper(m.Decl) {
			if sup := superClass(m.Owner); sup != nil && sup.Elsewhere && !x.traceless(sup) {
				c.unsaid = append(c.unsaid, nil)
			} else if k := implicitSuper(m.Owner); k != nil {
				c.unsaid = append(c.unsaid, k)
			}
		}
		c.nodes = append(c.nodes, x.instanceCode(m.Owner)...)
	}
	if m.Decl != nil && m.Decl.Body != nil {
		c.nodes = append(c.nodes, m.Decl.Body)
	}
	return c
}

// inspect visits the nodes of the code.
func (c code) inspect(f func(java.Node) bool) {
	for _, n := range c.nodes {
		java.Walk(n, f)
	}
}

// eachCall gives f the methods that the code calls, nil for one that is not known,
// until f returns false.
func (x *exec) eachCall(c code, f func(*types.Method) bool) {
	on := true
	for _, k := range c.unsaid {
		on = on && f(k)
	}
	c.inspect(func(n java.Node) bool {
		if !on {
			return false
		}
		switch n.(type) {
		case *java.Call, *java.New, *java.ConstructorCall, *java.EnumConstant:
			if k := x.callOf(n); k != nil {
				on = f(k.Method)
			} else {
				on = f(nil)
			}
		}
		return on
	})
}

// eachWritten reports whether f holds of every call that is written in the code.
func (x *exec) eachWritten(c code, f func(*types.Method) bool) bool {
	ok := true
	x.eachCall(code{nodes: c.nodes}, func(k *types.Method) bool {
		ok = ok && f(k)
		return ok
	})
	return ok
}

// instanceCode is the instance initialisers of a class in order.
func (x *exec) instanceCode(c *types.Class) []java.Node {
	var out []java.Node
	for _, m := range x.classMembers(c) {
		switch m := m.(type) {
		case *java.FieldDecl:
			if m.Mods.Flags.Has(java.Static) || c.IsInterface() {
				continue
			}
			for _, v := range m.Vars {
				if v.Init != nil {
					out = append(out, v.Init)
				}
			}
		case *java.InitBlock:
			if !m.Static {
				out = append(out, m.Body)
			}
		}
	}
	return out
}

// staticCode is the static initialisers of a class in order, an enum's constants
// first.
func staticCode(c *types.Class) []java.Node {
	if c.Decl == nil {
		return nil
	}
	var out []java.Node
	for _, k := range c.Decl.Constants {
		out = append(out, k)
	}
	for _, m := range c.Decl.Members {
		switch m := m.(type) {
		case *java.FieldDecl:
			if !m.Mods.Flags.Has(java.Static) && !c.IsInterface() {
				continue
			}
			for _, v := range m.Vars {
				if v.Init != nil {
					out = append(out, v.Init)
				}
			}
		case *java.InitBlock:
			if m.Static {
				out = append(out, m.Body)
			}
		}
	}
	return out
}

// classMembers is the members that a class is declared with, its ghost fields last.
func (x *exec) classMembers(c *types.Class) []java.Member {
	if c.Decl == nil {
		return nil
	}
	members := c.Decl.Members
	if cs := x.spec.Classes[c.Decl]; cs != nil {
		for _, f := range cs.Fields {
			members = append(members[:len(members):len(members)], f)
		}
	}
	return members
}

func callsThis(d *java.MethodDecl) bool {
	c := constructorCallOf(d)
	return c != nil && !c.Super
}

func callsSuper(d *java.MethodDecl) bool {
	c := constructorCallOf(d)
	return c != nil && c.Super
}

// constructorCallOf is the this(…) or super(…) that a constructor begins with.
func constructorCallOf(d *java.MethodDecl) *java.ConstructorCall {
	if d == nil || d.Body == nil || len(d.Body.Stmts) == 0 {
		return nil
	}
	c, _ := d.Body.Stmts[0].(*java.ConstructorCall)
	return c
}

// implicitSuper is the constructor of the file that a constructor of c calls
// without saying so, nil where it is the class library's or another file's.
func implicitSuper(c *types.Class) *types.Method {
	sup := superClass(c)
	if sup == nil || sup.Library || sup.Elsewhere {
		return nil
	}
	var variadic *types.Method
	for _, m := range sup.Constructors() {
		if len(m.Params) == 0 {
			return m
		}
		if m.Variadic && len(m.Params) == 1 {
			variadic = m
		}
	}
	return variadic
}

// writesGhost reports whether a set statement stands at a node.
func (x *exec) writesGhost(n java.Node) bool {
	for _, js := range x.specStmtsAt(n) {
		if js.Kind == jml.SetStmt {
			return true
		}
	}
	return false
}
