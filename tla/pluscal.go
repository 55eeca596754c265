package tla

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"ensures/sandbox"
	"ensures/tla/syntax"
)

var (
	algorithmRE   = regexp.MustCompile(`--(?:fair\s+)?algorithm\b`)
	translationRE = regexp.MustCompile(`(?m)^\s*\\\*+\s*BEGIN TRANSLATION`)
	translatedEnd = regexp.MustCompile(`(?m)^\s*\\\*+\s*END TRANSLATION[^\n]*\n?`)
	pcalWhereRE   = regexp.MustCompile(`(?:at )?line (\d+), col(?:umn)? (\d+)`)
)

// HasAlgorithm reports whether a module has a PlusCal algorithm and no translation of it.
func HasAlgorithm(text string) bool {
	return algorithmRE.MatchString(text) && !translationRE.MatchString(text)
}

// Translated is a module with the translation of its PlusCal algorithm, by the translator of
// the jar. A problem is what is wrong with the algorithm; both are empty where there is no
// algorithm without a translation.
func (t Toolchain) Translated(ctx context.Context, s Source) (Source, *Problem, error) {
	if !HasAlgorithm(s.Text) {
		return s, nil, nil
	}
	dir, remove, err := sandbox.TempDir("pcal")
	if err != nil {
		return s, nil, err
	}
	defer remove()
	name, err := write(dir, []Source{s})
	if err != nil {
		return s, nil, err
	}
	raw, _, err := t.run(ctx, dir, Job{}, []string{"pcal.trans", "-nocfg", name + ".tla"})
	if err != nil {
		return s, nil, err
	}
	// The translator writes into the file: the translation in it says that there is one, not the
	// translator's words or exit status.
	text, err := os.ReadFile(filepath.Join(dir, name+".tla"))
	if err != nil {
		return s, nil, err
	}
	if translationRE.Match(text) {
		s.Text = string(text)
		return s, nil, nil
	}

	p := &Problem{Kind: SyntaxError, Text: "the PlusCal algorithm is not translated: " + pcalWords(raw.Stdout), Range: Range{Module: name}}
	if v := pcalWhereRE.FindStringSubmatch(raw.Stdout); v != nil {
		p.Line, p.Column = int(number(v[1])), int(number(v[2]))
	}
	return s, p, nil
}

// pcalWords are the translator's words for what it stopped at.
func pcalWords(out string) string {
	_, rest, ok := strings.Cut(out, "-- ")
	if !ok {
		return firstLine(out)
	}
	rest, _, _ = strings.Cut(rest, "\n\n")
	return strings.Join(strings.Fields(rest), " ")
}

// algorithmAt gives for a place in a translation the one in the algorithm that it comes from:
// the same text in the statements of the label that the definition is named after, else the
// label; places above the translation are their own. The text is the module's with the
// translation.
func algorithmAt(text string) func(r Range) Range {
	begin := translationRE.FindStringIndex(text)
	end := translatedEnd.FindStringIndex(text)
	at := algorithmRE.FindStringIndex(text)
	if begin == nil || end == nil || at == nil || at[0] > begin[0] {
		return nil
	}
	lines := strings.Split(text, "\n")
	first, last := 1+strings.Count(text[:begin[0]], "\n"), strings.Count(text[:end[1]], "\n")
	algorithm := lines[strings.Count(text[:at[0]], "\n"):first]
	offset := strings.Count(text[:at[0]], "\n")
	m := syntax.Parse(text)

	return func(r Range) Range {
		switch {
		case r.Line <= 0 || r.Line < first:
			return r
		case r.Line > last:
			r.Line -= last - first + 1
			r.EndLine -= last - first + 1
			return r
		}
		label := ""
		for _, d := range m.Definitions {
			if d.From.Line <= r.Line && r.Line <= d.To.Line {
				label = d.Name
			}
		}
		labelRE := regexp.MustCompile(`^\s*` + regexp.QuoteMeta(label) + `\s*:(?:[^=]|$)`)
		anyLabel := regexp.MustCompile(`^\s*\w+\s*:(?:[^=]|$)`)

		for i, l := range algorithm {
			// Init is made of the declarations of variables.
			if label == "Init" && strings.Contains(l, "variable") {
				return onLine(r, offset+i+1, l, l)
			}
			if !labelRE.MatchString(l) {
				continue
			}

			snippet := ""
			if r.EndLine == r.Line && r.Column >= 1 && r.EndColumn <= len(lines[r.Line-1]) && r.EndColumn >= r.Column {
				snippet = lines[r.Line-1][r.Column-1 : r.EndColumn]
			}
			// The translator copies expressions as they are, so that their text finds the
			// statement again.
			for k := i; k < len(algorithm) && (k == i || !anyLabel.MatchString(algorithm[k])); k++ {
				if snippet != "" && strings.Contains(algorithm[k], snippet) {
					return onLine(r, offset+k+1, algorithm[k], snippet)
				}
			}
			return onLine(r, offset+i+1, l, label)
		}
		return onLine(r, offset+1, algorithm[0], algorithm[0])
	}
}

