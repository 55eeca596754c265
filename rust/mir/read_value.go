package mir

import "strings"

// place reads a place: a local, with projections put around and behind it.
func (r *scanner) place() Place {
	var p Place
	if r.accept("(") {
		if r.accept("*") {
			p = r.place()
			p.Proj = append(p.Proj, Proj{Kind: Deref})
		} else {
			p = r.place()
			p.Proj = append(p.Proj, r.around())
		}
		r.expect(")", "place")
	} else {
		p.Local = r.local()
	}
	// Indexes stand behind; fields, casts and dereferences around their place.
	for r.looking("[") {
		r.i++
		p.Proj = append(p.Proj, r.element())
		r.expect("]", "place")
	}
	return p
}

// around reads a projection that stands in parentheses with its place.
func (r *scanner) around() Proj {
	if r.looking(".") {
		r.i++
		f := Proj{Kind: Field, Field: r.int("field")}
		r.expect(":", "place")
		f.Type = r.typ()
		return f
	}
	r.expect("as ", "place")
	if v := r.word(); v != "" && v != "subtype" {
		return Proj{Kind: Downcast, Variant: v}
	}
	r.fail("place")
	return Proj{}
}

// element reads a projection in brackets: [_1], [0 of 1], [-1 of 2], [1:], [1:-1].
func (r *scanner) element() Proj {
	if r.looking("_") {
		return Proj{Kind: Index, Local: r.local()}
	}
	// From the end: [-1 of 2] is the last one.
	if r.accept("-") {
		p := Proj{Kind: ConstantIndex, From: r.int("index"), FromEnd: true}
		r.expect("of ", "place")
		r.int("length")
		return p
	}
	from := r.int("index")
	if r.accept("of ") {
		r.int("length")
		return Proj{Kind: ConstantIndex, From: from}
	}
	p := Proj{Kind: Subslice, From: from}
	switch {
	case r.accept(".."):
		p.To = r.int("index")
	default:
		r.expect(":", "place")
		p.FromEnd = true
		if r.accept("-") {
			p.To = r.int("index")
		} else if !r.looking("]") {
			p.To, p.FromEnd = r.int("index"), false
		}
	}
	return p
}

// operand reads copy P, move P or const C.
func (r *scanner) operand() *Operand {
	r.accept("no_retag ") // 1.97: what only a checker of aliasing looks at
	switch {
	case r.accept("copy "):
		return &Operand{Kind: Copy, Place: r.place()}
	case r.accept("move "):
		return &Operand{Kind: Move, Place: r.place()}
	case r.accept("const "):
		return &Operand{Kind: Constant_, Const: r.constant()}
	}
	r.fail("operand")
	return nil
}

// operands reads operands with commas between them, up to and past end.
func (r *scanner) operands(end string) []*Operand {
	var out []*Operand
	for !r.accept(end) {
		out = append(out, r.operand())
		if !r.accept(",") {
			r.expect(end, "operands")
			break
		}
	}
	return out
}

// constant reads what stands behind const.
func (r *scanner) constant() *Const {
	r.space()
	switch {
	case r.looking(`"`):
		return &Const{Kind: StrConst, Text: r.quoted('"'), Type: refTo("str")}
	case r.looking(`b"`):
		r.i++
		return &Const{Kind: ByteStrConst, Text: r.quoted('"')}
	case r.looking("'"):
		return &Const{Kind: CharConst, Text: r.quoted('\''), Type: prim("char")}
	case r.accept("()"):
		return &Const{Kind: UnitConst, Type: &Type{Kind: TupleType}}
	case r.accept("ZeroSized:"):
		return &Const{Kind: ZSTConst, Type: r.typ()}
	case r.accept("{alloc"):
		c := &Const{Kind: AllocConst, Text: "alloc" + r.digits("allocation")}
		r.expect(":", "constant")
		c.Type = r.typ()
		r.expect("}", "constant")
		return c
	}

	if i := r.i; i < len(r.s) && (strings.IndexByte("+-0123456789", r.s[i]) >= 0 || r.looking("NaN")) {
		return r.number()
	}

	switch r.peek() {
	case "true", "false":
		return &Const{Kind: BoolConst, Text: r.word(), Type: prim("bool")}
	}

	c := &Const{Kind: PathConst, Path: r.path()}
	if p := c.Path; p.Self == nil && len(p.Segs) == 2 && primitives[p.Segs[0].Name] {
		// i32::MIN and the like: named only because they are well known.
		if text, t := limit(p.Segs[0].Name, p.Segs[1].Name), prim(p.Segs[0].Name); text != "" {
			return &Const{Kind: IntConst, Text: text, Type: t}
		}
	}
	return c
}

// number reads 3_u8, -1_i32, 1.5f64, 2e10f32, +Inff64, NaNf32.
func (r *scanner) number() *Const {
	from := r.i
	for r.i < len(r.s) {
		c := r.s[r.i]
		switch {
		case c >= '0' && c <= '9', c == '.', c == '+', c == '-', c == 'e' && r.i > from, c == 'E':
			r.i++
			continue
		case r.looking("NaN"), r.looking("Inf"), r.looking("inf"):
			r.i += len("NaN")
			continue
		}
		break
	}

	text := r.s[from:r.i]
	if r.looking("_") {
		r.i++
	}
	switch t := r.word(); {
	case prim(t).IsInt() && strings.Trim(text, "-0123456789") == "":
		return &Const{Kind: IntConst, Text: text, Type: prim(t)}
	case t == "f32", t == "f64":
		return &Const{Kind: FloatConst, Text: text, Type: prim(t)}
	}
	r.fail("constant")
	return nil
}

