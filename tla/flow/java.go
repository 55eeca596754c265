package flow

import (
	"fmt"
	"strings"

	"ensures/java"
)

// javaReader outlines a file of Java.
type javaReader struct {
	file *java.File
	out  []Function

	name string // of the method that is read
	b    *builder
}

func outlineJava(path, src string) ([]Function, error) {
	file, errs := java.Parse(path, src)
	if len(errs) > 0 {
		at := errs[0].At
		return nil, &Error{path, at.Line, at.Column, errs[0].Msg}
	}
	r := &javaReader{file: file}
	for _, c := range file.Types {
		r.class("", c)
	}
	return r.out, nil
}

// class outlines the methods of a class.
func (r *javaReader) class(owner string, c *java.ClassDecl) {
	name := c.Name.Name
	if owner != "" && name != "" {
		name = owner + "." + name
	}
	if name == "" {
		name = owner
	}
	outer, outerName := r.b, r.name
	// A class in a method has bodies of its own, and no statement of them belongs to the method.
	r.b, r.name = nil, name

	for _, k := range c.Constants {
		r.nested(k)
	}
	for _, m := range c.Members {
		switch m := m.(type) {
		case *java.ClassDecl:
			r.class(name, m)
		case *java.MethodDecl:
			if m.Body == nil {
				continue
			}
			// A synchronized method holds the monitor of its object, a static one that of its
			// class (JLS 8.4.3.6).
			lock := ""
			if m.Mods.Flags.Has(java.Synchronized) {
				lock = "this"
				if m.Mods.Flags.Has(java.Static) {
					lock = c.Name.Name + ".class"
				}
			}
			r.method(name+"."+m.Name.Name, m.Name.Pos(), m.Body, lock)
		case *java.InitBlock:
			r.method(name+" {}", m.Pos(), m.Body, "")
		case *java.FieldDecl:
			r.nested(m)
		}
	}

	r.b, r.name = outer, outerName
}

// method adds the outline of a body; lock is what a synchronized method holds.
func (r *javaReader) method(name string, at java.Pos, body *java.Block, lock string) {
	outer, outerName := r.b, r.name
	line := r.file.Position(at).Line
	r.b, r.name = newBuilder(name, r.file.Name, line), name
	end := r.file.Position(body.End()).Line
	if lock == "" {
		r.block(body.Stmts)
	} else {
		r.synchronized(line, end, lock, body)
	}
	r.out = append(r.out, r.b.done(end))
	r.b, r.name = outer, outerName
}

func (r *javaReader) synchronized(line, end int, lock string, body *java.Block) {
	r.b.step(line, phrase{text: "lock " + lock, shared: true})
	// The monitor is given back however the body is left, also by an exception.
	r.b.finally(end, func() { r.block(body.Stmts) }, nil, phrase{text: "unlock " + lock, shared: true})
}

func (r *javaReader) line(n java.Node) int { return r.file.Position(n.Pos()).Line }

// nested outlines the bodies of lambdas and anonymous classes below a node, and returns
// their places.
func (r *javaReader) nested(n java.Node) []java.Node {
	var list []java.Node
	java.Walk(n, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Lambda:
			if n.Body != nil {
				list = append(list, n.Body)
				r.method("lambda in "+strings.TrimPrefix(r.name, "lambda in "), n.Pos(), n.Body, "")
				// Not into a body: its own pass finds what is nested in it.
				return false
			}
		case *java.ClassDecl:
			list = append(list, n)
			r.class(r.name, n)
			return false
		}
		return true
	})
	return list
}

// text is a node's source; bodies inside it are named by their lines.
func (r *javaReader) text(n java.Node) string {
	var out strings.Builder
	from := n.Pos()
	for _, body := range r.nested(n) {
		if body.Pos() < from {
			continue
		}
		out.WriteString(r.file.Slice(java.Span{From: from, To: body.Pos()}))
		out.WriteString("{…" + lineName(r.line(body)) + "}")
		from = body.End()
	}
	out.WriteString(r.file.Slice(java.Span{From: from, To: n.End()}))
	return strings.TrimSuffix(strings.TrimSpace(out.String()), ";")
}

func (r *javaReader) say(n java.Node) phrase { return sayText(dialectJava, r.text(n)) }

func (r *javaReader) condition(e java.Expr) *condition {
	// A loop without a condition, or with true, has no way out at its head.
	if lit, ok := e.(*java.Literal); e == nil || ok && lit.Raw == "true" {
		return nil
	}
	return splitText(dialectJava, r.text(e), r.line(e))
}

func (r *javaReader) block(list []java.Stmt) {
	for _, s := range list {
		r.stmt(s, "")
	}
}

