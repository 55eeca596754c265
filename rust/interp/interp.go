package interp

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
	"ensures/rust/values"
)

// Unsupported says what a run met that has no meaning here.
type Unsupported struct{ What string }

func (e *Unsupported) Error() string { return "not supported: " + e.What }

// End is how a run ended.
type End uint8

// The ends.
const (
	InvalidEnd End = iota
	Returned
	Panicked
	Endless // its steps were used up
)

// Result is what came of a run.
type Result struct {
	End    End
	Value  *values.Value   // of Returned
	After  []*values.Value // of Returned: what the arguments are then
	Panic  string          // of Panicked: where it comes from
	Bodies []string        // that were entered
}

// Machine runs the bodies of a file.
type Machine struct {
	file   *mir.File
	items  map[string]*spec.Item
	bodies map[string]*mir.Func // by the names that calls have for them
	// closures are the bodies of closures by where they stand.
	closures map[string]*mir.Func
	steps    int
	depth    int
	seen     map[string]bool
}

// New returns a machine for a file and what the compiler printed of it.
func New(file *spec.File, bodies *mir.File) *Machine {
	m := &Machine{file: bodies, items: map[string]*spec.Item{}, bodies: map[string]*mir.Func{}, closures: map[string]*mir.Func{}}
	for _, it := range file.Items {
		m.items[it.Name] = it
	}
	for _, f := range bodies.Funcs {
		name := bare(f.Name)
		if len(f.Params) > 0 && strings.Contains(name, "{closure") {
			// By the type of the closure itself, as a closure's value names its body.
			t := f.Locals[f.Params[0]].Type
			for t.Kind == mir.RefType {
				t = t.Elem
			}
			m.closures[t.Name] = f
			continue
		}

		if _, rest, ok := strings.Cut(name, "<impl at "); ok {
			_, method, _ := strings.Cut(rest, ">::")
			name = method
			if fn := around(file, f); fn != nil {
				name = fn.Name
			} else if len(f.Params) > 0 {
				name = "derived " + f.Locals[f.Params[0]].Type.String() + " " + method
			}
		}

		m.bodies[name] = f
	}
	return m
}

// bare is a name without generic arguments.
func bare(name string) string {
	if !strings.Contains(name, "::<") {
		return name
	}
	var b strings.Builder
	depth := 0
	for i := 0; i < len(name); i++ {
		switch {
		case strings.HasPrefix(name[i:], "::<") && !strings.HasPrefix(name[i:], "::<impl at"):
			depth++
			i += 2
		case depth > 0 && name[i] == '<':
			depth++
		case depth > 0 && name[i] == '>':
			depth--
		case depth == 0:
			b.WriteByte(name[i])
		}
	}
	return b.String()
}

// around is the function of the source that a body of an impl comes from.
func around(file *spec.File, f *mir.Func) *spec.Func {
	if len(f.Blocks) == 0 {
		return nil
	}
	at := f.Blocks[0].Term.Span
	if len(f.Blocks[0].Stmts) > 0 {
		at = f.Blocks[0].Stmts[0].Span
	}
	off := 0
	for range at.Line - 1 {
		off += strings.IndexByte(file.Src[off:], '\n') + 1
	}
	off += at.Column - 1 // of the programs that are run, which are plain ASCII
	last := f.Name[strings.LastIndex(f.Name, ":")+1:]
	for _, fn := range file.Funcs {
		if fn.Mode == spec.Exec && fn.From <= off && off < fn.To && fn.Name[strings.LastIndex(fn.Name, ":")+1:] == last {
			return fn
		}
	}
	return nil
}

// panicked unwinds a run.
type panicked struct{ message string }

// endless unwinds a run whose steps are used up.
type endless struct{}

func unsupported(format string, args ...any) { panic(&Unsupported{fmt.Sprintf(format, args...)}) }

// Bounds on a run.
const (
	maxSteps = 200_000
	maxDepth = 200
)

