package tla

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ensures/tla/syntax"
)

// Names of what a wrapped job adds; modules that use them can't be wrapped.
const (
	wrapRoot   = "EnsuresRoot"
	wrapBudget = "EnsuresBudget"
)

// budgetModule keeps its own imports to itself, so that they don't meet the user's
// names. v makes the constraint one of states: TLC evaluates a constant one only once.
//
// The clock starts at the first state that a worker looks at, since what comes before,
// the JVM's start and the ASSUMEs, may take any time on a busy machine; and a budget ends
// nothing before some states were seen, so that a small module has the same answer at any
// load. Register 997 is the second of the start and one more, 998 counts states.
const budgetModule = `---- MODULE ` + wrapBudget + ` ----
LOCAL INSTANCE Naturals
LOCAL INSTANCE TLC
ASSUME TLCSet(997, 0) /\ TLCSet(998, 0)
EnsuresWithin(seconds, v) ==
  /\ v = v
  /\ TLCGet(997) = 0 => TLCSet(997, TLCGet("duration") + 1)
  /\ TLCSet(998, TLCGet(998) + 1)
  /\ (TLCGet(998) > 200 /\ TLCGet("duration") + 1 >= TLCGet(997) + seconds) => TLCSet("exit", TRUE)
====
`

// wrap puts a module above the job's own where the job asks for what a configuration
// file can't say: a budget of time, or constants that are expressions.
func (j Job) wrap() (Job, error) {
	var defs []string
	constants := slices.Clone(j.Constants)
	for i, c := range constants {
		// With a configuration of the user's own the constants stand there.
		if c.Defined || j.Config != "" || plainConstant(c.Value) {
			continue
		}
		name := "EnsuresConstant_" + c.Name
		defs = append(defs, name+" == "+c.Value)
		constants[i].Value, constants[i].Defined = name, true
	}
	if len(defs) == 0 && j.Budget <= 0 {
		return j, nil
	}

	root, err := j.Module.name()
	if err != nil {
		return j, err
	}
	j.Constants = constants
	extra := append([]Source{j.Module}, j.Extra...)
	extends := root
	if j.Budget > 0 {
		// Without a variable there is no state to count, and nothing that a budget could cut.
		if v := firstVariable(root, extra); v != "" {
			seconds := int(math.Ceil(j.Budget.Seconds()))
			defs = append(defs, fmt.Sprintf("EnsuresConstraint == EnsuresWithin(%d, %s)", seconds, v))
			extends += ", " + wrapBudget
			extra = append(extra, Source{wrapBudget, budgetModule})
			if j.Config != "" {
				j.Config += "\nCONSTRAINT EnsuresConstraint\n"
			} else {
				j.Constraints = append(slices.Clone(j.Constraints), "EnsuresConstraint")
			}
		}
	}

	text := "---- MODULE " + wrapRoot + " ----\nEXTENDS " + extends + "\n" + strings.Join(defs, "\n") + "\n====\n"
	j.Module, j.Extra = Source{wrapRoot, text}, extra
	return j, nil
}

// plainConstant reports whether a configuration file can hold a value: numbers,
// strings, model values and sets of them.
func plainConstant(text string) bool {
	v, err := syntax.ParseValue(text)
	if err != nil {
		return false
	}
	var plain func(v syntax.Value) bool
	plain = func(v syntax.Value) bool {
		switch v := v.(type) {
		case syntax.Int:
			return v.N.Sign() >= 0
		case syntax.Str, syntax.Bool:
			return true
		// Any other name becomes a model value; these are sets.
		case syntax.Model:
			return v != "Nat" && v != "Int" && v != "BOOLEAN" && v != "STRING"
		case syntax.Set:
			return !slices.ContainsFunc(v, func(e syntax.Value) bool { return !plain(e) })
		}
		return false
	}
	return plain(v)
}

// firstVariable is a variable of the root or of a module that it extends.
func firstVariable(root string, sources []Source) string {
	modules := map[string]*syntax.Module{}
	for _, s := range sources {
		m := syntax.Parse(s.Text)
		modules[m.Name] = m
	}
	seen := map[string]bool{}
	var find func(name string) string
	find = func(name string) string {
		m := modules[name]
		if m == nil || seen[name] {
			return ""
		}
		seen[name] = true
		if len(m.Variables) > 0 {
			return m.Variables[0].Name
		}
		for _, e := range m.Extends {
			if v := find(e); v != "" {
				return v
			}
		}
		return ""
	}
	return find(root)
}
