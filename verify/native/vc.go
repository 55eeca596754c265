package native

import (
	"fmt"
	"strings"

	"ensures/java"
	"ensures/verify"
	"ensures/verify/smt"
)

// condition is the verification condition of one method: declarations, facts and
// obligations in program order. An obligation may use every fact before it, and is
// itself a fact for what follows.
type condition struct {
	items    []item
	names    map[string]int
	declared map[string]bool
	probes   []probe
}

// item is one step of a condition: exactly one field is set.
type item struct {
	decl  string
	fact  *smt.Term
	ob    *obligation
	guess int // a fact only while this guess is on; 0 is always
}

// obligation is one thing to prove.
type obligation struct {
	kind   verify.Kind
	at     java.Pos
	assoc  java.Pos // the clause, when elsewhere
	clause string
	detail string // appended to the message
	goal   *smt.Term
	// undefined marks well-definedness of a specification under a quantifier:
	// a failure is a warning, as OpenJML does not check it.
	warnOnly bool
	// noInvariant holds the variables that an earlier loop without an invariant
	// changed; it explains a failure.
	noInvariant []string
	// guess is the guess that this is a part of the proof of; 0 is none.
	guess int
}

func newCondition() *condition {
	return &condition{names: map[string]int{}, declared: map[string]bool{}}
}

// fresh declares a new constant.
func (c *condition) fresh(hint string, s smt.Sort) *smt.Term {
	hint = symbol(hint)
	c.names[hint]++
	name := fmt.Sprintf("%s!%d", hint, c.names[hint])
	c.items = append(c.items, item{decl: fmt.Sprintf("(declare-fun %s () %s)", name, s)})
	return smt.Var(name, s)
}

// function declares a function once and gives its application.
func (c *condition) function(name string, result smt.Sort, args ...*smt.Term) *smt.Term {
	name = symbol(name)
	if !c.declared[name] {
		c.declared[name] = true
		sorts := make([]string, len(args))
		for i, a := range args {
			sorts[i] = string(a.Sort)
		}
		c.items = append(c.items, item{decl: fmt.Sprintf("(declare-fun %s (%s) %s)", name, strings.Join(sorts, " "), result)})
	}
	return smt.App(name, result, args...)
}

// once runs f the first time it is called with key: for axioms.
func (c *condition) once(key string, f func()) {
	key = "axiom " + key
	if !c.declared[key] {
		c.declared[key] = true
		f()
	}
}

// maxTerm is the nodes of a term, written out as a tree, that a solver is sent.
const maxTerm = 1 << 20

// fact adds an assumption that holds on every path.
func (c *condition) fact(t *smt.Term) {
	if t.Size() > maxTerm {
		panic(unsupported{what: "condition of this size"})
	}
	if t != smt.True {
		c.items = append(c.items, item{fact: t})
	}
}

// symbol makes a name safe for SMT-LIB.
func symbol(s string) string {
	ok := true
	for i := 0; i < len(s); i++ {
		if !isSymbolByte(s[i]) {
			ok = false
			break
		}
	}
	if ok && s != "" {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if isSymbolByte(s[i]) {
			b.WriteByte(s[i])
		} else {
			fmt.Fprintf(&b, "~%x", s[i])
		}
	}
	return b.String()
}

func isSymbolByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '$' || c == '@'
}
