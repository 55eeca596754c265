// Package alloy runs the Alloy analyzer over models that somebody wrote, and scores
// them as tla/score does TLA+: do they parse, can their actions happen, do traces of
// the real system fit, do the system's properties hold.
//
// What Alloy says is bounded: by the scope of each command, and of a trace by the
// number of its first events that are looked at. The package must not know the
// terminal, or where the jar came from.
package alloy

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"ensures/internal/manifest"
	"ensures/sandbox"
)

// Toolchain is Java and Alloy's jar.
type Toolchain struct {
	Java    string
	Jar     string
	Version string // as the jar has it; empty where it has none
}

// String names what answers, with its version.
func (t Toolchain) String() string { return "Alloy " + cmp.Or(t.Version, "of an unknown version") }

// MissingError says what is not there and how to get it.
type MissingError struct{ Tool, Hint string }

func (e *MissingError) Error() string { return e.Tool + " not found; " + e.Hint }

// Find finds Java and the jar: java as given, else on PATH; jar as given, which may be
// empty.
func Find(java, jar string) (Toolchain, error) {
	path, err := sandbox.Find(cmp.Or(java, "java"))
	if err != nil {
		return Toolchain{}, &MissingError{"java", "install a JRE, version 17 or later"}
	}
	if _, err := os.Stat(jar); jar == "" || err != nil {
		return Toolchain{}, &MissingError{"Alloy's jar", "ensures setup alloy"}
	}
	version, err := manifest.Version(jar)
	if err != nil {
		return Toolchain{}, &MissingError{"Alloy", err.Error() + "; ensures setup alloy"}
	}
	return Toolchain{path, jar, version}, nil
}

// Command is a command of a model, and what became of it.
type Command struct {
	Name      string `json:"name"`
	Check     bool   `json:"check"`  // else run
	Source    string `json:"source"` // as it stands in the model
	Satisfied bool   `json:"satisfied"`
	// Expects is what the model says itself: 1 for an instance, 0 for none, −1 nothing.
	Expects int `json:"expects"`
	// States of the instance, the variables of each as text; the last goes back to an
	// earlier one.
	States int `json:"states,omitempty"`
}

// OK says whether the command came out as it should: a run has an instance and a check
// no counterexample, unless the model expects otherwise.
func (c Command) OK() bool {
	if c.Expects >= 0 {
		return c.Satisfied == (c.Expects == 1)
	}
	return c.Satisfied != c.Check
}

var scopeRE = regexp.MustCompile(`\bfor\s+(\d|exactly\b|[\w/]+\s+but\b)[^{}]*$`)

// Scope is the command's own, "for …"; empty where it has none.
func (c Command) Scope() string {
	s := regexp.MustCompile(`\bexpect\s+[01]\s*$`).ReplaceAllString(c.Source, "")
	return strings.TrimSpace(scopeRE.FindString(s))
}

// Outcome is what Alloy says of a model.
type Outcome struct {
	Problem  string // of syntax or names; empty: all commands were run
	Line     int    // of the problem
	Column   int
	Commands []Command // sorted by name
	TimedOut bool
	Elapsed  time.Duration
}

var problemRE = regexp.MustCompile(`(?s)(\w+ error) in (?:\S*?) ?at line (\d+) column (\d+):\s*(.*?)\n\s*(?:\w+ error in|at )`)

// Exec runs all commands of a model. An error is not the model's: no Java, output that
// can't be understood. The limit is one minute by default.
func (t Toolchain) Exec(ctx context.Context, model string, limit time.Duration) (Outcome, error) {
	dir, remove, err := sandbox.TempDir("alloy")
	if err != nil {
		return Outcome{}, err
	}

	defer remove()
	file, out, tmp := filepath.Join(dir, "model.als"), filepath.Join(dir, "out"), filepath.Join(dir, "tmp")
	if err := errors.Join(os.WriteFile(file, []byte(model), 0o600), os.Mkdir(tmp, 0o700)); err != nil {
		return Outcome{}, err
	}

	if limit <= 0 {
		limit = time.Minute
	}

	r, err := sandbox.Run(ctx, sandbox.Cmd{Path: t.Java, Dir: dir, Timeout: limit, MaxOutput: 16 << 20, Stdin: bytes.NewReader(nil), Args: []string{
		"-XX:TieredStopAtLevel=1", "-Xmx1g", "-Djava.io.tmpdir=" + tmp, "-Duser.home=" + tmp, "-Djava.awt.headless=true",
		"-jar", t.Jar, "exec", "-f", "-t", "json", "-o", out, file}})
	if err != nil {
		return Outcome{}, fmt.Errorf("alloy: %w", err)
	}

	o := Outcome{Elapsed: r.Elapsed, TimedOut: r.TimedOut}
	if r.TimedOut {
		return o, nil
	}

	said := string(r.Stdout) + "\n" + string(r.Stderr)
	if r.ExitCode != 0 {
		m := problemRE.FindStringSubmatch(said)
		if m == nil {
			return o, fmt.Errorf("alloy ended with status %d: %s", r.ExitCode, firstLine(said))
		}
		o.Line, _ = strconv.Atoi(m[2])
		o.Column, _ = strconv.Atoi(m[3])
		o.Problem = m[1] + ": " + strings.Join(strings.Fields(m[4]), " ")
		return o, nil
	}

	text, err := os.ReadFile(filepath.Join(out, "receipt.json"))
	if errors.Is(err, os.ErrNotExist) { // it writes none for a model without commands
		return o, nil
	}
	if err != nil {
		return o, err
	}
	if o.Commands, err = ReadReceipt(text); err != nil {
		return o, err
	}
	return o, nil
}

// ReadReceipt reads the receipt.json of a run. A command without a solution has no
// instance.
func ReadReceipt(text []byte) ([]Command, error) {
	var receipt struct {
		Commands map[string]struct {
			Name, Type, Source string
			Expects            int
			Solution           []struct {
				Instances []json.RawMessage
			}
		}
	}
	if err := json.Unmarshal(text, &receipt); err != nil {
		return nil, fmt.Errorf("alloy's receipt: %w", err)
	}
	var out []Command
	for name, c := range receipt.Commands {
		if c.Type != "run" && c.Type != "check" {
			return nil, fmt.Errorf("alloy's receipt has a command of type %q", c.Type)
		}
		x := Command{Name: name, Check: c.Type == "check", Source: c.Source, Expects: c.Expects, Satisfied: len(c.Solution) > 0}
		if x.Satisfied {
			x.States = len(c.Solution[0].Instances)
		}
		out = append(out, x)
	}
	slices.SortFunc(out, func(a, b Command) int { return cmp.Compare(a.Name, b.Name) })
	return out, nil
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}
