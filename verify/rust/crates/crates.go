// Package crates asks a verifier of Rust about a file as a part of its crate: about all of
// the crate, as one text, and hands on what is said of the file, with the file's places.
//
// The package must not know how crates are compiled, nor how obligations are proved.
package crates

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"ensures/rust/cargo"
	"ensures/verify"
)

// Options say who answers.
type Options struct {
	verify.Backend                                   // for files that stand alone
	Crates         *cargo.Set                        // of the files
	Over           func(*cargo.Crate) verify.Backend // for the text of a crate
}

// Wrap returns a backend for files of crates and files that stand alone.
func Wrap(o Options) verify.Backend { return &backend{o} }

type backend struct{ Options }

// Verify implements verify.Backend.
func (b *backend) Verify(ctx context.Context, req verify.Request) (verify.Outcome, error) {
	c, flat, err := b.Crates.Of(ctx, req.File, req.Source)
	if err != nil {
		return verify.Outcome{}, err
	}
	if c == nil {
		return b.Backend.Verify(ctx, req)
	}
	// A limit on failures would count those of the crate's other files too.
	o := req.Options
	o.MaxWarnings = 0
	out, err := b.Over(c).Verify(ctx, verify.Request{File: req.File, Source: flat.Text, Options: o})
	if err != nil {
		return out, err
	}
	return own(flat, req, out), nil
}

// own is what an outcome says of the file that a crate's text is about. Functions of other
// files are what its proofs rest on elsewhere, with their verdicts.
func own(f *cargo.Flat, req verify.Request, out verify.Outcome) verify.Outcome {
	all := out
	out.Methods, out.Diagnostics = nil, nil
	mine := map[verify.MethodKey]bool{}
	// First which are the file's: what they rest on may stand before them or behind.
	for _, m := range all.Methods {
		if f.OwnLine(m.Line) {
			mine[m.Method] = true
		}
	}
	for _, m := range all.Methods {
		if f.OwnLine(m.Line) {
			out.Methods = append(out.Methods, placed(f, m, all, mine))
		}
	}

	for _, d := range all.Diagnostics {
		// One without a function is the whole text's and is kept.
		if !d.Method.IsZero() && !mine[d.Method] {
			continue
		}
		file, line, column := f.Place(d.Line, d.Column)
		// Another file's mistake is told at the top of this one, with its own place in the message.
		if !f.OwnLine(d.Line) {
			d.Message = fmt.Sprintf("%s:%d:%d: %s", filepath.Base(file), line, column, d.Message)
			line, column = 1, 1
		}
		d.Line, d.Column = line, column
		if d.AssociatedLine > 0 {
			own := f.OwnLine(d.AssociatedLine)
			file, line, column := f.Place(d.AssociatedLine, d.AssociatedColumn)
			d.AssociatedLine, d.AssociatedColumn = line, column
			if !own {
				d.Message += fmt.Sprintf(" (said at %s:%d:%d)", filepath.Base(file), line, column)
				d.AssociatedLine, d.AssociatedColumn = 0, 0
			}
		}
		out.Diagnostics = append(out.Diagnostics, d)
	}

	if len(out.Methods) == 0 && len(all.Methods) > 0 {
		message := "no function of this file has clauses or stands in a verus! block"
		if req.Options.Method != "" {
			message = fmt.Sprintf("no function %q in this file", req.Options.Method)
		}
		out.Verdict = verify.Malformed
		out.Diagnostics = append(out.Diagnostics, verify.Diagnostic{Kind: verify.NoMethod, Severity: verify.Error, Verdict: verify.Malformed, Line: 1, Column: 1, Message: message, Stage: "check"})
	}
	out.Settle()
	return out
}

// placed is what is said of a function, with the file's places.
func placed(f *cargo.Flat, m verify.MethodOutcome, all verify.Outcome, mine map[verify.MethodKey]bool) verify.MethodOutcome {
	place := func(line, column *int) {
		if *line > 0 {
			_, *line, *column = f.Place(*line, *column)
		}
	}
	place(&m.Line, &m.Column)

	// Copies: the crate's outcome, which a cache may hold, shares these slices.
	m.Obligations = slices.Clone(m.Obligations)
	for i := range m.Obligations {
		place(&m.Obligations[i].Line, &m.Obligations[i].Column)
	}
	m.Rests.Assumed = slices.Clone(m.Rests.Assumed)
	for i := range m.Rests.Assumed {
		place(&m.Rests.Assumed[i].Line, &m.Rests.Assumed[i].Column)
	}
	if m.Contradiction != nil {
		c := *m.Contradiction
		place(&c.Line, &c.Column)
		m.Contradiction = &c
	}
	if m.Witnesses != nil {
		w := *m.Witnesses
		w.Unreached = slices.Clone(w.Unreached)
		for i := range w.Unreached {
			place(&w.Unreached[i].Line, &w.Unreached[i].Column)
		}
		m.Witnesses = &w
	}

	var here []verify.MethodKey
	for _, k := range m.Rests.Methods {
		if mine[k] {
			here = append(here, k)
			continue
		}
		e := verify.Elsewhere{Method: k}
		if n := all.Find(k); n != nil {
			e.Verdict = n.Verdict
		}
		m.Rests.Elsewhere = append(m.Rests.Elsewhere, e)
	}
	m.Rests.Methods = here
	return m
}
