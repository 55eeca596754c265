package starlark

import (
	"bytes"
	"encoding/json"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"

	skymath "go.starlark.net/lib/math"
	sky "go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

func module(name string, members sky.StringDict) sky.Value {
	return &starlarkstruct.Module{Name: name, Members: members}
}

func mathModule() sky.Value {
	m := sky.StringDict{"inf": sky.Float(math.Inf(1)), "nan": sky.Float(math.NaN()), "tau": sky.Float(2 * math.Pi)}

	// Starlark's functions first; where Python's are otherwise they are replaced below.
	for n, v := range skymath.Module.Members {
		m[n] = v
	}
	for n, f := range map[string]func(float64) float64{"log2": math.Log2, "log10": math.Log10, "log1p": math.Log1p, "expm1": math.Expm1, "cbrt": math.Cbrt} {
		m[n] = onFloat(n, func(x float64) sky.Value { return sky.Float(f(x)) })
	}
	for n, f := range map[string]func(float64) bool{"isnan": math.IsNaN, "isinf": func(x float64) bool { return math.IsInf(x, 0) },
		"isfinite": func(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }} {
		m[n] = onFloat(n, func(x float64) sky.Value { return sky.Bool(f(x)) })
	}

	// int(x) cuts towards zero, which is what trunc does.
	m["trunc"] = sky.NewBuiltin("trunc", int1)
	m["fsum"] = sky.NewBuiltin("fsum", sum)
	m["prod"] = sky.NewBuiltin("prod", prod)
	m["isclose"] = sky.NewBuiltin("isclose", isClose)
	for n, f := range map[string]func(a []*big.Int) *big.Int{
		"gcd": func(a []*big.Int) *big.Int {
			// gcd() of nothing is 0, since every number divides 0, and lcm() of nothing is 1.
			return fold(a, new(big.Int), func(z, x *big.Int) { z.GCD(nil, nil, z, new(big.Int).Abs(x)) })
		},
		"lcm": lcm,
		"factorial": func(a []*big.Int) *big.Int {
			return binomial(a, func(n, _ int64) *big.Int { return new(big.Int).MulRange(1, n) })
		},
		"comb": func(a []*big.Int) *big.Int {
			return binomial(a, func(n, k int64) *big.Int { return new(big.Int).Binomial(n, k) })
		},
		"perm": func(a []*big.Int) *big.Int {
			return binomial(a, func(n, k int64) *big.Int { return new(big.Int).MulRange(n-k+1, n) })
		},
		"isqrt": func(a []*big.Int) *big.Int {
			if len(a) != 1 || a[0].Sign() < 0 {
				return nil
			}
			return new(big.Int).Sqrt(a[0])
		},
	} {
		m[n] = onInts(n, f)
	}
	return module("math", m)
}

func onFloat(name string, f func(float64) sky.Value) sky.Value {
	return sky.NewBuiltin(name, func(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
		if len(args) != 1 {
			return nil, raise("TypeError", "%s() takes one number", name)
		}
		x, ok := sky.AsFloat(number1(args[0]))
		if !ok {
			return nil, raise("TypeError", "%s() of a %s", name, typeName(args[0]))
		}
		return f(x), nil
	})
}

// onInts is a function of whole numbers; nil from f says that they don't fit it.
func onInts(name string, f func([]*big.Int) *big.Int) sky.Value {
	return sky.NewBuiltin(name, func(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
		var list []*big.Int
		for _, a := range args {
			i, ok := number1(a).(sky.Int)
			if !ok {
				return nil, raise("TypeError", "%s() of a %s", name, typeName(a))
			}
			list = append(list, i.BigInt())
		}
		v := f(list)
		if v == nil {
			return nil, raise("ValueError", "%s() of these numbers", name)
		}
		return sky.MakeBigInt(v), nil
	})
}

func fold(list []*big.Int, z *big.Int, f func(z, x *big.Int)) *big.Int {
	for _, x := range list {
		f(z, x)
	}
	return z
}

func lcm(a []*big.Int) *big.Int {
	return fold(a, big.NewInt(1), func(z, x *big.Int) {
		// GCD of 0 and 0 is 0, by which nothing can be divided.
		if z.Sign() == 0 || x.Sign() == 0 {
			z.SetInt64(0)
			return
		}
		g := new(big.Int).GCD(nil, nil, z, new(big.Int).Abs(x))
		z.Mul(z, new(big.Int).Quo(new(big.Int).Abs(x), g))
	})
}

func binomial(a []*big.Int, f func(n, k int64) *big.Int) *big.Int {
	// factorial(n) and perm(n) have one argument.
	if len(a) == 1 {
		a = append(a, a[0])
	}
	// The bound on n keeps one call from taking minutes, in which the code could not be stopped
	// but by ending the process.
	if len(a) != 2 || !a[0].IsInt64() || !a[1].IsInt64() || a[0].Int64() < 0 || a[1].Int64() < 0 || a[0].Int64() > 100000 {
		return nil
	}
	n, k := a[0].Int64(), a[1].Int64()
	if k > n {
		return new(big.Int)
	}
	return f(n, k)
}

func prod(_ *sky.Thread, b *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	l, err := one(b, args)
	var total sky.Value = sky.MakeInt(1)
	for _, v := range l {
		if err == nil {
			// The first error stays, and the rest of the elements is passed by.
			total, err = sky.Binary(tokenSTAR, total, number1(v))
		}
	}
	return total, err
}

func isClose(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error) {
	var x, y sky.Value
	rel, abs := 1e-9, 0.0
	if err := sky.UnpackArgs("isclose", args, kwargs, "a", &x, "b", &y, "rel_tol?", &rel, "abs_tol?", &abs); err != nil {
		return nil, err
	}
	a, ok1 := sky.AsFloat(x)
	b, ok2 := sky.AsFloat(y)
	if !ok1 || !ok2 {
		return nil, raise("TypeError", "isclose() takes numbers")
	}
	return sky.Bool(a == b || math.Abs(a-b) <= math.Max(rel*math.Max(math.Abs(a), math.Abs(b)), abs)), nil
}

func jsonModule() sky.Value {
	return module("json", sky.StringDict{
		"loads": sky.NewBuiltin("loads", func(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
			if len(args) != 1 {
				return nil, raise("TypeError", "loads() takes one string")
			}
			return fromJSON(json.RawMessage(str1(args[0])))
		}),
		"dumps": sky.NewBuiltin("dumps", func(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error) {
			var v, indent, sorted, ascii, def, seps sky.Value
			if err := sky.UnpackArgs("dumps", args, kwargs, "obj", &v, "indent?", &indent, "sort_keys?", &sorted,
				"ensure_ascii?", &ascii, "default?", &def, "separators?", &seps); err != nil {
				return nil, err
			}
			g, err := toGo(v, 0)
			if err != nil {
				return nil, err
			}
			// No indent: everything on one line.
			width := -1
			if i, ok := indent.(sky.Int); ok {
				width, _ = sky.AsInt32(i)
				// Indentation grows with the depth of the value: a large one is memory.
				width = min(width, 20)
			}
			var b strings.Builder
			dump(&b, g, width, 0, sorted != nil && bool(sorted.Truth()))
			return sky.String(b.String()), nil
		}),
	})
}

// dump writes JSON with Python's spaces.
func dump(b *strings.Builder, g any, indent, level int, byKey bool) {
	open := func(first bool) {
		switch {
		case indent >= 0:
			if !first {
				b.WriteString(",")
			}
			b.WriteString("\n" + strings.Repeat(" ", indent*(level+1)))
		case !first:
			b.WriteString(", ")
		}
	}
	end := func(n int, close string) {
		if indent >= 0 && n > 0 {
			b.WriteString("\n" + strings.Repeat(" ", indent*level))
		}
		b.WriteString(close)
	}

	switch g := g.(type) {
	case object:
		if byKey {
			// The object was made for this dump alone, so that it may be sorted in place.
			slices.SortStableFunc(g, func(x, y pair) int { return strings.Compare(x.key, y.key) })
		}
		b.WriteString("{")
		for i, p := range g {
			open(i == 0)
			dump(b, p.key, indent, level, byKey)
			b.WriteString(": ")
			dump(b, p.value, indent, level+1, byKey)
		}
		end(len(g), "}")
	case []any:
		b.WriteString("[")
		for i, e := range g {
			open(i == 0)
			dump(b, e, indent, level+1, byKey)
		}
		end(len(g), "]")
	default:
		var out bytes.Buffer
		enc := json.NewEncoder(&out)
		enc.SetEscapeHTML(false)
		_ = enc.Encode(g)
		b.WriteString(strings.TrimRight(out.String(), "\n"))
	}
}

// reFlags are the flags of re by name, with the bits that Python has for them.
var reFlags = map[string]int{"I": 2, "IGNORECASE": 2, "M": 8, "MULTILINE": 8, "S": 16, "DOTALL": 16}

func reModule() sky.Value {
	m := sky.StringDict{"compile": sky.NewBuiltin("compile", func(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error) {
		var p sky.Value
		flags := 0
		if err := sky.UnpackArgs("compile", args, kwargs, "pattern", &p, "flags?", &flags); err != nil {
			return nil, err
		}
		return compile(p, flags)
	}), "escape": sky.NewBuiltin("escape", func(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
		if len(args) != 1 {
			return nil, raise("TypeError", "escape() takes one string")
		}
		return sky.String(regexp.QuoteMeta(str1(args[0]))), nil
	})}
	for n, v := range reFlags {
		m[n] = sky.MakeInt(v)
	}

	// re.search(p, s, flags) is compile(p, flags).search(s): pattern and flags are taken out, the
	// rest goes to the method.
	for n, f := range patternMethods {
		m[n] = sky.NewBuiltin(n, func(th *sky.Thread, _ *sky.Builtin, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error) {
			if len(args) == 0 {
				return nil, raise("TypeError", "%s() takes a pattern", n)
			}
			flags := 0
			// An empty slice of no capacity, so that appending to it does not write into the
			// caller's.
			rest := kwargs[:0:0]
			for _, kv := range kwargs {
				if kv[0] == sky.String("flags") {
					flags, _ = sky.AsInt32(kv[1])
				} else {
					rest = append(rest, kv)
				}
			}
			own := args[1:]
			// Of sub and split flags stand behind a count, and are taken by name only.
			if positional := map[string]int{"search": 1, "match": 1, "fullmatch": 1, "findall": 1, "finditer": 1}[n]; positional > 0 && len(own) > positional {
				flags, _ = sky.AsInt32(own[positional])
				own = own[:positional]
			}
			p, err := compile(args[0], flags)
			if err != nil {
				return nil, err
			}
			return f(th, p, own, rest)
		})
	}
	return module("re", m)
}

// compile makes a pattern of a string, or leaves one alone.
func compile(v sky.Value, flags int) (*pattern, error) {
	if p, ok := v.(*pattern); ok {
		return p, nil
	}
	src, prefix := str1(v), ""
	for _, f := range []struct {
		bit    int
		letter string
	}{{2, "i"}, {8, "m"}, {16, "s"}} {
		if flags&f.bit != 0 {
			prefix += f.letter
		}
	}
	if prefix != "" {
		prefix = "(?" + prefix + ")"
	}
	// \Z is Python's name for the end of the text, \z Go's.
	re, err := regexp.Compile(prefix + strings.ReplaceAll(src, `\Z`, `\z`))
	if err != nil {
		return nil, raise("re.error", "%v (this dialect's re has no look-around and no back-references)", err)
	}
	return &pattern{src: src, re: re}, nil
}
