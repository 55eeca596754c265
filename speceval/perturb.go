package speceval

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"ensures/bench"
	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
)

// Version names a perturbation; Original is none.
type Version string

// The versions of a program.
const (
	Original    Version = "original"
	DefUse      Version = "DUB" // a variable's later uses go through a new one
	IfElse      Version = "IEF" // if (c) S else T becomes if (!(c)) T else S
	Swap        Version = "IDS" // independent neighbours change places
	NameRandom  Version = "NMR" // every variable and method gets a random name
	NameShuffle Version = "NMS" // the variables' names are permuted
)

// Versions are all of them, the original first.
var Versions = []Version{Original, DefUse, IfElse, Swap, NameRandom, NameShuffle}

// perturb changes an annotated program, its specification along with it; applied is false
// where the program has no place for it. The choice depends on the Java code and the seed
// alone, so the same program with another clause is changed in the same way.
func perturb(rt *bench.Runtime, src string, v Version, seed uint64) (out string, applied bool, err error) {
	if v == Original {
		return src, true, nil
	}
	c, err := read(rt, src)
	if err != nil {
		return "", false, err
	}
	p := &perturbing{code: c, edits: java.NewEdits(c.file), rng: rand.New(rand.NewPCG(seed, 7)), words: words(src)}
	switch v {
	case DefUse:
		p.defUse()
	case IfElse:
		p.ifElse()
	case Swap:
		p.swap()
	case NameRandom:
		p.random()
	case NameShuffle:
		p.shuffle()
	default:
		return "", false, fmt.Errorf("no perturbation %q", v)
	}
	if p.edits.Len() == 0 {
		return src, false, nil
	}
	out, err = p.edits.Apply()
	return out, err == nil, err
}

type perturbing struct {
	*code
	edits *java.Edits
	rng   *rand.Rand
	words map[string]bool // every word of the source: new names are none of them
}

func words(src string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(src, func(r rune) bool { return r != '_' && r != '$' && !letter(r) && (r < '0' || r > '9') }) {
		out[w] = true
	}
	return out
}

func letter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

// fresh is a name of five random letters and digits that the program does not have.
// Clauses must not decide on it, so a name that one of them has is avoided by a digit of
// its own at the end and no further draw.
func (p *perturbing) fresh() string {
	const letters, all = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	b := []byte{letters[p.rng.IntN(len(letters))]}
	for len(b) < 5 {
		b = append(b, all[p.rng.IntN(len(all))])
	}
	name := string(b)
	for p.words[name] {
		name += "0"
	}
	p.words[name] = true
	return name
}

// name is one occurrence of a variable's or method's name.
type name struct {
	java.Span
	text   string
	method bool
	local  *types.Local // of a local or parameter
	spec   bool         // in the specification
	bound  bool         // of a quantifier's own variable
	old    bool         // inside of \old or \pre
	decl   bool
}

// names are all names of the program's own variables and methods, in Java and JML.
func (p *perturbing) names() []name {
	var out []name
	own := func(c *types.Class) bool { return c != nil && !c.Library }
	var spec, old bool
	var info *types.Info
	add := func(id java.Ident, n name) {
		n.Span, n.text, n.spec, n.old = id.Span, id.Name, spec, old
		out = append(out, n)
	}
	var visit func(n java.Node) bool
	visit = func(n java.Node) bool {
		switch n := n.(type) {
		case *java.MethodDecl:
			if m := info.Methods[n]; m != nil && !n.IsConstructor && n.Name.Name != "main" {
				add(n.Name, name{method: true, decl: true})
			}
		case *java.Param:
			add(n.Name, name{local: info.Locals[n], decl: true})
		case *java.VarDeclarator:
			add(n.Name, name{local: info.Locals[n], decl: true, bound: spec})
		case *java.Name:
			if u := info.Uses[n]; u != nil && (u.Kind == types.LocalRef || u.Kind == types.FieldRef && own(u.Field.Owner)) {
				add(java.Ident{Span: n.Span, Name: n.Name}, name{local: u.Local, bound: u.Local != nil && u.Local.Spec})
			}
		case *java.Select:
			if u := info.Uses[n]; u != nil && u.Kind == types.FieldRef && own(u.Field.Owner) {
				add(n.Name, name{})
			}
		case *java.Call:
			if k := info.Calls[n]; k != nil && k.Method != nil && own(k.Method.Owner) && k.Method.Decl != nil {
				add(n.Name, name{method: true})
			}
		case *java.SpecCall:
			if n.Word == `\old` || n.Word == `\pre` {
				was := old
				old = true
				for _, a := range n.Args {
					java.Walk(a, visit)
				}
				old = was
				return false
			}
		}
		return true
	}

	// Java and specification have a type information each. A variable of a quantifier is known to
	// the latter alone.
	info = p.chk.Unit.Info
	for _, t := range p.file.Types {
		java.Walk(t, visit)
	}
	spec, info = true, p.chk.Info
	for _, n := range p.specNodes() {
		java.Walk(n, visit)
	}
	return out
}

