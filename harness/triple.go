package harness

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"ensures/bench"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
	"ensures/jml/eval"
)

// Triple is a Hoare triple {true} x := i; y := o {φ} about one output of one input,
// as a method that a verifier can be asked about: it assumes the input, makes the
// output, and ensures φ. Denied is a second method, the same but for ensuring ¬φ.
type Triple struct {
	Method, Denied string // names of the two methods
	Pair, Mutant   string // Mutant is "" for the recorded output
	Holds          bool   // what evaluation says of φ
}

// Triples writes the decided outputs of up to n pairs, mutants included, into the
// specification's source as methods (see Triple). left counts by reason what could
// not be written: objects, long arrays, clauses of a form that is not supported.
func (r *Report) Triples(n int) (source string, ts []Triple, left map[string]int) {
	left = map[string]int{}
	if r.Status != OK {
		left[string(r.Status)]++
		return "", nil, left
	}
	phi, why := r.spec.predicate()
	if why == "" {
		why = r.spec.unwritable(r.prep)
	}
	if why != "" {
		left[why]++
		return "", nil, left
	}

	var methods strings.Builder
	for k, v := range r.Pairs {
		if k == n {
			break
		}
		add := func(mutant string, holds bool, result interp.Value, post []interp.Value, copied map[interp.Ref]interp.Ref) {
			w := &tripleWriter{pair: v.Pair, copied: copied, paths: map[interp.Ref]string{}}
			body, why := w.body(r.prep.Method, r.spec.decl, result, post)
			if why != "" {
				left[why]++
				return
			}
			t := Triple{Method: fmt.Sprintf("triple%d", len(ts)), Denied: fmt.Sprintf("tripleDenied%d", len(ts)), Pair: v.Pair.Name, Mutant: mutant, Holds: holds}
			r.spec.writeTriple(&methods, t.Method, phi, body)
			r.spec.writeTriple(&methods, t.Denied, "!("+phi+")", body)
			ts = append(ts, t)
		}
		switch {
		case v.Pre == eval.Unknown || v.Post == eval.Unknown:
			left["undecided"]++
		default:
			add("", v.Post == eval.True, v.Pair.Result, v.Pair.Post.Args, nil)
		}
		for _, m := range v.Mutants {
			switch {
			case m.Fate == Undecided || v.Pre == eval.Unknown:
				left["undecided"]++
			case m.state != nil:
				p := len(v.Pair.Post.Args)
				add(m.Name, m.Fate == Survived, interp.Value{N: v.Pair.Result.N, R: m.state.Roots[p+1].R}, m.state.Roots[:p], m.state.Copy)
			default:
				add(m.Name, m.Fate == Survived, m.value, v.Pair.Post.Args, nil)
			}
		}
	}
	src, end := r.spec.file.Src, r.spec.class.Rbrace.Offset()
	return src[:end] + methods.String() + src[end:], ts, left
}

// predicate is the contract on normal ends as one expression, each case's
// precondition read in the pre-state.
func (s *spec) predicate() (text, why string) {
	ms := s.jml.Method(s.decl)
	if ms == nil {
		return "true", ""
	}
	all := func(cs []*jml.Clause) string {
		out := "true"
		for _, c := range cs {
			if c.Expr == nil {
				continue
			}
			line := c.String()
			_, expr, _ := strings.Cut(strings.TrimSuffix(line, ";"), " ")
			out += " && (" + expr + ")"
		}
		return out
	}
	text = "true"
	for _, c := range jml.Normalise(ms).Cases {
		if len(c.Old) > 0 {
			return "", "old clauses"
		}
		post := all(c.Ensures)
		if c.MustThrow {
			post = "false"
		}
		text += " && (\\old(" + all(c.Requires) + ") ==> (" + post + "))"
	}
	return text, ""
}

// unwritable is why outputs of the method can't be written as statements; "" when
// they can.
func (s *spec) unwritable(prep *bench.Prepared) string {
	if len(s.decl.TypeParams) > 0 || len(s.class.TypeParams) > 0 {
		return "type parameters"
	}
	if !s.method.Flags.Has(java.Static) {
		for c := s.method.Owner; c != nil && !c.Library; c = c.Super.Class {
			for _, f := range c.Fields {
				if !f.Flags.Has(java.Static) {
					return "fields"
				}
			}
			if c.Super == nil {
				break
			}
		}
	}
	if s.stateful(prep) {
		return "fields"
	}
	if len(s.method.Params) != len(prep.Method.Params) {
		return "other parameters"
	}
	for i, l := range s.method.Params {
		if types.ShortString(l.Type) != types.ShortString(prep.Method.Params[i].Type) {
			return "other parameters"
		}
	}
	return ""
}

