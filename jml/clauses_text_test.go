package jml

import "ensures/java"

// Text is clauses given as text, outside of a Java file: what a model proposes
// for a method, a loop, or a place in a body.
type Text struct {
	File     *java.File // of the text, for positions
	Method   *MethodSpec
	Loop     []*Clause // clauses with the keywords of loops
	Class    []*Clause
	Stmts    []*Stmt
	Warnings java.ErrorList
}

// ParseClauses reads clauses from text, with or without comment marks: "ensures
// \result >= 0;" or "//@ requires x > 0;". With loop set, keywords that methods
// and loops share (invariant, assignable) are read as a loop's.
func ParseClauses(text string, loop bool) (*Text, java.ErrorList) {
	f, _ := unmark(text)
	out := &File{Java: f}
	t := &Text{File: f, Method: &MethodSpec{}}
	var errs java.ErrorList
	r := textReader(f, out, &errs)
	for r.advancing() {
		w := base(r.word())
		k, isLoop := lookup(loopKeywords, w)
		if !isLoop && loop {
			k, isLoop = lookup(loopSynonyms, w)
		}
		if isLoop {
			if c := r.clause(k); c != nil {
				t.Loop = append(t.Loop, c)
			}
			continue
		}
		if stmtKeywords[w] != 0 {
			if s := r.stmt(); s != nil {
				t.Stmts = append(t.Stmts, s)
			}
			continue
		}
		if r.specSequence(t.Method) {
			continue
		}
		jm, m := r.modifiers()
		if k, ok := lookup(classKeywords, r.word()); ok {
			if c := r.clause(k); c != nil {
				c.Mods, c.JMods = jm, m
				t.Class = append(t.Class, c)
			}
			continue
		}
		if m.Has(Ghost) {
			s := &Stmt{Span: r.tok().Span, Kind: GhostStmt, Keyword: "ghost", KeyPos: r.tok().From}
			s.Decl = r.localVars(jm)
			r.semi("ghost declaration")
			s.To = r.last
			t.Stmts = append(t.Stmts, s)
			continue
		}
		if m.Words != nil {
			mergeMods(&t.Method.Mods, m)
			continue
		}
		if !r.eof() {
			r.badStart("a specification", methodWords())
		}
	}
	r.take()
	errs.Sort()
	t.Warnings = out.Warnings
	return t, errs
}

// unmark blanks the comment marks of text, if it has any.
func unmark(text string) (*java.File, bool) {
	b := []byte(text)
	marked := false
	lineStart := true
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] == '\n':
			lineStart = true
		case !lineStart || b[i] == ' ' || b[i] == '\t' || b[i] == '\r':
		default:
			lineStart = false
			if n, isJML, _ := marker(text[i:], defaultKeys); isJML {
				marked = true
				for j := i; j < i+n; j++ {
					b[j] = ' '
				}
				i += n - 1
				lineStart = true
			} else if b[i] == '@' {
				b[i] = ' '
				lineStart = true
			} else if b[i] == '*' && i+1 < len(b) && b[i+1] == '/' {
				b[i], b[i+1] = ' ', ' '
			}
		}
	}
	if marked {
		for i := 0; i+1 < len(b); i++ {
			if b[i] == '*' && b[i+1] == '/' {
				b[i], b[i+1] = ' ', ' '
				for j := i - 1; j >= 0 && b[j] == '@'; j-- {
					b[j] = ' '
				}
			}
		}
	}
	return java.NewFile("", string(b)), marked
}
