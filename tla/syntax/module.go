// Package syntax reads TLA+ without a JVM, as far as it takes to talk about a module:
// what it declares and defines and where, which actions its next-state relation is
// made of, which variables an action sets; and values as TLC prints them.
//
// It is no parser of TLA+: whether a module is right is for SANY to say. A module that
// it reads with problems is read as far as possible. The package must not know TLC,
// traces or files.
package syntax

import (
	"slices"
	"strings"
)

// Module is a module's declarations in their order.
type Module struct {
	Name        string        `json:"name"`
	Extends     []string      `json:"extends,omitempty"`
	Constants   []Declaration `json:"constants,omitempty"`
	Variables   []Declaration `json:"variables,omitempty"`
	Definitions []*Definition `json:"definitions,omitempty"`
	Instances   []Instance    `json:"instances,omitempty"`
	Assumptions []Span        `json:"assumptions,omitempty"`
	Problems    []Problem     `json:"problems,omitempty"`
	Span        `json:"span"`
}

// Span is a piece of the module's text.
type Span struct {
	From Pos    `json:"from"`
	To   Pos    `json:"to"` // of the last character
	Text string `json:"text,omitempty"`
}

// Declaration is a constant or a variable.
type Declaration struct {
	Name  string `json:"name"`
	Arity int    `json:"arity,omitempty"` // of a constant operator
	Pos
}

// Definition is an operator or a function: Name(Params) == Body, Name[x \in S] == Body.
type Definition struct {
	Name     string   `json:"name"`
	Params   []string `json:"params,omitempty"` // of an operator; "F(_)" is in Params as F
	Function bool     `json:"function,omitempty"`
	Local    bool     `json:"local,omitempty"`
	// Recursive: a RECURSIVE declaration or itself in its body.
	Recursive bool `json:"recursive,omitempty"`
	// Span goes from the name to the end of the body, without LOCAL.
	Span
	Body   Span   `json:"-"`
	Module string `json:"module"`

	body []token
	src  string
}

// Instance is INSTANCE M or Name == INSTANCE M.
type Instance struct {
	Name   string `json:"name,omitempty"`
	Module string `json:"module"`
	Local  bool   `json:"local,omitempty"`
	Pos
}

// Parse reads the first module of a text.
func Parse(src string) *Module {
	src = strings.ReplaceAll(src, "\r\n", "\n")
	all, problems := scan(src)
	p := parser{src: src, m: &Module{Problems: problems}, recursive: map[string]bool{}}
	start := -1
	for i := 0; i+3 < len(all); i++ {
		if all[i].class == rule && all[i+1].is("MODULE") && all[i+2].class == ident && all[i+3].class == rule {
			start = i
			break
		}
	}
	if start < 0 {
		p.m.Problems = append(p.m.Problems, Problem{Pos{Line: 1, Column: 1}, "there is no line `---- MODULE Name ----`"})
		return p.m
	}
	// Text in front of the module may hold anything: quotes that do not end, too.
	p.m.Problems = slices.DeleteFunc(p.m.Problems, func(x Problem) bool { return x.offset < all[start].from.offset })
	p.m.Name, p.m.From = all[start+2].s, all[start].from
	p.ts = all[start+4:]
	p.units()
	return p.m
}

type parser struct {
	src       string
	m         *Module
	ts        []token
	recursive map[string]bool
}

// unitWords begin a unit of a module wherever they stand.
var unitWords = []string{"EXTENDS", "CONSTANT", "CONSTANTS", "VARIABLE", "VARIABLES", "ASSUME", "ASSUMPTION", "AXIOM", "THEOREM", "LEMMA", "PROPOSITION", "COROLLARY", "RECURSIVE", "LOCAL", "INSTANCE"}

