package rust

import (
	_ "embed"
	"math/big"
	"slices"
	"strings"
	"sync"

	"ensures/rust/mir"
	"ensures/rust/spec"
	"ensures/verify"
	"ensures/verify/smt"
)

//go:embed std.rs
var stdText string

// std are the contracts of std's functions by name.
var std = sync.OnceValue(func() map[string]*spec.Func {
	f := spec.Parse(stdText)
	if len(f.Errs) > 0 {
		panic(f.Errs[0]) // a file of ours
	}
	out := map[string]*spec.Func{}
	for _, fn := range f.Funcs {
		out[fn.Name] = fn
	}
	return out
})

// call executes a call; false where it does not come back.
func (x *exec) call(s *state, t *mir.Term, at spec.Span) bool {
	if t.Func.Const == nil || t.Func.Const.Path == nil {
		unsupportedAt(at, "call of a function value")
	}

	p := t.Func.Const.Path
	if isMark(t) {
		x.mark(s, t)
		return true
	}
	if panics(p) {
		x.prove(s, smt.False, claim{kind: verify.Unreachable, at: at, detail: "panic"})
		return false
	}

	// The order matters from here on: the file's own functions come first, then everything that may
	// be an impl in the file, and only what is std's beyond doubt goes by its name.
	if fn := x.callee(p); fn != nil && fn.Mode == spec.Exec {
		x.contract(s, t, at, fn, false)
		return true
	}
	if x.own(p) {
		unsupportedAt(at, "call of "+p.String()+", which is not found in the source")
	}
	// impl From<Own> for u8 stands in the file, though trait and type are std's.
	if p.Trait != nil && slices.ContainsFunc(p.Trait.Segs[len(p.Trait.Segs)-1].Args, x.ofFile) {
		unsupportedAt(at, "call of "+p.String())
	}
	if p.Trait != nil && (x.traits[p.Trait.Last()] || !stdNames[p.Trait.Last()]) {
		unsupportedAt(at, "call of "+p.String())
	}

	name, self := libraryName(p)
	if x.drops && !keeps[p.Last()] && slices.ContainsFunc(t.Args, func(a *mir.Operand) bool { return x.mayEnd(x.operandType(s, a)) }) {
		unsupportedAt(at, "call of "+p.String()+", which may end values, in a file with code for that (Drop)")
	}

	// Rules before contracts: a contract of std.rs may not hand out a mutable reference.
	if x.primitive(s, t, at, name, p) || x.operator(s, t, at, p) || x.ofIterators(s, t, name, p) || x.boxes(s, t, at, name) {
		return true
	}

	if self != nil {
		name = x.named1(name, self)
	}
	name = x.orderedName(s, t, name)
	if v := x.isIn(s, t, name); v != nil {
		x.result(s, t, v)
		return true
	}
	if fn := std()[name]; fn != nil {
		// The contract says what such functions do with values that are compared and copied as they
		// look.
		if u, ok := uses[name]; ok && !x.structural(pointee(x.operandType(s, t.Args[0])), u) {
			unsupportedAt(at, "call of "+p.String()+" on a type whose traits are not known")
		}
		// A pattern may also be a string or a closure, which the compiler's path does not tell.
		if ofCharacter[name] && x.operand(s, t.Args[1]).kind != charShape {
			unsupportedAt(at, "call of "+p.String()+" with a pattern that is no character")
		}
		x.contract(s, t, at, fn, true)
		return true
	}
	unsupportedAt(at, "call of "+p.String())
	return false
}

// ofCharacter are std's functions that take any pattern, whose contracts are about one that is
// a character.
var ofCharacter = map[string]bool{"str::contains": true, "str::starts_with": true, "str::ends_with": true}

// keeps are std's functions that end no value: they hand on all that they take.
var keeps = map[string]bool{"push": true, "pop": true, "insert": true, "remove": true, "swap": true, "append": true, "reverse": true,
	"unwrap": true, "expect": true, "index_mut": true, "deref_mut": true, "as_mut_slice": true, "into_iter": true, "next": true, "next_back": true}

