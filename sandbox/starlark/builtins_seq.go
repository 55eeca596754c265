package starlark

import (
	"fmt"
	"strings"

	sky "go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// one takes the single sequence argument of a function.
func one(b *sky.Builtin, args sky.Tuple) ([]sky.Value, error) {
	switch len(args) {
	case 0:
		return nil, nil
	case 1:
		return iterate(args[0])
	}
	return nil, raise("TypeError", "%s() takes one argument, %d given", b.Name(), len(args))
}

func list1(_ *sky.Thread, b *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	l, err := one(b, args)
	return sky.NewList(l), err
}

func tuple1(_ *sky.Thread, b *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	l, err := one(b, args)
	return sky.Tuple(l), err
}

func set1(_ *sky.Thread, b *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	l, err := one(b, args)
	s := sky.NewSet(len(l))
	for _, v := range l {
		if err := s.Insert(v); err != nil {
			return nil, raise("TypeError", "%v", err)
		}
	}
	return s, err
}

func sum(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error) {
	var seq sky.Value
	var total sky.Value = sky.MakeInt(0)
	if err := sky.UnpackArgs("sum", args, kwargs, "iterable", &seq, "start?", &total); err != nil {
		return nil, err
	}
	l, err := iterate(seq)
	if err != nil {
		return nil, err
	}
	for _, v := range l {
		if total, err = sky.Binary(syntax.PLUS, number1(total), number1(v)); err != nil {
			return nil, raise("TypeError", "%v", err)
		}
	}
	return total, nil
}

func quantify(any bool) fn {
	return func(_ *sky.Thread, b *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
		l, err := one(b, args)
		for _, v := range l {
			if bool(v.Truth()) == any {
				return sky.Bool(any), nil
			}
		}
		// The error comes with no elements, so that it is never hidden by an early answer.
		return sky.Bool(!any), err
	}
}

func sortArgs(n string, args sky.Tuple, kwargs []sky.Tuple) (list []sky.Value, key sky.Value, reverse bool, err error) {
	var seq, rev sky.Value = nil, sky.False
	if err = sky.UnpackArgs(n, args, kwargs, "iterable", &seq, "key?", &key, "reverse?", &rev); err != nil {
		return
	}
	list, err = iterate(seq)
	return list, key, bool(rev.Truth()), err
}

func sorted(th *sky.Thread, _ *sky.Builtin, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error) {
	l, key, rev, err := sortArgs("sorted", args, kwargs)
	if err != nil {
		return nil, err
	}
	l, err = sortValues(th, l, key, rev)
	return sky.NewList(l), err
}

func extreme(name string) fn {
	tok := map[string]syntax.Token{"min": syntax.LT, "max": syntax.GT}[name]
	return func(th *sky.Thread, _ *sky.Builtin, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error) {
		var key, def sky.Value
		if err := sky.UnpackArgs(name, nil, kwargs, "key?", &key, "default?", &def); err != nil {
			return nil, err
		}
		list := []sky.Value(args)
		if len(args) == 1 {
			var err error
			if list, err = iterate(args[0]); err != nil {
				return nil, err
			}
		}
		if len(list) == 0 {
			if def != nil {
				return def, nil
			}
			return nil, raise("ValueError", "%s() of nothing", name)
		}
		var best, bestKey sky.Value
		for _, v := range list {
			k := v
			if key != nil && key != sky.None {
				var err error
				if k, err = sky.Call(th, key, sky.Tuple{v}, nil); err != nil {
					return nil, err
				}
			}
			// The first of several extremes is kept, as Python does: only a strictly better one
			// takes its place.
			if best == nil {
				best, bestKey = v, k
				continue
			}
			better, err := sky.Compare(tok, number1(k), number1(bestKey))
			if err != nil {
				return nil, raise("TypeError", "%v", err)
			}
			if better {
				best, bestKey = v, k
			}
		}
		return best, nil
	}
}

func enumerate(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error) {
	var seq sky.Value
	start := 0
	if err := sky.UnpackArgs("enumerate", args, kwargs, "iterable", &seq, "start?", &start); err != nil {
		return nil, err
	}
	l, err := iterate(seq)
	for i, v := range l {
		l[i] = sky.Tuple{sky.MakeInt(start + i), v}
	}
	return sky.NewList(l), err
}

func zip(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	var out []sky.Value
	for i, a := range args {
		l, err := iterate(a)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			out = make([]sky.Value, len(l))
		}
		// The shortest sequence decides. Elements of out are nil before the first sequence, whose
		// assertion then gives an empty tuple.
		out = out[:min(len(out), len(l))]
		for j := range out {
			t, _ := out[j].(sky.Tuple)
			out[j] = append(t, l[j])
		}
	}
	return sky.NewList(out), nil
}

