package emit

import (
	"strings"

	"ensures/rust/spec"
)

// Mistake is what a compiler finds wrong in a line of a text, from 1.
type Mistake struct {
	Line int
	Text string
}

// Compiled is [File], held against a compiler: a clause whose text the compiler does not take
// is left out too, and so is what a function ensures whose body is not taken as a closure. The
// file's types are the compiler's to know, and what is borrowed where a clause stands. Mistakes
// that no clause makes are returned: those of the file itself.
func Compiled(f *spec.File, d Dialect, compile func(text string) ([]Mistake, error)) (Result, []Mistake, error) {
	refused := map[spec.Span]string{}
	for {
		// From the beginning: what is left out of one clause may free a copy or a function that only it
		// needed.
		e := &emitter{f: f, refused: refused}
		r, err := e.file(d)
		if err != nil {
			return r, nil, err
		}
		found, err := compile(r.Text)
		if err != nil || len(found) == 0 {
			return r, nil, err
		}

		before := len(refused)
		lines := strings.Split(r.Text, "\n")
		var others []Mistake
		for _, m := range found {
			if m.Line < 1 || m.Line > len(lines) {
				others = append(others, m)
			} else if s, ok := e.statements[strings.TrimSpace(lines[m.Line-1])]; ok {
				refused[s] = "the compiler does not take it here: " + m.Text
			} else {
				others = append(others, m)
			}
		}

		if len(refused) > before {
			continue // the others may come of these
		}

		// A mistake that the file makes without any clause is told as it is: nothing else would help.
		if own, err := e.ownMistakes(compile); err != nil || len(own) > 0 {
			return r, own, err
		}

		for _, m := range others {
			e.blame(m, refused)
		}
		// Nothing more can be left out, so that the loop ends: every other round refuses something.
		if len(refused) == before {
			return r, others, nil
		}
	}
}

// wrote notes which clause a line is written for; the first one that needs it.
func (e *emitter) wrote(line string, of spec.Span) {
	if e.statements == nil {
		e.statements = map[string]spec.Span{}
	}
	if _, ok := e.statements[line]; !ok {
		e.statements[line] = of
	}
}

// ownMistakes are those of the file without what clauses became.
func (e *emitter) ownMistakes(compile func(string) ([]Mistake, error)) ([]Mistake, error) {
	plain := &emitter{f: e.f}
	plain.erase()
	plain.eraseDocs()
	return compile(plain.apply())
}

// blame refuses what a function ensures, or a function of clauses, in which there is a mistake
// that no clause of its own makes.
func (e *emitter) blame(m Mistake, refused map[spec.Span]string) {
	if m.Line < 1 || m.Line > len(e.origins) {
		return
	}
	at := e.origins[m.Line-1]
	for _, fn := range e.f.Funcs {
		switch {
		case fn.Mode == spec.SpecFn && at == e.behind(fn):
			refused[fn.Span] = "the compiler does not take it as a function: " + m.Text
		case fn.Mode == spec.Exec && fn.Body.From <= at && at <= fn.Body.To:
			for _, c := range spec.Of(fn.Clauses, spec.Ensures) {
				if refused[c.Span] == "" {
					refused[c.Span] = "the compiler does not take the body as a closure: " + m.Text
				}
			}
		}
	}
}
