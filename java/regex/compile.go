package regex

import (
	"errors"
	"unicode"
)

// Compile compiles a pattern. class gives the predicate of java.lang.Character with
// that name ("isLowerCase"), nil when there is none. The error is a *SyntaxError
// or an Unsupported. Groups nested too deep are a panic with TooDeep, as in a match.
func Compile(pattern []rune, flags Flags, class func(name string) func(rune) bool) (re *Regexp, err error) {
	// The parser leaves by a panic with the error. Whatever else is panicked with, TooDeep and
	// the caller's own included, goes on.
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *SyntaxError:
			err = e
		case Unsupported:
			err = e
		default:
			panic(e)
		}
	}()

	if flags&CanonEq != 0 {
		return nil, Unsupported("Pattern.CANON_EQ")
	}
	if flags&UnicodeClass != 0 {
		flags |= UnicodeCase
	}

	p := &parser{src: pattern, flags: flags, names: map[string]int{}, class: class}
	if class == nil {
		p.class = func(string) func(rune) bool { return nil }
	}

	var tree *node
	if flags&Literal != 0 {
		tree = &node{op: opCat}
		for _, c := range p.src {
			tree.subs = append(tree.subs, p.single(c))
		}
	} else {
		tree = p.alternatives()
		if p.pos < len(p.src) {
			if p.src[p.pos] == ')' {
				p.fail("Unmatched closing ')'", p.pos)
			}
			p.fail("Unexpected internal error", p.pos+1)
		}
	}

	c := &compiler{refs: tree.hasRef()}
	re = &Regexp{groups: p.groups, slots: p.groups + 1, names: p.names, lead: -1}
	// A match of the whole input is asked here, at the end: before, another way may
	// still reach it.
	re.start = c.node(tree, func(m *matcher, i int) bool {
		if m.full && i != m.bound {
			return false
		}
		m.end = i
		return true
	})
	re.loops = c.loops

	// What every match begins with lets the search skip places where none can.
	re.least, _ = tree.size()
	if n := tree.firstSet(); n != nil {
		re.first = n.set
		// A character beyond the first plane has two units, and half of a pair may stand in
		// one: both are compared as code points.
		if n.char >= 0 && n.char < 0x10000 && !unicode.Is(unicode.Cs, n.char) {
			re.lead = n.char
		}
	}

	return re, nil
}

// IsSyntax reports whether err is a syntax error, and gives it.
func IsSyntax(err error) (*SyntaxError, bool) {
	var e *SyntaxError
	ok := errors.As(err, &e)
	return e, ok
}

// firstSet is the node that the first code point of every match is taken by.
func (n *node) firstSet() *node {
	switch n.op {
	case opSet:
		return n
	case opGroup, opAtomic:
		return n.subs[0].firstSet()
	case opRepeat:
		// A part that may be left out says nothing of what the match begins with.
		if n.min > 0 {
			return n.subs[0].firstSet()
		}
	case opCat:
		for _, s := range n.subs {
			// They take no character: what follows them does.
			if s.op == opAssert || s.op == opLook {
				continue
			}
			return s.firstSet()
		}
	}
	return nil
}

// size is the least and the greatest number of units that n matches; -1 for no limit.
func (n *node) size() (lo, hi int) {
	switch n.op {
	case opSet:
		if n.char >= 0 && n.char < 0x10000 {
			return 1, 1
		}
		// A set may hold code points of two units.
		return 1, 2
	case opCat:
		for _, s := range n.subs {
			l, h := s.size()
			lo += l
			hi = plus(hi, h)
		}
	case opAlt:
		for i, s := range n.subs {
			l, h := s.size()
			if i == 0 {
				lo, hi = l, h
				continue
			}
			lo = min(lo, l)
			if hi >= 0 && (h < 0 || h > hi) {
				hi = h
			}
		}
	case opGroup, opAtomic:
		return n.subs[0].size()
	case opRepeat:
		l, h := n.subs[0].size()
		// Capped, since repetitions nest: longer than any input is enough.
		lo = min(l*n.min, 1<<30)
		switch {
		case n.max < 0 || h < 0:
			hi = -1
		default:
			hi = h * n.max
			if hi > 1<<30 {
				hi = -1
			}
		}
	case opBackref:
		return 0, -1
	case opLineBreak:
		return 1, 2
	}
	return lo, hi
}

