package flow

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	gotoken "go/token"
	"slices"
	"strings"
)

// goReader outlines a file of Go.
type goReader struct {
	path  string
	src   string
	files *gotoken.FileSet
	out   []Function

	name string // of the function that is read
	b    *builder
}

func outlineGo(path, src string) ([]Function, error) {
	r := &goReader{path: path, src: src, files: gotoken.NewFileSet()}
	file, err := parser.ParseFile(r.files, path, src, parser.SkipObjectResolution)
	if err != nil {
		var list scanner.ErrorList
		if errors.As(err, &list) && len(list) > 0 {
			return nil, &Error{path, list[0].Pos.Line, list[0].Pos.Column, list[0].Msg}
		}
		return nil, &Error{Path: path, Text: err.Error()}
	}
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		switch {
		case !ok:
			r.closures(d)
		case fn.Body != nil:
			r.function(goName(fn), fn, fn.Body)
		}
	}
	return r.out, nil
}

// goName is a function's name with its receiver's type.
func goName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	t := fn.Recv.List[0].Type
	for {
		// func (l *List[T]) Add is List.Add: pointer, brackets and type parameters are taken off.
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
			continue
		case *ast.ParenExpr:
			t = x.X
			continue
		case *ast.IndexExpr:
			t = x.X
			continue
		case *ast.IndexListExpr:
			t = x.X
			continue
		case *ast.Ident:
			return x.Name + "." + fn.Name.Name
		}
		return fn.Name.Name
	}
}

// function adds the outline of a function or closure.
func (r *goReader) function(name string, at ast.Node, body *ast.BlockStmt) {
	// A closure is read in the middle of the function around it, whose builder waits.
	outer, outerName := r.b, r.name
	r.b, r.name = newBuilder(name, r.path, r.line(at)), name
	r.block(body.List)
	r.out = append(r.out, r.b.done(r.files.Position(body.Rbrace).Line))
	r.b, r.name = outer, outerName
}

func (r *goReader) line(n ast.Node) int { return r.files.Position(n.Pos()).Line }

// closures outlines the function literals of a node, each as a function of its own.
func (r *goReader) closures(n ast.Node) []*ast.FuncLit {
	var list []*ast.FuncLit
	ast.Inspect(n, func(n ast.Node) bool {
		fn, ok := n.(*ast.FuncLit)
		if ok {
			list = append(list, fn)
			name := "func"
			if r.name != "" {
				name = "func in " + strings.TrimPrefix(r.name, "func in ")
			}
			r.function(name, fn, fn.Body)
		}
		// Not into a literal: what stands in it was outlined with it.
		return !ok
	})
	return list
}

// say is a node's source on one line; closures are named by their lines.
func (r *goReader) say(n ast.Node) phrase { return sayText(dialectGo, r.text(n)) }

func (r *goReader) text(n ast.Node) string {
	from := r.files.Position(n.Pos()).Offset
	end := min(r.files.Position(n.End()).Offset, len(r.src)) // a missing brace can be behind the end
	var out strings.Builder
	// Saying a piece of source outlines the closures in it, so that each piece must be said once.
	for _, fn := range r.closures(n) {
		out.WriteString(r.src[from:r.files.Position(fn.Pos()).Offset])
		out.WriteString("func" + lineName(r.line(fn)))
		from = min(r.files.Position(fn.End()).Offset, len(r.src))
	}
	out.WriteString(r.src[min(from, end):end])
	return out.String()
}

// condition is an expression as a condition; nil where there is none.
func (r *goReader) condition(e ast.Expr) *condition {
	if e == nil {
		return nil
	}
	return splitText(dialectGo, r.text(e), r.line(e))
}

func (r *goReader) block(list []ast.Stmt) {
	for _, s := range list {
		r.stmt(s, "")
	}
}

// stmt adds a statement; label is the one before it.
func (r *goReader) stmt(s ast.Stmt, label string) {
	switch s := s.(type) {
	case nil, *ast.EmptyStmt:
	case *ast.BlockStmt:
		if label == "" {
			r.block(s.List)
			return
		}
		r.b.named(label, func() { r.block(s.List) })
	case *ast.LabeledStmt:
		// A label is a target of goto, and a name for break and continue.
		r.b.label(s.Label.Name)
		r.stmt(s.Stmt, s.Label.Name)

	case *ast.IfStmt:
		r.stmt(s.Init, "")
		var otherwise func()
		if s.Else != nil {
			otherwise = func() { r.stmt(s.Else, "") }
		}
		r.b.branch(r.condition(s.Cond), func() { r.block(s.Body.List) }, otherwise)
	case *ast.ForStmt:
		r.stmt(s.Init, "")
		l := loop{label: label, line: r.line(s), cond: r.condition(s.Cond), body: func() { r.block(s.Body.List) }}
		if s.Post != nil {
			l.post = func() { r.stmt(s.Post, "") }
		}
		r.b.loop(l)
	case *ast.RangeStmt:
		each := r.rangeHead(s)
		r.b.loop(loop{label: label, line: r.line(s), each: &each, body: func() { r.block(s.Body.List) }})

	case *ast.SwitchStmt:
		r.stmt(s.Init, "")
		r.b.breakable(label, func() { r.switchOf(s) })
	case *ast.TypeSwitchStmt:
		r.stmt(s.Init, "")
		r.b.breakable(label, func() {
			r.b.choose(r.line(s), r.say(s.Assign).after("switch"), r.arms(s.Body), hasDefault(s.Body))
		})
	case *ast.SelectStmt:
		r.b.breakable(label, func() { r.b.choose(r.line(s), phrase{text: "select", shared: true}, r.arms(s.Body), true) })

	default:
		r.simple(s)
	}
}

