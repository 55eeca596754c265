// Package transforms rewrites Java programs without changing what they do, for measuring
// how much an engine depends on the form of code.
//
// The rules are the eighteen of the evaluation of FormalBench (Le-Cong et al., 2025), each
// with the conditions under which it keeps the meaning written above it. A rule is applied
// at every place where its conditions hold, merging of declarations and swapping of
// statements once in a block. A program is to be transformed without specifications: the
// comments that stand where code moves are carried along as they are.
//
// Every place is tried by itself: one that our checker refuses, such as a statement that
// nothing reaches any more, stays as it was.
//
// The package must not know specifications, runs or benchmarks.
package transforms

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// Rule is a way to rewrite a program.
type Rule struct {
	Name   string // as in the paper
	Number int    // of the published data's folder; 0 where it has none
	at     func(p *pass, n java.Node) []place
	whole  func(p *pass) place
}

// Rules are all rules, in the order of the paper.
var Rules = []Rule{
	{Name: "VariableRenaming-1", whole: (*pass).initials},
	{Name: "VariableRenaming-2", Number: 1, whole: (*pass).otherNames},
	{Name: "SwitchRelation", Number: 23, at: (*pass).switchRelation},
	{Name: "Unary2Add", Number: 8, at: (*pass).unaryToAdd},
	{Name: "Add2Equal", Number: 9, at: (*pass).addToEqual},
	{Name: "MergeVarDecl", Number: 11, at: (*pass).mergeDeclarations},
	{Name: "InfixDividing", Number: 17, at: (*pass).divideInfix},
	{Name: "SwitchEqualExp", Number: 21, at: (*pass).switchEqual},
	{Name: "SwitchStringEqual", Number: 22, at: (*pass).switchStringEqual},
	{Name: "For2While", Number: 2, at: (*pass).forToWhile},
	{Name: "While2For", Number: 3, at: (*pass).whileToFor},
	{Name: "ElseIf2If", Number: 5, at: (*pass).elseIfToIf},
	{Name: "Switch2If", at: (*pass).switchToIf},
	{Name: "SwapStatement", Number: 12, at: (*pass).swapStatements},
	{Name: "ReverseIf", Number: 14, at: (*pass).reverseIf},
	{Name: "If2CondExp", Number: 15, at: (*pass).ifToCond},
	{Name: "CondExp2If", Number: 16, at: (*pass).condToIf},
	{Name: "DividingComposedIf", Number: 19, at: (*pass).divideIf},
}

// Extras are the kinds of the published data that the paper does not list.
var Extras = []Rule{
	{Name: "NestedIf2ElseIf", Number: 6, at: (*pass).nestedToElseIf},
	{Name: "SplitVarDecl", Number: 10, at: (*pass).splitDeclarations},
	{Name: "ConstantUnfolding", Number: 13, at: (*pass).unfoldConstant},
	{Name: "ContinueToElse", Number: 20, at: (*pass).continueToElse},
}

// Named returns the rule or extra of a name, and whether there is one.
func Named(name string) (Rule, bool) {
	for _, r := range slices.Concat(Rules, Extras) {
		if strings.EqualFold(r.Name, name) {
			return r, true
		}
	}
	return Rule{}, false
}

// most is how many times its length a program may become: a rule that copies a branch doubles
// it with every else if.
const most = 4

// Apply rewrites a file by a rule: the new text, and at how many places. Without a place
// the text is as it was. A file with mistakes is not rewritten.
func (r Rule) Apply(lib *types.Library, name, src string) (code string, places int, errs java.ErrorList) {
	p, errs := read(lib, name, src)
	if len(errs) > 0 {
		return src, 0, errs
	}
	if r.whole != nil {
		edits := r.whole(p)
		// A whole rule changes all its places together or nothing: a name is
		// right only if it is new everywhere.
		if next, ok := p.tried(lib, edits); ok && len(edits) > 0 {
			return next.f.Src, 1, nil
		}
		return src, 0, nil
	}

	// From the last place to the first: what stands before a place is as it was, so that
	// the positions still to come hold, and inner places are rewritten before outer ones.
	for limit := len(src); ; {
		at, ok := p.last(r, limit)
		if !ok {
			return p.f.Src, places, nil
		}
		// A place that is refused is passed too: the next one is looked for
		// before it, so that this comes to an end.
		limit = at.from()
		next, ok := p.tried(lib, at)
		if ok && len(next.f.Src) <= most*len(src)+most*100 {
			p, places = next, places+1
		}
	}
}

