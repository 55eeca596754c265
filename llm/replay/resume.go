package replay

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ensures/llm"
	"ensures/trajectories"
)

// aside is how the names begin of the records of tries that did not come to their end.
const aside = "unfinished-"

// SetAside keeps what an unfinished try at a task recorded in its folder, so that the
// next try can begin its record anew and still ask nothing again that was answered
// (Resumed). Everything else in the folder is removed.
func SetAside(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	kept := 0
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), aside) {
			kept++
		}
	}
	for _, e := range entries {
		switch from := filepath.Join(dir, e.Name()); {
		case !e.Type().IsRegular() || e.Name() != trajectories.TrajectoryFile && !strings.HasPrefix(e.Name(), aside):
			err = errors.Join(err, os.RemoveAll(from))
		case e.Name() == trajectories.TrajectoryFile:
			// Numbered behind those of earlier tries, which may hold answers that this one did
			// not come to.
			to := filepath.Join(dir, fmt.Sprintf("%s%03d.jsonl", aside, kept+1))
			err = errors.Join(err, os.Rename(from, to))
		}
	}
	return err
}

// Resumed returns a client that answers from the records set aside in a folder what
// they hold an answer to, and asks the given one for everything else. done removes
// those records; it is called when the new one is whole.
func Resumed(dir string, c llm.Client) (client llm.Client, done func()) {
	paths, _ := filepath.Glob(filepath.Join(escaped(dir), aside+"*.jsonl"))

	// A try records the answers that it took from those before it, so the records
	// overlap: of each request the one that holds the most answers counts.
	answers := map[string][]call{}
	for _, path := range paths {
		cassette, err := Open(path)
		if err != nil {
			continue // nothing was answered in it
		}
		own := map[string][]call{}
		for _, k := range cassette.calls {
			if len(k.answer.Response) > 0 {
				own[k.hash] = append(own[k.hash], k)
			}
		}
		for hash, calls := range own {
			if len(calls) > len(answers[hash]) {
				answers[hash] = calls
			}
		}
	}
	if len(answers) > 0 {
		c = &first{&Cassette{run: filepath.Base(dir), calls: slices.Concat(slices.Collect(maps.Values(answers))...)}, c}
	}
	return c, func() {
		for _, path := range paths {
			_ = os.Remove(path) // a leftover is only read again
		}
	}
}

// escaped is a path as a pattern that only it matches.
func escaped(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// first answers from a record, and asks on where it has no answer.
type first struct {
	*Cassette
	next llm.Client
}

// Complete implements llm.Client.
func (f *first) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	res, err := f.Cassette.Complete(ctx, r)
	var other *Difference
	if errors.As(err, &other) {
		return f.next.Complete(ctx, r)
	}
	return res, err
}
