package types

import (
	"fmt"
	"strings"

	"ensures/java"
)

// resolver turns written types into Types in a scope.
type resolver struct {
	lib    *Library
	env    *fileEnv
	sc     *Scope
	info   *Info // nil while a library class is loaded
	errs   *sink
	locked bool // the library's lock is held
}

func (r *resolver) ensure(c *Class, s stage) {
	if r.locked {
		// Library classes load each other: the lock is not taken twice.
		c.advance(s)
		return
	}
	c.ensure(s)
}

func (r *resolver) errorf(n java.Node, hint, format string, args ...any) {
	if r.errs != nil {
		r.errs.add(java.TypeError, "", n, hint, fmt.Sprintf(format, args...))
		return
	}
	if r.locked {
		r.lib.errs = append(r.lib.errs, fmt.Errorf(format, args...))
	}
}

// bounds resolves the bounds of declared type parameters.
func (r *resolver) bounds(vars []*TypeVar, params []*java.TypeParam) {
	for i, p := range params {
		for _, b := range p.Bounds {
			if t := r.typ(b); !isBad(t) {
				vars[i].Bounds = append(vars[i].Bounds, t)
			}
		}
		if len(vars[i].Bounds) == 0 {
			vars[i].Bounds = []Type{r.lib.Object()}
		}
	}
}

func (r *resolver) paramType(p *java.Param) Type {
	t := arrayOf(r.typ(p.Type), p.Dims)
	if p.Variadic {
		t = &ArrayType{t}
	}
	return t
}

var basicByName = map[string]Type{
	"boolean": TBoolean, "byte": TByte, "short": TShort, "char": TChar, "int": TInt, "long": TLong,
	"float": TFloat, "double": TDouble, "void": TVoid,
	"\\bigint": TBigint, "\\real": TReal, "\\TYPE": TTYPE,
}

// typ resolves a written type; Bad after a reported error.
func (r *resolver) typ(x *java.TypeExpr) Type {
	if x == nil {
		return Bad
	}
	t := r.typ1(x)
	if r.info != nil {
		r.info.TypeOf[x] = t
	}
	return t
}

func (r *resolver) typ1(x *java.TypeExpr) Type {
	if len(x.Alternatives) > 0 {
		var parts []Type
		for _, a := range x.Alternatives {
			parts = append(parts, r.typ(a))
		}
		if x.Intersection {
			return &Intersection{parts}
		}
		// The type of a parameter that catches A | B (JLS 14.20).
		return r.lib.Lub(parts...)
	}

	if x.Name == "?" {
		if x.Bound == nil {
			return &Wildcard{}
		}
		return &Wildcard{Bound: r.typ(x.Bound), Super: x.Super}
	}

	if b, ok := basicByName[x.Name]; ok && x.Outer == nil {
		return arrayOf(b, x.Dims)
	}
	if x.Outer == nil && !strings.Contains(x.Name, ".") {
		if v := r.typeVar(x.Name); v != nil {
			return arrayOf(v, x.Dims)
		}
	}

	c := r.classOf(x)
	if c == nil {
		// The arguments are resolved all the same, for their own mistakes.
		for _, a := range x.Args {
			r.typ(a)
		}
		return Bad
	}

	var args []Type
	for _, a := range x.Args {
		t := r.typ(a)
		if IsPrimitive(t) && r.errs != nil {
			r.errorf(a, "write "+boxNames[min(int(t.Kind()), int(Double))][len("java.lang."):], "unexpected type: a type argument must be a class, found %s", t)
			t = Bad
		}
		args = append(args, t)
	}

	if len(args) > 0 {
		if r.errs != nil {
			r.ensure(c, declared)
			if n := len(c.TypeParams); n == 0 && !c.absent {
				r.errorf(x, "", "type %s does not take parameters", c.Name)
				args = nil
			} else if n != len(args) && !c.absent {
				r.errorf(x, "", "wrong number of type arguments for %s; required %d", c.Name, n)
				args = nil
			}
		}
		if args != nil {
			return arrayOf(&ClassType{Class: c, Args: args}, x.Dims)
		}
	}
	return arrayOf(c.raw, x.Dims)
}

