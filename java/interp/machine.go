package interp

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
	"time"

	"ensures/java/types"
)

// Limits bound one run; a zero field means its default.
type Limits struct {
	Steps       int64 // loop iterations, calls and units of native work; default 200 million
	HeapBytes   int64 // bytes allocated in total, garbage included; default 1 GiB
	OutputBytes int64 // bytes written to Stdout and Stderr together; default 64 MiB
	Depth       int   // nested calls before a StackOverflowError; default 9000
}

// The defaults of Limits.
const (
	DefaultSteps       = 200_000_000
	DefaultHeapBytes   = 1 << 30
	DefaultOutputBytes = 64 << 20
	DefaultDepth       = 9000
)

// Options are the surroundings of one run.
type Options struct {
	Stdin  io.Reader // nil is empty
	Stdout io.Writer // nil discards
	Stderr io.Writer // nil discards
	Limits Limits
	Seed   int64            // of java.util.Random() and Math.random()
	Now    func() time.Time // nil is a clock that starts at the epoch and advances a millisecond a reading
	Hooks  *Hooks           // nil for none
}

// Machine is one run of a Program: its statics, streams and what is left of its
// limits. It must not be used by two goroutines at a time.
type Machine struct {
	prog    *Program
	opts    Options
	steps   int64
	copied  int64 // by snapshots
	heap    int64
	out     int64
	depth   int
	max     int // of depth
	top     *frame
	vals    []Value // argument slab of native calls
	statics [2][]*statics
	stdin   *bufio.Reader
	stdout  io.Writer
	stderr  io.Writer
	ids     int32
	ticks   int64
	interns map[string]*String
	classes map[string]*ClassObject
	state   map[any]any
	texts   []*Text // for concatenations in progress
	ntexts  int
	opaque  bool // an object was made whose constructor nobody knows: see [Machine.Opaque]
}

// NewMachine prepares a run of p; nothing is executed yet.
func (p *Program) NewMachine(o Options) *Machine {
	l := &o.Limits
	l.Steps = cmp.Or(l.Steps, DefaultSteps)
	l.HeapBytes = cmp.Or(l.HeapBytes, DefaultHeapBytes)
	l.OutputBytes = cmp.Or(l.OutputBytes, DefaultOutputBytes)
	l.Depth = cmp.Or(l.Depth, DefaultDepth)
	m := &Machine{prog: p, opts: o, steps: l.Steps, heap: l.HeapBytes, out: l.OutputBytes, max: l.Depth}
	m.stdout = limited{m, o.Stdout}
	m.stderr = limited{m, o.Stderr}
	// The bottom of the chain of frames: nothing runs in it, but every push has a frame to come
	// after.
	m.top = &frame{m: m}
	return m
}

// Program is the program m runs.
func (m *Machine) Program() *Program { return m.prog }

// StepsUsed is the number of steps taken so far.
func (m *Machine) StepsUsed() int64 { return m.opts.Limits.Steps - m.steps }

// HeapUsed is the number of bytes allocated so far.
func (m *Machine) HeapUsed() int64 { return m.opts.Limits.HeapBytes - m.heap }

// Stdin is the standard input; all readers of a run share its buffer.
func (m *Machine) Stdin() *bufio.Reader {
	if m.stdin == nil {
		in := m.opts.Stdin
		if in == nil {
			in = bytes.NewReader(nil)
		}
		m.stdin = bufio.NewReader(in)
	}
	return m.stdin
}

// Stdout is System.out's sink; writing past the output limit ends the run.
func (m *Machine) Stdout() io.Writer { return m.stdout }

// Stderr is System.err's sink, under the same limit.
func (m *Machine) Stderr() io.Writer { return m.stderr }

// Seed is the injected seed of generators that Java seeds by the clock.
func (m *Machine) Seed() int64 { return m.opts.Seed }

// Now is the injected clock.
func (m *Machine) Now() time.Time {
	if m.opts.Now != nil {
		return m.opts.Now()
	}
	m.ticks++
	return time.UnixMilli(m.ticks).UTC()
}

// State is a place for per-run state of natives, by key; make is called on first use.
func (m *Machine) State(key any, make func() any) any {
	if m.state == nil {
		m.state = map[any]any{}
	}
	v, ok := m.state[key]
	if !ok {
		v = make()
		m.state[key] = v
	}
	return v
}

type limited struct {
	m *Machine
	w io.Writer
}

func (l limited) Write(b []byte) (int, error) {
	if int64(len(b)) > l.m.out {
		// What still fits is written, so that a cut output is the same for every size of writes.
		b = b[:l.m.out]
		if l.w != nil {
			l.w.Write(b)
		}
		l.m.out = 0
		panic(&stop{kind: OutputLimit})
	}
	l.m.out -= int64(len(b))
	if l.w == nil {
		return len(b), nil
	}
	return l.w.Write(b)
}

// Step charges n steps; past the limit it ends the run.
func (m *Machine) Step(n int) {
	m.steps -= int64(n)
	if m.steps < 0 {
		panic(stopSteps)
	}
}

// Exhaust ends the run as the limit of steps does.
func (m *Machine) Exhaust() { panic(stopSteps) }

// Alloc charges n bytes; past the limit it ends the run. The charge is never
// given back: the limit is on what a run allocates in total, so that it does not
// depend on Go's collector. What is large is also filled or copied, which takes the time
// of steps.
func (m *Machine) Alloc(n int64) {
	m.heap -= n
	// A negative size is a length that overflowed on the way here; taken as it is, it would give
	// heap back.
	if m.heap < 0 || n < 0 {
		// HeapUsed says the limit then, not what a single huge request would have made of it.
		m.heap = 0
		panic(stopHeap)
	}
	if n >= bytesPerStep {
		m.Step(int(n / bytesPerStep))
	}
}