func (s *spec) writeTriple(b *strings.Builder, name, phi, body string) {
	text := func(n java.Node) string { return s.file.Src[n.Pos().Offset():n.End().Offset()] }
	var params []string
	for _, p := range s.decl.Params {
		params = append(params, text(p))
	}
	static := ""
	if s.method.Flags.Has(java.Static) {
		static = "static "
	}
	fmt.Fprintf(b, "\n//@ ensures %s;\npublic %s%s %s(%s) {\n%s}\n", phi, static, text(s.decl.Return), name, strings.Join(params, ", "), body)
}

// tripleWriter writes one input and output as Java.
type tripleWriter struct {
	pair   *bench.Pair
	copied map[interp.Ref]interp.Ref // of a mutant: objects of the real state → their counterparts
	paths  map[interp.Ref]string     // objects of the state after the call → expressions
	arrays []string                  // paths of the arrays so far
	types  []string                  // and their types
	size   int
	assume []string
	stmts  strings.Builder
}

// maxTripleSize is the number of elements and characters that a triple may have.
const maxTripleSize = 60

func (w *tripleWriter) body(m *types.Method, d *java.MethodDecl, result interp.Value, post []interp.Value) (text, why string) {
	// The path of every array has to be known before an element is written: the values may be
	// arrays, too.
	for i, p := range d.Params {
		if why := w.before(p.Name.Name, w.pair.Pre.Args[i], post[i], m.Params[i].Type); why != "" {
			return "", why
		}
	}
	for i, p := range d.Params {
		if why := w.after(p.Name.Name, w.pair.Pre.Args[i], post[i], m.Params[i].Type); why != "" {
			return "", why
		}
	}
	ret := ""
	if m.Return.Kind() != types.Void {
		v, why := w.value(result, m.Return)
		if why != "" {
			return "", why
		}
		ret = "return " + v + ";\n"
	}
	var b strings.Builder
	for _, a := range w.assume {
		b.WriteString("//@ assume " + a + ";\n")
	}
	return b.String() + w.stmts.String() + ret, ""
}

// counterpart is the object after the call (in a mutant's state) that an object
// before it became.
func (w *tripleWriter) counterpart(r interp.Ref) interp.Ref {
	if q, ok := w.pair.ToPost[r]; ok {
		r = q
	}
	if q, ok := w.copied[r]; ok {
		r = q
	}
	return r
}

// before assumes that path has value v before the call.
func (w *tripleWriter) before(path string, v, post interp.Value, t types.Type) string {
	switch t := t.(type) {
	case *types.Basic:
		w.assume = append(w.assume, isValue(path, v, t))
		return ""
	case *types.ArrayType:
		if v.R == nil {
			w.assume = append(w.assume, path+" == null")
			return ""
		}

		now := w.counterpart(v.R)
		if first, ok := w.paths[now]; ok {
			w.assume = append(w.assume, path+" == "+first)
			return ""
		}
		// The pair keeps these arrays apart; without a word of it they might be one.
		for k, other := range w.arrays {
			if w.types[k] == t.String() {
				w.assume = append(w.assume, path+" != "+other)
			}
		}
		w.paths[now] = path
		w.arrays, w.types = append(w.arrays, path), append(w.types, t.String())
		arr := v.R.(interp.Array)
		n := arr.Len()
		if w.size += n; w.size > maxTripleSize {
			return "too long"
		}
		w.assume = append(w.assume, fmt.Sprintf("%s != null && %[1]s.length == %d", path, n))
		for i := range n {
			if why := w.before(fmt.Sprintf("%s[%d]", path, i), arr.At(i), post, t.Elem); why != "" {
				return why
			}
		}
		return ""
	}
	if !types.IsString(t) {
		return "values of " + t.String()
	}

	if v.R == nil {
		w.assume = append(w.assume, path+" == null")
		return ""
	}
	s, ok := v.R.(*interp.String)
	if w.size += s.Len(); !ok || w.size > maxTripleSize {
		return "too long"
	}
	w.assume = append(w.assume, path+" != null && "+path+".equals("+interp.QuoteString(s)+")")
	if _, ok := w.paths[v.R]; !ok {
		w.paths[v.R] = path
	}
	return ""
}

