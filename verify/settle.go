package verify

import (
	"fmt"
	"slices"
)

// Basis is what a proof rests on besides the method's own code and specification.
type Basis struct {
	Methods []MethodKey  `json:",omitempty"` // of the file, whose contracts it takes for true
	Library []string     `json:",omitempty"` // contracts of the class library, by their methods
	Assumed []Assumption `json:",omitempty"`
	// Elsewhere are methods of other files whose contracts it takes for true.
	Elsewhere []Elsewhere `json:",omitempty"`
	// Inferred are invariants that the file doesn't state: the verifier guessed them and
	// has proved them with the others.
	Inferred []Assumption `json:",omitempty"`
}

// Elsewhere is a method of another file whose contract a proof takes for true.
type Elsewhere struct {
	Method MethodKey
	Class  string // its class, by its qualified name
	// Verdict is what is known of the method in its file; zero as long as nobody has
	// asked.
	Verdict Verdict
}

// Assumption is something that a proof takes for granted, or has found by itself.
type Assumption struct {
	What string `json:"what"`
	// Line and Column are where the file asks for it; 0 where it is true of every proof
	// of this verifier.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
}

// Contradiction is a place of a proof at which "false" is proved.
type Contradiction struct {
	Where  string   `json:"where"` // "at the entry", "behind the call of f"
	Line   int      `json:"line"`
	Column int      `json:"column"`
	Facts  []string `json:"facts"` // that contradict each other
}

// Witnesses counts the ends of a method's paths, and those that some run reached
// which agrees with the proof.
type Witnesses struct {
	Ends      int     `json:"ends"`
	Reached   int     `json:"reached"`
	Unreached []Place `json:"unreached,omitempty"`
}

// Place is a position of a file.
type Place struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Condition is a reason why a verified method is verified on condition only.
type Condition struct {
	Method  MethodKey // that it leans on, perhaps through others; zero for an assumption
	Why     string    // "is unsupported", "is not asked about", or what is assumed
	Line    int
	Column  int
	Through MethodKey // of its own callees the one that leads there
	// NotAsked: the request was about other methods, so nothing is known of this one.
	NotAsked bool

	method, through string // what the outcome calls them
}

func (c Condition) String() string {
	switch {
	case c.Method.IsZero():
		return fmt.Sprintf("line %d: %s", c.Line, c.Why)
	case c.Through != c.Method:
		return c.method + " (through " + c.through + ") " + c.Why
	}
	return c.method + " " + c.Why
}

// Name is the short name of a method, with its parameters' types where the outcome has
// another one of that name. Who names all methods takes Names.
func (o *Outcome) Name(k MethodKey) string {
	name := k.Short()
	if slices.ContainsFunc(o.Methods, func(m MethodOutcome) bool {
		return m.Method.Name == k.Name && m.Method != k && m.Method.Short() == name
	}) {
		name += "(" + k.Params + ")"
	}
	return name
}

// Names are the names that Name gives, of all methods in their order.
func (o *Outcome) Names() []string {
	out, count := make([]string, len(o.Methods)), map[string]int{}
	for i, m := range o.Methods {
		out[i] = m.Method.Short()
		count[out[i]]++
	}
	for i, m := range o.Methods {
		if count[out[i]] > 1 {
			out[i] += "(" + m.Method.Params + ")"
		}
	}
	return out
}

// Find returns the answer on a method; nil where there is none.
func (o *Outcome) Find(k MethodKey) *MethodOutcome {
	for i := range o.Methods {
		if o.Methods[i].Method == k {
			return &o.Methods[i]
		}
	}
	return nil
}

