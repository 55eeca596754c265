package native

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
)

// What a proof takes for granted of the file, and so rests on:
//
//	a call of m            m, and all that may run instead of it
//	a use of class C,
//	or a static field of C <clinit> of C
//	an invariant of C      whatever of the file may break it: see invariantKeepers
//
// Side condition: what has nothing to prove is nobody's basis: a method without a
// body, and a class whose initialisation is plainly harmless.

// leanOn notes that the proof takes for granted what another method's proof shows.
func (x *exec) leanOn(m *types.Method) { x.leans[m] = true }

// leanOnCall notes what a call takes for granted: that the method keeps its
// contract, and so does all that may run instead.
func (x *exec) leanOnCall(m *types.Method, super bool) {
	x.leanOn(m)
	x.takeOutside(m)
	if super {
		return
	}
	for _, d := range x.overriders(m) {
		x.leanOn(d)
	}
	// What a class only inherits for m is proved by a method of its own.
	for _, d := range x.unwritten {
		if slices.Contains(x.overrides(d), m) {
			x.leanOn(d)
		}
	}
}

// rests is the methods that the proof rests on, in the order of the file.
func (x *exec) rests() []verify.MethodKey {
	x.leanOnKeepers()
	var out []verify.MethodKey
	for _, m := range x.provable() {
		if x.leans[m] && m != x.method {
			out = append(out, verify.KeyOf(m))
		}
	}
	return out
}

// leanOnKeepers notes whom the facts about fields rest on that the method under
// proof takes for granted: invariants, and that a field is not null.
//
//	relevant  =  what code and contract of m read, what the invariants speak of that
//	             speak of it, and so on
//	keepers   =  every method of the file with code that writes a relevant field,
//	             element or library object that carries such a fact, and the
//	             constructors of the classes that have the fact; but for those that
//	             plainly leave fields filled, where that is the fact (see filled.go)
//
// That a keeper's own proof takes the facts for granted too is no circle: they hold
// before, and each keeps them.
func (x *exec) leanOnKeepers() {
	relevant := map[string]bool{}
	x.methodReads(x.method, relevant, map[*types.Method]bool{})
	carries, owners := map[string]bool{}, map[*types.Class]bool{}
	seen := map[*jml.Clause]bool{}
	for more := true; more; {
		more = false
		for _, c := range x.classes {
			for _, static := range []bool{false, true} {
				for _, cl := range x.ownInvariants(c, jml.Invariant, static) {
					reads := x.clauseReads(cl)
					if seen[cl] || !slices.ContainsFunc(reads, func(n string) bool { return relevant[n] }) {
						continue
					}
					seen[cl], more, owners[c] = true, true, true
					for _, n := range reads {
						relevant[n], carries[n] = true, true
					}
				}
			}
		}
	}

	filled := map[string]bool{} // components of fields that are not null
	var fields []*types.Field   // those of objects
	for f, n := range x.fieldNames {
		if relevant[n] && isRef(f.Type) && x.fieldNonNull(f) {
			filled[n] = true
			if !f.Flags.Has(java.Static) {
				fields = append(fields, f)
			}
		}
	}
	if len(carries)+len(filled) == 0 {
		return
	}

	makes := func(m *types.Method) bool {
		return m.IsConstructor() && (owners[m.Owner] || slices.ContainsFunc(fields, func(f *types.Field) bool { return f.Owner == m.Owner && !x.fills(m, f) }))
	}
	for _, m := range x.provable() {
		keeper := makes(m) || x.mayWrite(m, carries)
		if m.Name == staticInit { // which runs before, and may not ask what the constructor needs
			keeper = keeper || x.mayWrite(m, filled)
			x.eachCall(x.codeOf(m), func(k *types.Method) bool {
				keeper = keeper || k != nil && makes(k)
				return !keeper
			})
		}
		if keeper || x.mayEmpty(m, filled) {
			x.leanOn(m)
		}
	}
}

