package eval

import (
	"math/big"
	"slices"
	"strings"

	"ensures/rust/spec"
	"ensures/rust/values"
)

// method is a method of clauses on a value. Methods that take functions get theirs
// unevaluated.
func (r *run) method(s *scope, c *spec.Method) *values.Value {
	v := r.eval(s, c.X)
	if !known(v) {
		return v
	}
	switch c.Name {
	case "view", "deref", "clone", "to_vec", "as_slice", "as_ref", "borrow", "spec_deref":
		r.arity(c, 0)
		return view(v)
	}

	if v.Kind == values.Seq {
		if out, ok := r.higher(s, c, v); ok {
			return out
		}
	}

	args := make([]*values.Value, len(c.Args))
	for i, a := range c.Args {
		if args[i] = r.eval(s, a); !known(args[i]) {
			return args[i]
		}
	}
	// Most methods go over all items, which is paid for here.
	r.left -= len(v.Items)
	var out *values.Value
	switch v.Kind {
	case values.Seq:
		out = r.sequence(c, v, args)
	case values.Set, values.Bag:
		out = r.collection(c, v, args)
	case values.Data:
		out = r.data(c, v, args)
	case values.Int:
		if c.Name == "abs" {
			out = values.Integer(new(big.Int).Abs(v.Int))
		}
	}
	if out == nil {
		out = r.ownMethod(c, v, args)
	}
	return out
}

// ownMethod is a spec fn of the value's own type.
func (r *run) ownMethod(c *spec.Method, v *values.Value, args []*values.Value) *values.Value {
	if v.Type != nil && v.Kind == values.Data {
		if fn := r.funcs[v.Type.Name+"::"+c.Name]; fn != nil && fn.Mode == spec.SpecFn && fn.Value != nil {
			return r.apply(c, fn, append([]*values.Value{v}, args...))
		}
	}
	fail(c, "method "+c.Name)
	return nil
}

func (r *run) arity(c *spec.Method, n int) {
	if len(c.Args) != n {
		fail(c, c.Name+" with this number of arguments")
	}
}

func length(v *values.Value) *values.Value { return values.Integer(big.NewInt(int64(len(v.Items)))) }

// higher are the methods of sequences that take functions.
func (r *run) higher(s *scope, c *spec.Method, v *values.Value) (*values.Value, bool) {
	out := &values.Value{Kind: values.Seq}
	switch c.Name {
	case "filter", "map_values", "all", "any", "map":
		r.arity(c, 1)
	case "fold_left", "fold_right":
		r.arity(c, 2)
		return r.fold(s, c, v), true
	default:
		return nil, false
	}

	for i, x := range v.Items {
		var y *values.Value
		if c.Name == "map" {
			y = r.closure(s, c.Args[0], values.Integer(big.NewInt(int64(i))), x)
		} else {
			y = r.closure(s, c.Args[0], x)
		}
		if !known(y) {
			return y, true
		}
		switch {
		case c.Name == "map_values", c.Name == "map":
			out.Items = append(out.Items, y)
		case c.Name == "filter" && r.truth(c, y):
			out.Items = append(out.Items, x)
		// The rest can't change it.
		case c.Name == "all" && !r.truth(c, y), c.Name == "any" && r.truth(c, y):
			return y, true
		}
	}

	if c.Name == "all" || c.Name == "any" {
		return values.Truth(c.Name == "all"), true
	}
	return out, true
}

// fold is s.fold_left(b, |a, x| …) or s.fold_right(|x, a| …, b).
func (r *run) fold(s *scope, c *spec.Method, v *values.Value) *values.Value {
	left := c.Name == "fold_left"
	from, f := c.Args[0], c.Args[1]
	if !left {
		from, f = f, from
	}
	acc := r.eval(s, from)
	for i := range v.Items {
		if !known(acc) {
			return acc
		}
		if left {
			acc = r.closure(s, f, acc, v.Items[i])
		} else {
			acc = r.closure(s, f, v.Items[len(v.Items)-1-i], acc)
		}
	}
	return acc
}