// simple adds a statement that has no others in it.
func (r *goReader) simple(s ast.Stmt) {
	line := r.line(s)
	switch s := s.(type) {
	case *ast.ReturnStmt:
		what := r.say(s)
		r.b.step(line, what)
		r.b.jump(line, jump{word: "return"})
	case *ast.DeferStmt:
		r.b.later(line, r.say(s.Call))
	case *ast.GoStmt:
		r.b.step(line, phrase{text: r.say(s).text, shared: true})
	case *ast.BranchStmt:
		r.branch(s)
	default:
		what := r.say(s)
		if isPanic(s) {
			r.b.panics(line, what)
			return
		}
		r.b.step(line, what)
	}
}

func (r *goReader) branch(s *ast.BranchStmt) {
	label := ""
	if s.Label != nil {
		label = s.Label.Name
	}
	switch s.Tok {
	case gotoken.GOTO:
		r.b.leap(label)
	case gotoken.BREAK, gotoken.CONTINUE:
		r.b.jump(r.line(s), jump{s.Tok.String(), label})
	}
}

func isPanic(s ast.Stmt) bool {
	x, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := x.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, ok := call.Fun.(*ast.Ident)
	return ok && fn.Name == "panic"
}

// rangeHead is the head of a range loop.
func (r *goReader) rangeHead(s *ast.RangeStmt) phrase {
	x := r.say(s.X)
	vars := ""
	if s.Key != nil {
		vars = r.say(s.Key).text
		if s.Value != nil {
			vars += ", " + r.say(s.Value).text
		}
		vars += " " + s.Tok.String() + " "
	}
	return phrase{"for " + vars + "range " + x.text, x.shared, x.calls}
}

// switchOf is a switch. One without a tag is a chain of conditions.
func (r *goReader) switchOf(s *ast.SwitchStmt) {
	// With fallthrough the arms are no alternatives, and a chain of if and else would lose the
	// way from one into the next.
	if s.Tag == nil && !slices.ContainsFunc(s.Body.List, func(c ast.Stmt) bool { return falls(c.(*ast.CaseClause).Body) }) {
		r.chain(s.Body.List, nil)
		return
	}
	what := phrase{text: "switch"}
	if s.Tag != nil {
		what = r.say(s.Tag).after("switch")
	}
	r.b.choose(r.line(s), what, r.arms(s.Body), hasDefault(s.Body))
}

// chain is the cases of a switch without a tag, from the first one on.
func (r *goReader) chain(list []ast.Stmt, otherwise *ast.CaseClause) {
	if len(list) == 0 {
		if otherwise != nil {
			r.block(otherwise.Body)
		}
		return
	}
	c := list[0].(*ast.CaseClause)
	// default may stand anywhere and comes last (Go specification, "Expression switches").
	if len(c.List) == 0 {
		r.chain(list[1:], c)
		return
	}
	cond := r.condition(c.List[0])
	for _, x := range c.List[1:] {
		cond = &condition{line: r.line(x), op: "||", x: cond, y: r.condition(x)}
	}
	r.b.branch(cond, func() { r.block(c.Body) }, func() { r.chain(list[1:], otherwise) })
}

// arms are the clauses of a switch or select.
func (r *goReader) arms(body *ast.BlockStmt) []arm {
	var list []arm
	for _, s := range body.List {
		switch c := s.(type) {
		case *ast.CaseClause:
			a := arm{when: "default", falls: falls(c.Body), body: func() { r.block(c.Body) }}
			var all []string
			for _, x := range c.List {
				all = append(all, r.say(x).text)
			}
			if len(all) > 0 {
				a.when = strings.Join(all, ", ")
			}
			list = append(list, a)
		case *ast.CommClause:
			a := arm{when: "default", body: func() { r.block(c.Body) }}
			if c.Comm != nil {
				a.when = r.say(c.Comm).text
			}
			list = append(list, a)
		}
	}
	return list
}

func hasDefault(body *ast.BlockStmt) bool {
	return slices.ContainsFunc(body.List, func(s ast.Stmt) bool {
		c, ok := s.(*ast.CaseClause)
		return ok && len(c.List) == 0
	})
}

// falls reports whether a clause ends with fallthrough.
func falls(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	s, ok := list[len(list)-1].(*ast.BranchStmt)
	return ok && s.Tok == gotoken.FALLTHROUGH
}
