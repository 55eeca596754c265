package rust

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ensures/internal/golden"
	"ensures/internal/seeded"
	"ensures/rust/toolchain"
	"ensures/sandbox"
	"ensures/verify"
)

// wrongs are the specifications of this package's tables that a run violates, or that have no
// value, by their names: files in which nothing may be verified of function f.
func wrongs() (names []string, files map[string]string) {
	files = map[string]string{}
	for table, list := range map[string]map[string]struct{ wrong, right string }{"falsehoods": falsehoods, "hostile": hostile, "walks": walks, "hostileFiles": hostileFiles} {
		for name, c := range list {
			text := c.wrong
			if table != "hostileFiles" {
				text = "verus! {\n" + text + "\n}\n"
			}
			files[table+": "+name] = text
		}
	}
	return slices.Sorted(maps.Keys(files)), files
}

func readFaults(t *testing.T) []seeded.Fault {
	t.Helper()
	out, err := seeded.Read("testdata/faults.txt")
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// faultsReached is set in the program that TestFaults builds.
var faultsReached = func() map[int]bool { return nil }

// reachedTest is added to this package: it tells TestHunt which faults' places are reached.
const reachedTest = `package rust

func init() { faultsReached = FaultsReached }
`

func faulty(t *testing.T, faults []seeded.Fault, dir string) string {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	replace, err := seeded.Overlay(faults, here, "rust", dir)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "reached_test.go")
	if err := os.WriteFile(path, []byte(reachedTest), 0o600); err != nil {
		t.Fatal(err)
	}
	replace[filepath.Join(here, "reached_test.go")] = path
	overlay, err := seeded.Write(replace, dir)
	if err != nil {
		t.Fatal(err)
	}
	return overlay
}

// TestFaultsFit: the text of every fault stands once in the verifier as it is today.
func TestFaultsFit(t *testing.T) {
	if faults := readFaults(t); len(faults) < 40 {
		t.Errorf("%d faults", len(faults))
	}
	faulty(t, readFaults(t), t.TempDir())
}

// TestFaults measures the strength of the tables of what must not be verified: which of the
// seeded faults they find, each by the first specification that the verifier with this fault
// calls verified. `make faults` runs it.
func TestFaults(t *testing.T) {
	if os.Getenv("ENSURES_FAULTS") == "" {
		t.Skip("make faults")
	}
	faults, dir := readFaults(t), t.TempDir()
	binary := filepath.Join(dir, "rust.test")
	build, err := sandbox.Run(t.Context(), sandbox.Cmd{Path: "go", Args: []string{"test", "-c", "-overlay", faulty(t, faults, dir), "-o", binary, "."}, Timeout: 20 * time.Minute})
	if err != nil || build.ExitCode != 0 {
		t.Fatalf("go test -c: %v %s%s", err, build.Stdout, build.Stderr)
	}

	// Which questions come to a fault's place the run without a fault says; the others are
	// answered alike with and without it. What the compiler prints is kept for all runs.
	hunt := func(n int) (found string) {
		res, err := sandbox.Run(t.Context(), sandbox.Cmd{
			Path: binary, Args: []string{"-test.run", "TestHunt$", "-test.v"}, Timeout: 30 * time.Minute,
			Env: append(os.Environ(), fmt.Sprintf("ENSURES_FAULT=%d", n), "ENSURES_HUNT="+dir),
		})
		if err != nil {
			t.Fatal(err)
		}
		_, found, ok := strings.Cut(string(res.Stdout), foundMark)
		if !ok && res.ExitCode != 0 {
			t.Errorf("fault %d: %s", n, res.Stdout)
		}
		found, _, _ = strings.Cut(found, "\n")
		return found
	}
	if by := hunt(0); by != "" {
		t.Errorf("without a fault: %s", by)
	}
	var page strings.Builder
	found, halves, of := 0, [2]int{}, [2]int{}
	for i, f := range faults {
		by := hunt(i + 1)
		if of[f.Half()]++; by != "" {
			found++
			halves[f.Half()]++
		}
		t.Logf("%d (%c) %s: %s: %q", i+1, "AB"[f.Half()], f.Group, f.Title, by)
		if by == "" {
			by = "not found"
		}
		fmt.Fprintf(&page, "%s: %s\n  %s\n", f.Group, f.Title, by)
	}
	t.Logf("%d of %d faults found; by half %v of %v", found, len(faults), halves, of)
	if found*10 < len(faults)*9 {
		t.Errorf("%d faults of %d found, not nine in ten", found, len(faults))
	}
	golden.Text(t, "testdata/found.txt", fmt.Sprintf("Made by `make faults`; do not edit. %d of %d faults are found, each by this specification.\n\n%s", found, len(faults), page.String()))
}

