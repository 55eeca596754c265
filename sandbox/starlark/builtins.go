package starlark

import (
	"math/big"
	"strings"

	sky "go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

const tokenLT = syntax.LT

// fn is the shape of a built-in function.
type fn = func(th *sky.Thread, b *sky.Builtin, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error)

// maxDepth bounds nested calls, as Python does.
const maxDepth = 950

// builtins are the functions behind rewritten syntax, those of Python that Starlark
// lacks or has otherwise, and the methods.
func builtins() sky.StringDict {
	d := sky.StringDict{}
	for n, f := range map[string]fn{
		enterName: enter, "$iter": iter1, "$container": iter1, "$chain": chain, "$pow": pow, "$percent": percent, "$format": join1,
		"$field": field, "$raise": raise1, "$import": import1, "$del": del, "$unpack": unpack, "$tuple": tuple1,
		"$concat": concat, "$merge": merge, "$special": special,
		"sum": sum, "min": extreme("min"), "max": extreme("max"), "sorted": sorted, "any": quantify(true), "all": quantify(false),
		"enumerate": enumerate, "zip": zip, "list": list1, "tuple": tuple1, "set": set1, "frozenset": set1, "map": map1, "filter": filter,
		"reversed": reversed, "iter": list1, "next": next1, "print": print1, "str": strOf, "repr": reprOf, "round": round, "pow": pow,
		"divmod": divmod, "isinstance": isinstance, "type": type1, "callable": callable, "hex": based("0x", 16), "oct": based("0o", 8),
		"bin": based("0b", 2), "format": formatOf, "int": int1, "open": noFiles, "input": noFiles,
	} {
		d[n] = sky.NewBuiltin(strings.TrimPrefix(n, "$"), f)
	}
	// After the functions, which the classes of the same names call to make a value.
	classes(d)
	// "$.sort" and the like: the parser writes them, and no program can.
	for n, m := range methods {
		d["$."+n] = method(n, m)
	}
	return d
}

func enter(th *sky.Thread, _ *sky.Builtin, _ sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	// Starlark's machine calls itself for each call of the code. Without a bound it would end at
	// the limit of the Go stack, which ends the process and with it all names.
	if th.CallStackDepth() > maxDepth {
		return nil, raise("RecursionError", "maximum recursion depth exceeded")
	}
	return sky.None, nil
}

// iter1 makes a string something to iterate over, and leaves all else alone.
func iter1(_ *sky.Thread, b *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	// Under the name container it must leave a string alone: "in" looks for parts of it, not for
	// characters.
	if s, ok := args[0].(sky.String); ok && b.Name() == "iter" {
		l, err := iterate(s)
		return sky.NewList(l), err
	}
	if _, ok := args[0].(sky.Iterable); !ok {
		if _, s := args[0].(sky.String); !s {
			if _, m := args[0].(sky.Container); !m {
				return nil, raise("TypeError", "%s is not iterable", args[0].Type())
			}
		}
	}
	return args[0], nil
}

var tokens = map[string]syntax.Token{"<": syntax.LT, ">": syntax.GT, "<=": syntax.LE, ">=": syntax.GE, "==": syntax.EQL, "!=": syntax.NEQ}

// chain is x op y op z…
func chain(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	// All operands were evaluated for the call, also those after a comparison that fails, which
	// Python would not reach.
	for i := 0; i+2 < len(args); i += 2 {
		x, o, y := args[i], string(args[i+1].(sky.String)), args[i+2]
		var ok bool
		var err error
		if t, known := tokens[o]; known {
			ok, err = sky.Compare(t, x, y)
		} else {
			var v sky.Value
			v, err = sky.Binary(syntax.IN, x, y)
			// "in" and "not in" are one operation and its opposite.
			ok = err == nil && bool(v.Truth()) == (o == "in")
		}
		if err != nil || !ok {
			return sky.False, err
		}
	}
	return sky.True, nil
}

// maxPower bounds the size in bits of a power, so that the step limit has a say.
const maxPower = 1 << 26

func pow(_ *sky.Thread, b *sky.Builtin, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error) {
	var x, y, m sky.Value
	if err := sky.UnpackArgs("pow", args, kwargs, "base", &x, "exp", &y, "mod?", &m); err != nil {
		return nil, err
	}
	x, y = number1(x), number1(y)
	xi, ok1 := x.(sky.Int)
	yi, ok2 := y.(sky.Int)
	// A negative exponent of whole numbers gives a float, below.
	if ok1 && ok2 && yi.Sign() >= 0 {
		var mod *big.Int
		if mi, ok := m.(sky.Int); ok {
			if mi.Sign() == 0 {
				return nil, raise("ValueError", "pow() with a modulus of 0")
			}
			// With a modulus the intermediate results stay about as large as that, whatever the
			// exponent.
			mod = mi.BigInt()
		} else if n, ok := yi.Int64(); !ok || n*int64(xi.BigInt().BitLen()) > maxPower && xi.BigInt().BitLen() > 1 {
			// The result has about as many bits as the base times the exponent; of 0, 1 and −1
			// every power is small.
			return nil, raise("OverflowError", "the power is too large for this dialect")
		}
		return sky.MakeBigInt(new(big.Int).Exp(xi.BigInt(), yi.BigInt(), mod)), nil
	}
	xf, ok1 := sky.AsFloat(x)
	yf, ok2 := sky.AsFloat(y)
	if !ok1 || !ok2 {
		return nil, raise("TypeError", "** of %s and %s", x.Type(), y.Type())
	}
	return sky.Float(power(xf, yf)), nil
}

func raise1(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	var parts []string
	for _, a := range args[1:] {
		parts = append(parts, str1(a))
	}
	return nil, raise(string(args[0].(sky.String)), "%s", strings.Join(parts, ", "))
}

func del(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	switch x := args[0].(type) {
	case *sky.Dict:
		_, found, err := x.Delete(args[1])
		if err == nil && !found {
			err = raise("KeyError", "%s", repr(args[1]))
		}
		return sky.None, err
	case *sky.List:
		// Starlark's lists have no other way to lose an element in the middle; pop knows negative
		// indices and raises where there is none.
		pop, _ := x.Attr("pop")
		_, err := sky.Call(&sky.Thread{}, pop, sky.Tuple{args[1]}, nil)
		return sky.None, err
	}
	return nil, raise("TypeError", "del of an element of a %s", args[0].Type())
}

// unpack gives before elements, a list, after elements.
func unpack(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	l, err := iterate(args[0])
	if err != nil {
		return nil, err
	}
	before, _ := sky.AsInt32(args[1])
	after, _ := sky.AsInt32(args[2])
	if len(l) < before+after {
		return nil, raise("ValueError", "not enough values to unpack (%d, at least %d needed)", len(l), before+after)
	}
	out := append(sky.Tuple{}, l[:before]...)
	out = append(out, sky.NewList(append([]sky.Value{}, l[before:len(l)-after]...)))
	return append(out, l[len(l)-after:]...), nil
}

func concat(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	var out []sky.Value
	for _, a := range args {
		l, err := iterate(a)
		if err != nil {
			return nil, err
		}
		out = append(out, l...)
	}
	return sky.NewList(out), nil
}

func merge(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	out := sky.NewDict(8)
	for _, a := range args {
		d, ok := a.(sky.IterableMapping)
		if !ok {
			return nil, raise("TypeError", "** of a %s in a dict", a.Type())
		}
		for _, kv := range d.Items() {
			if err := out.SetKey(kv[0], kv[1]); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// special is x.__name__ and the like.
func special(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	n := string(args[1].(sky.String))
	if c, ok := args[0].(sky.Callable); ok && (n == "__name__" || n == "__qualname__") {
		return sky.String(c.Name()), nil
	}
	if n == "__class__" {
		return &class{name: typeName(args[0])}, nil
	}
	return nil, raise("AttributeError", "this dialect has no attribute %s of a %s", n, args[0].Type())
}

// typeNames are Starlark's names of types that Python calls otherwise.
var typeNames = map[string]string{"string": "str", "builtin_function_or_method": "function"}

func typeName(v sky.Value) string {
	if n, ok := typeNames[v.Type()]; ok {
		return n
	}
	return v.Type()
}

// class is a type that can be called, compared and asked for its name.
type class struct {
	name string
	make sky.Callable // nil: of a type whose values can't be made
}

func (c *class) String() string        { return "<class '" + c.name + "'>" }
func (c *class) Type() string          { return "type" }
func (c *class) Freeze()               {}
func (c *class) Truth() sky.Bool       { return true }
func (c *class) Hash() (uint32, error) { return sky.String(c.name).Hash() }
func (c *class) Name() string          { return c.name }

func (c *class) CompareSameType(op syntax.Token, y sky.Value, _ int) (bool, error) {
	switch same := c.name == y.(*class).name; op {
	case syntax.EQL:
		return same, nil
	case syntax.NEQ:
		return !same, nil
	}
	return false, raise("TypeError", "types have no order")
}

func (c *class) CallInternal(th *sky.Thread, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error) {
	if c.make == nil {
		return nil, raise("TypeError", "this dialect can't make a %s", c.name)
	}
	return sky.Call(th, c.make, args, kwargs)
}

// classes are the types with a name in programs.
func classes(d sky.StringDict) {
	for _, n := range []string{"int", "str", "float", "bool", "list", "dict", "tuple", "set", "frozenset", "bytes"} {
		make, ok := d[n].(sky.Callable)
		// float, dict, bytes and bool are Starlark's own.
		if !ok {
			make, _ = sky.Universe[n].(sky.Callable)
		}
		d[n] = &class{n, make}
	}
}

func type1(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	if len(args) != 1 {
		return nil, raise("TypeError", "type() takes one argument")
	}
	return &class{name: typeName(args[0])}, nil
}

func isinstance(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	if len(args) != 2 {
		return nil, raise("TypeError", "isinstance() takes two arguments")
	}
	classes := sky.Tuple{args[1]}
	if t, ok := args[1].(sky.Tuple); ok {
		classes = t
	}
	n := typeName(args[0])
	for _, c := range classes {
		// Types are compared by name. bool is a subclass of int in Python; a frozenset is a set
		// here.
		if f, ok := c.(sky.Callable); ok && (f.Name() == n || f.Name() == "int" && n == "bool" || f.Name() == "frozenset" && n == "set") {
			return sky.True, nil
		}
		if c == sky.None && n == "NoneType" {
			return sky.True, nil
		}
	}
	return sky.False, nil
}

func callable(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	if len(args) != 1 {
		return nil, raise("TypeError", "callable() takes one argument")
	}
	_, ok := args[0].(sky.Callable)
	return sky.Bool(ok), nil
}

func import1(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	switch args[0].(sky.String) {
	case "math":
		return mathModule(), nil
	case "re":
		return reModule(), nil
	case "json":
		return jsonModule(), nil
	}
	// typing and __future__: the parser knows that nothing of theirs is evaluated.
	return sky.None, nil
}

func noFiles(_ *sky.Thread, b *sky.Builtin, _ sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	return nil, raise("PermissionError", "%s: this dialect has no files and no input", b.Name())
}