// Run runs the function of a name on arguments. mutable says which are handed over by
// mutable reference, which by reference; result is the type of what it returns.
func (m *Machine) Run(name string, args []*values.Value, types []*mir.Type, result *values.Type) (r Result, err error) {
	f := m.bodies[name]
	if f == nil {
		return r, &Unsupported{"function " + name + ", which has no body"}
	}
	m.steps, m.depth, m.seen = 0, 0, map[string]bool{}

	// The bodies are told whatever the end is: those entered before a panic were entered.
	defer func() {
		for b := range m.seen {
			r.Bodies = append(r.Bodies, b)
		}
		switch p := recover().(type) {
		case nil:
		case *Unsupported:
			err = p
		case panicked:
			r.End, r.Panic = Panicked, p.message
		case endless:
			r.End = Endless
		default:
			panic(p)
		}
	}()

	var cells, given []*cell
	for i, v := range args {
		c := enter(v)
		if c == nil {
			unsupported("value %v", v)
		}
		given = append(given, c)
		// The values that are read back afterwards are the inner ones: references lead to them.
		cells = append(cells, shaped(c, types[i]))
	}

	out := m.body(f, cells)
	r.End = Returned
	if r.Value = leave(out, result); r.Value == nil {
		unsupported("result of %s", name)
	}
	for i, c := range given {
		r.After = append(r.After, leave(c, args[i].Type))
		if r.After[i] == nil {
			unsupported("argument of %s", name)
		}
	}
	return r, nil
}

// shaped is a value with the references and boxes of its type around it.
func shaped(c *cell, t *mir.Type) *cell {
	switch {
	case t == nil:
	case t.Kind == mir.RefType:
		return refer(shaped(c, t.Elem))
	case t.Kind == mir.PathType && t.Path.Last() == "Box":
		return boxed(shaped(c, t.Path.Segs[len(t.Path.Segs)-1].Args[0]))
	case t.Kind == mir.PathType && len(t.Path.Segs[len(t.Path.Segs)-1].Args) == 1 && c.kind == list, t.Kind == mir.SliceType, t.Kind == mir.ArrayType:
		e := t.Elem
		if e == nil {
			e = t.Path.Segs[len(t.Path.Segs)-1].Args[0]
		}
		// Of other elements the cells stay the same ones, so that what is written is seen afterwards.
		if e.Kind == mir.RefType {
			parts := make([]*cell, len(c.parts))
			for i, p := range c.parts {
				parts[i] = shaped(p, e)
			}
			return seq(parts)
		}
	case t.Kind == mir.TupleType:
		for i, p := range c.parts {
			if i < len(t.Args) && t.Args[i].Kind == mir.RefType {
				c.parts[i] = shaped(p, t.Args[i])
			}
		}
	}
	return c
}

// frame is a call of a body.
type frame struct {
	*Machine
	f      *mir.Func
	locals []*cell
}

// body runs a body and returns what it returns.
func (m *Machine) body(f *mir.Func, args []*cell) *cell {
	if f.Refused != nil {
		unsupported("%s: %v", f.Name, f.Refused)
	}
	if m.depth++; m.depth > maxDepth {
		unsupported("recursion of this depth")
	}
	// Deferred, since a panic of the run unwinds through here.
	defer func() { m.depth-- }()
	m.seen[f.Name] = true

	x := &frame{m, f, make([]*cell, len(f.Locals))}
	for i := range x.locals {
		x.locals[i] = &cell{}
		// The parts of a tuple may be assigned one by one before it is whole.
		if t := f.Locals[i].Type; t.Kind == mir.TupleType {
			x.locals[i] = tuple(make([]*cell, len(t.Args))...)
			for k := range t.Args {
				x.locals[i].parts[k] = &cell{}
			}
		}
	}
	for i, l := range f.Params {
		x.locals[l] = args[i]
	}

	for at := mir.Block(0); ; {
		b := f.Blocks[slices.IndexFunc(f.Blocks, func(b *mir.BasicBlock) bool { return b.ID == at })]
		for _, s := range b.Stmts {
			x.stmt(s)
		}
		// One more than its statements, so that a loop of empty blocks ends too.
		if x.steps += len(b.Stmts) + 1; x.steps > maxSteps {
			panic(endless{})
		}
		if b.Term.Kind == mir.Return {
			return x.locals[0]
		}
		at = x.term(b.Term)
	}
}

