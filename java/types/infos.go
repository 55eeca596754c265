package types

import (
	"iter"

	"ensures/java"
)

// Infos are what the checker found in several files, each asked in turn: a node
// belongs to one file, so at most one of them knows it.
type Infos []*Info

func lookup[K comparable, V any](l Infos, table func(*Info) map[K]V, k K) V {
	for _, i := range l {
		if v, ok := table(i)[k]; ok {
			return v
		}
	}
	var none V
	return none
}

// Type returns an expression's type, nil where it has none.
func (l Infos) Type(e java.Expr) Type {
	return lookup(l, func(i *Info) map[java.Expr]Type { return i.Types }, e)
}

// Const returns the value of a constant expression, nil for any other.
func (l Infos) Const(e java.Expr) *Const {
	return lookup(l, func(i *Info) map[java.Expr]*Const { return i.Consts }, e)
}

// Use returns what a name stands for, nil where that is not known.
func (l Infos) Use(e java.Expr) *Use {
	return lookup(l, func(i *Info) map[java.Expr]*Use { return i.Uses }, e)
}

// Call returns what a call or creation runs, nil where that is not known.
func (l Infos) Call(n java.Node) *Call {
	return lookup(l, func(i *Info) map[java.Node]*Call { return i.Calls }, n)
}

// ClassAt is the innermost of the classes of a file in whose text a node stands; nil where there is
// none.
func ClassAt(classes iter.Seq[*Class], n java.Node) *Class {
	var in *Class
	for c := range classes {
		if d := c.Decl; d != nil && d.Pos() <= n.Pos() && n.Pos() < d.End() && (in == nil || in.Decl.Pos() <= d.Pos()) {
			in = c
		}
	}
	return in
}

// Lambda returns what a lambda or method reference implements, nil where that is not known.
func (l Infos) Lambda(e java.Expr) *Lambda {
	return lookup(l, func(i *Info) map[java.Expr]*Lambda { return i.Lambdas }, e)
}

// Local returns the variable that n declares, nil where it declares none.
func (l Infos) Local(n java.Node) *Local {
	return lookup(l, func(i *Info) map[java.Node]*Local { return i.Locals }, n)
}

// Written returns the type that t names, nil where it is not resolved.
func (l Infos) Written(t *java.TypeExpr) Type {
	return lookup(l, func(i *Info) map[*java.TypeExpr]Type { return i.TypeOf }, t)
}

// Method returns the method that d declares.
func (l Infos) Method(d *java.MethodDecl) *Method {
	return lookup(l, func(i *Info) map[*java.MethodDecl]*Method { return i.Methods }, d)
}

// Field returns the field that d declares.
func (l Infos) Field(d *java.VarDeclarator) *Field {
	return lookup(l, func(i *Info) map[*java.VarDeclarator]*Field { return i.Fields }, d)
}
