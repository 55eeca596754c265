package native

import (
	"strings"

	"ensures/java"
	"ensures/java/regex"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/smt"
)

// opaqueMethods are methods of which only that they are functions of their
// arguments' values is known: they write nothing and throw nothing but for null
// arguments and, where it says so, for a regular expression that is none.
var opaqueMethods = map[string]int{ // → the argument that is a regular expression, −1 for none
	"java.lang.String.matches(java.lang.String)":                              0,
	"java.lang.String.replaceAll(java.lang.String,java.lang.String)":          -2, // the replacement has a syntax too
	"java.lang.String.replace(char,char)":                                     -1,
	"java.lang.String.replace(java.lang.CharSequence,java.lang.CharSequence)": -1,
	"java.lang.String.equalsIgnoreCase(java.lang.String)":                     -1,
	"java.lang.String.compareToIgnoreCase(java.lang.String)":                  -1,
	"java.lang.String.indexOf(java.lang.String,int)":                          -1,
	"java.lang.String.lastIndexOf(java.lang.String)":                          -1,
	"java.lang.String.strip()":                                                -1,
	"java.lang.String.split(java.lang.String)":                                0,
	"java.lang.Integer.toBinaryString(int)":                                   -1,
	"java.lang.Integer.toHexString(int)":                                      -1,
	"java.lang.Integer.toOctalString(int)":                                    -1,
	"java.lang.Integer.bitCount(int)":                                         -1,
	"java.lang.Long.toBinaryString(long)":                                     -1,
	"java.lang.Character.getNumericValue(char)":                               -1,
	"java.lang.Character.isSpaceChar(char)":                                   -1,
}

// opaque is a call of a method that is a function and no more.
func (l *libCall) opaque(key string) (*smt.Term, bool) {
	x := l.x
	switch key {
	case "java.lang.Integer.toString(int)", "java.lang.Long.toString(long)", "java.lang.Character.toString(char)":
		return x.newString(l.s, x.stringOf(l.s, l.args[0], l.m.Params[0].Type), l.spec != nil), true
	case "java.lang.Integer.toString()", "java.lang.Long.toString()", "java.lang.Character.toString()":
		p := types.Unboxed(l.m.Owner.Type())
		return x.newString(l.s, x.stringOf(l.s, x.unbox(l.recv, p), p), l.spec != nil), true
	case "java.lang.Object.hashCode()":
		if l.spec == nil {
			v := x.fresh("hash", smt.Int)
			x.assume(l.s, inRange(v, types.TInt))
			return v, true
		}
	}
	re, ok := opaqueMethods[key]
	if !ok {
		return nil, false
	}
	var args []*smt.Term
	if !l.m.Flags.Has(java.Static) {
		args = append(args, x.content(l.recv))
	}
	for i, a := range l.args {
		if a.Sort == refSort {
			if !isString(l.m.Params[i].Type) && !isString(x.typeOf(l.arg(i))) {
				return nil, false
			}
			l.need(smt.Not(smt.Eq(a, null)), verify.PossiblyNullValue, verify.UndefinedNullDeReference, "java.lang.NullPointerException")
			a = x.content(a)
		}
		args = append(args, a)
	}
	if re != -1 && !l.literalPattern(0) || re == -2 && !l.plainReplacement(1) {
		return nil, false
	}
	name := "lib." + strings.NewReplacer("(", ".", ")", "", ",", ".").Replace(key)
	t := l.m.Return
	if at, ok := t.(*types.ArrayType); ok {
		return l.newStrings(at, args), l.spec == nil
	}
	if isString(t) {
		return x.newString(l.s, x.function(name, strSort, args...), l.spec != nil), true
	}
	v := x.function(name, sortOf(t), args...)
	if l.spec == nil {
		x.assume(l.s, inRange(v, t))
	}
	return v, true
}

