// Package condition holds verification conditions and discharges them: facts and
// obligations in program order, guesses that are facts only while they are proved,
// folds over ranges with their axioms, and the strategies by which SMT solvers are
// asked. Rules of a programming language make conditions; what became of each
// obligation goes back to them by its claim's number.
//
// The package must not know any programming or specification language, verdicts, or
// what an obligation stands for.
package condition

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ensures/verify/smt"
)

// Condition is the verification condition of one method: declarations, facts and
// obligations in program order. An obligation may use every fact before it; what it
// proves is a fact for what follows only where the rule that made it says so.
type Condition struct {
	items    []item
	probes   []Probe
	steps    []Step
	why      string // where facts come from that are added now
	axioms   bool   // some facts are postulates
	names    map[string]int
	declared map[string]bool
	rigid    map[*smt.Term]bool // constants with one value in every condition
	folds    map[string]string
	bounds   int
	guesses  int
	products []product    // about which laws are said
	on       map[int]bool // guesses that are facts
	struck   int          // checks that the clock ended
	end      smt.Result   // whether false was proved of all facts together, where that was asked with the proof
	known    identity     // under which its proof is remembered
	slower   int64        // how many times longer steps are than usual, by what occurs; 0 is as usual
}

// item is one step of a condition: exactly one of decl, fact and ob is set.
type item struct {
	decl   string
	symbol string // that decl declares
	fact   *smt.Term
	why    string // where the fact comes from, in words; "" is the code
	ob     *Obligation
	guess  int // a fact only while this guess is on; 0 is always
}

// Obligation is one thing to prove.
type Obligation struct {
	Goal *smt.Term
	// Claim is the number of what the language's rules say of the obligation.
	Claim int
	// WarnOnly marks what is asked without consequences: a failure is no failure of
	// the condition, and no model is read of it.
	WarnOnly bool

	guess int // the guess that this is a part of the proof of; 0 is none
}

// Probe asks whether a path condition can hold at a point of the condition; a
// refutation is worth a warning.
type Probe struct {
	After int // number of items before it
	Path  *smt.Term
	Claim int
	// Always asks even where the path condition is true by itself, so that the facts
	// alone are asked about.
	Always bool
}

// New is an empty condition. rigid are constants that have one value wherever they
// occur, as literals do: folds are not abstracted over them.
func New(rigid ...*smt.Term) *Condition {
	c := &Condition{names: map[string]int{}, declared: map[string]bool{}, rigid: map[*smt.Term]bool{}, folds: map[string]string{}}
	for _, t := range rigid {
		c.rigid[t] = true
	}
	return c
}

// Len is the number of items so far: a point of the condition.
func (c *Condition) Len() int { return len(c.items) }

// DeclareSort declares an uninterpreted sort.
func (c *Condition) DeclareSort(s smt.Sort) {
	c.items = append(c.items, item{decl: fmt.Sprintf("(declare-sort %s 0)", s)})
}

// Declare declares a symbol under its own name; it must be one, and be declared
// once.
func (c *Condition) Declare(name string, result smt.Sort, args ...smt.Sort) {
	c.declared[name] = true
	sorts := make([]string, len(args))
	for i, a := range args {
		sorts[i] = string(a)
	}
	c.items = append(c.items, item{symbol: name, decl: fmt.Sprintf("(declare-fun %s (%s) %s)", name, strings.Join(sorts, " "), result)})
}

// Declared reports whether functions of those names are declared at a point: a question that
// is asked there knows nothing of later ones.
func (c *Condition) Declared(at int, names ...string) bool {
	return !slices.ContainsFunc(names, func(n string) bool {
		return !slices.ContainsFunc(c.items[:at], func(i item) bool { return i.symbol == n })
	})
}

// Fresh declares a new constant.
func (c *Condition) Fresh(hint string, s smt.Sort) *smt.Term {
	hint = Symbol(hint)
	// "!" is no byte that Symbol lets through, so that no other name is the same.
	c.names[hint]++
	name := fmt.Sprintf("%s!%d", hint, c.names[hint])
	c.items = append(c.items, item{symbol: name, decl: fmt.Sprintf("(declare-fun %s () %s)", name, s)})
	return smt.Var(name, s)
}

