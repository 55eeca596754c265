package propose

import (
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
	"ensures/jml/eval"
)

// spoken evaluates clauses given as text on observations, with package jml's
// evaluator: what the search over terms cannot build is said this way.
type spoken struct {
	w   *method
	chk *jml.Checked
}

// speaker prepares the evaluation of texts; nil when the file cannot be checked.
func (w *method) speaker() *spoken {
	if w.spoken != nil {
		return w.spoken
	}
	bare := *w.prep.File
	bare.Comments = nil // what is there already is not our concern
	spec, _ := jml.Parse(&bare)
	for _, u := range w.prep.Types.Units {
		if u.File == w.prep.File {
			chk, _ := jml.Check(spec, w.prep.Types, u)
			w.spoken = &spoken{w: w, chk: chk}
		}
	}
	return w.spoken
}

// maxSpoken bounds the quantifier steps of one evaluation.
const maxSpoken = 20_000

// predicate is an ensures clause's condition; false when it has no meaning here.
func (sp *spoken) predicate(s *space, text string) (predicate, bool) {
	x, file, errs := jml.ParseExpr(text)
	if len(errs) > 0 {
		return predicate{}, false
	}
	chk, errs := sp.chk.CheckFor(sp.w.prep.Method, nil, file, &jml.Clause{Kind: jml.Ensures, Keyword: "ensures", Expr: x, Span: java.Span{From: x.Pos(), To: x.End()}})
	if len(errs) > 0 {
		return predicate{}, false
	}
	pred, err := eval.Compile(chk, sp.w.prep.Run, x, eval.CompileOptions{Slots: sp.w.prep.Method.Params})
	if err != nil {
		return predicate{}, false
	}
	memo := make([]truth, len(s.obs))
	known := make([]bool, len(s.obs))
	return predicate{text: text, prec: precImplies, size: sizeOf(x), result: mentionsResult(x), holds: func(i int) truth {
		if !known[i] {
			known[i], memo[i] = true, sp.eval(pred, s.obs[i])
		}
		return memo[i]
	}}, true
}

func (sp *spoken) eval(p *eval.Pred, o *observation) truth {
	sp.w.m.Refill(2_000_000, 64<<20)
	env := &eval.Env{
		Machine: sp.w.m, Steps: maxSpoken, Result: o.result,
		Cur: eval.State{This: o.thisTo, Locals: o.after, Statics: statics(o.staticsTo)},
		Pre: &eval.State{This: o.this, Locals: o.args, Statics: statics(o.statics)},
	}
	switch p.Eval(env).Truth {
	case eval.True:
		return yes
	case eval.False:
		return no
	}
	return unknown
}

// statics are the values of static fields as package jml reads them.
type statics map[*types.Field]interp.Value

// Field implements the lookup.
func (s statics) Field(f *types.Field) (interp.Value, bool) {
	v, ok := s[f]
	return v, ok
}

// sizeOf is the number of names, literals and operators.
func sizeOf(e java.Node) int {
	n := 0
	java.Walk(e, func(java.Node) bool { n++; return true })
	return n
}

func mentionsResult(e java.Node) bool {
	found := false
	java.Walk(e, func(n java.Node) bool {
		if w, ok := n.(*java.SpecWord); ok && w.Word == "\\result" {
			found = true
		}
		return !found
	})
	return found
}

// byLoops offers what the text of the method's loops says of its results.
func (c *candidates) byLoops(w *method) {
	sp := w.speaker()
	if sp == nil || c.s.loop {
		return
	}
	loops, ends := shapes(w.prep.Decl, w.prep.Info, c.s.i)
	if len(loops) == 0 {
		return
	}
	p := &afterwards{w: w, ends: ends, k: c.s.i, k2: c.s.k}
	for _, text := range p.clauses(loops) {
		if q, ok := sp.predicate(c.s, text); ok {
			c.offer("loop", q)
			c.almost(q)
		}
	}
}

// mostly is the share of the runs on which a clause must hold to be kept for the
// case that preconditions are added.
const mostly = 0.7

