package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"sync"

	"ensures/feedback"
	"ensures/java/types"
	"ensures/verify"
)

// document is an open file. Its fields are guarded by the server's mutex.
type document struct {
	uri, path string
	version   int
	text      *text
	library   *types.Library // of a Java file
	edited    chan struct{}  // holds a token while a text is to be read
	end       context.CancelFunc

	reads   sync.Mutex // held while a text is read
	reading *reading   // of a text that may be older; never nil
	proofs  map[verify.MethodKey]*proof
	whole   *proof // what is said of no method
	proving context.CancelFunc
}

// proof is what a verifier found of a method in one text.
type proof struct {
	of      *text  // of the whole document
	source  string // of the method
	line    int    // of its first line, from 0
	outcome verify.Outcome
	report  feedback.Report
	strong  *Strength
}

// fresh reports whether a proof is one of the text that the document has now. Only
// then is what it says of a whole method true: what the method leans on may stand
// anywhere.
func (d *document) fresh(p *proof) bool { return p.of.src == d.text.src }

// didOpen begins to watch a document.
func (s *server) didOpen(params json.RawMessage) (any, error) {
	var p documentParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	uri := p.TextDocument.URI
	path := pathOf(uri)
	if ext := filepath.Ext(path); ext != ".java" && ext != ".rs" {
		return nil, nil
	}
	// An editor that opens a document twice means the newer text: the old one's watch and proofs
	// end.
	s.close(uri)
	ctx, end := context.WithCancel(s.ctx)
	t := newText(p.TextDocument.Text, s.units)
	d := &document{uri: uri, path: path, version: p.TextDocument.Version, text: t, edited: make(chan struct{}, 1), end: end,
		reading: &reading{text: newText("", s.units)}, proofs: map[verify.MethodKey]*proof{}}
	s.mu.Lock()
	s.documents[uri] = d
	s.mu.Unlock()
	s.jobs.Go(func() { s.watch(ctx, d) })
	// It has room for one token, so that this does not wait.
	d.edited <- struct{}{}
	s.proveSoon(d)
	return nil, nil
}

// didChange takes over what was typed.
func (s *server) didChange(params json.RawMessage) (any, error) {
	var p changeParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return nil, nil
	}
	d.text, d.version = d.text.changed(p.Changes), p.TextDocument.Version
	if d.proving != nil {
		d.proving() // of a text that is gone
	}
	select {
	case d.edited <- struct{}{}:
	default: // the text is to be read anyway, and the last one is
	}
	return nil, nil
}

// didSave proves what was saved, and lets other documents see what it declares now.
func (s *server) didSave(params json.RawMessage) (any, error) {
	var p documentParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	s.mu.Lock()
	d := s.documents[p.TextDocument.URI]
	for _, other := range s.documents {
		// A saved file may declare what others name: their classes are looked up anew when they
		// are read next.
		other.library = nil
	}
	s.mu.Unlock()
	if d != nil {
		s.proveSoon(d)
	}
	return nil, nil
}

func (s *server) didClose(params json.RawMessage) (any, error) {
	var p documentParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	s.close(p.TextDocument.URI)
	return nil, nil
}

// close forgets a document and takes away what is shown of it.
func (s *server) close(uri string) {
	s.mu.Lock()
	d := s.documents[uri]
	delete(s.documents, uri)
	s.mu.Unlock()
	// An editor shows diagnostics until an empty list takes them away.
	if d != nil {
		d.end()
		s.notify("textDocument/publishDiagnostics", publishParams{URI: uri, Diagnostics: []diagnostic{}})
	}
}

// document returns an open document; an error names what to do where it is none.
func (s *server) document(uri string) (*document, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.documents[uri]; d != nil {
		return d, nil
	}
	return nil, fmt.Errorf("%s is not open, or no file of Java or Rust", uri)
}

// watch reads the document whenever it was changed, the last text only.
func (s *server) watch(ctx context.Context, d *document) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.edited:
		}
		s.read(d)
		s.publish(d)
	}
}