// mayEnd reports whether a function that gets a value of a type can end values for whose end
// the file may have code: one that it owns, or may change, and that is made of more than std's
// own types.
func (x *exec) mayEnd(t *mir.Type) bool {
	if t == nil {
		return false // a constant
	}
	switch t.Kind {
	case mir.Prim:
		return false
	// Through a shared reference nothing ends.
	case mir.RefType:
		return t.Mutable && x.mayEnd(t.Elem)
	case mir.TupleType, mir.ArrayType, mir.SliceType:
		return slices.ContainsFunc(t.Args, x.mayEnd) || t.Elem != nil && x.mayEnd(t.Elem)
	case mir.PathType:
		last := t.Path.Segs[len(t.Path.Segs)-1]
		// A type of the file, and a type parameter, may have code for the end of its values.
		if _, iterator := iterators[t.Path.Name()]; !iterator && !stdNames[last.Name] {
			return true
		}
		// Items of slices are only lent.
		return t.Path.Name() != "std::slice::Iter" && slices.ContainsFunc(last.Args, x.mayEnd)
	}
	return true
}

// ofFile reports whether a type is made of types of the file: with those, an impl of a
// trait for a type of std can stand in the file.
func (x *exec) ofFile(t *mir.Type) bool {
	if t == nil {
		return false
	}
	if t.Kind == mir.PathType {
		for _, s := range t.Path.Segs {
			if x.file.Declared[s.Name] > 0 || slices.ContainsFunc(s.Args, x.ofFile) {
				return true
			}
		}
	}
	return slices.ContainsFunc(t.Args, x.ofFile) || x.ofFile(t.Elem)
}

// pointee is the type behind references.
func pointee(t *mir.Type) *mir.Type {
	for t != nil && t.Kind == mir.RefType {
		t = t.Elem
	}
	return t
}

// named1 finds the name of a function on integers, whatever their type.
func (x *exec) named1(name string, self *mir.Type) string {
	if self.IsInt() {
		return "int::" + name[strings.LastIndex(name, ":")+1:]
	}
	return name
}

// isIn is what contains gives inside of a closure, where its contract has no place: that some
// element is the other value. It is nil for other functions.
func (x *exec) isIn(s *state, t *mir.Term, name string) *value {
	if !x.pure || name != "slice::contains" || len(t.Args) != 2 || !x.structural(pointee(x.operandType(s, t.Args[0])), compared) {
		return nil
	}
	v, el := x.operand(s, t.Args[0]), x.operand(s, t.Args[1])
	if v.kind != seqShape || !comparable(v.at(smt.IntLit(0)), el) {
		return nil
	}
	// No name is made: the term stands for every argument of the closure.
	i := x.c.Bound("i", smt.Int)
	return truth(smt.Exists([]*smt.Term{i}, smt.And(smt.Le(smt.IntLit(0), i), smt.Lt(i, v.term), x.equal(v.at(i), el))))
}

// orderedName is the name of the contract for sequences of integers or of characters, whose
// order is that of their numbers.
func (x *exec) orderedName(s *state, t *mir.Term, name string) string {
	if name != "slice::sort" && name != "slice::sort_unstable" && name != "Vec::dedup" || len(t.Args) != 1 {
		return name
	}
	r := x.reference(s, t.Args[0])
	if r == nil {
		return name
	}
	if v := x.read(s, r.to, r.path); v.kind != seqShape || v.elem == nil || v.elem.kind != intShape && v.elem.kind != charShape {
		return name
	}
	return "ordered::" + name[strings.LastIndex(name, ":")+1:]
}

// panics reports whether a path names a function that only panics.
func panics(p *mir.Path) bool {
	name := p.Name()
	return strings.Contains(name, "panicking::") || strings.HasPrefix(name, "core::panicking") || strings.HasPrefix(name, "std::rt::") || name == "panic_fmt" || strings.HasSuffix(name, "unwrap_failed")
}

// libraryName is a function's name as std.rs has it: the type and the function; and
// the type that a trait's function is called on.
func libraryName(p *mir.Path) (string, *mir.Type) {
	if p.Self != nil {
		t := p.Self
		for t.Kind == mir.RefType {
			t = t.Elem
		}
		return typeName(t) + "::" + p.Last(), t
	}

	if len(p.Segs) < 2 {
		return p.Last(), nil
	}
	owner := p.Segs[len(p.Segs)-2].Name
	// core::num::<impl i32>::pow: the compiler prints an inherent impl of a primitive type so.
	if inner, ok := strings.CutPrefix(owner, "<impl "); ok {
		if t, err := mir.ParseType(strings.TrimSuffix(inner, ">")); err == nil {
			return typeName(t) + "::" + p.Last(), t
		}
	}

	// std::cmp::max is one function for all types; of integers it is the method that std.rs has.
	if owner == "cmp" && (p.Last() == "max" || p.Last() == "min") && len(p.Segs[len(p.Segs)-1].Args) == 1 {
		t := p.Segs[len(p.Segs)-1].Args[0]
		return typeName(t) + "::" + p.Last(), t
	}
	return owner + "::" + p.Last(), nil
}