func (r *resolver) typeVar(name string) *TypeVar {
	for s := r.sc; s != nil; s = s.Parent {
		for _, v := range s.tvars {
			if v.Name == name {
				return v
			}
		}
		if s.localClass != nil && s.localClass.Name == name {
			// A class of the name, further in than any variable of it, hides those.
			return nil
		}
		if s.body {
			if s.Class.Name == name {
				return nil
			}
			for _, v := range s.Class.TypeParams {
				if v.Name == name {
					return v
				}
			}
			if s.Class.members[name] != nil {
				return nil
			}
		}
	}
	return nil
}

// classOf resolves the class named by x, reporting when there is none.
func (r *resolver) classOf(x *java.TypeExpr) *Class {
	if x.Name == "" {
		return nil // reported by the parser
	}
	if x.Outer != nil {
		ot, _ := r.typ(x.Outer).(*ClassType)
		if ot == nil {
			return nil
		}
		if c := r.memberClass(ot.Class, x.Name); c != nil {
			return c
		}
		r.unknownClass(x, x.Name, "")
		return nil
	}

	name := x.Name
	first, rest, dotted := strings.Cut(name, ".")
	// The longest prefix that is a type in scope wins; only where there is none is the
	// name looked up with its package.
	c, absent := r.simpleClass(first)
	if c == nil && dotted {
		if c = r.env.qualified(r, name); c != nil {
			return c
		}
		if absent == "" && isJDKName(name) {
			absent = name
		}
		if absent == "" {
			r.unknownClass(x, name, "")
			return nil
		}
	}

	if c == nil {
		r.unknownClass(x, name, absent)
		return nil
	}

	if dotted {
		for _, seg := range strings.Split(rest, ".") {
			k := r.memberClass(c, seg)
			if k == nil {
				absent = ""
				if c.Library {
					absent = c.QualifiedName() + "." + seg
				}
				r.unknownClass(x, name, absent)
				return nil
			}
			c = k
		}
	}
	return c
}

func (r *resolver) unknownClass(x java.Node, name, absent string) {
	if r.errs == nil {
		if r.locked {
			r.lib.errs = append(r.lib.errs, fmt.Errorf("%s: unknown class %s%s", r.sc.Class.QualifiedName(), name, absent))
		}
		return
	}
	if absent != "" {
		r.errs.add(java.NotInSubset, absent, x, "", fmt.Sprintf("class %s is not in the supported class library", absent))
		return
	}
	hint := ""
	if p := jdkPackageOf(name); p != "" {
		if r.lib.has(p, name) {
			hint = "add import " + p + "." + name + ";"
		} else {
			r.errs.add(java.UndefinedName, "", x, "add import "+p+"."+name+"; (not in the supported class library, though)", "cannot find symbol: class "+name)
			return
		}
	} else if s := similarJDK(name); s != "" {
		hint = s
	} else if s := r.similarClass(name); s != "" {
		hint = "did you mean " + s + "?"
	}
	r.errs.add(java.UndefinedName, "", x, hint, "cannot find symbol: class "+name)
}

// simpleClass finds a class by simple name: local classes, members of the
// enclosing classes, imports, the package.
func (r *resolver) simpleClass(name string) (c *Class, absent string) {
	for s := r.sc; s != nil; s = s.Parent {
		if s.localClass != nil && s.localClass.Name == name {
			return s.localClass, ""
		}
		if s.body && s.Class != nil {
			if s.Class.Name == name {
				return s.Class, ""
			}
			if c := r.memberClass(s.Class, name); c != nil {
				return c, ""
			}
		} else if s.noMembers && s.Class.Name == name {
			// In its own header a class sees itself, as in class A extends B<A>, but none of
			// its members.
			return s.Class, ""
		}
	}
	return r.env.simple(r, name)
}

// memberClass finds a member class of c, inherited ones included. Each class is
// searched once: what inherits from itself, or in many ways from another, ends too.
func (r *resolver) memberClass(c *Class, name string) *Class {
	return r.memberClassIn(c, name, map[*Class]bool{})
}

func (r *resolver) memberClassIn(c *Class, name string, seen map[*Class]bool) *Class {
	r.ensure(c, declared)
	if k := c.members[name]; k != nil {
		return k
	}
	if seen[c] {
		return nil
	}
	seen[c] = true
	// Only now: its own members don't need the header, which may be what is being resolved.
	r.ensure(c, header)
	for _, t := range supersDeclared(c) {
		// Private member classes are not inherited, except where they are accessible anyway.
		if k := r.memberClassIn(t.Class, name, seen); k != nil && (!k.Flags.Has(java.Private) || outermost(k) == outermost(c)) {
			return k
		}
	}
	return nil
}
