package interp

import (
	"errors"
	"strings"

	"ensures/java/regex"
)

// pattern is the program of a java.util.regex.Pattern.
func pattern(r Ref) *regex.Regexp { return r.(*Object).Native.(*regex.Regexp) }

type patternKey struct {
	src   string
	flags int64
}

type patternCache struct{}

// compilePattern compiles a regular expression, once for a run.
func (m *Machine) compilePattern(s *String, flags int64) *regex.Regexp {
	cache := m.State(patternCache{}, func() any { return map[patternKey]*regex.Regexp{} }).(map[patternKey]*regex.Regexp)
	m.read(2 * s.Len())
	key := patternKey{s.GoString(), flags}
	if re := cache[key]; re != nil {
		return re
	}
	m.Step(s.Len())
	m.Alloc(int64(s.Len()) * 64)

	points := make([]rune, 0, s.Len())
	for i := 0; i < s.Len(); {
		c := codePointAt(s, i)
		points = append(points, c)
		i += width(c)
	}
	defer m.tooDeep()
	re, err := regex.Compile(points, regex.Flags(flags), characterClass)
	if e, ok := regex.IsSyntax(err); ok {
		m.ThrowObject(m.NewObject("java.util.regex.PatternSyntaxException", R(NewString(e.Desc)), R(s), Int(int32(e.Index))))
	}
	var missing regex.Unsupported
	if errors.As(err, &missing) {
		m.Unsupported(string(missing))
	}
	cache[key] = re
	return re
}

func characterClass(name string) func(rune) bool { return characterPredicates[name] }

// search runs a regular expression; nil for no match.
func (m *Machine) search(re *regex.Regexp, text *String, s regex.Search) []int {
	s.Input = regex.Input{Latin: text.b, Wide: text.u}
	// Backtracking may take exponential time: it is charged as it goes on.
	s.Charge = m.Step
	defer m.tooDeep()
	return re.Find(s)
}

// tooDeep turns a panic of regex into a StackOverflowError; it is deferred.
func (m *Machine) tooDeep() {
	if e := recover(); e != nil {
		if _, ok := e.(regex.TooDeep); ok {
			m.Throw("java.lang.StackOverflowError", "")
		}
		panic(e)
	}
}

// matchAt matches a Pattern at the beginning of a region.
func (m *Machine) matchAt(p Ref, text *String, from, to int) []int {
	return m.search(pattern(p), text, regex.Search{From: from, To: to, Start: from, Last: from})
}

// findFrom searches for a Pattern in the region that begins at from.
func (m *Machine) findFrom(p Ref, text *String, from, start int) []int {
	if start > text.Len() {
		return nil
	}
	return m.search(pattern(p), text, regex.Search{From: from, To: text.Len(), Start: start, Last: from, Anywhere: true})
}

// eachMatch calls f with every match in turn, until it returns false.
func (m *Machine) eachMatch(re *regex.Regexp, text *String, f func(g []int) bool) {
	last := 0
	for start := 0; start <= text.Len(); {
		g := m.search(re, text, regex.Search{To: text.Len(), Start: start, Last: last, Anywhere: true})
		if g == nil || !f(g) {
			return
		}
		start, last = g[1], g[1]
		// After an empty match the search goes on one unit further, or it would never end.
		if g[0] == g[1] {
			start++
		}
		m.Step(1)
	}
}

func (m *Machine) regexOf(v Value) *regex.Regexp {
	return m.compilePattern(m.str(v, `Cannot invoke "String.isEmpty()"`, "this.pattern"), 0)
}