// sequence is a method of sequences; nil where there is none of that name.
func (r *run) sequence(c *spec.Method, v *values.Value, args []*values.Value) *values.Value {
	n := len(v.Items)
	num := func(i int) *big.Int { return number(c.Args[i], args[i]) }
	one := func(items []*values.Value) *values.Value { return &values.Value{Kind: values.Seq, Items: items} }
	// First how many arguments there are: those below are then read without asking.
	switch c.Name {
	case "len", "spec_len", "is_empty", "first", "last", "drop_first", "drop_last", "reverse", "to_set", "to_multiset", "no_duplicates":
		r.arity(c, 0)
	case "index", "spec_index", "push", "take", "skip", "add", "contains", "count", "is_prefix_of", "is_suffix_of", "index_of", "remove":
		r.arity(c, 1)
	case "update", "subrange", "insert":
		r.arity(c, 2)
	}
	switch c.Name {
	case "len", "spec_len":
		return length(v)
	case "is_empty":
		return values.Truth(n == 0)
	case "index", "spec_index":
		return element(v, num(0))
	case "first":
		return element(v, new(big.Int))
	case "last":
		return element(v, big.NewInt(int64(n-1)))
	case "push":
		return one(append(slices.Clone(v.Items), args[0]))
	case "update":
		if element(v, num(0)) == noValue {
			return noValue
		}
		// A copy: values are shared by all states that hold them.
		items := slices.Clone(v.Items)
		items[num(0).Int64()] = args[1]
		return one(items)
	case "insert":
		if i := num(0); i.Sign() >= 0 && i.Cmp(big.NewInt(int64(n))) <= 0 {
			return one(slices.Insert(slices.Clone(v.Items), int(i.Int64()), args[1]))
		}
		return noValue
	case "remove":
		if element(v, num(0)) == noValue {
			return noValue
		}
		i := int(num(0).Int64())
		return one(slices.Delete(slices.Clone(v.Items), i, i+1))
	case "subrange":
		return part(v, num(0), num(1))
	case "take":
		return part(v, new(big.Int), num(0))
	case "skip":
		return part(v, num(0), big.NewInt(int64(n)))
	case "drop_first":
		return part(v, big.NewInt(1), big.NewInt(int64(n)))
	case "drop_last":
		return part(v, new(big.Int), big.NewInt(int64(n-1)))
	case "add":
		if args[0].Kind == values.Seq {
			return concat(v, args[0])
		}
	case "contains":
		return values.Truth(values.Contains(v, args[0]))
	case "reverse":
		items := slices.Clone(v.Items)
		slices.Reverse(items)
		return one(items)
	case "is_prefix_of", "is_suffix_of":
		w := args[0]
		if len(w.Items) < n {
			return values.Truth(false)
		}
		from := 0
		if c.Name == "is_suffix_of" {
			from = len(w.Items) - n
		}
		return values.Truth(slices.EqualFunc(v.Items, w.Items[from:from+n], values.Equal))
	case "no_duplicates":
		for i, x := range v.Items {
			if values.Contains(one(v.Items[:i]), x) {
				return values.Truth(false)
			}
		}
		return values.Truth(true)
	case "to_set":
		return set(v.Items)
	case "to_multiset":
		return &values.Value{Kind: values.Bag, Items: v.Items}
	}
	return nil
}

// part is the elements from a up to b; any sequence where it does not lie inside.
func part(v *values.Value, a, b *big.Int) *values.Value {
	if a.Sign() < 0 || b.Cmp(a) < 0 || b.Cmp(big.NewInt(int64(len(v.Items)))) > 0 {
		return noValue
	}
	return &values.Value{Kind: values.Seq, Items: v.Items[a.Int64():b.Int64()]}
}

func set(items []*values.Value) *values.Value {
	out := &values.Value{Kind: values.Set}
	for _, x := range items {
		if !values.Contains(out, x) {
			out.Items = append(out.Items, x)
		}
	}
	return out
}

// collection is a method of sets and multisets.
func (r *run) collection(c *spec.Method, v *values.Value, args []*values.Value) *values.Value {
	like := func(items []*values.Value) *values.Value {
		if v.Kind == values.Set {
			return set(items)
		}
		return &values.Value{Kind: values.Bag, Items: items}
	}
	switch c.Name {
	case "len":
		r.arity(c, 0)
		return length(v)
	case "is_empty":
		r.arity(c, 0)
		return values.Truth(len(v.Items) == 0)
	}

	if len(args) != 1 {
		return nil
	}
	x := args[0]
	switch c.Name {
	case "contains":
		return values.Truth(values.Contains(v, x))
	case "count":
		return values.Integer(big.NewInt(int64(values.Count(v, x))))
	case "insert":
		return like(append(slices.Clone(v.Items), x))
	case "remove":
		if i := slices.IndexFunc(v.Items, func(y *values.Value) bool { return values.Equal(x, y) }); i >= 0 {
			return like(slices.Delete(slices.Clone(v.Items), i, i+1))
		}
		return v
	case "union", "add":
		return like(append(slices.Clone(v.Items), x.Items...))
	case "subset_of":
		if v.Kind == values.Set {
			return values.Truth(!slices.ContainsFunc(v.Items, func(y *values.Value) bool { return !values.Contains(x, y) }))
		}
	case "intersect", "difference":
		if v.Kind == values.Set {
			return like(slices.DeleteFunc(slices.Clone(v.Items), func(y *values.Value) bool { return values.Contains(x, y) == (c.Name == "difference") }))
		}
	}
	return nil
}

// data is a method of Option and Result.
func (r *run) data(c *spec.Method, v *values.Value, args []*values.Value) *values.Value {
	if len(args) > 0 {
		return nil
	}
	switch c.Name {
	case "is_some", "is_Some", "is_none", "is_None", "is_ok", "is_Ok", "is_err", "is_Err":
		return values.Truth(v.Name == strings.ToUpper(c.Name[3:4])+c.Name[4:])
	case "unwrap", "get_Some_0", "unwrap_err":
		want := map[string][]string{"unwrap": {"Some", "Ok"}, "get_Some_0": {"Some"}, "unwrap_err": {"Err"}}[c.Name]
		if slices.Contains(want, v.Name) {
			return v.Items[0]
		}
		// Other data may have a method of that name: see [run.ownMethod].
		if v.Name == "None" || v.Name == "Err" || v.Name == "Ok" {
			return noValue
		}
	}
	return nil
}
