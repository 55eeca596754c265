package spec

// Limit says what a formula leaves to a variable: the values outside of which the formula
// is not what is wanted of it. A nil Limit leaves everything.
type Limit struct {
	// Both are limits that hold together, Either some of which one holds.
	Both, Either []*Limit
	// Of a comparison: the variable, with what is added to it and taken from it, stands in
	// relation Op to Side. At is the comparison, and Is what it is within the limit.
	Is          bool
	Op          string
	Plus, Minus []Expr
	Side        Expr
	At          *Binary
	// Among is the collection that contains the variable, in At's place.
	Among *Method
}

// Limits is what a formula, which is to be true or to be false, leaves to a variable. free
// reports whether an expression speaks of no variable whose value is still open.
func Limits(f Expr, want bool, name string, free func(Expr) bool) *Limit {
	switch f := f.(type) {
	case *Unary:
		if f.Op == "!" {
			return Limits(f.X, !want, name, free)
		}
	case *Binary:
		of := func(x, y bool) []*Limit { return []*Limit{Limits(f.X, x, name, free), Limits(f.Y, y, name, free)} }
		switch {
		// Both sides are known only where the whole decides them: a conjunction that is true, an
		// implication that is false.
		case f.Op == "&&" && want, f.Op == "||" && !want:
			return &Limit{Both: of(want, want)}
		case f.Op == "==>" && !want:
			return &Limit{Both: of(true, false)}
		case f.Op == "&&" || f.Op == "||":
			return &Limit{Either: of(want, want)}
		case f.Op == "==>":
			return &Limit{Either: of(false, true)}
		case f.Op == "<==>" && !want:
			return &Limit{Either: []*Limit{{Both: of(true, false)}, {Both: of(false, true)}}}
		}
		return compared(f, want, name, free)
	case *Method:
		if f.Name == "contains" && want && len(f.Args) == 1 && IsName(f.Args[0], name) && free(f.X) {
			return &Limit{Is: true, Among: f}
		}
	}
	return nil
}

// IsName reports whether an expression is a variable of this name.
func IsName(e Expr, name string) bool {
	n, ok := e.(*Name)
	return ok && len(n.Path.Segs) == 1 && n.Path.Last() == name
}

// opposite is what a comparison is when it is false, mirrored what it is with its sides
// changed.
func opposite(op string) string {
	return map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}[op]
}

func mirrored(op string) string {
	return map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}[op]
}

// compared is what a comparison leaves to a variable that is alone on a side but for what
// is added to it.
func compared(f *Binary, want bool, name string, free func(Expr) bool) *Limit {
	op := f.Op
	if opposite(op) == "" {
		return nil
	}
	if !want {
		op = opposite(op)
	}
	l := &Limit{Is: want, Op: op, Side: f.Y, At: f}
	if l.alone(f.X, name, free) {
		return l
	}
	l = &Limit{Is: want, Op: mirrored(op), Side: f.X, At: f}
	if l.alone(f.Y, name, free) {
		return l
	}
	return nil
}

// alone reports whether an expression is a variable with numbers added to it and taken
// from it, which it notes.
func (l *Limit) alone(e Expr, name string, free func(Expr) bool) bool {
	if IsName(e, name) {
		return true
	}
	switch e := e.(type) {
	case *Cast:
		return e.Type.String() == "int" && l.alone(e.X, name, free)
	case *Binary:
		x, by := e.X, e.Y
		// The variable may stand on either side of a sum, but only on the left of a difference.
		if e.Op == "+" && !free(by) {
			x, by = by, x
		}
		if e.Op != "+" && e.Op != "-" || !free(by) || !l.alone(x, name, free) {
			return false
		}
		if e.Op == "+" {
			l.Plus = append(l.Plus, by)
		} else {
			l.Minus = append(l.Minus, by)
		}
		return true
	}
	return false
}
