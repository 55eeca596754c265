package loops

import (
	"fmt"
	"math"
	"strings"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// recursive is a function of one int that calls itself, and is nothing but cases and
// arithmetic: factorials, Fibonacci numbers. Its few results that fit their type can be
// listed, and each follows from those before it.
type recursive struct {
	decl  *java.MethodDecl
	param string
	limit interval // of its type
	known map[int64]int64
	steps int
}

// Bounds of what is listed: the largest argument, and the evaluations for all of it.
const (
	lastListed   = 60
	maxEvaluated = 20_000
)

// recursiveOf returns the function that a method is, nil for any other.
func recursiveOf(m *java.MethodDecl, info *types.Info) *recursive {
	if m.Body == nil || len(m.Params) != 1 || m.Return == nil || info.Locals[m.Params[0]].Type.Kind() != types.Int {
		return nil
	}
	r := &recursive{decl: m, param: m.Params[0].Name.Name, known: map[int64]int64{}}
	switch {
	case m.Return.Dims+m.Dims > 0:
		return nil
	case m.Return.Name == "int":
		r.limit = interval{math.MinInt32, math.MaxInt32}
	case m.Return.Name == "long":
		r.limit = interval{-unbounded, unbounded}
	default:
		return nil
	}
	calls := false
	java.Walk(m.Body, func(n java.Node) bool {
		if c, ok := n.(*java.Call); ok {
			calls = calls || r.itself(c)
		}
		return true
	})
	if !calls {
		return nil
	}
	return r
}

func (r *recursive) itself(c *java.Call) bool {
	return c.X == nil && c.Name.Name == r.decl.Name.Name && len(c.Args) == 1
}

// table returns the first argument from 0 on that has a result, the last of those behind it
// that have one too, and the results; nil where there are not enough to be worth it.
func (r *recursive) table() (from int64, results []int64) {
	for n := int64(0); n <= lastListed; n++ {
		v, ok := r.call(n, 0)
		switch {
		case ok:
			if len(results) == 0 {
				from = n
			}
			results = append(results, v)
		// A function may be undefined on 0, or on 0 and 1; a gap behind that ends the table.
		case n > 1 || len(results) > 0:
			n = lastListed
		}
	}
	if len(results) < 4 {
		return 0, nil
	}
	return from, results
}

// call evaluates a call; false where it doesn't end soon, leaves its type, or has a form
// that is not known.
func (r *recursive) call(n int64, depth int) (int64, bool) {
	if v, ok := r.known[n]; ok {
		return v, true
	}
	// Every listed argument is reached by fewer calls inside of each other than this, if each call
	// is on a smaller one.
	if depth > 2*lastListed {
		return 0, false
	}
	v, returned, ok := r.stmts(r.decl.Body.Stmts, n, depth)
	if !ok || !returned {
		return 0, false
	}
	r.known[n] = v
	return v, true
}

func (r *recursive) stmts(list []java.Stmt, n int64, depth int) (v int64, returned, ok bool) {
	for _, s := range list {
		if v, returned, ok = r.stmt(s, n, depth); returned || !ok {
			return v, returned, ok
		}
	}
	return 0, false, true
}

func (r *recursive) stmt(s java.Stmt, n int64, depth int) (v int64, returned, ok bool) {
	switch s := s.(type) {
	case *java.Block:
		return r.stmts(s.Stmts, n, depth)
	case *java.Return:
		if s.X == nil {
			return 0, false, false
		}
		v, ok = r.eval(s.X, n, depth)
		return v, true, ok
	case *java.If:
		c, ok := r.eval(s.Cond, n, depth)
		switch {
		case !ok:
			return 0, false, false
		case c != 0:
			return r.stmt(s.Then, n, depth)
		case s.Else != nil:
			return r.stmt(s.Else, n, depth)
		}
		return 0, false, true
	}
	return 0, false, false
}

// eval returns the value of an expression, truths as 0 and 1.
func (r *recursive) eval(e java.Expr, n int64, depth int) (int64, bool) {
	if r.steps++; r.steps > maxEvaluated {
		return 0, false
	}
	if v, ok := expr.Int(e); ok {
		return v, true
	}
	switch e := e.(type) {
	case *java.Paren:
		return r.eval(e.X, n, depth)
	case *java.Name:
		return n, e.Name == r.param
	case *java.Call:
		if r.itself(e) {
			if v, ok := r.eval(e.Args[0], n, depth); ok {
				return r.call(v, depth+1)
			}
		}
	case *java.Cond:
		c, ok := r.eval(e.C, n, depth)
		if !ok {
			return 0, false
		}
		if c != 0 {
			return r.eval(e.X, n, depth)
		}
		return r.eval(e.Y, n, depth)
	case *java.Binary:
		x, ok := r.eval(e.X, n, depth)
		if !ok {
			return 0, false
		}
		if e.Op == java.AndAnd && x == 0 || e.Op == java.OrOr && x != 0 {
			return x, true
		}
		y, ok := r.eval(e.Y, n, depth)
		if !ok {
			return 0, false
		}
		return r.operate(e.Op, x, y)
	}
	return 0, false
}

func (r *recursive) operate(op java.Op, x, y int64) (int64, bool) {
	truth := func(b bool) (int64, bool) {
		if b {
			return 1, true
		}
		return 0, true
	}
	var v interval
	switch op {
	// The left side didn't decide, see eval.
	case java.AndAnd, java.OrOr:
		return y, true
	case java.Lt:
		return truth(x < y)
	case java.Le:
		return truth(x <= y)
	case java.Gt:
		return truth(x > y)
	case java.Ge:
		return truth(x >= y)
	case java.Eq:
		return truth(x == y)
	case java.Ne:
		return truth(x != y)
	case java.Plus:
		v = point(x).plus(point(y))
	case java.Sub:
		v = point(x).plus(point(-y))
	case java.Mul:
		v = point(x).times(point(y))
	case java.Div, java.Rem:
		if y == 0 {
			return 0, false
		}
		if op == java.Div {
			return x / y, true
		}
		return x % y, true
	default:
		return 0, false
	}
	return v.lo, v.within(r.limit) && v.known()
}

// listed is the results as one predicate, "" for none.
func (r *recursive) listed() string {
	from, results := r.table()
	var parts []string
	for i, v := range results {
		parts = append(parts, fmt.Sprintf("(%s == %d ==> \\result == %d)", r.param, from+int64(i), v))
	}
	return strings.Join(parts, " && ")
}

// bounds are the arguments whose results are listed.
func (r *recursive) bounds() *Bounds {
	from, results := r.table()
	if results == nil {
		return nil
	}
	text := fmt.Sprintf("%s <= %d", r.param, from+int64(len(results))-1)
	// A lower bound only where it is needed: many such functions take all below their base case.
	if _, ok := r.call(from-1, 0); !ok {
		text = fmt.Sprintf("%d <= %s && ", from, r.param) + text
	}
	return &Bounds{Requires: []string{text}, Loops: map[java.Stmt][]string{}}
}
