package cmd

import (
	"fmt"
	"strings"

	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/interp"
	"ensures/java/types"

	"github.com/spf13/cobra"
)

func newJavaRun(a *app) *cobra.Command {
	var rawOutput bool
	c := &cobra.Command{
		Use:   "run FILE [ARG…]",
		Short: "Interpret a Java program's main, as `java FILE` would",
		Long: `Interpret the main method of a Java file: the same standard output, and exit code
1 with the stack trace's first line on an uncaught exception. No JVM is used. A
run that exceeds a limit, or meets a construct that we don't have, says so and
ends with exit code 3. On a terminal the control characters of what the program prints
are shown and not obeyed, unless --raw says so.`,
		Example: `  ensures java run Hello.java
  ensures java run Main.java < input.txt
  ensures java run --steps 1000000 Main.java one two`,
		Args: atLeast("FILE"),
		RunE: func(_ *cobra.Command, args []string) error { return a.javaRun(args[0], args[1:], rawOutput) },
	}
	c.Flags().BoolVar(&rawOutput, "raw", false, "send what the program prints to a terminal as it is")
	return c
}

// limits are those of the configuration.
func (a *app) limits() interp.Limits {
	r := a.cfg.Run
	return interp.Limits{Steps: r.Steps, HeapBytes: r.Memory, Depth: r.Depth, OutputBytes: r.Output}
}

// ending is how a run ended, as JSON.
type ending struct {
	Outcome   string `json:"outcome"`
	Exception string `json:"exception,omitempty"`
	Message   string `json:"message,omitempty"`
	Construct string `json:"construct,omitempty"`
	ExitCode  int    `json:"exit_code"`
	Steps     int64  `json:"steps"`
	Stdout    string `json:"stdout"`
	Stderr    string `json:"stderr,omitempty"`
}

func (a *app) javaRun(path string, args []string, rawOutput bool) error {
	src, err := a.readText(path)
	if err != nil {
		return err
	}
	file, errs := java.Parse(src.path, string(src.text))
	if len(errs) > 0 {
		return a.mistakes(src.path, string(src.text), errs)
	}
	checked, errs := types.Check(types.NewLibrary(classlib.FS), file)
	if len(errs) > 0 {
		return a.mistakes(src.path, string(src.text), errs)
	}

	p := interp.New(interp.NewLibrary(checked.Lib), checked, interp.HookPlan{})
	main := p.MainClass()
	if main == "" {
		return fmt.Errorf("%s has no class with `public static void main(String[] args)`", src.path)
	}

	var out, errOut strings.Builder
	opts := interp.Options{Stdin: a.Stdin, Stdout: a.Stdout, Stderr: a.Stderr, Limits: a.limits(), Seed: a.cfg.Harness.Seed, Now: a.Now}
	if rawOutput {
		opts.Stdout, opts.Stderr = raw(a.Stdout), raw(a.Stderr)
	}
	if a.out.json {
		opts.Stdout, opts.Stderr = &out, &errOut
	}

	m := p.NewMachine(opts)
	end := m.RunMain(main, args)
	if a.out.json {
		err := a.out.object(ending{
			Outcome: end.Kind.String(), Exception: end.Class, Message: end.Message, Construct: end.Construct,
			ExitCode: end.ExitCode(), Steps: m.StepsUsed(), Stdout: out.String(), Stderr: errOut.String(),
		})
		if err != nil {
			return err
		}
	}

	switch end.Kind {
	case interp.Returned:
		return nil
	case interp.Exited:
		if end.Code == 0 {
			return nil
		}
		// The program's own exit code, as java would give it on.
		return shown(end.Code, "exit %d", end.Code)
	case interp.Thrown:
		if !a.out.json {
			fmt.Fprintln(a.Stderr, end.String())
		}
		return shown(ExitError, "uncaught exception")
	default:
		if !a.out.json {
			fmt.Fprintf(a.Stderr, "ensures: %s\n", end.String())
		}
		// A limit, or a construct that is not known: the program itself may be right.
		return shown(ExitBelow, "%s", end.Kind)
	}
}
