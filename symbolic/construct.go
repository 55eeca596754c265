package symbolic

import (
	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// What a constructor leaves behind begins with what its object holds before the body:
//
//	C(…) { B }  =  this.f := zero(f), for each field f of C;
//	               this.f := e, for each f with the initialiser e;  B
//
// Side conditions: the constructor of C's superclass leaves nothing behind, as those of Object
// and Record, and an empty one of a class without fields; B calls no constructor (its statement is refused) and assigns all that it
// assigns itself, which that of a compact one does not; initialisers are literals, and no
// other code runs before B. No other name is of the new object: see distinct.

// begin puts the new object of a constructor into a state.
func (x *exec) begin(st *state) *state {
	c := x.method.Owner
	if c.Super != nil && !leavesNothing(c.Super.Class) {
		x.refuse("the constructor of a superclass", x.method.Decl)
	}
	if x.method.Decl.Compact || c.Decl == nil {
		x.refuse("a constructor that assigns what is not written", x.method.Decl)
	}

	inits := map[string]java.Expr{}
	for _, m := range c.Decl.Members {
		switch m := m.(type) {
		case *java.InitBlock:
			if !m.Static {
				x.refuse("an initialiser", m)
			}
		case *java.FieldDecl:
			for _, v := range m.Vars {
				inits[v.Name.Name] = v.Init
			}
		}
	}

	for _, f := range c.Fields {
		if f.Spec || f.Flags.Has(java.Static) {
			continue
		}
		v := value{x: zeroOf(f.Type), t: f.Type}
		if e := inits[f.Name]; e != nil {
			lit, ok := e.(*java.Literal)
			if !ok || lit.Kind == java.TextBlock {
				x.refuse("an initialiser", e)
			}
			if f.Flags.Has(java.Final) {
				continue // a constant
			}
			v = x.convert(value{x: lit, t: literalType(lit)}, f.Type)
			v.t = f.Type
		}
		st = x.writeField(st, f, &java.This{}, v)
	}
	return st
}

// leavesNothing reports whether super() of a class leaves nothing behind in the object.
func leavesNothing(c *types.Class) bool {
	for ; c.Binary != "java.lang.Object" && c.Binary != "java.lang.Record"; c = c.Super.Class {
		if c.Decl == nil || c.Library || c.Super == nil {
			return false
		}
		for _, m := range c.Decl.Members {
			switch m := m.(type) {
			case *java.InitBlock:
				if !m.Static {
					return false
				}
			case *java.FieldDecl:
				if !m.Mods.Flags.Has(java.Static) {
					return false
				}
			case *java.MethodDecl:
				if m.IsConstructor && len(m.Params) == 0 && len(m.Body.Stmts) > 0 {
					return false
				}
			}
		}
	}
	return true
}

// literalType is the type of a literal; nil for null and for text.
func literalType(l *java.Literal) types.Type {
	switch l.Kind {
	case java.IntLiteral:
		return types.TInt
	case java.LongLiteral:
		return types.TLong
	case java.FloatLiteral:
		return types.TFloat
	case java.DoubleLiteral:
		return types.TDouble
	case java.CharLiteral:
		return types.TChar
	case java.BoolLiteral:
		return types.TBoolean
	}
	return nil
}

// zeroOf is what a field or an element of a type holds before it is assigned.
func zeroOf(t types.Type) java.Expr {
	switch k := t.Kind(); {
	case k == types.Boolean:
		return expr.Bool(false)
	case types.IsFloating(t):
		return &java.Literal{Kind: java.DoubleLiteral, Raw: "0.0"}
	case k == types.Char:
		return cast("char", expr.Number(0))
	case types.IsPrimitive(t):
		return expr.Number(0)
	}
	return expr.Null()
}

// makes reports whether a field is of the object that a constructor makes: nothing of
// before can be read there.
func (x *exec) makes(f *types.Field, recv java.Expr) bool {
	return x.method.IsConstructor() && !f.Flags.Has(java.Static) && isThis(recv)
}

// distinct reports whether two references are surely of different objects: one is the
// object that the constructor makes, and what the other says does not lead back to it.
func (x *exec) distinct(a, b java.Expr) bool {
	if !x.method.IsConstructor() || isThis(a) == isThis(b) {
		return false
	}
	apart := true
	for _, e := range []java.Expr{a, b} {
		if isThis(e) {
			continue
		}
		java.Walk(e, func(n java.Node) bool {
			_, back := n.(*java.This)
			apart = apart && !back
			return apart
		})
	}
	return apart
}