func (n *node) hasRef() bool {
	for _, s := range n.subs {
		if s.hasRef() {
			return true
		}
	}
	return n.op == opBackref
}

// limited reports whether Java finds a greatest length for n, in its arithmetic of
// 32 bits: there, any number of single characters has one.
func (n *node) limited() (int32, bool) {
	const anyNumber = 0x7fffffff
	// What Java computes as the longest text that can match, overflow included: it
	// decides which look-behinds it takes.
	switch n.op {
	case opSet:
		return 1, true
	case opCat:
		var sum int32
		for _, s := range n.subs {
			k, ok := s.limited()
			if !ok {
				return 0, false
			}
			plain := s.op == opRepeat && s.subs[0].op == opSet && s.mode == greedy && s.max < 0
			if s.op == opRepeat && !plain && sum+k < sum {
				return 0, false
			}
			sum += k
		}
		return sum, true
	case opAlt:
		var most int32
		for _, s := range n.subs {
			k, ok := s.limited()
			if !ok {
				return 0, false
			}
			most = max(most, k)
		}
		return most, true
	case opGroup, opAtomic:
		return n.subs[0].limited()
	case opRepeat:
		sub := n.subs[0]
		loop := (sub.op == opGroup || sub.op == opCat) && !sub.deterministic() && n.mode != possessive && !(n.min == 0 && n.max == 1)
		k, ok := sub.limited()
		if !ok || loop {
			return 0, false
		}
		times := int32(anyNumber)
		if n.max >= 0 {
			times = int32(n.max)
		}
		k *= times
		return k, k >= 0
	case opBackref:
		return 0, false
	case opLineBreak:
		return 2, true
	}
	return 0, true
}

func plus(a, b int) int {
	if a < 0 || b < 0 {
		return -1
	}
	return a + b
}

type compiler struct {
	loops  int
	inside int  // repeated groups around the node
	refs   bool // the pattern has back references
}

// node compiles n to a step that goes on to next.
func (c *compiler) node(n *node, next step) step {
	switch n.op {
	case opSet:
		return single(n, next)
	case opCat:
		// Backwards, as each part has to know what it goes on to.
		for i := len(n.subs) - 1; i >= 0; i-- {
			next = c.node(n.subs[i], next)
		}
		return next
	case opAlt:
		alts := make([]step, len(n.subs))
		for i, s := range n.subs {
			alts[i] = c.node(s, next)
		}
		return func(m *matcher, i int) bool {
			m.spend(1)
			for _, a := range alts {
				if a(m, i) {
					return true
				}
			}
			return false
		}
	case opGroup:
		return c.group(n, next)
	case opRepeat:
		return c.repeat(n, next)
	case opLook:
		if n.behind {
			return c.lookBehind(n, next)
		}
		return c.lookAhead(n, next)
	case opAtomic:
		return c.atomic(n.subs[0], next)
	case opBackref:
		return backref(n, next)
	case opAssert:
		assert := n.assert
		return func(m *matcher, i int) bool { return assert(m, i) && next(m, i) }
	case opLineBreak:
		return func(m *matcher, i int) bool {
			if i >= m.to {
				return false
			}
			ch := m.in.at(i)
			// \r\n first, as one break; when the rest does not match behind it, \r alone is
			// tried.
			if ch == '\r' && i+1 < m.to && m.in.at(i+1) == '\n' && next(m, i+2) {
				return true
			}
			return isVertical(rune(ch)) && next(m, i+1)
		}
	}
	return next
}

