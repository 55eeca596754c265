package speceval

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"ensures/bench"
	"ensures/java"
	"ensures/jml"
	"ensures/value"
)

// Kind is a task of the evaluation.
type Kind string

// The tasks.
const (
	Judgement  Kind = "judgement"
	Selection  Kind = "selection"
	Infilling  Kind = "infilling"
	Generation Kind = "generation"
)

// Kinds are the tasks in the order of the paper.
var Kinds = []Kind{Judgement, Selection, Infilling, Generation}

// Place is where a clause stands: the methods and loops of a program count in the order
// of the source, methods without constructors and main.
type Place struct {
	Kind   string `json:"kind"` // of clause
	Method int    `json:"method"`
	Case   int    `json:"case"`
	Loop   int    `json:"loop"` // -1 of a method's clause
}

// The bases on which a clause can be called right.
const (
	ByVerifier = "verified" // the program was proved, and every run agrees
	ByRuns     = "runs"     // every run of the program agrees
)

// Instance is one question with its key.
type Instance struct {
	ID      string  `json:"id"` // program/kind/version
	Program string  `json:"program"`
	Kind    Kind    `json:"kind"`
	Version Version `json:"version"`
	Applied bool    `json:"applied"` // the version differs from the original
	// Code is what a model is shown: no specification but the precondition that the
	// clause may lean on, and the mark where the clause stands.
	Code string `json:"code"`
	// Annotated is the program with its specification, for the scoring.
	Annotated string `json:"annotated"`
	// Clauses are the candidates of judgement and selection, the clause with its gap of
	// infilling; nothing of generation.
	Clauses []string `json:"clauses"`
	// Key is the right answer: correct or incorrect, the number of the option from 1,
	// the clause without the gap, or for generation nothing: the key is Annotated.
	Key   string `json:"key"`
	Place *Place `json:"place,omitempty"`
	At    int    `json:"at"` // the clause's number among those of Annotated; -1 of generation
	Basis string `json:"basis"`
	Held  bool   `json:"held_out"` // of the half that nothing is tuned on
	Seed  uint64 `json:"seed"`
}

// Mark stands in the code where the clause of an instance belongs.
const Mark = "<CLAUSE>"

// seedOf gives each task of each program a seed of its own, the same for all versions.
func seedOf(seed uint64, program string, k Kind) uint64 {
	h := sha256.Sum256(fmt.Appendf(nil, "%d %s %s", seed, program, k))
	return binary.LittleEndian.Uint64(h[:]) >> 11 // exact in JSON readers that know doubles only
}

// Left counts why programs have no instance of a task, and clauses no part in it.
type Left map[string]int

// attempts is how many mutations of a clause are tried before another clause is taken.
const attempts = 20

// weakShare is one in how many of the clauses that say only "not null" is kept.
const weakShare = 4

// Build makes the instances of one program in all versions. A program with assume
// statements has none: what it proves is not known to be so.
func (p *Program) Build(seed uint64, left Left) ([]*Instance, error) {
	c, err := read(p.runtime, p.Source)
	if err != nil {
		return nil, err
	}
	if len(c.chk.Spec.UsesAssume()) > 0 {
		left["program with assume"]++
		return nil, nil
	}
	if len(c.clauses) == 0 {
		left["program without clauses"]++
		return nil, nil
	}
	b := &building{p: p, c: c, rows: p.runs(c), left: left}

	// Only clauses that the runs confirm can be the right answer of a question.
	for k := range c.clauses {
		if basis := b.right(b.rows, b.c, k); basis != "" {
			b.sound = append(b.sound, k)
		} else {
			left["clause that runs do not confirm"]++
		}
	}

	var out []*Instance
	for _, kind := range Kinds {
		// Drawn once for all versions: they ask about the same clause with the same options.
		d := b.draw(kind, seedOf(seed, p.ID, kind))
		if d == nil {
			left["program without "+string(kind)]++
			continue
		}
		list, err := b.versions(d)
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", p.ID, kind, err)
		}
		out = append(out, list...)
	}
	return out, nil
}

// building is the making of one program's instances.
type building struct {
	p     *Program
	c     *code
	rows  []row
	sound []int // the clauses that are right
	left  Left
}

// right is the basis on which a clause of a program is called right; "" where it is not: a
// run violates it or gives it no value, or no run within the precondition came to it. A
// proof doesn't make up for a run, for answers are scored by runs.
func (b *building) right(rows []row, c *code, k int) string {
	if ok, reached := holds(rows, c, k); !ok || !reached {
		return ""
	}
	if b.p.Verified {
		return ByVerifier
	}
	return ByRuns
}

// refuted reports whether a run shows that clause k+i is wrong where clause k is right.
// All of them stand at one place.
func refuted(rows []row, k, i int, pre bool) bool {
	for _, recorded := range []bool{true, false} {
		for _, r := range rows {
			// A precondition is refuted by recorded inputs only, which it has to admit; a
			// generated one may lie outside of what is meant.
			if r.recorded == recorded && (!pre || recorded) && r.truths[k] == value.True && r.truths[k+i] == value.False {
				return true
			}
		}
	}
	return false
}

