package spec

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ensures/bench"
	"ensures/candidate"
	"ensures/harness"
	"ensures/java"
	"ensures/java/interp"
	"ensures/jml"
	"ensures/tools"
)

func (p *javaProgram) run(ctx context.Context, tool string, in runIn) (runOut, error) {
	prep, pair, err := p.call(ctx, tool, in)
	if err != nil {
		return runOut{}, err
	}
	m := prep.Run.NewMachine(interp.Options{Limits: interp.Limits{Steps: 1_000_000}})
	return runOut{pair.Input(m, prep.Method), pair.Output(m, prep.Method), pair.End == bench.Threw}, nil
}

func (p *javaProgram) evaluate(ctx context.Context, tool string, in evaluateIn) (evaluateOut, error) {
	x := strings.TrimSuffix(strings.TrimSpace(in.Expression), ";")
	if _, _, errs := jml.ParseExpr(x); len(errs) > 0 {
		return evaluateOut{}, tools.Refuse(tool, "the expression is not JML: column %d: %s", errs[0].At.Column, withHint(errs[0]))
	}
	prep, pair, err := p.call(ctx, tool, runIn{in.Args, in.Receiver})
	if err != nil {
		return evaluateOut{}, err
	}
	m := prep.Run.NewMachine(interp.Options{Limits: interp.Limits{Steps: 1_000_000}})
	out := evaluateOut{Input: pair.Input(m, prep.Method), Output: pair.Output(m, prep.Method), Value: "unknown"}
	if pair.End == bench.Threw {
		out.Reason = "the method throws on this input, so no postcondition is asked for"
		return out, nil
	}

	file, _ := java.Parse("", plain(prep.Task.Source))
	decl := p.declaration(file)
	if decl == nil {
		return out, errors.New("the task's method is not in its source")
	}

	// The expression becomes the only ensures clause of the task's method, so that the harness
	// gives it the meaning that it will have in a specification.
	insertion, site := candidate.Into(file), candidate.NewSite(file, decl)
	insertion.Add(site, candidate.Light([]*candidate.Clause{candidate.New(jml.Ensures, x)}, len(site.Loops)))
	text, err := insertion.Text()
	if err != nil {
		return out, err
	}

	// One pair is all there is; loops and mutants are of no interest.
	rep := harness.Measure(ctx, prep, text.Code, harness.Options{Traces: -1, Mutants: 1, Elsewhere: true})
	if rep.Status != harness.OK || len(rep.Pairs) == 0 {
		var msgs []string
		for _, d := range rep.Diagnostics {
			msgs = append(msgs, d.Message)
		}
		return out, tools.Refuse(tool, "the expression can't be evaluated: %s", strings.Join(msgs, "; "))
	}
	out.Value, out.Reason = rep.Pairs[0].Post.String(), rep.Pairs[0].Reason
	return out, nil
}

func withHint(e *java.Error) string {
	if e.Hint != "" {
		return e.Msg + " (" + e.Hint + ")"
	}
	return e.Msg
}

// caller is the class that calls the method, put into the method's own class so
// that it may see everything.
const caller = "EnsuresCall"

// call runs the method once.
func (p *javaProgram) call(ctx context.Context, tool string, in runIn) (*bench.Prepared, *bench.Pair, error) {
	t := p.t
	file, _ := java.Parse(t.Name, plain(t.Source))
	decl := p.declaration(file)
	if decl == nil {
		return nil, nil, errors.New("the task's method is not in its source")
	}
	if len(in.Args) != len(decl.Params) {
		return nil, nil, tools.Refuse(tool, "`args` has %d expressions; %s takes %d: (%s)", len(in.Args), t.Method, len(decl.Params), parameterText(file, decl))
	}

	// Each argument has to be an expression by itself: the call below is put together as text,
	// and a text such as "1); evil(2" must not become part of it.
	for i, a := range append(append([]string{}, in.Args...), in.Receiver) {
		if a == "" && i == len(in.Args) {
			continue
		}
		if _, _, errs := jml.ParseExpr(a); len(errs) > 0 {
			return nil, nil, tools.Refuse(tool, "`%s` is no Java expression: %s", a, withHint(errs[0]))
		}
	}
	class := owner(file, decl)
	receiver := in.Receiver
	static := decl.Mods.Flags.Has(java.Static)
	if static {
		receiver = class.Name.Name
	} else if receiver == "" {
		receiver = "new " + class.Name.Name + "()"
	}
	e := java.NewEdits(file)
	e.Insert(class.End()-1, fmt.Sprintf("\nstatic class %s { public static void main(String[] ensuresArgs) throws Throwable { %s.%s(%s); } }\n",
		caller, receiver, t.Method, strings.Join(in.Args, ", ")))
	src, err := e.Apply()
	if err != nil {
		return nil, nil, err
	}
	one := *t
	one.Source, one.Driver, one.DriverInline = src, "", false

	// The binary name of a nested class has a $ between the names (JLS 13.1).
	one.DriverClass = strings.ReplaceAll(t.Class, ".", "$") + "$" + caller
	if t.Class == "" {
		one.DriverClass = class.Name.Name + "$" + caller
	}
	if file.Package != nil {
		one.DriverClass = packageName(file) + "." + one.DriverClass
	}
	one.Tests = []bench.Test{{Name: "call", Silent: true}}
	prog, err := p.o.Runtime.Compile(&one)
	if err != nil {
		return nil, nil, tools.Refuse(tool, "the call can't be compiled: %v", err)
	}

	// Bodies are checked when they are first asked for. Here the mistake is the model's, in the
	// call.
	for _, c := range prog.Own() {
		for _, m := range c.Methods {
			if c.Name != caller || m.Name != "main" {
				continue
			}
			if _, errs := m.Body(); len(errs) > 0 {
				return nil, nil, tools.Refuse(tool, "the call can't be compiled: %s", withHint(errs[0]))
			}
		}
	}
	prep, err := prog.Prepare(ctx, bench.Options{Inputs: -1, Steps: 2_000_000, Quick: 2_000_000})
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if err != nil {
		return nil, nil, tools.Refuse(tool, "the call gave nothing: %v", err)
	}

	// Calls that return are pairs; one that throws is among the invalid ones.
	if len(prep.Pairs) > 0 {
		return prep, prep.Pairs[0], nil
	}
	return prep, prep.Invalid[0], nil
}

func packageName(f *java.File) string {
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(f.Slice(f.Package.Span)), "package"), ";"))
}

// declaration is the task's method in a file.
func (p *javaProgram) declaration(f *java.File) *java.MethodDecl {
	t := p.t
	var found *java.MethodDecl
	java.Walk(f, func(n java.Node) bool {
		d, ok := n.(*java.MethodDecl)
		if !ok || !isTask(t, d) || found != nil {
			return true
		}
		if c := owner(f, d); t.Class == "" || c != nil && strings.HasSuffix("."+t.Class, "."+c.Name.Name) {
			found = d
		}
		return true
	})
	return found
}

// owner is the class that a method is declared in.
func owner(f *java.File, d *java.MethodDecl) *java.ClassDecl {
	var found *java.ClassDecl
	java.Walk(f, func(n java.Node) bool {
		if c, ok := n.(*java.ClassDecl); ok {
			for _, m := range c.Members {
				if m == java.Member(d) {
					found = c
				}
			}
		}
		return true
	})
	return found
}

func parameterText(f *java.File, d *java.MethodDecl) string {
	var ps []string
	for _, p := range d.Params {
		ps = append(ps, oneLine(f.Text(p)))
	}
	return strings.Join(ps, ", ")
}
