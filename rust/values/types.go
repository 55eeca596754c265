// Package values has the values of Rust programs as runs show them: integers of each
// width, truth values, characters, floats, strings, sequences, and data with variants
// (tuples, structs, enums, Option, Result). References and boxes are what they refer to.
//
// [Language] is how package mutate and package metric see them, [Resolver] reads the
// types of a file, and [Append] and [Reader] are the text in which a harness program
// and we speak of them.
//
// The package must not know specifications, nor how a program is compiled or run.
package values

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// Kind tells types and values apart.
type Kind uint8

// The kinds. Set and Bag are of clauses only.
const (
	InvalidKind Kind = iota
	Bool
	Char
	Int
	Float
	Str
	Seq  // Vec, slice, array
	Data // tuple, struct, enum
	Set
	Bag
)

// Type is the type of a value that a run can show.
type Type struct {
	Kind Kind
	// Name is the integer's, float's, struct's or enum's; empty for a tuple.
	Name string
	// Elem is a sequence's, Len an array's length, −1 for the others.
	Elem *Type
	Len  int
	// Variants are the constructors of Data: one for a tuple and a struct.
	Variants []Variant
	Enum     bool
}

// Variant is a constructor.
type Variant struct {
	Name   string // empty for a tuple
	Fields []Field
	Tuple  bool // its fields have numbers
}

// Field is a part of a constructor.
type Field struct {
	Name string
	Type *Type
}

// Bits and Signed are an integer type's.
func (t *Type) Bits() int { return t.prim().Bits() }

// Signed reports whether an integer type has negative values.
func (t *Type) Signed() bool { return t.prim().Signed() }

// Range is the least and the greatest value of an integer type.
func (t *Type) Range() (least, most *big.Int) {
	bits := uint(t.Bits())
	if !t.Signed() {
		return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), bits), big.NewInt(1))
	}
	half := new(big.Int).Lsh(big.NewInt(1), bits-1)
	return new(big.Int).Neg(half), new(big.Int).Sub(half, big.NewInt(1))
}

func (t *Type) prim() *mir.Type { return &mir.Type{Kind: mir.Prim, Name: t.Name} }

func (t *Type) String() string {
	switch t.Kind {
	case Str:
		return "str"
	case Seq:
		return "[" + t.Elem.String() + "]"
	case Data:
		if t.Name == "" {
			var parts []string
			for _, f := range t.Variants[0].Fields {
				parts = append(parts, f.Type.String())
			}
			return "(" + strings.Join(parts, ", ") + ")"
		}
	}
	return t.Name
}

// Unit reports whether the type is ().
func (t *Type) Unit() bool { return t.Kind == Data && t.Name == "" && len(t.Variants[0].Fields) == 0 }

// UnsupportedError names a type whose values no run shows here.
type UnsupportedError struct{ What string }

func (e *UnsupportedError) Error() string { return "not supported: " + e.What }

func unsupported(format string, args ...any) error {
	return &UnsupportedError{fmt.Sprintf(format, args...)}
}

// Resolver reads the types of a file's functions.
type Resolver struct {
	items map[string]*spec.Item
	known map[string]*Type // items by how they are written, so that an enum can hold itself
	bad   map[string]error // items that could not be read
	// Used are the structs and enums that were met, in order.
	Used []Used
}

// Used is a struct or an enum with its arguments, as Rust writes it.
type Used struct {
	Wire   string
	Type   *Type
	Module string // that it stands in
}

// NewResolver returns a Resolver of a file's types.
func NewResolver(f *spec.File) *Resolver {
	r := &Resolver{items: map[string]*spec.Item{}, known: map[string]*Type{}, bad: map[string]error{}}
	for _, it := range f.Items {
		if r.items[it.Name] != nil {
			it = &spec.Item{Name: it.Name} // two modules have one: nothing is known of either
		}
		r.items[it.Name] = it
	}
	return r
}

// Resolved is a type with how a harness program writes it, 'static everywhere.
type Resolved struct {
	Type *Type
	Wire string
}

// maxNesting bounds how deep a type is read.
const maxNesting = 20

// Resolve reads a type; args are what the type parameters stand for.
func (r *Resolver) Resolve(t *mir.Type, args map[string]Resolved) (Resolved, error) {
	return r.resolve(t, args, 0)
}

