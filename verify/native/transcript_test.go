package native_test

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"ensures/internal/require"
	"ensures/verify"
	"ensures/verify/openjml"
)

// TestTranscriptInputs asks about the inputs of the recorded OpenJML runs: the
// failures are of the same kind on the same line, or the difference is deliberate.
func TestTranscriptInputs(t *testing.T) {
	b := backend(t)
	dir := require.Shared(t, "transcripts/openjml")
	paths, _ := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if len(paths) == 0 {
		t.Fatal("no transcripts")
	}
	for _, p := range paths {
		name := filepath.Base(p)
		if testing.Short() && !require.Sample(name, 4) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			a, err := txtar.ParseFile(p)
			if err != nil {
				t.Fatal(err)
			}
			raw := verify.Raw{Exit: -1}
			var src, cmd string
			for _, f := range a.Files {
				switch {
				case f.Name == "exit.txt":
					if n, err := strconv.Atoi(strings.TrimSpace(string(f.Data))); err == nil {
						raw.Exit = n
					}
				case f.Name == "output.txt":
					raw.Stdout = strings.TrimLeft(string(f.Data), "\n")
				case f.Name == "cmd.txt":
					cmd = string(f.Data)
				case strings.HasSuffix(f.Name, ".java"):
					src = string(f.Data)
				}
			}
			theirs, err := openjml.Parse(raw, src)
			if err != nil || strings.Contains(cmd, "--check") {
				return // killed, a bad option, or nothing proved
			}
			o := verify.Options{Arithmetic: verify.Safe}
			if strings.Contains(cmd, "quiet") {
				o.Arithmetic = verify.Quiet
			}
			ours, err := b.Verify(t.Context(), verify.Request{File: "Solution.java", Source: src, Options: o})
			if err != nil {
				t.Fatal(err)
			}
			want, got := first(theirs), all(ours)
			if want == "" && ours.Verdict == verify.Verified || want != "" && strings.Contains(got, " "+want+";") {
				return
			}
			if why, ok := deliberate[name[:2]]; ok {
				t.Logf("OpenJML %q, native%s: %s", want, got, why)
				return
			}
			t.Errorf("OpenJML %q, native %s:%s", want, ours.Verdict, got)
		})
	}
}

// first is OpenJML's first failure, "line kind".
func first(o verify.Outcome) string {
	if len(o.Diagnostics) == 0 {
		return ""
	}
	return fmt.Sprintf("%d %s", o.Diagnostics[0].Line, o.Diagnostics[0].Kind)
}

func all(o verify.Outcome) string {
	var b strings.Builder
	for _, d := range o.Diagnostics {
		fmt.Fprintf(&b, " %d %s;", d.Line, d.Kind)
	}
	return b.String()
}

// deliberate are the differences that are meant.
var deliberate = map[string]string{
	"24": "\\sum is proved", "25": "\\num_of is proved", "26": "\\max is proved",
	"33": "an index of charAt that nothing bounds is a failure; OpenJML lets it pass",
	"34": "a method whose body writes nothing is pure without saying so, and its body is its meaning",
	"36": "a clause that has no meaning here is not passed over",
	"46": "a precondition that nothing fulfils proves anything; OpenJML says so only where it is asked",
	"50": "a clause that stands where it means nothing is not passed over",
	"49": "the misplaced loop clause is named where it stands; OpenJML first trips over the declaration behind it",
	"51": "a file is taken by its text, whatever it is called",
	"57": "OpenJML ran out of time; the failures have names here",
}
