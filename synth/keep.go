package synth

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ensures/java"
	"ensures/jml"
	"ensures/verify"
)

// Kept is an annotated file without what a verifier did not prove.
type Kept struct {
	Text    string
	LeftOut []LeftOut
	Outcome verify.Outcome // of Text
}

// LeftOut is an added clause that was taken out again. Lines and tokens are those of
// the file as it was before clauses were added.
type LeftOut struct {
	Method int    `json:"-"`    // line on which the method begins; 0 outside of methods
	Line   int    `json:"line"` // of the method or loop it belonged to
	Clause string `json:"clause"`
	Why    string `json:"why"`
	// Refuted is set where a run violates the clause; without it the clause may well
	// be true.
	Refuted bool `json:"refuted,omitempty"`

	Kind jml.Kind `json:"-"` // 0: no clause
	// Token is the number of tokens of Java before what the clause belonged to; -1 where
	// it belonged to nothing.
	Token int `json:"-"`
	// Case is the head and the preconditions of the case that it stood in; nil where
	// that was the only one, and lightweight.
	Case []string `json:"-"`
}

// maxKeepRounds bounds how often clauses are taken out one by one; then, or when half of
// the time is over, the methods that still do not verify lose all of theirs.
const maxKeepRounds = 12

// KeepProved leaves out of annotated, which is original with JML comments added,
// what b does not prove: in what remains, every method with added clauses is
// verified, and every other one that was verified before still is. Clauses blamed
// for a failure go first; a method that fails and blames none, such as one whose
// code overflows, loses all that were added to it. Nothing of original is changed.
// An error is one of b, or that annotated is another program.
func KeepProved(ctx context.Context, b verify.Backend, name, original, annotated string, o verify.Options) (Kept, error) {
	k := keeper{b: b, name: name, original: original, o: o}
	out := Kept{Text: annotated}
	end, limited := ctx.Deadline()
	half := time.Now().Add(time.Until(end) / 2)
	for round := 0; ; round++ {
		a, err := readAdded(name, original, out.Text)
		if err != nil {
			return out, err
		}
		// What is assumed is taken out before anything is asked: it could prove everything.
		blamed := a.assumed()
		if len(blamed) == 0 {
			k.o.Brief = k.known(a)
			if out.Outcome, err = k.verify(ctx, out.Text); err != nil {
				return out, err
			}
			k.note(a, out.Outcome)
			if blamed, err = k.blamed(ctx, a, out.Outcome, round >= maxKeepRounds || limited && time.Now().After(half)); err != nil {
				return out, err
			}
		}
		// Nothing is to go: the outcome is of this very text.
		if len(blamed) == 0 {
			return out, nil
		}
		for u, why := range blamed {
			if u.clause != "" {
				out.LeftOut = append(out.LeftOut, a.leftOut(u, why))
			}
		}
		if out.Text, err = a.without(blamed); err != nil {
			return out, err
		}
		out.sort()
	}
}

// KeepNone leaves out of annotated, which is original with JML comments added, all that
// was added, for one reason. An error is that annotated is another program.
func KeepNone(name, original, annotated, why string) (Kept, error) {
	if annotated == original {
		return Kept{Text: original}, nil
	}
	a, err := readAdded(name, original, annotated)
	if err != nil {
		return Kept{Text: original}, err
	}
	out := Kept{Text: original}
	for _, p := range a.pieces {
		if p.clause != "" {
			out.LeftOut = append(out.LeftOut, a.leftOut(p, why))
		}
	}
	out.sort()
	return out, nil
}

// sort puts what was left out into the order of the file.
func (k *Kept) sort() {
	slices.SortStableFunc(k.LeftOut, func(x, y LeftOut) int {
		return cmp.Or(cmp.Compare(x.Line, y.Line), strings.Compare(x.Clause, y.Clause))
	})
}

// leftOut returns what is told of a piece that was taken out.
func (a *added) leftOut(p *piece, why string) LeftOut {
	out := LeftOut{Method: a.originalLine(p.method), Line: a.originalLine(p.owner), Clause: p.clause, Why: why, Refuted: p.refuted, Kind: p.kind, Token: a.token(p.owner)}
	if p.in != nil {
		out.Case = []string{}
		if head := p.in.Head(); head != "" {
			out.Case = append(out.Case, head)
		}
		for _, c := range p.in.Clauses {
			if c.Kind == jml.Requires {
				out.Case = append(out.Case, c.Lines()...)
			}
		}
	}
	return out
}

