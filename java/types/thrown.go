package types

import (
	"ensures/java"
)

// handlers are the exception types that a stretch of code may throw: those that
// the enclosing try statements catch and the method declares. all means any.
type handlers struct {
	types []Type
	all   bool
}

func (h handlers) and(ts ...Type) handlers {
	return handlers{append(h.types[:len(h.types):len(h.types)], ts...), h.all}
}

// checkThrown reports checked exceptions that body throws and nobody declares or
// catches.
func (c *checker) checkThrown(body *java.Block, h handlers) {
	// In a library without exceptions there is nothing to hold the throws clauses against.
	if c.lib.core("java.lang.Throwable").absent {
		return
	}
	c.thrownBy(body, h)
}

// checked reports whether t is an exception that must be declared.
func (c *checker) checked(t Type) bool {
	ct, ok := t.(*ClassType)
	if !ok || ct.Class.absent {
		return false
	}
	for _, name := range [...]string{"java.lang.RuntimeException", "java.lang.Error"} {
		if k := c.lib.core(name); k.absent || IsSubclass(ct.Class, k) {
			return false
		}
	}
	return IsSubclass(ct.Class, c.lib.core("java.lang.Throwable"))
}

func (c *checker) throws(at java.Node, t Type, h handlers) {
	if h.all || !c.checked(t) {
		return
	}
	for _, k := range h.types {
		if unsure(k) || IsSubtype(t, k) {
			return
		}
	}
	c.errorf(at, "catch it, or add throws "+ShortString(t)+" to the method", "unreported exception %s; must be caught or declared to be thrown", ShortString(t))
}

func (c *checker) callThrows(at java.Node, h handlers) {
	call := c.info.Calls[at]
	if call == nil || call.Method == nil {
		return
	}
	m := call.Method
	if m.Implicit == ArrayClone || m.Name == "clone" && m.Owner == c.lib.object && call.Recv != nil && call.Recv.Kind() == ArrayOf {
		return
	}
	for _, t := range m.Throws {
		c.throws(at, t, h)
	}
}

func (c *checker) thrownBy(n java.Node, h handlers) {
	switch n := n.(type) {
	case nil:
		return
	case *java.Call, *java.ConstructorCall:
		c.callThrows(n, h)
	case *java.New:
		c.callThrows(n, h)
		if n.Body != nil {
			// The body of an anonymous class doesn't run here: its methods answer for
			// themselves.
			c.thrownByArgs(n, h)
			c.thrownByClass(n.Body)
			return
		}
	case *java.Throw:
		c.thrownBy(n.X, h)
		if name, ok := java.Unparen(n.X).(*java.Name); ok {
			if u := c.info.Uses[name]; u != nil && u.Local != nil && u.Local.caught && u.Local.assigned == 0 {
				return // rethrown: what the try block throws, which is checked there
			}
		}
		c.throws(n, c.info.Types[n.X], h)

		return
	case *java.Try:
		c.thrownByTry(n, h)
		return
	case *java.Lambda:
		// A function without a known interface may throw what it likes: its caller has
		// to see to it.
		lh := handlers{all: true}
		if l := c.info.Lambdas[n]; l != nil && l.Method != nil {
			lh = handlers{types: l.Method.Throws}
			for _, t := range l.Method.Throws {
				if _, ok := t.(*TypeVar); ok {
					// Which exceptions the type variable stands for isn't tracked.
					lh.all = true
				}
			}
		}
		if n.X != nil {
			c.thrownBy(n.X, lh)
		} else {
			c.thrownBy(n.Body, lh)
		}
		return
	case *java.LocalClass:
		c.thrownByClass(n.Decl)
		return
	case *java.ClassDecl:
		c.thrownByClass(n)
		return
	}

	java.Children(n, func(k java.Node) { c.thrownBy(k, h) })
}

func (c *checker) thrownByArgs(n *java.New, h handlers) {
	if n.Outer != nil {
		c.thrownBy(n.Outer, h)
	}
	for _, a := range n.Args {
		c.thrownBy(a, h)
	}
}

// thrownByClass checks the methods of a local class against what they declare.
func (c *checker) thrownByClass(d *java.ClassDecl) {
	for _, m := range d.Members {
		switch m := m.(type) {
		case *java.MethodDecl:
			if k := c.info.Methods[m]; k != nil && m.Body != nil {
				c.thrownBy(m.Body, handlers{types: k.Throws})
			}
		case *java.ClassDecl:
			c.thrownByClass(m)
		}
	}
}

func (c *checker) thrownByTry(n *java.Try, h handlers) {
	inner := h
	for _, k := range n.Catches {
		if k.Param.Type == nil {
			continue
		}
		if len(k.Param.Type.Alternatives) == 0 {
			inner = inner.and(c.info.TypeOf[k.Param.Type])
		}
		for _, a := range k.Param.Type.Alternatives {
			inner = inner.and(c.info.TypeOf[a])
		}
	}

	if n.Finally != nil && !completes(n.Finally) {
		inner.all = true // its own jump replaces the exception
	}

	// A resource is closed by the try itself: what close throws is handled like the
	// body's.
	for _, r := range n.Resources {
		c.thrownBy(r, inner)
		var t Type
		switch r := r.(type) {
		case *java.LocalVars:
			if l := c.info.Locals[r.Vars[0]]; l != nil {
				t = l.Type
			}
		case *java.ExprStmt:
			t = c.info.Types[r.X]
		}
		if unsure(t) {
			continue
		}
		for _, x := range c.lib.methodsOf(t, "close") {
			if len(x.m.Params) == 0 {
				for _, e := range x.m.Throws {
					c.throws(r, e, inner)
				}
			}
		}
	}

	c.thrownBy(n.Body, inner)
	for _, k := range n.Catches {
		c.thrownBy(k.Body, h)
	}
	if n.Finally != nil {
		c.thrownBy(n.Finally, h)
	}
}