// stringPatterns are String's methods that take a pattern.
func stringPatterns() map[string]Native {
	return of("java.lang.String", map[string]Native{
		"matches(java.lang.String)": func(m *Machine, s Ref, a []Value) Value {
			re, t := m.regexOf(a[0]), s.(*String)
			return Bool(m.search(re, t, regex.Search{To: t.Len(), Full: true}) != nil)
		},
		"replaceAll(java.lang.String,java.lang.String)": func(m *Machine, s Ref, a []Value) Value {
			return R(m.replaceMatches(m.regexOf(a[0]), s.(*String), a[1], 1<<30))
		},
		"replaceFirst(java.lang.String,java.lang.String)": func(m *Machine, s Ref, a []Value) Value {
			if re := m.regexOf(a[0]); a[1].R != nil {
				return R(m.replaceMatches(re, s.(*String), a[1], 1))
			}
			m.Throw("java.lang.NullPointerException", "replacement")
			return Value{}
		},
		"split(java.lang.String,int)": func(m *Machine, s Ref, a []Value) Value {
			sep := m.str(a[0], `Cannot invoke "String.length()"`, "regex")
			if c, ok := plainSeparator(sep); ok {
				return m.splitBy(s.(*String), int(a[1].N), func(f func(i, j int) bool) {
					t := s.(*String)
					for i := indexPoint(m, t, int32(c), 0); i >= 0; i = indexPoint(m, t, int32(c), i+1) {
						if !f(int(i), int(i)+1) {
							return
						}
					}
				})
			}
			return m.splitRegex(m.compilePattern(sep, 0), s.(*String), int(a[1].N))
		},
	})
}

// patternNatives are the methods of Pattern.
func patternNatives() map[string]Native {
	return of("java.util.regex.Pattern", map[string]Native{
		"prepare(java.lang.String,int)": func(m *Machine, p Ref, a []Value) Value {
			p.(*Object).Native = m.compilePattern(m.str(a[0], `Cannot invoke "String.isEmpty()"`, "this.pattern"), a[1].N)
			return Value{}
		},
		"quote(java.lang.String)": func(m *Machine, _ Ref, a []Value) Value {
			s := m.str(a[0], `Cannot invoke "String.indexOf(String)"`, "s")
			m.Alloc(2 * int64(s.Len()))
			return R(NewString(`\Q` + strings.ReplaceAll(s.GoString(), `\E`, `\E\\E\Q`) + `\E`))
		},
		"split(java.lang.CharSequence,int)": func(m *Machine, p Ref, a []Value) Value {
			if a[0].R == nil {
				m.nullArgument(`Cannot invoke "java.lang.CharSequence.length()"`, "this.text")
			}
			return m.splitRegex(pattern(p), m.ToJavaString(a[0].R), int(a[1].N))
		},
	})
}

// matcherNatives are the methods of Matcher.
func matcherNatives() map[string]Native {
	return of("java.util.regex.Matcher", map[string]Native{
		"run(java.util.regex.Pattern,java.lang.String,int,int,int,int,boolean,boolean)": func(m *Machine, _ Ref, a []Value) Value {
			last := int(a[4].N)
			g := m.search(pattern(a[0].R), a[1].R.(*String), regex.Search{From: int(a[2].N), To: int(a[3].N), Start: int(a[4].N), Last: last,
				Anywhere: a[5].N == 0, Full: a[5].N == 2, NoAnchors: a[6].N == 0, Transparent: a[7].N != 0})
			if g == nil {
				return Value{}
			}
			arr := &IntArray{make([]int32, len(g))}
			m.Alloc(int64(4 * len(g)))
			for i, p := range g {
				arr.A[i] = int32(p)
			}
			return R(arr)
		},
		"groupIndex(java.util.regex.Pattern,java.lang.String)": func(m *Machine, _ Ref, a []Value) Value {
			n := pattern(a[0].R).Group(a[1].R.(*String).GoString())
			if n == 0 {
				n = -1
			}
			return Int(int32(n))
		},
		"groupTotal(java.util.regex.Pattern)": func(m *Machine, _ Ref, a []Value) Value {
			return Int(int32(pattern(a[0].R).Groups()))
		},
		"expand(java.util.regex.Pattern,java.lang.String,int[],java.lang.String)": func(m *Machine, _ Ref, a []Value) Value {
			var g []int
			for _, p := range a[2].R.(*IntArray).A {
				g = append(g, int(p))
			}
			var t Text
			m.expand(&t, pattern(a[0].R), a[1].R.(*String), g, m.str(a[3], `Cannot invoke "String.length()"`, "replacement"))
			return R(t.String())
		},
	})
}

