package mir

import "strings"

// ParseType reads a type as the source writes it.
func ParseType(text string) (t *Type, err error) {
	defer func() {
		if p := recover(); p != nil {
			e, ok := p.(*Error)
			if !ok {
				panic(p)
			}
			t, err = nil, e
		}
	}()
	r := &scanner{s: text, line: 1}
	t = r.typ()
	if r.space(); r.rest() != "" {
		r.fail("type")
	}
	return t, nil
}

// typ reads a type.
func (r *scanner) typ() *Type {
	r.space()
	switch {
	case r.accept("&"):
		r.lifetime()
		t := &Type{Kind: RefType, Mutable: r.accept("mut ")}
		t.Elem = r.typ()
		return t
	case r.accept("*"):
		t := &Type{Kind: PtrType, Mutable: r.accept("mut ")}
		if !t.Mutable {
			r.expect("const ", "pointer type")
		}
		t.Elem = r.typ()
		return t
	case r.accept("("):
		t := &Type{Kind: TupleType}
		for !r.accept(")") {
			t.Args = append(t.Args, r.typ())
			if !r.accept(",") {
				r.expect(")", "tuple type")
				// A tuple of one has a comma: it would have gone on.
				if len(t.Args) == 1 {
					return t.Args[0] // only put in parentheses
				}
				return t
			}
		}
		return t
	case r.accept("["):
		return r.sequenceType()
	case r.looking("{closure@"):
		r.accept("{closure@")
		return &Type{Kind: ClosureType, Name: r.until('}', "closure")}
	case r.accept("!"):
		return &Type{Kind: Prim, Name: "!"}
	}
	return r.namedType()
}

// sequenceType reads an array or a slice type behind its bracket.
func (r *scanner) sequenceType() *Type {
	t := &Type{Kind: SliceType, Elem: r.typ()}
	if r.accept(";") {
		t.Kind = ArrayType
		r.space()
		t.Len = strings.TrimSpace(r.until(']', "length"))
		return t
	}
	r.expect("]", "slice type")
	return t
}

// namedType reads what begins with a word: functions, trait objects, paths.
func (r *scanner) namedType() *Type {
	if r.accept("for<") {
		r.until('>', "bound lifetimes")
		return r.typ()
	}
	for _, qualifier := range []string{"unsafe ", "extern \"C\" ", "extern \"Rust\" "} {
		r.accept(qualifier)
	}
	switch {
	case r.looking("fn("):
		return r.functionType()
	case r.accept("dyn "):
		return &Type{Kind: DynType, Name: r.bounds()}
	case r.accept("impl "):
		return &Type{Kind: ImplType, Name: r.bounds()}
	}
	p := r.path()
	if p.Self == nil && len(p.Segs) == 1 && len(p.Segs[0].Args) == 0 && primitives[p.Segs[0].Name] {
		return &Type{Kind: Prim, Name: p.Segs[0].Name}
	}
	return &Type{Kind: PathType, Path: p}
}

// functionType reads fn(A, B) -> C, and with {path} behind it the type of that
// function alone.
func (r *scanner) functionType() *Type {
	r.expect("fn", "function type")
	t := r.signature()
	if r.accept("{") {
		t.Kind, t.Path = FnDef, r.path()
		r.expect("}", "function type")
	}
	return t
}

// signature reads (A, B) -> C.
func (r *scanner) signature() *Type {
	r.expect("(", "function type")
	t := &Type{Kind: FnPtr}
	for !r.accept(")") {
		t.Args = append(t.Args, r.typ())
		if !r.accept(",") {
			r.expect(")", "function type")
			break
		}
	}
	if r.accept("->") {
		t.Elem = r.typ()
	}
	return t
}

// bounds reads the traits behind dyn and impl as text: to the end of what they stand
// in.
func (r *scanner) bounds() string {
	from, depth := r.i, 0
	for r.i < len(r.s) {
		switch c := r.s[r.i]; {
		case c == '(' && depth == 0 && r.s[r.i-1] == ' ': // a cast's kind
			return strings.TrimSpace(r.s[from:r.i])
		case c == '<' || c == '(' || c == '[' || c == '{':
			depth++
		case c == '>' && r.i > 0 && r.s[r.i-1] == '-': // an arrow
		case c == '>' || c == ')' || c == ']' || c == '}':
			if depth == 0 {
				return r.s[from:r.i]
			}
			depth--
		case (c == ',' || c == ';' || c == '=') && depth == 0:
			return strings.TrimSpace(r.s[from:r.i])
		}
		r.i++
	}
	return strings.TrimSpace(r.s[from:r.i])
}

