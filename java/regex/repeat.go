package regex

// repeat compiles a repetition. Java has four ways: of one character; of a group
// whose every match has one length only ("deterministic"), or of something that is
// no group, piece by piece; of any other group as a loop that comes back into
// earlier pieces. They differ in what groups hold after a piece that took nothing.
func (c *compiler) repeat(n *node, next step) step {
	body := n.subs[0]
	if body.op == opSet {
		return repeatSet(body.set, n, next)
	}
	group := body.op == opGroup || body.op == opCat

	// The order is that of Java's choices: an earlier case decides even where a later one would
	// fit as well.
	switch {
	case n.mode == possessive:
		return c.pieces(n, body, 0, next)
	case group && n.min == 0 && n.max == 1:
		return c.loop(n, body, next)
	case !group:
		return c.pieces(n, body, 0, next)
	case !body.deterministic():
		return c.loop(n, body, next)
	case body.op == opGroup:
		return c.pieces(n, body.subs[0], body.n, next)
	}
	return c.pieces(n, body, -1, next)
}

// deterministic reports whether Java takes n for a part without choices.
func (n *node) deterministic() bool {
	switch n.op {
	case opAlt:
		return false
	case opRepeat:
		return n.min == n.max && n.subs[0].deterministic()
	case opCat, opGroup:
		for _, s := range n.subs {
			if !s.deterministic() {
				return false
			}
		}
	}
	return true
}

// pieces repeats a part that is matched on its own each time. It may be the inside
// of group k, which then is set here (k is -1 for a group without number, and 0
// for what is no group).
func (c *compiler) pieces(n *node, part *node, k int, next step) step {
	c.inside++
	piece := c.node(part, func(m *matcher, i int) bool {
		m.end = i
		return true
	})
	c.inside--

	r := &repetition{piece: piece, next: next, group: k, least: n.min, most: n.max}
	if r.most < 0 {
		r.most = 1 << 30
	}
	rest := r.possessive
	switch n.mode {
	case greedy:
		rest = func(m *matcher, i int) bool { return r.greedily(m, i, r.least) }
	case lazy:
		rest = r.lazily
	}
	return func(m *matcher, i int) bool {
		saved := r.saved(m)
		ok := true
		// The first pieces are taken without asking the rest; none of them is given back.
		for j := 0; ok && j < r.least; j++ {
			m.spend(1)
			if ok = piece(m, i); ok {
				r.set(m, i, m.end)
				i = m.end
			}
		}

		ok = ok && rest(m, i)
		if !ok {
			r.set(m, saved[0], saved[1])
		}
		return ok
	}
}

// repetition is a part that is matched by itself, least to most times.
type repetition struct {
	piece, next step
	group       int // that the part is the inside of; none where it is below 1
	least, most int
}

func (r *repetition) set(m *matcher, i, j int) {
	if r.group > 0 {
		m.groups[2*r.group], m.groups[2*r.group+1] = i, j
	}
}

// saved is where the group is now, for when the way from here fails.
func (r *repetition) saved(m *matcher) (at [2]int) {
	if r.group > 0 {
		at = [2]int{m.groups[2*r.group], m.groups[2*r.group+1]}
	}
	return at
}

// greedily goes on from place i after j parts: it takes what it can, and gives back
// one part after the other until the rest matches.
func (r *repetition) greedily(m *matcher, i, j int) bool {
	m.depth++
	if m.depth > maxDepth {
		panic(TooDeep{})
	}
	defer func() { m.depth-- }()

	first, saved := j, r.saved(m)
	m.spend(1)
	// A piece that takes nothing is not repeated, or there would be no end.
	if j < r.most && r.piece(m, i) && m.end > i {
		size := m.end - i
		for {
			r.set(m, i, i+size)
			i += size
			j++
			m.spend(1)
			if j >= r.most || !r.piece(m, i) {
				break
			}
			// The part matched another length than before: giving back in steps of one
			// length no longer works, so the rest is a loop of its own.
			if m.end != i+size {
				if r.group == 0 {
					if r.greedily(m, m.end, j+1) {
						return true
					}
				} else if r.greedily(m, i, j) {
					return true
				}
				break
			}
		}

		// Backwards in steps of the one length, so that no place has to be kept.
		for j > first {
			if r.next(m, i) {
				r.set(m, i-size, i)
				return true
			}
			i -= size
			r.set(m, i-size, i)
			j--
		}
	}
	r.set(m, saved[0], saved[1])
	return r.next(m, i)
}

