package jml

import "ensures/java"

// Normalise multiplies out the nested groups of m and makes explicit what the
// behaviour keywords imply. A nil m has one empty case.
func Normalise(m *MethodSpec) *Contract {
	c := &Contract{}
	if m == nil {
		c.Cases = []*FlatCase{{Behaviour: Lightweight}}
		return c
	}
	c.Decl, c.Mods = m.Decl, m.Mods
	for _, k := range m.Cases {
		for _, f := range flatten(k) {
			if k.Section == Ordinary {
				c.Cases = append(c.Cases, f)
			} else {
				c.Consequences = append(c.Consequences, f)
			}
		}
	}
	// With nothing but consequences there is one case, which admits every call.
	if len(c.Cases) == 0 {
		c.Cases = []*FlatCase{{Behaviour: Lightweight}}
	}
	return c
}

// maxFlatCases bounds what nested groups multiply out to: [Normalise] drops what is beyond
// it, and a specification with more is a mistake.
const maxFlatCases = 4096

// flatCases is how many cases k multiplies out to, or some number above maxFlatCases.
func (k *Case) flatCases() int {
	n := 1
	for _, cl := range k.Clauses {
		if cl.Kind != Group {
			continue
		}
		alternatives := 0
		for _, sub := range cl.Cases {
			alternatives += sub.flatCases()
		}
		if n *= alternatives; n > maxFlatCases {
			return n
		}
	}
	return n
}

func flatten(k *Case) []*FlatCase {
	b := k.Behaviour
	if b == 0 {
		b = Lightweight
	}
	start := &FlatCase{Case: k, Behaviour: b, MustThrow: b == ExceptionalBehavior, MustReturn: b == NormalBehavior}
	return spread([]*FlatCase{start}, k)
}

// spread adds the clauses of k to every case of list.
func spread(list []*FlatCase, k *Case) []*FlatCase {
	for _, cl := range k.Clauses {
		if cl.Kind != Group {
			for _, f := range list {
				f.add(cl)
			}
			continue
		}
		var out []*FlatCase
		// Each alternative of the group goes with each case so far: after two groups of two there
		// are four.
		for _, sub := range cl.Cases {
			for _, f := range list {
				if len(out) >= maxFlatCases {
					break
				}
				g := f.clone()
				g.Case = sub
				out = append(out, spread([]*FlatCase{g}, sub)...)
			}
		}
		list = out
	}
	return list
}

func (f *FlatCase) clone() *FlatCase {
	g := *f
	// Cases that part here must not append to one array.
	for _, s := range []*[]*Clause{&g.Old, &g.Requires, &g.Ensures, &g.Signals, &g.SignalsOnly, &g.Assignable, &g.Accessible, &g.MeasuredBy, &g.Diverges, &g.Other} {
		*s = append([]*Clause(nil), *s...)
	}
	return &g
}

func (f *FlatCase) add(c *Clause) {
	if c.NotSpecified && c.Expr == nil && len(c.Refs) == 0 {
		return
	}
	switch c.Kind {
	case Requires:
		f.Requires = append(f.Requires, c)
	case Ensures:
		f.Ensures = append(f.Ensures, c)
	case Signals:
		f.Signals = append(f.Signals, c)
	case SignalsOnly:
		f.SignalsOnly = append(f.SignalsOnly, c)
	case Assignable:
		f.Assignable = append(f.Assignable, c)
	case Accessible:
		f.Accessible = append(f.Accessible, c)
	case MeasuredBy:
		f.MeasuredBy = append(f.MeasuredBy, c)
	case Diverges:
		f.Diverges = append(f.Diverges, c)
	case Old, ForallVar:
		f.Old = append(f.Old, c)
	default:
		f.Other = append(f.Other, c)
	}
}

// FrameKind is what a case says about changes as a whole.
type FrameKind uint8

// The kinds of frames.
const (
	FrameDefault FrameKind = iota // not given: everything, or nothing for a pure method
	FrameNothing                  // \nothing (fresh objects may change)
	FrameStrict                   // \strictly_nothing
	FrameEverything
	FrameListed
)

// Frame sums up the frame clauses of f: the kind and, for FrameListed, the
// references.
func (f *FlatCase) Frame() (FrameKind, []java.Expr) {
	return frame(f.Assignable)
}

// Frame sums up the loop's frame clauses.
func (l *LoopSpec) Frame() (FrameKind, []java.Expr) { return frame(l.Of(LoopAssigns)) }

func frame(clauses []*Clause) (FrameKind, []java.Expr) {
	if len(clauses) == 0 {
		return FrameDefault, nil
	}
	var refs []java.Expr
	// The strictest, unless something weaker stands beside it.
	kind := FrameStrict
	for _, c := range clauses {
		if c.NotSpecified {
			return FrameEverything, nil
		}
		for _, r := range c.Refs {
			w, ok := r.(*java.SpecWord)
			switch {
			case !ok:
				refs = append(refs, r)
			case w.Word == `\everything` || w.Word == `\not_specified`:
				return FrameEverything, nil
			case w.Word == `\nothing` && kind == FrameStrict:
				kind = FrameNothing
			}
		}
	}
	// The references of all clauses unite; beside locations \nothing adds none.
	if len(refs) > 0 {
		return FrameListed, refs
	}
	return kind, nil
}

// ChangesNothing reports whether the contract says that nothing changes that was there before:
// the method is pure, or the frame of every case is empty.
func (c *Contract) ChangesNothing() bool {
	if c.IsPure() {
		return true
	}
	for _, k := range c.Cases {
		if kind, _ := k.Frame(); kind != FrameNothing && kind != FrameStrict {
			return false
		}
	}
	return len(c.Cases) > 0
}

// IsPure reports whether the method is declared to change nothing.
func (c *Contract) IsPure() bool { return c.Mods.Has(Pure) }
