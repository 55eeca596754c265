package mir

import "strings"

// TypeKind tells types apart.
type TypeKind uint8

// The types.
const (
	InvalidType TypeKind = iota
	Prim                 // Name: i32, bool, char, f64, str, !
	TupleType            // Args; () has none
	RefType              // &Elem or &mut Elem
	PtrType              // *const Elem or *mut Elem
	ArrayType            // [Elem; Len]
	SliceType            // [Elem]
	PathType             // Path: a struct, an enum, a type parameter, an associated type
	FnPtr                // fn(Args) -> Elem
	FnDef                // the type of the function Path
	ClosureType          // Name is where it stands
	DynType              // dyn Name
	ImplType             // impl Name
)

// Type is a type as rustc prints it.
type Type struct {
	Kind    TypeKind
	Name    string
	Mutable bool
	Elem    *Type
	Args    []*Type
	Len     string
	Path    *Path
}

// Path names an item: segments with their generic arguments, or an associated item
// of a type seen as a trait.
type Path struct {
	// Self and Trait are those of <Self as Trait>::…; Trait is nil in <Self>::….
	Self  *Type
	Trait *Path
	Segs  []Segment
}

// Segment is one name of a path.
type Segment struct {
	Name string
	Args []*Type // generic arguments; lifetimes are left out, constants are Prim types of that name
}

// Name is the path's names without generic arguments, joined by "::".
func (p *Path) Name() string {
	names := make([]string, 0, len(p.Segs)+1)
	if p.Self != nil {
		s := "<" + p.Self.String()
		if p.Trait != nil {
			s += " as " + p.Trait.String()
		}
		names = append(names, s+">")
	}
	for _, s := range p.Segs {
		names = append(names, s.Name)
	}
	return strings.Join(names, "::")
}

// Last is the path's last name.
func (p *Path) Last() string { return p.Segs[len(p.Segs)-1].Name }

func (p *Path) String() string {
	var b strings.Builder
	if p.Self != nil {
		b.WriteString("<" + p.Self.String())
		if p.Trait != nil {
			b.WriteString(" as " + p.Trait.String())
		}
		b.WriteString(">")
	}
	for i, s := range p.Segs {
		if i > 0 || p.Self != nil {
			b.WriteString("::")
		}
		b.WriteString(s.Name)
		if len(s.Args) > 0 {
			b.WriteString("<" + list(s.Args) + ">")
		}
	}
	return b.String()
}

func list(ts []*Type) string {
	var out []string
	for _, t := range ts {
		out = append(out, t.String())
	}
	return strings.Join(out, ", ")
}

func (t *Type) String() string {
	if t == nil {
		return "?"
	}
	mut := func(yes, no string) string {
		if t.Mutable {
			return yes
		}
		return no
	}
	switch t.Kind {
	case TupleType:
		if len(t.Args) == 1 {
			return "(" + t.Args[0].String() + ",)"
		}
		return "(" + list(t.Args) + ")"
	case RefType:
		return "&" + mut("mut ", "") + t.Elem.String()
	case PtrType:
		return "*" + mut("mut ", "const ") + t.Elem.String()
	case ArrayType:
		return "[" + t.Elem.String() + "; " + t.Len + "]"
	case SliceType:
		return "[" + t.Elem.String() + "]"
	case PathType:
		return t.Path.String()
	case FnPtr:
		s := "fn(" + list(t.Args) + ")"
		if t.Elem != nil {
			s += " -> " + t.Elem.String()
		}
		return s
	case FnDef:
		return "{" + t.Path.String() + "}"
	case ClosureType:
		return "{closure@" + t.Name + "}"
	case DynType:
		return "dyn " + t.Name
	case ImplType:
		return "impl " + t.Name
	}
	return t.Name
}

// IsInt reports whether the type is an integer type.
func (t *Type) IsInt() bool { return t.Bits() > 0 }

// Bits is an integer type's width, 64 for isize and usize; 0 for other types.
func (t *Type) Bits() int {
	if t.Kind != Prim {
		return 0
	}
	switch t.Name {
	case "i8", "u8":
		return 8
	case "i16", "u16":
		return 16
	case "i32", "u32":
		return 32
	case "i64", "u64", "isize", "usize":
		return 64
	case "i128", "u128":
		return 128
	}
	return 0
}

// Signed reports whether an integer type has negative values.
func (t *Type) Signed() bool { return t.IsInt() && t.Name[0] == 'i' }

var primitives = map[string]bool{"i8": true, "i16": true, "i32": true, "i64": true, "i128": true, "isize": true,
	"u8": true, "u16": true, "u32": true, "u64": true, "u128": true, "usize": true, "f16": true, "f32": true, "f64": true, "f128": true,
	"bool": true, "char": true, "str": true, "!": true}