func (r *Resolver) resolve(t *mir.Type, args map[string]Resolved, depth int) (Resolved, error) {
	if depth > maxNesting {
		return Resolved{}, unsupported("type of this depth")
	}
	if t == nil {
		return Resolved{tuple(nil), "()"}, nil
	}
	switch t.Kind {
	case mir.Prim:
		return primitive(t.Name)
	case mir.TupleType:
		return r.tuple(t, args, depth)
	case mir.RefType:
		return r.reference(t, args, depth)
	case mir.ArrayType, mir.SliceType:
		return r.array(t, args, depth)
	case mir.PathType:
		return r.path(t, args, depth)
	}
	return Resolved{}, unsupported("type %s", t)
}

func primitive(name string) (Resolved, error) {
	p := &mir.Type{Kind: mir.Prim, Name: name}
	switch {
	case p.IsInt():
		return Resolved{&Type{Kind: Int, Name: name}, name}, nil
	case name == "bool":
		return Resolved{&Type{Kind: Bool, Name: name}, name}, nil
	case name == "char":
		return Resolved{&Type{Kind: Char, Name: name}, name}, nil
	case name == "f32" || name == "f64":
		return Resolved{&Type{Kind: Float, Name: name}, name}, nil
	case name == "str":
		return Resolved{&Type{Kind: Str, Name: name}, name}, nil
	}
	return Resolved{}, unsupported("type %s", name)
}

func tuple(fields []Field) *Type {
	return &Type{Kind: Data, Variants: []Variant{{Fields: fields, Tuple: true}}}
}

func (r *Resolver) tuple(t *mir.Type, args map[string]Resolved, depth int) (Resolved, error) {
	var fields []Field
	var wires []string
	if len(t.Args) > 8 {
		return Resolved{}, unsupported("tuple of %d", len(t.Args))
	}
	for i, a := range t.Args {
		e, err := r.resolve(a, args, depth+1)
		if err != nil {
			return e, err
		}
		fields = append(fields, Field{strconv.Itoa(i), e.Type})
		wires = append(wires, e.Wire)
	}
	wire := strings.Join(wires, ", ")
	if len(wires) == 1 {
		wire += ","
	}
	return Resolved{tuple(fields), "(" + wire + ")"}, nil
}

// reference is what is referred to. Only the outermost reference may be a mutable
// one: what a function does through another, nobody would see.
func (r *Resolver) reference(t *mir.Type, args map[string]Resolved, depth int) (Resolved, error) {
	if t.Mutable && depth > 0 {
		return Resolved{}, unsupported("mutable reference inside of a value")
	}
	e, err := r.resolve(t.Elem, args, depth+1)
	if err != nil {
		return e, err
	}
	mut := ""
	if t.Mutable {
		mut = "mut "
	}
	return Resolved{e.Type, "&'static " + mut + e.Wire}, nil
}

func (r *Resolver) array(t *mir.Type, args map[string]Resolved, depth int) (Resolved, error) {
	e, err := r.resolve(t.Elem, args, depth+1)
	if err != nil {
		return e, err
	}
	if t.Kind == mir.SliceType {
		return Resolved{&Type{Kind: Seq, Elem: e.Type, Len: -1}, "[" + e.Wire + "]"}, nil
	}
	n, err := strconv.Atoi(t.Len)
	if err != nil || n > 64 {
		return Resolved{}, unsupported("array of length %s", t.Len)
	}
	return Resolved{&Type{Kind: Seq, Elem: e.Type, Len: n}, fmt.Sprintf("[%s; %d]", e.Wire, n)}, nil
}

