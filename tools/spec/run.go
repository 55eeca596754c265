package spec

import (
	"context"

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

func (s *Session) runTool(w words) tools.Tool {
	const name = "run_method"
	return w.worded(tools.New(name, `Run the task's method on one input, inside limits, to see what it really does.`,
		func(ctx context.Context, in runIn) (runOut, error) {
			_, p, err := s.current(name, "", w)
			if err != nil {
				return runOut{}, err
			}
			return p.run(ctx, name, in)
		},
		tools.Example{Args: runIn{Args: []string{"new int[]{3, 1, 2}", "7"}}}), tools.Example{Args: runIn{Args: []string{"vec![3, 1, 2]", "7"}}})
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

func (s *Session) evaluateTool(w words) tools.Tool {
	return w.worded(tools.New(w.evaluate, `Evaluate a boolean JML expression on one real call of the method: the arguments given, \result and the state afterwards from running it. For trying a clause before writing it down.`,
		func(ctx context.Context, in evaluateIn) (evaluateOut, error) {
			_, p, err := s.current(w.evaluate, "", w)
			if err != nil {
				return evaluateOut{}, err
			}
			return p.evaluate(ctx, w.evaluate, in)
		},
		tools.Example{Args: evaluateIn{Expression: `(\forall int i; 0 <= i && i < a.length; a[i] <= \result)`, Args: []string{"new int[]{3, 1, 2}"}}}),
		tools.Example{Args: evaluateIn{Expression: `forall|i: int| 0 <= i < a.len() ==> a[i] <= result`, Args: []string{"vec![3, 1, 2]"}}})
}