// units goes from unit to unit.
func (p *parser) units() {
	// What stands behind the module's end may hold anything, as what stands before it.
	ends := p.ends()
	end := len(p.ts)
	if ends >= 0 {
		end = ends
		p.m.To = p.ts[ends].to
		problems := p.m.Problems
		p.m.Problems = slices.DeleteFunc(problems, func(x Problem) bool { return x.offset > p.ts[ends].from.offset })
	} else {
		at := Pos{Line: 1, Column: 1}
		if n := len(p.ts); n > 0 {
			at = p.ts[n-1].to
			p.m.To = at
		}
		p.m.Problems = append(p.m.Problems, Problem{at, "the module has no end ===="})
	}
	p.ts = p.ts[:end]
	for i := 0; i < len(p.ts); {
		next := p.unitEnd(i)
		p.unit(i, next)
		i = next
	}
	// A function may use itself in its body without a RECURSIVE.
	for _, d := range p.m.Definitions {
		d.Recursive = d.Function && mentions(d.body, d.Name) || p.recursive[d.Name]
	}
}

// ends is where the module's own ==== stands, past those of modules inside it.
func (p *parser) ends() int {
	depth := 0
	for i, t := range p.ts {
		if t.class != rule {
			continue
		}
		if t.s[0] == '=' {
			if depth == 0 {
				return i
			}
			depth--
		} else if i+1 < len(p.ts) && p.ts[i+1].is("MODULE") {
			depth++
		}
	}
	return -1
}

// unitEnd is where the unit after the one at i begins.
func (p *parser) unitEnd(i int) int {
	if p.ts[i].class == rule { // also a module inside this one, as a whole
		if i+1 < len(p.ts) && p.ts[i+1].is("MODULE") {
			depth := 0
			for j := i; j < len(p.ts); j++ {
				if p.ts[j].class == rule && p.ts[j].s[0] == '=' {
					if depth--; depth == 0 {
						return j + 1
					}
				} else if p.ts[j].class == rule && j+1 < len(p.ts) && p.ts[j+1].is("MODULE") {
					depth++
				}
			}
			return len(p.ts)
		}
		return i + 1
	}

	// Past the unit's own head, which must not be taken for that of the next one.
	j := i + 1
	if p.ts[i].is("LOCAL") && j < len(p.ts) {
		j++
	}
	if head, _, _ := p.head(i); head > 0 {
		j = head
	} else if j <= i+1 || !p.ts[i].is("LOCAL") {
		j = i + 1
	} else if head, _, _ := p.head(i + 1); head > 0 {
		j = head
	}

	// Definitions inside LET look like those of the module: lets counts the LETs whose IN is
	// still to come.
	depth, lets := 0, 0
	for ; j < len(p.ts); j++ {
		t := p.ts[j]
		switch {
		case opens(t):
			depth++
		case closes(t):
			depth = max(0, depth-1)
		case t.is("LET"):
			lets++
		case t.is("IN"):
			lets = max(0, lets-1)
		}

		first := t.from.Column == 1
		if t.class == rule {
			return j
		}
		// Inside brackets and LET only the first column begins a unit: there a bracket
		// has been forgotten.
		if depth > 0 && !first || lets > 0 && !first {
			continue
		}
		// INSTANCE also stands in a definition's body, and behind LOCAL.
		if slices.Contains(unitWords, t.s) && t.class == ident && !(t.is("INSTANCE") && (p.ts[j-1].is("==") || p.ts[j-1].is("LOCAL"))) {
			if first || depth == 0 {
				return j
			}
		}
		if head, _, _ := p.head(j); head > 0 && !p.ts[j-1].is("LOCAL") && (first || depth == 0 && lets == 0) {
			return j
		}
	}
	return j
}

// head recognises the head of a definition at i: the index behind "==", where its name
// stands, and the indices of its parameters' brackets (0 for none).
func (p *parser) head(i int) (behind, name int, brackets [2]int) {
	at := func(j int, s string) bool { return j < len(p.ts) && p.ts[j].is(s) }
	if i >= len(p.ts) || p.ts[i].class != ident && p.ts[i].class != symbol {
		return 0, 0, brackets
	}
	if p.ts[i].class == ident {
		if at(i+1, "==") {
			return i + 2, i, brackets
		}
		if at(i+1, "(") || at(i+1, "[") {
			if close := matching(p.ts, i+1); close > 0 && at(close+1, "==") {
				return close + 2, i, [2]int{i + 1, close}
			}
		}
		// a infix b ==
		if i+3 < len(p.ts) && p.ts[i+1].class == symbol && !opens(p.ts[i+1]) && !closes(p.ts[i+1]) && p.ts[i+2].class == ident && at(i+3, "==") &&
			p.ts[i].from.Line == p.ts[i+1].from.Line && !strings.Contains(",:.'=", p.ts[i+1].s) && !p.ts[i+1].is("\\in") {
			return i + 4, i + 1, brackets
		}
	}
	return 0, 0, brackets
}