// drawn is an instance before its version is chosen: the clauses at one place, the right
// one first.
type drawn struct {
	kind  Kind
	seed  uint64
	at    int
	exprs []string // the right clause, then wrong ones, then perhaps a trivial one
	weak  bool     // the last one is trivial
	order []int    // of exprs as the model sees them
	mask  int      // which of the places
	basis string
}

// draw chooses the clause of a task, its mutations, and the order of the options.
func (b *building) draw(kind Kind, seed uint64) *drawn {
	rng := rand.New(rand.NewPCG(seed, 1))
	d := &drawn{kind: kind, seed: seed, at: -1}
	if kind == Generation {
		if len(b.sound) < len(b.c.clauses) {
			return nil // the ground truth is not all right
		}
		d.basis = ByRuns
		if b.p.Verified {
			d.basis = ByVerifier
		}
		return d
	}

	for _, i := range rng.Perm(len(b.sound)) {
		k := b.sound[i]
		// Non-null is JML's default, so that such a clause can be called right without reading
		// the code.
		if b.c.weak(k) && (kind != Judgement || rng.IntN(weakShare) != 0) {
			b.left["clause that says only not null, "+string(kind)]++
			continue
		}
		d.at, d.exprs, d.basis = k, []string{b.c.text(k)}, b.right(b.rows, b.c, k)
		if kind == Infilling {
			masks := b.c.masks(k)
			if len(masks) == 0 {
				continue
			}
			d.mask = rng.IntN(len(masks))
			return d
		}

		wrong := b.wrong(k, rng)
		trivial := b.c.trivial(k)
		switch {
		case kind == Judgement && len(wrong) > 0:
			d.exprs = append(d.exprs, wrong[0])
			d.order = []int{rng.IntN(2)}
			return d
		case kind == Selection && len(wrong) >= 2 && trivial != "" && trivial != d.exprs[0] && (len(wrong) == 2 || rng.IntN(2) == 0):
			// Where there are wrong ones for all options, half of the questions have a trivial
			// one nevertheless.
			d.exprs, d.weak = append(d.exprs, wrong[0], wrong[1], trivial), true
		case kind == Selection && len(wrong) >= 3:
			d.exprs = append(d.exprs, wrong[:3]...)
		default:
			b.left["clause without enough refuted mutants, "+string(kind)]++
			continue
		}
		d.order = rng.Perm(4)
		return d
	}
	return nil
}

// wrong makes mutants of a clause that a run refutes, all different.
func (b *building) wrong(k int, rng *rand.Rand) []string {
	tries := []string{b.c.text(k)}
	for range attempts {
		m := b.c.mutant(k, rng)
		if m == "" || slices.Contains(tries, m) {
			continue
		}
		// A mutant that does not type-check is no option. Each is read by itself, since one
		// mistake would spoil the whole program.
		if _, err := read(b.p.runtime, b.c.with(k, []string{m})); err == nil {
			tries = append(tries, m)
		}
	}
	// All at once at the place of the clause: one set of runs judges them on the same states as
	// the right one.
	c, err := read(b.p.runtime, b.c.with(k, tries))
	if err != nil || len(c.clauses) != len(b.c.clauses)+len(tries)-1 {
		return nil
	}
	rows := b.p.runs(c)
	var out []string
	for i := 1; i < len(tries); i++ {
		if refuted(rows, k, i, c.clauses[k].Kind == jml.Requires) {
			out = append(out, tries[i])
		}
	}
	return out
}

// versions makes the instance of every version. The clauses are perturbed at their place
// in the program, together with it, and the key is confirmed there by running again.
func (b *building) versions(d *drawn) ([]*Instance, error) {
	var out []*Instance
	for _, v := range Versions {
		in, err := b.version(d, v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v, err)
		}
		out = append(out, in)
	}
	return out, nil
}

func (b *building) version(d *drawn, v Version) (*Instance, error) {
	in := &Instance{ID: b.p.ID + "/" + string(d.kind) + "/" + string(v), Program: b.p.ID, Kind: d.kind, Version: v,
		Clauses: []string{}, At: d.at, Basis: d.basis, Held: bench.HeldOut(b.p.ID), Seed: d.seed}
	plain, applied, err := perturb(b.p.runtime, b.p.Source, v, d.seed)
	if err != nil {
		return nil, err
	}
	in.Applied = applied && v != Original
	in.Annotated = plain
	c, err := read(b.p.runtime, plain)
	if err != nil {
		return nil, err
	}
	rows := b.p.runs(c)

	// The perturbation is not believed to keep the meaning: all runs must have the same ends and
	// truths.
	if v != Original {
		if err := same(b.rows, rows); err != nil {
			return nil, err
		}
	}
	if d.kind == Generation {
		in.Code, err = bare(c, -1)
		return in, err
	}

	place := c.place(d.at)
	in.Place = &place
	if in.Code, err = bare(c, d.at); err != nil {
		return nil, err
	}
	word := c.clauses[d.at].Keyword
	if d.kind == Infilling {
		in.Key = clauseText(word, c.text(d.at))
		masks := c.masks(d.at)
		in.Clauses = []string{clauseText(word, c.apply(d.at, masks[d.mask:d.mask+1], func(splice) string { return Gap }))}
		return in, nil
	}
	return in, b.options(d, in, word)
}

