package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"ensures/feedback"
	"ensures/verify"
)

// The commands of lenses and actions. Each takes a document's address and a method's
// key.
const (
	commandProve     = "ensures.prove"
	commandSpecify   = "ensures.specify"
	commandSurvivors = "ensures.survivors"
)

// place returns an open document, its reading and an offset in it.
func (s *server) place(params json.RawMessage) (d *document, r *reading, p documentParams, err error) {
	if err = json.Unmarshal(params, &p); err != nil {
		return nil, nil, p, err
	}
	if d, err = s.document(p.TextDocument.URI); err != nil {
		return nil, nil, p, err
	}
	return d, s.read(d), p, nil
}

// hover says what is known of the method whose signature the cursor is on.
func (s *server) hover(params json.RawMessage) (any, error) {
	d, r, p, err := s.place(params)
	if err != nil {
		return nil, err
	}
	m := r.methodAt(r.text.offset(p.Position))
	// Only over the signature: in the body a hover is for the editor's own server of the
	// language.
	if m == nil || r.text.offset(p.Position) > r.text.offset(m.signature.End) {
		return nil, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if text := d.about(m); text != "" {
		return hover{markup{"markdown", text}, m.signature}, nil
	}
	return nil, nil
}

// about words what is known of a method.
func (d *document) about(m *method) string {
	p := d.proofs[m.key]
	if p == nil {
		return ""
	}
	var b strings.Builder
	if !d.fresh(p) {
		fmt.Fprintf(&b, "**%s** was %s before the text was changed; save it, or prove it again\n", m.key.Short(), p.outcome.Verdict.Phrase())
		return b.String()
	}

	all := d.together()
	o := all.Find(m.key)
	if o == nil {
		return ""
	}
	fmt.Fprintf(&b, "**%s**: %s by %s %s, %s arithmetic\n", m.key.Short(), o.Verdict.Phrase(), p.outcome.Backend, p.outcome.Version, p.outcome.Arithmetic)

	for _, c := range all.Conditions(*o) {
		fmt.Fprintf(&b, "\n- on condition: %s", c)
	}
	for _, k := range o.Rests.Methods {
		fmt.Fprintf(&b, "\n- rests on `%s`", k.Short())
		if n := all.Find(k); n != nil {
			fmt.Fprintf(&b, ", %s", n.Verdict.Phrase())
		}
	}
	if l := o.Rests.Library; len(l) > 0 {
		fmt.Fprintf(&b, "\n- rests on the library's contracts of `%s`", strings.Join(l, "`, `"))
	}
	for _, a := range o.Rests.Assumed {
		fmt.Fprintf(&b, "\n- assumes: %s", a.What)
	}
	for _, a := range o.Rests.Inferred {
		fmt.Fprintf(&b, "\n- inferred, not written: %s", a.What)
	}
	if w := o.Witnesses; w != nil && o.Verdict.Holds() {
		fmt.Fprintf(&b, "\n- runs reached %d of %d ends of its paths", w.Reached, w.Ends)
	}

	if p.strong != nil {
		fmt.Fprintf(&b, "\n\n%s", p.strong.Scores)
		for _, w := range p.strong.Survivors {
			fmt.Fprintf(&b, "\n- still accepts `%s`", w)
		}
	}
	return b.String()
}

// codeLens offers over each method what can be done with it.
func (s *server) codeLens(params json.RawMessage) (any, error) {
	d, r, _, err := s.place(params)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	out := []codeLens{}
	all := d.together()
	for _, m := range r.methods {
		if !m.body {
			continue
		}

		add := func(title, name string) {
			out = append(out, codeLens{m.signature, command{Title: title, Command: name, Arguments: []any{d.uri, m.key.String()}}})
		}

		if m.specified && s.o.Prove != nil {
			title := "prove"
			if o := all.Find(m.key); o != nil {
				title = o.Verdict.Phrase()
			}
			add(title, commandProve)
		}
		if s.specifies(d, m) {
			add("specify", commandSpecify)
		}
		// Survivors are those of the text that was measured.
		if p := d.proofs[m.key]; p != nil && p.strong != nil && len(p.strong.Survivors) > 0 && d.fresh(p) {
			add(fmt.Sprintf("show survivors (%d)", len(p.strong.Survivors)), commandSurvivors)
		}
	}
	return out, nil
}

// specifies reports whether an engine can be asked for a specification of a method: of Rust
// where there is none yet.
func (s *server) specifies(d *document, m *method) bool {
	return s.o.Specify != nil && (d.isJava() || !m.specified)
}

// codeAction offers to specify the method at the cursor, and what would mend what is
// open there.
func (s *server) codeAction(params json.RawMessage) (any, error) {
	d, r, p, err := s.place(params)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	out := []codeAction{}
	m := r.methodAt(r.text.offset(p.Range.Start))
	if m == nil {
		return out, nil
	}

	// Its edits are made at lines of the text that was proved.
	found := d.proofs[m.key]
	if found != nil && d.fresh(found) {
		for _, f := range found.report.Failures {
			shown := d.failure(found, f, 0)
			if shown.Range.Start.Line > p.Range.End.Line || shown.Range.End.Line < p.Range.Start.Line {
				continue
			}
			out = append(out, d.mend(r, f, shown)...)
		}
	}
	if m.body && s.specifies(d, m) {
		c := command{Title: "Specify " + m.key.Short(), Command: commandSpecify, Arguments: []any{d.uri, m.key.String()}}
		out = append(out, codeAction{Title: c.Title, Kind: "refactor", Command: &c})
	}
	return out, nil
}

// mend returns the actions that a failure suggests: the clauses that its hint names,
// and to take out the clause that is not proved.
func (d *document) mend(r *reading, f feedback.Failure, shown diagnostic) []codeAction {
	var out []codeAction
	action := func(title string, e textEdit) {
		edit := &workspaceEdit{[]documentEdit{{versioned{d.uri, d.version}, []textEdit{e}}}}
		out = append(out, codeAction{Title: title, Kind: "quickfix", Diagnostics: []diagnostic{shown}, Edit: edit})
	}
	for _, a := range f.Add {
		action("Add "+a.Clause, r.before(a.Line, a.Clause))
	}
	// Where the failure is at the clause itself its column tells apart several clauses of one
	// line.
	line, column := f.ClauseLine, 0
	if line == f.Line || line == 0 {
		line, column = f.Line, f.Column
	}
	if c, ok := r.clauseAt(line, column); ok {
		action("Remove the clause that is not proved: "+oneLine(r.text.src[c.from:c.to]), r.without(c))
	}
	return out
}

// oneLine is s with runs of blanks as one, cut where it gets long.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 80 {
		return string(r[:79]) + "…"
	}
	return s
}

