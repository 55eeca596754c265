package rust

import (
	"math/big"
	"strings"

	"ensures/rust/mir"
	"ensures/verify/smt"
)

// statement executes a statement.
func (x *exec) statement(s *state, st *mir.Stmt) {
	if x.steps++; x.steps > maxSteps {
		unsupported("function of this size")
	}
	switch st.Kind {
	case mir.Assign:
		x.assign(s, st)
	case mir.SetDiscriminant:
		unsupported("enum whose variant is set in place")
	// Reading it again, as the compiler never does, is then refused rather than given an old value.
	case mir.StorageDead:
		delete(s.cells, cell(st.Place.Local))
		delete(s.refs, cell(st.Place.Local))
	}
}

const maxSteps = 20_000

func (x *exec) assign(s *state, st *mir.Stmt) {
	dest := x.body.Locals[st.Place.Local].Type
	rv := st.Value
	// A mutable reference is no value but a way to a cell; the same holds of raw pointers.
	if dest.Kind == mir.RefType && dest.Mutable && len(st.Place.Proj) == 0 {
		s.refs[cell(st.Place.Local)] = x.newReference(s, rv)
		return
	}
	if dest.Kind == mir.PtrType && len(st.Place.Proj) == 0 {
		s.refs[cell(st.Place.Local)] = x.pointer(s, rv)
		return
	}
	root, path, typ := x.resolve(s, st.Place)
	if typ.Kind == mir.RefType && typ.Mutable {
		unsupported("mutable reference inside of a value")
	}
	x.write(s, root, path, x.rvalue(s, rv, typ))
}

// newReference is a mutable reference that is taken or moved.
func (x *exec) newReference(s *state, rv *mir.Rvalue) *ref {
	switch rv.Kind {
	case mir.RefMut:
		root, path, _ := x.resolve(s, rv.Place)
		return &ref{to: root, path: path}
	case mir.Use:
		if r := x.reference(s, rv.Args[0]); r != nil {
			return r
		}
	case mir.Cast: // an array seen as a slice is the same cell
		if r := x.reference(s, rv.Args[0]); r != nil && strings.Contains(rv.Op, "Unsize") {
			return r
		}
	}
	unsupported("mutable reference of this kind")
	return nil
}

// rvalue computes the right side of an assignment to a place of type t.
func (x *exec) rvalue(s *state, rv *mir.Rvalue, t *mir.Type) *value {
	switch rv.Kind {
	case mir.Use:
		return x.operand(s, rv.Args[0])
	case mir.Ref:
		root, path, typ := x.resolve(s, rv.Place)
		if typ.Kind == mir.RefType && typ.Mutable {
			// &r of a mutable r is the value behind r, which nothing changes while it is lent.
			r := s.refs[root]
			if r == nil || len(path) > 0 {
				unsupported("mutable reference whose target is not known")
			}
			return x.read(s, r.to, r.path)
		}
		return x.read(s, root, path)
	case mir.Len:
		root, path, _ := x.resolve(s, rv.Place)
		return scalar(x.shapes.of(t, nil), x.read(s, root, path).term)
	case mir.PtrMeta:
		return scalar(x.shapes.of(t, nil), x.metadata(s, rv.Args[0]))
	case mir.Binary:
		return x.binary(s, rv, t)
	case mir.Unary:
		return x.unary(s, rv, t)
	case mir.Discriminant:
		root, path, _ := x.resolve(s, rv.Place)
		// Variants are numbered from 0 here; Ordering's discriminants begin at −1.
		v := x.read(s, root, path)
		return scalar(x.shapes.of(t, nil), smt.Add(v.term, smt.IntLit(v.shape.first)))
	case mir.Cast:
		return x.cast(s, rv)
	case mir.Tuple:
		out := &value{shape: x.shapes.of(t, nil)}
		for _, a := range rv.Args {
			out.parts = append(out.parts, x.operand(s, a))
		}
		return out
	case mir.Array, mir.Repeat:
		return x.array(s, rv, t)
	case mir.Struct:
		return x.construct(s, rv, t)
	}
	unsupported("value of this kind")
	return nil
}

// metadata is the length of the slice that a reference or a raw pointer refers to, which stays as
// long as it was made.
func (x *exec) metadata(s *state, o *mir.Operand) *smt.Term {
	if o.Kind != mir.Constant_ && len(o.Place.Proj) == 0 && x.body.Locals[o.Place.Local].Type.Kind == mir.PtrType {
		if r := s.refs[cell(o.Place.Local)]; r != nil {
			return x.read(s, r.to, r.path).term
		}
	}
	return x.operand(s, o).term
}