func clauseText(word, expr string) string { return word + " " + expr + ";" }

// options perturbs the clauses along with the program and confirms the key: exactly the
// first is right and says something, the rest are refuted or trivial.
func (b *building) options(d *drawn, in *Instance, word string) error {
	// All options in one program, so that the perturbation, which is chosen by code and seed
	// alone, is that of the code that is shown.
	src, _, err := perturb(b.p.runtime, b.c.with(d.at, d.exprs), in.Version, d.seed)
	if err != nil {
		return err
	}
	c, err := read(b.p.runtime, src)
	if err != nil {
		return err
	}
	rows := b.p.runs(c)
	pre := c.clauses[d.at].Kind == jml.Requires
	if b.right(rows, c, d.at) == "" {
		return fmt.Errorf("%q is right in the original alone", c.text(d.at))
	}
	for i := 1; i < len(d.exprs); i++ {
		trivial := d.weak && i == len(d.exprs)-1
		if trivial == refuted(rows, d.at, i, pre) {
			return fmt.Errorf("%q is refuted: %t", c.text(d.at+i), !trivial)
		}
	}

	for _, i := range d.order {
		in.Clauses = append(in.Clauses, clauseText(word, c.text(d.at+i)))
	}
	in.Key = fmt.Sprint(slices.Index(d.order, 0) + 1)
	if d.kind == Judgement {
		in.Key = Incorrect
		if d.order[0] == 0 {
			in.Key = Correct
		}
	}
	return nil
}

// The answers of a judgement.
const (
	Correct   = "correct"
	Incorrect = "incorrect"
)

// same says where two programs behave differently on the same inputs.
func same(a, b []row) error {
	if len(a) != len(b) {
		return fmt.Errorf("%d runs instead of %d", len(b), len(a))
	}
	for i := range a {
		if a[i].end != b[i].end || a[i].method != b[i].method || a[i].input != b[i].input {
			return fmt.Errorf("input %d of method %d: %s instead of %s", b[i].input, b[i].method, b[i].end, a[i].end)
		}
		if !slices.Equal(a[i].truths, b[i].truths) {
			return fmt.Errorf("input %d of method %d (%s): the clauses are %v instead of %v", b[i].input, b[i].method, b[i].end, b[i].truths, a[i].truths)
		}
	}
	return nil
}

// bare is a program without its specification, but with a mark at the place of clause k
// and the precondition that it may lean on; k is -1 for no mark.
func bare(c *code, k int) (string, error) {
	src, err := jml.Strip(c.file).Apply()
	if err != nil || k < 0 {
		return src, err
	}
	f, errs := java.Parse("", src)
	if len(errs) > 0 {
		return "", errs
	}
	cl, p := c.clauses[k], c.place(k)
	e := java.NewEdits(f)

	// Stripping keeps the Java code, so that methods and loops have the numbers that they had.
	methods, loops := outline(f)
	var lines []string
	for _, o := range c.clauses {
		// Several cases have preconditions of their own: a loop may lean on none of them.
		lean := o.Kind == jml.Requires && o.method == cl.within && o.Clause != cl.Clause
		if lean && (o.ofCase == cl.ofCase && cl.loop == nil || cl.loop != nil && len(c.chk.Spec.Methods[o.method.Decl].Cases) == 1) {
			lines = append(lines, "//@ "+clauseText(o.Keyword, oneLine(c.file.Text(o.Expr))))
		}
	}
	if cl.loop == nil {
		lines = append(lines, "//@ "+Mark)
	} else {
		e.InsertLines(loops[p.Loop], "//@ "+Mark)
	}
	if len(lines) > 0 {
		e.InsertLines(methods[p.Method], lines...)
	}
	return e.Apply()
}

// outline lists the methods and loops of a file as read does.
func outline(f *java.File) (methods []*java.MethodDecl, loops []java.Stmt) {
	for _, t := range f.Types {
		java.Walk(t, func(n java.Node) bool {
			switch n := n.(type) {
			case *java.MethodDecl:
				if n.Body != nil && !n.IsConstructor && n.Name.Name != "main" {
					methods = append(methods, n)
				}
				return n.Body != nil && !n.IsConstructor && n.Name.Name != "main"
			case *java.While, *java.DoWhile, *java.For, *java.ForEach:
				loops = append(loops, n.(java.Stmt))
			}
			return true
		})
	}
	return methods, loops
}

// String is the count of what was left out, one reason a line.
func (l Left) String() string {
	var lines []string
	for why, n := range l {
		lines = append(lines, fmt.Sprintf("%s: %d", why, n))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