// stmt adds a statement; label is the one before it.
func (r *javaReader) stmt(s java.Stmt, label string) {
	body := func(s java.Stmt) func() { return func() { r.stmt(s, "") } }
	switch s := s.(type) {
	case nil, *java.Empty:
	case *java.Block:
		r.block(s.Stmts)
	case *java.Labeled:
		r.labeled(s)
	case *java.If:
		var otherwise func()
		if s.Else != nil {
			otherwise = body(s.Else)
		}
		cond := r.condition(s.Cond)
		// if (true) is a decision all the same: both ways are in the source.
		if cond == nil {
			cond = &condition{line: r.line(s), what: r.say(s.Cond)}
		}
		r.b.branch(cond, body(s.Then), otherwise)

	case *java.While:
		r.b.loop(loop{label: label, line: r.line(s), cond: r.condition(s.Cond), body: body(s.Body)})
	case *java.DoWhile:
		r.b.loop(loop{label: label, line: r.line(s), cond: r.condition(s.Cond), after: true, body: body(s.Body)})
	case *java.For:
		r.forLoop(s, label)
	case *java.ForEach:
		x := r.say(s.X)
		each := phrase{"for " + r.say(s.Var).text + " : " + x.text, x.shared, x.calls}
		r.b.loop(loop{label: label, line: r.line(s), each: &each, body: body(s.Body)})

	case *java.Try:
		r.try(s)
	case *java.Switch:
		r.switchOf(s.Cases, r.line(s), r.say(s.X).after("switch"))
	case *java.SynchronizedStmt:
		r.synchronized(r.line(s), r.file.Position(s.End()).Line, r.say(s.X).text, s.Body)
	case *java.LocalClass:
		r.nested(s)

	default:
		r.simple(s)
	}
}

// labeled is a labelled statement, which break may leave even where it is no loop.
func (r *javaReader) labeled(s *java.Labeled) {
	switch s.Body.(type) {
	case *java.While, *java.DoWhile, *java.For, *java.ForEach:
		r.stmt(s.Body, s.Label.Name)
	default:
		r.b.named(s.Label.Name, func() { r.stmt(s.Body, "") })
	}
}

func (r *javaReader) forLoop(s *java.For, label string) {
	r.block(s.Init)
	l := loop{label: label, line: r.line(s), cond: r.condition(s.Cond), body: func() { r.stmt(s.Body, "") }}
	if len(s.Update) > 0 {
		l.post = func() {
			for _, x := range s.Update {
				r.b.step(r.line(x), r.say(x))
			}
		}
	}
	r.b.loop(l)
}

// try is try with its resources, handlers and finally.
func (r *javaReader) try(s *java.Try) {
	body := func() { r.block(s.Body.Stmts) }
	if len(s.Resources) > 0 {
		body = func() {
			var names []string
			for _, x := range s.Resources {
				what := r.say(x)
				r.b.step(r.line(x), what)
				names = append(names, what.text)
			}
			// Resources are closed before a handler or finally of the same statement runs (JLS
			// 14.20.3.2), so that they are the inner one.
			end := phrase{text: fmt.Sprintf("close %d resources, last one first", len(names))}
			r.b.finally(r.file.Position(s.Body.End()).Line, func() { r.block(s.Body.Stmts) }, nil, end)
		}
	}
	var handlers []handler
	for _, c := range s.Catches {
		when := sayText(dialectJava, r.file.Text(c.Param)).text
		handlers = append(handlers, handler{when, func() { r.block(c.Body.Stmts) }})
	}
	whole := func() { r.b.try(r.line(s), body, handlers) }
	if s.Finally == nil {
		whole()
		return
	}
	r.b.finally(r.file.Position(s.End()).Line, whole, func() { r.block(s.Finally.Stmts) }, phrase{text: "end of finally"})
}

// switchOf is a switch, a statement or an expression.
func (r *javaReader) switchOf(cases []*java.Case, line int, what phrase) {
	var arms []arm
	total := false
	for i, c := range cases {
		var when []string
		for _, l := range c.Labels {
			when = append(when, r.say(l).text)
		}
		if c.Default {
			total = true
			when = append(when, "default")
		}
		text := strings.Join(when, ", ")
		if c.Guard != nil {
			text += " when " + r.say(c.Guard).text
		}
		arms = append(arms, arm{text, !c.Arrow && i+1 < len(cases), func() { r.block(c.Body) }})
	}
	r.b.breakable("", func() { r.b.choose(line, what, arms, total) })
}

// simple adds a statement that has no others in it, but for a switch as its value.
func (r *javaReader) simple(s java.Stmt) {
	line := r.line(s)
	// A switch that is a value has statements in its arms, and becomes points of its own before
	// what is done with the value.
	if x := switchValue(s); x != nil {
		head := strings.TrimSpace(r.file.Slice(java.Span{From: s.Pos(), To: x.Pos()}))
		r.switchOf(x.Cases, line, r.say(x.X).after(sayText(dialectJava, head).text+" switch"))
		if _, ok := s.(*java.Return); ok {
			r.b.giveBack(line, phrase{text: "this value"})
		}
		return
	}
	switch s := s.(type) {
	case *java.Return:
		r.b.step(line, r.say(s))
		r.b.jump(line, jump{word: "return"})
	case *java.Yield:
		r.b.step(line, r.say(s))
		// yield ends the switch around it, as break ends a switch that is a statement.
		r.b.jump(line, jump{word: "break"})
	case *java.Throw:
		r.b.throw(line, r.say(s))
	case *java.Break:
		r.b.jump(line, jump{"break", s.Label})
	case *java.Continue:
		r.b.jump(line, jump{"continue", s.Label})
	default:
		r.b.step(line, r.say(s))
	}
}

// switchValue is the switch that a statement assigns, declares or returns.
func switchValue(s java.Stmt) *java.SwitchExpr {
	var x java.Expr
	switch s := s.(type) {
	case *java.Return:
		x = s.X
	case *java.Yield:
		return nil
	case *java.LocalVars:
		if len(s.Vars) == 1 {
			x = s.Vars[0].Init
		}
	case *java.ExprStmt:
		x = s.X
		if a, ok := x.(*java.AssignExpr); ok {
			x = a.Y
		}
	}
	sw, _ := x.(*java.SwitchExpr)
	return sw
}
