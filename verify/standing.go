package verify

import (
	"fmt"
	"slices"
)

// Standing is what an answer on a method is worth. Only Proved counts: for VR and
// MVR, for exit code 0, for what is written and kept.
type Standing uint8

// The standings, the worse ones first. A method that isn't verified is Open;
// Verdict says how.
const (
	InvalidStanding Standing = iota
	Open
	Vacuous     // verified, but facts of the proof contradict: it would prove anything
	Conditional // verified, leaning on something that is not proved itself
	Unwitnessed // verified, but no run was found that the proof speaks of
	Proved
)

var standingNames = [...]string{"invalid", "open", "vacuous", "conditional", "unwitnessed", "proved"}

func (s Standing) String() string {
	if int(s) < len(standingNames) {
		return standingNames[s]
	}
	return fmt.Sprintf("standing(%d)", uint8(s))
}

// MarshalText implements encoding.TextMarshaler.
func (s Standing) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Phrase returns the verdict and standing in words: "verified on condition".
func (s Standing) Phrase(v Verdict) string {
	switch s {
	case Vacuous:
		return "vacuous"
	case Conditional:
		return "verified on condition"
	case Unwitnessed:
		return "verified, not witnessed"
	}
	return v.String()
}

// Basis is what a proof rests on besides the method's own code and specification.
type Basis struct {
	Methods []MethodKey  `json:",omitempty"` // of the file, whose contracts it takes for true
	Library []string     `json:",omitempty"` // contracts of the class library, by their methods
	Assumed []Assumption `json:",omitempty"`
}

// Assumption is something that a proof takes for granted.
type Assumption struct {
	What string // in words
	// Line and Column are where the file asks for it; 0 where it is true of every proof
	// of this verifier.
	Line   int `json:",omitempty"`
	Column int `json:",omitempty"`
}

// Contradiction is a place of a proof at which "false" is proved.
type Contradiction struct {
	Where        string // "at the entry", "behind the call of f"
	Line, Column int
	Facts        []string // that contradict each other
}

// Witnesses counts the ends of a method's paths, and those that some run reached
// which agrees with the proof.
type Witnesses struct {
	Ends      int
	Reached   int
	Unreached []Place `json:",omitempty"`
}

// Place is a position of a file.
type Place struct{ Line, Column int }

// Condition is a reason why a verified method is verified on condition only.
type Condition struct {
	Method  MethodKey // that it leans on, perhaps through others; zero for an assumption
	Why     string    // "is unsupported", "is not asked about", or what is assumed
	Line    int
	Column  int
	Through MethodKey // of its own callees the one that leads there
}

func (c Condition) String() string {
	switch {
	case c.Method.IsZero():
		return fmt.Sprintf("line %d: %s", c.Line, c.Why)
	case c.Through != c.Method:
		return c.Method.Short() + " (through " + c.Through.Short() + ") " + c.Why
	}
	return c.Method.Short() + " " + c.Why
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

// Standing returns what the answer on a method is worth:
//
//	proved(m)  iff  sound(m), m is witnessed where witnesses were sought,
//	                and sound(n) for every n that m leans on, directly or through others
//	sound(n)   iff  n is verified, its facts do not contradict, and it assumes
//	                nothing that the file asked for
//
// Methods that lean on each other are judged together: each is as good as the worst
// of them.
func (o *Outcome) Standing(k MethodKey) Standing {
	m := o.Find(k)
	switch {
	case m == nil || m.Verdict != Verified:
		return Open
	case m.Contradiction != nil:
		return Vacuous
	case len(o.Conditions(k)) > 0:
		return Conditional
	case m.Witnesses != nil && m.Witnesses.Reached == 0:
		return Unwitnessed
	}
	return Proved
}

// Conditions returns what the proof of a verified method leans on that isn't proved
// itself, nearest first.
func (o *Outcome) Conditions(k MethodKey) []Condition {
	m := o.Find(k)
	if m == nil || m.Verdict != Verified {
		return nil
	}
	var out []Condition
	for _, a := range m.Rests.Assumed {
		if a.Line > 0 {
			out = append(out, Condition{Why: a.What, Line: a.Line, Column: a.Column})
		}
	}

	type step struct{ to, through MethodKey }
	var queue []step
	seen := map[MethodKey]bool{k: true}
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
			out = append(out, Condition{Method: s.to, Why: "is not asked about", Through: s.through})
			continue
		}
		c := Condition{Method: s.to, Through: s.through, Line: n.Line, Column: n.Column}
		switch {
		case n.Verdict != Verified:
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
		follow(n.Rests.Methods, s.through)
	}
	return out
}

// Proved reports whether all of the file counts as proved: it is verified, and so is
// every method by itself, without a condition.
func (o *Outcome) Proved() bool {
	return o.Verdict == Verified && o.Weakest() == Proved
}

// Weakest returns the worst standing of a method; that of an outcome without methods
// is its verdict's.
func (o *Outcome) Weakest() Standing {
	if o.Verdict != Verified {
		return Open
	}
	s := Proved
	for i := range o.Methods {
		s = min(s, o.Standing(o.Methods[i].Method))
	}
	return s
}