// Bound is a new variable for a quantifier to bind; it is not declared.
func (c *Condition) Bound(hint string, s smt.Sort) *smt.Term {
	c.bounds++
	return smt.Var(Symbol(hint)+"?"+strconv.Itoa(c.bounds), s)
}

// Function returns an application of a function, which it declares the first time.
func (c *Condition) Function(name string, result smt.Sort, args ...*smt.Term) *smt.Term {
	name = Symbol(name)
	if !c.declared[name] {
		sorts := make([]smt.Sort, len(args))
		for i, a := range args {
			sorts[i] = a.Sort
		}
		c.Declare(name, result, sorts...)
	}
	return smt.App(name, result, args...)
}

// Once runs f the first time it is called with key: for axioms.
func (c *Condition) Once(key string, f func()) {
	// With a blank: no symbol that is declared has the same key.
	key = "axiom " + key
	if !c.declared[key] {
		c.declared[key] = true
		c.Because(key, f)
	}
}

// MaxTerm is the nodes of a term, written out as a tree, that a solver is sent. The
// rules that make terms keep to it.
const MaxTerm = 1 << 20

// Fact adds an assumption that holds on every path.
func (c *Condition) Fact(t *smt.Term) {
	if t != smt.True {
		c.items = append(c.items, item{fact: t, why: c.why})
	}
}

// Bits says that facts or obligations compute with floating-point numbers, beyond
// comparing them. The steps of solvers are longer then.
func (c *Condition) Bits() { c.slower = max(c.slower, bitsSlower) }

// Nonlinear says the same of products, quotients and remainders of two terms, and of
// integers taken apart into bits.
func (c *Condition) Nonlinear() { c.slower = max(c.slower, productsSlower) }

// Oblige adds an obligation.
func (c *Condition) Oblige(o Obligation) { c.items = append(c.items, item{ob: &o}) }

// Probe adds a probe.
func (c *Condition) Probe(p Probe) { c.probes = append(c.probes, p) }

// ---- guesses

// Guess returns the number of a new guess; they count from 1. A guess is a fact only
// while it is on, and it is on only when it has been proved with the help of the
// others that are (see [Prover.Fixpoint]).
func (c *Condition) Guess() int {
	c.guesses++
	return c.guesses
}

// Guesses is the number of guesses so far.
func (c *Condition) Guesses() int { return c.guesses }

// Try adds an obligation that is a part of a guess's proof: unless it is proved, the
// guess is off.
func (c *Condition) Try(guess int, goal *smt.Term) {
	c.items = append(c.items, item{ob: &Obligation{Goal: goal, guess: guess}})
}

// Suppose adds a fact that holds while a guess is on.
func (c *Condition) Suppose(guess int, fact *smt.Term) {
	c.items = append(c.items, item{fact: fact, guess: guess, why: c.why})
}

// On reports whether a guess is on.
func (c *Condition) On(guess int) bool { return c.on[guess] }

// AnyOn reports whether a guess is on.
func (c *Condition) AnyOn() bool { return len(c.on) > 0 }

// ---- going back

// Mark is a point that a condition can be taken back to.
type Mark struct {
	items    int
	steps    int
	names    map[string]int
	declared map[string]bool
	folds    map[string]string
	products int
}

// Mark remembers the condition as it is.
func (c *Condition) Mark() Mark {
	return Mark{len(c.items), len(c.steps), maps.Clone(c.names), maps.Clone(c.declared), maps.Clone(c.folds), len(c.products)}
}

// Rollback takes the condition back to m; terms made since must not be used.
func (c *Condition) Rollback(m Mark) {
	c.items, c.steps = c.items[:m.items], c.steps[:m.steps]
	c.names, c.declared, c.folds = m.names, m.declared, m.folds
	c.products = c.products[:m.products]
}

// ---- symbols

// Symbol makes a name safe for SMT-LIB.
func Symbol(s string) string {
	ok := s != ""
	for i := 0; i < len(s) && ok; i++ {
		ok = isSymbolByte(s[i])
	}
	if ok {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if isSymbolByte(s[i]) {
			b.WriteByte(s[i])
		} else {
			// "~" is no byte of a plain name, so that two names never become the same.
			fmt.Fprintf(&b, "~%x", s[i])
		}
	}
	return b.String()
}

func isSymbolByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '$' || c == '@'
}
