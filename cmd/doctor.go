package cmd

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"time"

	"ensures/sandbox"

	"github.com/spf13/cobra"
)

// finding is one line of the doctor's report.
type finding struct {
	Name    string `json:"name"`
	Status  string `json:"status"` // ok, missing or broken
	Version string `json:"version,omitempty"`
	Path    string `json:"path,omitempty"`
	Use     string `json:"use"`
}

// probe is a tool that the doctor looks for.
type probe struct {
	name, arg, use string
	version        *regexp.Regexp
}

func probes() []probe {
	number := regexp.MustCompile(`\d+(?:\.\d+)+`)
	return []probe{
		{"java", "-version", "confirm runs: our interpreter against the real JVM", number},
		{"javac", "-version", "confirm runs", number},
		{"z3", "--version", "proofs", number},
		{"cvc5", "--version", "proofs, second solver", number},
		{"python3", "--version", "CodeAct sandbox", number},
	}
}

func newDoctor(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Say what is there: tools with versions, folders, limits",
		Long: `Look for the tools that ensures can use. annotate, harness and java run need
none of them.`,
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
	for _, p := range probes() {
		f, err := look(ctx, p)
		if err != nil {
			return err
		}
		list = append(list, f)
	}
	m, err := a.modelFinding(ctx)
	if err != nil {
		return err
	}
	list = append(list, m)
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
		rows = append(rows, []string{f.Name, f.Status, f.Version, f.Path, f.Use})
	}
	a.out.table([]string{"NAME", "STATUS", "VERSION", "PATH", "USED FOR"}, rows)
	return nil
}

// look finds a tool and asks it for its version.
func look(ctx context.Context, p probe) (finding, error) {
	f := finding{Name: p.name, Status: "missing", Use: p.use}
	path, err := sandbox.Find(p.name)
	if err != nil {
		return f, nil
	}
	f.Path, f.Status = path, "broken"
	res, err := sandbox.Run(ctx, sandbox.Cmd{Path: path, Args: []string{p.arg}, Timeout: 20 * time.Second})
	if err != nil {
		return f, ctx.Err()
	}
	if v := p.version.FindString(string(res.Stdout) + string(res.Stderr)); res.ExitCode == 0 && v != "" {
		f.Status, f.Version = "ok", v
	}
	return f, nil
}

// runsFolder tries to write where runs are recorded.
func (a *app) runsFolder() finding {
	f := finding{Name: "runs", Status: "ok", Path: a.runsDir(), Use: "recorded runs (trajectories.dir)"}
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
