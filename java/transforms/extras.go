package transforms

import (
	"strconv"
	"strings"

	"ensures/java"
	"ensures/java/types"
)

// nestedToElseIf: else { if (c) B }  ⇒  else if (c) B.
//
// Side condition: the if whose else it is stands in a list of statements, so that no else
// behind it can come to belong to the inner one.
func (p *pass) nestedToElseIf(n java.Node) []place {
	s, ok := n.(*java.If)
	if !ok || !p.lists[s] {
		return nil
	}
	b, ok := s.Else.(*java.Block)
	if !ok {
		return nil
	}
	if inner, ok := only(b).(*java.If); ok {
		return one(b, p.f.Text(inner))
	}
	return nil
}

// splitDeclarations: T a = x, b;  ⇒  T a; a = x; T b;
//
// Side conditions: the type is written and not inferred, the declaration stands in a list of
// statements and has no modifiers, no variable has dimensions of its own, and no initial value
// is an array in braces, which cannot be assigned.
func (p *pass) splitDeclarations(n java.Node) []place {
	s, ok := n.(*java.LocalVars)
	if !ok || !p.lists[s] || s.Type.Name == "var" || s.Pos() != s.Type.Pos() {
		return nil
	}
	var b strings.Builder
	for _, v := range s.Vars {
		if _, braces := v.Init.(*java.ArrayInit); braces || v.Dims > 0 {
			return nil
		}
		b.WriteString(p.f.Text(s.Type) + " " + v.Name.Name + "; ")
		if v.Init != nil {
			b.WriteString(v.Name.Name + " = " + p.f.Text(v.Init) + "; ")
		}
	}
	if len(s.Vars) == 1 && s.Vars[0].Init == nil {
		return nil
	}
	return one(s, strings.TrimSuffix(b.String(), " "))
}

// unfoldConstant: 7  ⇒  (19 - 12)  for literals of type int.
//
// Side condition: the sum stays in the range of int. The difference is a constant expression
// as the literal is, so that it fits wherever the literal does.
func (p *pass) unfoldConstant(n java.Node) []place {
	const by = 12
	l, ok := n.(*java.Literal)
	if !ok {
		return nil
	}
	k := p.info.Consts[l]
	if k == nil || k.Type != types.Type(types.TInt) || k.N < 0 || k.N > 1<<31-1-by {
		return nil
	}
	return one(l, "("+strconv.FormatInt(k.N+by, 10)+" - "+strconv.Itoa(by)+")")
}

// continueToElse: while (d) { … if (c) continue; S }  ⇒  while (d) { … if (c) { } else { S } }
// and of the other loops.
//
// Side conditions: the if has no else, the continue no label, and S, all that follows, is not
// empty and ends the body of the loop.
func (p *pass) continueToElse(n java.Node) []place {
	var body java.Stmt
	switch n := n.(type) {
	case *java.While:
		body = n.Body
	case *java.DoWhile:
		body = n.Body
	case *java.For:
		body = n.Body
	case *java.ForEach:
		body = n.Body
	}

	b, ok := body.(*java.Block)
	if !ok {
		return nil
	}

	var all []place
	for i, st := range b.Stmts[:max(0, len(b.Stmts)-1)] {
		s, ok := st.(*java.If)
		if !ok || s.Else != nil {
			continue
		}
		if c, ok := only(s.Then).(*java.Continue); ok && c.Label == "" {
			end := b.Stmts[len(b.Stmts)-1].End()
			rest := p.f.Src[b.Stmts[i+1].Pos().Offset():end.Offset()]
			all = append(all, place{{java.Span{From: s.Then.Pos(), To: end}, "{ } else { " + rest + " }"}})
		}
	}
	return all
}
