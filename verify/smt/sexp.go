package smt

import (
	"errors"
	"math/big"
	"strings"
)

// Sexp is an s-expression: an atom or a list.
type Sexp struct {
	Atom string
	List []*Sexp
}

func (s *Sexp) String() string {
	if s.Atom != "" {
		return s.Atom
	}
	parts := make([]string, len(s.List))
	for i, x := range s.List {
		parts[i] = x.String()
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// ParseSexp reads one s-expression.
func ParseSexp(src string) (*Sexp, error) {
	p := &sexpParser{src: src}
	x := p.next(0)
	if x == nil {
		return nil, errors.New("not an s-expression")
	}
	return x, nil
}

type sexpParser struct {
	src string
	i   int
}

func (p *sexpParser) next(depth int) *Sexp {
	for p.i < len(p.src) && strings.IndexByte(" \t\r\n", p.src[p.i]) >= 0 {
		p.i++
	}
	// Deeper than any term that a solver prints, and no deeper than our stack.
	if p.i >= len(p.src) || depth > 10_000 {
		return nil
	}

	switch c := p.src[p.i]; c {
	case ')':
		return nil
	case '(':
		p.i++
		x := &Sexp{List: []*Sexp{}}
		for {
			y := p.next(depth + 1)
			// A closing parenthesis, the end of the text, or what can't be read: told apart below.
			if y == nil {
				break
			}
			x.List = append(x.List, y)
		}
		if p.i >= len(p.src) || p.src[p.i] != ')' {
			return nil
		}
		p.i++
		return x
	case '"', '|':
		// Neither has escapes; a quote within a string is written twice and reads as two strings.
		j := strings.IndexByte(p.src[p.i+1:], c)
		if j < 0 {
			return nil
		}
		a := p.src[p.i : p.i+j+2]
		p.i += j + 2
		return &Sexp{Atom: a}
	default:
		j := p.i
		for j < len(p.src) && strings.IndexByte(" \t\r\n()", p.src[j]) < 0 {
			j++
		}
		a := p.src[p.i:j]
		p.i = j
		return &Sexp{Atom: a}
	}
}

// ParseInt reads an integer value of a model: "5" or "(- 5)".
func ParseInt(s string) (*big.Int, bool) {
	neg := false
	if strings.HasPrefix(s, "(- ") {
		neg = true
		s = strings.TrimSuffix(s[3:], ")")
	}
	n, ok := new(big.Int).SetString(s, 10)
	if ok && neg {
		n.Neg(n)
	}
	return n, ok
}
