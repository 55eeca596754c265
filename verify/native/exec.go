package native

import (
	"fmt"
	"strconv"
	"sync"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
	"ensures/verify/condition"
	"ensures/verify/smt"
)

// exec generates the verification condition of one method by symbolic execution
// with joins. Its fields are grouped by how long they live.
type exec struct {
	*condition.Condition
	*unit
	claims []obligation // by the numbers that the condition knows them by
	steps  int          // of generation so far

	// infos are the unit's, and those of the library's contracts read so far.
	infos types.Infos
	// summaries of the unit's methods that this generation has worked out.
	*summaries

	subject
	environment
	findings
	tables
	choices
}

// subject is what is being verified; it is set before the body is executed.
type subject struct {
	method    *types.Method
	class     *types.Class
	this      *smt.Term
	first     *entry       // the state before the method
	helper    bool         // the method is a helper
	signalled []types.Type // classes that the specification lets the method throw
	measure   *smt.Term    // of measured_by in the state before the method
	order     map[*types.Local]int
}

// environment is what lies around the statement that is being executed. It grows and
// shrinks with the nesting of statements.
type environment struct {
	jumps        []jump         // out of the statements around, not caught yet
	handlers     [][]types.Type // caught classes, innermost last
	returns      types.Type     // what a return statement gives: the method's, or a lambda's
	frames       []*frame
	labels       map[string]*state
	loopDepth    int
	eachLoops    []*types.Local // hidden indices of the loops around, innermost last; nil of one that is no for-each
	silent       int
	invDepth     int
	representing map[*types.Field]bool // model fields whose representation is being read
	leaked       bool                  // a constructor has stored its receiver somewhere
	dropped      java.Expr             // the call that is a statement, whose value nobody takes
}

// findings are what executing the body turned up, for whoever reports on the proof.
type findings struct {
	ends      []pathEnd              // of the body, once it is executed
	endsAt    int                    // the point of the condition in front of what has to hold there
	entered   *smt.Term              // the path condition of the method's entry
	enteredAt int                    // the point of the condition behind the precondition
	assumed   []java.Pos             // assume statements
	openLoops []openLoop             // loops without an invariant
	leans     map[*types.Method]bool // whose proofs this one leans on
	hasLoops  bool                   // that invariants stand for
	usesBits  bool
	taken     taken // what the proof takes for granted
}

// tables are what has a name or a declaration in the condition so far; they only grow,
// but for a rollback.
type tables struct {
	contracts    map[*types.Method]*contract
	libContracts map[*types.Method]*libContract
	throwers     map[*types.Method]bool
	pureFns      map[*types.Method]*pureFn
	fnNames      map[string]int
	literals     map[string]*smt.Term
	constants    map[string]*smt.Term
	components   map[string]comp
	fieldNames   map[*types.Field]string
	newRefs      map[string]types.Type // what this method allocates, with its class
	floats       map[string]*smt.Term  // names of floating-point terms
	classTags    []classTag
	counters     map[*java.ForEach]*types.Local
	complement   map[[2]*smt.Term]*smt.Term // the two halves of a fork → the whole
	nowhere      *smt.Term
	places       int // that ask for an object under a quantifier
}

// choices are how this condition differs from the usual one of its method; they are
// made before generation.
type choices struct {
	exactBits  bool                      // operations on bits by their definition
	auxiliary  bool                      // guess loop invariants
	givenGuess map[int]int               // guess → the number of the proposal that it is
	inferred   map[int]verify.Assumption // guess of the verifier's own → what it says, and of which loop
	atLoop     map[java.Stmt][]proposal
	atEnd      []proposal
}

// entry is the state in which the method begins.
type entry struct{ s *state }

func (e *entry) base() *base { return e.s.base }

// unit is the checked file that all its methods share.
type unit struct {
	turn *sync.Mutex // whose turn it is, of the methods that are verified

	file     *java.File
	spec     *jml.File
	checked  *jml.Checked
	lib      *types.Library
	libSpecs *jml.Library // the contracts of lib
	// inheritsFrom has a supertype with a specification in another file, of those that have one.
	inheritsFrom map[*types.Class]*types.Class
	elsewhere    map[*java.File]*jml.File // specifications of other files; nil where one has mistakes
	infos        types.Infos
	functions    map[*types.Class]*types.Method // that lambdas and method references are, by their interfaces
	members      map[*types.Class]*types.SpecMembers
	classes      []*types.Class
	arithmetic   verify.Arithmetic
	nullable     bool // references are nullable by default
	portable     bool // nothing is known at a loop's head but what is written; see verify.Options
	maxSteps     int
	fieldDecls   map[*types.Field]*java.FieldDecl
	inherited    map[*types.Method]*types.Method // of unwritten, what a class inherits for an interface's method → its implementation
	unwritten    []*types.Method
	clinits      map[*types.Class]*types.Method
	polluted     bool // an object may have another type argument than its static type says
	madeArrays   bool // an array may have another element type: (T[]) new Object[n]
}