func (x *frame) stmt(s *mir.Stmt) {
	switch s.Kind {
	case mir.Assign:
		// The value first: it may read the place that it goes to.
		v := x.rvalue(s.Value, x.typeOf(s.Place))
		x.place(s.Place).put(v)
	case mir.StorageLive, mir.StorageDead, mir.Nop, mir.Assume:
	default:
		unsupported("statement %d", s.Kind)
	}
}

// term runs a terminator and returns the block where it goes on.
func (x *frame) term(t *mir.Term) mir.Block {
	switch t.Kind {
	case mir.Goto, mir.Drop:
		if t.Kind == mir.Drop && x.drops() {
			unsupported("drop of a type with code for it")
		}
		return t.Target
	case mir.SwitchInt:
		n := x.operand(t.Operand).n
		for _, c := range t.Values {
			if c.Value == n.String() {
				return c.Target
			}
		}
		return t.Otherwise
	case mir.Assert:
		if x.operand(t.Operand).n.Sign() != 0 != t.Expected {
			panic(panicked{t.Message})
		}
		return t.Target
	case mir.Call:
		v := x.call(t)
		x.place(t.Place).put(v)
		return t.Target
	}
	unsupported("terminator %d", t.Kind)
	return 0
}

// drops reports whether some type of the file has code that runs when its values end.
func (m *Machine) drops() bool {
	return slices.ContainsFunc(m.file.Funcs, func(f *mir.Func) bool {
		return strings.HasSuffix(f.Name, ">::drop") && strings.Contains(f.Name, "<impl at")
	})
}

// place is the cell that a place names.
func (x *frame) place(p mir.Place) *cell {
	c := x.locals[p.Local]
	for _, j := range p.Proj {
		switch j.Kind {
		case mir.Deref:
			if c.kind != ref {
				if c = c.unboxed(); c == nil {
					unsupported("dereference")
				}
				continue
			}
			c = c.to
		case mir.Field:
			// Fields of a struct that is not there yet are assigned one by one.
			for len(c.parts) <= j.Field && c.kind != list {
				c.kind = group
				c.parts = append(c.parts, &cell{})
			}
			if c.kind != group && c.kind != iter {
				unsupported("field of what has none")
			}
			c = c.parts[j.Field]
		// The cell is of its variant already.
		case mir.Downcast:
		case mir.Index:
			c = c.parts[x.locals[j.Local].n.Int64()]
		case mir.ConstantIndex:
			at := j.From
			if j.FromEnd {
				at = len(c.parts) - j.From
			}
			c = c.parts[at]
		case mir.Subslice:
			to := j.To
			if j.FromEnd {
				to = len(c.parts) - j.To
			}
			// A slice of the same cells: a write through it is one to the whole.
			c = seq(c.parts[j.From:to])
		}
	}
	return c
}

// typeOf is the type of a place; nil where it is not known.
func (x *frame) typeOf(p mir.Place) *mir.Type {
	t := x.f.Locals[p.Local].Type
	for _, j := range p.Proj {
		switch {
		case t == nil:
			return nil
		case j.Kind == mir.Deref && t.Kind == mir.PathType && t.Path.Last() == "Box":
			t = t.Path.Segs[len(t.Path.Segs)-1].Args[0]
		case j.Kind == mir.Deref, j.Kind == mir.Index, j.Kind == mir.ConstantIndex:
			t = t.Elem
		case j.Kind == mir.Field:
			t = j.Type
		}
	}
	return t
}

func (x *frame) operandType(o *mir.Operand) *mir.Type {
	if o.Kind == mir.Constant_ {
		if o.Const.Kind == mir.PathConst {
			if f := x.constant(o.Const.Path); f != nil {
				return f.Return()
			}
			if _, t := bound(o.Const.Path); t != nil {
				return t
			}
		}
		return o.Const.Type
	}
	return x.typeOf(o.Place)
}