// specNodes are the expressions of the specification.
func (p *perturbing) specNodes() []java.Node {
	var out []java.Node
	var clause func(c *jml.Clause)
	clause = func(c *jml.Clause) {
		// Nested specifications: a clause that holds cases of its own.
		for _, k := range c.Cases {
			for _, c := range k.Clauses {
				clause(c)
			}
		}
		if c.Decl != nil {
			out = append(out, c.Decl)
		}
		if c.If != nil {
			out = append(out, c.If)
		}
		if c.Expr != nil {
			out = append(out, c.Expr)
		}
		for _, r := range c.Refs {
			out = append(out, r)
		}
		if c.Param != nil {
			out = append(out, c.Param)
		}
	}

	for _, ms := range p.chk.Spec.Methods {
		for _, k := range ms.Cases {
			for _, c := range k.Clauses {
				clause(c)
			}
		}
	}
	for _, ls := range p.chk.Spec.Loops {
		for _, c := range ls.Clauses {
			clause(c)
		}
	}
	for _, cs := range p.chk.Spec.Classes {
		for _, c := range cs.Clauses {
			clause(c)
		}
		for _, m := range cs.Methods {
			out = append(out, m)
		}
		for _, f := range cs.Fields {
			out = append(out, f)
		}
	}

	stmts := func(list []*jml.Stmt) {
		for _, s := range list {
			if s.Expr != nil {
				out = append(out, s.Expr)
			}
			if s.Java != nil {
				out = append(out, s.Java)
			}
			if s.Decl != nil {
				out = append(out, s.Decl)
			}
			for _, r := range s.Refs {
				out = append(out, r)
			}
		}
	}
	for _, list := range p.chk.Spec.Before {
		stmts(list)
	}
	for _, list := range p.chk.Spec.AtEnd {
		stmts(list)
	}
	return out
}

// rename gives names others: one map over all variables, so that what was equal stays
// equal and what was different stays different, bound variables included. An injective
// renaming of all variables captures none.
func (p *perturbing) rename(variables, methods map[string]string) {
	for _, n := range p.names() {
		// One map for fields, parameters, locals and bound variables alike: names of different
		// variables may be the same, and are renamed together.
		to, ok := variables[n.text]
		if n.method {
			to, ok = methods[n.text]
		}
		if ok && to != n.text {
			p.edits.Replace(n.Span, to)
		}
	}
}

// declared are the names of variables and methods that the Java code declares, in order.
func (p *perturbing) declared() (variables, methods []string) {
	for _, n := range p.names() {
		switch {
		case n.spec || !n.decl:
		case n.method && !slices.Contains(methods, n.text):
			methods = append(methods, n.text)
		case !n.method && !slices.Contains(variables, n.text):
			variables = append(variables, n.text)
		}
	}
	return variables, methods
}

func (p *perturbing) random() {
	variables, methods := p.declared()
	vs, ms := map[string]string{}, map[string]string{}
	for _, v := range variables {
		vs[v] = p.fresh()
	}
	for _, m := range methods {
		ms[m] = p.fresh()
	}
	p.rename(vs, ms)
}

// shuffle moves each name to the next variable of a random cycle: no variable keeps its
// own.
func (p *perturbing) shuffle() {
	variables, _ := p.declared()
	if len(variables) < 2 {
		return
	}
	cycle := slices.Clone(variables)
	p.rng.Shuffle(len(cycle), func(i, j int) { cycle[i], cycle[j] = cycle[j], cycle[i] })
	vs := map[string]string{}
	// A single cycle has no fixed point, which a random permutation may have.
	for i, v := range cycle {
		vs[v] = cycle[(i+1)%len(cycle)]
	}
	p.rename(vs, nil)
}