// plainSeparator is the character that a pattern of split matches literally.
func plainSeparator(s *String) (uint16, bool) {
	const meta = `.$|()[{^?*+\`
	switch {
	case s.Len() == 1 && (s.At(0) >= 0x80 || strings.IndexByte(meta, byte(s.At(0))) < 0):
	case s.Len() == 2 && s.At(0) == '\\' && s.At(1) < 0x80 && !isDigitPoint(rune(s.At(1))) && !isLetterPoint(rune(s.At(1))):
		return s.At(1), true
	default:
		return 0, false
	}
	c := s.At(0)
	return c, c&0xf800 != 0xd800
}

func (m *Machine) splitRegex(re *regex.Regexp, s *String, limit int) Value {
	return m.splitBy(s, limit, func(f func(i, j int) bool) {
		m.eachMatch(re, s, func(g []int) bool { return f(g[0], g[1]) })
	})
}

// splitBy cuts s at the separators that each finds: at most limit parts if that is
// positive, and no empty ones at the end if it is zero.
func (m *Machine) splitBy(s *String, limit int, each func(f func(i, j int) bool)) Value {
	var parts []*String
	at := 0
	found := false
	each(func(i, j int) bool {
		if limit > 0 && len(parts) == limit-1 {
			return false
		}
		// An empty match at the beginning makes no empty first part.
		if at == 0 && i == 0 && j == 0 {
			return true
		}
		m.Alloc(24)
		m.Step(1)
		parts = append(parts, s.Substring(at, i))
		at, found = j, true
		return true
	})

	if !found {
		return m.stringArray([]*String{s})
	}
	parts = append(parts, s.Substring(at, s.Len()))
	if limit == 0 {
		for len(parts) > 0 && parts[len(parts)-1].Len() == 0 {
			parts = parts[:len(parts)-1]
		}
	}
	return m.stringArray(parts)
}

func (m *Machine) replaceMatches(re *regex.Regexp, s *String, by Value, most int) *String {
	var out Text
	at, n := 0, 0
	m.eachMatch(re, s, func(g []int) bool {
		out.Add(s.Substring(at, g[0]))
		before := out.Len()
		m.expand(&out, re, s, g, m.str(by, `Cannot invoke "String.length()"`, "replacement"))
		m.Alloc(int64(g[0] - at + out.Len() - before))
		at = g[1]
		n++
		return n < most
	})
	// Without a match the string itself is the result, not a copy.
	if n == 0 {
		return s
	}
	m.Alloc(int64(s.Len() - at))
	out.Add(s.Substring(at, s.Len()))
	return out.String()
}

// expand appends a replacement: $1 and ${name} stand for groups, and a backslash
// makes the next character literal.
func (m *Machine) expand(out *Text, re *regex.Regexp, text *String, g []int, by *String) {
	illegal := func(msg string) { m.Throw("java.lang.IllegalArgumentException", msg) }

	for i := 0; i < by.Len(); i++ {
		c := by.At(i)
		switch c {
		default:
			out.Unit(c)
			continue
		case '\\':
			i++
			if i == by.Len() {
				illegal("character to be escaped is missing")
			}
			out.Unit(by.At(i))
			continue
		case '$':
		}

		i++
		if i == by.Len() {
			illegal("Illegal group reference: group index is missing")
		}

		var n int
		if by.At(i) == '{' {
			j := i + 1
			for j < by.Len() && by.At(j) < 0x80 && (isLetterPoint(rune(by.At(j))) || isDigitPoint(rune(by.At(j)))) {
				j++
			}
			name := by.Substring(i+1, j).GoString()
			switch {
			case name == "":
				illegal("named capturing group is missing trailing '}'")
			case j == by.Len() || by.At(j) != '}':
				illegal("named capturing group is missing trailing '}'")
			case isDigitPoint(rune(name[0])):
				illegal("capturing group name {" + name + "} starts with digit character")
			}
			if n = re.Group(name); n == 0 {
				illegal("No group with name {" + name + "}")
			}
			i = j
		} else {
			d := int(by.At(i)) - '0'
			if d < 0 || d > 9 {
				illegal("Illegal group reference")
			}
			if n = d; n > re.Groups() {
				m.Throw("java.lang.IndexOutOfBoundsException", "No group "+itoa(n))
			}
			// As many digits belong to the number as still name a group.
			for i+1 < by.Len() {
				d := int(by.At(i+1)) - '0'
				if d < 0 || d > 9 || n*10+d > re.Groups() {
					break
				}
				n = n*10 + d
				i++
			}
		}

		// A group that took part in no match stands for nothing.
		if g[2*n] >= 0 {
			out.Add(text.Substring(g[2*n], g[2*n+1]))
		}
	}
}
