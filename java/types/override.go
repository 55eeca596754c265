package types

import "ensures/java"

// checkOverride reports a method that overrides another in a way the language
// forbids.
func (c *checker) checkOverride(m *Method) {
	if m.Decl == nil || m.IsConstructor() || m.Flags.Has(java.Private) {
		return
	}

	// Upwards through all supertypes, since one that has no such method may inherit it. One
	// report is enough.
	owner := m.Owner.Type()
	seen := map[*Class]bool{m.Owner: true}
	var visit func(t *ClassType) bool
	visit = func(t *ClassType) bool {
		for _, s := range Supertypes(t) {
			if seen[s.Class] {
				continue
			}
			seen[s.Class] = true
			s.Class.ensure(complete)
			for _, o := range s.Class.methods[m.Name] {
				if !c.fitsOverride(m, owner, o, s) {
					return false
				}
			}
			if !visit(s) {
				return false
			}
		}
		return true
	}
	visit(owner)
}

func (c *checker) fitsOverride(m *Method, owner *ClassType, o *Method, site *ClassType) bool {
	if o.Flags.Has(java.Private) || len(o.Params) != len(m.Params) || !sameSignature(member{m, owner}, member{o, site}) {
		return true
	}
	if !o.Flags.Has(java.Public) && !o.Flags.Has(java.Protected) && o.Owner.Package != m.Owner.Package {
		return true // not inherited
	}

	static := m.Flags.Has(java.Static)
	// Static methods of interfaces are not inherited (JLS 8.4.8).
	if isInterface(o.Owner) && o.Flags.Has(java.Static) {
		return true
	}

	verb := "override"
	if isInterface(o.Owner) && !isInterface(m.Owner) {
		verb = "implement"
	}
	what := m.Signature() + " in " + m.Owner.displayName() + " cannot " + verb + " " + o.Signature() + " in " + o.Owner.displayName()
	at := &m.Decl.Name

	switch {
	case static != o.Flags.Has(java.Static):
		word := "overriding method is static"
		if !static {
			word = "overridden method is static"
		}
		c.errorf(at, "", "%s: %s", what, word)
		return false
	case o.Flags.Has(java.Final):
		c.errorf(at, "", "%s: overridden method is final", what)
		return false
	case m.Flags.Access() < o.Flags.Access():
		c.errorf(at, "declare it "+accessWord(o.Flags), "%s: attempting to assign weaker access privileges; was %s", what, accessWord(o.Flags))
		return false
	}

	// The return types are compared with the type parameters of one in place of the
	// other's.
	want := member{o, site}.typ(o.Return)
	if len(o.TypeParams) > 0 && len(o.TypeParams) == len(m.TypeParams) {
		to := make([]Type, len(m.TypeParams))
		for i, v := range m.TypeParams {
			to[i] = v
		}
		want = Subst(want, o.TypeParams, to)
	}

	got := m.Return
	if unsure(got) || unsure(want) {
		return true
	}

	// Results may be narrower, or become so by erasure (JLS 8.4.5); primitive ones are the
	// same.
	ok := Identical(got, want)
	if !ok && IsReference(got) && IsReference(want) {
		ok = relation{scope: m.BodyScope()}.sub(got, want) || IsSubtype(Erasure(got), Erasure(want))
	}
	if !ok {
		c.errorf(at, "", "%s: return type %s is not compatible with %s", what, ShortString(got), ShortString(want))
	}
	return ok
}
