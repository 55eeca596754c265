package starlark

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	sky "go.starlark.net/starlark"
)

// methodFunc is a method that Starlark lacks or has otherwise. handled is false
// where the receiver isn't of a type that we do it for.
type methodFunc = func(th *sky.Thread, self sky.Value, args sky.Tuple, kwargs []sky.Tuple) (v sky.Value, handled bool, err error)

// ourMethods are the names of methods, so that the parser knows them.
var ourMethods = map[string]bool{"format": true, "sort": true, "copy": true, "count": true, "index": true, "reverse": true,
	"ljust": true, "rjust": true, "center": true, "zfill": true, "split": true, "rsplit": true, "join": true, "isnumeric": true,
	"isdecimal": true, "isidentifier": true, "swapcase": true, "casefold": true, "extend": true, "encode": true, "decode": true}

var methods = map[string]methodFunc{
	"format": formatMethod, "sort": sortMethod, "copy": copyMethod, "count": countMethod, "index": indexMethod, "reverse": reverseMethod,
	"ljust": justify('<'), "rjust": justify('>'), "center": justify('^'), "zfill": zfill, "split": split("split"), "rsplit": split("rsplit"),
	"join": joinMethod, "isnumeric": every(unicode.IsNumber), "isdecimal": every(unicode.IsDigit), "isidentifier": isIdentifier,
	"swapcase": mapped(swapCase), "casefold": mapped(strings.ToLower), "extend": extend, "encode": encode, "decode": encode,
}

// method is the function behind x.name(…).
func method(name string, m methodFunc) *sky.Builtin {
	return sky.NewBuiltin(name, func(th *sky.Thread, _ *sky.Builtin, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error) {
		self, rest := args[0], args[1:]
		v, handled, err := m(th, self, rest, kwargs)
		if handled || err != nil {
			return v, err
		}
		// The parser rewrites by the method's name alone, so that receivers of other types come
		// by here; theirs are Starlark's own methods.
		if has, ok := self.(sky.HasAttrs); ok {
			if f, err := has.Attr(name); f != nil || err != nil {
				if err != nil {
					return nil, err
				}
				return sky.Call(th, f, rest, kwargs)
			}
		}
		return nil, raise("AttributeError", "a %s has no method %s", typeName(self), name)
	})
}

func formatMethod(_ *sky.Thread, self sky.Value, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, bool, error) {
	s, ok := self.(sky.String)
	if !ok {
		return nil, false, nil
	}
	named := map[string]sky.Value{}
	for _, kv := range kwargs {
		named[string(kv[0].(sky.String))] = kv[1]
	}

	next := 0
	out, err := expand(string(s), func(field string) (sky.Value, error) {
		base, rest := field, ""
		if i := strings.IndexAny(field, "[."); i >= 0 {
			base, rest = field[:i], field[i:]
		}
		var v sky.Value
		// Automatic numbering. Python refuses a mixture with numbers; here the two count apart.
		if base == "" {
			base = sky.MakeInt(next).String()
			next++
		}
		if i, err := parseIndex(base); err == nil {
			if i >= len(args) {
				return nil, raise("IndexError", "format() has no argument %d", i)
			}
			v = args[i]
		} else if v = named[base]; v == nil {
			return nil, raise("KeyError", "%s", quote(base))
		}
		return descend(v, rest)
	})
	return sky.String(out), true, err
}

func parseIndex(s string) (int, error) {
	n := 0
	for _, c := range s {
		// The bound is far beyond any number of arguments, and keeps n from overflowing.
		if c < '0' || c > '9' || n > 1000 {
			return 0, raise("ValueError", "no number")
		}
		n = n*10 + int(c-'0')
	}
	return n, nil
}

// descend follows [key] in a field of format.
func descend(v sky.Value, path string) (sky.Value, error) {
	for path != "" {
		end := strings.IndexByte(path, ']')
		if path[0] != '[' || end < 0 {
			return nil, raise("ValueError", "format() in this dialect knows {name} and {name[key]} only")
		}
		key := path[1:end]
		path = path[end+1:]
		switch x := v.(type) {
		case sky.Mapping:
			e, found, err := x.Get(sky.String(key))
			if err != nil || !found {
				return nil, raise("KeyError", "%s", quote(key))
			}
			v = e
		case sky.Indexable:
			i, err := parseIndex(key)
			if err != nil || i >= x.Len() {
				return nil, raise("IndexError", "index out of range")
			}
			v = x.Index(i)
		default:
			return nil, raise("TypeError", "a %s has no elements", typeName(v))
		}
	}
	return v, nil
}

