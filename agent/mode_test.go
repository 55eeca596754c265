package agent

import (
	"context"
	"testing"

	"ensures/sandbox"
)

func modes(testing.TB) []Mode { return []Mode{ReAct} }

func interpreter(_ context.Context, o sandbox.InterpreterOptions) (sandbox.Interpreter, error) {
	return &lines{o: o}, nil
}
