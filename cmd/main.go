// Package cmd is the command line: one file per verb, each a thin layer that
// turns flags and configuration into another package's Options and results into
// text, tables or JSON lines.
//
// It alone builds the logger, tables and progress bars. It must not know how
// anything is parsed, measured or proposed.
package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"ensures/configs"
	"ensures/sandbox"
	"ensures/verify"
	"ensures/verify/condition"
)

// Main runs the program with the process's arguments and streams and gives its
// exit code. The first interrupt cancels the work, the second ends the process; so does
// the first, after two seconds or the time that the verb was given to finish.
func Main() int {
	sandbox.Child() // when this process is the child that runs a model's code
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	ctx, end := context.WithCancelCause(context.Background())
	defer end(nil)
	w := &watch{end: end, stderr: os.Stderr, exit: os.Exit}
	// The verb sees the end of the context; w ends the process where the verb goes on.
	go func() {
		<-signals
		signal.Stop(signals) // the next one ends the process
		end(context.Canceled)
		w.interrupted()
	}()
	return Run(ctx, Env{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: newScreen(os.Stdout), Stderr: newScreen(os.Stderr),
		Getenv: os.Getenv, Now: time.Now, watch: w,
	})
}

// Env is everything that the program takes from its surroundings.
type Env struct {
	Args   []string
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	Getenv func(string) string
	Now    func() time.Time

	watch *watch // nil where the process is not the program's own
}

// app is one run of the program.
type app struct {
	Env
	cfg    *configs.Resolved
	loaded configs.Options // what cfg was made from
	log    *slog.Logger
	out    *output // the result, on stdout
	err    *output // what is wrong, on stderr
	flags  globals
	warned *sync.Map        // messages of warnOnce
	trust  *condition.Trust // in the solvers that this process uses

	keeping keeping             // of verifiers' answers
	answers *verify.MemoryStore // of this run, with keepInRun
}

// warnOnce logs a warning that several parts of a run would give.
func (a *app) warnOnce(message string) {
	if _, old := a.warned.LoadOrStore(message, true); !old {
		a.log.Warn(message)
	}
}

// Run runs the program in env and gives its exit code.
func Run(ctx context.Context, env Env) int {
	a := &app{Env: env, warned: &sync.Map{}, trust: &condition.Trust{}}
	root := newRoot(a)
	root.SetArgs(env.Args)
	root.SetIn(env.Stdin)
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return ExitOK
	}
	// Beyond its memory the run ends by the same cancelling as an interrupt: the cause tells the
	// two apart.
	if over := (*memoryError)(nil); errors.As(context.Cause(ctx), &over) {
		fmt.Fprintf(env.Stderr, "ensures: %v\n", over)
		return ExitError
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		fmt.Fprintln(env.Stderr, "ensures: interrupted")
		if u := (*unfinished)(nil); errors.As(err, &u) {
			fmt.Fprintln(env.Stderr, u.hint())
		}
		return ExitInterrupted
	}
	if !errors.As(err, new(*silent)) {
		fmt.Fprintf(env.Stderr, "ensures: %v\n", err)
	}
	return exitCode(err)
}
