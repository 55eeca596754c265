package tla

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ensures/sandbox"
)

// ParseEach runs SANY alone over each of the roots, which may use the extra modules.
// It takes one JVM for all of them, and another after each that can't be parsed. The
// outcomes are in the roots' order; the time of a JVM is in its first.
func (t Toolchain) ParseEach(ctx context.Context, roots, extra []Source) ([]SyntaxOutcome, error) {
	if len(roots) == 0 {
		return nil, nil
	}
	all, place, problem, err := t.readable(ctx, slices.Concat(roots, extra))
	if err != nil {
		return nil, err
	}
	if problem != nil {
		return slices.Repeat([]SyntaxOutcome{{Status: Syntax, Problems: []Problem{*problem}}}, len(roots)), nil
	}
	roots, extra = all[:len(roots)], all[len(roots):]

	dir, remove, err := sandbox.TempDir("tla")
	if err != nil {
		return nil, err
	}
	defer remove()

	var files []string
	for _, s := range roots {
		name, err := write(dir, []Source{s})
		if err != nil {
			return nil, err
		}
		if slices.Contains(files, name+".tla") {
			return nil, &InputError{name, "is there twice"}
		}
		files = append(files, name+".tla")
	}
	for _, s := range extra {
		if _, err := write(dir, []Source{s}); err != nil {
			return nil, err
		}
	}

	var out []SyntaxOutcome
	for len(out) < len(files) {
		raw, elapsed, err := t.run(ctx, dir, Job{}, append([]string{"tla2sany.SANY"}, files[len(out):]...))
		if err != nil {
			return nil, err
		}
		// run makes the JVM's folder anew, and fails where it is there.
		if err := os.RemoveAll(filepath.Join(dir, "tmp")); err != nil {
			return nil, err
		}
		got, err := eachSANY(raw, elapsed)
		if err != nil {
			return nil, err
		}
		out = append(out, got...)
	}

	for _, o := range out {
		for i := range o.Problems {
			if place != nil {
				o.Problems[i].Range = place(o.Problems[i].Range)
			}
		}
	}
	return out, nil
}

const sanyBanner = "****** SANY2 Version"

// eachSANY reads the reports on several modules. SANY ends at the first that it can't
// parse; an exit status other than 0 is about the last one.
func eachSANY(raw Raw, elapsed time.Duration) ([]SyntaxOutcome, error) {
	reports := strings.Split(raw.Stdout, sanyBanner)[1:]
	if len(reports) == 0 {
		_, err := ReadSANY(raw)
		if err == nil {
			err = &UnreadableError{raw.Exit, "SANY said nothing"}
		}
		return nil, err
	}
	var out []SyntaxOutcome
	for i, text := range reports {
		// Those before the last ended in order, or SANY would not have gone on.
		one := Raw{Argv: raw.Argv, Stdout: sanyBanner + text}
		if i == len(reports)-1 {
			one.Exit, one.Stderr, one.Truncated, one.TimedOut = raw.Exit, raw.Stderr, raw.Truncated, raw.TimedOut
		}
		s, err := ReadSANY(one)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			s.Elapsed = elapsed
		}
		out = append(out, s)
	}
	return out, nil
}
