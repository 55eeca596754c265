package speceval

import (
	"strconv"
	"strings"

	"ensures/java"
	"ensures/jml"
	"ensures/value"
)

// Result is what an answer to an instance is worth.
type Result struct {
	ID     string `json:"id"`
	Answer string `json:"answer"` // the reply as it came
	// Format says that the reply has the form that was asked for. One that has not is
	// wrong.
	Format bool `json:"format"`
	// Correct: of judgement and selection, the key; of infilling, the clause holds on all
	// inputs; of generation, all clauses do.
	Correct bool `json:"correct"`
	// Exact: the clause of an infilling is the masked one, as a tree.
	Exact bool `json:"exact,omitempty"`
	// Of generation: clauses that hold, clauses, clauses of the ground truth that have an
	// equivalent one at their place, clauses of the ground truth.
	Holding int `json:"holding,omitempty"`
	Clauses int `json:"clauses,omitempty"`
	Covered int `json:"covered,omitempty"`
	Truth   int `json:"truth,omitempty"`
	// Vacuous are clauses among the holding ones that no run came to.
	Vacuous int `json:"vacuous,omitempty"`
	// By a verifier, where one was asked. Equivalent is its verdict on the completed and
	// the masked clause. Equal and Undecided are clauses of the ground truth that have an
	// equivalent one, and those for which that is not known.
	Equivalent string `json:"equivalent,omitempty"`
	Equal      int    `json:"equal,omitempty"`
	Undecided  int    `json:"undecided,omitempty"`
	// Proved are the generated clauses that are proved, without leaning on one that is not;
	// Provable those that say something to prove, which preconditions don't.
	Proved   int `json:"proved,omitempty"`
	Provable int `json:"provable,omitempty"`
}

// Precision is the part of the generated clauses that hold; 0 of none.
func (r Result) Precision() float64 { return part(r.Holding, r.Clauses) }

// Recall is the part of the ground truth that is covered.
func (r Result) Recall() float64 { return part(r.Covered, r.Truth) }