// path is a type of std by its name, unless the file has one of that name, or a struct
// or an enum of the file.
func (r *Resolver) path(t *mir.Type, args map[string]Resolved, depth int) (Resolved, error) {
	p := t.Path
	name := p.Last()
	if len(p.Segs) == 1 && p.Self == nil {
		if a, ok := args[name]; ok {
			return a, nil
		}
	}

	gen := p.Segs[len(p.Segs)-1].Args
	// The file's own types first: they hide std's of the same name.
	it := r.items[name]
	if it == nil && !ofStd(p) {
		return Resolved{}, unsupported("type %s", t)
	}
	var inner []Resolved
	for _, g := range gen {
		e, err := r.resolve(g, args, depth+1)
		if err != nil {
			return e, err
		}
		inner = append(inner, e)
	}

	if it != nil {
		return r.item(it, inner, depth)
	}

	switch {
	case name == "String" && len(inner) == 0:
		return Resolved{&Type{Kind: Str, Name: "String"}, "::std::string::String"}, nil
	case name == "Vec" && len(inner) == 1:
		return Resolved{&Type{Kind: Seq, Elem: inner[0].Type, Len: -1}, "::std::vec::Vec<" + inner[0].Wire + ">"}, nil
	case name == "Box" && len(inner) == 1:
		return Resolved{inner[0].Type, "::std::boxed::Box<" + inner[0].Wire + ">"}, nil
	case name == "Option" && len(inner) == 1:
		return Resolved{option(inner[0].Type), "::std::option::Option<" + inner[0].Wire + ">"}, nil
	case name == "Range" && len(inner) == 1:
		return Resolved{&Type{Kind: Data, Name: "Range", Variants: []Variant{{Name: "Range", Fields: []Field{{"start", inner[0].Type}, {"end", inner[0].Type}}}}},
			"::std::ops::Range<" + inner[0].Wire + ">"}, nil
	case name == "Result" && len(inner) == 2:
		return Resolved{&Type{Kind: Data, Name: "Result", Enum: true, Variants: []Variant{one("Ok", inner[0].Type), one("Err", inner[1].Type)}},
			"::std::result::Result<" + inner[0].Wire + ", " + inner[1].Wire + ">"}, nil
	}
	return Resolved{}, unsupported("type %s", t)
}

// ofStd reports whether a path can name one of std's items.
func ofStd(p *mir.Path) bool {
	first := p.Segs[0].Name
	return p.Self == nil && (len(p.Segs) == 1 || first == "std" || first == "alloc" || first == "core")
}

func option(t *Type) *Type {
	return &Type{Kind: Data, Name: "Option", Enum: true, Variants: []Variant{{Name: "None", Tuple: true}, one("Some", t)}}
}

func one(name string, t *Type) Variant {
	return Variant{Name: name, Fields: []Field{{"0", t}}, Tuple: true}
}

// item is a struct or an enum of the file. Its parts may be anything of their types:
// what its own functions take care of, a specification has to say.
func (r *Resolver) item(it *spec.Item, inner []Resolved, depth int) (Resolved, error) {
	if len(it.Variants) == 0 || len(inner) != len(it.Generics) {
		return Resolved{}, unsupported("type %s", it.Name)
	}
	wires := make([]string, len(inner))
	args := map[string]Resolved{}
	for i, e := range inner {
		wires[i] = e.Wire
		args[it.Generics[i]] = e
	}

	wire := it.Name
	if it.Module != "" {
		wire = "crate::" + it.Module + "::" + it.Name
	}
	if len(wires) > 0 {
		wire += "<" + strings.Join(wires, ", ") + ">"
	}
	// Also while it is being read: a type that holds itself gets the same, unfinished one.
	if t := r.known[wire]; t != nil {
		return Resolved{t, wire}, r.bad[wire]
	}

	t := &Type{Kind: Data, Name: it.Name, Enum: it.Enum}
	r.known[wire] = t
	if err := r.variants(it, t, args, depth); err != nil {
		r.bad[wire] = err
		return Resolved{}, err
	}
	// Behind the types of its parts.
	r.Used = append(r.Used, Used{wire, t, it.Module})
	return Resolved{t, wire}, nil
}

// variants reads the constructors of an item into its type.
func (r *Resolver) variants(it *spec.Item, t *Type, args map[string]Resolved, depth int) error {
	for _, v := range it.Variants {
		w := Variant{Name: v.Name, Tuple: v.Tuple}
		for _, f := range v.Fields {
			// What the reference leads to would have to live as long as the value does.
			if f.Type == nil || f.Type.Kind == mir.RefType {
				return unsupported("reference in a field of %s", it.Name)
			}
			e, err := r.resolve(f.Type, args, depth+1)
			if err != nil {
				return err
			}
			w.Fields = append(w.Fields, Field{f.Name, e.Type})
		}
		t.Variants = append(t.Variants, w)
	}
	return nil
}
