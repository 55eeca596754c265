// Package interp runs the bodies that package mir reads, statement by statement, on values
// as package rust/values has them: a second opinion on what the representation means, held
// against the real machine code.
//
// What it has no meaning for ends the run with an [Unsupported], by name; a run is bounded
// by its steps. The package must not know specifications' meaning, nor how a program is
// compiled or run.
package interp

import (
	"math/big"

	"ensures/rust/values"
)

// kind tells cells apart.
type kind uint8

const (
	none   kind = iota
	number      // an integer, a truth value, a character
	group       // a tuple, a struct, a variant of an enum
	list        // a Vec, an array, a slice, a string
	ref         // a reference, a pointer; a Box is a group of a group of one
	iter        // an iterator over elements
)

// cell is a place in memory with what is in it. Elements of lists keep their cells as long
// as nothing is put in or taken out, so that a reference to one, or a slice, shares them.
type cell struct {
	kind    kind
	n       *big.Int
	variant int    // of a group
	name    string // of a group's variant; of an iterator what it gives
	parts   []*cell
	to      *cell // of a ref
}

func num(n *big.Int) *cell { return &cell{kind: number, n: n} }

func small(n int) *cell { return num(big.NewInt(int64(n))) }

func truth(b bool) *cell {
	if b {
		return small(1)
	}
	return small(0)
}

func tuple(parts ...*cell) *cell { return &cell{kind: group, parts: parts} }

func refer(to *cell) *cell { return &cell{kind: ref, to: to} }

func seq(parts []*cell) *cell { return &cell{kind: list, parts: parts} }

var nothing = &cell{kind: group, name: "None"}

func some(x *cell) *cell { return &cell{kind: group, variant: 1, name: "Some", parts: []*cell{x}} }

func option(x *cell) *cell {
	if x == nil {
		return &cell{kind: group, name: "None"}
	}
	return some(x)
}

// boxed is a Box of x.
func boxed(x *cell) *cell { return tuple(tuple(refer(x))) }

// put changes what is in a cell.
func (c *cell) put(v *cell) { *c = *v }

// taken is what a move takes out of a cell: references and elements of lists stay the same.
func (c *cell) taken() *cell {
	out := *c
	if c.kind == group {
		out.parts = make([]*cell, len(c.parts))
		for i, p := range c.parts {
			out.parts[i] = p.taken()
		}
	}
	return &out
}

// copied is a cell of its own with the same value; what references refer to is shared.
func (c *cell) copied() *cell {
	out := *c
	out.parts = make([]*cell, len(c.parts))
	for i, p := range c.parts {
		out.parts[i] = p.copied()
	}
	return &out
}

// cloned is what clone makes of std's types: the content of boxes too.
func (c *cell) cloned() *cell {
	if inner := c.unboxed(); inner != nil {
		return boxed(inner.cloned())
	}
	out := *c
	out.parts = make([]*cell, len(c.parts))
	for i, p := range c.parts {
		out.parts[i] = p.cloned()
	}
	return &out
}

// unboxed is what a Box holds; nil where c is no Box.
func (c *cell) unboxed() *cell {
	if c.kind == group && len(c.parts) == 1 && c.parts[0].kind == group && len(c.parts[0].parts) == 1 && c.parts[0].parts[0].kind == ref && c.name == "" {
		return c.parts[0].parts[0].to
	}
	return nil
}

// behind is what references refer to in the end.
func (c *cell) behind() *cell {
	for c.kind == ref {
		c = c.to
	}
	return c
}

// same reports whether == of std's types finds two values equal.
func same(a, b *cell) bool {
	a, b = a.behind(), b.behind()
	if x, y := a.unboxed(), b.unboxed(); x != nil && y != nil {
		return same(x, y)
	}
	if a.kind != b.kind || a.variant != b.variant || len(a.parts) != len(b.parts) {
		return false
	}
	if a.kind == number {
		return a.n.Cmp(b.n) == 0
	}
	for i := range a.parts {
		if !same(a.parts[i], b.parts[i]) {
			return false
		}
	}
	return true
}

// compare orders two values of std's types as Ord does.
func compare(a, b *cell) int {
	a, b = a.behind(), b.behind()
	if x, y := a.unboxed(), b.unboxed(); x != nil && y != nil {
		return compare(x, y)
	}
	if a.kind == number && b.kind == number {
		return a.n.Cmp(b.n)
	}
	if a.variant != b.variant {
		return a.variant - b.variant
	}
	// Lexicographic, as of sequences, tuples and derived orders.
	for i := range min(len(a.parts), len(b.parts)) {
		if c := compare(a.parts[i], b.parts[i]); c != 0 {
			return c
		}
	}
	return len(a.parts) - len(b.parts)
}

// enter is a value in memory, without the references and boxes around it.
func enter(v *values.Value) *cell {
	switch v.Kind {
	case values.Bool, values.Char, values.Int:
		return num(v.Int)
	case values.Str:
		var parts []*cell
		for _, r := range v.Text {
			parts = append(parts, small(int(r)))
		}
		return seq(parts)
	case values.Seq, values.Data:
		parts, ok := entered(v.Items)
		if !ok {
			return nil
		}
		if v.Kind == values.Seq {
			return seq(parts)
		}
		c := &cell{kind: group, name: v.Name, parts: parts}
		if v.Type != nil {
			for i, w := range v.Type.Variants {
				if w.Name == v.Name {
					c.variant = i
				}
			}
		}
		return c
	}
	return nil
}

// entered are values in memory; false where one has no meaning here.
func entered(vs []*values.Value) ([]*cell, bool) {
	out := make([]*cell, len(vs))
	for i, v := range vs {
		if out[i] = enter(v); out[i] == nil {
			return nil, false
		}
	}
	return out, true
}

// leave is the value of a type that stands in memory; nil where it has none.
func leave(c *cell, t *values.Type) *values.Value {
	c = c.behind()
	if in := c.unboxed(); in != nil {
		return leave(in, t)
	}
	v := &values.Value{Kind: t.Kind, Type: t}
	switch t.Kind {
	case values.Bool, values.Char, values.Int:
		if c.kind != number {
			return nil
		}
		v.Int = c.n
	case values.Str:
		for _, p := range c.parts {
			v.Text = append(v.Text, rune(p.n.Int64()))
		}
	case values.Seq:
		for _, p := range c.parts {
			v.Items = append(v.Items, leave(p, t.Elem))
		}
	case values.Data:
		if c.kind != group || c.variant >= len(t.Variants) {
			return nil
		}
		w := t.Variants[c.variant]
		if len(w.Fields) != len(c.parts) {
			return nil
		}
		v.Name = w.Name
		for i, p := range c.parts {
			v.Items = append(v.Items, leave(p, w.Fields[i].Type))
		}
	default:
		return nil
	}

	// A part without a value leaves the whole without one.
	for _, x := range v.Items {
		if x == nil {
			return nil
		}
	}
	return v
}
