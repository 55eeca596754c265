package bench

import (
	"cmp"
	"math"
	"slices"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
)

// Vocabulary is the constants that occur in a stretch of code: what generated
// inputs should try, and what clauses may mention.
type Vocabulary struct {
	Ints    []int64 // of byte, short, int and long constants, sorted
	Chars   []uint16
	Floats  []float64
	Strings []string // WTF-8
	// Types are what the code takes an Object to be: without one of them among the inputs it
	// would be seen to fail only.
	Types []types.Type
}

// Constants are the values of the constant expressions inside span. A folded
// constant (-1, 2*K) counts as well as its parts.
func Constants(info *types.Info, span java.Span) Vocabulary {
	var v Vocabulary
	for e, c := range info.Consts {
		if c == nil || e.Pos() < span.From || e.End() > span.To {
			continue
		}
		switch c.Type.Kind() {
		case types.Byte, types.Short, types.Int, types.Long:
			v.Ints = append(v.Ints, c.N)
		case types.Char:
			v.Chars = append(v.Chars, uint16(c.N))
		case types.Float:
			v.Floats = append(v.Floats, float64(math.Float32frombits(uint32(c.N))))
		case types.Double:
			v.Floats = append(v.Floats, math.Float64frombits(uint64(c.N)))
		case types.Ref:
			v.Strings = append(v.Strings, c.S)
		}
	}
	v.Ints = sorted(v.Ints)
	v.Chars = sorted(v.Chars)
	v.Floats = sorted(v.Floats)
	v.Strings = sorted(v.Strings)
	return v
}

// mostCallees bounds the methods of other files whose constants count.
const mostCallees = 12

// Vocabulary returns the constants of the method, and those of the methods of other
// files of the project that it calls: what these ask of their arguments decides how the
// method ends.
func (p *Program) Vocabulary() Vocabulary {
	v := Constants(p.Info, java.Span{From: p.Decl.Pos(), To: p.Decl.End()})
	seen := map[*types.Method]bool{}
	var visit func(d *java.MethodDecl, info *types.Info)
	visit = func(d *java.MethodDecl, info *types.Info) {
		java.Walk(d, func(n java.Node) bool {
			call := info.Calls[n]
			if call == nil || call.Method == nil || seen[call.Method] || len(seen) >= mostCallees {
				return true
			}
			m := call.Method
			if !m.Owner.Elsewhere || m.Owner.StandIn || m.Decl == nil || m.Decl.Body == nil {
				return true
			}
			seen[m] = true
			body, errs := m.Body()
			if len(errs) > 0 {
				return true
			}
			more := Constants(body, java.Span{From: m.Decl.Pos(), To: m.Decl.End()})
			v.Ints, v.Chars = sorted(append(v.Ints, more.Ints...)), sorted(append(v.Chars, more.Chars...))
			v.Floats, v.Strings = sorted(append(v.Floats, more.Floats...)), sorted(append(v.Strings, more.Strings...))
			visit(m.Decl, body)
			return true
		})
	}
	visit(p.Decl, p.Info)
	v.Types = Narrowed(p.Types.Lib, p.Decl, p.Info)
	return v
}

// Narrowed are the types that a method, and those with a body that it calls, ask whether an
// Object is, or cast one to; all kinds of arrays where it is given to java.lang.reflect.Array.
func Narrowed(lib *types.Library, decl *java.MethodDecl, info *types.Info) (out []types.Type) {
	add := func(t types.Type) {
		t = types.Erasure(t)
		if (t.Kind() == types.Ref || t.Kind() == types.ArrayOf) && !types.IsObject(t) && !slices.ContainsFunc(out, func(o types.Type) bool { return o.String() == t.String() }) {
			out = append(out, t)
		}
	}
	seen := map[*types.Method]bool{}
	var visit func(d *java.MethodDecl, info *types.Info)
	visit = func(d *java.MethodDecl, info *types.Info) {
		java.Walk(d, func(n java.Node) bool {
			switch n := n.(type) {
			case *java.Cast:
				if types.IsObject(info.Types[n.X]) {
					add(info.TypeOf[n.Type])
				}
			case *java.InstanceOf:
				of := n.Type
				if p, ok := n.Pattern.(*java.TypePattern); ok {
					of = p.Type
				}
				if of != nil && types.IsObject(info.Types[n.X]) {
					add(info.TypeOf[of])
				}
			}
			call := info.Calls[n]
			if call == nil || call.Method == nil || seen[call.Method] || len(seen) >= mostCallees {
				return true
			}
			m := call.Method
			seen[m] = true
			// Its methods take an Object and fail on all but arrays.
			if m.Owner.Binary == "java.lang.reflect.Array" {
				for _, elem := range []types.Type{types.TBoolean, types.TByte, types.TChar, types.TShort, types.TInt, types.TLong, types.TFloat, types.TDouble, lib.String()} {
					add(&types.ArrayType{Elem: elem})
				}
			}
			if m.Owner.Library || m.Owner.StandIn || m.Decl == nil || m.Decl.Body == nil {
				return true
			}
			if body, errs := m.Body(); len(errs) == 0 {
				visit(m.Decl, body)
			}
			return true
		})
	}
	visit(decl, info)
	return out
}

func sorted[T cmp.Ordered](s []T) []T {
	slices.Sort(s)
	return slices.Compact(s)
}

// around is every integer constant with its neighbours and its negation, and the fractions and
// characters as integers.
func (v Vocabulary) around() []int64 {
	var out []int64
	for _, n := range v.Ints {
		out = append(out, n-1, n, n+1, -n)
	}
	for _, f := range v.Floats {
		if math.Abs(f) < 1e9 {
			out = append(out, int64(f), int64(f)+1)
		}
	}
	for _, c := range v.Chars {
		out = append(out, int64(c))
	}
	return sorted(out)
}

// letters are the characters of the constants.
func (v Vocabulary) letters() []uint16 {
	out := slices.Clone(v.Chars)
	for _, c := range v.Chars {
		out = append(out, c-1, c+1)
	}
	for _, s := range v.Strings {
		out = append(out, interp.NewString(s).Units()...)
	}
	return sorted(out)
}