// read brings the reading in line with the text, and returns it.
func (s *server) read(d *document) *reading {
	d.reads.Lock()
	defer d.reads.Unlock()
	// The server's lock is not held while a text is read: that may take long, and the editor goes
	// on typing. reads keeps two readings of one document apart.
	s.mu.Lock()
	t, r, lib := d.text, d.reading, d.library
	s.mu.Unlock()
	if r.text == t {
		return r
	}
	if filepath.Ext(d.path) == ".rs" {
		r = guardedReading(t, func() *reading { return readRust(t) })
	} else {
		// Kept from reading to reading: looking up a project's classes takes longer than the text
		// does.
		if lib == nil {
			lib = s.o.Library(d.path, t.src)
		}
		r = guardedReading(t, func() *reading { return readJava(lib, d.path, t) })
	}
	s.mu.Lock()
	d.reading, d.library = r, lib
	s.mu.Unlock()
	return r
}

// guardedReading reads a text; a mistake of ours must not end the session.
func guardedReading(t *text, read func() *reading) (r *reading) {
	defer func() {
		if p := recover(); p != nil {
			r = &reading{text: t, mistakes: []diagnostic{{Severity: severityError, Source: source, Code: "internal",
				Message: fmt.Sprintf("ensures failed on this text: %v. Please report it", p)}}}
		}
	}()
	return read()
}

// publish shows what is known of the text as it is: its mistakes, and what proofs left
// open of methods that have not changed since. While there are mistakes that is old.
func (s *server) publish(d *document) {
	s.publishing.Lock() // what is newer must be told later
	defer s.publishing.Unlock()
	s.mu.Lock()
	current := s.documents[d.uri] == d && d.reading.text == d.text // else it is gone, or about to be read
	p := publishParams{URI: d.uri, Version: d.version, Diagnostics: d.diagnostics()}
	s.mu.Unlock()
	if current {
		s.notify("textDocument/publishDiagnostics", p)
	}
}

// diagnostics returns what is shown of the text that was read last.
func (d *document) diagnostics() []diagnostic {
	all := append([]diagnostic{}, d.reading.mistakes...)
	// A text with mistakes is not the one that was proved.
	if !wrong(all) {
		all = append(all, d.open()...)
	}
	return all
}

// open returns what proofs left open.
func (d *document) open() []diagnostic {
	var out []diagnostic
	for _, m := range d.reading.methods {
		// What is open in a method may be shown as long as the method itself is unchanged, at the
		// lines where it stands now. "Verified" is said of fresh proofs only.
		if p := d.proofs[m.key]; p != nil && p.source == d.reading.source(m) {
			for _, f := range p.report.Failures {
				out = append(out, d.failure(p, f, d.reading.text.position(m.from).Line-p.line))
			}
		}
	}
	if d.whole != nil && d.fresh(d.whole) {
		for _, f := range d.whole.report.Failures {
			out = append(out, d.failure(d.whole, f, 0))
		}
	}
	return out
}

// failure words something open, in a method that stands some lines lower than when it
// was proved.
func (d *document) failure(p *proof, f feedback.Failure, lower int) diagnostic {
	t := d.reading.text
	out := diagnostic{Range: t.wordAt(max(f.Line+lower, 1), max(f.Column, 1)), Severity: severityWarning, Source: source, Code: string(f.Class), Message: f.Text()}
	switch f.Verdict {
	case verify.Refuted, verify.Malformed:
		out.Severity = severityError
	}
	if c := f.Counterexample; c != nil {
		out.Message += "\nviolated by " + c.Inputs
		if c.Actual != "" {
			out.Message += ": " + c.Actual
		}
	}
	if f.Hint != "" {
		out.Message += "\n" + f.Hint
	}
	// A clause that stands in another method has moved by another number of lines, unless nothing
	// has.
	if f.ClauseLine > 0 && f.ClauseLine != f.Line && d.fresh(p) {
		from, to := t.line(f.ClauseLine - 1)
		out.Related = []related{{Location: location{d.uri, t.span(from, to)}, Message: "the clause: " + f.Clause}}
	}
	return out
}
