package regex

import "unicode"

// TooDeep is panicked with when a match recurses deeper than Java's stack would allow.
type TooDeep struct{}

const maxDepth = 100_000

// Input is a text in UTF-16: Latin has one unit per byte, unless Wide is set.
type Input struct {
	Latin string
	Wide  []uint16
}

func (in *Input) len() int {
	if in.Wide != nil {
		return len(in.Wide)
	}
	return len(in.Latin)
}

func (in *Input) at(i int) uint16 {
	if in.Wide != nil {
		return in.Wide[i]
	}
	return uint16(in.Latin[i])
}

// Search says where in an input to look.
type Search struct {
	Input       Input
	From, To    int  // the region
	Start       int  // where to begin, in the region
	Last        int  // where the previous match ended, for \G
	Anywhere    bool // find, rather than match at Start only
	Full        bool // the match must end at To
	NoAnchors   bool // the region's bounds do not match ^ and $
	Transparent bool // look-around sees beyond the region
	Charge      func(n int)
}

// Regexp is a compiled pattern.
type Regexp struct {
	start  step
	groups int
	slots  int
	loops  int
	names  map[string]int
	least  int
	first  set  // of the first code point, nil when not known
	lead   rune // the first code point, or -1
}

// Groups is the number of capturing groups.
func (re *Regexp) Groups() int { return re.groups }

// Group is the number of a named group, 0 when there is none.
func (re *Regexp) Group(name string) int { return re.names[name] }

// step matches from i on and calls the next step; true when all the rest matched.
type step func(m *matcher, i int) bool

type matcher struct {
	in          *Input
	from, to    int
	last        int
	bound       int // region's end, whatever look-around does to `to`
	noAnchors   bool
	transparent bool
	full        bool
	groups      []int
	starts      []int // where open groups began
	count       []int
	begin       []int
	lookTo      int
	end         int
	work        int
	depth       int
	failed      map[int][]uint64 // by loop, a bit for each place
	charge      func(n int)
}

func (m *matcher) failedAt(slot, i int) bool {
	bits := m.failed[slot]
	return i/64 < len(bits) && bits[i/64]>>(i%64)&1 != 0
}

func (m *matcher) fail(slot, i int) {
	if m.failed == nil {
		m.failed = map[int][]uint64{}
	}
	if m.failed[slot] == nil {
		m.failed[slot] = make([]uint64, m.in.len()/64+1)
	}
	m.failed[slot][i/64] |= 1 << (i % 64)
}

// Find searches; the result is the bounds of the match and of its groups (-1 for
// a group that took no part), nil for none.
func (re *Regexp) Find(s Search) []int {
	m := &matcher{in: &s.Input, from: s.From, to: s.To, bound: s.To, last: s.Last, noAnchors: s.NoAnchors, transparent: s.Transparent,
		full: s.Full, groups: make([]int, 2*re.groups+2), starts: make([]int, re.slots), count: make([]int, re.loops),
		begin: make([]int, re.loops), charge: s.Charge}
	for i := range m.groups {
		m.groups[i] = -1
	}
	// What is left of the work is charged however the search ends, by a panic too.
	defer func() {
		if m.charge != nil && m.work > 0 {
			m.charge(m.work / 2)
		}
	}()

	most := s.Start
	if s.Anywhere {
		most = s.To - re.least
	}
	for i := s.Start; i <= most; i++ {
		if re.first != nil && s.Anywhere && (i >= s.To || !re.mayStart(m, i)) {
			m.work++
			continue
		}
		// No match begins in the middle of a surrogate pair, unless the search is told to begin
		// there.
		if i > s.Start && m.in.Wide != nil && i < s.To && m.lowHalf(i) {
			continue
		}
		if re.start(m, i) {
			m.groups[0], m.groups[1] = i, m.end
			return m.groups
		}
	}
	return nil
}

func (re *Regexp) mayStart(m *matcher, i int) bool {
	if re.lead >= 0 {
		return rune(m.in.at(i)) == re.lead
	}
	c, _ := m.point(i)
	return re.first(c)
}

