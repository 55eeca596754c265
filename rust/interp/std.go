package interp

import (
	"math/big"
	"slices"

	"ensures/rust/mir"
)

// model is a function of std's.
type model = func(x *frame, args []*cell, t *mir.Type) *cell

// models are functions of std by name. One that gives nil does not apply.
var models = map[string]model{
	"Vec::new":           func(*frame, []*cell, *mir.Type) *cell { return seq(nil) },
	"Vec::with_capacity": func(_ *frame, a []*cell, _ *mir.Type) *cell { return reserved(a[0]) },
	"Vec::push":          push,
	"Vec::pop": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		v := a[0].to
		if len(v.parts) == 0 {
			return option(nil)
		}
		x := v.parts[len(v.parts)-1]
		v.parts = v.parts[:len(v.parts)-1]
		return some(x)
	},
	"Vec::insert": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		v := a[0].to
		if a[1].n.Cmp(big.NewInt(int64(len(v.parts)))) > 0 {
			panic(panicked{"insertion index"})
		}
		v.parts = slices.Insert(slices.Clone(v.parts), int(a[1].n.Int64()), a[2])
		return tuple()
	},
	"Vec::remove": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		v := a[0].to
		i := within(v, a[1].n)
		x := v.parts[i]
		v.parts = slices.Delete(slices.Clone(v.parts), i, i+1)
		return x
	},
	"Vec::truncate": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		if v := a[0].to; a[1].n.Cmp(big.NewInt(int64(len(v.parts)))) < 0 {
			v.parts = v.parts[:a[1].n.Int64()]
		}
		return tuple()
	},
	"Vec::clear": func(_ *frame, a []*cell, _ *mir.Type) *cell { a[0].to.parts = nil; return tuple() },
	"Vec::append": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		a[0].to.parts = append(slices.Clone(a[0].to.parts), a[1].to.parts...)
		a[1].to.parts = nil
		return tuple()
	},
	"Vec::extend_from_slice": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		v := slices.Clone(a[0].to.parts)
		for _, p := range a[1].behind().parts {
			v = append(v, p.cloned())
		}
		a[0].to.parts = v
		return tuple()
	},
	"Vec::len": length, "slice::len": length,
	"Vec::is_empty": empty, "slice::is_empty": empty,
	"Vec::as_slice": same0, "Vec::as_mut_slice": same0, "slice::as_slice": same0, "String::as_str": same0,
	"slice::to_vec": func(_ *frame, a []*cell, _ *mir.Type) *cell { return a[0].behind().cloned() },
	"slice::swap": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		s := a[0].behind()
		p, q := s.parts[within(s, a[1].n)], s.parts[within(s, a[2].n)]
		*p, *q = *q, *p
		return tuple()
	},
	"slice::reverse": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		s := a[0].behind()
		for i, j := 0, len(s.parts)-1; i < j; i, j = i+1, j-1 {
			*s.parts[i], *s.parts[j] = *s.parts[j], *s.parts[i]
		}
		return tuple()
	},
	"slice::first": func(_ *frame, a []*cell, _ *mir.Type) *cell { return at(a[0].behind(), 0) },
	"slice::last": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		return at(a[0].behind(), len(a[0].behind().parts)-1)
	},
	"slice::get": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		if a[1].kind != number {
			return nil
		}
		if !a[1].n.IsInt64() {
			return option(nil)
		}
		return at(a[0].behind(), int(a[1].n.Int64()))
	},
	"slice::contains": func(_ *frame, a []*cell, t *mir.Type) *cell {
		return truth(slices.ContainsFunc(a[0].behind().parts, func(p *cell) bool { return same(p, a[1]) }))
	},
	"slice::iter":     func(_ *frame, a []*cell, _ *mir.Type) *cell { return intoIter(refer(a[0].behind())) },
	"slice::iter_mut": func(_ *frame, a []*cell, _ *mir.Type) *cell { return intoIter(refer(a[0].behind())) },
	"slice::sort": func(x *frame, a []*cell, t *mir.Type) *cell {
		if t.Elem != nil && !x.plain(t.Elem) {
			return nil
		}
		s := a[0].behind()
		sorted := make([]cell, len(s.parts))
		for i, p := range s.parts {
			sorted[i] = *p
		}
		slices.SortStableFunc(sorted, func(p, q cell) int { return compare(&p, &q) })
		for i, p := range s.parts {
			*p = sorted[i]
		}
		return tuple()
	},
	"Box::new_uninit": func(*frame, []*cell, *mir.Type) *cell { return boxed(&cell{}) },
	"boxed::box_assume_init_into_vec_unsafe": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		in := a[0].unboxed() // its value, in the wrappers of what is not written yet
		for in != nil && in.kind == group && len(in.parts) > 0 {
			in = in.parts[len(in.parts)-1]
		}
		if in == nil || in.kind != list {
			return nil
		}
		return in
	},
	"vec::from_elem": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		var parts []*cell
		for range reservable(a[1]) {
			parts = append(parts, a[0].cloned())
		}
		return seq(parts)
	},
	"Box::new":        func(_ *frame, a []*cell, _ *mir.Type) *cell { return boxed(a[0]) },
	"Option::is_some": func(_ *frame, a []*cell, _ *mir.Type) *cell { return truth(a[0].behind().variant == 1) },
	"Option::is_none": func(_ *frame, a []*cell, _ *mir.Type) *cell { return truth(a[0].behind().variant == 0) },
	"Option::unwrap":  unwrap(1), "Option::expect": unwrap(1), "Result::unwrap": unwrap(0), "Result::expect": unwrap(0), "Result::unwrap_err": unwrap(1),
	"Option::unwrap_or": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		if a[0].variant == 1 {
			return a[0].parts[0]
		}
		return a[1]
	},
	"Option::copied": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		if a[0].variant == 0 {
			return a[0]
		}
		return some(a[0].parts[0].to.copied())
	},
	"Option::cloned": func(x *frame, a []*cell, t *mir.Type) *cell {
		if a[0].variant == 0 {
			return a[0]
		}
		return nil
	},
	"Option::take": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		v := a[0].to.taken()
		a[0].to.put(option(nil))
		return v
	},
	"Option::as_ref": func(_ *frame, a []*cell, _ *mir.Type) *cell { return borrowed(a[0].to) },
	"Option::as_mut": func(_ *frame, a []*cell, _ *mir.Type) *cell { return borrowed(a[0].to) },
	"Result::is_ok":  func(_ *frame, a []*cell, _ *mir.Type) *cell { return truth(a[0].behind().variant == 0) },
	"Result::is_err": func(_ *frame, a []*cell, _ *mir.Type) *cell { return truth(a[0].behind().variant == 1) },
	"mem::swap": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		*a[0].to, *a[1].to = *a[1].to, *a[0].to
		return tuple()
	},
	"mem::replace": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		v := a[0].to.taken()
		a[0].to.put(a[1])
		return v
	},
	"String::new":           func(*frame, []*cell, *mir.Type) *cell { return seq(nil) },
	"String::with_capacity": func(_ *frame, a []*cell, _ *mir.Type) *cell { return reserved(a[0]) },
	"String::push":          push,
	"String::push_str": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		a[0].to.parts = append(slices.Clone(a[0].to.parts), a[1].behind().copied().parts...)
		return tuple()
	},
	"String::len": bytesLength, "str::len": bytesLength,
	"String::is_empty": empty, "str::is_empty": empty,
	"str::to_string": text, "str::to_owned": text, "String::to_string": text, "String::from": text,
	"str::chars": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		return &cell{kind: iter, parts: a[0].behind().copied().parts}
	},
	"RangeInclusive::new": func(_ *frame, a []*cell, _ *mir.Type) *cell {
		return &cell{kind: group, name: "RangeInclusive", parts: []*cell{a[0], a[1], truth(false)}}
	},
}

