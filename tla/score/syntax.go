package score

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ensures/tla"
	"ensures/tla/syntax"
)

// SyntaxDetail says what parses.
type SyntaxDetail struct {
	Whole    bool          `json:"whole"`
	Problems []tla.Problem `json:"problems,omitempty"`
	Units    []Unit        `json:"units,omitempty"`        // strict: definitions, each in its module's own context
	Compat   []Unit        `json:"compat_units,omitempty"` // published: each in a context made up for it
}

// Unit is a definition on its own.
type Unit struct {
	Name    string `json:"name"`
	OK      bool   `json:"ok"`
	Problem string `json:"problem,omitempty"`
}

// syntax is 50 % for the whole module and 50 % for the share of definitions that parse
// on their own.
func (j *job) syntax(ctx context.Context) error {
	d := &SyntaxDetail{}
	j.res.Syntax = d
	var input *tla.InputError
	err := j.whole(ctx, d)
	switch {
	case errors.As(err, &input): // no module at all
		d.Problems = []tla.Problem{{Kind: tla.SyntaxError, Text: err.Error()}}
		j.res.Strict[Syntax] = Value{Score: new(float64), Why: err.Error()}
		if j.o.Compat {
			j.res.Compat[Syntax] = j.res.Strict[Syntax]
		}
		return nil
	case err != nil:
		return err
	}
	j.res.Strict[Syntax] = d.value(d.Units)
	if j.o.Compat {
		if d.Compat, err = j.published(ctx); err != nil {
			return err
		}
		j.res.Compat[Syntax] = d.value(d.Compat)
	}
	return nil
}

// value is the score of the whole and of these units.
func (d *SyntaxDetail) value(units []Unit) Value {
	ok := 0
	v := Value{}
	for _, u := range units {
		if u.OK {
			ok++
		} else if v.Why == "" {
			v.Why = u.Name + ": " + u.Problem
		}
	}
	x := 0.0
	if d.Whole {
		x = 0.5
	} else if i := slices.IndexFunc(d.Problems, func(p tla.Problem) bool { return p.Kind != tla.Warning }); i >= 0 {
		v.Why = describe(d.Problems[i])
	}
	if len(units) > 0 {
		x += 0.5 * float64(ok) / float64(len(units))
	} else {
		v.Why = "there are no definitions"
	}
	v.Score = &x
	return v
}

func describe(p tla.Problem) string {
	text := strings.Join(strings.Fields(p.Text), " ")
	if p.Line == 0 {
		return text
	}
	return fmt.Sprintf("%s line %d, column %d: %s", p.Module, p.Line, p.Column, text)
}

func firstError(o tla.SyntaxOutcome) string {
	for _, p := range o.Problems {
		if p.Kind != tla.Warning {
			return strings.Join(strings.Fields(p.Text), " ")
		}
	}
	return string(o.Status)
}

// unitName is the module of the i-th unit.
func unitName(i int) string { return fmt.Sprintf("EnsuresUnit%d", i+1) }

// whole judges the module, and every definition with what the module declares and the
// heads of the definitions that it may use.
func (j *job) whole(ctx context.Context, d *SyntaxDetail) error {
	roots := j.sources()[:1]
	for i, def := range j.mod.Definitions {
		if def.Module == j.mod.Name {
			name := unitName(len(d.Units))
			d.Units = append(d.Units, Unit{Name: def.Name})
			roots = append(roots, tla.Source{Name: name, Text: j.inContext(i, name)})
		}
	}
	got, err := j.parse(ctx, roots, j.model.Extra)
	if err != nil {
		return err
	}
	d.Whole, d.Problems = got[0].Status == tla.OK, got[0].Problems
	for i, o := range got[1:] {
		if d.Units[i].OK = o.Status == tla.OK; !d.Units[i].OK {
			d.Units[i].Problem = firstError(o)
		}
	}
	return nil
}

// inContext is a module with the definition n, what its module declares, and the other
// definitions as heads with the body TRUE: those before it and recursive ones.
func (j *job) inContext(n int, name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---- MODULE %s ----\n", name)
	if len(j.mod.Extends) > 0 {
		fmt.Fprintf(&b, "EXTENDS %s\n", strings.Join(j.mod.Extends, ", "))
	}
	for _, list := range []struct {
		word string
		all  []syntax.Declaration
	}{{"CONSTANT", j.mod.Constants}, {"VARIABLE", j.mod.Variables}} {
		for _, d := range list.all {
			fmt.Fprintf(&b, "%s %s%s\n", list.word, d.Name, blanks(d.Arity))
		}
	}
	for _, in := range j.mod.Instances {
		b.WriteString(j.line(in.Line) + "\n")
	}
	mine := j.mod.Definitions[n]

	// TLA+ wants a name defined before its use, so only what stands before, or is declared
	// RECURSIVE, may be used; a body of TRUE keeps one definition's mistake out of another's
	// score.
	for i, d := range j.mod.Definitions {
		if i == n || i > n && !d.Recursive || d.Name == mine.Name {
			continue
		}
		head, _, _ := strings.Cut(d.Text, "==")
		// A head with bounds (f[x \in S]) may use names that are not there; to a reader of f any
		// constant will do.
		if d.Function {
			head = d.Name
		}
		fmt.Fprintf(&b, "%s == TRUE\n", strings.TrimSpace(head))
	}
	if mine.Recursive && !mine.Function {
		fmt.Fprintf(&b, "RECURSIVE %s%s\n", mine.Name, blanks(len(mine.Params)))
	}
	// In its old column: the lines below keep theirs, and a list that leans on columns may begin
	// on the first.
	fmt.Fprintf(&b, "%s%s\n====\n", strings.Repeat(" ", max(0, mine.From.Column-1)), mine.Text)
	return b.String()
}

