package cmd

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
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
	// How results are shown and where they go is this call's choice, and the key is this user's.
	err = a.under(path, run.Header, func(key string) bool {
		section, _, _ := strings.Cut(key, ".")
		return section != "output" && section != "trajectories" && key != "model.key"
	})
	if err != nil {
		return nil, errors.Join(err, rec.Suspend())
	}
	return rec, nil
}

// under reloads the configuration with settings of a recorded run where the
// defaults stood. A record that lies elsewhere than where this user's runs are may be
// anybody's: what would need consent in a folder is not taken from it.
func (a *app) under(path string, h trajectories.Header, use func(key string) bool) error {
	opts := a.loaded
	opts.Under, opts.UnderName, opts.UnderTrusted = map[string]any{}, "run "+h.Run, within(path, a.runsDir())
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
	a.sayIgnored(&configs.Resolved{Ignored: slices.DeleteFunc(slices.Clone(cfg.Ignored), func(i configs.Ignored) bool { return i.Origin != opts.UnderName })})
	return nil
}

// within reports whether a path leads into a folder, links followed.
func within(path, dir string) bool {
	p, err1 := filepath.EvalSymlinks(path)
	d, err2 := filepath.EvalSymlinks(dir)
	if err1 != nil || err2 != nil {
		return false
	}
	p, err1 = filepath.Abs(p)
	d, err2 = filepath.Abs(d)
	return err1 == nil && err2 == nil && strings.HasPrefix(p, d+string(filepath.Separator))
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