// defUse: T f(T x) { S } becomes T f(T x) { T y = x; S[x := y] }, or, of a local,
// T x = e; S becomes T x = e; T y = x; S[x := y], y fresh. All uses and assignments behind
// the new definition are renamed, those in loop back edges with them; \old(x) and the
// contract keep the parameter.
func (p *perturbing) defUse() {
	type choice struct {
		local *types.Local
		at    java.Pos
		typ   string
		end   java.Pos // of the scope
		uses  []name
	}
	all := p.names()
	var cs []choice
	add := func(l *types.Local, c choice) {
		java := 0
		for _, n := range all {
			// The declaration keeps its name, and so does \old: before the method the new
			// variable does not exist.
			if n.local != l || n.decl || n.Pos() < c.at || n.Pos() >= c.end || n.old {
				continue
			}
			c.uses = append(c.uses, n)
			if !n.spec {
				java++
			}
		}
		c.local = l
		// A definition without a use in Java would change nothing that the perturbation is about.
		if java > 0 {
			cs = append(cs, c)
		}
	}

	info := p.chk.Unit.Info
	for _, m := range p.methods {
		body := m.Decl.Body
		for i, d := range m.Decl.Params {
			// Brackets may stand behind a name (int a[]), and a variable arity parameter is an
			// array (JLS 8.4.1).
			t := p.file.Text(d.Type) + strings.Repeat("[]", d.Dims)
			if d.Variadic {
				t += "[]"
			}
			add(m.Params[i], choice{at: body.Pos() + 1, typ: t, end: body.End()})
		}
		java.Walk(body, func(n java.Node) bool {
			b, ok := n.(*java.Block)
			if !ok {
				return true
			}
			for _, s := range b.Stmts {
				d, ok := s.(*java.LocalVars)
				if ok && len(d.Vars) == 1 && d.Vars[0].Init != nil {
					add(info.Locals[d.Vars[0]], choice{at: d.End(), typ: p.file.Text(d.Type) + strings.Repeat("[]", d.Vars[0].Dims), end: b.End()})
				}
			}
			return true
		})
	}

	if len(cs) == 0 {
		return
	}
	c := cs[p.rng.IntN(len(cs))]
	to := p.fresh()
	p.edits.Insert(c.at, fmt.Sprintf(" %s %s = %s;", c.typ, to, c.local.Name))
	for _, n := range c.uses {
		p.edits.Replace(n.Span, to)
	}
}

// ifElse: if (c) S else T becomes if (!(c)) T else S. At most one of the branches has
// JML in it, so that the order of the clauses stays; comments beside a branch would be
// left behind, so there may be none. Of nested ones the outermost is flipped.
func (p *perturbing) ifElse() {
	var ifs []*java.If
	for _, m := range p.methods {
		java.Walk(m.Decl.Body, func(n java.Node) bool {
			s, ok := n.(*java.If)
			if !ok {
				return true
			}
			// A comment between the parts would end up beside the other branch.
			if s.Else == nil || p.specs(s.Then) && p.specs(s.Else) || p.commented(s.Cond.End(), s.Then.Pos()) || p.commented(s.Then.End(), s.Else.Pos()) {
				return true
			}
			ifs = append(ifs, s)
			// What is inside is copied with the branch; edits of both would overlap.
			return false
		})
	}
	for _, s := range ifs {
		p.edits.Replace(java.Span{From: s.Cond.Pos(), To: s.Cond.End()}, "!("+p.file.Text(s.Cond)+")")
		p.edits.Replace(java.Span{From: s.Then.Pos(), To: s.Then.End()}, p.branch(s.Else))
		p.edits.Replace(java.Span{From: s.Else.Pos(), To: s.Else.End()}, p.branch(s.Then))
	}
}

// branch is a branch as a block: an if without else would take the next else.
func (p *perturbing) branch(s java.Stmt) string {
	if _, ok := s.(*java.Block); ok {
		return p.file.Text(s)
	}
	return "{ " + p.file.Text(s) + " }"
}