// almost keeps a clause that holds on most runs but not on all.
func (c *candidates) almost(p predicate) {
	if c.seen[p.text] {
		return
	}
	n := 0
	for o := range c.s.real {
		if p.holds(o) == yes {
			n++
		}
	}
	if float64(n) < mostly*float64(c.s.real) || n == c.s.real {
		return
	}
	c.seen[p.text] = true
	k := &clause{predicate: p, family: "loop", kills: make([]uint64, (len(c.s.obs)-c.s.real+63)/64)}
	for i := c.s.real; i < len(c.s.obs); i++ {
		if o := c.s.obs[i]; p.holds(i) == no && p.holds(o.of) == yes {
			k.kills[(i-c.s.real)/64] |= 1 << ((i - c.s.real) % 64)
			k.count++
		}
	}
	if k.count > 0 {
		c.nearly = append(c.nearly, k)
	}
}

// afterwards says what loops leave behind.
type afterwards struct {
	w     *method
	ends  []ending
	k, k2 string
	out   []string
}

func (p *afterwards) say(text string) {
	if text != "" && len(text) < 600 {
		p.out = append(p.out, text)
	}
}

func (p *afterwards) clauses(loops []*loopShape) []string {
	boolean := p.w.prep.Method.Return.Kind() == types.Boolean
	if boolean {
		p.truth()
	}
	for _, e := range p.ends {
		p.ending(e, boolean)
	}
	for _, l := range loops {
		if l.outer == nil {
			p.stored(l)
		}
	}
	return p.out
}

// truth is \result <==> the conditions under which true is returned.
func (p *afterwards) truth() {
	var when, unless java.Expr
	add := func(to *java.Expr, g java.Expr) {
		if *to == nil {
			*to = g
		} else {
			*to = &java.Binary{Op: java.OrOr, X: *to, Y: g}
		}
	}
	exact := true
	for _, e := range p.ends {
		lit, _ := unparen(e.value).(*java.Literal)
		switch {
		case e.value == nil || e.loop != nil:
			exact = false
		case lit != nil && e.guard == nil:
			exact = false
		case lit != nil && lit.Raw == "true":
			add(&when, e.guard)
		case lit != nil:
			add(&unless, e.guard)
		case e.guard == nil:
			add(&when, e.value)
			unless = nil
		default:
			add(&when, andOf(grouped(e.guard), grouped(e.value)))
		}
	}
	if !exact {
		return
	}
	if when != nil {
		p.say("\\result <==> " + java.Print(unparen(when)))
	}
	if unless != nil {
		p.say("\\result <==> " + java.Print(unparen(notOf(unless))))
	}
	// the last condition alone may say it all
	for _, e := range p.ends {
		for _, g := range conjuncts(e.guard) {
			if _, ok := unparen(g).(*java.Quantified); ok {
				p.say("\\result <==> " + java.Print(unparen(g)))
				p.say("\\result <==> " + java.Print(unparen(notOf(g))))
				p.say("\\result ==> " + java.Print(unparen(g)))
			}
		}
	}
}

func (p *afterwards) ending(e ending, boolean bool) {
	if e.loop != nil {
		p.hit(e)
		return
	}
	if e.value == nil {
		return
	}
	eq := "\\result == " + factorOf(e.value)
	if boolean {
		switch text := java.Print(unparen(e.value)); text {
		case "true":
			eq = "\\result"
		case "false":
			eq = "!\\result"
		default:
			eq = "(\\result <==> " + text + ")"
		}
	}
	if e.guard == nil {
		p.say(eq)
		return
	}
	p.say(implied(e.guard) + " ==> " + eq)
	gs := conjuncts(e.guard)
	for _, g := range gs {
		p.say(implied(g) + " ==> " + eq)
		if !boolean {
			p.say(eq + " <==> " + implied(g))
		}
	}
}

func factorOf(e java.Expr) string {
	if b, ok := unparen(e).(*java.Binary); ok && b.Op != java.Mul && b.Op != java.Div && b.Op != java.Rem && b.Op != java.Plus && b.Op != java.Sub {
		return "(" + java.Print(b) + ")"
	}
	return java.Print(unparen(e))
}

// implied is a condition in front of an arrow.
func implied(e java.Expr) string {
	if b, ok := unparen(e).(*java.Binary); ok && (b.Op == java.Implies || b.Op == java.Iff) {
		return "(" + java.Print(b) + ")"
	}
	return java.Print(unparen(e))
}

