package soundtest_test

import (
	"encoding/json"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/java/classlib"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/sandbox"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
	"ensures/verify/soundtest"
)

// fault is one wrong rule.
type fault struct {
	group, title, file, was, is string
}

// readFaults reads testdata/faults.txt, whose head says its form.
func readFaults(t *testing.T) []fault {
	t.Helper()
	text, err := os.ReadFile("testdata/faults.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []fault
	for _, part := range strings.Split(string(text), "\n@@@ ")[1:] {
		head, body, _ := strings.Cut(part, "\n")
		names := strings.Split(head, " | ")
		was, is, ok := strings.Cut(body, "\n=>\n")
		if !ok || len(names) != 3 {
			t.Fatalf("fault %q", head)
		}
		out = append(out, fault{names[0], names[1], names[2], was, strings.TrimRight(is, "\n")})
	}
	return out
}

// faulty writes the verifier's files with every fault in them, each under a switch, and
// an overlay for the go command that puts them in the place of the real ones.
func faulty(t *testing.T, faults []fault, dir string) string {
	t.Helper()
	root, err := require.Root()
	if err != nil {
		t.Fatal(err)
	}
	native := filepath.Join(root, "verify", "native")
	files := map[string]string{}
	for i, f := range faults {
		if files[f.file] == "" {
			src, err := os.ReadFile(filepath.Join(native, f.file))
			if err != nil {
				t.Fatal(err)
			}
			files[f.file] = string(src)
		}
		if n := strings.Count(files[f.file], f.was); n != 1 {
			t.Errorf("fault %d (%s): its text stands in %s %d times", i+1, f.title, f.file, n)
			continue
		}
		files[f.file] = strings.Replace(files[f.file], f.was, strings.ReplaceAll(f.is, "FAULT", fmt.Sprintf("fault(%d)", i+1)), 1)
	}
	files["fault_switch.go"] = "package native\n\nimport (\n\t\"os\"\n\t\"strconv\"\n)\n\nvar seeded, _ = strconv.Atoi(os.Getenv(\"ENSURES_FAULT\"))\n\nfunc fault(n int) bool { return n == seeded }\n"

	replace := map[string]string{}
	for name, src := range files {
		if _, err := format.Source([]byte(src)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(native, name)] = path
	}
	raw, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, raw, 0o644); err != nil {
		t.Fatal(err)
	}
	return overlay
}

// TestFaults measures the strength of the search: which of the seeded faults it finds,
// and with which program. It takes a quarter of an hour: `make faults`. ENSURES_FAULTS
// is the number of scenes to look at for each fault.
func TestFaults(t *testing.T) {
	scenes, err := strconv.Atoi(os.Getenv("ENSURES_FAULTS"))
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

	found, groups := 0, map[string][2]int{}
	hunt := func(n int) string {
		res, err := sandbox.Run(t.Context(), sandbox.Cmd{
			Path: binary, Args: []string{"-test.run", "TestHunt$", "-test.v"}, Timeout: 20 * time.Minute,
			Env: append(os.Environ(), fmt.Sprintf("ENSURES_FAULT=%d", n), fmt.Sprintf("ENSURES_HUNT=%d", scenes)),
		})
		if err != nil {
			t.Fatal(err)
		}
		_, what, ok := strings.Cut(string(res.Stdout), "FOUND ")
		if !ok && res.ExitCode != 0 {
			t.Logf("fault %d: %s", n, res.Stdout)
		}
		what, _, _ = strings.Cut(what, "\n")
		return what
	}
	if what := hunt(0); what != "" {
		t.Errorf("without a fault: %s", what)
	}
	for i, f := range faults {
		what := hunt(i + 1)
		g := groups[f.group]
		g[1]++
		if what == "" {
			what = "NOT FOUND"
		} else {
			g[0]++
			found++
		}
		groups[f.group] = g
		t.Logf("%2d %s: %s: %s", i+1, f.group, f.title, what)
	}
	t.Logf("%d of %d faults found; by group %v", found, len(faults), groups)
	if found < 54 {
		t.Errorf("%d faults found, not 54", found)
	}
}

// TestHunt looks for one program that shows the verifier to be wrong: what TestFaults
// runs. ENSURES_HUNT is the number of scenes.
func TestHunt(t *testing.T) {
	scenes, err := strconv.Atoi(os.Getenv("ENSURES_HUNT"))
	if err != nil {
		t.Skip("part of TestFaults")
	}
	lib := types.NewLibrary(classlib.FS)
	o := soundtest.Options{Types: lib, Lib: interp.NewLibrary(lib), Arithmetic: verify.Java, Inputs: 10}
	b := nativetest.Backend(t, native.Options{Library: lib, Quick: 25 * time.Millisecond, Patient: 200 * time.Millisecond, Processes: 2})
	for seed := range int64(scenes) {
		p, err := soundtest.Tempt(seed, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Seed = seed
		r, err := soundtest.Search(t.Context(), b, p, o)
		if err != nil {
			t.Logf("seed %d: %v", seed, err)
			continue
		}
		for _, v := range r.Violations {
			fmt.Printf("FOUND scene %d: %s, %s: %s\n", seed, v.Method, v.Input, v.What)
			if os.Getenv("ENSURES_SHOW") != "" {
				fmt.Println(v.Source)
			}
			return
		}
	}
}