// after makes path's object what it is after the call.
func (w *tripleWriter) after(path string, pre, post interp.Value, t types.Type) string {
	at, ok := t.(*types.ArrayType)
	if !ok || pre.R == nil {
		return ""
	}
	// Statements can change an array, but not put another one into the caller's variable.
	if post.R != w.counterpart(pre.R) {
		return "another object in an argument's place"
	}
	x, y := pre.R.(interp.Array), post.R.(interp.Array)
	if x.Len() != y.Len() {
		return "an array of another length"
	}
	for i := range x.Len() {
		a, b := x.At(i), y.At(i)
		elem := fmt.Sprintf("%s[%d]", path, i)
		if _, nested := at.Elem.(*types.ArrayType); nested && a.R != nil && b.R == w.counterpart(a.R) {
			if why := w.after(elem, a, b, at.Elem); why != "" {
				return why
			}
			continue
		}
		if a == b {
			continue
		}
		text, why := w.value(b, at.Elem)
		if why != "" {
			return why
		}
		w.stmts.WriteString(elem + " = " + text + ";\n")
	}
	return ""
}

// value is an expression for a value of type t in the state after the call.
func (w *tripleWriter) value(v interp.Value, t types.Type) (text, why string) {
	switch t := t.(type) {
	case *types.Basic:
		return literal(v, t.Kind()), ""
	case *types.ArrayType:
		if v.R == nil {
			return "null", ""
		}
		if p, ok := w.paths[v.R]; ok {
			return p, ""
		}
		arr := v.R.(interp.Array)
		n := arr.Len()
		if w.size += n; w.size > maxTripleSize {
			return "", "too long"
		}
		var elems []string
		for i := range n {
			e, why := w.value(arr.At(i), t.Elem)
			if why != "" {
				return "", why
			}
			elems = append(elems, e)
		}
		return "new " + types.ShortString(t) + "{" + strings.Join(elems, ", ") + "}", ""
	}
	switch r := v.R.(type) {
	case nil:
		return "null", ""
	case *interp.String:
		if p, ok := w.paths[r]; ok {
			return p, ""
		}
		if w.size += r.Len(); w.size > maxTripleSize {
			return "", "too long"
		}
		return interp.QuoteString(r), ""
	case *interp.Box:
		if p := types.Unboxed(t); p != nil {
			return literal(interp.Value{N: r.N}, p.Kind()), ""
		}
	}
	return "", "values of " + t.String()
}

// isValue says in JML that path has a primitive value, the very zero or NaN.
func isValue(path string, v interp.Value, t *types.Basic) string {
	var f float64
	switch t.Kind() {
	case types.Double:
		f = v.Float64()
	case types.Float:
		f = float64(v.Float32())
	default:
		return path + " == " + literal(v, t.Kind())
	}
	switch {
	case math.IsNaN(f):
		return path + " != " + path
	case f == 0:
		// The zeros are equal; the quotients that they give have different signs.
		sign := ">"
		if math.Signbit(f) {
			sign = "<"
		}
		return path + " == 0 && 1 / " + path + " " + sign + " 0"
	}
	return path + " == " + literal(v, t.Kind())
}

func literal(v interp.Value, k types.Kind) string {
	switch k {
	case types.Boolean:
		return strconv.FormatBool(v.IsTrue())
	case types.Char:
		return "(char) " + strconv.FormatInt(v.N, 10)
	case types.Byte, types.Short:
		return fmt.Sprintf("(%s) (%d)", map[types.Kind]string{types.Byte: "byte", types.Short: "short"}[k], v.N)
	case types.Long:
		if v.N == math.MinInt64 {
			// The digits alone are no long: the least number has no positive counterpart.
			return "(-9223372036854775807L - 1)"
		}
		return fmt.Sprintf("(%dL)", v.N)
	case types.Int:
		return fmt.Sprintf("(%d)", v.N)
	case types.Float:
		return "((float) " + floating(float64(v.Float32())) + ")"
	}
	return floating(v.Float64())
}

func floating(f float64) string {
	switch {
	case math.IsNaN(f):
		return "(0.0 / 0.0)"
	case math.IsInf(f, 1):
		return "(1.0 / 0.0)"
	case math.IsInf(f, -1):
		return "(-1.0 / 0.0)"
	case f == 0 && math.Signbit(f):
		return "(-0.0)"
	}
	return "(" + strconv.FormatFloat(f, 'e', -1, 64) + ")"
}
