package propose

import (
	"time"

	"ensures/bench"
	"ensures/java"
	"ensures/java/expr"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
	"ensures/jml/eval"
	"ensures/propose/loops"
	"ensures/propose/search"
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
func (ev *evaluator) predicate(s vocabulary, text string) (search.Predicate, bool) {
	x, file, errs := jml.ParseExpr(text)
	if len(errs) > 0 {
		return search.Predicate{}, false
	}
	chk, errs := ev.chk.CheckFor(ev.w.prep.Method, nil, file, &jml.Clause{Kind: jml.Ensures, Keyword: "ensures", Expr: x, Span: java.Span{From: x.Pos(), To: x.End()}})
	if len(errs) > 0 {
		return search.Predicate{}, false
	}
	pred, err := eval.Compile(chk, ev.w.prep.Run, x, eval.CompileOptions{Slots: ev.w.prep.Method.Params})
	if err != nil {
		return search.Predicate{}, false
	}
	// One text is asked by Offer, by Almost and when it is chosen: its value is kept.
	memo := make([]eval.Truth, len(s.obs))
	return search.Condition(text, expr.Size(x), expr.Mentions(x, "\\result"), func(i int) eval.Truth {
		if memo[i] == eval.InvalidTruth {
			memo[i] = ev.eval(pred, s.obs[i])
		}
		return memo[i]
	}), true
}

// eval is the truth of a clause on an observation. A clause under quantifiers may call the
// code's methods many thousand times: that is work, and there is none once the budget is spent.
func (ev *evaluator) eval(p *eval.Pred, o *observation) eval.Truth {
	if ev.w.late() {
		return eval.Unknown
	}
	ev.w.m.Refill(2_000_000, 64<<20)
	defer func() { ev.w.spend(time.Duration(ev.w.m.StepsUsed()) * bench.StepWork) }()
	env := &eval.Env{
		Machine: ev.w.m, Steps: maxQuantified, Result: o.result,
		Cur: eval.State{This: o.thisTo, Locals: o.after, Statics: statics(o.staticsTo)},
		Pre: &eval.State{This: o.this, Locals: o.args, Statics: statics(o.statics)},
	}
	return p.Eval(env).Truth
}

// statics are the values of static fields as package jml reads them.
type statics map[*types.Field]interp.Value

// Field implements the lookup.
func (s statics) Field(f *types.Field) (interp.Value, bool) {
	v, ok := s[f]
	return v, ok
}

// byText offers what the text of the method's loops says of its results, and what was found of
// a method that it hands all on to.
func (w *method) byText(s vocabulary, c *search.Candidates) {
	ev := w.texts()
	if ev == nil {
		return
	}
	of := loops.Postconditions(w.prep.Decl, w.prep.Info, w.prep.Method.Return, loops.Names{I: s.Variables[0], J: s.Variables[1], K: s.Variables[2]})
	for _, text := range append(of, w.delegated...) {
		if q, ok := ev.predicate(s, text); ok {
			c.Offer("loop", q)
			c.Almost(q)
		}
	}
}
