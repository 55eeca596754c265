package native

import (
	"strings"

	"ensures/java/regex"
	"ensures/java/types"
	"ensures/verify/smt"
)

// decimal is the text of a number or character.
func (l *libCall) decimal(key string) (*smt.Term, bool) {
	x := l.x
	switch key {
	case "java.lang.Integer.toString(int)", "java.lang.Long.toString(long)", "java.lang.Character.toString(char)":
		return l.someString(x.stringOf(l.s, l.args[0], l.m.Params[0].Type)), true
	case "java.lang.Integer.toString()", "java.lang.Long.toString()", "java.lang.Character.toString()":
		p := types.Unboxed(l.m.Owner.Type())
		return l.someString(x.stringOf(l.s, x.unbox(l.recv, p), p)), true
	case "java.lang.String.split(java.lang.String)":
		if l.spec == nil {
			return l.newStrings(l.m.Return.(*types.ArrayType)), true
		}
	}
	return nil, false
}

// cannotThrow reports whether a call of a method of regular expressions has constants
// that are well formed: then it gives no exception for them.
func (l *libCall) cannotThrow() bool {
	if !isString(l.m.Owner.Type()) || len(l.args) == 0 || !isString(l.m.Params[0].Type) || !l.literalPattern(0) {
		return false
	}
	switch l.m.Name {
	case "matches", "split":
		return true
	case "replaceAll", "replaceFirst":
		return l.plainReplacement(1)
	}
	return false
}

// newStrings is a new array of strings, as split gives it.
func (l *libCall) newStrings(t *types.ArrayType) *smt.Term {
	x := l.x
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

// arraysMethod is sort of a whole array, whose contract says it in sums that solvers
// are slow with, and asList.
//
//	sort: a' is ascending, and a'[i] = a[from(i)], from and to inverse on 0 ≤ i < |a|
func (l *libCall) arraysMethod() (*smt.Term, bool) {
	x := l.x
	if l.m.Name == "asList" {
		if c := x.callOf(l.e); c == nil || !c.Spread {
			x.unsupported(l.e, "list that shares an array with others")
		}
		return l.listOf(l.args...)
	}
	at, ok := l.m.Params[0].Type.(*types.ArrayType)
	if l.spec != nil || !ok || l.m.Name != "sort" || len(l.args) != 1 || !isIntegral(at.Elem) {
		return nil, false
	}

	a := l.args[0]
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
	all(smt.Implies(smt.And(in(i), in(j), smt.Le(i, j)), smt.Le(vi, vj)), vi, vj)
	from, to := x.function("from."+now.Op, smt.Int, i), x.function("to."+now.Op, smt.Int, i)
	all(smt.Implies(in(i), smt.And(in(from), smt.Eq(vi, smt.Select(was, from)), smt.Eq(x.function("to."+now.Op, smt.Int, from), i))), vi)
	all(smt.Implies(in(i), smt.And(in(to), smt.Eq(smt.Select(was, i), smt.Select(now, to)), smt.Eq(x.function("from."+now.Op, smt.Int, to), i))), smt.Select(was, i))
	all(inRange(vi, at.Elem), vi)
	x.writeAt(l.s, comp, a, now)
	return smt.True, true
}
