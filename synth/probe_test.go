package synth

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"ensures/bench"
	"ensures/harness"
	"ensures/internal/require"
	"ensures/propose"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/smt"
	"ensures/verify/verifytest"
)

var _ = smt.FindPrograms
var _ = verifytest.Run

func TestProbe(t *testing.T) {
	d, err := bench.Load(require.Shared(t, "data/specgenbench/tasks.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	rt := bench.NewRuntime()
	b := backend(t, rt)
	mode := verify.Safe
	if os.Getenv("MODE") == "quiet" {
		mode = verify.Quiet
	}
	os.MkdirAll("/tmp/probe", 0o755)
	proved := 0
	for _, task := range d.Tasks {
		if f := os.Getenv("TASK"); f != "" && f != task.ID {
			continue
		}
		start := time.Now()
		r, err := propose.File(context.Background(), rt, task.Name, task.Source, propose.Options{Inputs: 1000, Refine: Guided(b, Options{Arithmetic: mode})})
		if err != nil {
			t.Errorf("%s: %v", task.ID, err)
			continue
		}
		code, _ := r.Edits.Apply()
		prep, err := rt.Prepare(context.Background(), task, bench.Options{Pairs: 200, Inputs: 100})
		if err != nil {
			continue
		}
		rep := harness.Measure(context.Background(), prep, code, harness.Options{Traces: -1})
		took := time.Since(start)
		start = time.Now()
		out, err := b.Verify(context.Background(), verify.Request{File: "T.java", Source: code, Options: verify.Options{Arithmetic: mode}})
		if err != nil {
			t.Log(task.ID, err)
			continue
		}
		var why []string
		for _, g := range out.Diagnostics {
			why = append(why, fmt.Sprintf("%s@%d", g.Kind, g.Line))
		}
		if out.Verdict == verify.Verified {
			proved++
		}
		os.WriteFile("/tmp/probe/"+task.ID+".java", []byte(code), 0o644)
		f := func(p *float64) string {
			if p == nil {
				return "-"
			}
			return fmt.Sprintf("%.2f", *p)
		}
		fmt.Printf("%-24s %-11s %s %s %v %v %s\n", task.ID, out.Verdict, f(rep.Strict.PostCorr), f(rep.Strict.PostComp), took.Round(time.Millisecond), time.Since(start).Round(time.Millisecond), strings.Join(why, " "))
	}
	fmt.Println("proved", proved)
	_ = native.Options{}
	t.Log("done")
}

func backend(t testing.TB, rt *bench.Runtime) verify.Backend {
	ps, err := smt.FindPrograms(t.Context(), "", "", 0)
	if err != nil {
		t.Fatal(err)
	}
	o := native.Options{Library: rt.Types, Quick: 200 * time.Millisecond, Patient: 1500 * time.Millisecond, Processes: 2}
	for _, p := range ps {
		o.Solvers = append(o.Solvers, native.SolverOptions{Dialect: p.Dialect, Version: p.Version, Start: p.Start})
	}
	b, err := native.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}