func typeName(t *mir.Type) string {
	switch t.Kind {
	case mir.SliceType, mir.ArrayType:
		return "slice"
	case mir.PathType:
		return t.Path.Last()
	}
	if t.IsInt() {
		return "int"
	}
	return t.String()
}

// primitive executes the functions that a contract cannot say: those that hand out a
// mutable reference into their argument, and those whose meaning is the type's.
//
//	index_mut(&mut v, i): i < |v| ⊢ a reference to v[i]
//	deref, deref_mut, as_slice, borrow … of a sequence: the same value, the same cell
//	clone of what holds no shared state: the same value
//	eq, ne: equality of values, of types that are made of integers, bool and char only
//	with_capacity(n): n elements are at most isize::MAX bytes ⊢ empty
func (x *exec) primitive(s *state, t *mir.Term, at spec.Span, name string, p *mir.Path) bool {
	// Anything without a trait goes by a contract, but for these: a module of the file's may have a
	// function that is called deref, too.
	last := p.Last()
	if p.Trait == nil && !slices.Contains([]string{"Vec::with_capacity", "Vec::as_slice", "Vec::as_mut_slice", "slice::as_slice", "slice::as_mut_slice", "String::as_str"}, name) {
		return false
	}
	switch last {
	case "index_mut":
		r := x.reference(s, t.Args[0])
		i := x.operand(s, t.Args[1])
		if r == nil || i.kind != intShape {
			return false
		}
		v := x.read(s, r.to, r.path)
		if v.kind != seqShape {
			return false // a type of the file's
		}
		// No lower bound: usize is never negative.
		x.prove(s, smt.Lt(i.term, v.term), claim{kind: verify.PossiblyTooLargeIndex, at: at})
		x.refer(s, t.Place, &ref{to: r.to, path: append(append([]step{}, r.path...), step{index: i.term})})
		return true
	case "deref_mut", "as_mut_slice", "borrow_mut":
		if r := x.reference(s, t.Args[0]); r != nil && len(t.Args) == 1 && x.read(s, r.to, r.path).kind == seqShape {
			x.refer(s, t.Place, r)
			return true
		}
	case "deref", "as_slice", "borrow", "as_str":
		if len(t.Args) == 1 && x.isSequence(s, t.Args[0]) {
			x.result(s, t, x.operand(s, t.Args[0]))
			return true
		}
	case "clone", "to_owned":
		if len(t.Args) == 1 && x.plain(x.operand(s, t.Args[0]).shape) && x.structural(p.Self, copied) {
			x.result(s, t, x.operand(s, t.Args[0]))
			return true
		}
	case "eq", "ne":
		if len(t.Args) != 2 {
			return false
		}
		a, b := x.operand(s, t.Args[0]), x.operand(s, t.Args[1])
		if !x.plain(a.shape) || !comparable(a, b) || !x.structural(p.Self, compared) {
			return false
		}
		same := x.equal(a, b)
		if last == "ne" {
			same = smt.Not(same)
		}
		x.result(s, t, truth(x.name("same", same)))
		return true
	case "with_capacity":
		if name != "Vec::with_capacity" {
			return false
		}
		if refers(x.body.Locals[t.Place.Local].Type) {
			return false // of references, shapes do not tell the size
		}

		n := x.operand(s, t.Args[0])
		// The most that an element may take: std panics where all of them exceed isize::MAX bytes.
		v := empty(x, x.shapes.of(x.body.Locals[t.Place.Local].Type, nil).elem)
		bytes, ok := v.elem.mostSize()
		if !ok {
			return false
		}
		x.prove(s, smt.Le(n.term, smt.BigLit(new(big.Int).Div(maxBytes, big.NewInt(bytes)))), claim{kind: verify.Precondition, at: at, detail: "capacity of more than isize::MAX bytes"})
		x.result(s, t, v)
		return true
	}
	return false
}