func push(_ *frame, a []*cell, _ *mir.Type) *cell {
	a[0].to.parts = append(slices.Clip(a[0].to.parts), a[1])
	return tuple()
}

func length(_ *frame, a []*cell, _ *mir.Type) *cell { return small(len(a[0].behind().parts)) }

func empty(_ *frame, a []*cell, _ *mir.Type) *cell { return truth(len(a[0].behind().parts) == 0) }

func bytesLength(_ *frame, a []*cell, _ *mir.Type) *cell { return small(bytesOf(a[0].behind())) }

func same0(_ *frame, a []*cell, _ *mir.Type) *cell { return a[0] }

func text(_ *frame, a []*cell, _ *mir.Type) *cell {
	if c := a[0].behind(); c.kind == list {
		return c.copied()
	}
	return nil
}

// reservable is a number of elements that there is memory for.
func reservable(n *cell) int {
	if n.n.Cmp(big.NewInt(maxSteps)) > 0 {
		unsupported("%s elements", n.n)
	}
	return int(n.n.Int64())
}

// reserved is an empty sequence with room; what no memory has is not asked for here.
func reserved(n *cell) *cell {
	if n.n.Cmp(big.NewInt(1<<20)) > 0 {
		unsupported("capacity %s", n.n)
	}
	return seq(nil)
}