// lowHalf reports whether i is inside of a surrogate pair.
func (m *matcher) lowHalf(i int) bool {
	return m.in.at(i)&0xfc00 == 0xdc00 && i > m.from && m.in.at(i-1)&0xfc00 == 0xd800
}

// spend charges work from time to time.
func (m *matcher) spend(n int) {
	m.work += n
	// Not at each step: the charge is a call out of the package.
	if m.work > 1<<12 && m.charge != nil {
		m.charge(m.work / 2)
		m.work = 0
	}
}

// point is the code point at i and its width.
func (m *matcher) point(i int) (rune, int) {
	c := m.in.at(i)
	if c&0xfc00 == 0xd800 && i+1 < m.to {
		if d := m.in.at(i + 1); d&0xfc00 == 0xdc00 {
			return (rune(c)-0xd800)<<10 + (rune(d) - 0xdc00) + 0x10000, 2
		}
	}
	return rune(c), 1
}

func (m *matcher) pointBefore(i, from int) rune {
	c := m.in.at(i - 1)
	if c&0xfc00 == 0xdc00 && i-2 >= from {
		if d := m.in.at(i - 2); d&0xfc00 == 0xd800 {
			return (rune(d)-0xd800)<<10 + (rune(c) - 0xdc00) + 0x10000
		}
	}
	return rune(c)
}

func (m *matcher) beginBound() int {
	if m.noAnchors {
		return 0
	}
	return m.from
}

func (m *matcher) endBound() int {
	if m.noAnchors {
		return m.in.len()
	}
	return m.bound
}

func (m *matcher) atBegin(i int) bool { return i == m.beginBound() }

func (m *matcher) atLine(i int) bool {
	// No line begins at the very end, even behind a line break.
	if i == m.endBound() {
		return false
	}
	if i > m.beginBound() {
		c := m.in.at(i - 1)
		if c != '\n' && c != '\r' && c|1 != 0x2029 && c != 0x85 {
			return false
		}
		// Between \r and \n is the middle of one break.
		if c == '\r' && m.in.at(i) == '\n' {
			return false
		}
	}
	return true
}

func (m *matcher) atUnixLine(i int) bool {
	if i == m.endBound() {
		return false
	}
	return i <= m.beginBound() || m.in.at(i-1) == '\n'
}

func (m *matcher) atDollar(i int, multi bool) bool {
	end := m.endBound()
	// Without MULTILINE only the end counts, and the place before a last line break, which has
	// two units at most.
	if !multi {
		if i < end-2 {
			return false
		}
		if i == end-2 && (m.in.at(i) != '\r' || m.in.at(i+1) != '\n') {
			return false
		}
	}
	if i < end {
		switch c := m.in.at(i); {
		case c == '\n':
			// The break began one unit earlier: there is where the line ends.
			if i > 0 && m.in.at(i-1) == '\r' {
				return false
			}
		case c == '\r' || c == 0x85 || c|1 == 0x2029:
		default:
			return false
		}
	}
	return true
}

func (m *matcher) atUnixDollar(i int, multi bool) bool {
	end := m.endBound()
	if i < end {
		return m.in.at(i) == '\n' && (multi || i == end-1)
	}
	return true
}

func (m *matcher) atWordBoundary(i int, word set) bool {
	from, to := m.from, m.bound
	if m.transparent {
		from, to = 0, m.in.len()
	}
	left, right := false, false
	if i > from {
		c := m.pointBefore(i, from)
		// A combining mark belongs to the word whose letter it stands on.
		left = word(c) || unicode.Is(unicode.Mn, c) && m.hasBase(i-1, from)
	}
	if i < to {
		c, _ := m.point(i)
		right = word(c) || unicode.Is(unicode.Mn, c) && m.hasBase(i, from)
	}
	return left != right
}

// hasBase reports whether the mark at i stands on a letter or digit.
func (m *matcher) hasBase(i, from int) bool {
	for ; i >= from; i-- {
		c, _ := m.point(i)
		if unicode.IsLetter(c) || unicode.Is(unicode.Nd, c) {
			return true
		}
		if !unicode.Is(unicode.Mn, c) {
			return false
		}
	}
	return false
}
