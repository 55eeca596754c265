package propose

import (
	"ensures/java"
	"ensures/java/expr"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
	"ensures/jml/eval"
	"ensures/propose/loops"
)

// evaluator evaluates clauses given as text on observations, with package jml's
// evaluator: what the search over terms cannot build is said this way.
type evaluator struct {
	w   *method
	chk *jml.Checked
}

// texts prepares the evaluation of texts; nil when the file cannot be checked.
func (w *method) texts() *evaluator {
	if w.evaluator != nil {
		return w.evaluator
	}
	bare := *w.prep.File
	bare.Comments = nil // what is there already is not our concern
	spec, _ := jml.Parse(&bare)
	for _, u := range w.prep.Types.Units {
		if u.File == w.prep.File {
			chk, _ := jml.Check(spec, w.prep.Types, u)
			w.evaluator = &evaluator{w: w, chk: chk}
		}
	}
	return w.evaluator
}

// maxQuantified bounds the quantifier steps of one evaluation.
const maxQuantified = 20_000

// predicate is an ensures clause's condition; false when it has no meaning here.
func (ev *evaluator) predicate(s *space, text string) (predicate, bool) {
	x, file, errs := jml.ParseExpr(text)
	if len(errs) > 0 {
		return predicate{}, false
	}
	chk, errs := ev.chk.CheckFor(ev.w.prep.Method, nil, file, &jml.Clause{Kind: jml.Ensures, Keyword: "ensures", Expr: x, Span: java.Span{From: x.Pos(), To: x.End()}})
	if len(errs) > 0 {
		return predicate{}, false
	}
	pred, err := eval.Compile(chk, ev.w.prep.Run, x, eval.CompileOptions{Slots: ev.w.prep.Method.Params})
	if err != nil {
		return predicate{}, false
	}
	memo := make([]truth, len(s.obs))
	known := make([]bool, len(s.obs))
	return predicate{text: text, prec: precImplies, size: expr.Size(x), result: expr.Mentions(x, "\\result"), holds: func(i int) truth {
		if !known[i] {
			known[i], memo[i] = true, ev.eval(pred, s.obs[i])
		}
		return memo[i]
	}}, true
}

func (ev *evaluator) eval(p *eval.Pred, o *observation) truth {
	ev.w.m.Refill(2_000_000, 64<<20)
	env := &eval.Env{
		Machine: ev.w.m, Steps: maxQuantified, Result: o.result,
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

// byLoops offers what the text of the method's loops says of its results.
func (c *candidates) byLoops(w *method) {
	ev := w.texts()
	if ev == nil || c.s.loop {
		return
	}
	for _, text := range loops.Postconditions(w.prep.Decl, w.prep.Info, w.prep.Method.Return, loops.Names{I: c.s.i, J: c.s.j, K: c.s.k}) {
		if q, ok := ev.predicate(c.s, text); ok {
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
