package native

import (
	"context"
	"fmt"
	"time"

	"ensures/verify"
	"ensures/verify/condition"
	"ensures/verify/smt"
)

// Confirmation is what became of the obligations that a backend proves when every
// solver is asked alone.
type Confirmation struct {
	Methods  int // that verify
	Proved   int // their obligations; those that are true as they stand don't count
	Both     int // proved by every solver alone
	One      int // proved by one solver alone, the others giving up
	Together int // proved by none of them in this time
	// Denied are the proofs that a solver denies: it has a model in which the
	// obligation fails.
	Denied []string
}

// Add sums confirmations up.
func (c *Confirmation) Add(d Confirmation) {
	c.Methods += d.Methods
	c.Proved += d.Proved
	c.Both += d.Both
	c.One += d.One
	c.Together += d.Together
	c.Denied = append(c.Denied, d.Denied...)
}

func (c Confirmation) String() string {
	return fmt.Sprintf("%d obligations of %d verified methods: %d proved by every solver alone, %d by one of them, %d by neither in the time given, %d denied",
		c.Proved, c.Methods, c.Both, c.One, c.Together, len(c.Denied))
}

// Confirm verifies a file and asks each solver by itself, limit long, about every
// obligation of the methods that come out verified.
func (b *Backend) Confirm(ctx context.Context, req verify.Request, limit time.Duration) (Confirmation, error) {
	var c Confirmation
	o := req.Options.WithDefaults()
	u, errs := b.load(req.File, req.Source, o)
	if len(errs) > 0 {
		return c, nil
	}
	u.turn.Lock()
	defer u.turn.Unlock()

	pools := make([]*smt.Pool, len(b.opts.Solvers))
	for i, s := range b.opts.Solvers {
		pools[i] = smt.NewPool(s.Start, s.Dialect, 1)
		defer pools[i].Close()
	}
	for _, m := range u.methods(o.Method) {
		x, un := u.generate(m)
		if un != nil {
			continue
		}
		x, p, err := b.prove(ctx, u, m, x, o)
		if err != nil {
			return c, missing(err)
		}
		if !p.Proved() {
			continue
		}
		c.Methods++
		answers := map[*condition.Obligation][]smt.Result{}
		for _, pool := range pools {
			if err := x.Alone(ctx, pool, limit, answers); err != nil {
				return c, missing(err)
			}
		}
		for _, r := range p.Results {
			if !r.Proved() || r.Obligation.Goal == smt.True {
				continue
			}
			c.Proved++
			proved, denied := 0, false
			for i, a := range answers[r.Obligation] {
				proved += map[smt.Result]int{smt.Unsat: 1}[a]
				if a == smt.Sat {
					denied = true
					claim := x.claims[r.Obligation.Claim]
					at := u.file.Position(claim.at)
					c.Denied = append(c.Denied, fmt.Sprintf("%s:%d: %s of %s, proved by the others: %s has a model against it",
						req.File, at.Line, claim.kind, verify.KeyOf(m).Short(), b.opts.Solvers[i].Dialect))
				}
			}
			switch {
			case denied:
			case proved == len(pools):
				c.Both++
			case proved > 0:
				c.One++
			default:
				c.Together++
			}
		}
	}
	return c, nil
}
