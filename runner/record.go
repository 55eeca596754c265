package runner

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"ensures/trajectories"
)

// record leaves a trajectory in the job's folder: what the engine handed in, and how
// it was judged. An engine that has recorded its own work keeps it.
func record(j Job, dir string, r Row, start, worked time.Time) error {
	if _, err := os.Stat(filepath.Join(dir, trajectories.TrajectoryFile)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// The clock of this record is set by hand: it is written in one go when the job is over.
	at := start
	sum := sha256.Sum256([]byte(j.Task.Source))
	w, err := trajectories.Create(trajectories.Options{Dir: filepath.Dir(dir), Now: func() time.Time { return at }}, trajectories.Header{
		Run: filepath.Base(dir), Verb: "bench", Task: j.Task.ID,
		Labels: map[string]string{"engine": j.Engine, "run": strconv.Itoa(j.Run)},
		Inputs: []trajectories.Input{{Path: j.Task.Name, SHA256: hex.EncodeToString(sum[:]), Text: j.Task.Source}},
	})
	if err != nil {
		return err
	}
	step := w.Start("engine", j.Engine, nil)
	at = worked
	step.Close(trajectories.StepResult{Outcome: string(r.Status), Error: r.Reason, Candidate: candidate(Row{Code: r.Code}), Data: map[string]any{"steps": r.Steps, "tokens": r.Tokens, "cost": r.Cost}})
	if r.Code != "" {
		step = w.Start("judge", r.Backend, nil)
		at = time.Now()
		step.Close(trajectories.StepResult{Outcome: string(r.Status), Candidate: candidate(r),
			Data: map[string]any{"mutants": r.Mutants, "killed": r.Killed, "failure_class": r.FailureClass, "unsupported": r.Unsupported}})
	}
	return w.Conclude(trajectories.Conclusion{Outcome: string(r.Status), Success: r.MVRStrict, Candidate: candidate(r), Error: r.Reason,
		Figures: map[string]any{"mvr_compat": r.MVRCompat, "mvr_strict": r.MVRStrict}})
}

// candidate is a row's code as it was judged, nil where there is none.
func candidate(r Row) *trajectories.Candidate {
	if r.Code == "" {
		return nil
	}
	c := &trajectories.Candidate{Text: r.Code, Verdict: r.Verdict, Strict: r.Strict.Named(), Compat: r.Compat.Named()}
	if r.Verdict != "" {
		c.By = r.Backend
	}
	return c
}
