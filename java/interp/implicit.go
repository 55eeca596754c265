package interp

import (
	"ensures/java/types"
)

// implicit is the code of a method that no declaration writes.
func (c *compiler) implicit(mt *method) sfn {
	k := c.class
	switch mt.t.Implicit {
	case types.DefaultConstructor:
		var list []sfn
		if s := c.implicitSuper(); s != nil {
			list = append(list, s)
		}
		return sequence(append(list, c.instanceInit()...))
	case types.CanonicalConstructor:
		list := c.instanceInit()
		for i, f := range k.Components {
			list = append(list, c.setField(f, c.local(mt.t.Params[i])))
		}
		return sequence(list)
	case types.RecordAccessor:
		for _, f := range k.Components {
			if f.Name == mt.t.Name {
				s := k.slots[f]
				if s.ref {
					return func(f *frame) ctl { f.rr = f.r[0].(*Object).R[s.i]; return ctlReturn }
				}
				return func(f *frame) ctl { f.rp = f.r[0].(*Object).P[s.i]; return ctlReturn }
			}
		}
	case types.RecordEquals:
		return recordEquals(k)
	case types.RecordHashCode:
		return recordHashCode(k)
	case types.RecordToString:
		return recordToString(k)
	case types.EnumValues:
		e := k.Raw()
		return func(f *frame) ctl {
			consts := f.m.EnumConstants(k)
			// A new array for each call: the caller may write to it.
			a := f.m.NewArray(e, len(consts)).(*RefArray)
			copy(a.A, consts)
			f.rr = a
			return ctlReturn
		}
	case types.EnumValueOf:
		return enumValueOf(k)
	}
	panic(&stop{kind: Unsupported, construct: "implicit method " + mt.t.Name + " of " + k.Binary})
}

// recordEquals compares the components: primitives as their boxes do, so that NaN
// equals itself.
func recordEquals(k *Class) sfn {
	return func(f *frame) ctl {
		a := f.r[0].(*Object)
		b, ok := f.r[1].(*Object)
		f.rp = 0
		// Records are final, so that their objects are of one class or unequal.
		if !ok || b.Class != k {
			return ctlReturn
		}
		for _, q := range k.Components {
			s := k.slots[q]
			if s.ref {
				if !f.m.Equals(a.R[s.i], b.R[s.i]) {
					return ctlReturn
				}
				continue
			}
			x, y := Box{q.Type.Kind(), a.P[s.i]}, Box{q.Type.Kind(), b.P[s.i]}
			if x.N != y.N && !x.Equal(&y) {
				return ctlReturn
			}
		}
		f.rp = 1
		return ctlReturn
	}
}

// recordHashCode combines the components as the JVM happens to; the language leaves it open.
func recordHashCode(k *Class) sfn {
	return func(f *frame) ctl {
		o := f.r[0].(*Object)
		var h int32
		for _, q := range k.Components {
			s := k.slots[q]
			if s.ref {
				h = 31*h + f.m.HashCode(o.R[s.i])
			} else {
				b := Box{q.Type.Kind(), o.P[s.i]}
				h = 31*h + b.Hash()
			}
		}
		f.rp = int64(h)
		return ctlReturn
	}
}

func recordToString(k *Class) sfn {
	return func(f *frame) ctl {
		o := f.r[0].(*Object)
		var t Text
		t.Add(NewString(k.Name + "["))
		for i, q := range k.Components {
			if i > 0 {
				t.ASCII(", ")
			}
			t.Add(NewString(q.Name + "="))
			s := k.slots[q]
			if s.ref {
				t.Add(f.m.ToJavaString(o.R[s.i]))
			} else {
				t.Add(boxString(&Box{q.Type.Kind(), o.P[s.i]}))
			}
		}
		t.ASCII("]")
		r := t.String()
		f.m.Alloc(r.bytes())
		f.rr = r
		return ctlReturn
	}
}

func enumValueOf(k *Class) sfn {
	return func(f *frame) ctl {
		s, ok := f.r[0].(*String)
		if !ok {
			f.m.Throw("java.lang.NullPointerException", "Name is null")
		}
		name := s.GoString()
		for i, q := range k.Constants {
			if q.Name == name {
				f.rr = f.m.EnumConstants(k)[i]
				return ctlReturn
			}
		}
		f.m.Throw("java.lang.IllegalArgumentException", "No enum constant "+k.QualifiedName()+"."+name)
		return ctlReturn
	}
}

// EnumConstants are the constants of an enum in order, which initialises it.
func (m *Machine) EnumConstants(k *Class) []Ref {
	s := m.static(k)
	out := make([]Ref, len(k.Constants))
	for i, f := range k.Constants {
		out[i] = s.r[k.shared[f].i]
	}
	return out
}