// tried is the program with a place rewritten, and whether it is one still.
func (p *pass) tried(lib *types.Library, at place) (*pass, bool) {
	e := java.NewEdits(p.f)
	for _, d := range at {
		e.Replace(d.at, d.to)
	}
	text, err := e.Apply()
	if err != nil {
		return nil, false
	}
	next, errs := read(lib, p.f.Name, text)
	return next, len(errs) == 0
}

// pass is a checked text of the program.
type pass struct {
	f     *java.File
	info  *types.Info
	names map[string]bool // identifiers of the file

	labelled map[java.Stmt]bool
	lists    map[java.Stmt]bool // statements that stand in a list of statements
	bodies   map[java.Stmt]bool // branches of conditions and bodies of loops
	tries    bool               // the file has a try statement
	hidden   bool               // a local has the name of a field
}

func read(lib *types.Library, name, src string) (*pass, java.ErrorList) {
	f, prog, errs := types.Load(lib, name, src)
	if len(errs) > 0 {
		return nil, errs
	}
	p := &pass{f: f, info: prog.Units[0].Info, names: map[string]bool{}, labelled: map[java.Stmt]bool{}, lists: map[java.Stmt]bool{}, bodies: map[java.Stmt]bool{}}
	// Tokens, not declarations: a new name must not be a method's, a field's or a type's either.
	for _, t := range java.Tokens(src) {
		p.names[t.Text] = true
	}

	fields := map[string]bool{}
	list := func(ss []java.Stmt) {
		for _, s := range ss {
			p.lists[s] = true
		}
	}
	java.Walk(f, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Block:
			list(n.Stmts)
		case *java.Case:
			if !n.Arrow {
				list(n.Body)
			}
		case *java.If:
			p.bodies[n.Then] = true
			p.bodies[n.Else] = true
		case *java.While:
			p.bodies[n.Body] = true
		case *java.DoWhile:
			p.bodies[n.Body] = true
		case *java.For:
			p.bodies[n.Body] = true
		case *java.ForEach:
			p.bodies[n.Body] = true
		case *java.Labeled:
			p.labelled[n.Body] = true
		case *java.Try:
			p.tries = true
		case *java.Name:
			if u := p.info.Uses[n]; u != nil && u.Field != nil {
				fields[n.Name] = true
			}
		}
		return true
	})

	for f := range p.info.Fields {
		fields[f.Name.Name] = true
	}
	for _, l := range p.info.Locals {
		p.hidden = p.hidden || fields[l.Name]
	}
	return p, nil
}

// edit puts a text at a place.
type edit struct {
	at java.Span
	to string
}

// place is where a rule applies: all that has to change there.
type place []edit

func one(at java.Node, to string) []place {
	return []place{{{java.Span{From: at.Pos(), To: at.End()}, to}}}
}

func (p place) from() int {
	return slices.MinFunc(p, func(a, b edit) int { return cmp.Compare(a.at.From, b.at.From) }).at.From.Offset()
}

// last is the place of a rule that stands furthest behind, before limit.
func (p *pass) last(r Rule, limit int) (out place, ok bool) {
	best := -1
	java.Walk(p.f, func(n java.Node) bool {
		for _, at := range r.at(p, n) {
			// Of places that begin alike the first found stays, which is the outer one; an
			// inner one that begins there is never tried.
			if from := at.from(); from < limit && from > best {
				out, best, ok = at, from, true
			}
		}
		return true
	})
	return out, ok
}

// operand is the source of an expression, in parentheses unless it binds at least as
// tightly as a sum.
func (p *pass) operand(e java.Expr) string {
	switch x := e.(type) {
	case *java.Unary:
		return p.f.Text(e)
	case *java.Binary:
		switch x.Op {
		case java.Plus, java.Sub, java.Mul, java.Div, java.Rem:
			return p.f.Text(e)
		}
	}
	return expr.Tight(p.f, e)
}