func prim(name string) *Type  { return &Type{Kind: Prim, Name: name} }
func refTo(name string) *Type { return &Type{Kind: RefType, Elem: prim(name)} }

var binaryOps = set("Add", "Sub", "Mul", "Div", "Rem", "BitXor", "BitAnd", "BitOr", "Shl", "Shr", "Eq", "Lt", "Le", "Ne", "Ge", "Gt", "Cmp", "Offset",
	"AddWithOverflow", "SubWithOverflow", "MulWithOverflow", "AddUnchecked", "SubUnchecked", "MulUnchecked", "ShlUnchecked", "ShrUnchecked")

func set(names ...string) map[string]bool {
	m := map[string]bool{}
	for _, n := range names {
		m[n] = true
	}
	return m
}

// rvalue reads the right side of an assignment.
func (r *scanner) rvalue() *Rvalue {
	r.space()
	switch {
	case r.looking("copy "), r.looking("move "), r.looking("const "), r.looking("no_retag "):
		return r.useOrCast()
	case r.accept("&raw const (fake) "), r.accept("&raw const "): // fake: for its metadata alone
		return &Rvalue{Kind: RawPtr, Place: r.place()}
	case r.accept("&raw mut "):
		return &Rvalue{Kind: RawMut, Place: r.place()}
	case r.accept("&mut "):
		return &Rvalue{Kind: RefMut, Place: r.place()}
	case r.looking("&fake"):
		r.fail("value")
	case r.accept("&"):
		return &Rvalue{Kind: Ref, Place: r.place()}
	case r.accept("deref_copy "):
		return &Rvalue{Kind: Use, Args: []*Operand{{Kind: Copy, Place: r.place()}}}
	case r.accept("("):
		return &Rvalue{Kind: Tuple, Args: r.operands(")")}
	case r.accept("["):
		return r.sequence()
	case r.looking("{closure@"):
		v := &Rvalue{Kind: Struct, Type: r.typ()}
		r.fields(v)
		return v
	}

	// An operator looks like the constructor of a tuple struct: only known names are operators.
	if v := r.operation(); v != nil {
		return v
	}
	v := &Rvalue{Kind: Struct, Path: r.path()}
	if r.looking("(") {
		r.i++
		v.Args = r.operands(")")
		return v
	}
	r.fields(v)
	return v
}

// useOrCast reads an operand, perhaps cast: copy _1 as usize (IntToInt).
func (r *scanner) useOrCast() *Rvalue {
	v := &Rvalue{Kind: Use, Args: []*Operand{r.operand()}}
	if r.accept("as ") {
		v.Kind, v.Type = Cast, r.typ()
		r.expect("(", "cast")
		from, depth := r.i, 1
		for ; r.i < len(r.s) && depth > 0; r.i++ {
			switch r.s[r.i] {
			case '(':
				depth++
			case ')':
				depth--
			}
		}
		if depth > 0 {
			r.fail("cast")
		}
		v.Op = r.s[from : r.i-1]
	}
	return v
}

// sequence reads [a, b] and [a; 3] behind the bracket.
func (r *scanner) sequence() *Rvalue {
	v := &Rvalue{Kind: Array}
	if r.accept("]") {
		return v
	}
	v.Args = []*Operand{r.operand()}
	if r.accept(";") {
		v.Kind, v.Count = Repeat, strings.TrimSpace(r.until(']', "length"))
		return v
	}
	if r.accept(",") {
		v.Args = append(v.Args, r.operands("]")...)
		return v
	}
	r.expect("]", "value")
	return v
}

// operation reads what looks like a call of one of MIR's operators; nil where there
// is none.
func (r *scanner) operation() *Rvalue {
	at := r.i
	name := r.word()
	if !r.looking("(") {
		r.i = at
		return nil
	}
	r.i++
	v := &Rvalue{Op: name}
	switch {
	case binaryOps[name]:
		v.Kind, v.Args = Binary, r.operands(")")
		if len(v.Args) != 2 {
			r.fail("value")
		}
		return v
	case name == "Not", name == "Neg", name == "PtrMetadata":
		v.Kind, v.Args = Unary, r.operands(")")
		if name == "PtrMetadata" {
			v.Kind = PtrMeta
		}
		if len(v.Args) != 1 {
			r.fail("value")
		}
		return v
	case name == "Len":
		v.Kind, v.Place = Len, r.place()
	case name == "discriminant":
		v.Kind, v.Place = Discriminant, r.place()
	case name == "SizeOf", name == "AlignOf":
		v.Kind, v.Type = NullOp, r.typ()
	case name == "UbChecks", name == "ContractChecks":
		v.Kind = NullOp
	default:
		r.i = at
		return nil
	}
	r.expect(")", "value")
	return v
}

// fields reads { a: copy _1, b: move _2 } where it is there.
func (r *scanner) fields(v *Rvalue) {
	if !r.accept("{") {
		return
	}
	v.Names = []string{}
	for !r.accept("}") {
		name := r.word()
		if name == "" {
			name = r.digits("field")
		}
		r.expect(":", "field")
		v.Names = append(v.Names, name)
		v.Args = append(v.Args, r.operand())
		if !r.accept(",") {
			r.expect("}", "fields")
			break
		}
	}
}