// unit reads the tokens from i to end as one unit.
func (p *parser) unit(i, end int) {
	local := false
	if p.ts[i].is("LOCAL") {
		local = true
		if i++; i >= end {
			return
		}
	}

	t := p.ts[i]
	if t.class == rule {
		return
	}

	if behind, name, brackets := p.head(i); behind > 0 && behind <= end {
		p.definition(i, name, behind, end, brackets, local)
		return
	}

	switch t.s {
	case "EXTENDS":
		for _, t := range p.ts[i+1 : end] {
			if t.class == ident {
				p.m.Extends = append(p.m.Extends, t.s)
			}
		}
	case "CONSTANT", "CONSTANTS":
		p.m.Constants = append(p.m.Constants, declarations(p.ts[i+1:end])...)
	case "VARIABLE", "VARIABLES":
		p.m.Variables = append(p.m.Variables, declarations(p.ts[i+1:end])...)
	case "RECURSIVE":
		for _, d := range declarations(p.ts[i+1 : end]) {
			p.recursive[d.Name] = true
		}
	case "INSTANCE":
		if i+1 < end {
			p.m.Instances = append(p.m.Instances, Instance{Module: p.ts[i+1].s, Local: local, Pos: t.from})
		}
	case "ASSUME", "ASSUMPTION", "AXIOM":
		p.m.Assumptions = append(p.m.Assumptions, p.span(i, end))
	case "THEOREM", "LEMMA", "PROPOSITION", "COROLLARY":
	default:
		if n := len(p.m.Problems); n == 0 || p.m.Problems[n-1].Line != t.from.Line {
			p.m.Problems = append(p.m.Problems, Problem{t.from, "not a declaration or definition: " + t.s})
		}
	}
}

// declarations reads a, b(_, _), c.
func declarations(ts []token) []Declaration {
	var all []Declaration
	depth := 0
	for _, t := range ts {
		switch {
		case opens(t):
			depth++
		case closes(t):
			depth--
		case depth == 0 && t.class == ident && t.s != "_":
			all = append(all, Declaration{Name: t.s, Pos: t.from})
		case t.s == "_" && len(all) > 0:
			all[len(all)-1].Arity++
		}
	}
	return all
}

func (p *parser) span(i, end int) Span {
	a, b := p.ts[i], p.ts[end-1]
	return Span{a.from, b.to, p.src[a.from.offset:b.end]}
}

func (p *parser) definition(i, name, behind, end int, brackets [2]int, local bool) {
	d := &Definition{Name: p.ts[name].s, Local: local, Span: p.span(i, end), Module: p.m.Name, src: p.src}
	if behind < end {
		d.body, d.Body = p.ts[behind:end], p.span(behind, end)
		// Name == INSTANCE M declares an instance, no operator.
		if d.body[0].is("INSTANCE") && len(d.body) > 1 {
			p.m.Instances = append(p.m.Instances, Instance{Name: d.Name, Module: d.body[1].s, Local: local, Pos: p.ts[i].from})
			return
		}
	} else {
		p.m.Problems = append(p.m.Problems, Problem{p.ts[i].from, d.Name + " has no body"})
	}
	switch inside := p.ts[brackets[0]:brackets[1]]; {
	// Of an infix operator the name stands between its parameters.
	case name != i:
		d.Params = []string{p.ts[i].s, p.ts[name+1].s}
	case len(inside) == 0:
	case inside[0].is("("):
		for _, x := range declarations(inside[1:]) {
			d.Params = append(d.Params, x.Name)
		}
	default:
		d.Function = true
	}
	p.m.Definitions = append(p.m.Definitions, d)
}

func mentions(ts []token, name string) bool {
	return slices.ContainsFunc(ts, func(t token) bool { return t.class == ident && t.s == name })
}