// fresh is a name that nothing in the file has, made of base.
func (p *pass) fresh(base string) string {
	name := base
	// A name made of initials may be a keyword: if, do.
	for i := 1; p.names[name] || !isIdentifier(name); i++ {
		name = base + strconv.Itoa(i)
	}
	return name
}

func isIdentifier(s string) bool {
	toks := java.Tokens(s)
	return len(toks) == 1 && toks[0].Kind == java.Identifier
}

// local is the local variable or parameter that an expression names; nil for others.
func (p *pass) local(e java.Expr) *types.Local {
	if n, ok := java.Unparen(e).(*java.Name); ok {
		if u := p.info.Uses[n]; u != nil && u.Kind == types.LocalRef {
			return u.Local
		}
	}
	return nil
}

func (p *pass) isPrimitive(e java.Expr) bool {
	t := p.info.Types[e]
	return t != nil && types.IsPrimitive(t)
}

// What the evaluation of an expression may do besides giving a value.
type doings struct {
	calls   bool // a method or constructor runs, which may do anything but assign locals
	assigns bool // a variable is assigned
	throws  bool // an exception
	others  bool // an exception that is no NullPointerException
	fields  bool // a field or an array's element is read, which a call may change
	locals  bool // a local is read
}

// does says what the evaluation of an expression may do. A conversion of a box may throw.
func (p *pass) does(e java.Expr) doings {
	var d doings
	throws := func(may bool) {
		d.throws, d.others = d.throws || may, d.others || may
	}
	java.Walk(e, func(n java.Node) bool {
		// A constant is folded by the compiler: nothing of it is evaluated.
		if e, ok := n.(java.Expr); ok && p.info.Consts[e] != nil {
			return false
		}

		switch n := n.(type) {
		case *java.Name:
			if p.local(n) != nil {
				d.locals = true
			} else {
				d.fields = true
			}
		case *java.Select:
			// A field of a class may have its initialiser run, which may do anything.
			u := p.info.Uses[n]
			d.fields, d.throws = true, true
			throws(u == nil || u.Kind != types.LengthRef)
		case *java.Index:
			d.fields = true
			throws(true)
		case *java.Call:
			// Even a pure one may have null for its receiver.
			d.calls, d.throws = d.calls || !p.isPure(n), true
			// Without arguments a pure method fails only of a null receiver,
			// which is a NullPointerException.
			throws(d.calls || len(n.Args) > 0)
		case *java.New:
			if !p.isEmptyCollection(n) {
				d.calls = true
				throws(true)
			}
		case *java.SwitchExpr:
			d.calls = true
			throws(true)
		case *java.NewArray, *java.Cast, *java.Lambda, *java.MethodRef:
			throws(true)
		case *java.AssignExpr:
			d.assigns = true
			throws(true)
		case *java.Unary:
			d.assigns = d.assigns || n.Op.Changes()
			throws(!p.isPrimitive(n.X))
		case *java.Binary:
			throws(p.dividesByZero(n.Op, n.X, n.Y))
			if n.Op == java.Plus && (p.shows(n.X) || p.shows(n.Y)) {
				d.calls = true
				throws(true)
			}
			// The operation is on numbers, so that an operand which is none of the primitives is
			// unboxed.
			if o := p.info.Operand[n]; o != nil && types.IsPrimitive(o) {
				throws(!p.isPrimitive(n.X) || !p.isPrimitive(n.Y))
			}
		}
		return true
	})
	return d
}

// undecided reports whether the order of two evaluations decides which exception comes: both
// may throw, and not both only for null. The message of one for null may name the other.
func (d doings) undecided(e doings) bool { return d.throws && e.throws && (d.others || e.others) }

// dividesByZero reports whether an operation may be a division of integers by zero.
func (p *pass) dividesByZero(op java.Op, x, y java.Expr) bool {
	if op != java.Div && op != java.Rem {
		return false
	}
	// One operand of floating point makes the division one of floating
	// point, which throws nothing (JLS 15.17).
	for _, e := range []java.Expr{x, y} {
		if t := types.Unboxed(p.info.Types[e]); t != nil && (t.Kind() == types.Float || t.Kind() == types.Double) {
			return false
		}
	}
	k := p.info.Consts[y]
	return k == nil || k.N == 0
}

