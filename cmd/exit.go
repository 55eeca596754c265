package cmd

import (
	"context"
	"errors"
	"fmt"

	"ensures/configs"
	"ensures/llm"
	"ensures/sandbox"
	"ensures/tla"
	"ensures/verify"
)

// The exit codes; they are API and listed in docs/formats.md.
const (
	ExitOK          = 0   // done
	ExitError       = 1   // something went wrong
	ExitUsage       = 2   // the command line is wrong
	ExitBelow       = 3   // ran, and the result is below the bar
	ExitMissing     = 4   // a tool is missing or the configuration is wrong
	ExitInterrupted = 130 // interrupted
)

// coded is an error with the exit code it asks for.
type coded struct {
	code int
	err  error
}

func (e *coded) Error() string { return e.err.Error() }
func (e *coded) Unwrap() error { return e.err }

// silent marks an error whose message has been shown.
type silent struct{ err error }

func (e *silent) Error() string { return e.err.Error() }
func (e *silent) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return &coded{ExitUsage, fmt.Errorf(format, args...)} }

// shown is an error that has been reported already and only sets the exit code.
func shown(code int, format string, args ...any) error {
	return &silent{&coded{code, fmt.Errorf(format, args...)}}
}

func exitCode(err error) int {
	var c *coded
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &c):
		return c.code
	// Packages below know no exit codes: what they call missing or misconfigured is code 4 here.
	case errors.As(err, new(*configs.Error)), errors.Is(err, sandbox.ErrNotFound), errors.Is(err, llm.ErrConfig), errors.As(err, new(*verify.MissingError)), errors.As(err, new(*tla.MissingError)):
		return ExitMissing
	case errors.Is(err, context.Canceled):
		return ExitInterrupted
	default:
		return ExitError
	}
}

// ExitCodes are all codes that the program can end with.
func ExitCodes() []int {
	return []int{ExitOK, ExitError, ExitUsage, ExitBelow, ExitMissing, ExitInterrupted}
}
