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

type runIn struct {
	Args     []string `json:"args" jsonschema_description:"the arguments as Java expressions, such as new int[]{1, 2} or \"abc\""`
	Receiver string   `json:"receiver,omitempty" jsonschema_description:"the object as a Java expression, for a method that is not static; a new one by default"`
}

type runOut struct {
	Input  string `json:"input"`
	Output string `json:"output" jsonschema_description:"the result or the exception, and what changed"`
	Threw  bool   `json:"threw"`
}

func (s *Session) runTool() tools.Tool {
	const name = "run_method"
	return tools.New(name, `Run the task's method on one input, inside limits, to see what it really does.`,
		func(ctx context.Context, in runIn) (runOut, error) {
			prep, pair, err := s.call(ctx, name, in)
			if err != nil {
				return runOut{}, err
			}
			m := prep.Run.NewMachine(interp.Options{Limits: interp.Limits{Steps: 1_000_000}})
			return runOut{pair.Input(m, prep.Method), pair.Output(m, prep.Method), pair.End == bench.Threw}, nil
		},
		tools.Example{Args: runIn{Args: []string{"new int[]{3, 1, 2}", "7"}}})
}

type evaluateIn struct {
	Expression string   `json:"expression" jsonschema_description:"a boolean JML expression as it would stand in an ensures clause; parameters, fields, \\result, \\old"`
	Args       []string `json:"args" jsonschema_description:"the arguments as Java expressions"`
	Receiver   string   `json:"receiver,omitempty" jsonschema_description:"the object as a Java expression, for a method that is not static; a new one by default"`
}

type evaluateOut struct {
	Value  string `json:"value" jsonschema:"enum=true,enum=false,enum=unknown"`
	Reason string `json:"reason,omitempty" jsonschema_description:"why it has no value"`
	Input  string `json:"input"`
	Output string `json:"output"`
}

func (s *Session) evaluateTool() tools.Tool {
	const name = "evaluate_jml"
	return tools.New(name, `Evaluate a boolean JML expression on one real call of the method: the arguments given, \result and the state afterwards from running it. For trying a clause before writing it down.`,
		func(ctx context.Context, in evaluateIn) (evaluateOut, error) {
			x := strings.TrimSuffix(strings.TrimSpace(in.Expression), ";")
			if _, _, errs := jml.ParseExpr(x); len(errs) > 0 {
				return evaluateOut{}, tools.Refuse(name, "the expression is not JML: column %d: %s", errs[0].At.Column, withHint(errs[0]))
			}
			prep, pair, err := s.call(ctx, name, runIn{in.Args, in.Receiver})
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
			decl := s.declaration(file)
			if decl == nil {
				return out, errors.New("the task's method is not in its source")
			}
			insertion, site := candidate.Into(file), candidate.NewSite(file, decl)
			insertion.Add(site, candidate.Light([]*candidate.Clause{candidate.New(jml.Ensures, x)}, len(site.Loops)))
			text, err := insertion.Text()
			if err != nil {
				return out, err
			}
			rep := harness.Measure(ctx, prep, text.Code, harness.Options{Traces: -1, Mutants: 1, Elsewhere: true})
			if rep.Status != harness.OK || len(rep.Pairs) == 0 {
				var msgs []string
				for _, d := range rep.Diagnostics {
					msgs = append(msgs, d.Message)
				}
				return out, tools.Refuse(name, "the expression can't be evaluated: %s", strings.Join(msgs, "; "))
			}
			out.Value, out.Reason = rep.Pairs[0].Post.String(), rep.Pairs[0].Reason
			return out, nil
		},
		tools.Example{Args: evaluateIn{Expression: `(\forall int i; 0 <= i && i < a.length; a[i] <= \result)`, Args: []string{"new int[]{3, 1, 2}"}}})
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
func (s *Session) call(ctx context.Context, tool string, in runIn) (*bench.Prepared, *bench.Pair, error) {
	t, _, err := s.current(ctx, tool, "", false)
	if err != nil {
		return nil, nil, err
	}
	file, _ := java.Parse(t.Name, plain(t.Source))
	decl := s.declaration(file)
	if decl == nil {
		return nil, nil, errors.New("the task's method is not in its source")
	}
	if len(in.Args) != len(decl.Params) {
		return nil, nil, tools.Refuse(tool, "`args` has %d expressions; %s takes %d: (%s)", len(in.Args), t.Method, len(decl.Params), parameterText(file, decl))
	}
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
	one.DriverClass = strings.ReplaceAll(t.Class, ".", "$") + "$" + caller
	if t.Class == "" {
		one.DriverClass = class.Name.Name + "$" + caller
	}
	if p := file.Package; p != nil {
		one.DriverClass = packageName(file) + "." + one.DriverClass
	}
	one.Tests = []bench.Test{{Name: "call", Silent: true}}
	prog, err := s.o.Runtime.Compile(&one)
	if err != nil {
		return nil, nil, tools.Refuse(tool, "the call can't be compiled: %v", err)
	}
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
	if len(prep.Pairs) > 0 {
		return prep, prep.Pairs[0], nil
	}
	return prep, prep.Invalid[0], nil
}

func packageName(f *java.File) string {
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(f.Slice(f.Package.Span)), "package"), ";"))
}

// declaration is the task's method in a file.
func (s *Session) declaration(f *java.File) *java.MethodDecl {
	s.mu.Lock()
	t := s.task
	s.mu.Unlock()
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