func (x *frame) operand(o *mir.Operand) *cell {
	switch o.Kind {
	case mir.Copy:
		return x.place(o.Place).copied()
	case mir.Move:
		return x.place(o.Place).taken()
	}
	return x.value(o.Const)
}

// value is a constant.
func (x *frame) value(c *mir.Const) *cell {
	switch c.Kind {
	case mir.IntConst:
		n, ok := new(big.Int).SetString(c.Text, 10)
		if !ok {
			unsupported("constant %s", c.Text)
		}
		return num(n)
	case mir.BoolConst:
		return truth(c.Text == "true")
	case mir.CharConst:
		return small(int([]rune(c.Text)[0]))
	// A string is its characters; what it is in bytes, bytesOf counts.
	case mir.StrConst:
		var parts []*cell
		for _, r := range c.Text {
			parts = append(parts, small(int(r)))
		}
		return refer(seq(parts))
	case mir.ByteStrConst:
		var parts []*cell
		for _, b := range []byte(c.Text) {
			parts = append(parts, small(int(b)))
		}
		return refer(seq(parts))
	case mir.UnitConst:
		return tuple()
	case mir.ZSTConst:
		if c.Type != nil && c.Type.Kind == mir.ClosureType {
			return &cell{kind: group, name: "{closure" + c.Type.Name}
		}
	case mir.PathConst:
		if f := x.constant(c.Path); f != nil {
			return x.body(f, nil)
		}
		if v := x.variant(c.Path); v != nil {
			return v
		}
		if n, _ := bound(c.Path); n != nil {
			return num(n)
		}
		unsupported("constant %s", c.Path)
	}
	unsupported("constant %s of kind %d", c.Text, c.Kind)
	return nil
}

// bound is MIN, MAX or BITS of an integer type, and the type that it has.
func bound(p *mir.Path) (*big.Int, *mir.Type) {
	name := p.String()
	for _, t := range []string{"i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"} {
		typ := &values.Type{Kind: values.Int, Name: t}
		least, most := typ.Range()
		switch {
		case !strings.Contains(name, "<impl "+t+">") && !strings.HasPrefix(name, t+"::"):
		case p.Last() == "MAX":
			return most, &mir.Type{Kind: mir.Prim, Name: t}
		case p.Last() == "MIN":
			return least, &mir.Type{Kind: mir.Prim, Name: t}
		case p.Last() == "BITS":
			return big.NewInt(int64(typ.Bits())), &mir.Type{Kind: mir.Prim, Name: "u32"}
		}
	}
	return nil, nil
}

// constant is the body of a constant of the file.
func (x *frame) constant(p *mir.Path) *mir.Func {
	name := bare(p.String())
	for _, f := range x.file.Funcs {
		if f.Kind != mir.Function && (bare(f.Name) == name || strings.HasSuffix(bare(f.Name), "::"+name)) {
			return f
		}
	}
	return nil
}

// variant is a variant without fields; nil where a path names none.
func (x *frame) variant(p *mir.Path) *cell {
	at, name := x.discriminantOf(p)
	if at < 0 {
		return nil
	}
	return &cell{kind: group, variant: at, name: name}
}

// discriminantOf is the number of the variant that a path names, and its name; −1 where
// it names none.
func (x *frame) discriminantOf(p *mir.Path) (int, string) {
	last := p.Last()
	owner := ""
	if len(p.Segs) > 1 {
		owner = p.Segs[len(p.Segs)-2].Name
	}
	if it := x.items[owner]; it != nil && it.Enum {
		if it.Numbered {
			unsupported("enum %s with numbers of its own", owner)
		}
		return slices.IndexFunc(it.Variants, func(v spec.Variant) bool { return v.Name == last }), last
	}

	switch owner + "::" + last {
	case "Option::None", "Result::Ok", "::None", "::Ok", "ControlFlow::Continue":
		return 0, last
	case "Option::Some", "Result::Err", "::Some", "::Err", "ControlFlow::Break":
		return 1, last
	case "Ordering::Less":
		return -1 + 3, last // see discriminant
	case "Ordering::Equal":
		return 3, last
	case "Ordering::Greater":
		return 4, last
	}
	return -1, ""
}