func single(n *node, next step) step {
	if n.char >= 0 && n.char < 0x10000 && !unicode.Is(unicode.Cs, n.char) {
		want := uint16(n.char)
		return func(m *matcher, i int) bool { return i < m.to && m.in.at(i) == want && next(m, i+1) }
	}
	in := n.set
	return func(m *matcher, i int) bool {
		if i >= m.to {
			return false
		}
		c, w := m.point(i)
		return in(c) && next(m, i+w)
	}
}

func (c *compiler) group(n *node, next step) step {
	k := n.n
	body := c.node(n.subs[0], func(m *matcher, i int) bool {
		// A group is set where it ends, before the rest is tried: a reference in the rest sees
		// it. A way that fails puts back what was there.
		lo, hi := m.groups[2*k], m.groups[2*k+1]
		m.groups[2*k], m.groups[2*k+1] = m.starts[k], i
		if next(m, i) {
			return true
		}
		m.groups[2*k], m.groups[2*k+1] = lo, hi
		return false
	})
	return func(m *matcher, i int) bool {
		saved := m.starts[k]
		m.starts[k] = i
		if body(m, i) {
			return true
		}
		m.starts[k] = saved
		return false
	}
}

// atomic matches part on its own, and does not come back to it. Like Java's, what
// its groups hold is not taken back when the rest does not match; the same goes for
// look-around.
func (c *compiler) atomic(part *node, next step) step {
	inner := c.node(part, func(m *matcher, i int) bool {
		m.end = i
		return true
	})
	return func(m *matcher, i int) bool { return inner(m, i) && next(m, m.end) }
}

func (c *compiler) lookAhead(n *node, next step) step {
	// The end of what is looked at leads nowhere: only whether it is reached counts.
	inner := c.node(n.subs[0], func(*matcher, int) bool { return true })
	return func(m *matcher, i int) bool {
		to := m.to
		if m.transparent {
			m.to = m.in.len()
		}
		found := inner(m, i)
		m.to = to
		return found != n.negative && next(m, i)
	}
}

func (c *compiler) lookBehind(n *node, next step) step {
	// The part is matched forwards, from every place from which it could end here, the nearest
	// first.
	least, most := n.subs[0].size()
	if most < 0 {
		most = 1 << 30
	}
	inner := c.node(n.subs[0], func(m *matcher, i int) bool { return i == m.lookTo })
	return func(m *matcher, i int) bool {
		to, look, from := m.to, m.lookTo, m.from
		if m.transparent {
			m.from = 0
		}
		// Look-arounds nest: what the outer one has set is put back behind.
		m.to, m.lookTo = max(i, to), i
		found := false
		for j := i - least; !found && j >= i-most && j >= m.from; j-- {
			m.spend(1)
			found = inner(m, j)
		}
		m.to, m.lookTo, m.from = to, look, from
		return found != n.negative && next(m, i)
	}
}

func backref(n *node, next step) step {
	k := n.n
	fold := n.flags&CaseInsensitive != 0
	wide := n.flags&UnicodeCase != 0
	return func(m *matcher, i int) bool {
		// A group that took no part, or that the pattern doesn't have, equals nothing.
		if 2*k+1 >= len(m.groups) || m.groups[2*k] < 0 {
			return false
		}
		lo, size := m.groups[2*k], m.groups[2*k+1]-m.groups[2*k]
		if i+size > m.to {
			return false
		}
		m.spend(size)

		for d := range size {
			a, b := rune(m.in.at(lo+d)), rune(m.in.at(i+d))
			if a == b {
				continue
			}
			switch {
			case !fold:
				return false
			case wide && foldRune(a) == foldRune(b):
			case !wide && isASCIILetter(a) && isASCIILetter(b) && a|0x20 == b|0x20:
			default:
				return false
			}
		}
		return next(m, i+size)
	}
}
