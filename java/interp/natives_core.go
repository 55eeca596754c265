package interp

// coreNatives are the methods of Object that need the object model.
func coreNatives() map[string]Native {
	return map[string]Native{
		"java.lang.Object.getClass()": func(m *Machine, recv Ref, _ []Value) Value {
			return R(m.ClassObject(m.TypeOf(recv)))
		},
		"java.lang.Object.hashCode()": func(m *Machine, recv Ref, _ []Value) Value {
			return Int(m.IdentityHash(recv))
		},
		"java.lang.Object.clone()": func(m *Machine, recv Ref, _ []Value) Value {
			o, ok := recv.(*Object)
			if !ok {
				if ArrayLen(recv) >= 0 {
					return R(m.CloneArray(recv))
				}
				m.Throw("java.lang.CloneNotSupportedException", m.ClassName(recv))
			}
			if k := m.Class("java.lang.Cloneable"); k == nil || !m.InstanceOf(o, k) {
				m.Throw("java.lang.CloneNotSupportedException", o.Class.Binary)
			}
			// A copy would share the native state with the original.
			if o.Native != nil {
				m.Unsupported("clone of " + o.Class.Binary)
			}
			n := m.newObject(o.Class)
			copy(n.P, o.P)
			copy(n.R, o.R)
			return R(n)
		},
		"java.lang.Object.notify()":    func(*Machine, Ref, []Value) Value { return Value{} },
		"java.lang.Object.notifyAll()": func(*Machine, Ref, []Value) Value { return Value{} },
	}
}
