package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"ensures/sandbox"
	"ensures/setup"

	"github.com/spf13/cobra"
)

// setupFlags are the flags of setup.
type setupFlags struct {
	archive string
	sha256  string
	again   bool
}

func newSetup(a *app) *cobra.Command {
	var f setupFlags
	var names, lines []string
	for _, t := range setup.Tools() {
		names = append(names, t.Name)
		lines = append(lines, fmt.Sprintf("  %-8s %s; from %s", t.Name, t.Use, t.From))
	}
	names = append(names, anySolver)
	lines = append(lines, fmt.Sprintf("  %-8s z3, where the machine has neither z3 nor cvc5 yet", anySolver))
	c := &cobra.Command{
		Use:   "setup " + strings.Join(names, "|") + "…",
		Short: "Install tools that ensures can use",
		Long: `Install tools, each into a folder of its own below $XDG_DATA_HOME/ensures/tools,
where all verbs find it. A tool that is there is left alone; a failed installation
leaves what was there.

` + strings.Join(lines, "\n") + `

Exit code 4 when the machine has no network or lacks the registry's client; the
message says what to do.`,
		Example: `  ensures setup solver
  ensures setup z3 key
  ensures setup openjml --archive openjml-release.zip --sha256 1f2e…
  ensures setup cvc5 --archive https://example.org/cvc5-Linux-x86_64-static.zip --sha256 9a0b…`,
		Args:      atLeast("TOOL"),
		ValidArgs: names,
		RunE:      func(c *cobra.Command, args []string) error { return a.setup(c.Context(), args, f) },
	}
	fl := c.Flags()
	fl.StringVar(&f.archive, "archive", "", "install from this `file` or URL")
	fl.StringVar(&f.sha256, "sha256", "", "the archive's SHA-256 `sum`; without it the archive's own is shown and nothing installed")
	fl.BoolVar(&f.again, "again", false, "install even what is there")
	return c
}

func (a *app) setup(ctx context.Context, names []string, f setupFlags) error {
	var list []setup.Tool
	for _, n := range names {
		if n == anySolver {
			if at := a.anySolver(); at != "" {
				continue // proofs work with what is there
			}
			n = "z3"
		}
		t, ok := setup.ByName(n)
		if !ok {
			known := []string{anySolver}
			for _, t := range setup.Tools() {
				known = append(known, t.Name)
			}
			return usagef("ensures setup has no tool %q; it has: %s", n, strings.Join(known, ", "))
		}
		list = append(list, t)
	}

	if f.archive == "" && f.sha256 != "" {
		return usagef("--sha256 is the checksum of an --archive")
	}
	if f.archive != "" && len(list) > 1 {
		return usagef("--archive is for one tool at a time")
	}

	for _, t := range list {
		o := setup.Options{Dir: setup.Dir(a.Getenv), Archive: f.archive, SHA256: f.sha256, Again: f.again}
		if !a.flags.quiet {
			o.Log = a.Stderr
		}
		in, err := setup.Install(ctx, t, o)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if errors.As(err, new(*setup.MissingError)) {
				return &coded{ExitMissing, err}
			}
			return fmt.Errorf("setup %s: %w", t.Name, err)
		}

		if a.out.json {
			if err := a.out.object(in); err != nil {
				return err
			}
			continue
		}
		word := "is there"
		if in.Fresh {
			word = "installed"
		}
		a.out.printf("%s %s %s: %s\n", in.Name, in.Version, word, in.Path)
	}
	return nil
}

// anySolver names, for setup, whichever solver the machine has, else z3.
const anySolver = "solver"

// anySolver returns the path of a solver that proofs would use; empty where there is
// none.
func (a *app) anySolver() string {
	for _, p := range [][2]string{{a.cfg.Verify.Z3, "z3"}, {a.cfg.Verify.CVC5, "cvc5"}} {
		if at := a.program(p[0], p[1]); at != "" {
			return at
		}
	}
	return ""
}

// toolPath is where a tool is: as configured, else in the folder that setup fills,
// else empty for whoever looks on PATH.
func (a *app) toolPath(configured, name string) string {
	if configured != "" {
		return configured
	}
	p, _ := setup.Find(setup.Dir(a.Getenv), name)
	return p
}

// program is a program's path, with PATH as the last place; empty when it is
// nowhere.
func (a *app) program(configured, name string) string {
	if p := a.toolPath(configured, name); p != "" {
		if found, err := sandbox.Find(p); err == nil {
			return found
		}
		// A tool may be a folder or a jar, which nobody can start.
		if _, err := os.Stat(p); err == nil {
			return p
		}
		return ""
	}
	p, err := sandbox.Find(name)
	if err != nil {
		return ""
	}
	return p
}
