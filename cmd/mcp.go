package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"ensures/bench"
	"ensures/internal/door"
	"ensures/mcp"
	"ensures/tools"
	"ensures/tools/spec"
	"ensures/tools/system"
	"ensures/trajectories"

	"github.com/spf13/cobra"
)

// mcpInstructions are told to every agent that connects.
const mcpInstructions = `Tools for writing a specification of one Java method in JML, or of one Rust function in the clauses of Verus, and proving it.
Begin with open_task (the Java or Rust file, and the method where it has several). Then: propose clauses, verify_with_openjml
(of a Rust function verify_rust), analyze_errors when it is not verified, run_spec_harness to measure how strong it is, and
task_complete when it is verified and strong. Every tool that takes code wants the whole file with its specification in comments:
JML in a Java file; in a Rust file lines of //@ requires, //@ ensures above the function, //@ invariant, //@ decreases above a loop,
where result is the result and old(v) what v referred to before the call. The code itself must stay as it is.
A result that says verified comes from a verifier; nothing else proves anything.
The tools about TLA+ modules are for another task: a model of a real system, run by TLC (run_tlc)
and held against the logs of that system (trace_validate). Both want the whole module.`

func newMCP(a *app) *cobra.Command {
	var address string
	c := &cobra.Command{
		Use:   "mcp",
		Short: "Offer the tools to any agent over the Model Context Protocol",
		Long: `Serve the agent's tools (verify, analyse, measure, run, propose, complete), for Java
methods and Rust functions, to any program that speaks the Model Context Protocol: on
standard input and output, or with --http as streamable HTTP on the loopback interface,
at the address that is printed, which holds a token (or with the token as Authorization:
Bearer). Every client has a session of its own. No model and no key is needed: the client
is the agent.`,
		Example: `  ensures mcp                          # for a client that starts it
  ensures mcp --http 127.0.0.1:7777    # at http://127.0.0.1:7777/mcp?token=…`,
		Args: exactly(),
		RunE: func(c *cobra.Command, _ []string) error { return a.mcp(c.Context(), address) },
	}
	c.Flags().StringVar(&address, "http", "", "serve HTTP at this loopback `address` (host:port or port) in place of standard streams")
	bind(c.Flags(), "backend", "verify.backend", "`verifier`: auto, native, openjml")
	return c
}

func (a *app) mcp(ctx context.Context, address string) error {
	rt := bench.NewRuntime()
	backend, done, err := a.verifier(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		a.log.Warn("no verifier: verifications will say so", "error", err)
		backend, done = nil, func() {}
	}
	defer done()

	opts, err := a.specOptions(rt, backend)
	if err != nil {
		return err
	}
	rust, endRust := a.rustTools(ctx)
	opts.Rust = rust
	defer endRust()

	rec, err := a.record("mcp")
	if err != nil {
		return err
	}

	var calls atomic.Int64
	o := mcp.Options{
		Name: "ensures", Version: version(), Instructions: mcpInstructions, Log: a.log, Timeout: max(a.cfg.Verify.Timeout, 3*a.cfg.TLA.Timeout) + time.Minute,
		Open: func() mcp.Session {
			return mcp.Session{Tools: append(spec.Open(opts).Tools(), system.Tools(a.systemOptions(address == ""))...), Begin: recordCalls(rec, spec.NewJudge(opts.Bar), &calls)}
		},
	}

	if address == "" {
		err = mcp.Serve(ctx, io.NopCloser(a.Stdin), keepOpen{a.Stdout}, o)
	} else {
		l, lerr := mcp.Listen(address)
		if lerr != nil {
			return usagef("--http: %v", lerr)
		}
		token := a.serverToken()
		a.err.printf("%s\n", door.Address("http://"+l.Addr().String()+"/mcp", token))
		err = mcp.ServeHTTP(ctx, l, token, o)
	}

	outcome := "ok"
	if err != nil && !errors.Is(err, context.Canceled) {
		outcome = "error"
	}
	if ferr := rec.Finish(outcome, map[string]any{"calls": calls.Load()}); err == nil {
		err = ferr
	}
	return err
}

// systemOptions are those of the tools about TLA+ modules; paths lets a call name a
// trace's file.
func (a *app) systemOptions(paths bool) system.Options {
	return system.Options{Toolchain: a.toolchain, Paths: paths, Limits: system.Limits{Timeout: a.cfg.TLA.Timeout}}
}

// recordCalls records the calls of a client, each as a step, with what they found
// of the candidate that they were about.
func recordCalls(rec *trajectories.Writer, judge *spec.Judge, calls *atomic.Int64) func(string, json.RawMessage) func(tools.Call) {
	var mu sync.Mutex
	return func(name string, args json.RawMessage) func(tools.Call) {
		calls.Add(1)
		step := rec.Start("action", name, nil)
		call := step.Tool(name, "", args)
		return func(c tools.Call) {
			// Clients may call several tools at a time; the judge is one for all of them.
			mu.Lock()
			candidate := judge.Observe(c)
			mu.Unlock()
			r := trajectories.ToolResult{Outcome: "ok", Candidate: candidate}
			var bad *tools.BadCall
			switch {
			case errors.As(c.Err, &bad):
				r.Outcome, r.Error = "bad_call", c.Err.Error()
			case c.Err != nil:
				r.Outcome, r.Error = "error", c.Err.Error()
			default:
				r.Result = c.Result.JSON
			}
			call.End(r)
			step.Close(trajectories.StepResult{Outcome: r.Outcome, Candidate: candidate})
		}
	}
}

// keepOpen is standard output for a server that closes what it is given.
type keepOpen struct{ io.Writer }

func (keepOpen) Close() error { return nil }