// before returns the edit that puts a clause on a line of its own before a line.
func (r *reading) before(line int, clause string) textEdit {
	from, to := r.text.line(line - 1)
	code := r.text.src[from:to]
	indent := code[:len(code)-len(strings.TrimLeft(code, " \t"))]
	eol := "\n"
	if strings.Contains(r.text.src, "\r\n") {
		eol = "\r\n"
	}
	return textEdit{Range: r.text.span(from, from), NewText: indent + "//@ " + clause + eol}
}

// inlayHint marks clauses that are not proved.
func (s *server) inlayHint(params json.RawMessage) (any, error) {
	d, r, p, err := s.place(params)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	out := []inlayHint{}
	for _, m := range r.methods {
		proof := d.proofs[m.key]
		if proof == nil || proof.source != r.source(m) {
			continue
		}

		// The method may have moved since it was proved, as a whole.
		lower := r.text.position(m.from).Line - proof.line
		seen := map[span]bool{}
		for _, f := range proof.report.Failures {
			line, column := f.ClauseLine, 0
			if line == f.Line || line == 0 {
				line, column = f.Line, f.Column
			}
			c, ok := r.clauseAt(line+lower, column)
			if at := r.text.position(c.to); ok && !seen[c] && p.Range.Start.Line <= at.Line && at.Line <= p.Range.End.Line {
				seen[c] = true
				label := "not proved"
				if f.Verdict == verify.Refuted {
					label = "refuted"
				}
				out = append(out, inlayHint{Position: at, Label: label, PaddingLeft: true, Tooltip: f.Text()})
			}
		}
	}
	return out, nil
}