// blanks is "(_, _)" for 2 parameters.
func blanks(n int) string {
	if n == 0 {
		return ""
	}
	return "(" + strings.Repeat("_, ", n-1) + "_)"
}

// line is a line of the module and those indented below it.
func (j *job) line(n int) string {
	lines := strings.Split(strings.ReplaceAll(j.model.Module.Text, "\r\n", "\n"), "\n")
	if n < 1 || n > len(lines) {
		return ""
	}
	end := n
	for end < len(lines) && lines[end] != "" && strings.ContainsAny(lines[end][:1], " \t") {
		end++
	}
	return strings.Join(lines[n-1:end], "\n")
}

var (
	publishedHead = regexp.MustCompile(`(?m)^([A-Za-z][A-Za-z0-9_]*)[ \t]*(\([^)\n]*\))?[ \t]*==`)
	unknownName   = regexp.MustCompile("Unknown operator: `([A-Za-z0-9_]+)'")
	moduleEnd     = regexp.MustCompile(`(?m)^====`)
)

// stubRounds is how often the published decomposition adds operators.
const stubRounds = 5

// published judges every unindented definition in a module with a fixed EXTENDS. What
// is unknown in it becomes a variable, and then, in up to five rounds, an operator of as
// many parameters as it is given.
func (j *job) published(ctx context.Context) ([]Unit, error) {
	text := strings.ReplaceAll(j.model.Module.Text, "\r\n", "\n")
	if loc := moduleEnd.FindStringIndex(text); loc != nil {
		text = text[:loc[0]]
	}

	heads := publishedHead.FindAllStringSubmatchIndex(text, -1)
	type unit struct {
		body      string
		variables []string
		stubs     []string
	}

	units := make([]*unit, len(heads))
	out := make([]Unit, len(heads))
	for i, h := range heads {
		end := len(text)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		units[i], out[i] = &unit{body: strings.TrimRight(text[h[0]:end], " \n")}, Unit{Name: text[h[2]:h[3]]}
	}

	open := make([]int, len(units))
	for i := range open {
		open[i] = i
	}
	// The rule as published: first a unit by itself, then with the names that it lacks
	// declared.
	for round := 0; round <= 1+stubRounds && len(open) > 0; round++ {
		var roots []tla.Source
		for _, i := range open {
			u := units[i]
			var b strings.Builder
			fmt.Fprintf(&b, "---- MODULE %s ----\nEXTENDS Naturals, Integers, Sequences, FiniteSets, TLC\n", unitName(i))
			if len(u.variables) > 0 {
				fmt.Fprintf(&b, "VARIABLES %s\n", strings.Join(u.variables, ", "))
			}
			b.WriteString(strings.Join(append(slices.Clone(u.stubs), u.body, "====\n"), "\n"))
			roots = append(roots, tla.Source{Name: unitName(i), Text: b.String()})
		}

		got, err := j.parse(ctx, roots, nil)
		if err != nil {
			return nil, err
		}

		var again []int
		for k, o := range got {
			i, u := open[k], units[open[k]]
			if out[i].OK = o.Status == tla.OK; out[i].OK {
				out[i].Problem = ""
				continue
			}
			out[i].Problem = firstError(o)
			fixed := false
			for _, p := range o.Problems {
				m := unknownName.FindStringSubmatch(p.Text)
				if m == nil {
					continue
				}
				if n := arity(u.body, m[1]); n > 0 && !slices.ContainsFunc(u.stubs, func(s string) bool { return strings.HasPrefix(s, m[1]+"(") }) {
					// In the published rule operators come in rounds of their own, behind the
					// variables.
					if round > 0 {
						u.stubs, fixed = append(u.stubs, m[1]+"("+params(n)+") == TRUE"), true
					} else {
						fixed = true
					}
				} else if n == 0 && !slices.Contains(u.variables, m[1]) {
					u.variables, fixed = append(u.variables, m[1]), true
				}
			}
			if fixed {
				again = append(again, i)
			}
		}

		open = again
	}
	return out, nil
}

// arity is with how many arguments a text first calls a name.
func arity(text, name string) int {
	loc := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `[ \t]*\(`).FindStringIndex(text)
	if loc == nil {
		return 0
	}
	depth, n := 0, 1
	for _, c := range text[loc[1]-1:] {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return n
			}
		case ',':
			if depth == 1 {
				n++
			}
		}
	}
	return n
}

func params(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("x%d", i+1))
	}
	return strings.Join(all, ", ")
}