// refers reports whether a type's values hold references.
func refers(t *mir.Type) bool {
	if t == nil {
		return false
	}
	if t.Kind == mir.PathType {
		for _, s := range t.Path.Segs {
			if slices.ContainsFunc(s.Args, refers) {
				return true
			}
		}
	}
	return t.Kind == mir.RefType || slices.ContainsFunc(t.Args, refers) || refers(t.Elem)
}

func (x *exec) isSequence(s *state, o *mir.Operand) bool {
	v := x.operand(s, o)
	return v.kind == seqShape
}

// plain reports whether a shape is made of integers, bool, char and what holds them:
// equality and copies of such values are what they look like.
func (x *exec) plain(s *shape) bool {
	if s.kind == opaqueShape {
		return false
	}
	for _, c := range s.children() {
		if !x.plain(c) {
			return false
		}
	}
	return true
}

// use is what code does with values through traits of their types.
type use uint8

const (
	compared use = iota // by PartialEq
	copied              // by Clone
)

// uses are the functions of std.rs that go through a trait of what the sequence holds.
var uses = map[string]use{"Option::cloned": copied, "Option::copied": copied, "slice::contains": compared, "slice::to_vec": copied, "Vec::extend_from_slice": copied}

// structural reports whether a use of a type's values does what their parts say:
//
//	int, bool, char, str           compared and copied
//	floats                         copied; NaN is not equal to itself
//	tuples, arrays, slices, &T     as what they hold
//	Vec Option Result String Box   as what they hold
//	a type of the file             copied, where no clone of the file is hand-written
//	a type parameter, all others   neither: the traits are not known
func (x *exec) structural(t *mir.Type, u use) bool {
	if t == nil {
		return false
	}
	switch t.Kind {
	case mir.Prim:
		return u == copied || t.IsInt() || t.Name == "bool" || t.Name == "char" || t.Name == "str"
	case mir.TupleType:
		return x.structuralAll(t.Args, u)
	// A mutable reference has no value of its own here.
	case mir.RefType, mir.ArrayType, mir.SliceType:
		return !t.Mutable && x.structural(t.Elem, u)
	case mir.PathType:
		name := t.Path.Last()
		args := t.Path.Segs[len(t.Path.Segs)-1].Args
		switch {
		// An associated type: which one, only the impl says.
		case t.Path.Self != nil:
			return false
		case x.shapes.itemOf(t.Path) != nil:
			return u == copied && !x.clones && x.structuralAll(args, u)
		}
		return slices.Contains([]string{"Vec", "Option", "Result", "String", "Box"}, name) && x.structuralAll(args, u)
	}
	return false
}

func (x *exec) structuralAll(ts []*mir.Type, u use) bool {
	for _, t := range ts {
		if !x.structural(t, u) {
			return false
		}
	}
	return true
}

// refer makes a local a mutable reference.
func (x *exec) refer(s *state, p mir.Place, r *ref) {
	if len(p.Proj) > 0 {
		unsupported("mutable reference inside of a value")
	}
	s.refs[cell(p.Local)] = r
}

// result writes what a call returns.
func (x *exec) result(s *state, t *mir.Term, v *value) {
	root, path, _ := x.resolve(s, t.Place)
	x.write(s, root, path, v)
}