func map1(th *sky.Thread, b *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	if len(args) < 2 {
		return nil, raise("TypeError", "map() takes a function and a sequence")
	}
	z, err := zip(th, b, args[1:], nil)
	if err != nil {
		return nil, err
	}
	l, _ := iterate(z)
	for i, v := range l {
		if l[i], err = sky.Call(th, args[0], v.(sky.Tuple), nil); err != nil {
			return nil, err
		}
	}
	return sky.NewList(l), nil
}

func filter(th *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	if len(args) != 2 {
		return nil, raise("TypeError", "filter() takes a function and a sequence")
	}
	l, err := iterate(args[1])
	if err != nil {
		return nil, err
	}
	var out []sky.Value
	for _, v := range l {
		keep := v
		if args[0] != sky.None {
			if keep, err = sky.Call(th, args[0], sky.Tuple{v}, nil); err != nil {
				return nil, err
			}
		}
		if keep.Truth() {
			out = append(out, v)
		}
	}
	return sky.NewList(out), nil
}

func reversed(_ *sky.Thread, b *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	l, err := one(b, args)
	out := make([]sky.Value, len(l))
	for i, v := range l {
		out[len(l)-1-i] = v
	}
	return sky.NewList(out), err
}

// next1 takes the first element of what in Python would be a generator.
func next1(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	if len(args) < 1 || len(args) > 2 {
		return nil, raise("TypeError", "next() takes one or two arguments")
	}
	l, err := iterate(args[0])
	switch {
	case err != nil:
		return nil, err
	case len(l) > 0:
		return l[0], nil
	case len(args) == 2:
		return args[1], nil
	}
	return nil, raise("StopIteration", "")
}

func print1(th *sky.Thread, _ *sky.Builtin, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error) {
	var sep, end sky.Value = sky.String(" "), sky.String("\n")
	var file, flush sky.Value
	// file and flush are accepted for code that writes them and mean nothing: there is one
	// stream.
	if err := sky.UnpackArgs("print", nil, kwargs, "sep?", &sep, "end?", &end, "file?", &file, "flush?", &flush); err != nil {
		return nil, err
	}
	var b strings.Builder
	for i, a := range args {
		if i > 0 && sep != sky.None {
			b.WriteString(str1(sep))
		}
		b.WriteString(str1(a))
	}
	if end == sky.None {
		end = sky.String("\n")
	}
	b.WriteString(str1(end))
	th.Print(th, b.String())
	return sky.None, nil
}

func strOf(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	if len(args) == 0 {
		return sky.String(""), nil
	}
	if v, ok := args[0].(sky.Bytes); ok && len(args) > 1 {
		return sky.String(v), nil
	}
	return sky.String(str1(args[0])), nil
}

func reprOf(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	if len(args) != 1 {
		return nil, raise("TypeError", "repr() takes one argument")
	}
	return sky.String(repr(args[0])), nil
}

// join1 puts the parts of an f-string together.
func join1(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	var b strings.Builder
	for _, a := range args {
		b.WriteString(str1(a))
	}
	return sky.String(b.String()), nil
}

func int1(th *sky.Thread, _ *sky.Builtin, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error) {
	if len(args) == 1 {
		if s, ok := args[0].(sky.String); ok {
			// Python allows space around the digits and underscores between them; Starlark's int
			// does not.
			args = sky.Tuple{sky.String(strings.ReplaceAll(strings.TrimSpace(string(s)), "_", ""))}
		}
	}
	v, err := sky.Call(th, sky.Universe["int"], args, kwargs)
	if err != nil {
		return nil, raise("ValueError", "%v", err)
	}
	return v, nil
}

func based(prefix string, base int) fn {
	return func(_ *sky.Thread, b *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
		if len(args) != 1 {
			return nil, raise("TypeError", "%s() takes one argument", b.Name())
		}
		i, ok := number1(args[0]).(sky.Int)
		if !ok {
			return nil, raise("TypeError", "%s() of a %s", b.Name(), args[0].Type())
		}
		s := i.BigInt().Text(base)
		if rest, neg := strings.CutPrefix(s, "-"); neg {
			return sky.String("-" + prefix + rest), nil
		}
		return sky.String(prefix + s), nil
	}
}

func divmod(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	if len(args) != 2 {
		return nil, raise("TypeError", "divmod() takes two arguments")
	}
	q, err := sky.Binary(syntax.SLASHSLASH, number1(args[0]), number1(args[1]))
	if err != nil {
		return nil, fmt.Errorf("divmod: %w", err)
	}
	r, err := sky.Binary(syntax.PERCENT, number1(args[0]), number1(args[1]))
	return sky.Tuple{q, r}, err
}