// unsupported is the panic by which generation of one method's condition ends at a
// construct it has no meaning for. It is recovered where methods are verified.
type unsupported struct {
	what    string
	span    java.Span
	failure bool // of the verifier itself, which what describes
	wrong   bool // a mistake of the specification, which what describes
}

func (x *exec) unsupported(n java.Node, what string) {
	if n == nil {
		// A call that is not written, as that of an implicit constructor, has no place of its own.
		x.fail(what)
	}
	panic(unsupported{what: what, span: java.Span{From: n.Pos(), To: n.End()}})
}

func (x *exec) unsupportedAt(s java.Span, what string) { panic(unsupported{what: what, span: s}) }

func (x *exec) fail(what string) { panic(unsupported{what: what}) }

// step bounds the work on one method, whatever the source looks like.
func (x *exec) step(n java.Expr) {
	if x.steps++; x.steps > x.maxSteps {
		x.unsupported(n, "method of this size ("+strconv.Itoa(x.maxSteps)+" steps)")
	}
}

func (x *exec) stepStmt(n java.Stmt) {
	if x.steps++; x.steps > x.maxSteps {
		x.unsupported(n, "method of this size ("+strconv.Itoa(x.maxSteps)+" steps)")
	}
}

func newExec(u *unit) *exec {
	x := &exec{Condition: condition.New(null), unit: u, infos: u.infos, summaries: newSummaries(),
		subject:     subject{order: map[*types.Local]int{}},
		environment: environment{labels: map[string]*state{}, representing: map[*types.Field]bool{}},
		findings:    findings{leans: map[*types.Method]bool{}, taken: taken{map[string]bool{}, map[verify.Assumption]bool{}, map[verify.MethodKey]string{}}},
		choices:     choices{givenGuess: map[int]int{}, inferred: map[int]verify.Assumption{}},
		tables: tables{
			contracts: map[*types.Method]*contract{}, libContracts: map[*types.Method]*libContract{},
			throwers: map[*types.Method]bool{}, pureFns: map[*types.Method]*pureFn{}, fnNames: map[string]int{},
			literals: map[string]*smt.Term{}, constants: map[string]*smt.Term{},
			components: map[string]comp{alive: {sort: smt.ArrayOf(refSort, smt.Bool), kind: otherComp}},
			fieldNames: map[*types.Field]string{}, newRefs: map[string]types.Type{}, floats: map[string]*smt.Term{},
			counters: map[*java.ForEach]*types.Local{}, complement: map[[2]*smt.Term]*smt.Term{},
			nowhere: smt.Var("nowhere", refSort),
		}}
	x.DeclareSort(refSort)
	x.DeclareSort(strSort)
	x.Declare(null.Op, refSort)
	x.Declare("content", strSort, refSort)
	return x
}

// mark and rollback take generation back to an earlier point; terms made since
// must not be used.
type mark struct {
	condition           condition.Mark
	jumps, assumed      int
	literals, constants map[string]*smt.Term
	pureFns             map[*types.Method]*pureFn
	known               map[*base]map[string]*smt.Term
	tags                int
	newRefs             map[string]types.Type
	floats              map[string]*smt.Term
	open                int
}

func (x *exec) mark(s *state) mark {
	known := map[*base]map[string]*smt.Term{}
	// What a base knows is shared by all states on it, and grows when a component is only looked
	// at.
	x.first.s.base.save(known)
	s.base.save(known)
	for _, labelled := range x.labels {
		labelled.base.save(known)
	}
	return mark{x.Mark(), len(x.jumps), len(x.assumed), clone(x.literals), clone(x.constants), clone(x.pureFns), known, len(x.classTags), clone(x.newRefs), clone(x.floats), len(x.openLoops)}
}

// save notes what is known of a base and of those it comes from.
func (b *base) save(known map[*base]map[string]*smt.Term) {
	if known[b] != nil {
		return
	}
	known[b] = clone(b.known)
	for _, s := range b.from {
		s.base.save(known)
	}
}