// construct makes a struct or a variant of an enum. Parts of other variants have any
// value.
func (x *exec) construct(s *state, rv *mir.Rvalue, t *mir.Type) *value {
	if rv.Path == nil {
		return x.captured(s, rv)
	}

	sh := x.shapes.of(t, nil)
	switch sh.kind {
	case structShape:
		out := &value{shape: sh, parts: make([]*value, len(sh.parts))}
		for i, a := range rv.Args {
			at := i
			if rv.Names != nil {
				// Fields may be given in any order; the shape has them in the order of the declaration.
				at = -1
				for j, p := range sh.parts {
					if p.name == rv.Names[i] {
						at = j
					}
				}
			}
			if at < 0 || at >= len(out.parts) {
				unsupported("struct " + t.String())
			}
			out.parts[at] = x.operand(s, a)
		}
		for _, p := range out.parts {
			if p == nil {
				unsupported("struct " + t.String())
			}
		}
		return out
	case enumShape:
		n := sh.variantIndex(rv.Path.Last())
		if n < 0 {
			unsupported("variant " + rv.Path.Last())
		}
		// The other variants' parts stay fresh: nothing reads them where the discriminant is this one,
		// and [exec.equal] leaves them out.
		out := x.fresh("variant", sh)
		out.term = smt.IntLit(int64(n))
		for i, a := range rv.Args {
			out.parts[sh.variants[n].from+i] = x.operand(s, a)
		}
		return out
	}
	unsupported("value of type " + t.String())
	return nil
}

// array makes an array of the given elements, or of one repeated.
func (x *exec) array(s *state, rv *mir.Rvalue, t *mir.Type) *value {
	out := x.fresh("array", x.shapes.of(t, nil))
	if rv.Kind == mir.Repeat {
		e := x.operand(s, rv.Args[0])
		i := x.c.Bound("i", smt.Int)
		// Beyond the end too: nothing tells what is there, and the fact needs no condition.
		x.c.Fact(smt.Forall([]*smt.Term{i}, zipEqual(out.at(i), e)))
		return out
	}
	for i, a := range rv.Args {
		out = out.with(smt.IntLit(int64(i)), x.operand(s, a))
	}
	return out
}

// zipEqual says that all terms of two values are equal.
func zipEqual(a, b *value) *smt.Term {
	var all []*smt.Term
	zip(a, b, func(x, y *smt.Term) *smt.Term {
		all = append(all, smt.Eq(x, y))
		return x
	})
	return smt.And(all...)
}

func (x *exec) unary(s *state, rv *mir.Rvalue, t *mir.Type) *value {
	v := x.operand(s, rv.Args[0])
	switch {
	case rv.Op == "Not" && v.kind == boolShape:
		return truth(smt.Not(v.term))
	// Two's complement: !v = −v − 1.
	case rv.Op == "Not" && v.kind == intShape && v.typ.Signed():
		return scalar(v.shape, smt.Subtract(smt.IntLit(-1), v.term))
	case rv.Op == "Not" && v.kind == intShape:
		_, hi := bounds(v.typ)
		return scalar(v.shape, smt.Subtract(smt.BigLit(hi), v.term))
	case rv.Op == "Neg" && v.kind == intShape: // the compiler has asked for overflow
		return scalar(v.shape, smt.Negate(v.term))
	}
	return x.fresh(rv.Op, x.shapes.of(t, nil))
}

