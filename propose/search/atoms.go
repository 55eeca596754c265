package search

// atoms are simple conditions on the state before the call: comparisons of
// variables with each other, with constants, divisibility, null.
func (s *Space) atoms(b *bank) []*Term {
	var out []*Term
	seen := map[uint64]bool{}
	add := func(t *Term) {
		if t == nil {
			return
		}
		// True of all runs or of none: it tells no cases apart. Undefined somewhere, a clause under it
		// would be without a value there.
		if !splits(s.real, t.truthAt, 1) {
			return
		}
		h := t.hash(s.seed, s.real)
		if !seen[h] {
			seen[h] = true
			out = append(out, t)
		}
	}
	s.comparisons(b, add)
	return out
}

// comparisons yields simple conditions on the state before the call: boolean
// variables, null and NaN tests, relations between variables and constants,
// divisibility.
func (s *Space) comparisons(b *bank, add func(*Term)) {
	var vars, consts, mods []*Term
	for _, t := range s.pre {
		switch {
		case t.sort == BoolSort:
			add(t)
			add(not(t, ""))
		case t.sort.number() || t.sort == RealSort:
			vars = append(vars, t)
		}
	}

	consts = s.constants()
	for i, x := range s.pre {
		for _, y := range s.pre[:i] {
			if x.sort == BoolSort && y.sort == BoolSort {
				t := relation("!=").compare(y, x)
				t.text, t.prec = y.in(precEq+1)+" != "+x.in(precEq+1), precEq
				add(t)
			}
		}
	}
	for _, t := range b.all {
		if t.size == 3 && !t.konst && len(mods) < 40 && (contains(t.text, " % ")) {
			mods = append(mods, t)
		}
	}

	for _, p := range s.isNull() {
		add(p)
		add(not(p, replaceLast(p.text, "==", "!=")))
	}
	for _, t := range s.isNaN() {
		add(t)
		add(not(t, ""))
	}

	for _, r := range relations() {
		for i, x := range vars {
			for _, y := range consts {
				if comparable(x, y, r) {
					add(r.compare(x, y))
				}
			}
			for j, y := range vars {
				// x < y and y > x both come up; the hash in atoms keeps the first.
				if i != j && comparable(x, y, r) && !(r.comm && j < i) {
					add(r.compare(x, y))
				}
			}
		}
		// Remainders are compared with the first few constants only: 0, 1 and -1 are those that
		// divisibility and parity are tested by.
		if r.sign == "==" || r.sign == "!=" {
			for _, x := range mods {
				for _, c := range consts[:min(3, len(consts))] {
					if comparable(x, c, r) {
						add(r.compare(x, c))
					}
				}
			}
		}
	}
}

// isNull are the conditions x == null that hold somewhere.
func (s *Space) isNull() []*Term {
	var out []*Term
	for _, x := range s.refs {
		if x.result {
			continue
		}
		n := len(x.r)
		t := &Term{text: x.text + " == " + s.Null, prec: precEq, sort: BoolSort, size: 2, n: make([]int64, n), st: x.st}
		any := false
		for i, r := range x.r {
			if r == nil && x.at(i) == Defined {
				t.n[i] = 1
				any = true
			}
		}
		if any {
			out = append(out, t)
		}
	}
	return out
}

// isNaN are the conditions that a fraction is not a number, of those that are not somewhere.
func (s *Space) isNaN() []*Term {
	var out []*Term
	if s.IsNaN == nil {
		return nil
	}
	for _, x := range s.pre {
		if x.sort != RealSort {
			continue
		}
		t := &Term{text: s.IsNaN(x.text), prec: precAtom, sort: BoolSort, size: 2, n: make([]int64, len(x.n)), st: x.st}
		any := false
		for i := range x.n {
			if x.at(i) == Defined && isNaN(x.n[i]) {
				t.n[i] = 1
				any = true
			}
		}
		if any {
			out = append(out, t)
		}
	}
	return out
}

func contains(s, sub string) bool { return lastIndex(s, sub) >= 0 }

func lastIndex(s, sub string) int {
	for i := len(s) - len(sub); i >= 0; i-- {
		if s[i:i+len(sub)] == sub {
			return i
		}
	}
	return -1
}

func replaceLast(s, old, with string) string {
	if i := lastIndex(s, old); i >= 0 {
		return s[:i] + with + s[i+len(old):]
	}
	return s
}
