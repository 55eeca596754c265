package native

import (
	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify/smt"
)

// A method satisfies the contracts of the methods it overrides too, so that a call
// on an object of which only a superclass or interface is known can lean on what is
// written there.

// overrides are the methods of the file that m overrides or implements, in source
// order of their classes.
func (x *exec) overrides(m *types.Method) []*types.Method {
	if m.Decl == nil || m.IsConstructor() || m.Flags.Has(java.Static) || m.Flags.Has(java.Private) {
		return nil
	}
	var out []*types.Method
	for _, c := range x.classes {
		if c == m.Owner || !types.IsSubclass(m.Owner, c) {
			continue
		}
		for _, up := range c.Methods {
			if up.Decl != nil && up.Name == m.Name && types.Overrides(m, up) {
				out = append(out, up)
			}
		}
	}
	return out
}

// overriders are the methods of the file that override or implement m: what a call
// of m may run instead.
func (x *exec) overriders(m *types.Method) []*types.Method {
	if m.IsConstructor() || m.Flags.Has(java.Static) || m.Flags.Has(java.Private) || m.Flags.Has(java.Final) {
		return nil
	}
	var out []*types.Method
	for _, c := range x.classes {
		if c == m.Owner || !types.IsSubclass(c, m.Owner) {
			continue
		}
		for _, d := range c.Methods {
			if d.Decl != nil && d.Name == m.Name && types.Overrides(d, m) {
				out = append(out, d)
			}
		}
	}
	return out
}

// bind gives the i-th parameter of m, and of what it overrides, a value: inherited
// clauses speak of their own method's parameters.
func (x *exec) bind(vals map[*types.Local]*smt.Term, m *types.Method, i int, v *smt.Term) {
	vals[m.Params[i]] = v
	for _, up := range x.overrides(m) {
		if i < len(up.Params) {
			vals[up.Params[i]] = v
		}
	}
}

// inherit adds the cases of overridden methods to a contract.
func (x *exec) inherit(c *contract, m *types.Method) {
	for _, up := range x.overrides(m) {
		ms := x.spec.Methods[up.Decl]
		if ms == nil {
			c.open = true
			continue
		}
		n := jml.Normalise(ms)
		c.declared = c.declared || n.IsPure()
		if len(ms.Cases) == 0 {
			c.open = true
			continue
		}
		if !c.own {
			c.cases, c.own = nil, true
		}
		c.cases = append(c.cases[:len(c.cases):len(c.cases)], n.Cases...)
	}
}
