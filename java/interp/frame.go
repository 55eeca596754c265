package interp

// frame is one activation: its locals in two lanes. Frames are reused by depth.
type frame struct {
	p    []int64
	r    []Ref
	m    *Machine
	prev *frame
	next *frame
	rp   int64 // result, after ctlReturn
	rr   Ref
	code *code
}

// Compiled code: expressions by lane, conditions, statements.
type (
	pfn func(*frame) int64
	rfn func(*frame) Ref
	bfn func(*frame) bool
	sfn func(*frame) ctl
)

// ctl is how a statement ended: ctlNext, ctlReturn, or a jump to the target with
// that number (two for each loop or label: odd to leave it, even to continue it).
type ctl int32

const (
	ctlNext   ctl = 0
	ctlReturn ctl = 1
	ctlFirst  ctl = 2
)

const frameSlots = 12 // of each lane, in a new frame

func (m *Machine) push() *frame {
	f := m.top.next
	if f == nil {
		f = &frame{m: m, prev: m.top, p: make([]int64, frameSlots), r: make([]Ref, frameSlots)}
		m.top.next = f
	}
	m.top = f
	return f
}

func (f *frame) grow(np, nr int) {
	if len(f.p) < np {
		f.p = append(f.p, make([]int64, np-len(f.p)+4)...)
	}
	if len(f.r) < nr {
		f.r = append(f.r, make([]Ref, nr-len(f.r)+4)...)
	}
}

// mark is what a handler restores when it catches a panic.
type mark struct {
	top   *frame
	depth int
	vals  int
	texts int
}

func (m *Machine) mark() mark { return mark{m.top, m.depth, len(m.vals), m.ntexts} }

func (m *Machine) reset(k mark) {
	m.top, m.depth = k.top, k.depth
	m.vals = m.vals[:k.vals]
	m.ntexts = k.texts
}

// args reserves n argument cells on the slab and returns their base.
func (m *Machine) args(n int) int {
	base := len(m.vals)
	if base+n <= cap(m.vals) {
		m.vals = m.vals[:base+n]
		return base
	}
	// Natives that are still running hold slices of the old slab, which stays as it is for them.
	grown := make([]Value, base+n, 2*(base+n)+64)
	copy(grown, m.vals)
	m.vals = grown
	return base
}
