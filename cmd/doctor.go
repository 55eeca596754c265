package cmd

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"time"

	"ensures/sandbox"
	"ensures/setup"
	"ensures/tla"
	"ensures/verify/key"

	"github.com/spf13/cobra"
)

// finding is one line of the doctor's report.
type finding struct {
	Name    string `json:"name"`
	Status  string `json:"status"` // ok, missing or broken
	Version string `json:"version,omitempty"`
	Path    string `json:"path,omitempty"`
	Use     string `json:"use"`
	Install string `json:"install,omitempty"` // what to run where it is missing
}

// probe is a tool that the doctor looks for.
type probe struct {
	name, arg, use string
	configured     string // path by configuration
}

// jdk is how to get Java where no registry of ours has it.
const jdk = "a JDK, version 17 or later, by the system's package manager"

func (a *app) probes() []probe {
	v := a.cfg.Verify
	return []probe{
		{"java", "-version", "confirm runs: our interpreter against the real JVM; KeY; TLC", ""},
		{"javac", "-version", "confirm runs; KeY", ""},
		{"z3", "--version", "proofs", v.Z3},
		{"cvc5", "--version", "proofs, second solver", v.CVC5},
		{"openjml", "--version", "proofs by OpenJML", v.OpenJML},
		{"python3", "--version", "CodeAct sandbox", ""},
	}
}

var versionRE = regexp.MustCompile(`\d+(?:\.\d+)+(?:-[0-9A-Za-z.-]+)?`)

func newDoctor(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Say what is there: tools with versions, folders, limits",
		Long: `Look for the tools that ensures can use. annotate, harness and java run need
none of them. The sandbox, where a model's code runs, is tried: it is ok where no
attempt to get out of it succeeds.`,
		Example: `  ensures doctor
  ensures doctor --model ollama/qwen2.5-coder
  ensures doctor --json`,
		Args: exactly(),
		RunE: func(c *cobra.Command, _ []string) error { return a.doctor(c.Context()) },
	}
	bindModel(c.Flags())
	return c
}

func (a *app) doctor(ctx context.Context) error {
	list := []finding{
		{Name: "ensures", Status: "ok", Version: version(), Use: runtime.GOOS + "/" + runtime.GOARCH + ", " + runtime.Version()},
		a.runsFolder(),
	}

	for _, p := range a.probes() {
		f, err := a.look(ctx, p)
		if err != nil {
			return err
		}
		list = append(list, f)
		if p.name == "cvc5" {
			list = append(list, a.lookForKeY(), a.lookForTLC(ctx), a.lookForAlloy(ctx))
		}
	}

	m, err := a.modelFinding(ctx)
	if err != nil {
		return err
	}
	list = append(list, m)
	box, err := a.sandboxFinding(ctx)
	if err != nil {
		return err
	}
	list = append(list, box)

	if a.out.json {
		for _, f := range list {
			if err := a.out.object(f); err != nil {
				return err
			}
		}
		return nil
	}
	var rows [][]string
	for _, f := range list {
		rows = append(rows, []string{f.Name, f.Status, f.Version, f.Path, f.Use, f.Install})
	}
	a.out.table([]string{"NAME", "STATUS", "VERSION", "PATH", "USED FOR", "TO GET IT"}, rows)
	return nil
}

// look finds a tool and asks it for its version.
func (a *app) look(ctx context.Context, p probe) (finding, error) {
	f := finding{Name: p.name, Status: "missing", Use: p.use}
	path := a.program(p.configured, p.name)
	if path == "" {
		f.Install = toGet(p.name)
		return f, nil
	}
	f.Path, f.Status = path, "broken"
	res, err := sandbox.Run(ctx, sandbox.Cmd{Path: path, Args: []string{p.arg}, Timeout: 20 * time.Second})
	if err != nil {
		return f, ctx.Err()
	}
	// java says its version on standard error.
	if v := versionRE.FindString(string(res.Stdout) + string(res.Stderr)); res.ExitCode == 0 && v != "" {
		f.Status, f.Version = "ok", v
	}
	return f, nil
}

// toGet is what to do about a missing tool.
func toGet(name string) string {
	t, ok := setup.ByName(name)
	switch {
	case name == "java" || name == "javac":
		return jdk
	case name == "python3":
		return "Python 3, by the system's package manager; without it Starlark runs what a model writes"
	case !ok:
		return ""
	case len(t.Needs) == 0 && !t.System: // no registry has it
		return "ensures setup " + name + " --archive FILE --sha256 SUM"
	}
	return "ensures setup " + name
}

// lookForKeY finds KeY, which is a folder and no program.
func (a *app) lookForKeY() finding {
	f := finding{Name: "key", Status: "missing", Use: "second opinion on proofs", Install: toGet("key")}
	home := key.Home(a.toolPath(a.cfg.Verify.Key, "key"))
	if home == "" {
		return f
	}
	f.Path, f.Status = string(home), "broken"
	if home.Check() == nil {
		f.Status, f.Version, f.Install = "ok", key.Version, ""
	}
	return f
}

// lookForTLC finds tla2tools.jar, which is no program.
func (a *app) lookForTLC(ctx context.Context) finding {
	f := finding{Name: "tlc", Status: "missing", Use: "TLA+ models (needs Java)", Install: toGet("tla")}
	tools, err := a.toolchain(ctx)
	var missing *tla.MissingError
	switch {
	case err == nil:
		f.Path, f.Status, f.Version, f.Install = tools.Jar, "ok", tools.Version, ""
	case errors.As(err, &missing) && missing.Tool == "java":
		f.Install = jdk
	case !errors.As(err, &missing):
		f.Path, f.Status, f.Use = tools.Jar, "broken", err.Error()
	}
	return f
}

// runsFolder tries to write where runs are recorded.
func (a *app) runsFolder() finding {
	f := finding{Name: "runs", Status: "ok", Path: a.runsDir(), Use: "recorded runs (trajectories.dir)"}
	// Tried rather than read from permissions: a full or read-only disk shows only so.
	err := os.MkdirAll(f.Path, 0o755)
	if err == nil {
		probe := filepath.Join(f.Path, ".doctor")
		if err = os.WriteFile(probe, nil, 0o644); err == nil {
			err = os.Remove(probe)
		}
	}
	if err != nil {
		f.Status = "broken"
	}
	return f
}
