package jml

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/java"
	"ensures/java/types"
)

// txtar splits an archive into its files.
func txtar(text string) map[string]string {
	out := map[string]string{}
	name := ""
	for _, l := range strings.SplitAfter(text, "\n") {
		if strings.HasPrefix(l, "-- ") && strings.HasSuffix(strings.TrimSpace(l), " --") {
			name = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(l), "-- "), " --")
			continue
		}
		out[name] += l
	}
	return out
}

var reported = regexp.MustCompile(`(?m)^\w+\.java:(\d+): error: (.*)$`)

// What OpenJML rejects in lines that we report elsewhere, and why.
var otherLines = map[string]string{
	// OpenJML takes the declaration after a misplaced loop specification for the
	// loop's body; the error is in the line before.
	"49_loop_spec_misplaced:5": "reported once, in line 4",
	// The file's name is not the front end's concern.
	"51_class_name_mismatch:1": "file names are not compared",
}

// Every recorded input that OpenJML rejected for its syntax or types is rejected
// in the same lines, and the others are accepted.
func TestOpenJMLTranscripts(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(require.Shared(t, "transcripts/openjml"), "*.txtar"))
	if err != nil || len(paths) < 60 {
		t.Fatalf("%d transcripts, %v", len(paths), err)
	}
	lib := library()
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) {
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files := txtar(string(b))
			src, ok := files["Solution.java"]
			if !ok {
				t.Fatal("no Solution.java")
			}
			want := map[int]bool{}
			if strings.TrimSpace(files["exit.txt"]) == "1" {
				for _, m := range reported.FindAllStringSubmatch(files["output.txt"], -1) {
					if otherLines[name+":"+m[1]] != "" {
						continue
					}
					n := 0
					fmt.Sscan(m[1], &n)
					want[n] = true
				}
			}
			f, errs := java.Parse("Solution.java", src)
			s, more := Parse(f)
			errs = append(errs, more...)
			if len(errs) == 0 {
				p, more := types.Check(lib, f)
				errs = append(errs, more...)
				_, more = Check(s, p, p.Units[0])
				errs = append(errs, more...)
			}
			got := map[int]bool{}
			for _, e := range errs {
				got[e.At.Line] = true
			}
			if fmt.Sprint(keys(got)) != fmt.Sprint(keys(want)) {
				t.Errorf("errors in lines %v, OpenJML's in %v\n%v\n%s", keys(got), keys(want), errs, files["output.txt"])
			}
		})
	}
}

func keys(m map[int]bool) []int {
	out := []int{}
	for k := range m {
		out = append(out, k)
	}
	sort.Ints(out)
	return out
}