// contract replaces a call by what is promised of the function:
//
//	⊢ requires(args);  a recursion's decreases is smaller;
//	what its mutable references refer to has any value;  ensures(args, old, result)
//
// Side conditions: no two of its mutable references refer to one cell, which Rust
// makes certain; the result holds no mutable reference.
func (x *exec) contract(s *state, t *mir.Term, at spec.Span, fn *spec.Func, library bool) {
	if len(fn.Params) != len(t.Args) {
		unsupportedAt(at, "call of "+fn.Name+" with this number of arguments")
	}

	dest := x.body.Locals[t.Place.Local].Type
	if len(t.Place.Proj) == 0 && dest.Kind == mir.RefType && dest.Mutable {
		unsupportedAt(at, "call of "+fn.Name+", which returns a mutable reference,")
	}

	before, after := map[string]*value{}, map[string]*value{}
	refs := make([]*ref, len(t.Args))
	var integerType *mir.Type
	for i, a := range t.Args {
		if typ := x.operandType(s, a); typ != nil && typ.Kind == mir.RefType && typ.Mutable {
			// A type parameter may stand for a mutable reference: nothing in the contract speaks of what it
			// refers to, which the callee may still write.
			if p := fn.Params[i].Type; p == nil || p.Kind != mir.RefType || !p.Mutable {
				unsupportedAt(at, "mutable reference for a parameter of another type")
			}
			refs[i] = x.reference(s, a)
		}

		// A mutable reference is passed by the value behind it, which is what clauses call by its name.
		v := x.operand(s, a)
		if v.kind == intShape && integerType == nil {
			integerType = v.typ
		}
		before[fn.Params[i].Name], after[fn.Params[i].Name] = v, v
	}

	e := x.atCall(s, before, before, integerType, library)
	for _, c := range spec.Of(fn.Clauses, spec.Requires) {
		k := claim{kind: verify.Precondition, at: at, clause: c.Text, said: c.Span, detail: fn.Name}
		x.proveDefined(s, e, c.Expr, k)
	}

	if library {
		x.library[fn.Name] = true
		x.room(s, fn, before, at)
	} else {
		x.calls[fn] = true
		x.recursion(s, fn, e, at)
	}

	// After the precondition, before the postcondition: what it refers to is any value now, of which
	// only the ensures say something.
	for i, r := range refs {
		if r == nil {
			continue
		}
		v := x.fresh(fn.Params[i].Name, x.read(s, r.to, r.path).shape)
		x.write(s, r.to, r.path, v)
		after[fn.Params[i].Name] = v
	}

	if fn.Result.Name != "" || fn.Result.Type != nil {
		_, _, typ := x.resolve(s, t.Place)
		v := x.fresh(fn.Name[strings.LastIndex(fn.Name, ":")+1:], x.shapes.of(typ, nil))
		x.result(s, t, v)
		after[resultName(fn)] = v
	} else {
		x.result(s, t, &value{shape: nothing})
	}

	e = x.atCall(s, after, before, integerType, library)
	for _, c := range spec.Of(fn.Clauses, spec.Ensures) {
		// The callee's own proof has shown them defined as well as true.
		x.assumeProved(s, e, c.Expr)
	}

	if library && strings.HasPrefix(fn.Name, "ordered::") {
		x.rearranged(s, before["v"], after["v"], fn.Name != "ordered::dedup")
	}
}

// rearranged says that a sequence has the elements of another one, by the places where they
// were, p, and where they are, q:
//
//	∀ i of now · now[i] = was[p(i)] ∧ q(p(i)) = i        ∀ j of was · was[j] = now[q(j)]
//	and of one that has each as often: p(q(j)) = j
//
// By these equations no element leads to another one without end, as "each is contained" would.
// Side condition: elements are scalars.
func (x *exec) rearranged(s *state, was, now *value, asOften bool) {
	// New functions for every call: two sorted sequences have nothing to do with each other.
	x.closures++
	id := "moved" + itoa(x.closures)
	from := func(i *smt.Term) *smt.Term { return x.c.Function(id+".from", smt.Int, i) }
	to := func(i *smt.Term) *smt.Term { return x.c.Function(id+".to", smt.Int, i) }
	in := func(i *smt.Term, v *value) *smt.Term { return smt.And(smt.Le(smt.IntLit(0), i), smt.Lt(i, v.term)) }
	say := func(a, b *value, there, back func(*smt.Term) *smt.Term, again bool) {
		i := x.c.Bound("i", smt.Int)
		el := a.at(i).term
		facts := []*smt.Term{in(there(i), b), smt.Eq(el, b.at(there(i)).term)}
		if again {
			facts = append(facts, smt.Eq(back(there(i)), i))
		}
		x.assume(s, smt.Forall([]*smt.Term{i}, smt.Implies(in(i, a), smt.And(facts...)), []*smt.Term{el}))
	}
	say(now, was, from, to, true)
	say(was, now, to, from, asOften)
}