// shows reports whether an operand of + may have a toString of the program's own, which is
// called where the other operand is a text.
func (p *pass) shows(e java.Expr) bool {
	t := p.info.Types[e]
	return t == nil || !types.IsPrimitive(t) && !types.IsString(t) && types.Unboxed(t) == nil
}

// pure are classes of the library whose methods change nothing and read nothing that changes.
var pure = []string{"java.lang.String", "java.lang.Math", "java.lang.Character", "java.lang.Integer", "java.lang.Long", "java.lang.Double", "java.lang.Boolean"}

// isPure reports whether a call changes nothing: of a method that could be overridden, or
// that asks its argument, it is not known.
func (p *pass) isPure(c *java.Call) bool {
	call := p.info.Calls[c]
	if call == nil || call.Method == nil || !slices.Contains(pure, call.Method.Owner.Binary) || call.Method.Name == "random" {
		return false
	}
	for _, a := range c.Args {
		// An object as an argument may be asked for its text: String.valueOf, String.join.
		if t := p.info.Types[a]; t == nil || !types.IsPrimitive(t) && !types.IsString(t) {
			return false
		}
	}
	return true
}

// isEmptyCollection reports whether an object is a new collection of the library, which
// nobody else can see being made.
func (p *pass) isEmptyCollection(n *java.New) bool {
	c, ok := p.info.Types[n].(*types.ClassType)
	return ok && n.Body == nil && len(n.Args) == 0 && n.Outer == nil && c.Class.Library && strings.HasPrefix(c.Class.Binary, "java.util.")
}

// commute reports whether a comparison's operands may be evaluated in either order: neither
// changes what the other reads, at most one may throw unless both do for null only, and where one calls a method the
// other reads only locals, which no method changes, and throws nothing. A box that is
// compared as a number may be null. Both may throw where each only reads elements of the
// same local array, or characters of the same local text: the exception is of the same class
// in either order, though its message names the other index.
func (p *pass) commute(n *java.Binary) bool {
	a, b := p.does(n.X), p.does(n.Y)
	if o := p.info.Operand[n]; o != nil && types.IsPrimitive(o) {
		a.throws, a.others = a.throws || !p.isPrimitive(n.X), a.others || !p.isPrimitive(n.X)
		b.throws, b.others = b.throws || !p.isPrimitive(n.Y), b.others || !p.isPrimitive(n.Y)
	}
	switch {
	case a.assigns && (b.locals || b.fields || b.calls || b.assigns || b.throws), b.assigns && (a.locals || a.fields || a.calls || a.throws):
		return false
	case a.calls:
		return !b.calls && !b.fields && !b.throws
	case b.calls:
		return !a.fields && !a.throws
	}
	if x := p.indexes(n.X); x != nil && x == p.indexes(n.Y) {
		return true
	}
	return !a.undecided(b)
}

// indexes is the local array or text whose elements an expression of numbers reads, where
// reading them is all that may throw in it; nil where there is none.
func (p *pass) indexes(e java.Expr) *types.Local {
	var read *types.Local
	only := true
	reads := func(n, x, i java.Expr) {
		l := p.local(x)
		only = only && l != nil && (read == nil || read == l) && p.isPrimitive(n) && p.isPrimitive(i)
		read = l
	}

	java.Walk(e, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Index:
			reads(n, n.X, n.I)
		case *java.Call:
			m := p.info.Calls[n]
			if m == nil || m.Method == nil || m.Method.Owner.Binary != "java.lang.String" || n.X == nil {
				only = false
				break
			}
			switch n.Name.Name {
			case "charAt":
				reads(n, n.X, n.Args[0])
			case "length":
				reads(n, n.X, n)
			default:
				only = false
			}
		// A length, or a field of the local's object: fails for null only, as the reads do first.
		case *java.Select:
			reads(n, n.X, n)
		case *java.Binary:
			only = only && !p.dividesByZero(n.Op, n.X, n.Y) && p.isPrimitive(n.X) && p.isPrimitive(n.Y)
		case *java.Name, *java.Literal, *java.Paren:
		default:
			only = false
		}
		return only
	})
	if !only {
		return nil
	}
	return read
}
