package condition

import (
	"context"
	"math"
	"math/big"
	"strconv"
	"strings"

	"ensures/verify/smt"
)

// Model is what a solver that could not prove an obligation says of terms. It is a
// suspicion and no more: with quantifiers around, solvers give models that are none,
// and what is not in the condition has no value in them. It can be read only while
// its solver holds it.
type Model struct {
	ctx   context.Context
	s     *smt.Solver
	known map[string]bool
	asked int
}

// maxAsked is how often a model may be asked for values.
const maxAsked = 120

// model is the model that a session holds which knows the first items.
func (c *Condition) model(ctx context.Context, s *smt.Solver, items int) *Model {
	m := &Model{ctx: ctx, s: s, known: map[string]bool{}}
	for _, it := range c.items[:items] {
		if it.symbol != "" {
			m.known[it.symbol] = true
		}
	}
	return m
}

// Knows reports whether a symbol is declared where the model was made.
func (m *Model) Knows(symbol string) bool { return m.known[symbol] }

// Closed reports whether every constant of t is declared where the model was made.
func (m *Model) Closed(t *smt.Term) bool {
	vars := map[string]bool{}
	smt.Vars(t, vars)
	for n := range vars {
		// Constants that Fresh made have a "!" in their names; literals need no declaration.
		if strings.Contains(n, "!") && !m.known[n] {
			return false
		}
	}
	return true
}

// Values gives the values of terms as text, nil when the solver gives none.
func (m *Model) Values(ts ...*smt.Term) []string {
	if m.asked++; m.asked > maxAsked || len(ts) == 0 {
		return nil
	}
	out, err := m.s.Values(m.ctx, ts)
	if err != nil {
		return nil
	}
	return out
}

// Int is the value of a term of sort Int.
func (m *Model) Int(t *smt.Term) (int64, bool) {
	vs := m.Values(t)
	if vs == nil {
		return 0, false
	}
	n, ok := smt.ParseInt(vs[0])
	if !ok || !n.IsInt64() {
		return 0, false
	}
	return n.Int64(), true
}

// ParseFloat reads "(fp #b0 #b… #x…)", "(_ NaN 11 53)", "(_ +oo 11 53)" and zeros.
func ParseFloat(s string) (float64, bool) {
	f := strings.Fields(strings.Trim(s, "()"))
	if len(f) < 2 {
		return 0, false
	}
	if f[0] == "_" {
		v, ok := map[string]float64{"NaN": math.NaN(), "+oo": math.Inf(1), "-oo": math.Inf(-1), "+zero": 0, "-zero": math.Copysign(0, -1)}[f[1]]
		return v, ok
	}
	if f[0] != "fp" || len(f) != 4 {
		return 0, false
	}
	bits := ""
	for _, p := range f[1:] {
		switch {
		case strings.HasPrefix(p, "#b"):
			bits += p[2:]
		case strings.HasPrefix(p, "#x"):
			n, ok := new(big.Int).SetString(p[2:], 16)
			if !ok {
				return 0, false
			}
			// Leading zeros are bits, too.
			digits := n.Text(2)
			bits += strings.Repeat("0", max(4*len(p[2:])-len(digits), 0)) + digits
		default:
			return 0, false
		}
	}
	n, err := strconv.ParseUint(bits, 2, 64)
	switch {
	case err != nil:
		return 0, false
	case len(bits) == 32:
		return float64(math.Float32frombits(uint32(n))), true
	}
	return math.Float64frombits(n), len(bits) == 64
}
