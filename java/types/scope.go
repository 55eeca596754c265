package types

import "ensures/java"

// Scope is a set of visible local variables in a method of a class: a node of an
// immutable linked list, innermost declaration first.
type Scope struct {
	Parent *Scope
	Class  *Class
	Method *Method // nil in initialisers
	Static bool    // no `this`
	Locals []*Local

	frame      *frame
	env        *fileEnv
	tvars      []*TypeVar // type parameters declared at this node
	localClass *Class     // class declared at this node
	body       bool       // the node of a class body: its members are in scope
	noMembers  bool       // a class header: its own members are not in scope
	ctorArgs   bool       // inside the arguments of this(…) or super(…)
}

// A frame is a body that captures the locals of the bodies around it: a class's
// or a lambda's.
type frame struct {
	class  *Class
	lambda *Lambda
	outer  *frame
}

// child makes a nested scope node.
func (s *Scope) child() *Scope {
	n := *s
	n.Parent, n.Locals, n.tvars, n.localClass, n.body = s, nil, nil, nil, false
	return &n
}

// With is a scope inside s that declares more locals.
func (s *Scope) With(ls ...*Local) *Scope { return s.with(ls...) }

func (s *Scope) with(ls ...*Local) *Scope {
	n := s.child()
	n.Locals = ls
	return n
}

// declares reports whether the type variable v is in scope.
func (s *Scope) declares(v *TypeVar) bool {
	static := false // a static class sees no type parameters of the classes around it
	for ; s != nil; s = s.Parent {
		for _, w := range s.tvars {
			if v == w {
				return true
			}
		}
		if !s.body && !s.noMembers {
			continue
		}
		if !static {
			for _, w := range s.Class.TypeParams {
				if v == w {
					return true
				}
			}
		}
		static = static || s.Class.Static
	}
	return false
}

// Lookup finds the local variable called name, nil when there is none.
func (s *Scope) Lookup(name string) *Local {
	l, _ := s.lookup(name)
	return l
}

func (s *Scope) lookup(name string) (*Local, *Scope) {
	for ; s != nil; s = s.Parent {
		for i := len(s.Locals) - 1; i >= 0; i-- {
			if s.Locals[i].Name == name {
				return s.Locals[i], s
			}
		}
	}
	return nil, nil
}

// All lists the visible locals, innermost first, shadowed ones left out.
func (s *Scope) All() []*Local {
	seen := map[string]bool{}
	var ls []*Local
	for ; s != nil; s = s.Parent {
		for i := len(s.Locals) - 1; i >= 0; i-- {
			if l := s.Locals[i]; !seen[l.Name] {
				seen[l.Name] = true
				ls = append(ls, l)
			}
		}
	}
	return ls
}

// BodyScope is the scope of m's body: its parameters, and the class's members.
func (m *Method) BodyScope() *Scope {
	m.Owner.ensure(complete)
	outer := m.Owner.classScope(false)
	return &Scope{Parent: outer, Class: m.Owner, Method: m, Static: m.Flags.Has(java.Static), Locals: m.Params,
		frame: m.Owner.frame, env: m.Owner.env, tvars: m.TypeParams}
}

// BodyScope is the scope of the class's instance members, or of its static ones.
func (c *Class) BodyScope(static bool) *Scope {
	c.ensure(complete)
	return c.classScope(static)
}
