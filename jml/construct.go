package jml

import (
	"ensures/java"
	"ensures/java/types"
)

// A constructor is called before there is an object. A clause about the state before the
// call can't speak of it:
//
//	requires, old, forall, when, diverges, measured_by, \old(…)   this and its members: a mistake
//	assignable                                                    its own fields: not needed
//
// Other objects of the class are there, and so are static members; an inner class has the
// object around it.

// unborn looks for the object in a clause of its constructor.
func (c *checker) unborn(cl *Clause) {
	if c.made == nil {
		return
	}
	switch cl.Kind {
	case Requires, When, Diverges, MeasuredBy:
		c.noObject(cl.Expr)
		c.noObject(cl.If)
	case Old, ForallVar:
		if cl.Decl != nil {
			for _, v := range cl.Decl.Vars {
				c.noObject(v.Init)
			}
		}
	case Assignable:
		for _, r := range cl.Refs {
			if at := c.own(r); at != nil {
				c.warnf(Suspicious, r, `leave it out: its own fields can always be assigned; where nothing else is, 'assignable \nothing;'`,
					"'%s' names the object that the constructor makes, which is not there before the call", cl.Keyword)
			}
		}
	}
}

// noObject reports the first place at which an expression of the state before a
// constructor speaks of its object.
func (c *checker) noObject(x java.Expr) {
	if c.made == nil || x == nil {
		return
	}
	if at := c.own(x); at != nil {
		c.errorf(java.TypeError, at, "say it of the parameters, or in an ensures clause of what the constructor leaves behind",
			"there is no object of %s before its constructor is called", c.made.Name)
	}
}

// own is the first place at which an expression speaks of the object that is made; nil if
// there is none.
func (c *checker) own(x java.Node) (at java.Node) {
	mine := func(owner *types.Class, flags java.Flags) bool {
		return owner != nil && !flags.Has(java.Static) && types.IsSubclass(c.made, owner)
	}
	java.Walk(x, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.This:
			if n.Outer == nil || n.Outer.Name == c.made.Name {
				at = n
			}
		case *java.Super:
			at = n
		case *java.Name:
			if u := c.Info.Uses[n]; u != nil && u.Kind == types.FieldRef && mine(u.Field.Owner, u.Field.Flags) {
				at = n
			}
		case *java.Call:
			if k := c.Info.Calls[n]; n.X == nil && k != nil && k.Method != nil && mine(k.Method.Owner, k.Method.Flags) {
				at = &n.Name
			}
		case *java.Lambda, *java.ClassDecl:
			return false
		}
		return at == nil
	})
	return at
}
