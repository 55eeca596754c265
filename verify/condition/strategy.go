package condition

import "ensures/verify/smt"

// Options of z3 outlive a reset: each of these lists says all that another one sets, what is
// the default too, so that a session does not depend on those before it.

// z3Setup makes z3 fast at refuting the negation of true goals: patterns only, no
// model-based instantiation.
var z3Setup = []string{
	"(set-option :print-success false)",
	"(set-option :smt.auto_config false)",
	"(set-option :smt.mbqi false)",
	"(set-option :smt.random_seed 0)",
	"(set-option :smt.qi.eager_threshold 30)",
	"(set-option :smt.arith.solver 2)",
	"(set-option :model.completion true)",
}

// z3Other is the same with the solver's newer core of arithmetic, which decides
// other problems than the older one.
var z3Other = []string{
	"(set-option :print-success false)",
	"(set-option :smt.auto_config false)",
	"(set-option :smt.mbqi false)",
	"(set-option :smt.random_seed 0)",
	"(set-option :smt.qi.eager_threshold 10)",
	"(set-option :smt.arith.solver 6)",
	"(set-option :model.completion false)",
}

// z3Strong is the last attempt: model-based instantiation and the solver's own
// choice of strategies.
var z3Strong = []string{
	"(set-option :print-success false)",
	"(set-option :smt.auto_config true)",
	"(set-option :smt.mbqi true)",
	"(set-option :smt.random_seed 0)",
	"(set-option :smt.qi.eager_threshold 10)",
	"(set-option :smt.arith.solver 6)",
	"(set-option :model.completion false)",
}

// z3StrongPace is the steps of z3 in a millisecond when it looks for models of
// quantifiers: they are longer ones.
const z3StrongPace = 2_700

// bitsSlower is how many times longer a step is where a solver computes with
// floating-point numbers, which it does bit by bit: measured with quotients and roots of
// doubles. By the usual pace the clock would end each of these checks.
const bitsSlower = 16

// productsSlower is the same where products of two terms occur, or bits of integers: what
// z3 does with those is counted in few steps.
const productsSlower = 4

var cvc5Setup = []string{
	"(set-option :produce-models true)",
	"(set-logic ALL)",
}

// mode is a choice among a solver's ways of working.
type mode uint8

const (
	quick mode = iota
	other
	strong
)

func setup(s *smt.Solver, m mode) {
	switch {
	case s.Dialect() == smt.CVC5:
		s.Send(cvc5Setup...)
	case m == strong:
		s.Send(z3Strong...)
		s.SetPace(z3StrongPace)
	case m == other:
		s.Send(z3Other...)
	default:
		s.Send(z3Setup...)
	}
}

// attempt is setup for a search that gives up after its steps.
func (c *Condition) attempt(s *smt.Solver, m mode) {
	setup(s, m)
	if c.slower > 1 {
		s.SetPace(max(1, s.Pace()/c.slower))
	}
}

// strategy is one way to try an obligation again.
type strategy struct {
	of   *solver
	pool *smt.Pool
	mode mode
}
