package spec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Text writes an expression in the clause language, with the parentheses that it needs.
func Text(e Expr) string { return textAt(e, 0) }

// textAt writes e where an operator of precedence n or stronger is expected.
func textAt(e Expr, n int) string {
	switch e := e.(type) {
	case *Lit:
		return literalText(e)
	case *Name:
		return e.Path.String()
	case *Unary:
		return parenthesised(e.Op+textAt(e.X, len(levels)+1), n > len(levels)+1)
	case *Binary:
		at := levelOf(e.Op)
		left, right := at, at+1
		if levels[at].right {
			left, right = at+1, at
		}
		// Comparisons chain: a side that is one needs parentheses on either side.
		if at == comparing {
			left = at + 1
		}
		return parenthesised(textAt(e.X, left)+" "+e.Op+" "+textAt(e.Y, right), at < n)
	case *Call:
		return e.Path.String() + "(" + texts(e.Args) + ")"
	case *Method:
		return textAt(e.X, len(levels)+2) + "." + e.Name + "(" + texts(e.Args) + ")"
	case *Field:
		return textAt(e.X, len(levels)+2) + "." + e.Name
	case *Index:
		return textAt(e.X, len(levels)+2) + "[" + Text(e.I) + "]"
	case *View:
		return textAt(e.X, len(levels)+2) + "@"
	case *Cast:
		// Always in parentheses: < behind a type would begin its arguments.
		return "(" + textAt(e.X, len(levels)) + " as " + e.Type.String() + ")"
	case *Quant:
		return "(" + e.Op + "|" + paramTexts(e.Vars) + "| " + Text(e.Body) + ")"
	case *Closure:
		return "|" + paramTexts(e.Params) + "| " + Text(e.Body)
	case *If:
		return "(if " + Text(e.Cond) + " { " + Text(e.Then) + " } else { " + Text(e.Else) + " })"
	case *Tuple:
		if len(e.Xs) == 1 {
			return "(" + Text(e.Xs[0]) + ",)"
		}
		return "(" + texts(e.Xs) + ")"
	case *List:
		return "seq![" + texts(e.Xs) + "]"
	case *Let:
		return "{ let " + e.Name + " = " + Text(e.Value) + "; " + Text(e.Body) + " }"
	case *Match:
		var b strings.Builder
		for _, a := range e.Arms {
			b.WriteString(" " + patternText(a.Pattern))
			if a.Guard != nil {
				b.WriteString(" if " + Text(a.Guard))
			}
			b.WriteString(" => " + Text(a.Body) + ",")
		}
		return "(match " + Text(e.X) + " {" + b.String() + " })"
	case *Is:
		return parenthesised(textAt(e.X, comparing+1)+" matches "+patternText(e.Pattern), comparing < n)
	}
	panic(fmt.Sprintf("spec: an expression %T", e))
}

// patternText writes a pattern.
func patternText(p *Pattern) string {
	var parts []string
	for i, q := range p.Parts {
		text := patternText(q)
		if p.Fields != nil {
			text = p.Fields[i] + ": " + text
		}
		parts = append(parts, text)
	}
	all := strings.Join(parts, ", ")
	switch {
	case p.Lit != nil:
		return Text(p.Lit)
	case p.Fields != nil:
		return p.Path.String() + " { " + all + " }"
	case p.Path != nil && len(parts) > 0:
		return p.Path.String() + "(" + all + ")"
	case p.Path != nil:
		return p.Path.String()
	case p.Tuple:
		return "(" + all + ")"
	case p.Name != "":
		return p.Name
	}
	return "_"
}

func paramTexts(ps []Param) string {
	var out []string
	for _, p := range ps {
		if p.Type != nil {
			out = append(out, p.Name+": "+p.Type.String())
		} else {
			out = append(out, p.Name)
		}
	}
	return strings.Join(out, ", ")
}

func texts(es []Expr) string {
	var out []string
	for _, e := range es {
		out = append(out, Text(e))
	}
	return strings.Join(out, ", ")
}

func parenthesised(text string, yes bool) string {
	if yes {
		return "(" + text + ")"
	}
	return text
}

func literalText(e *Lit) string {
	switch e.Kind {
	case "str":
		return strconv.Quote(e.Text)
	case "char":
		return strconv.QuoteRune([]rune(e.Text)[0])
	}
	if strings.HasPrefix(e.Text, "-") {
		return "(" + e.Text + e.Suffix + ")"
	}
	return e.Text + e.Suffix
}

// comparing is the level of comparisons.
var comparing = slices.IndexFunc(levels, func(l level) bool { return l.ops == nil })

// levelOf is the precedence of an operator, weakest 0.
func levelOf(op string) int {
	if i := slices.IndexFunc(levels, func(l level) bool { return slices.Contains(l.ops, op) }); i >= 0 {
		return i
	}
	return comparing
}