// lifetime skips a lifetime.
func (r *scanner) lifetime() bool {
	if !r.accept("'") {
		return false
	}
	if r.word() == "" {
		r.fail("lifetime")
	}
	return true
}

// until reads up to and past the character end.
func (r *scanner) until(end byte, what string) string {
	n := strings.IndexByte(r.rest(), end)
	if n < 0 {
		r.fail(what)
	}
	text := r.s[r.i : r.i+n]
	r.i += n + 1
	return text
}

// path reads a path with generic arguments, in types (Vec<u32>) and in values
// (Vec::<u32>::len) alike.
func (r *scanner) path() *Path {
	p := &Path{}
	r.space()
	if r.looking("<impl at ") {
		p.Segs = append(p.Segs, Segment{Name: "<impl at" + strings.TrimPrefix(r.until('>', "path"), "<impl at") + ">"})
	} else if r.accept("<") {
		p.Self = r.typ()
		if r.accept(" as ") || r.accept("as ") {
			p.Trait = r.path()
		}
		r.expect(">", "path")
	} else {
		p.Segs = append(p.Segs, r.segment())
	}

	for r.looking("::") {
		r.i += 2
		if r.looking("<") && !r.looking("<impl") {
			if len(p.Segs) == 0 {
				r.fail("path")
			}
			p.Segs[len(p.Segs)-1].Args = r.genericArgs()
			continue
		}
		p.Segs = append(p.Segs, r.segment())
	}
	if len(p.Segs) == 0 {
		r.fail("path")
	}
	return p
}

func (r *scanner) segment() Segment {
	r.space()
	var s Segment
	switch {
	case r.looking("{"): // {closure#0}, {impl#1}, {constant#0}
		s.Name = r.until('}', "path") + "}"
		return s
	case r.looking("<impl "):
		// <impl [T]>, <impl Fn() -> T>: up to its own bracket; that of an arrow is none.
		from, depth := r.i, 0
		for ; r.i < len(r.s); r.i++ {
			if r.s[r.i] == '<' {
				depth++
			} else if r.s[r.i] == '>' && r.s[r.i-1] != '-' {
				if depth--; depth == 0 {
					r.i++
					break
				}
			}
		}
		return Segment{Name: r.s[from:r.i]}
	}

	if s.Name = r.word(); s.Name == "" {
		r.fail("path")
	}
	switch {
	case r.looking("#"): // a raw identifier
		r.i++
		s.Name = r.word()
	case r.looking("["): // promoted[0]
		r.i++
		s.Name += "[" + r.until(']', "path") + "]"
	}
	if r.looking("<") {
		s.Args = r.genericArgs()
	} else if r.looking("(") && (s.Name == "Fn" || s.Name == "FnMut" || s.Name == "FnOnce") {
		s.Args = []*Type{r.signature()}
	}
	return s
}

// genericArgs reads <A, B, 'a, 3, Item = C>; lifetimes are left out.
func (r *scanner) genericArgs() []*Type {
	r.expect("<", "generic arguments")
	var out []*Type
	for !r.accept(">") {
		r.space()
		switch {
		case r.lifetime():
		case r.i < len(r.s) && (r.s[r.i] >= '0' && r.s[r.i] <= '9' || r.s[r.i] == '-'):
			// A constant argument, with its type behind it: 3_usize.
			n := r.signed("generic argument")
			if r.looking("_") {
				r.i++
				r.word()
			}
			out = append(out, &Type{Kind: Prim, Name: n})
		case r.looking("{") && !r.looking("{closure"):
			r.i++
			out = append(out, &Type{Kind: Prim, Name: "{" + r.until('}', "generic argument") + "}"})
		default:
			t := r.typ()
			if r.accept("=") { // an associated type's binding
				t = r.typ()
			}
			out = append(out, t)
		}
		if !r.accept(",") {
			r.expect(">", "generic arguments")
			break
		}
	}
	return out
}