// expand replaces the fields {name!conversion:format} of s.
func expand(s string, value func(string) (sky.Value, error)) (string, error) {
	var b strings.Builder
	for s != "" {
		i := strings.IndexAny(s, "{}")
		if i < 0 {
			b.WriteString(s)
			break
		}
		b.WriteString(s[:i])
		if i+1 < len(s) && s[i+1] == s[i] {
			b.WriteByte(s[i])
			s = s[i+2:]
			continue
		}
		// A format may hold fields of its own, whose braces are skipped here and replaced below.
		end, depth := -1, 0
		for j := i; j < len(s) && end < 0; j++ {
			switch s[j] {
			case '{':
				depth++
			case '}':
				if depth--; depth == 0 {
					end = j
				}
			}
		}
		if s[i] == '}' || end < 0 {
			return "", raise("ValueError", "a single %c in the format", s[i])
		}
		name, spec, _ := strings.Cut(s[i+1:end], ":")
		name, conv, _ := strings.Cut(name, "!")
		s = s[end+1:]
		v, err := value(name)
		if err != nil {
			return "", err
		}
		if strings.Contains(spec, "{") {
			if spec, err = expand(spec, value); err != nil {
				return "", err
			}
		}
		if conv == "r" {
			v = sky.String(repr(v))
		}
		text, err := formatValue(v, spec)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

func sortMethod(th *sky.Thread, self sky.Value, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, bool, error) {
	l, ok := self.(*sky.List)
	if !ok {
		return nil, false, nil
	}
	// The sorted values are put back only when the sort came to its end: a comparison that fails
	// leaves the list as it was.
	list, key, rev, err := sortArgs("sort", append(sky.Tuple{l}, args...), kwargs)
	if err == nil {
		list, err = sortValues(th, list, key, rev)
	}
	for i, v := range list {
		if err == nil {
			err = l.SetIndex(i, v)
		}
	}
	return sky.None, true, err
}

func copyMethod(_ *sky.Thread, self sky.Value, _ sky.Tuple, _ []sky.Tuple) (sky.Value, bool, error) {
	switch x := self.(type) {
	case *sky.List:
		l, err := iterate(x)
		return sky.NewList(l), true, err
	case *sky.Dict:
		d := sky.NewDict(x.Len())
		for _, kv := range x.Items() {
			_ = d.SetKey(kv[0], kv[1])
		}
		return d, true, nil
	case *sky.Set:
		v, err := set1(nil, nil1, sky.Tuple{x}, nil)
		return v, true, err
	}
	return nil, false, nil
}

var nil1 = sky.NewBuiltin("set", set1)

func countMethod(_ *sky.Thread, self sky.Value, args sky.Tuple, _ []sky.Tuple) (sky.Value, bool, error) {
	// Strings count parts, not elements: Starlark's own.
	seq, ok := self.(sky.Indexable)
	if _, text := self.(sky.String); !ok || text || len(args) != 1 {
		return nil, false, nil
	}
	n := 0
	for i := range seq.Len() {
		if same, err := sky.Equal(number1(seq.Index(i)), number1(args[0])); err != nil {
			return nil, true, err
		} else if same {
			n++
		}
	}
	return sky.MakeInt(n), true, nil
}

func indexMethod(_ *sky.Thread, self sky.Value, args sky.Tuple, _ []sky.Tuple) (sky.Value, bool, error) {
	t, ok := self.(sky.Tuple)
	if !ok || len(args) != 1 {
		return nil, false, nil
	}
	for i, v := range t {
		if same, err := sky.Equal(v, args[0]); err == nil && same {
			return sky.MakeInt(i), true, nil
		}
	}
	return nil, true, raise("ValueError", "%s is not in the tuple", repr(args[0]))
}

func reverseMethod(_ *sky.Thread, self sky.Value, _ sky.Tuple, _ []sky.Tuple) (sky.Value, bool, error) {
	l, ok := self.(*sky.List)
	if !ok {
		return nil, false, nil
	}
	// A copy, turned round and put back: setting while iterating is an error in Starlark.
	list, err := iterate(l)
	slices.Reverse(list)
	for i, v := range list {
		if err == nil {
			err = l.SetIndex(i, v)
		}
	}
	return sky.None, true, err
}

func extend(_ *sky.Thread, self sky.Value, args sky.Tuple, _ []sky.Tuple) (sky.Value, bool, error) {
	l, ok := self.(*sky.List)
	if !ok || len(args) != 1 {
		return nil, false, nil
	}
	// Taken out first, so that l.extend(l) ends.
	list, err := iterate(args[0])
	for _, v := range list {
		if err == nil {
			err = l.Append(v)
		}
	}
	return sky.None, true, err
}

func joinMethod(_ *sky.Thread, self sky.Value, args sky.Tuple, _ []sky.Tuple) (sky.Value, bool, error) {
	s, ok := self.(sky.String)
	if !ok || len(args) != 1 {
		return nil, false, nil
	}
	l, err := iterate(args[0])
	if err != nil {
		return nil, true, err
	}
	parts := make([]string, len(l))
	for i, v := range l {
		part, ok := v.(sky.String)
		if !ok {
			return nil, true, raise("TypeError", "join() of strings found a %s at %d", typeName(v), i)
		}
		parts[i] = string(part)
	}
	return sky.String(strings.Join(parts, string(s))), true, nil
}

// split takes sep and maxsplit by name too.
func split(name string) methodFunc {
	return func(th *sky.Thread, self sky.Value, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, bool, error) {
		s, ok := self.(sky.String)
		if !ok {
			return nil, false, nil
		}
		var sep, n sky.Value = sky.None, sky.MakeInt(-1)
		if err := sky.UnpackArgs(name, args, kwargs, "sep?", &sep, "maxsplit?", &n); err != nil {
			return nil, true, err
		}
		f, err := s.Attr(name)
		if err != nil {
			return nil, true, err
		}
		// Starlark takes both by position only.
		v, err := sky.Call(th, f, sky.Tuple{sep, n}, nil)
		return v, true, err
	}
}

func justify(align byte) methodFunc {
	return func(_ *sky.Thread, self sky.Value, args sky.Tuple, _ []sky.Tuple) (sky.Value, bool, error) {
		s, ok := self.(sky.String)
		if !ok {
			return nil, false, nil
		}
		sp := spec{fill: ' ', align: align}
		if err := sky.UnpackPositionalArgs("justify", args[:min(1, len(args))], nil, 1, &sp.width); err != nil {
			return nil, true, err
		}
		if sp.width > 100000 {
			return nil, true, raise("ValueError", "the width is too large")
		}
		if len(args) > 1 {
			sp.fill, _ = utf8.DecodeRuneInString(str1(args[1]))
		}
		// CPython's rule for the odd one: it goes to the left where the width is odd, and else to
		// the right.
		if n := sp.width - utf8.RuneCountInString(string(s)); align == '^' && n > 0 && n&sp.width&1 == 1 {
			fill := string(sp.fill) // str.center puts the odd one to the left then
			return sky.String(strings.Repeat(fill, n/2+1) + string(s) + strings.Repeat(fill, n/2)), true, nil
		}
		return sky.String(sp.pad(string(s), align)), true, nil
	}
}

func zfill(_ *sky.Thread, self sky.Value, args sky.Tuple, _ []sky.Tuple) (sky.Value, bool, error) {
	s, ok := self.(sky.String)
	if !ok || len(args) != 1 {
		return nil, false, nil
	}
	width, err := sky.AsInt32(args[0])
	if err != nil || width > 100000 {
		return nil, true, raise("ValueError", "the width does not fit")
	}
	sp := spec{fill: '0', align: '=', width: width}
	// The zeros stand between sign and digits.
	if rest, neg := strings.CutPrefix(string(s), "-"); neg {
		return sky.String(sp.signed(true, "", rest)), true, nil
	}
	return sky.String(sp.signed(false, "", string(s))), true, nil
}

func every(is func(rune) bool) methodFunc {
	return func(_ *sky.Thread, self sky.Value, _ sky.Tuple, _ []sky.Tuple) (sky.Value, bool, error) {
		s, ok := self.(sky.String)
		all := s != ""
		for _, r := range string(s) {
			all = all && is(r)
		}
		return sky.Bool(all), ok, nil
	}
}

func isIdentifier(_ *sky.Thread, self sky.Value, _ sky.Tuple, _ []sky.Tuple) (sky.Value, bool, error) {
	s, ok := self.(sky.String)
	good := s != ""
	for i, r := range string(s) {
		good = good && (r == '_' || unicode.IsLetter(r) || i > 0 && unicode.IsDigit(r))
	}
	return sky.Bool(good), ok, nil
}

func mapped(f func(string) string) methodFunc {
	return func(_ *sky.Thread, self sky.Value, _ sky.Tuple, _ []sky.Tuple) (sky.Value, bool, error) {
		s, ok := self.(sky.String)
		return sky.String(f(string(s))), ok, nil
	}
}

func swapCase(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, s)
}

// encode and decode turn strings into bytes and back, as UTF-8.
func encode(_ *sky.Thread, self sky.Value, _ sky.Tuple, _ []sky.Tuple) (sky.Value, bool, error) {
	switch v := self.(type) {
	case sky.String:
		return sky.Bytes(v), true, nil
	case sky.Bytes:
		return sky.String(v), true, nil
	}
	return nil, false, nil
}