// keeper asks about versions of one file.
type keeper struct {
	b              verify.Backend
	name, original string
	o              verify.Options
	before         *verify.Outcome // of original; nil until asked
	// open are the methods that were asked about at length and not proved, by their lines in
	// the original.
	open map[int]unproved
}

// unproved is a method that a version of the file left open.
type unproved struct {
	method verify.MethodKey
	text   string // of what was added to it
}

// note keeps in mind which methods of a version are open.
func (k *keeper) note(a *added, out verify.Outcome) {
	k.open = map[int]unproved{}
	texts := a.texts()
	for _, m := range out.Methods {
		if d := a.named(m.Line); d != nil && m.Verdict == verify.Unknown {
			at := a.originalLine(d)
			k.open[at] = unproved{m.Method, texts[at]}
		}
	}
}

// known are the open methods of which a version says nothing that the one before did not say,
// as [verify.Options].Brief has them: patience has been spent on them.
func (k *keeper) known(a *added) string {
	var out []string
	texts := a.texts()
	for at, u := range k.open {
		if now := texts[at]; now == "" || now == u.text {
			out = append(out, u.method.String())
		}
	}
	slices.Sort(out)
	return strings.Join(out, ";")
}

// texts is what was added to each method, by its line in the original.
func (a *added) texts() map[int]string {
	out := map[int]string{}
	for _, p := range a.pieces {
		if p.method != nil {
			out[a.originalLine(p.method)] += p.clause + "\n"
		}
	}
	return out
}

// verify asks about a version. Where the time of all rounds is limited, one takes at most
// a part of what is left of it: what it doesn't come to loses its clauses, and the next
// round, which has less to prove, says what holds of the rest.
func (k *keeper) verify(ctx context.Context, text string) (verify.Outcome, error) {
	o := k.o
	if end, limited := ctx.Deadline(); limited {
		if part := time.Until(end) / 2; part > 0 && (o.Timeout == 0 || part < o.Timeout) {
			o.Timeout = part
		}
	}

	out, err := k.b.Verify(ctx, verify.Request{File: k.name, Source: text, Options: o})
	// An outcome that the deadline cut off would blame clauses for what was never looked at.
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return out, err
}

// blamed are the added pieces that have to go, with the reasons. whole takes all of
// a failing method at once.
func (k *keeper) blamed(ctx context.Context, a *added, out verify.Outcome, whole bool) (map[*piece]string, error) {
	gone := map[*piece]string{}
	a.vacuous(out.Warnings, gone)

	if out.Verdict == verify.Verified || len(a.pieces) == 0 || len(gone) > 0 {
		return gone, nil
	}
	if len(out.Methods) == 0 { // a mistake: there is nothing to be proved
		why := "the file is " + out.Verdict.String()
		for _, d := range out.Diagnostics {
			why = d.Message
			a.on(d, nil, gone)
		}
		if len(gone) == 0 {
			a.all(nil, why, gone)
		}
		return gone, nil
	}

	var rest, weak []verify.MethodOutcome
	for _, m := range out.Methods {
		if m.Verdict == verify.Verified {
			continue
		}
		if m.Verdict.Holds() { // what it leans on may be mended when others lose clauses
			weak = append(weak, m)
			continue
		}
		d := a.named(m.Line)
		// Nothing was added to it: it counts only if it was verified before.
		if d == nil || !a.specified(d) {
			rest = append(rest, m)
			continue
		}
		n, why := len(gone), "the method is "+m.Verdict.String()
		for _, di := range a.within(out.Diagnostics, d) {
			why = "the method is not proved: " + reason(di)
			if l := a.originalOf(di.Line); l > 0 {
				why += fmt.Sprintf(", line %d", l)
			}
			if !whole {
				a.on(di, d, gone)
			}
		}
		// No clause is to blame, as where the code overflows: all that was added goes.
		if len(gone) == n {
			a.all(d, why, gone)
		}
	}
	if len(gone) > 0 {
		return gone, nil
	}

	for _, m := range weak {
		d := a.named(m.Line)
		if d == nil || !a.specified(d) {
			rest = append(rest, m)
			continue
		}
		why := "the method is " + m.Verdict.Phrase()
		if cs := out.Conditions(m); len(cs) > 0 {
			why += ": " + cs[0].String()
		}
		a.all(d, why, gone)
	}
	if len(gone) > 0 || len(rest) == 0 {
		return gone, nil
	}

	// Before an unannotated method is called lost, those asked about briefly get the patience that
	// the original gets.
	brief := strings.Split(k.o.Brief, ";")
	k.o.Brief = ""
	rest, err := k.lost(ctx, rest)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(rest, func(m verify.MethodOutcome) bool { return slices.Contains(brief, m.Method.String()) }) {
		if out, err = k.verify(ctx, a.file.Src); err != nil { // with patience for all
			return nil, err
		}
		return k.blamed(ctx, a, out, whole)
	}
	a.regressed(out, rest, gone)
	return gone, nil
}