func (x *exec) rollback(m mark) {
	x.Rollback(m.condition)
	x.jumps, x.assumed = x.jumps[:m.jumps], x.assumed[:m.assumed]
	x.literals, x.constants, x.pureFns = m.literals, m.constants, m.pureFns
	// A component first looked at since would lead to a variable that is no longer declared.
	for b, known := range m.known {
		b.known = known
	}
	x.classTags = x.classTags[:m.tags]
	x.newRefs = m.newRefs
	x.floats, x.openLoops = m.floats, x.openLoops[:m.open]
}

func clone[K comparable, V any](m map[K]V) map[K]V {
	out := make(map[K]V, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}

// nameTerm gives a large term a name.
func (x *exec) nameTerm(hint string, t *smt.Term) *smt.Term {
	if t.Size() <= 6 {
		return t
	}
	v := x.fresh(hint, t.Sort)
	x.fact(smt.Eq(v, t))
	// Behind the name the form of a floating-point term would be lost, which isNaN and sameFloat
	// decide by.
	if t.Sort == smt.Float32 || t.Sort == smt.Float64 {
		x.floats[v.Op] = t
	}
	return v
}

// specAt is the context of a specification expression in the body at s.
func (x *exec) specAt(s *state) *spec {
	return &spec{x: x, cur: s, pre: x.first.s, this: x.this, vals: map[*types.Local]*smt.Term{}, method: x.method}
}

// proveSpec obliges a predicate to be defined and true.
func (x *exec) proveSpec(s *state, sp *spec, e java.Expr, o obligation) {
	if e == nil {
		return
	}
	f := sp.formula(e)
	// Defined first: only then is it asked of a value, and what makes it defined is a fact by then.
	x.proveDefined(s, sp)
	x.prove(s, f, o)
}

// assumeSpec takes a predicate as a fact; what makes it defined has been an
// obligation where it was proved, or is one now for an assume statement.
func (x *exec) assumeSpec(s *state, sp *spec, e java.Expr) {
	if e == nil {
		return
	}
	x.assume(s, sp.formula(e))
}

// proveDefined obliges the parts of a specification to be defined.
func (x *exec) proveDefined(s *state, sp *spec) {
	for _, d := range sp.wd {
		x.prove(s, d.cond, obligation{kind: d.kind, at: d.at, warnOnly: d.quant})
	}
	// The context is used for the next clause, which must not be asked for the same again.
	sp.wd = nil
}

// ---- what the checker found

func (x *exec) typeOf(e java.Expr) types.Type {
	if t := x.infos.Type(e); t != nil {
		return t
	}
	if p, ok := e.(*java.Paren); ok {
		return x.typeOf(p.X)
	}
	x.unsupported(e, "expression without a type: "+x.text(e))
	return nil
}

func (x *exec) typeOfOr(e java.Expr) types.Type {
	if t := x.infos.Type(e); t != nil {
		return t
	}
	return types.Bad
}

func (x *exec) constOf(e java.Expr) *types.Const { return x.infos.Const(e) }

func (x *exec) useOf(e java.Expr) *types.Use { return x.infos.Use(e) }

// callOf is the method that a call means; nil where it is not known, as of one that
// stands in another file or has no contract in the class library.
func (x *exec) callOf(n java.Node) *types.Call {
	c := x.infos.Call(n)
	if c != nil && c.Method != nil && (c.Method.Owner.Elsewhere || x.unspecifiedLibrary(n, c)) {
		return nil
	}
	return c
}

func (x *exec) localOfOr(n java.Node) *types.Local { return x.infos.Local(n) }

func (x *exec) localOf(n java.Node) *types.Local {
	if l := x.localOfOr(n); l != nil {
		return l
	}
	x.unsupported(n, "unresolved variable")
	return nil
}

func (x *exec) written(t *java.TypeExpr) types.Type {
	if r := x.infos.Written(t); r != nil {
		return r
	}
	x.unsupported(t, "unresolved type "+t.Name)
	return nil
}

func (x *exec) isTypeName(e java.Expr) bool {
	u := x.useOf(e)
	return u != nil && u.Kind == types.ClassRef
}

func (x *exec) text(n java.Node) string {
	// A contract of the class library has positions of another text, which may lie beyond this one.
	if n == nil || !n.Pos().IsValid() || n.End().Offset() > len(x.file.Src) {
		return ""
	}
	return x.file.Src[n.Pos().Offset():n.End().Offset()]
}

// ---- places OpenJML points at

// bracket is the position of an index expression's "[".
func (x *exec) bracket(e *java.Index) java.Pos { return x.find(e.X.End(), '[') }

// dot is the position of a call's ".".
func (x *exec) dot(e *java.Call) java.Pos { return x.find(e.X.End(), '.') }

// parenPos is the position of a call's "(".
func (x *exec) parenPos(e *java.Call) java.Pos { return x.find(e.Name.End(), '(') }

// assignPos is the position of an assignment's operator.
func (x *exec) assignPos(e *java.AssignExpr) java.Pos {
	p := e.X.End()
	for p.Offset() < len(x.file.Src) && (x.file.Src[p.Offset()] == ' ' || x.file.Src[p.Offset()] == '\t' || x.file.Src[p.Offset()] == '\n' || x.file.Src[p.Offset()] == '\r') {
		p++
	}
	return p
}

func (x *exec) find(p java.Pos, c byte) java.Pos {
	for q := p; q.IsValid() && q.Offset() < len(x.file.Src); q++ {
		if x.file.Src[q.Offset()] == c {
			return q
		}
	}
	return p
}

func (x *exec) declPos(m *types.Method) java.Pos {
	if m.Decl == nil {
		return java.NoPos
	}
	return m.Decl.Name.From
}

// ---- types

func isString(t types.Type) bool { return types.IsString(t) }

func unboxed(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	if u := types.Unboxed(t); u != nil && u.Kind() != types.BadKind {
		return u
	}
	return nil
}

func isBoxed(t types.Type) bool { return isRef(t) && unboxed(t) != nil }

func unboxedKind(t types.Type) types.Kind {
	if u := unboxed(t); u != nil {
		return u.Kind()
	}
	return t.Kind()
}

// javaPromoted is binary numeric promotion.
func (x *exec) javaPromoted(a, b types.Type) types.Type {
	if u := unboxed(a); u != nil {
		a = u
	}
	if u := unboxed(b); u != nil {
		b = u
	}
	k := max(a.Kind(), b.Kind())
	switch k {
	case types.Double:
		return types.TDouble
	case types.Float:
		return types.TFloat
	case types.Long:
		return types.TLong
	case types.Bigint:
		return types.TBigint
	case types.Real:
		return types.TReal
	}
	// Whatever is narrower than int is promoted to it (JLS 5.6).
	return types.TInt
}

// promoted is promotion in specifications, where integers are one kind.
func (x *exec) promoted(a, b types.Type) types.Type {
	t := x.javaPromoted(a, b)
	if isIntegral(t) {
		return types.TBigint
	}
	return t
}

func (x *exec) subtype(a, b types.Type) bool {
	return types.IsSubtype(types.Erasure(a), types.Erasure(b))
}

func (x *exec) classType(binary string) types.Type {
	if c := x.lib.Class(binary); c != nil {
		return c.Type()
	}
	// Exceptions that the file itself declares are named by their binary name too.
	for _, c := range x.classes {
		if c.Binary == binary {
			return c.Type()
		}
	}
	// Of a class that is not known nothing is claimed: every object is an Object.
	return x.lib.Object()
}

func (x *exec) inherits(c, super *types.Class) bool { return types.IsSubclass(c, super) }

func isThrowable(t types.Type) bool {
	ct, ok := t.(*types.ClassType)
	return ok && isThrowableClass(ct.Class)
}

func isThrowableClass(c *types.Class) bool {
	for ; c != nil; c = superClass(c) {
		if c.Binary == "java.lang.Throwable" {
			return true
		}
	}
	return false
}

func simple(t types.Type) string {
	if ct, ok := t.(*types.ClassType); ok {
		return ct.Class.Name
	}
	return t.String()
}

func (x *exec) arraysOf(t types.Type) string {
	at, ok := t.(*types.ArrayType)
	if !ok {
		x.fail("array of type " + t.String())
	}
	return x.arrays(at.Elem)
}

// classTag is a type that conditions speak of.
type classTag struct {
	t    types.Type
	name string
	id   int
}

// tagOf registers a type, with its place among those already known.
func (x *exec) tagOf(t types.Type) classTag {
	t = types.Erasure(t)
	name := "inst." + t.String()
	for _, c := range x.classTags {
		if c.name == name {
			return c
		}
	}
	c := classTag{t, name, len(x.classTags) + 1}
	// inst.T(r) says that r is an instance of T; tag(r) is the number of r's own class, which an
	// interface or abstract class may have of no object.
	r := x.bound("r", refSort)
	is := x.function(name, smt.Bool, r)
	tag := x.function("tag", smt.Int, r)

	// Each new type is related to all before it, so that the axioms are about every pair.
	for _, o := range x.classTags {
		other := smt.App(symbol(o.name), smt.Bool, r)
		switch {
		case types.IsSubtype(t, o.t):
			x.fact(smt.Forall([]*smt.Term{r}, smt.Implies(is, other), []*smt.Term{is}))
		case types.IsSubtype(o.t, t):
			x.fact(smt.Forall([]*smt.Term{r}, smt.Implies(other, is), []*smt.Term{other}))
		case disjoint(t, o.t):
			x.fact(smt.Forall([]*smt.Term{r}, smt.Not(smt.And(is, other)), []*smt.Term{is, other}))
		}
		// An object whose own class is o is an instance of o's supertypes and of nothing else.
		if !types.IsSubtype(o.t, t) {
			x.fact(smt.Forall([]*smt.Term{r}, smt.Implies(smt.Eq(tag, smt.IntLit(int64(o.id))), smt.Not(is)), []*smt.Term{is}))
		}
		if !types.IsSubtype(t, o.t) {
			x.fact(smt.Forall([]*smt.Term{r}, smt.Implies(smt.Eq(tag, smt.IntLit(int64(c.id))), smt.Not(other)), []*smt.Term{other}))
		}
	}
	// Nothing extends t, so its instances are the objects whose own class it is.
	if final(t) {
		x.fact(smt.Forall([]*smt.Term{r}, smt.Eq(is, smt.Eq(tag, smt.IntLit(int64(c.id)))), []*smt.Term{is}))
	}
	x.classTags = append(x.classTags, c)
	return c
}

func final(t types.Type) bool {
	switch t := t.(type) {
	case *types.ArrayType:
		// An array of references may be of a narrower class than its type says.
		return types.IsPrimitive(t.Elem)
	case *types.ClassType:
		return t.Class.Flags.Has(java.Final) || t.Class.Kind == java.RecordClass
	}
	return false
}

// disjoint reports types that no object can have both of.
func disjoint(a, b types.Type) bool {
	ca, aok := a.(*types.ClassType)
	cb, bok := b.(*types.ClassType)
	switch {
	case aok && bok:
		// Callers have seen that neither is a subtype of the other. With an interface a class that
		// nobody has seen may be both.
		return !ca.Class.IsInterface() && !cb.Class.IsInterface()
	case !aok && !bok:
		aa, bb := a.(*types.ArrayType), b.(*types.ArrayType)
		if aa == nil || bb == nil {
			return false
		}
		// An array of primitives is a subtype of no other array type.
		if types.IsPrimitive(aa.Elem) || types.IsPrimitive(bb.Elem) {
			return true
		}
		return disjoint(aa.Elem, bb.Elem)
	// Of classes only Object is a supertype of arrays; an interface may be Cloneable or
	// Serializable.
	case aok:
		return !ca.Class.IsInterface() && ca.Class.Binary != "java.lang.Object"
	}
	return !cb.Class.IsInterface() && cb.Class.Binary != "java.lang.Object"
}

// instance says that v, not null, is of type t.
func (x *exec) instance(v *smt.Term, t types.Type) *smt.Term {
	switch t.Kind() {
	case types.Ref, types.ArrayOf:
		if types.IsObject(t) {
			return smt.True
		}
		return x.function(x.tagOf(t).name, smt.Bool, v)
	}
	return smt.True // type variables and the like say nothing
}

// exact says that v is a new object of class t.
func (x *exec) exact(v *smt.Term, t types.Type) *smt.Term {
	if t.Kind() != types.Ref && t.Kind() != types.ArrayOf {
		return smt.True
	}
	c := x.tagOf(t)
	return smt.And(x.function(c.name, smt.Bool, v), smt.Eq(x.tag(v), smt.IntLit(int64(c.id))))
}

func (x *exec) tag(v *smt.Term) *smt.Term { return x.function("tag", smt.Int, v) }

func (x *exec) typeTag(t types.Type) *smt.Term { return smt.IntLit(int64(x.tagOf(t).id)) }

// describe names a syntax node for "unsupported" messages.
func describe(n java.Node) string {
	switch n.(type) {
	case *java.Lambda:
		return "lambda"
	case *java.MethodRef:
		return "method reference"
	case *java.ClassLit:
		return "class literal"
	case *java.LocalClass:
		return "local class"
	case *java.SwitchExpr:
		return "switch expression"
	case *java.AssignExpr:
		return "assignment"
	case *java.New:
		return "object creation"
	}
	return fmt.Sprintf("%T", n)[len("*java."):]
}