// hit is a return from inside a loop of something about the round: the first in
// which the condition held.
func (p *afterwards) hit(e ending) {
	l := e.loop
	lo, end := replace(l.lo, l.entry), replace(l.end, l.entry)
	if lo == nil || end == nil || e.value == nil || e.hit == nil || e.guard == nil {
		return
	}
	at := func(x java.Expr, v java.Expr) java.Expr {
		env := map[string]java.Expr{}
		for name, y := range l.entry {
			env[name] = y
		}
		for name := range l.assigns {
			env[name] = nil
		}
		env[l.counter] = v
		return replace(x, env)
	}
	result := &java.SpecWord{Word: "\\result"}
	before := func(r java.Expr) string {
		if l.up {
			return quantifierOf("forall", p.k2, lo, r, at(notOf(e.hit), nameOf(p.k2)))
		}
		return quantifierOf("forall", p.k2, plusOf(r, 1), plusOf(lo, 1), at(notOf(e.hit), nameOf(p.k2)))
	}
	if x, ok := unparen(e.value).(*java.Name); ok && x.Name == l.counter {
		is := at(e.hit, result)
		if is == nil {
			return
		}
		first := before(result)
		text := java.Print(unparen(is))
		p.say(implied(e.guard) + " ==> " + text + " && " + first)
		for _, r := range p.others() {
			p.say("\\result != " + r + " ==> " + text)
			p.say("\\result != " + r + " ==> " + first)
			p.say("\\result != " + r + " ==> " + operand(lo) + " <= \\result && \\result < " + operand(end))
			a, b := l.whole()
			if none := quantifierOf("forall", p.k, replace(a, l.entry), replace(b, l.entry), at(notOf(e.hit), nameOf(p.k))); none != "" {
				p.say("\\result == " + r + " <==> " + none)
			}
		}
		return
	}
	value, is := at(e.value, nameOf(p.k)), at(e.hit, nameOf(p.k))
	if value == nil || is == nil {
		return
	}
	a, b := lo, end
	if !l.up {
		a, b = plusOf(end, 1), plusOf(lo, 1)
	}
	eq := &java.Binary{Op: java.Eq, X: result, Y: grouped(value)}
	body := andOf(eq, is)
	if inner, _, errs := jml.ParseExpr(before(nameOf(p.k))); len(errs) == 0 {
		p.say(implied(e.guard) + " ==> " + quantifierOf("exists", p.k, a, b, andOf(body, inner)))
	}
	p.say(implied(e.guard) + " ==> " + quantifierOf("exists", p.k, a, b, body))
}

// others are the constants that other endings return.
func (p *afterwards) others() []string {
	var out []string
	for _, e := range p.ends {
		if e.loop == nil && e.value != nil {
			if _, ok := literalInt(e.value); ok {
				out = append(out, java.Print(unparen(e.value)))
			}
		}
	}
	return out
}

// stored says what the elements are that a loop assigns, where the array is a
// parameter or what is returned.
func (p *afterwards) stored(l *loopShape) {
	s := &speech{l: l, k: p.k, k2: p.k2, seen: map[string]bool{}, olds: map[string]bool{}, arrays: map[string]java.Expr{}}
	s.readArrays(p.w.prep.Decl)
	lo, hi := l.whole()
	if lo, hi = replace(lo, l.entry), replace(hi, l.entry); lo == nil || hi == nil {
		return
	}
	returned := map[string]java.Expr{}
	java.Walk(p.w.prep.Decl.Body, func(n java.Node) bool {
		if r, ok := n.(*java.Return); ok {
			if x, ok := unparen(r.X).(*java.Name); ok && !s.olds[x.Name] {
				returned[x.Name] = &java.SpecWord{Word: "\\result"}
			}
		}
		return true
	})
	for _, e := range l.events {
		switch e.kind {
		case stores:
			s.stored(e, lo, hi)
		case appends:
			s.listed(e, lo, hi)
		case updates:
			if x, ok := e.target.(*java.Name); ok && returned[x.Name] != nil {
				s.updated(e, lo, hi)
			}
		}
	}
	s.doneInside(lo, hi)
	for name := range returned {
		if n := replace(s.arrays[name], l.entry); n != nil {
			p.say("\\result.length == " + operand(n))
		}
	}
	for _, text := range s.out {
		x, _, errs := jml.ParseExpr(text)
		if len(errs) > 0 {
			continue
		}
		env := map[string]java.Expr{}
		for name, v := range l.entry {
			env[name] = v
		}
		for name, v := range returned {
			env[name] = v
		}
		for name := range s.olds {
			delete(env, name)
		}
		if y := replace(x, env); y != nil {
			p.say(java.Print(y))
		}
	}
}