// Settle decides what each proof is worth, and the verdict of the file anew. It is
// the one place that does; whoever changes the verdict of a method calls it again.
//
//	verified(m)  iff  m is witnessed where witnesses were sought, sound(m), and
//	                  sound(n) for every n that m leans on, directly or through others
//	sound(n)     iff  n is proved, its facts do not contradict, and it assumes nothing
//	                  that the file asked for
//
// Methods that lean on each other are judged together: each is as good as the worst
// of them.
func (o *Outcome) Settle() {
	verdicts := make([]Verdict, len(o.Methods))
	for i, m := range o.Methods {
		v := m.Verdict
		switch {
		case !v.Holds():
		case m.Contradiction != nil:
			// Before all else: from facts that contradict, whatever it leans on follows too.
			v = Vacuous
		case len(o.Conditions(m)) > 0:
			v = Conditional
		case m.Witnesses != nil && m.Witnesses.Reached == 0:
			v = Unwitnessed
		default:
			v = Verified
		}
		verdicts[i] = v
	}

	// The file's verdict is made anew from those of its methods. Without methods it is what the
	// backend said.
	if len(o.Methods) > 0 {
		o.Verdict = InvalidVerdict
	}
	for i, v := range verdicts {
		o.Methods[i].Verdict = v
		o.Verdict = Join(o.Verdict, v)
	}

	// What is of no method is of the file.
	for _, d := range o.Diagnostics {
		if d.Method.IsZero() {
			o.Verdict = Join(o.Verdict, d.Verdict)
		}
	}
}

// Conditions returns what the proof of a method of the outcome leans on that isn't
// proved itself, nearest first.
func (o *Outcome) Conditions(m MethodOutcome) []Condition {
	if !m.Verdict.Holds() {
		return nil
	}
	var out []Condition
	// Those without a line are the verifier's own, and are made in every proof.
	for _, a := range m.Rests.Assumed {
		if a.Line > 0 {
			out = append(out, Condition{Why: a.What, Line: a.Line, Column: a.Column})
		}
	}

	elsewhere := func(list []Elsewhere, through MethodKey) {
		for _, e := range list {
			c := Condition{Method: e.Method, Through: through, Why: "of another file is " + e.Verdict.String()}
			if through.IsZero() {
				c.Through = e.Method
			}
			if e.Verdict == InvalidVerdict {
				c.Why, c.NotAsked = "of another file is not asked about", true
			}
			if e.Verdict != Verified {
				out = append(out, c)
			}
		}
	}

	elsewhere(m.Rests.Elsewhere, MethodKey{})
	type step struct{ to, through MethodKey }
	var queue []step
	// What leads back to the method itself is no further condition.
	seen := map[MethodKey]bool{m.Method: true}
	follow := func(keys []MethodKey, through MethodKey) {
		for _, n := range keys {
			if !seen[n] {
				seen[n] = true
				first := through
				if first.IsZero() {
					first = n
				}
				queue = append(queue, step{n, first})
			}
		}
	}

	follow(m.Rests.Methods, MethodKey{})
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		n := o.Find(s.to)
		if n == nil {
			out = append(out, Condition{Method: s.to, Why: "is not asked about", Through: s.through, NotAsked: true})
			continue
		}
		c := Condition{Method: s.to, Through: s.through, Line: n.Line, Column: n.Column}
		switch {
		case !n.Verdict.Holds():
			c.Why = "is " + n.Verdict.String()
			out = append(out, c)
			continue // what it leans on is beside the point
		case n.Contradiction != nil:
			c.Why = "is vacuous"
			out = append(out, c)
		case slices.ContainsFunc(n.Rests.Assumed, func(a Assumption) bool { return a.Line > 0 }):
			c.Why = "has an assume"
			out = append(out, c)
		}
		elsewhere(n.Rests.Elsewhere, s.through)
		follow(n.Rests.Methods, s.through)
	}

	for i, c := range out {
		out[i].method, out[i].through = o.Name(c.Method), o.Name(c.Through)
	}
	return out
}

// NotAsked returns the methods that proofs lean on and the request was not about.
func (o *Outcome) NotAsked() []MethodKey {
	var out []MethodKey
	for _, m := range o.Methods {
		for _, c := range o.Conditions(m) {
			if c.NotAsked && !slices.Contains(out, c.Method) {
				out = append(out, c.Method)
			}
		}
	}
	return out
}

// HoldsAsAsked reports whether all methods asked about are verified, or would be if
// those were that nobody asked about.
func (o *Outcome) HoldsAsAsked() bool {
	for _, m := range o.Methods {
		if m.Verdict == Conditional && !slices.ContainsFunc(o.Conditions(m), func(c Condition) bool { return !c.NotAsked }) {
			continue
		}
		if m.Verdict != Verified {
			return false
		}
	}
	return o.Verdict == Verified || o.Verdict == Conditional
}