// ordering is a value of cmp::Ordering, whose variants count from −1.
func ordering(n int) *cell {
	names := []string{"Less", "Equal", "Greater"}
	return &cell{kind: group, variant: n + 3, name: names[n+1]}
}

// discriminant is the number of a group's variant.
func discriminant(c *cell) int {
	switch c.name {
	case "Less", "Equal", "Greater":
		if c.variant >= 2 && len(c.parts) == 0 {
			return c.variant - 3
		}
	}
	return c.variant
}

func (x *frame) rvalue(v *mir.Rvalue, t *mir.Type) *cell {
	args := func() (out []*cell) {
		for _, a := range v.Args {
			out = append(out, x.operand(a))
		}
		return out
	}

	switch v.Kind {
	case mir.Use:
		return x.operand(v.Args[0])
	case mir.Ref, mir.RefMut, mir.RawPtr, mir.RawMut:
		return refer(x.place(v.Place))
	case mir.Len:
		return small(len(x.place(v.Place).parts))
	case mir.PtrMeta:
		return small(len(x.operand(v.Args[0]).behind().parts))
	case mir.Discriminant:
		return small(discriminant(x.place(v.Place)))
	case mir.Tuple:
		return tuple(args()...)
	case mir.Array:
		return seq(args())
	case mir.Repeat:
		n, err := strconv.Atoi(strings.TrimSuffix(v.Count, "_usize"))
		if err != nil || n > maxSteps {
			unsupported("array of length %s", v.Count)
		}
		parts := make([]*cell, n)
		for i := range parts {
			// Each a copy of its own.
			parts[i] = x.operand(v.Args[0])
		}
		return seq(parts)
	case mir.Struct:
		return x.made(v, args())
	case mir.Cast:
		return x.cast(v, x.operand(v.Args[0]))
	case mir.Unary:
		return x.unary(v.Op, x.operand(v.Args[0]), x.operandType(v.Args[0]))
	case mir.Binary:
		return x.binary(v.Op, x.operand(v.Args[0]), x.operand(v.Args[1]), x.operandType(v.Args[0]))
	}
	unsupported("value %d %s", v.Kind, v.Op)
	return nil
}

// made is a struct or a variant of its parts.
func (x *frame) made(v *mir.Rvalue, parts []*cell) *cell {
	if v.Path == nil {
		if v.Type == nil || v.Type.Kind != mir.ClosureType {
			unsupported("value of parts")
		}
		return &cell{kind: group, name: "{closure" + v.Type.Name, parts: parts}
	}
	if at, name := x.discriminantOf(v.Path); at >= 0 {
		return &cell{kind: group, variant: at, name: name, parts: parts}
	}

	// Fields may be given in any order; cells have them in the declaration's.
	if it := x.items[v.Path.Last()]; it != nil && v.Names != nil && !it.Enum {
		in := make([]*cell, len(it.Variants[0].Fields))
		for i, name := range v.Names {
			at := slices.IndexFunc(it.Variants[0].Fields, func(p spec.Param) bool { return p.Name == name })
			if at < 0 || len(in) != len(parts) {
				unsupported("struct %s", v.Path)
			}
			in[at] = parts[i]
		}
		parts = in
	}
	return &cell{kind: group, name: v.Path.Last(), parts: parts}
}

func (x *frame) cast(v *mir.Rvalue, c *cell) *cell {
	switch {
	case v.Op == "IntToInt":
		if !v.Type.IsInt() && v.Type.Name != "char" {
			unsupported("cast to %s", v.Type)
		}
		if v.Type.Name == "char" {
			return c
		}
		return num(wrap(c.n, v.Type))
	case strings.HasPrefix(v.Op, "PointerCoercion(Unsize"), v.Op == "Transmute", v.Op == "PtrToPtr", strings.HasPrefix(v.Op, "PointerCoercion(MutToConst"):
		// What references to trait objects mean, the type of the value would have to say.
		if v.Type.Kind != mir.RefType && v.Type.Kind != mir.PtrType || v.Type.Elem != nil && v.Type.Elem.Kind == mir.DynType {
			unsupported("cast to %s", v.Type)
		}
		if c.kind == group && len(c.parts) == 1 && c.parts[0].kind == ref {
			return c.parts[0] // of a NonNull
		}
		return c
	}
	unsupported("cast %s", v.Op)
	return nil
}