// binary computes an operation on scalars:
//
//	AddWithOverflow(a, b) = (a + b mod 2ⁿ, a + b is out of range)
//	Add, Sub, Mul: mod 2ⁿ      Div, Rem: towards zero; b ≠ 0 has been asked for
//	Shl, Shr: by a constant; else any value of the type, as for |, & and ^
func (x *exec) binary(s *state, rv *mir.Rvalue, t *mir.Type) *value {
	a, b := x.operand(s, rv.Args[0]), x.operand(s, rv.Args[1])
	sh := x.shapes.of(t, nil)
	// Floats: any result of the type. Not even the same one for the same operands is claimed.
	if a.kind == opaqueShape || a.term == nil || b.term == nil {
		return x.fresh(rv.Op, sh)
	}

	switch rv.Op {
	case "Eq":
		return truth(smt.Eq(a.term, b.term))
	case "Ne":
		return truth(smt.Not(smt.Eq(a.term, b.term)))
	case "Lt", "Le", "Gt", "Ge":
		if a.kind == boolShape {
			return x.fresh(rv.Op, sh)
		}
		return truth(compare(rv.Op, a.term, b.term))
	}

	if checked, ok := strings.CutSuffix(rv.Op, "WithOverflow"); ok {
		v := x.arithmetic(checked, a.term, b.term)
		// The value is wrapped as the machine does it; the assertion that follows says it never is.
		in := a.shape.admits(v)
		return &value{shape: sh, parts: []*value{scalar(sh.parts[0].shape, wrap(v, a.typ)), truth(smt.Not(in))}}
	}

	if a.kind == boolShape {
		switch rv.Op {
		case "BitAnd":
			return truth(smt.And(a.term, b.term))
		case "BitOr":
			return truth(smt.Or(a.term, b.term))
		case "BitXor":
			return truth(smt.Not(smt.Eq(a.term, b.term)))
		}
	}

	if a.kind != intShape {
		return x.fresh(rv.Op, sh)
	}
	switch op := strings.TrimSuffix(rv.Op, "Unchecked"); op {
	case "Add", "Sub", "Mul":
		return scalar(sh, wrap(x.arithmetic(op, a.term, b.term), a.typ))
	case "Div":
		// MIN / −1 is the one quotient out of range.
		return scalar(sh, wrap(x.quotient(a.term, b.term), a.typ))
	case "Rem":
		return scalar(sh, x.remainder(a.term, b.term))
	case "Shl", "Shr":
		// MIR takes the amount modulo the width; only amounts that this leaves alone are computed.
		if n := b.term.Num(); n != nil && n.IsInt64() && n.Sign() >= 0 && n.Int64() < int64(a.typ.Bits()) {
			f := smt.BigLit(new(big.Int).Lsh(big.NewInt(1), uint(n.Int64())))
			if op == "Shl" {
				return scalar(sh, wrap(smt.Mul(a.term, f), a.typ))
			}
			return scalar(sh, smt.App("div", smt.Int, a.term, f)) // downwards, as an arithmetic shift
		}
	}
	return x.bits(rv.Op, a, b, sh)
}

// bits is an operation on bits of which only a few laws are known: it is a function,
// its value is of its type, and a & b of unsigned numbers is at most either.
func (x *exec) bits(op string, a, b *value, sh *shape) *value {
	// By operation and type: the same bits give another number in another type.
	v := x.c.Function("bits."+op+"."+a.typ.Name, smt.Int, a.term, b.term)
	x.c.Fact(sh.admits(v))
	if op == "BitAnd" && !a.typ.Signed() {
		x.c.Fact(smt.And(smt.Le(v, a.term), smt.Le(v, b.term)))
	}
	return scalar(sh, v)
}

func compare(op string, a, b *smt.Term) *smt.Term {
	switch op {
	case "Lt":
		return smt.Lt(a, b)
	case "Le":
		return smt.Le(a, b)
	case "Gt":
		return smt.Lt(b, a)
	}
	return smt.Le(b, a)
}

func (x *exec) arithmetic(op string, a, b *smt.Term) *smt.Term {
	switch op {
	case "Add":
		return smt.Add(a, b)
	case "Sub":
		return smt.Subtract(a, b)
	}
	// Of two unknowns a product is nonlinear, which the condition has to be told.
	return x.c.Product(a, b)
}

// wrap is v modulo 2ⁿ in the range of t.
func wrap(v *smt.Term, t *mir.Type) *smt.Term {
	lo, hi := bounds(t)
	m := new(big.Int).Sub(hi, lo)
	m.Add(m, big.NewInt(1))
	if n := v.Num(); n != nil {
		r := new(big.Int).Sub(n, lo)
		r.Mod(r, m)
		return smt.BigLit(r.Add(r, lo))
	}
	// The usual case first: mod is only looked at where the value does not fit.
	in := smt.And(smt.Le(smt.BigLit(lo), v), smt.Le(v, smt.BigLit(hi)))
	return smt.Ite(in, v, smt.Add(smt.App("mod", smt.Int, smt.Subtract(v, smt.BigLit(lo)), smt.BigLit(m)), smt.BigLit(lo)))
}

// cast converts between scalars; an array seen as a slice stays what it is.
func (x *exec) cast(s *state, rv *mir.Rvalue) *value {
	// The address itself is never known; only the checks of [exec.boxes] ask for it.
	if o := rv.Args[0]; rv.Op == "Transmute" && o.Kind != mir.Constant_ && len(o.Place.Proj) == 0 && x.body.Locals[o.Place.Local].Type.Kind == mir.PtrType && rv.Type.IsInt() {
		return x.fresh("address", x.shapes.of(rv.Type, nil))
	}

	v := x.operand(s, rv.Args[0])
	to := x.shapes.of(rv.Type, nil)
	switch {
	case rv.Op == "IntToInt" && v.kind == boolShape:
		return scalar(to, smt.Ite(v.term, smt.IntLit(1), smt.IntLit(0)))
	case rv.Op == "IntToInt" && to.kind == charShape: // of u8 alone
		return scalar(to, v.term)
	// Counted from the first: [shapes.item] refuses enums that number their variants otherwise.
	case rv.Op == "IntToInt" && v.kind == enumShape:
		return scalar(to, smt.Add(v.term, smt.IntLit(v.shape.first)))
	case rv.Op == "IntToInt" && to.kind == intShape:
		return scalar(to, wrap(v.term, to.typ))
	case strings.Contains(rv.Op, "Unsize") && v.kind == seqShape && to.kind == seqShape:
		return &value{shape: to, term: v.term, parts: v.parts}
	// FloatTo… saturates and …ToFloat rounds: of neither is more said than the type.
	case strings.HasPrefix(rv.Op, "FloatTo"), strings.HasSuffix(rv.Op, "ToFloat"):
		return x.fresh("cast", to)
	}
	unsupported("cast " + rv.Op)
	return nil
}