// foundMark stands before what TestHunt found.
const foundMark = "FOUND "

// TestHunt asks what must not be verified, and ends at the first that is: what TestFaults runs.
// ENSURES_HUNT is its folder.
func TestHunt(t *testing.T) {
	dir := os.Getenv("ENSURES_HUNT")
	if dir == "" {
		t.Skip("part of TestFaults")
	}
	b := open(t)
	b.o.Compiler = remembering{b.o.Compiler, dir}
	names, files := wrongs()
	places := filepath.Join(dir, "reached.json")
	n, _ := strconv.Atoi(os.Getenv("ENSURES_FAULT"))
	reached := map[string]map[int]bool{}
	if n > 0 {
		raw, err := os.ReadFile(places)
		if err == nil {
			err = json.Unmarshal(raw, &reached)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range names {
		if n > 0 && !reached[name][n] {
			continue
		}
		faultsReached()
		out, err := b.Verify(t.Context(), verify.Request{File: "a.rs", Source: files[name], Options: verify.Options{Quick: true}})
		if n == 0 {
			reached[name] = faultsReached()
		}
		if err == nil && ofF(out) == verify.Verified {
			t.Fatal(foundMark + name)
		}
	}
	for k, c := range machineQuestions(t, dir) {
		name := fmt.Sprintf("machine %d", k)
		if n > 0 && !reached[name][n] {
			continue
		}
		faultsReached()
		out, err := b.Verify(t.Context(), verify.Request{File: "machine.rs", Source: c.Source, Options: verify.Options{Quick: true}})
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			reached[name] = faultsReached()
		}
		for i, what := range c.Texts {
			q := question{true: what == "", panics: c.Panics[i]}
			if m := out.Find(verify.MethodKey{Name: fmt.Sprintf("ask%d", i)}); m != nil && m.Verdict != verify.Unsupported && q.refuted(out, m) {
				t.Fatal(foundMark + "machine: " + strings.Join(strings.Fields(what), " "))
			}
		}
	}
	if n == 0 {
		raw, err := json.Marshal(reached)
		if err == nil {
			err = os.WriteFile(places, raw, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// machineFile is a file of questions that the machine answers no, with their texts and whether
// each is about a panic; what it answers yes has an empty text.
type machineFile struct {
	Source string
	Texts  []string
	Panics []bool
}

// machineQuestions are those of TestMachine, made the first time and kept in a folder.
func machineQuestions(t *testing.T, dir string) (out []machineFile) {
	t.Helper()
	path := filepath.Join(dir, "machine.json")
	if raw, err := os.ReadFile(path); err == nil && json.Unmarshal(raw, &out) == nil {
		return out
	}
	file, asked, _ := machine(t)
	for some := range slices.Chunk(asked, machineChunk) {
		c := machineFile{Source: together(file, some)}
		for _, q := range some {
			text := ""
			if !q.true {
				text = q.text(file, q.f.Spec.Name)
			}
			c.Texts, c.Panics = append(c.Texts, text), append(c.Panics, q.panics)
		}
		out = append(out, c)
	}
	raw, err := json.Marshal(out)
	if err == nil {
		err = os.WriteFile(path, raw, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// remembering is a compiler that keeps what it printed in a folder.
type remembering struct {
	Compiler
	dir string
}

// MIR implements Compiler.
func (r remembering) MIR(ctx context.Context, c toolchain.Crate) (string, []toolchain.Message, error) {
	sum := sha256.Sum256([]byte(c.Name + "\n" + c.Source))
	path := filepath.Join(r.dir, hex.EncodeToString(sum[:12])+".json")
	var kept struct {
		Text     string
		Messages []toolchain.Message
	}
	if raw, err := os.ReadFile(path); err == nil && json.Unmarshal(raw, &kept) == nil {
		return kept.Text, kept.Messages, nil
	}
	var err error
	if kept.Text, kept.Messages, err = r.Compiler.MIR(ctx, c); err != nil {
		return "", nil, err
	}
	raw, err := json.Marshal(kept)
	if err == nil {
		err = os.WriteFile(path, raw, 0o600)
	}
	return kept.Text, kept.Messages, err
}
