package baseline

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ensures/candidate"
	"ensures/harness"
	"ensures/jml"
	"ensures/jml/eval"
	"ensures/propose"
)

// Daikon reports what held at entry and exit in all runs of a method's tests, by
// Daikon's default families: constants, small sets, bounds, not null, order,
// equality and linear relations of two variables, remainders, sortedness and
// bounds of elements. Source: Ernst et al., The Daikon system for dynamic
// detection of likely invariants, Science of Computer Programming 69 (2007),
// section 3. Nothing is pruned by a verifier: what it finds is verified as a whole.
func Daikon() func(context.Context, *propose.Draft) error {
	return func(ctx context.Context, d *propose.Draft) error {
		pre, post := families(of(d.Prep))
		// A precondition is measured as a statement about the state before the call.
		var all []*candidate.Clause
		before := map[*candidate.Clause]*candidate.Clause{}
		for _, p := range pre {
			c := candidate.New(jml.Ensures, "\\old("+p+")")
			before[c] = candidate.New(jml.Requires, p)
			all = append(all, c)
		}
		all = append(all, candidate.All(jml.Ensures, post)...)

		account := d.Account()
		account.Tried = len(all)
		all, err := holding(ctx, d, all, before)
		if err != nil {
			return err
		}
		account.Held = len(all)

		var requires, ensures []*candidate.Clause
		for _, c := range all {
			if r := before[c]; r != nil {
				requires = append(requires, r)
			} else {
				ensures = append(ensures, c)
			}
		}
		d.Spec = candidate.Light(append(requires, ensures...), len(d.Loops()))
		return nil
	}
}

// families are the candidates.
func families(v vocabulary) (pre, post []string) {
	pre, post = templates(v)
	add := func(text string, result bool) {
		post = append(post, text)
		if !result {
			pre = append(pre, text)
		}
	}
	for i, x := range v.numbers {
		for _, m := range []int{2, 3, 4, 5} {
			add(fmt.Sprintf("%s %% %d == 0", x.text, m), x.result)
		}
		for j, y := range v.numbers {
			if i == j {
				continue
			}
			for _, k := range []string{"+ 1", "- 1", "* 2"} {
				add(x.text+" == "+y.text+" "+k, x.result || y.result)
			}
			add(x.text+" == -"+y.text, x.result || y.result)
			for _, z := range v.numbers[j+1:] {
				// Three variables only where one is the result: relations of inputs alone are too many.
				if z != x && (x.result || y.result || z.result) {
					add(x.text+" == "+y.text+" + "+z.text, true)
					add(x.text+" == "+y.text+" - "+z.text, true)
				}
			}
		}
	}
	for _, a := range v.arrays {
		for _, op := range []string{"<=", "<", ">=", "==", "!="} {
			add("(\\forall int i_; 0 <= i_ && i_ < "+a.text+".length - 1; "+a.text+"[i_] "+op+" "+a.text+"[i_ + 1])", a.result)
		}
		for _, op := range []string{"<=", "<", ">", "!="} {
			add("(\\forall int i_; 0 <= i_ && i_ < "+a.text+".length; "+a.text+"[i_] "+op+" 0)", a.result)
		}
		for _, x := range v.numbers {
			// Elements are seldom related to lengths, and Daikon doesn't compare them.
			if !strings.Contains(x.text, ".length") {
				add("(\\exists int i_; 0 <= i_ && i_ < "+a.text+".length; "+a.text+"[i_] == "+x.text+")", a.result || x.result)
				add("(\\forall int i_; 0 <= i_ && i_ < "+a.text+".length; "+a.text+"[i_] <= "+x.text+")", a.result || x.result)
				add("(\\forall int i_; 0 <= i_ && i_ < "+a.text+".length; "+a.text+"[i_] >= "+x.text+")", a.result || x.result)
			}
		}
	}
	return pre, post
}

// batch is how many candidates are measured together: a run blames one at a time.
const batch = 24

// holding returns the postconditions that no run of the tests violates, or leaves
// without a value; the others are filed, under the name that as gives them.
func holding(ctx context.Context, d *propose.Draft, all []*candidate.Clause, as map[*candidate.Clause]*candidate.Clause) ([]*candidate.Clause, error) {
	var out []*candidate.Clause
	for part := range slices.Chunk(all, batch) {
		part = slices.Clone(part)
		// What one run blames goes, and the others are measured again, until nothing goes any more.
		for len(part) > 0 {
			text, err := d.Code(candidate.Light(part, len(d.Loops())))
			if err != nil {
				return nil, err
			}
			rep := d.Measure(ctx, text.Code, harness.Options{Pairs: 200, Mutants: 1, Traces: -1})
			if err := ctx.Err(); err != nil {
				return nil, err
			}

			bad := map[*candidate.Clause]propose.Finding{}
			file := func(line int, f propose.Finding) {
				if c, ok := text.At(line); ok {
					bad[c.Clause] = f
				}
			}
			if rep.Status != harness.OK {
				for _, g := range rep.Diagnostics {
					file(g.Line, propose.Finding{Fate: propose.Senseless, Why: g.Message})
				}
			}
			for _, v := range rep.Pairs {
				if v.Post != eval.True && v.Clause != nil {
					file(v.Clause.At.Line, propose.Finding{Fate: propose.Refuted, Why: rep.Input(v.Pair)})
				}
			}

			n := len(part)
			part = slices.DeleteFunc(part, func(c *candidate.Clause) bool {
				f, ok := bad[c]
				if f.Clause = c.String(); as[c] != nil {
					f.Clause = as[c].String()
				}
				if ok {
					d.Account().Note(f)
				}
				return ok
			})
			if len(part) == n {
				break
			}
		}
		out = append(out, part...)
	}
	return out, nil
}