func part(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

// answerWord begins the line of a reply that counts.
const answerWord = "answer:"

// Line is the text behind "Answer:" on the last line of a reply that has it; "" where
// none does.
func Line(reply string) string {
	out := ""
	// The last line counts: models think aloud, and begin with what they then take back. Marks of
	// Markdown around it are no part of the answer.
	for _, l := range strings.Split(reply, "\n") {
		l = strings.Trim(strings.TrimSpace(l), "*`")
		if len(l) >= len(answerWord) && strings.EqualFold(l[:len(answerWord)], answerWord) {
			out = strings.Trim(strings.TrimSpace(l[len(answerWord):]), "*` ")
		}
	}
	return out
}

// Score scores a reply to an instance of the program.
func (p *Program) Score(in *Instance, reply string) (Result, error) {
	r := Result{ID: in.ID, Answer: reply}
	switch in.Kind {
	case Judgement:
		a := strings.ToLower(Line(reply))
		r.Format = a == Correct || a == Incorrect
		r.Correct = r.Format && a == in.Key
	case Selection:
		a, err := strconv.Atoi(Line(reply))
		r.Format = err == nil && 1 <= a && a <= len(in.Clauses)
		r.Correct = r.Format && strconv.Itoa(a) == in.Key
	case Infilling:
		return p.infilling(in, r)
	case Generation:
		return p.generation(in, r)
	}
	return r, nil
}

// infilling: the reply is the whole clause. Outside of the gap it has to be the one that
// was given.
func (p *Program) infilling(in *Instance, r Result) (Result, error) {
	c, err := read(p.runtime, in.Annotated)
	if err != nil {
		return r, err
	}
	before, after, _ := strings.Cut(squeezed(in.Clauses[0]), Gap)
	filled := Line(r.Answer)
	tight := squeezed(filled)
	// Without white space on both sides: where it stands is the model's choice. The gap must be
	// filled by something.
	if len(tight) <= len(before)+len(after) || !strings.HasPrefix(tight, before) || !strings.HasSuffix(tight, after) {
		return r, nil
	}
	// The filled clause stands behind the right one, at its place, and both are judged on the
	// same runs.
	of, err := read(p.runtime, c.put(in.At, []string{clauseText(c.clauses[in.At].Keyword, c.text(in.At)), filled}))
	// A text that is no clause, or more than one, is none that was asked for.
	if err != nil || len(of.clauses) != len(c.clauses)+1 || of.clauses[in.At+1].Kind != c.clauses[in.At].Kind {
		return r, nil
	}
	r.Format = true
	r.Correct, _ = holds(p.runs(of), of, in.At+1)
	r.Exact = jml.EqualClause(of.clauses[in.At].Clause, of.clauses[in.At+1].Clause)
	return r, nil
}

// squeezed is a text without white space.
func squeezed(s string) string { return strings.Join(strings.Fields(s), "") }

// holds reports whether a clause has no run that violates it or on which it has no value,
// and whether any run came to it. Preconditions are asked of recorded inputs.
func holds(rows []row, c *code, k int) (ok, reached bool) {
	for _, r := range rows {
		// Generated inputs may lie outside of what is meant to be allowed.
		if c.clauses[k].Kind == jml.Requires && !r.recorded {
			continue
		}
		switch r.truths[k] {
		case value.False, value.Unknown:
			return false, true
		case value.True:
			reached = true
		}
	}
	return true, reached
}

// generation: the reply is the program with a specification, its code as it was.
func (p *Program) generation(in *Instance, r Result) (Result, error) {
	truth, err := read(p.runtime, in.Annotated)
	if err != nil {
		return r, err
	}
	r.Truth = len(truth.clauses)
	src := javaOf(r.Answer)
	c, err := read(p.runtime, src)

	// An assume statement makes every clause behind it true.
	if err != nil || !sameCode(src, in.Code) || len(c.chk.Spec.UsesAssume()) > 0 {
		return r, nil
	}

	r.Format, r.Clauses = true, len(c.clauses)
	rows := p.runs(c)
	for k := range c.clauses {
		ok, reached := holds(rows, c, k)
		if ok {
			r.Holding++
		}
		if ok && !reached {
			r.Vacuous++
		}
	}

	r.Correct = r.Clauses > 0 && r.Holding == r.Clauses
	for k := range truth.clauses {
		if p.covered(truth, k, c) {
			r.Covered++
		}
	}
	return r, nil
}

// covered reports whether some clause B of c, at the place of clause A of the ground
// truth, makes A <==> B hold on every run within the ground truth's precondition; of
// measures, A == B. Several clauses together cover none.
//
// Where A and B hold on all runs they are equal on all runs: by this rule, which is the
// paper's, a trivial clause covers any that holds.
func (p *Program) covered(truth *code, k int, c *code) bool {
	at, a := truth.place(k), truth.text(k)
	for i := range c.clauses {
		o := c.place(i)
		if o.Kind != at.Kind || o.Method != at.Method || o.Loop != at.Loop {
			continue
		}
		if jml.EqualClause(truth.clauses[k].Clause, c.clauses[i].Clause) {
			return true
		}
		// Measures are numbers: equality in place of equivalence, in the form of an invariant,
		// which is evaluated where a measure is.
		word, op := truth.clauses[k].Keyword, "<==>"
		if truth.clauses[k].Kind == jml.Decreases {
			word, op = "maintaining", "=="
		}
		both := clauseText(word, "("+a+") "+op+" ("+c.text(i)+")")
		of, err := read(p.runtime, truth.put(k, []string{clauseText(truth.clauses[k].Keyword, a), both}))
		if err != nil || len(of.clauses) != len(truth.clauses)+1 {
			continue
		}
		// An equivalence that no run came to covers nothing.
		if ok, reached := holds(p.runs(of), of, k+1); ok && reached {
			return true
		}
	}
	return false
}

// javaOf is the program in a reply: the last fenced block, or all of it.
func javaOf(reply string) string {
	parts := strings.Split(reply, "```")
	if len(parts) < 3 {
		return reply
	}
	// Every second part is inside of a block; one that isn't closed is left out.
	block := parts[(len(parts)-1)/2*2-1]
	// The word behind the opening fence names the language. A line with braces or semicolons is
	// code already.
	if first, rest, ok := strings.Cut(block, "\n"); ok && !strings.ContainsAny(first, "{}; ") {
		return rest
	}
	return block
}

// sameCode reports whether two sources are the same program but for comments.
func sameCode(a, b string) bool {
	f, errs := java.Parse("", a)
	g, more := java.Parse("", b)
	if len(errs)+len(more) > 0 || len(f.Types) != len(g.Types) {
		return false
	}
	for i := range f.Types {
		if !java.Equal(f.Types[i], g.Types[i]) {
			return false
		}
	}
	return true
}
