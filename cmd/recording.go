package cmd

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"ensures/trajectories"
)

// runsDir is where runs are recorded.
func (a *app) runsDir() string {
	if d := a.cfg.Trajectories.Dir; d != "" {
		return d
	}
	return filepath.Join(a.stateDir(), "runs")
}

// source is an input file's content.
type source struct {
	path string
	text []byte
}

// record starts the recording of a verb's run; nil when recording is off.
func (a *app) record(verb string, inputs ...source) (*trajectories.Writer, error) {
	return a.recordWith(func(*trajectories.Header) {}, verb, inputs...)
}

// recordWith is record with more in the header.
func (a *app) recordWith(more func(*trajectories.Header), verb string, inputs ...source) (*trajectories.Writer, error) {
	if !a.cfg.Trajectories.Record {
		return nil, nil
	}
	// Two runs may begin in one second.
	var tail [3]byte
	if _, err := rand.Read(tail[:]); err != nil {
		return nil, err
	}
	h := trajectories.Header{
		Run:      fmt.Sprintf("%s-%s-%x", a.Now().UTC().Format("20060102-150405"), verb, tail),
		Verb:     verb,
		Args:     a.Args,
		Seed:     a.cfg.Harness.Seed,
		Commit:   commit(),
		Config:   a.cfg.Map(),
		Versions: versions(),
	}
	for _, in := range inputs {
		h.Inputs = append(h.Inputs, trajectories.Input{Path: in.path, SHA256: sum(in.text)})
	}

	more(&h)
	if a.cfg.Trajectories.Dir == "" { // nobody asked for a place: where there is none the work goes on
		if err := os.MkdirAll(a.runsDir(), 0o755); err != nil {
			a.warnOnce("the run is not recorded: " + err.Error())
			return nil, nil
		}
	}
	return trajectories.Create(trajectories.Options{Dir: a.runsDir(), Now: a.Now, Secrets: a.secrets()}, h)
}

// sum is the hash of a file's content.
func sum(text []byte) string {
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:])
}
