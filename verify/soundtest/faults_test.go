package soundtest_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ensures/internal/golden"
	"ensures/internal/require"
	"ensures/internal/seeded"
	"ensures/java/classlib"
	"ensures/java/types"
	"ensures/sandbox"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
	"ensures/verify/soundtest"
)

// readFaults reads testdata/faults.txt, whose head says its form.
func readFaults(t *testing.T) []seeded.Fault {
	t.Helper()
	out, err := seeded.Read("testdata/faults.txt")
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// reachedTest is added to this package: it tells TestHunt which faults' places are reached.
const reachedTest = `package soundtest_test

import "ensures/verify/native"

func init() { faultsReached = native.FaultsReached }
`

// faultsReached is set in the program that TestFaults builds.
var faultsReached = func() map[int]bool { return nil }

// faulty writes the verifier's files with every fault in them, each under a switch, and
// an overlay for the go command that puts them in the place of the real ones.
func faulty(t *testing.T, faults []seeded.Fault, dir string) string {
	t.Helper()
	root, err := require.Root()
	if err != nil {
		t.Fatal(err)
	}
	replace, err := seeded.Overlay(faults, filepath.Join(root, "verify", "native"), "native", dir)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "reached_test.go")
	if err := os.WriteFile(path, []byte(reachedTest), 0o600); err != nil {
		t.Fatal(err)
	}
	replace[filepath.Join(root, "verify", "soundtest", "reached_test.go")] = path
	overlay, err := seeded.Write(replace, dir)
	if err != nil {
		t.Fatal(err)
	}
	return overlay
}

// TestFaultsFit: the text of every fault stands once in the verifier as it is today.
func TestFaultsFit(t *testing.T) {
	faulty(t, readFaults(t), t.TempDir())
}

// TestFaults measures the strength of the search: which of the seeded faults it finds, and
// with which program. The questions are those of the catalogue; they are made once, since
// runs show what is false and no verifier has a part in it. `make faults` runs it;
// ENSURES_FAULTS is the number of programs made of each scene.
func TestFaults(t *testing.T) {
	programs, err := strconv.Atoi(os.Getenv("ENSURES_FAULTS"))
	if err != nil {
		t.Skip("make faults")
	}
	faults := readFaults(t)
	dir := t.TempDir()
	overlay := faulty(t, faults, dir)
	binary := filepath.Join(dir, "soundtest.test")
	build, err := sandbox.Run(t.Context(), sandbox.Cmd{Path: "go", Args: []string{"test", "-c", "-overlay", overlay, "-o", binary, "."}, Timeout: 20 * time.Minute})
	if err != nil || build.ExitCode != 0 {
		t.Fatalf("go test -c: %v %s%s", err, build.Stdout, build.Stderr)
	}
	asked := filepath.Join(dir, "questions.json")
	t.Logf("%d false claims in the questions", writeQuestions(t, asked, programs))

	// Which questions come to a fault's place the run without a fault says; the others
	// are answered alike with and without it.
	reached := filepath.Join(dir, "reached.json")
	hunt := func(n int) (soundtest.Violation, bool) {
		res, err := sandbox.Run(t.Context(), sandbox.Cmd{
			Path: binary, Args: []string{"-test.run", "TestHunt$", "-test.v"}, Timeout: 20 * time.Minute,
			Env: append(os.Environ(), fmt.Sprintf("ENSURES_FAULT=%d", n), "ENSURES_HUNT="+asked, "ENSURES_REACHED="+reached),
		})
		if err != nil {
			t.Fatal(err)
		}
		_, what, ok := strings.Cut(string(res.Stdout), foundMark)
		if !ok && res.ExitCode != 0 {
			t.Errorf("fault %d: %s", n, res.Stdout)
		}
		var v soundtest.Violation
		if ok {
			what, _, _ = strings.Cut(what, "\n")
			if err := json.Unmarshal([]byte(what), &v); err != nil {
				t.Fatal(err)
			}
		}
		return v, ok
	}
	if v, ok := hunt(0); ok {
		t.Errorf("without a fault: %s", v)
	}
	only := os.Getenv("ENSURES_FAULT_ONLY")
	var page []found
	halves := [2][2]int{}
	for i, f := range faults {
		if only != "" && !slices.Contains(strings.Split(only, ","), strconv.Itoa(i+1)) {
			continue
		}
		v, ok := hunt(i + 1)
		page = append(page, found{f, v, ok})
		halves[f.Half()][1]++
		what := "NOT FOUND"
		if ok {
			halves[f.Half()][0]++
			what = fmt.Sprintf("%s on %s: %s", v.Method, v.Input, v.What)
		}
		t.Logf("%d (%c) %s: %s: %s", i+1, "AB"[f.Half()], f.Group, f.Title, what)
	}
	n, groups := tally(page)
	t.Logf("%d of %d faults found; by half %v; by group %v", n, len(page), halves, groups)
	if n*10 < len(page)*9 {
		t.Errorf("%d faults of %d found, not nine in ten", n, len(page))
	}
	for g, n := range groups {
		if n[0] == 0 {
			t.Errorf("no fault of the group %q found", g)
		}
	}
	if only == "" {
		golden.Text(t, "../../docs/soundness.md", soundness(page))
	}
}

// found is a fault with the program that shows it, if there is one.
type found struct {
	seeded.Fault
	v  soundtest.Violation
	ok bool
}

// tally returns how many faults were found, and of each group how many of how many.
func tally(page []found) (n int, groups map[string][2]int) {
	groups = map[string][2]int{}
	for _, f := range page {
		g := groups[f.Group]
		g[1]++
		if f.ok {
			g[0]++
			n++
		}
		groups[f.Group] = g
	}
	return n, groups
}