// newStrings is a new array of strings, as split gives it.
func (l *libCall) newStrings(t *types.ArrayType, args []*smt.Term) *smt.Term {
	x := l.x
	if l.spec != nil {
		return null
	}
	comp := x.arrays(t.Elem)
	was := x.component(l.s, alive)
	x.grow(l.s, was)
	a := x.allocate(l.s, "strings", t)
	row := x.fresh("strings", x.components[comp].sort.Elem())
	i := x.bound("i", smt.Int)
	v := smt.Select(row, i)
	x.assume(l.s, smt.Forall([]*smt.Term{i}, smt.Implies(smt.And(smt.Le(smt.IntLit(0), i), smt.Lt(i, x.length(a))),
		smt.And(smt.Not(smt.Eq(v, null)), x.instance(v, x.lib.String()), smt.Select(x.component(l.s, alive), v))), []*smt.Term{v}))
	x.writeAt(l.s, comp, a, row)
	return a
}

// literalPattern reports whether an argument is a constant that is a regular
// expression.
func (l *libCall) literalPattern(i int) bool {
	c := l.x.constOf(l.arg(i))
	if c == nil {
		return false
	}
	_, err := regex.Compile([]rune(c.S), 0, func(string) func(rune) bool { return nil })
	return err == nil
}

// plainReplacement reports whether an argument is a constant without $ and \.
func (l *libCall) plainReplacement(i int) bool {
	c := l.x.constOf(l.arg(i))
	return c != nil && !strings.ContainsAny(c.S, `$\`)
}

// arraysMethod is sort or fill of a whole array of numbers.
func (l *libCall) arraysMethod(name string) (*smt.Term, bool) {
	x := l.x
	at, ok := l.m.Params[0].Type.(*types.ArrayType)
	if l.spec != nil || !ok || len(l.args) != map[string]int{"sort": 1, "fill": 2}[l.m.Name] || !isIntegral(at.Elem) && (l.m.Name == "sort" || !types.IsPrimitive(at.Elem)) {
		return nil, false
	}
	a := l.args[0]
	x.mayThrow(l.s, smt.Not(smt.Eq(a, null)), "java.lang.NullPointerException", verify.PossiblyNullDeReference, l.at, l.m.Name)
	x.checkFrame(l.s, location{elem: at.Elem, recv: a}, l.at, l.m.Name)
	comp := x.arrays(at.Elem)
	n := x.length(a)
	was := x.nameTerm("was", smt.Select(x.component(l.s, comp), a))
	now := x.fresh(l.m.Name, was.Sort)
	i, j := x.bound("i", smt.Int), x.bound("j", smt.Int)
	in := func(i *smt.Term) *smt.Term { return smt.And(smt.Le(smt.IntLit(0), i), smt.Lt(i, n)) }
	vi, vj := smt.Select(now, i), smt.Select(now, j)
	all := func(f *smt.Term, pat ...*smt.Term) {
		vs := []*smt.Term{i}
		if len(pat) > 1 {
			vs = append(vs, j)
		}
		x.assume(l.s, smt.Forall(vs, f, pat))
	}
	all(smt.Implies(smt.Not(in(i)), smt.Eq(vi, smt.Select(was, i))), vi)
	if l.m.Name == "fill" {
		all(smt.Implies(in(i), smt.Eq(vi, l.args[1])), vi)
	} else {
		// Sorted, and the same elements in another order.
		all(smt.Implies(smt.And(in(i), in(j), smt.Le(i, j)), smt.Le(vi, vj)), vi, vj)
		from, to := x.function("from."+now.Op, smt.Int, i), x.function("to."+now.Op, smt.Int, i)
		all(smt.Implies(in(i), smt.And(in(from), smt.Eq(vi, smt.Select(was, from)), smt.Eq(x.function("to."+now.Op, smt.Int, from), i))), vi)
		all(smt.Implies(in(i), smt.And(in(to), smt.Eq(smt.Select(was, i), smt.Select(now, to)), smt.Eq(x.function("from."+now.Op, smt.Int, to), i))), smt.Select(was, i))
		all(inRange(vi, at.Elem), vi)
	}
	x.writeAt(l.s, comp, a, now)
	return smt.True, true
}