// room obliges functions that make a vector longer to leave its length a usize, where
// its elements may take no memory, which therefore does not run out first.
func (x *exec) room(s *state, fn *spec.Func, args map[string]*value, at spec.Span) {
	more := smt.IntLit(1)
	switch fn.Name {
	case "Vec::push", "Vec::insert":
	case "Vec::append", "Vec::extend_from_slice":
		more = args["w"].term
	default:
		return
	}
	v := args["v"]
	// Elements that take memory run out of it first, which is left out of account.
	if v.elem == nil || v.elem.leastSize() > 0 {
		return
	}
	_, most := bounds(&mir.Type{Kind: mir.Prim, Name: "usize"})
	x.prove(s, smt.Le(smt.Add(v.term, more), smt.BigLit(most)), claim{kind: verify.Precondition, at: at, detail: "more elements than usize counts"})
}

// atCall reads a contract at a call: MIN and MAX are those of the integer type that a
// function of std works on.
func (x *exec) atCall(s *state, now, old map[string]*value, integerType *mir.Type, library bool) *eval {
	e := &eval{x: x, now: s, vars: map[string]*value{}, path: smt.True}
	e.lookup = func(name string) *value {
		if library && integerType != nil && (name == "MIN" || name == "MAX") {
			lo, hi := bounds(integerType)
			if name == "MIN" {
				return integer(smt.BigLit(lo))
			}
			return integer(smt.BigLit(hi))
		}
		return now[name]
	}
	e.old = func(name string) *value { return old[name] }
	return e
}

// recursion obliges a call that may lead back to the function itself to decrease: what
// the callee decreases is smaller than what this function began with.
//
// Side condition: functions that call each other both say what decreases.
func (x *exec) recursion(s *state, fn *spec.Func, e *eval, at spec.Span) {
	// A callee that can't come back to this function ends by its own proof.
	if !x.leadsTo(fn, x.fn) {
		return
	}
	cs := spec.Of(fn.Clauses, spec.Decreases)
	// Measures of different lengths have no common order.
	if len(cs) == 0 || len(x.measure) != len(cs) {
		x.prove(s, smt.False, claim{kind: verify.Measured, at: at, detail: "recursion without decreases"})
		return
	}
	var now []*smt.Term
	for _, c := range cs {
		now = append(now, e.measureOf(c.Expr))
	}
	// Against this function's own at its entry: along a cycle of calls each is smaller than the one
	// before.
	x.prove(s, smaller(now, x.measure), claim{kind: verify.Measured, at: at, clause: cs[0].Text})
}

// leadsTo reports whether calls from a function's body can reach another one.
func (x *exec) leadsTo(from, to *spec.Func) bool {
	seen := map[*spec.Func]bool{}
	// Calls that name no function of the file are left out: of std's that have a meaning here, none
	// calls back but through a closure; a trait's or a function value's make the caller Unsupported.
	var reach func(f *spec.Func) bool
	reach = func(f *spec.Func) bool {
		if f == to {
			return true
		}
		if seen[f] {
			return false
		}
		seen[f] = true
		if x.bodies[f] == nil {
			return false
		}
		for _, body := range x.mir.Funcs {
			if body != x.bodies[f] && !strings.HasPrefix(body.Name, x.bodies[f].Name+"::{closure#") {
				continue // its closures run where it does
			}
			for _, b := range body.Blocks {
				if b.Term != nil && b.Term.Kind == mir.Call && b.Term.Func.Const != nil && b.Term.Func.Const.Path != nil {
					if g := x.callee(b.Term.Func.Const.Path); g != nil && reach(g) {
						return true
					}
				}
			}
		}
		return false
	}
	return reach(from)
}

// mark is a place where an assertion stands: it is proved and then known.
func (x *exec) mark(s *state, t *mir.Term) {
	c := t.Args[0].Const
	if c == nil || c.Kind != mir.IntConst {
		unsupported("assertion without a number")
	}
	n, _ := new(big.Int).SetString(c.Text, 10)
	if !n.IsInt64() || n.Int64() >= int64(len(x.marks)) {
		unsupported("assertion without a number")
	}
	m := x.marks[n.Int64()]
	e := x.inScope(s, t.Scope)
	if m.Kind == spec.Assume {
		// Told with the answer, as what the proof rests on.
		x.assumed = append(x.assumed, m)
		x.assume(s, e.formula(m.Expr))
		return
	}
	x.proveDefined(s, e, m.Expr, claim{kind: verify.Assert, at: m.Span, clause: m.Text})
}