// onLine is the place of a part of a line.
func onLine(r Range, n int, line, part string) Range {
	part = strings.TrimSpace(part)
	column := 1 + strings.Index(line, part)
	return Range{Module: r.Module, Line: n, Column: column, EndLine: n, EndColumn: column + len(part) - 1}
}

// Readable are modules as every TLC and whoever looks for definitions in them read them:
// operators in ASCII, PlusCal translated. A problem is what is wrong with an algorithm.
func (t Toolchain) Readable(ctx context.Context, sources []Source) ([]Source, *Problem, error) {
	out, _, problem, err := t.readable(ctx, sources)
	return out, problem, err
}

// readable are modules as every TLC reads them: operators in ASCII, algorithms translated.
// place gives for a place in them the one in the modules as they were; problem is what is
// wrong with an algorithm.
func (t Toolchain) readable(ctx context.Context, sources []Source) (out []Source, place func(Range) Range, problem *Problem, err error) {
	var back []func(Range) Range
	if sources, err = t.withLibrary(sources); err != nil {
		return nil, nil, nil, err
	}
	for _, s := range sources {
		name, err := s.name()
		if err != nil {
			return nil, nil, nil, err
		}

		text, column := inASCII(s.Text)
		if column != nil {
			s.Text = text
		}
		plain := s.Text
		s, problem, err = t.Translated(ctx, s)
		if err != nil {
			return nil, nil, nil, err
		}
		out = append(out, s)

		var algorithm func(Range) Range
		if s.Text != plain {
			algorithm = algorithmAt(s.Text)
		}
		if column != nil || algorithm != nil || problem != nil {
			back = append(back, func(r Range) Range {
				if r.Module != name {
					return r
				}
				if algorithm != nil {
					// Back in the order in which the text was made: the translation came last.
					r = algorithm(r)
				}
				if column != nil {
					r.Column, r.EndColumn = column(r.Line, r.Column), column(r.EndLine, r.EndColumn)
				}
				return r
			})
		}
		if problem != nil {
			break
		}
	}
	if len(back) == 0 {
		return out, nil, nil, nil
	}
	place = func(r Range) Range {
		for _, f := range back {
			r = f(r)
		}
		return r
	}
	if problem != nil {
		problem.Range = place(problem.Range)
	}
	return out, place, problem, nil
}

// moved has the places of an outcome in the modules as the user wrote them.
func (o *Outcome) moved(place func(Range) Range) {
	if place == nil {
		return
	}
	// TLC's words mention places, too, of the module that it was given.
	words := func(text string) string {
		return placeRE.ReplaceAllStringFunc(text, func(s string) string {
			r := place(rangeOf(placeRE.FindStringSubmatch(s)[1:]))
			return fmt.Sprintf("line %d, col %d to line %d, col %d of module %s", r.Line, r.Column, r.EndLine, r.EndColumn, r.Module)
		})
	}
	o.Message = words(o.Message)
	for i := range o.Problems {
		p := &o.Problems[i]
		p.Text, p.Range = words(p.Text), place(p.Range)
	}
	for i := range o.Trace {
		o.Trace[i].Range = place(o.Trace[i].Range)
	}
	for i := range o.Actions {
		o.Actions[i].Range = place(o.Actions[i].Range)
	}
	if f := o.Failing; f != nil {
		f.Range = place(f.Range)
		for i := range f.Stack {
			f.Stack[i] = place(f.Stack[i])
		}
	}
}