func (p *perturbing) specs(s java.Stmt) bool { return p.commented(s.Pos(), s.End()) }

// commented reports whether a comment lies in a range.
func (p *perturbing) commented(from, to java.Pos) bool {
	return slices.ContainsFunc(p.file.Comments, func(c java.Comment) bool { return c.Pos() < to && from < c.End() })
}

// swap: S; T becomes T; S where neither defines what the other uses or defines. Both are
// declarations or assignments of locals whose right sides call nothing; one of them at
// most may throw, and no handler in the method could see it. Comments stay where they are,
// so there may be none between.
func (p *perturbing) swap() {
	type pair struct{ s, t java.Stmt }
	var pairs []pair
	for _, m := range p.methods {
		tries := false
		java.Walk(m.Decl.Body, func(n java.Node) bool {
			_, is := n.(*java.Try)
			tries = tries || is
			return true
		})
		// A handler could see which of the two was done when the other one threw.
		if tries {
			continue
		}
		java.Walk(m.Decl.Body, func(n java.Node) bool {
			b, ok := n.(*java.Block)
			for i := 0; ok && i+1 < len(b.Stmts); i++ {
				s, t := b.Stmts[i], b.Stmts[i+1]
				if p.independent(s, t) && !p.commented(s.Pos(), t.End()) && len(p.chk.Spec.Before[s]) == 0 {
					pairs = append(pairs, pair{s, t})
				}
			}
			return true
		})
	}

	if len(pairs) == 0 {
		return
	}
	c := pairs[p.rng.IntN(len(pairs))]
	p.edits.Replace(java.Span{From: c.s.Pos(), To: c.s.End()}, p.file.Text(c.t))
	p.edits.Replace(java.Span{From: c.t.Pos(), To: c.t.End()}, p.file.Text(c.s))
}

func (p *perturbing) independent(s, t java.Stmt) bool {
	a, ok := p.effectOf(s)
	b, also := p.effectOf(t)
	// Where both may throw, the exception could be another one after the swap.
	if !ok || !also || a.throws && b.throws {
		return false
	}
	// No flow, anti- or output dependence between the two.
	for v := range a.defs {
		if b.defs[v] || b.uses[v] {
			return false
		}
	}
	for v := range b.defs {
		if a.uses[v] {
			return false
		}
	}
	return true
}

// effect is what a simple statement reads and writes, by name, and whether it may throw.
type effect struct {
	defs, uses map[string]bool
	throws     bool
}

// effectOf reports false for statements that are no declaration or assignment of locals.
func (p *perturbing) effectOf(s java.Stmt) (effect, bool) {
	e := effect{defs: map[string]bool{}, uses: map[string]bool{}}
	ok := true
	var value func(x java.Node)
	value = func(x java.Node) {
		java.Walk(x, func(n java.Node) bool {
			switch n := n.(type) {
			case *java.Name:
				e.uses[n.Name] = true
			case *java.Index, *java.Select, *java.Cast, *java.NewArray:
				// Array accesses, field accesses, casts and array creations can throw. So can the
				// two divisions, of whole numbers by 0.
				e.throws = true
			case *java.Binary:
				e.throws = e.throws || n.Op == java.Div || n.Op == java.Rem
			case *java.Literal, *java.Paren, *java.TypeExpr, *java.ArrayInit, *java.Cond:
				// These have no effect of their own; their operands are visited.
			case *java.Unary:
				ok = ok && !n.Op.Changes()
			default: // calls, lambdas, assignments inside
				ok = false
			}
			return true
		})
	}

	switch s := s.(type) {
	case *java.LocalVars:
		for _, v := range s.Vars {
			e.defs[v.Name.Name] = true
			if v.Init != nil {
				value(v.Init)
			}
		}
	case *java.ExprStmt:
		a, is := s.X.(*java.AssignExpr)
		if !is {
			return e, false
		}
		x, is := a.X.(*java.Name)
		if !is || a.Op != java.Assign || p.chk.Unit.Info.Uses[x] == nil || p.chk.Unit.Info.Uses[x].Kind != types.LocalRef {
			return e, false
		}
		e.defs[x.Name] = true
		value(a.Y)
	default:
		return e, false
	}
	return e, ok
}
