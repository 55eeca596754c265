package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ensures/sandbox"
)

// sandboxFinding says what runs a model's code, and proves that it is held in by
// trying to get out.
func (a *app) sandboxFinding(ctx context.Context) (finding, error) {
	f := finding{Name: "sandbox", Status: "missing"}
	e, err := sandbox.Detect(ctx, a.cfg.Sandbox.Engine, a.cfg.Sandbox.Python)
	if no := (*sandbox.IsolationError)(nil); errors.As(err, &no) {
		f.Use = "a model's code can't run: " + no.Reason
		return f, nil
	} else if err != nil {
		return f, err
	}

	start := time.Now()
	proofs, err := e.Prove(ctx)
	if no := (*sandbox.IsolationError)(nil); errors.As(err, &no) {
		f.Use = "a model's code can't run: " + no.Reason
		return f, nil
	} else if err != nil {
		return f, err
	}

	f.Status, f.Version = "ok", e.Version
	var out []string
	for _, p := range proofs {
		if !p.Held {
			f.Status = "broken"
			out = append(out, p.Name)
		}
	}

	f.Use = fmt.Sprintf("a model's code: %d of %d attempts to get out failed, in %v", len(proofs)-len(out), len(proofs), time.Since(start).Round(10*time.Millisecond))
	if len(out) > 0 {
		f.Use += "; NOT HELD: " + strings.Join(out, ", ")
	}
	if !e.Jailed {
		f.Use += "; held by the language alone, without Landlock and seccomp"
	}
	if e.Reason != "" {
		f.Use += "; not python: " + e.Reason
	}
	return f, nil
}