// constant is the value of a constant.
func (x *exec) constant(c *mir.Const) *value {
	switch c.Kind {
	case mir.IntConst:
		n, _ := new(big.Int).SetString(c.Text, 10)
		return scalar(x.shapes.of(c.Type, nil), smt.BigLit(n))
	case mir.BoolConst:
		if c.Text == "true" {
			return truth(smt.True)
		}
		return truth(smt.False)
	case mir.CharConst:
		return scalar(character, smt.IntLit(int64([]rune(c.Text)[0])))
	case mir.StrConst:
		return x.literal(c.Text)
	case mir.UnitConst:
		return &value{shape: nothing}
	case mir.FloatConst:
		return x.fresh("float", x.shapes.of(c.Type, nil))
	case mir.ZSTConst:
		if body := x.closureOf(c.Type); body != nil {
			return &value{shape: &shape{kind: structShape, closure: body}}
		}
	case mir.PathConst:
		return x.named(c.Path)
	}
	unsupported("constant of this kind")
	return nil
}

// literal is a string's characters, as x@ reads them.
func (x *exec) literal(s string) *value {
	v := x.fresh("str", text)
	runes := []rune(s)
	x.c.Fact(smt.Eq(v.term, smt.IntLit(int64(len(runes)))))
	// What the characters are in bytes is left open.
	for i, r := range runes {
		x.c.Fact(smt.Eq(v.at(smt.IntLit(int64(i))).term, smt.IntLit(int64(r))))
	}
	return v
}

// named is the value of a constant of the file, or of one that the compiler lifted
// out of the function: its body, which is a straight line, is executed.
func (x *exec) named(p *mir.Path) *value {
	name := p.String()
	if p.Self != nil && p.Trait != nil && p.Trait.Name() == "std::mem::SizedTypeProperties" && (p.Last() == "ALIGN" || p.Last() == "SIZE") {
		return x.fresh(p.Last(), x.shapes.of(usize, nil))
	}

	if v := limit(p); v != nil {
		return v
	}

	if x.ambiguous(p.Last()) {
		unsupported("constant " + name + ", whose name means something else too,")
	}
	for _, f := range x.mir.Funcs {
		if f.Kind == mir.Function || f.Refused != nil || f.Name != name && p.Name() != f.Name {
			continue
		}
		// The same condition, so that names stay unique, over another body.
		y := *x
		y.body = f
		s := &state{pc: smt.True, cells: map[cell]*value{}, refs: map[cell]*ref{}}
		b := f.Blocks[0]
		// Straight lines only: each block once at most, or it is a loop.
		for range f.Blocks {
			for _, st := range b.Stmts {
				y.statement(s, st)
			}
			switch b.Term.Kind {
			case mir.Return:
				x.steps = y.steps
				return s.cells[0]
			case mir.Goto:
				b = f.Blocks[b.Term.Target]
			case mir.Assert: // of a constant: the compiler has computed it
				b = f.Blocks[b.Term.Target]
			default:
				unsupported("constant " + name)
			}
		}
	}
	unsupported("constant " + name)
	return nil
}

// limit is a constant of an integer type, core::num::<impl T>::MIN or MAX; nil where a path names
// none.
func limit(p *mir.Path) *value {
	if p.Self != nil || len(p.Segs) != 4 || p.Segs[0].Name != "core" || p.Segs[1].Name != "num" {
		return nil
	}
	name, ok := strings.CutPrefix(p.Segs[2].Name, "<impl ")
	t := &mir.Type{Kind: mir.Prim, Name: strings.TrimSuffix(name, ">")}
	if !ok || !t.IsInt() {
		return nil
	}
	lo, hi := bounds(t)
	switch p.Last() {
	case "MIN":
		return scalar(&shape{kind: intShape, typ: t}, smt.BigLit(lo))
	case "MAX":
		return scalar(&shape{kind: intShape, typ: t}, smt.BigLit(hi))
	}
	return nil
}