// lost keeps of the methods that are not verified those that were before.
func (k *keeper) lost(ctx context.Context, rest []verify.MethodOutcome) ([]verify.MethodOutcome, error) {
	// Asked once, and only where somebody has to know.
	if k.before == nil {
		b, err := k.verify(ctx, k.original)
		if err != nil {
			return nil, err
		}
		k.before = &b
	}
	return slices.DeleteFunc(rest, func(m verify.MethodOutcome) bool {
		b := k.before.Find(m.Method)
		return b == nil || b.Verdict != verify.Verified
	}), nil
}

// regressed blames added clauses for methods without any that were verified before.
func (a *added) regressed(out verify.Outcome, rest []verify.MethodOutcome, gone map[*piece]string) {
	for _, m := range rest {
		why := "with it " + m.Method.Short() + " is not proved any more"
		n := len(gone)
		d := a.named(m.Line)
		reached := false // where the clock came before it, nothing speaks against what it does not call
		for _, di := range a.within(out.Diagnostics, d) {
			reached = reached || di.Kind != verify.Timeout
			for _, p := range a.pieces {
				if p.holds(di.AssociatedLine, di.AssociatedColumn) {
					gone[p] = why
				}
			}
		}
		if len(gone) == n && d != nil { // of what it calls
			words := map[string]bool{}
			for _, t := range java.Tokens(a.file.Src[d.Pos().Offset():d.End().Offset()]) {
				words[t.Text] = true
			}
			for _, p := range a.pieces {
				if p.method != nil && words[p.method.Name.Name] {
					gone[p] = why
				}
			}
		}
		if len(gone) == n && reached {
			a.all(nil, why, gone)
		}
	}
}

// vacuous blames added preconditions that no call meets: they prove anything.
func (a *added) vacuous(warnings []verify.Diagnostic, gone map[*piece]string) {
	for _, w := range warnings {
		if w.Kind != verify.VacuousPrecondition {
			continue
		}
		for _, p := range a.pieces {
			if p.kind == jml.Requires && p.method != nil && p.method == a.named(w.Line) {
				gone[p] = "no call meets the preconditions together"
			}
		}
	}
}

// reason says in a few words why something is not proved.
func reason(d verify.Diagnostic) string {
	s := d.Kind.Title()
	if c := d.Counterexample; c != nil {
		s += " (for " + c.Inputs + ": " + c.Actual + ")"
	}
	return s
}

// on blames the pieces at a diagnostic's places: of method d, where it is not nil.
// A precondition that fails blames itself only where it has no meaning.
func (a *added) on(di verify.Diagnostic, d *java.MethodDecl, gone map[*piece]string) {
	if di.Severity != verify.Error {
		return
	}
	for _, p := range a.pieces {
		// A piece outside of methods, as of a field, may be to blame for any of them.
		if d != nil && p.method != d && p.method != nil {
			continue
		}
		here := p.holds(di.Line, di.Column)
		if here || p.kind != jml.Requires && p.holds(di.AssociatedLine, di.AssociatedColumn) {
			gone[p] = reason(di)
			p.refuted = p.refuted || di.Verdict == verify.Refuted
		}
	}
}

// all blames every piece of a method, of the file where d is nil.
func (a *added) all(d *java.MethodDecl, why string, gone map[*piece]string) {
	for _, p := range a.pieces {
		if d == nil || p.method == d {
			gone[p] = why
		}
	}
}

// within are the failures in a method, its added and other comments included.
func (a *added) within(list []verify.Diagnostic, d *java.MethodDecl) (out []verify.Diagnostic) {
	if d == nil {
		return nil
	}
	from, to := a.file.Position(d.Pos()).Line, a.file.Position(d.End()).Line
	if s := a.spec.Method(d); s != nil {
		for _, c := range s.Comments {
			from = min(from, a.file.Position(c.From).Line)
		}
	}
	for _, x := range list {
		if x.Severity == verify.Error && from <= x.Line && x.Line <= to {
			out = append(out, x)
		}
	}
	return out
}