// soundness is the page docs/soundness.md.
func soundness(page []found) string {
	var b strings.Builder
	n, groups := tally(page)
	fmt.Fprintf(&b, "# How strong the search for false proofs is\n\nMade by `make faults`; do not edit. Each fault is a change of one rule of the verifier "+
		"(verify/soundtest/testdata/faults.txt). Below each stands the first method that the verifier with this fault calls verified although a run violates it, "+
		"and the run. How the search works is in [design note 005](design/005-native-verifier.md).\n\n"+
		"%d of %d faults found; without a fault nothing is found.\n\n| Rules | Faults | Found |\n|---|--:|--:|\n", n, len(page))
	var order []string
	for _, f := range page {
		if !slices.Contains(order, f.Group) {
			order = append(order, f.Group)
			fmt.Fprintf(&b, "| %s | %d | %d |\n", f.Group, groups[f.Group][1], groups[f.Group][0])
		}
	}
	for _, g := range order {
		fmt.Fprintf(&b, "\n## %s\n", strings.ToUpper(g[:1])+g[1:])
		for _, f := range page {
			switch {
			case f.Group != g:
			case !f.ok:
				fmt.Fprintf(&b, "\n**%s.** Not found.\n", f.Title)
			default:
				input := ""
				if f.v.Input != "" {
					input = " on `" + f.v.Input + "`"
				}
				fmt.Fprintf(&b, "\n**%s.** %s%s: `%s`\n\n```java\n%s\n```\n", f.Title, f.v.Scene, input, strings.TrimSpace(f.v.What), methodOf(f.v))
			}
		}
	}
	return b.String()
}

// methodOf is the text of the method that a violation is about, with its specification.
func methodOf(v soundtest.Violation) string {
	key, _, _ := strings.Cut(v.Method, "(")
	parts := strings.Split(key, ".")
	name := parts[len(parts)-1]
	if name == "<init>" {
		name = parts[len(parts)-2]
	}
	lines := strings.Split(v.Source, "\n")
	for at, l := range lines {
		if !strings.Contains(l, " "+name+"(") || strings.Contains(l, "//@") || !strings.HasSuffix(l, "{") && !strings.HasSuffix(l, "}") {
			continue
		}
		from, to := at, at
		for from > 0 && (strings.Contains(lines[from-1], "//@") || lines[from-1] == "") {
			from--
		}
		indent := l[:len(l)-len(strings.TrimLeft(l, " "))]
		for !strings.HasPrefix(lines[to], indent+"}") && strings.HasSuffix(l, "{") {
			to++
		}
		var out []string
		for _, l := range lines[from : to+1] {
			if l != "" {
				out = append(out, strings.TrimPrefix(l, indent))
			}
		}
		return strings.Join(out, "\n")
	}
	return v.Source
}

// foundMark stands before what TestHunt found.
const foundMark = "FOUND "

// writeQuestions writes what the catalogue asks to a file and returns the number of false
// claims in it. Each scene comes once before any comes twice.
func writeQuestions(t *testing.T, path string, programs int) int {
	t.Helper()
	lib := types.NewLibrary(classlib.FS)
	var rounds [][]soundtest.Question
	claims := 0
	add := func(i int, s soundtest.Scene, seed int64, a verify.Arithmetic) {
		qs, err := soundtest.Questions(s, seed*1000+int64(i), sceneOptions(lib, a, seed))
		if err != nil {
			t.Fatal(err)
		}
		for n, q := range qs {
			n += int(seed) * 20
			for len(rounds) <= n {
				rounds = append(rounds, nil)
			}
			rounds[n] = append(rounds[n], q)
			claims += len(q.False)
		}
	}
	for seed := range int64(programs) {
		for i, s := range soundtest.Catalogue() {
			add(i, s, seed, verify.Java)
			if s.Group == "arithmetic" {
				add(i, s, seed, verify.Safe)
			}
		}
	}
	raw, err := json.Marshal(slices.Concat(rounds...))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, raw, 0o644); err != nil {
		t.Fatal(err)
	}
	return claims
}

// TestHunt looks for one program that shows the verifier to be wrong: what TestFaults
// runs. ENSURES_HUNT is the file of questions.
func TestHunt(t *testing.T) {
	path := os.Getenv("ENSURES_HUNT")
	if path == "" {
		t.Skip("part of TestFaults")
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var questions []soundtest.Question
	if err := json.Unmarshal(raw, &questions); err != nil {
		t.Fatal(err)
	}
	lib := types.NewLibrary(classlib.FS)
	b := nativetest.Backend(t, native.Options{Library: lib, Quick: 40 * time.Millisecond, Patient: 200 * time.Millisecond, Processes: 2})
	places := os.Getenv("ENSURES_REACHED")
	n, _ := strconv.Atoi(os.Getenv("ENSURES_FAULT"))
	reached := make([]map[int]bool, len(questions))
	if n > 0 {
		raw, err := os.ReadFile(places)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(raw, &reached); err != nil {
			t.Fatal(err)
		}
	}
	for i, q := range questions {
		if n > 0 && !reached[i][n] {
			continue
		}
		faultsReached()
		v, ok, err := q.Ask(t.Context(), b)
		if err != nil {
			t.Logf("question %d: %v", i, err)
		}
		if n == 0 {
			reached[i] = faultsReached()
		}
		if ok {
			raw, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Println(foundMark + string(raw))
			if n > 0 {
				break
			}
		}
	}
	if n == 0 {
		raw, err := json.Marshal(reached)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(places, raw, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