// lazily takes one part more each time the rest does not match.
func (r *repetition) lazily(m *matcher, i int) bool {
	for j := r.least; ; j++ {
		m.spend(1)
		if r.next(m, i) {
			return true
		}
		if j >= r.most || !r.piece(m, i) || m.end == i {
			return false
		}
		r.set(m, i, m.end)
		i = m.end
	}
}

// possessive takes all it can and gives nothing back.
func (r *repetition) possessive(m *matcher, i int) bool {
	for j := r.least; j < r.most; j++ {
		m.spend(1)
		if !r.piece(m, i) || m.end == i {
			break
		}
		r.set(m, i, m.end)
		i = m.end
	}
	return r.next(m, i)
}

// repeatSet repeats one code point: counted first, then given back one by one.
func repeatSet(in set, n *node, next step) step {
	least, most := n.min, n.max
	if most < 0 {
		most = 1 << 30
	}

	if n.mode == lazy {
		return func(m *matcher, i int) bool {
			for k := 0; ; k++ {
				m.spend(1)
				if k >= least && next(m, i) {
					return true
				}
				if k == most || i >= m.to {
					return false
				}
				c, w := m.point(i)
				if !in(c) {
					return false
				}
				i += w
			}
		}
	}

	giveBack := n.mode == greedy
	return func(m *matcher, i int) bool {
		j, k := i, 0
		for k < most && j < m.to {
			c, w := m.point(j)
			if !in(c) {
				break
			}
			j += w
			k++
		}

		m.spend(k + 1)
		if !giveBack {
			return k >= least && next(m, j)
		}
		for ; k >= least; k-- {
			if next(m, j) {
				return true
			}
			// Nothing is left to give back, also where none is asked for.
			if k == 0 {
				break
			}
			m.spend(1)
			j--
			// A pair of surrogates is one code point: it is given back whole.
			if j > i && m.in.at(j)&0xfc00 == 0xdc00 && m.in.at(j-1)&0xfc00 == 0xd800 {
				j--
			}
		}
		return false
	}
}

// loop repeats a part with groups or choices; an iteration that took nothing ends
// it. An outermost loop remembers the places from which one more iteration failed:
// without back references it would fail again.
func (c *compiler) loop(n *node, part *node, next step) step {
	slot := c.loops
	c.loops++
	least, most := n.min, n.max
	if most < 0 {
		most = 1 << 30
	}

	eager := n.mode == greedy
	// Where the way to a place makes no difference, a place that failed once fails
	// again. Without it nested repetitions take exponential time.
	remember := eager && n.max < 0 && c.inside == 0 && !c.refs

	var body step

	again := func(m *matcher, i, count int) bool {
		m.spend(1)
		m.depth++
		if m.depth > maxDepth {
			panic(TooDeep{})
		}
		// The counters are the loop's, not this call's: a way that fails leaves them as it
		// found them, for the ways that are still open.
		begin := m.begin[slot]
		m.count[slot], m.begin[slot] = count+1, i
		ok := body(m, i)
		m.depth--
		if !ok {
			m.count[slot], m.begin[slot] = count, begin
		}
		return ok
	}

	leave := func(m *matcher, i int) bool {
		count, begin := m.count[slot], m.begin[slot]
		if next(m, i) {
			return true
		}
		m.count[slot], m.begin[slot] = count, begin
		return false
	}

	c.inside++
	defer func() { c.inside-- }()
	body = c.node(part, func(m *matcher, i int) bool {
		// An iteration that matched nothing is the last: another one would do the same.
		if i > m.begin[slot] {
			switch count := m.count[slot]; {
			case count < least:
				return again(m, i, count)
			case count < most && eager:
				if remember && m.failedAt(slot, i) {
					break
				}
				if again(m, i, count) {
					return true
				}
				if remember {
					m.fail(slot, i)
				}
			case count < most:
				// Lazily: out first, and round again only when the rest does not match.
				return leave(m, i) || again(m, i, count)
			}
		}
		return leave(m, i)
	})

	return func(m *matcher, i int) bool {
		// A loop inside another one is entered while its counters are in use.
		count, begin := m.count[slot], m.begin[slot]
		ok := false
		switch {
		case least > 0:
			ok = again(m, i, 0)
		case most == 0:
			ok = next(m, i)
		case eager:
			ok = again(m, i, 0) || next(m, i)
		default:
			ok = next(m, i) || again(m, i, 0)
		}
		m.count[slot], m.begin[slot] = count, begin
		return ok
	}
}