// read charges for n units or elements that are compared or searched one by one.
func (m *Machine) read(n int) { m.Step(n / unitsPerStep) }

// unitsPerStep is how many units of a string are read in the time of a step.
const unitsPerStep = 16

// bytesPerStep is how many bytes are allocated in the time of a step.
const bytesPerStep = 128

// Intern is s.intern().
func (m *Machine) Intern(s *String) *String {
	m.read(2 * s.Len())
	key := s.GoString()
	// A literal is interned as it is (JLS 3.10.5), so a computed text of
	// the same units has to give way to it.
	if t := m.prog.literal(key, false); t != nil {
		return t
	}
	if t := m.interns[key]; t != nil {
		return t
	}
	if m.interns == nil {
		m.interns = map[string]*String{}
	}
	m.interns[key] = s
	return s
}

// IdentityHash is System.identityHashCode(r): numbered by first use in the run,
// spread like a hash.
func (m *Machine) IdentityHash(r Ref) int32 {
	switch r := r.(type) {
	case nil:
		return 0
	case *Object:
		if r.id == 0 {
			m.ids++
			r.id = spread(m.ids)
		}
		return r.id
	}
	// Strings, boxes, arrays and functions have no room for a number: theirs are in a table of the
	// run.
	ids := m.State(identityKey{}, func() any { return map[Ref]int32{} }).(map[Ref]int32)
	if ids[r] == 0 {
		m.ids++
		ids[r] = spread(m.ids)
	}
	return ids[r]
}

type identityKey struct{}

func spread(i int32) int32 {
	// 31 bits, as in HotSpot, whose identity hashes are never negative; odd, since zero means that
	// an object has none yet.
	h := uint32(i) * 0x9e3779b1 >> 1
	return int32(h | 1)
}

// Box is the boxed value of a primitive of kind k, from the cache for those that
// Java caches.
func (m *Machine) Box(k types.Kind, n int64) Ref {
	// The ranges are those whose boxes are identical by JLS 5.1.7; a program can tell by ==.
	switch k {
	case types.Boolean:
		return &boxCache.booleans[n&1]
	case types.Byte:
		return &boxCache.bytes[n+128]
	case types.Char:
		if n < 128 {
			return &boxCache.chars[n]
		}
	case types.Short:
		if -128 <= n && n < 128 {
			return &boxCache.shorts[n+128]
		}
	case types.Int:
		if -128 <= n && n < 128 {
			return &boxCache.ints[n+128]
		}
	case types.Long:
		if -128 <= n && n < 128 {
			return &boxCache.longs[n+128]
		}
	}
	m.Alloc(16)
	return &Box{Kind: k, N: n}
}

// boxCache is constant: the boxes whose identity Java guarantees.
var boxCache = newBoxCache()

type boxes struct {
	booleans                   [2]Box
	chars                      [128]Box
	bytes, shorts, ints, longs [256]Box
}

func newBoxCache() *boxes {
	c := new(boxes)
	for i := range c.booleans {
		c.booleans[i] = Box{types.Boolean, int64(i)}
	}
	for i := range c.chars {
		c.chars[i] = Box{types.Char, int64(i)}
	}
	for i := range c.ints {
		n := int64(i) - 128
		c.bytes[i], c.shorts[i] = Box{types.Byte, n}, Box{types.Short, n}
		c.ints[i], c.longs[i] = Box{types.Int, n}, Box{types.Long, n}
	}
	return c
}

// Unbox is the primitive in r; null throws a NullPointerException.
func (m *Machine) Unbox(r Ref) int64 {
	if b, ok := r.(*Box); ok {
		return b.N
	}
	if r == nil {
		m.Throw("java.lang.NullPointerException", "")
	}
	m.Throw("java.lang.ClassCastException", "class "+m.ClassName(r)+" is not a boxed primitive")
	return 0
}

// Int, Long and Bool make Values of primitives; Double and Float of floating-point ones.
func Int(n int32) Value { return Value{N: int64(n)} }

// Long is a long Value.
func Long(n int64) Value { return Value{N: n} }

// Bool is a boolean Value.
func Bool(b bool) Value {
	if b {
		return Value{N: 1}
	}
	return Value{}
}

// Double is a double Value.
func Double(d float64) Value { return Value{N: bits64(d)} }

// Float is a float Value.
func Float(d float32) Value { return Value{N: bits32(d)} }

// R is a reference Value.
func R(r Ref) Value { return Value{R: r} }

// Int32, Float64, Float32 and IsTrue read the primitive lane.
func (v Value) Int32() int32 { return int32(v.N) }

// Float64 reads a double.
func (v Value) Float64() float64 { return f64(v.N) }

// Float32 reads a float.
func (v Value) Float32() float32 { return f32(v.N) }

// IsTrue reads a boolean.
func (v Value) IsTrue() bool { return v.N != 0 }

// Shared reports whether r is there for all code without being reached from anywhere: a
// literal or interned string, a box of the cache, a class object.
func (m *Machine) Shared(r Ref) bool {
	switch r := r.(type) {
	case *String:
		return m.prog.literal(r.GoString(), false) == r
	case *Box:
		// Outside of the cache Box would make a new box, and charge the run for it.
		if r.Kind == types.Float || r.Kind == types.Double || r.Kind != types.Boolean && (r.N < -128 || r.N > 127) {
			return false
		}
		return m.Box(r.Kind, r.N) == Ref(r)
	case *ClassObject:
		return true
	}
	return false
}