func at(c *cell, i int) *cell {
	if i < 0 || i >= len(c.parts) {
		return option(nil)
	}
	return some(refer(c.parts[i]))
}

// unwrap takes what a variant holds, or panics.
func unwrap(variant int) model {
	return func(_ *frame, a []*cell, _ *mir.Type) *cell {
		if a[0].variant != variant {
			panic(panicked{"unwrap"})
		}
		return a[0].parts[0]
	}
}

func borrowed(c *cell) *cell {
	if c.variant == 0 {
		return option(nil)
	}
	return some(refer(c.parts[0]))
}

// numbers are the functions of integer types.
var numbers = map[string]func(a []*cell, t *mir.Type) *cell{
	"wrapping_add": wrapping("Add"), "wrapping_sub": wrapping("Sub"), "wrapping_mul": wrapping("Mul"),
	"checked_add": checked("Add"), "checked_sub": checked("Sub"), "checked_mul": checked("Mul"),
	"saturating_add": saturating("Add"), "saturating_sub": saturating("Sub"), "saturating_mul": saturating("Mul"),
	"checked_div": divided("Div"), "checked_rem": divided("Rem"),
	"max": func(a []*cell, _ *mir.Type) *cell { return ordered("max", a) },
	"min": func(a []*cell, _ *mir.Type) *cell { return ordered("min", a) },
	"abs": func(a []*cell, t *mir.Type) *cell {
		n := new(big.Int).Abs(a[0].n)
		if wrap(n, t).Cmp(n) != 0 {
			panic(panicked{"overflow"})
		}
		return num(n)
	},
	"abs_diff":     func(a []*cell, _ *mir.Type) *cell { return num(new(big.Int).Abs(new(big.Int).Sub(a[0].n, a[1].n))) },
	"unsigned_abs": func(a []*cell, _ *mir.Type) *cell { return num(new(big.Int).Abs(a[0].n)) },
	"is_positive":  func(a []*cell, _ *mir.Type) *cell { return truth(a[0].n.Sign() > 0) },
	"is_negative":  func(a []*cell, _ *mir.Type) *cell { return truth(a[0].n.Sign() < 0) },
	"pow":          power,
	"rem_euclid": func(a []*cell, t *mir.Type) *cell {
		if a[1].n.Sign() == 0 || t.Signed() && a[1].n.Cmp(big.NewInt(-1)) == 0 {
			return nil
		}
		return num(new(big.Int).Mod(a[0].n, new(big.Int).Abs(a[1].n)))
	},
}

func wrapping(op string) func([]*cell, *mir.Type) *cell {
	return func(a []*cell, t *mir.Type) *cell { return num(wrap(arithmetic(op, a[0].n, a[1].n, t), t)) }
}

func checked(op string) func([]*cell, *mir.Type) *cell {
	return func(a []*cell, t *mir.Type) *cell {
		n := arithmetic(op, a[0].n, a[1].n, t)
		if wrap(n, t).Cmp(n) != 0 {
			return option(nil)
		}
		return some(num(n))
	}
}

func divided(op string) func([]*cell, *mir.Type) *cell {
	return func(a []*cell, t *mir.Type) *cell {
		if a[1].n.Sign() == 0 {
			return option(nil)
		}
		n := arithmetic("Div", a[0].n, a[1].n, t)
		if wrap(n, t).Cmp(n) != 0 {
			return option(nil)
		}
		return some(num(arithmetic(op, a[0].n, a[1].n, t)))
	}
}

func saturating(op string) func([]*cell, *mir.Type) *cell {
	return func(a []*cell, t *mir.Type) *cell {
		n := arithmetic(op, a[0].n, a[1].n, t)
		one := big.NewInt(1)
		least, most := new(big.Int), new(big.Int).Lsh(one, uint(t.Bits()))
		if t.Signed() {
			most.Rsh(most, 1)
			least.Neg(most)
		}
		most.Sub(most, one)
		switch {
		case n.Cmp(least) < 0:
			return num(least)
		case n.Cmp(most) > 0:
			return num(most)
		}
		return num(n)
	}
}

// power is pow with overflow checks: what std's steps overflow on is more than the result,
// so that only what fits is told.
func power(a []*cell, t *mir.Type) *cell {
	// Beyond that the exact power could be too large to compute.
	if a[1].n.BitLen() > 12 {
		return nil
	}
	n := new(big.Int).Exp(a[0].n, a[1].n, nil)
	if wrap(n, t).Cmp(n) != 0 {
		panic(panicked{"overflow"})
	}
	return num(n)
}
