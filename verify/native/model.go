package native

import (
	"context"
	"math"
	"math/big"
	"strconv"
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/verify/smt"
)

// A model is what a solver that could not prove an obligation says of the method's
// inputs. It is a suspicion and no more: with quantifiers around, solvers give
// models that are none, and what is not in the condition has no value in them.

// modelReader reads the values of a method's inputs from a session that has just
// answered sat or unknown.
type modelReader struct {
	ctx   context.Context
	x     *exec
	s     *smt.Solver
	knows func(symbol string) bool
	pre   *state
	made  map[string][]any // arrays by the value of their reference
	asked int
}

// The limits of what is read.
const (
	modelElements = 24
	modelLength   = 5000
	modelDepth    = 3
	modelAsked    = 120
)

// suspect reads the inputs, nil when there is nothing to read. items is the number
// of the condition's items that the session knows.
func (x *exec) suspect(ctx context.Context, s *smt.Solver, items int) map[string]any {
	known := map[string]bool{}
	for _, it := range x.items[:items] {
		if name, ok := strings.CutPrefix(it.decl, "(declare-fun "); ok {
			name, _, _ = strings.Cut(name, " ")
			known[name] = true
		}
	}
	r := &modelReader{ctx: ctx, x: x, s: s, knows: func(n string) bool { return known[n] }, pre: x.first.s, made: map[string][]any{}}
	out := map[string]any{}
	for _, p := range x.method.Params {
		if v, ok := r.value(r.pre.locals[p], p.Type, 0); ok {
			out[p.Name] = v
		}
	}
	if x.this != nil && !x.method.IsConstructor() {
		for c := x.method.Owner; c != nil && !c.Library; c = superClass(c) {
			for _, f := range c.Fields {
				if f.Flags.Has(java.Static) || f.Spec {
					continue
				}
				if h := r.component(x.fieldNames[f]); h != nil {
					if v, ok := r.value(smt.Select(h, x.this), f.Type, 0); ok {
						out["this."+f.Name] = v
					}
				}
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// component is a heap component of the pre-state, nil where the condition does not
// speak of it.
func (r *modelReader) component(name string) *smt.Term {
	v, ok := r.pre.heap[name]
	if !ok {
		v, ok = r.pre.base.known[name]
	}
	if !ok || !r.closedOver(v) {
		return nil
	}
	return v
}

// closedOver reports whether the session knows every symbol of t.
func (r *modelReader) closedOver(t *smt.Term) bool {
	vars := map[string]bool{}
	smt.Vars(t, vars)
	for n := range vars {
		if strings.Contains(n, "!") && !r.knows(n) {
			return false
		}
	}
	return true
}

// ask gives the values of terms as text, nil when the solver gives none.
func (r *modelReader) ask(ts ...*smt.Term) []string {
	if r.asked++; r.asked > modelAsked || len(ts) == 0 {
		return nil
	}
	out, err := r.s.Values(r.ctx, ts)
	if err != nil {
		return nil
	}
	return out
}

func (r *modelReader) integer(t *smt.Term) (int64, bool) {
	vs := r.ask(t)
	if vs == nil {
		return 0, false
	}
	n, ok := smt.ParseInt(vs[0])
	if !ok || !n.IsInt64() {
		return 0, false
	}
	return n.Int64(), true
}

// value reads a value of static type t.
func (r *modelReader) value(v *smt.Term, t types.Type, depth int) (any, bool) {
	if v == nil || !r.closedOver(v) || depth > modelDepth {
		return nil, false
	}
	if v.Sort != refSort {
		vs := r.ask(v)
		if vs == nil {
			return nil, false
		}
		return parseModel(vs[0], t)
	}
	is := r.ask(smt.Eq(v, null), v)
	if is == nil {
		return nil, false
	}
	if is[0] == "true" {
		return nil, true
	}
	switch {
	case t.Kind() == types.ArrayOf:
		return r.array(v, is[1], t.(*types.ArrayType), depth)
	case isString(t):
		return r.text(v)
	}
	if p := unboxed(t); p != nil && r.knows(symbol("unbox."+p.String())) {
		return r.value(smt.App(symbol("unbox."+p.String()), sortOf(p), v), p, depth+1)
	}
	return nil, false
}

func (r *modelReader) array(v *smt.Term, ref string, t *types.ArrayType, depth int) (any, bool) {
	if a, ok := r.made[ref]; ok {
		return a, true
	}
	n := int64(0)
	if r.knows("alen") {
		var ok bool
		if n, ok = r.integer(smt.App("alen", smt.Int, v)); !ok || n < 0 || n > modelLength {
			return nil, false
		}
	}
	out := make([]any, n)
	zero := any(nil)
	if types.IsPrimitive(t.Elem) {
		zero = zeroModel(t.Elem)
	}
	for i := range out {
		out[i] = zero
	}
	r.made[ref] = out
	h := r.component(elemName(t.Elem))
	if h == nil {
		return out, true
	}
	elems := smt.Select(h, v)
	k := min(int(n), modelElements)
	if types.IsPrimitive(t.Elem) {
		ts := make([]*smt.Term, k)
		for i := range ts {
			ts[i] = smt.Select(elems, smt.IntLit(int64(i)))
		}
		for i, s := range r.ask(ts...) {
			if e, ok := parseModel(s, t.Elem); ok {
				out[i] = e
			}
		}
		return out, true
	}
	for i := range min(k, 6) {
		if e, ok := r.value(smt.Select(elems, smt.IntLit(int64(i))), t.Elem, depth+1); ok {
			out[i] = e
		}
	}
	return out, true
}

func (r *modelReader) text(v *smt.Term) (any, bool) {
	if !r.knows("slen") {
		return "", true
	}
	c := smt.App("content", strSort, v)
	n, ok := r.integer(smt.App("slen", smt.Int, c))
	if !ok || n < 0 || n > modelLength {
		return nil, false
	}
	units := make([]uint16, n)
	ts := make([]*smt.Term, min(n, modelElements))
	for i := range units {
		units[i] = 'a'
	}
	for i := range ts {
		ts[i] = smt.App("sat", smt.Int, c, smt.IntLit(int64(i)))
	}
	for i, s := range r.ask(ts...) {
		if u, ok := smt.ParseInt(s); ok && u.IsInt64() && u.Int64() >= 0 && u.Int64() <= math.MaxUint16 {
			units[i] = uint16(u.Int64())
		}
	}
	return java.EncodeWTF8(units), true
}

func zeroModel(t types.Type) any {
	switch sortOf(t) {
	case smt.Bool:
		return false
	case smt.Int:
		return int64(0)
	}
	return float64(0)
}

// parseModel reads a value that a solver printed.
func parseModel(s string, t types.Type) (any, bool) {
	switch sortOf(t) {
	case smt.Bool:
		return s == "true", s == "true" || s == "false"
	case smt.Int:
		n, ok := smt.ParseInt(s)
		if !ok || !n.IsInt64() {
			return nil, false
		}
		return n.Int64(), true
	case smt.Float32, smt.Float64:
		return parseFloat(s)
	}
	return nil, false
}

// parseFloat reads "(fp #b0 #b… #x…)", "(_ NaN 11 53)", "(_ +oo 11 53)" and zeros.
func parseFloat(s string) (any, bool) {
	f := strings.Fields(strings.Trim(s, "()"))
	if len(f) < 2 {
		return nil, false
	}
	if f[0] == "_" {
		switch f[1] {
		case "NaN":
			return math.NaN(), true
		case "+oo":
			return math.Inf(1), true
		case "-oo":
			return math.Inf(-1), true
		case "+zero":
			return 0.0, true
		case "-zero":
			return math.Copysign(0, -1), true
		}
		return nil, false
	}
	if f[0] != "fp" || len(f) != 4 {
		return nil, false
	}
	bits := ""
	for _, p := range f[1:] {
		switch {
		case strings.HasPrefix(p, "#b"):
			bits += p[2:]
		case strings.HasPrefix(p, "#x"):
			n, ok := new(big.Int).SetString(p[2:], 16)
			if !ok {
				return nil, false
			}
			bits += pad(n.Text(2), 4*len(p[2:]))
		default:
			return nil, false
		}
	}
	n, err := strconv.ParseUint(bits, 2, 64)
	switch {
	case err != nil:
		return nil, false
	case len(bits) == 32:
		return float64(math.Float32frombits(uint32(n))), true
	}
	return math.Float64frombits(n), len(bits) == 64
}
