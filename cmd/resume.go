package cmd

import (
	"errors"
	"fmt"
	"strings"

	"ensures/configs"
	"ensures/trajectories"
)

// unfinished is the error of a recorded run that stopped and can go on.
type unfinished struct {
	err  error
	verb string
	run  string
}

func (e *unfinished) Error() string { return e.err.Error() + "\n" + e.hint() }
func (e *unfinished) Unwrap() error { return e.err }

func (e *unfinished) hint() string {
	return fmt.Sprintf("what was done is kept; go on with: ensures %s --resume %s", e.verb, e.run)
}

// stopped says with an error how its run goes on; without a record it does not.
func stopped(rec *trajectories.Writer, err error) error {
	if rec == nil || err == nil {
		return err
	}
	return &unfinished{err, rec.Header().Verb, rec.Header().Run}
}

// reopen opens an interrupted run of a verb that asks a model, and takes the run's
// settings where the defaults stood.
func (a *app) reopen(verb, name string) (*trajectories.Writer, error) {
	path, err := a.findRun(name)
	if err != nil {
		return nil, err
	}
	rec, run, err := trajectories.OpenForResume(trajectories.Options{Now: a.Now, Secrets: a.secrets()}, path)
	if err != nil {
		return nil, err
	}
	if run.Header.Verb != verb || run.Header.Model == "" {
		return nil, errors.Join(usagef("%s is no run of %s with a model", run.Header.Run, verb), rec.Suspend())
	}
	err = a.under(run.Header, func(key string) bool {
		section, _, _ := strings.Cut(key, ".")
		return section != "output" && section != "trajectories" && key != "model.key"
	})
	if err != nil {
		return nil, errors.Join(err, rec.Suspend())
	}
	return rec, nil
}

// under reloads the configuration with settings of a recorded run where the
// defaults stood.
func (a *app) under(h trajectories.Header, use func(key string) bool) error {
	opts := a.loaded
	opts.Under, opts.UnderName = map[string]any{}, "run "+h.Run
	for key, value := range h.Config {
		if use(key) {
			opts.Under[key] = value
		}
	}
	cfg, err := configs.Load(opts)
	if err != nil {
		return err
	}
	a.cfg = cfg
	return nil
}

// unchanged checks that the files are those that the run began with.
func unchanged(h trajectories.Header, sources []source) error {
	for i, src := range sources {
		if i >= len(h.Inputs) || h.Inputs[i].SHA256 != sum(src.text) {
			return fmt.Errorf("%s is not as it was when the run %s began: begin a new run", src.path, h.Run)
		}
	}
	return nil
}
