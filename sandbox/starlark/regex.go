package starlark

import (
	"regexp"
	"strconv"
	"strings"

	sky "go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

const tokenSTAR = syntax.STAR

// pattern is a compiled regular expression.
type pattern struct {
	src string
	re  *regexp.Regexp
}

func (p *pattern) String() string        { return "re.compile(" + quote(p.src) + ")" }
func (p *pattern) Type() string          { return "re.Pattern" }
func (p *pattern) Freeze()               {}
func (p *pattern) Truth() sky.Bool       { return true }
func (p *pattern) Hash() (uint32, error) { return sky.String(p.src).Hash() }

func (p *pattern) Attr(name string) (sky.Value, error) {
	if name == "pattern" {
		return sky.String(p.src), nil
	}
	f, ok := patternMethods[name]
	if !ok {
		return nil, nil
	}
	return sky.NewBuiltin(name, func(th *sky.Thread, _ *sky.Builtin, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error) {
		return f(th, p, args, kwargs)
	}), nil
}

func (p *pattern) AttrNames() []string {
	names := []string{"pattern"}
	for n := range patternMethods {
		names = append(names, n)
	}
	return names
}

type patternMethod = func(th *sky.Thread, p *pattern, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error)

var patternMethods = map[string]patternMethod{
	"search": matcher(0), "match": matcher(1), "fullmatch": matcher(2), "findall": findAll, "finditer": findIter, "sub": sub, "split": resplit,
}

// subject takes the string that a pattern is applied to from a method's arguments.
func subject(name string, args sky.Tuple) (string, error) {
	if len(args) == 0 {
		return "", raise("TypeError", "%s() takes a string", name)
	}
	s, ok := args[0].(sky.String)
	if !ok {
		return "", raise("TypeError", "%s() of a %s", name, typeName(args[0]))
	}
	return string(s), nil
}

// matcher looks anywhere (0), at the start (1) or for the whole string (2).
func matcher(anchor int) patternMethod {
	return func(_ *sky.Thread, p *pattern, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
		s, err := subject("match", args)
		if err != nil {
			return nil, err
		}
		re := p.re
		if anchor > 0 {
			// Go's regexp has no anchored search. The group keeps the anchor from binding to the
			// first alternative only. Flags in the source stay inside the group.
			src := `\A(?:` + re.String() + `)`
			if anchor == 2 {
				src += `\z`
			}
			if re, err = regexp.Compile(src); err != nil {
				return nil, raise("re.error", "%v", err)
			}
		}
		if m := re.FindStringSubmatchIndex(s); m != nil {
			return &match{s, m, p}, nil
		}
		return sky.None, nil
	}
}

func findAll(_ *sky.Thread, p *pattern, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	s, err := subject("findall", args)
	if err != nil {
		return nil, err
	}
	var out []sky.Value
	for _, m := range p.re.FindAllStringSubmatch(s, -1) {
		switch len(m) {
		case 1, 2:
			// Python gives the whole match without groups, the group where there is one, and
			// tuples where there are more.
			out = append(out, sky.String(m[len(m)-1]))
		default:
			t := make(sky.Tuple, len(m)-1)
			for i, g := range m[1:] {
				t[i] = sky.String(g)
			}
			out = append(out, t)
		}
	}
	return sky.NewList(out), nil
}

func findIter(_ *sky.Thread, p *pattern, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	s, err := subject("finditer", args)
	if err != nil {
		return nil, err
	}
	var out []sky.Value
	for _, m := range p.re.FindAllStringSubmatchIndex(s, -1) {
		out = append(out, &match{s, m, p})
	}
	return sky.NewList(out), nil
}

// reference is \1 or \g<name> in a replacement.
var reference = regexp.MustCompile(`\\(\d+|g<(\w+)>|n|t|\\)`)

func sub(th *sky.Thread, p *pattern, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error) {
	var repl, str sky.Value
	count := 0
	if err := sky.UnpackArgs("sub", args, kwargs, "repl", &repl, "string", &str, "count?", &count); err != nil {
		return nil, err
	}
	s := str1(str)
	var b strings.Builder
	last := 0

	for i, loc := range p.re.FindAllStringSubmatchIndex(s, -1) {
		if count > 0 && i >= count {
			break
		}
		m := &match{s, loc, p}
		b.WriteString(s[last:loc[0]])
		last = loc[1]
		// A function's result is taken as it is, without references.
		if f, ok := repl.(sky.Callable); ok {
			v, err := sky.Call(th, f, sky.Tuple{m}, nil)
			if err != nil {
				return nil, err
			}
			b.WriteString(str1(v))
			continue
		}
		b.WriteString(reference.ReplaceAllStringFunc(str1(repl), func(r string) string {
			switch r {
			case `\n`:
				return "\n"
			case `\t`:
				return "\t"
			case `\\`:
				return `\`
			}
			// \1 and \g<1> are one form now. A group that took no part gives nothing, as in
			// Python since 3.5; so does one that the pattern has not, where Python raises.
			key := strings.Trim(strings.TrimPrefix(r[1:], "g"), "<>")
			if v, err := m.group(sky.String(key)); err == nil && v != sky.None {
				return str1(v)
			}
			return ""
		}))
	}
	b.WriteString(s[last:])
	return sky.String(b.String()), nil
}

func resplit(_ *sky.Thread, p *pattern, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error) {
	var str sky.Value
	limit := 0
	if err := sky.UnpackArgs("split", args, kwargs, "string", &str, "maxsplit?", &limit); err != nil {
		return nil, err
	}
	s := str1(str)
	var out []sky.Value
	last := 0
	for i, loc := range p.re.FindAllStringSubmatchIndex(s, -1) {
		if limit > 0 && i >= limit {
			break
		}
		out = append(out, sky.String(s[last:loc[0]]))
		// Groups of the separator stand between the parts, None where one took no part.
		m := &match{s, loc, p}
		for g := 1; g < len(loc)/2; g++ {
			out = append(out, m.at(g))
		}
		last = loc[1]
	}
	return sky.NewList(append(out, sky.String(s[last:]))), nil
}

// match is where a pattern was found.
type match struct {
	s   string
	loc []int
	p   *pattern
}

func (m *match) String() string {
	return "<re.Match object; span=(" + strconv.Itoa(m.loc[0]) + ", " + strconv.Itoa(m.loc[1]) + "), match=" + quote(m.s[m.loc[0]:m.loc[1]]) + ">"
}
func (m *match) Type() string          { return "re.Match" }
func (m *match) Freeze()               {}
func (m *match) Truth() sky.Bool       { return true }
func (m *match) Hash() (uint32, error) { return 0, raise("TypeError", "a match can't be a key") }

// Get is m[group].
func (m *match) Get(k sky.Value) (sky.Value, bool, error) {
	v, err := m.group(k)
	return v, err == nil, err
}

func (m *match) at(i int) sky.Value {
	if m.loc[2*i] < 0 {
		return sky.None
	}
	return sky.String(m.s[m.loc[2*i]:m.loc[2*i+1]])
}

// number is a group's number, from a number or a name.
func (m *match) number(k sky.Value) (int, error) {
	i, err := sky.AsInt32(k)
	// A name in digits is a number: sub looks references up by their text. A name that is none
	// has the index −1, refused below.
	if s, ok := k.(sky.String); ok {
		if i, err = strconv.Atoi(string(s)); err != nil {
			i, err = m.p.re.SubexpIndex(string(s)), nil
		}
	}
	if err != nil || i < 0 || 2*i >= len(m.loc) {
		return 0, raise("IndexError", "no such group: %s", repr(k))
	}
	return i, nil
}

func (m *match) group(k sky.Value) (sky.Value, error) {
	i, err := m.number(k)
	if err != nil {
		return nil, err
	}
	return m.at(i), nil
}

func (m *match) AttrNames() []string {
	return []string{"end", "group", "groupdict", "groups", "span", "start", "string"}
}

func (m *match) Attr(name string) (sky.Value, error) {
	if name == "string" {
		return sky.String(m.s), nil
	}

	do := func(args sky.Tuple) (sky.Value, error) {
		switch name {
		case "groups":
			t := sky.Tuple{}
			for g := 1; g < len(m.loc)/2; g++ {
				t = append(t, m.at(g))
			}
			return t, nil
		case "groupdict":
			d := sky.NewDict(4)
			for i, n := range m.p.re.SubexpNames() {
				if n != "" {
					_ = d.SetKey(sky.String(n), m.at(i))
				}
			}
			return d, nil
		}
		if len(args) == 0 {
			args = sky.Tuple{sky.MakeInt(0)}
		}
		if name == "group" {
			if len(args) == 1 {
				return m.group(args[0])
			}
			t := make(sky.Tuple, len(args))
			for i, a := range args {
				v, err := m.group(a)
				if err != nil {
					return nil, err
				}
				t[i] = v
			}
			return t, nil
		}
		i, err := m.number(args[0])
		if err != nil {
			return nil, err
		}
		from, to := sky.MakeInt(m.loc[2*i]), sky.MakeInt(m.loc[2*i+1])
		switch name {
		case "start":
			return from, nil
		case "end":
			return to, nil
		}
		return sky.Tuple{from, to}, nil
	}

	for _, n := range m.AttrNames() {
		if n == name {
			return sky.NewBuiltin(name, func(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) { return do(args) }), nil
		}
	}
	return nil, nil
}