// wrap is a number cut to the bits of a type.
func wrap(n *big.Int, t *mir.Type) *big.Int {
	bits := uint(t.Bits())
	if bits == 0 {
		unsupported("arithmetic of %s", t)
	}
	mod := new(big.Int).Lsh(big.NewInt(1), bits)
	out := new(big.Int).Mod(n, mod)
	if t.Signed() && out.Bit(int(bits)-1) == 1 {
		out.Sub(out, mod)
	}
	return out
}

func (x *frame) unary(op string, c *cell, t *mir.Type) *cell {
	if t == nil || c.kind != number {
		unsupported("%s", op)
	}
	switch {
	case op == "Not" && t.Name == "bool":
		return truth(c.n.Sign() == 0)
	case op == "Not":
		return num(wrap(new(big.Int).Not(c.n), t))
	case op == "Neg" && t.IsInt():
		return num(wrap(new(big.Int).Neg(c.n), t))
	}
	unsupported("%s of %s", op, t)
	return nil
}

func (x *frame) binary(op string, a, b *cell, t *mir.Type) *cell {
	if a.kind != number || b.kind != number || t == nil {
		unsupported("%s of what is no number: %d %d %v", op, a.kind, b.kind, t)
	}
	switch op {
	case "Eq":
		return truth(a.n.Cmp(b.n) == 0)
	case "Ne":
		return truth(a.n.Cmp(b.n) != 0)
	case "Lt":
		return truth(a.n.Cmp(b.n) < 0)
	case "Le":
		return truth(a.n.Cmp(b.n) <= 0)
	case "Gt":
		return truth(a.n.Cmp(b.n) > 0)
	case "Ge":
		return truth(a.n.Cmp(b.n) >= 0)
	case "Cmp":
		return ordering(a.n.Cmp(b.n))
	}

	if t.Name == "bool" {
		return num(bits(op, a.n, b.n))
	}
	if !t.IsInt() {
		unsupported("%s of %s", op, t)
	}
	if short, ok := strings.CutSuffix(op, "WithOverflow"); ok {
		// Computed without bounds, then cut: they differ where it overflows.
		n := arithmetic(short, a.n, b.n, t)
		w := wrap(n, t)
		return tuple(num(w), truth(w.Cmp(n) != 0))
	}
	return num(wrap(arithmetic(strings.TrimSuffix(op, "Unchecked"), a.n, b.n, t), t))
}

func bits(op string, a, b *big.Int) *big.Int {
	switch op {
	case "BitAnd":
		return new(big.Int).And(a, b)
	case "BitOr":
		return new(big.Int).Or(a, b)
	case "BitXor":
		return new(big.Int).Xor(a, b)
	}
	unsupported("%s", op)
	return nil
}

// arithmetic is an operation without bounds; a shift is by what the type's width leaves.
func arithmetic(op string, a, b *big.Int, t *mir.Type) *big.Int {
	switch op {
	case "Add":
		return new(big.Int).Add(a, b)
	case "Sub":
		return new(big.Int).Sub(a, b)
	case "Mul":
		return new(big.Int).Mul(a, b)
	case "Div":
		// Towards zero, as the machine divides.
		return new(big.Int).Quo(a, b)
	case "Rem":
		return new(big.Int).Rem(a, b)
	case "Shl", "Shr":
		// MIR's shifts are by the amount modulo the width, which is a power of two.
		by := uint(new(big.Int).And(b, big.NewInt(int64(t.Bits()-1))).Int64())
		if op == "Shl" {
			return new(big.Int).Lsh(a, by)
		}
		return new(big.Int).Rsh(a, by)
	}
	return bits(op, a, b)
}
