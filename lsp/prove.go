package lsp

import (
	"context"
	"errors"
	"fmt"

	"ensures/feedback"
	"ensures/verify"
)

// job does something in the background that the editor shows as in progress and that
// the user can cancel. report says how far it is, in hundredths.
func (s *server) job(ctx context.Context, title string, do func(ctx context.Context, report func(message string, percent int))) {
	ctx, end := context.WithCancel(ctx)
	s.mu.Lock()
	s.tokens++
	token := fmt.Sprintf("ensures-%d", s.tokens)
	s.running[token] = end
	s.mu.Unlock()

	shown := s.client.Capabilities.Window.WorkDoneProgress
	tell := func(p progress) {
		if shown {
			s.notify("$/progress", progressParams{token, p})
		}
	}

	s.jobs.Go(func() {
		defer func() {
			end()
			s.mu.Lock()
			delete(s.running, token)
			s.mu.Unlock()
		}()
		// In the background, since the answer comes over the connection that the handler reads.
		if shown && s.conn.Call(ctx, "window/workDoneProgress/create", map[string]any{"token": token}, nil) != nil {
			shown = false // the editor doesn't want to see it
		}
		tell(progress{Kind: "begin", Title: title, Cancellable: true})
		do(ctx, func(message string, percent int) {
			tell(progress{Kind: "report", Message: message, Percentage: &percent})
		})
		last := "done"
		if ctx.Err() != nil {
			last = "cancelled"
		}
		tell(progress{Kind: "end", Message: last})
	})
}

// proveSoon proves what is specified in a document, method by method.
func (s *server) proveSoon(d *document) {
	r := s.read(d)
	var asked []*method
	for _, m := range r.methods {
		// Without a body there is nothing to prove, and without a specification nothing that
		// somebody wants.
		if m.specified && m.body {
			asked = append(asked, m)
		}
	}
	s.prove(d, r, asked)
}

// prove asks the verifier about methods of a reading, and about those that they lean
// on. What was asked of the document before is cancelled.
func (s *server) prove(d *document, r *reading, asked []*method) {
	if s.o.Prove == nil || len(asked) == 0 || wrong(r.mistakes) {
		return
	}
	ctx, end := context.WithCancel(s.ctx)
	s.mu.Lock()
	if d.proving != nil {
		d.proving()
	}
	d.proving = end
	s.mu.Unlock()

	s.job(ctx, "ensures: proving", func(ctx context.Context, report func(string, int)) {
		defer end()
		// The list grows while it is walked: methods that a proof leans on are asked about too,
		// each once.
		done := map[string]bool{}
		for i := 0; i < len(asked) && ctx.Err() == nil; i++ {
			m := asked[i]
			if done[m.ask] {
				continue
			}
			done[m.ask] = true
			report(m.key.Short(), 100*i/len(asked))
			out, err := s.o.Prove(ctx, s.request(d, r, m.ask))
			// Cancelled, which may look like any error of the backend.
			if ctx.Err() != nil {
				return
			}
			if err != nil {
				s.missing(err)
				return
			}
			for _, k := range s.proved(d, r, out) {
				if n := r.find(k); n != nil {
					asked = append(asked, n)
				}
			}
			s.publish(d)
			s.refresh()
		}
		s.measure(ctx, d, r, asked)
	})
}

// wrong reports whether mistakes leave nothing to prove.
func wrong(mistakes []diagnostic) bool {
	for _, m := range mistakes {
		if m.Severity == severityError {
			return true
		}
	}
	return false
}

func (s *server) request(d *document, r *reading, method string) verify.Request {
	o := s.o.Proof
	o.Method = method
	return verify.Request{File: d.path, Source: r.text.src, Options: o}
}

// missing says once that nothing can be proved.
func (s *server) missing(err error) {
	// A verifier that is not there is so for every method: said once in a session.
	if errors.As(err, new(*verify.MissingError)) {
		s.mu.Lock()
		said := s.toldMissing
		s.toldMissing = true
		s.mu.Unlock()
		if said {
			return
		}
	}
	s.say(messageError, "nothing is proved: %v", err)
}

// proved keeps an answer, and returns the methods that the proofs lean on and that
// nobody was asked about.
func (s *server) proved(d *document, r *reading, out verify.Outcome) []verify.MethodKey {
	s.mu.Lock()
	defer s.mu.Unlock()
	// Of the outcome each method keeps its own part, so that a method that is proved anew
	// replaces nothing of the others.
	of := map[verify.MethodKey][]verify.Diagnostic{}
	for _, x := range out.Diagnostics {
		of[x.Method] = append(of[x.Method], x)
	}
	for _, mo := range out.Methods {
		m := r.find(mo.Method)
		if m == nil {
			continue
		}
		one := out
		one.Methods, one.Diagnostics, one.Warnings = []verify.MethodOutcome{mo}, of[mo.Method], nil
		d.proofs[mo.Method] = &proof{of: r.text, source: r.source(m), line: r.text.position(m.from).Line, outcome: one,
			report: feedback.Analyze(one, r.text.src)}
	}
	if rest := of[verify.MethodKey{}]; len(rest) > 0 {
		one := out
		one.Methods, one.Diagnostics, one.Warnings = nil, rest, nil
		d.whole = &proof{of: r.text, outcome: one, report: feedback.Analyze(one, r.text.src)}
	}
	all := d.together()
	return all.NotAsked()
}

// together joins what is known of the methods of the text as it is: a proof is worth
// what those are worth that it leans on.
func (d *document) together() verify.Outcome {
	var all verify.Outcome
	for _, m := range d.reading.methods {
		// Proofs of another text are none here: what a method leans on may have changed.
		if p := d.proofs[m.key]; p != nil && d.fresh(p) {
			all.Backend, all.Version = p.outcome.Backend, p.outcome.Version
			all.Methods = append(all.Methods, p.outcome.Methods...)
			all.Diagnostics = append(all.Diagnostics, p.outcome.Diagnostics...)
		}
	}
	all.Settle()
	return all
}

// measure measures the specifications that hold so far.
func (s *server) measure(ctx context.Context, d *document, r *reading, asked []*method) {
	if s.o.Measure == nil {
		return
	}
	for _, m := range asked {
		s.mu.Lock()
		p := d.proofs[m.key]
		s.mu.Unlock()
		// Measured already, which holds as long as the proof does.
		if p == nil || p.strong != nil || !m.specified || ctx.Err() != nil {
			continue
		}
		strong, err := s.o.Measure(ctx, d.path, r.text.src, m.ask)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			strong = Strength{Scores: "not measured: " + err.Error()}
		}
		s.mu.Lock()
		p.strong = &strong
		s.mu.Unlock()
		s.refresh()
	}
}
