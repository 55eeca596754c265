package interp

import (
	"ensures/java"
	"ensures/java/types"
)

// An object of a class that is known by what it declares is one of which nothing can be
// asked:
//
//	C compiled ⊢ new C(e…), super(e…) of C end normally and change nothing
//	C compiled ⊢ a call of a method that C declares is not supported
//
// Side conditions, of C and what it extends:
//   - each is compiled or is Object: a class whose code is here would find its own fields
//     as they are before its constructor runs;
//   - none has an instance field that code outside of its package can read.
//
// That the constructor may throw, or call what an heir overrides, is not seen: such an
// object is for pairs and witnesses, and no run of a machine that made one refutes
// anything (see [Machine.Opaque]).

// opaque reports whether objects of a class can be made in that way.
func opaque(c *types.Class) bool {
	if !c.Compiled() { // Object, where the loop ends, has its code
		return false
	}
	for ; c.Binary != "java.lang.Object"; c = c.Super.Class {
		if !c.Compiled() || c.Kind != java.ClassClass || c.Super == nil {
			return false
		}
		for _, f := range c.Fields {
			if !f.Flags.Has(java.Static) && (f.Flags.Has(java.Public) || f.Flags.Has(java.Protected)) {
				return false
			}
		}
		c.Super.Class.Load()
	}
	return true
}

// opaqueCode is a constructor of such a class.
func opaqueCode(mt *method) *code {
	body := func(f *frame) ctl {
		f.m.opaque = true
		return ctlReturn
	}
	return &code{np: mt.np, nr: mt.nr, body: body, weight: 1, mt: mt}
}

// NewOpaque makes an object of which nothing can be asked, in whatever way its class makes them;
// nil where code may ask something of it.
func (m *Machine) NewOpaque(c *Class) *Object {
	if !opaque(c.Class) {
		return nil
	}
	m.opaque = true
	return m.newObject(c)
}

// Opaque reports whether an object was made on m of a class of which only the
// declarations are known: what its constructor would have done is not.
func (m *Machine) Opaque() bool { return m.opaque }
