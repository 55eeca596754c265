// Package seeded puts faults into copies of a verifier's files, each under a switch, so that a
// test can tell which of them its search finds. It must not know which verifier that is.
package seeded

import (
	"encoding/json"
	"fmt"
	"go/format"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
)

// Fault is one wrong rule: a text that stands once in a file, and what takes its place.
type Fault struct {
	Group, Title, File, Was, Is string
}

// Read reads a file of faults. Each begins with a line "@@@ group | title | file"; then comes
// the text that stands there, a line "=>", and what takes its place, in which FAULT is true
// where the fault is on.
func Read(path string) ([]Fault, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []Fault
	for _, part := range strings.Split(string(text), "\n@@@ ")[1:] {
		head, body, _ := strings.Cut(part, "\n")
		names := strings.Split(head, " | ")
		was, is, ok := strings.Cut(body, "\n=>\n")
		if !ok || len(names) != 3 {
			return nil, fmt.Errorf("%s: fault %q has no three names, or no =>", path, head)
		}
		out = append(out, Fault{names[0], names[1], names[2], was, strings.TrimRight(is, "\n")})
	}
	return out, nil
}

// Half tells two halves of the faults apart, by a hash of the title: a search may be made
// stronger by a look at what it misses of the first, 0; of the second only the number is
// looked at.
func (f Fault) Half() int {
	h := fnv.New32a()
	h.Write([]byte(f.Title))
	return int(h.Sum32() >> 7 & 1)
}

// Overlay writes the files of a package with every fault in them, the n-th of which is on where
// ENSURES_FAULT is n, and returns what an overlay for the go command replaces. The package gets a
// function FaultsReached. A fault whose text doesn't stand in its file once is an error.
func Overlay(faults []Fault, folder, pkg, scratch string) (map[string]string, error) {
	files := map[string]string{"fault_switch.go": "package " + pkg + "\n" + reached}
	for i, f := range faults {
		if files[f.File] == "" {
			src, err := os.ReadFile(filepath.Join(folder, f.File))
			if err != nil {
				return nil, err
			}
			files[f.File] = string(src)
		}
		// A text that stands there twice would be a fault in two places, and one that is gone
		// none.
		if n := strings.Count(files[f.File], f.Was); n != 1 {
			return nil, fmt.Errorf("fault %d (%s): its text stands in %s %d times", i+1, f.Title, f.File, n)
		}
		files[f.File] = strings.Replace(files[f.File], f.Was, strings.ReplaceAll(f.Is, "FAULT", fmt.Sprintf("fault(%d)", i+1)), 1)
	}

	replace := map[string]string{}
	for name, src := range files {
		// A fault that does not parse would fail the build of all others.
		if _, err := format.Source([]byte(src)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		path := filepath.Join(scratch, name)
		if err := os.WriteFile(path, []byte(src), 0o600); err != nil {
			return nil, err
		}
		replace[filepath.Join(folder, name)] = path
	}
	return replace, nil
}

// Write writes what an overlay replaces to a file for go -overlay, and returns its path.
func Write(replace map[string]string, scratch string) (string, error) {
	raw, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(scratch, "overlay.json")
	return path, os.WriteFile(path, raw, 0o600)
}

// reached is added to a package with faults: fault turns one on and notes which faults'
// places are reached, FaultsReached tells.
const reached = `
import (
	"os"
	"strconv"
	"sync"
)

var faultOn, _ = strconv.Atoi(os.Getenv("ENSURES_FAULT"))

var reached struct {
	sync.Mutex
	places map[int]bool
}

func fault(n int) bool {
	reached.Lock()
	defer reached.Unlock()
	if reached.places == nil {
		reached.places = map[int]bool{}
	}
	reached.places[n] = true
	return n == faultOn
}

// FaultsReached returns the faults whose places have been reached since it was last asked.
func FaultsReached() map[int]bool {
	reached.Lock()
	defer reached.Unlock()
	out := reached.places
	reached.places = nil
	return out
}
`