// mayWrite reports whether the code of m itself writes one of the components, or
// changes a library object that may be among them.
func (x *exec) mayWrite(m *types.Method, names map[string]bool) bool {
	found := false
	// Library objects are changed by calls and not by assignments.
	content := slices.ContainsFunc(sorted(names), func(n string) bool { return x.components[n].kind == otherComp })
	write := func(e java.Expr) {
		switch e := java.Unparen(e).(type) {
		case *java.Index:
			if at, ok := x.typeOfOr(e.X).(*types.ArrayType); ok {
				found = found || names[x.arrays(at.Elem)]
			}
		default:
			if u := x.useOf(e); u != nil && u.Kind == types.FieldRef {
				found = found || names[x.fieldName(u.Field)]
			}
		}
	}
	x.codeOf(m).inspect(func(n java.Node) bool {
		if to := java.Written(n); to != nil {
			write(to)
		}
		if n, ok := n.(*java.Call); ok && content {
			if c := x.callOf(n); c == nil || c.Method == nil || c.Method.Owner.Library && !pureLibrary(c.Method) {
				found = true
			}
		}
		return !found
	})
	return found
}

// provable is the methods of the file that are proved.
func (u *unit) provable() []*types.Method {
	return append(append(u.methods(""), u.unwrittenMethods()...), u.clinitsToProve()...)
}

// taken is what a proof takes for true that no method of the file is asked to show.
type taken struct {
	library map[string]bool // methods of the class library, by their keys
	outside map[verify.Assumption]bool
	// elsewhere are the methods of other files whose contracts it uses, with their classes.
	elsewhere map[verify.MethodKey]string
}

// takeOutside notes that a call of m is one of code that nobody sees: of a native
// method, or of an abstract one, which code outside of the file may implement.
func (x *exec) takeOutside(m *types.Method) {
	if m.Decl == nil || m.Decl.Body != nil || m.Spec {
		return
	}
	if m.Flags.Has(java.Native) {
		at := x.file.Position(x.declPos(m))
		x.taken.outside[verify.Assumption{What: "the contract of the native method " + verify.KeyOf(m).Short(), Line: at.Line, Column: at.Column}] = true
		return
	}
	x.taken.outside[verify.Assumption{What: "implementations outside of the file meet the contract of " + verify.KeyOf(m).Short()}] = true
}

// basis returns all that the proof rests on.
func (x *exec) basis() verify.Basis {
	out := verify.Basis{Methods: x.rests(), Library: slices.Sorted(maps.Keys(x.taken.library))}
	for _, p := range x.assumed {
		at := x.file.Position(p)
		out.Assumed = append(out.Assumed, verify.Assumption{What: "an assume", Line: at.Line, Column: at.Column})
	}
	for k, class := range x.taken.elsewhere {
		out.Elsewhere = append(out.Elsewhere, verify.Elsewhere{Method: k, Class: class})
	}
	slices.SortFunc(out.Elsewhere, func(a, b verify.Elsewhere) int {
		return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.Method.String(), b.Method.String()))
	})
	for a := range x.taken.outside {
		out.Assumed = append(out.Assumed, a)
	}
	if slices.ContainsFunc(out.Library, isCollection) {
		out.Assumed = append(out.Assumed, verify.Assumption{What: "collections compare by equals, do not hold themselves and share no elements' storage"})
	}
	if x.arithmetic == verify.Quiet {
		out.Assumed = append(out.Assumed, verify.Assumption{What: "code computes in mathematical integers"})
	}
	for _, c := range x.classes {
		if len(x.invariants(c, jml.Invariant, false))+len(x.invariants(c, jml.Invariant, true)) > 0 {
			out.Assumed = append(out.Assumed, verify.Assumption{What: "arrays that an invariant of " + c.Name + " speaks of are not written by code outside of the file"})
		}
	}
	out.Assumed = append(out.Assumed, verify.Assumption{What: "no Error is thrown, such as OutOfMemoryError or StackOverflowError"})
	// Guesses that are off were no facts of the proof.
	for id, what := range x.inferred {
		if x.On(id) {
			out.Inferred = append(out.Inferred, what)
		}
	}
	for _, list := range [][]verify.Assumption{out.Assumed, out.Inferred} {
		slices.SortFunc(list, func(a, b verify.Assumption) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.What, b.What))
		})
	}
	out.Inferred = slices.Compact(out.Inferred)
	return out
}

// isCollection reports whether a library method, by its name in [verify.Basis], is one
// of a collection; what is taken for granted of those is in docs/design/020.
func isCollection(method string) bool {
	for _, c := range []string{"List", "Set", "Map", "Collection", "Collections", "Deque"} {
		class, _, _ := strings.Cut(strings.TrimPrefix(method, "java.util."), ".")
		if strings.HasPrefix(method, "java.util.") && strings.HasSuffix(class, c) {
			return true
		}
	}
	return false
}
