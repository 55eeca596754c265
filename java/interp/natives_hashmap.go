package interp

// hashMapNatives are the steps of java.util.HashMap that every operation takes.
func hashMapNatives() map[string]Native {
	return of("java.util.HashMap", map[string]Native{
		"hash(java.lang.Object)": func(m *Machine, _ Ref, a []Value) Value {
			h := uint32(m.HashCode(a[0].R))
			// The spreading of the original, on which the order of iteration depends.
			return Int(int32(h ^ h>>16))
		},
		"find(java.util.HashMap.Node[],int,java.lang.Object)": func(m *Machine, _ Ref, a []Value) Value {
			tab := a[0].R.(*RefArray).A
			hash, key := a[1].N, a[2].R
			next := tab[int(hash)&(len(tab)-1)]
			for next != nil {
				node := next.(*Object)
				if node.P[nodeHash] == hash && m.Equals(key, node.R[nodeKey]) {
					return R(node)
				}
				// Only further nodes: a bin that many keys share takes the time that walking it
				// takes.
				m.Step(1)
				next = node.R[nodeNext]
			}
			return Value{}
		},
	})
}

// The fields of HashMap.Node in the order of their declaration: an int, then the
// references.
const (
	nodeHash = 0
	nodeKey  = 0
	nodeNext = 2
)