func (d *document) isJava() bool { return strings.HasSuffix(d.path, ".java") }

// execute does what a lens or an action asks for, in the background.
func (s *server) execute(params json.RawMessage) (any, error) {
	var p commandParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	var uri string
	var key verify.MethodKey
	if len(p.Arguments) != 2 || json.Unmarshal(p.Arguments[0], &uri) != nil || json.Unmarshal(p.Arguments[1], &key) != nil {
		return nil, fmt.Errorf("%s takes a document and the key of a method", p.Command)
	}

	d, err := s.document(uri)
	if err != nil {
		return nil, err
	}
	r := s.read(d)
	m := r.find(key)
	if m == nil {
		return nil, fmt.Errorf("%s has no method %s any more", uri, key)
	}

	switch p.Command {
	case commandProve:
		if wrong(r.mistakes) {
			return nil, fmt.Errorf("the text has mistakes: nothing can be proved of it")
		}
		s.prove(d, r, []*method{m})
	case commandSpecify:
		if s.o.Specify == nil {
			return nil, fmt.Errorf("no engine is there")
		}
		s.specify(d, r, m)
	case commandSurvivors:
		s.survivors(d, m)
	default:
		return nil, fmt.Errorf("no such command: %s", p.Command)
	}
	return nil, nil
}

// specify has an engine write a specification of a method, and asks the editor to put
// it in, unless the text was changed meanwhile.
func (s *server) specify(d *document, r *reading, m *method) {
	s.mu.Lock()
	version := d.version
	// No version of the document is −1: the edit will not be made.
	if d.text != r.text {
		version = -1
	}
	s.mu.Unlock()
	s.job(s.ctx, "ensures: specifying "+m.key.Short(), func(ctx context.Context, _ func(string, int)) {
		now, found, err := s.o.Specify(ctx, d.path, r.text.src, m.ask)
		s.mu.Lock()
		// The edit is made for the text that the engine saw. In another one it could land
		// anywhere.
		same := d.version == version && d.text == r.text
		s.mu.Unlock()
		switch {
		case ctx.Err() != nil:
		case err != nil:
			s.say(messageError, "%s is not specified: %v", m.key.Short(), err)
		case now == r.text.src:
			s.say(messageInfo, "%s: %s", m.key.Short(), found)
		case !same:
			s.say(messageInfo, "%s: the text was changed meanwhile, so that nothing is written; ask again", m.key.Short())
		default:
			edit := workspaceEdit{[]documentEdit{{versioned{d.uri, version}, r.text.edit(now)}}}
			var reply struct {
				Applied bool `json:"applied"`
			}
			// The editor puts it in, not we: the file belongs to what it shows, with its undo.
			err := s.conn.Call(ctx, "workspace/applyEdit", map[string]any{"label": "Specify " + m.key.Short(), "edit": edit}, &reply)
			if err != nil || !reply.Applied {
				found = "the editor did not take the specification"
			}
			s.say(messageInfo, "%s: %s", m.key.Short(), found)
		}
	})
}

// survivors shows the wrong outputs that a specification still accepts.
func (s *server) survivors(d *document, m *method) {
	s.mu.Lock()
	p := d.proofs[m.key]
	s.mu.Unlock()
	if p == nil || p.strong == nil {
		s.say(messageInfo, "%s is not measured yet: save the file, or prove it", m.key.Short())
		return
	}
	s.say(messageInfo, "%s (%s) still accepts:\n%s", m.key.Short(), p.strong.Scores, strings.Join(p.strong.Survivors, "\n"))
}
