package openjml_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"ensures/internal/require"
	"ensures/verify"
	"ensures/verify/openjml"
)

// wants is what each recorded run means: verdict and first diagnostic.
var wants = map[string]string{
	"01": "verified", "02": "refuted Postcondition 4 2", "03": "refuted Precondition 7 4", "04": "refuted LoopInvariantBeforeLoop 6 0",
	"05": "refuted LoopInvariant 7 0", "06": "refuted PossiblyNullDeReference 4 0", "07": "refuted PossiblyNegativeIndex 4 0",
	"08": "refuted PossiblyTooLargeIndex 4 0", "09": "refuted ArithmeticOperationRange 4 0", "10": "refuted ArithmeticOperationRange 4 0",
	"11": "verified", "12": "refuted UndefinedNegativeIndex 2 0", "13": "refuted UndefinedNullDeReference 2 0", "14": "refuted UndefinedDivideByZero 2 0",
	"15": "refuted PossiblyDivideByZero 3 0", "16": "refuted Assignable 8 4", "17": "refuted Assignable 6 3", "18": "refuted LoopDecreases 6 0",
	"19": "refuted LoopDecreasesNonNegative 6 0", "20": "malformed SyntaxError 2 0", "21": "malformed SyntaxError 4 0", "22": "malformed TypeError 2 0",
	"23": "malformed TypeError 4 0", "24": "refuted LoopInvariantBeforeLoop 6 0", "25": "refuted LoopInvariantBeforeLoop 6 0", "26": "refuted LoopInvariantBeforeLoop 7 0",
	"27": "refuted Postcondition 8 2", "28": "verified", "29": "refuted Postcondition 5 3", "30": "refuted Postcondition 5 3", "31": "killed", "32": "killed",
	"33": "verified", "34": "refuted Postcondition 6 4", "35": "verified", "36": "verified", "37": "malformed SyntaxError 2 0",
	"38": "refuted Postcondition 10 8", "39": "refuted Postcondition 10 8", "40": "refuted ArithmeticCastRange 4 0", "41": "refuted Postcondition 5 2",
	"42": "refuted Assert 4 0", "43": "refuted PossiblyNegativeSize 4 0", "44": "refuted PossiblyBadCast 3 0", "45": "refuted PossiblyNullReturn 2 2",
	"46": "verified", "47": "verified", "48": "malformed SyntaxError 2 0", "49": "malformed SyntaxError 5 0", "50": "verified",
	"51": "malformed TypeError 1 0", "52": "malformed TypeError 11 0", "53": "refuted Postcondition 4 2", "54": "crash", "55": "verified",
	"56": "killed", "57": "unknown Timeout 5 0", "58": "refuted Postcondition 5 4", "59": "refuted ExceptionList 6 3", "60": "refuted ExceptionalPostcondition 11 9",
	"61": "refuted Postcondition 14 3",
}

func TestTranscripts(t *testing.T) {
	dir := require.Shared(t, "transcripts/openjml")
	paths, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no transcripts", err)
	}
	for _, p := range paths {
		name := filepath.Base(p)
		t.Run(name, func(t *testing.T) {
			raw, src := transcript(t, p)
			got := summary(raw, src)
			if d := cmp.Diff(wants[name[:2]], got); d != "" {
				t.Errorf("(-want +got):\n%s\noutput:\n%s", d, raw.Stdout)
			}
		})
	}
}

func transcript(t *testing.T, path string) (verify.Raw, string) {
	t.Helper()
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	raw := verify.Raw{Exit: -1}
	var src string
	for _, f := range a.Files {
		switch f.Name {
		case "exit.txt":
			if n, err := strconv.Atoi(strings.TrimSpace(string(f.Data))); err == nil {
				raw.Exit = n
			}
		case "output.txt":
			raw.Stdout = strings.TrimLeft(string(f.Data), "\n")
		default:
			if strings.HasSuffix(f.Name, ".java") {
				src = string(f.Data)
			}
		}
	}
	return raw, src
}

func summary(raw verify.Raw, src string) string {
	out, err := openjml.Parse(raw, src)
	var crash *openjml.CrashError
	switch {
	case errors.As(err, &crash) && raw.Exit == -1:
		return "killed"
	case errors.As(err, &crash):
		return "crash"
	case err != nil:
		return err.Error()
	case len(out.Diagnostics) == 0:
		return out.Verdict.String()
	}
	d := out.Diagnostics[0]
	return fmt.Sprintf("%s %s %d %d", out.Verdict, d.Kind, d.Line, d.AssociatedLine)
}

func TestParseNeverGuesses(t *testing.T) {
	for _, raw := range []verify.Raw{
		{Exit: 0, Stdout: "something new\n"},
		{Exit: 6},
		{Exit: 1},
		{Exit: 3, Stdout: "no such file"},
		{Exit: 0, Stdout: "A.java:3: verify: The prover cannot establish an assertion (Postcondition) in method f\n"},
		{Exit: 1, Stdout: "A.java:3: error: A catastrophic JML internal error occurred. Please report\n"},
		{Exit: 137},
	} {
		out, err := openjml.Parse(raw, "")
		var crash *openjml.CrashError
		if !errors.As(err, &crash) {
			t.Errorf("exit %d, %q: verdict %v, error %v", raw.Exit, raw.Stdout, out.Verdict, err)
		}
	}
}

// Nothing said of a method is an answer only where OpenJML was asked about it and did not
// pass it over.
func TestSilence(t *testing.T) {
	const source = "public class A {\n  //@ ensures \\result > 0;\n  static int f() { return 1; }\n  //@ ensures \\result > 0;\n  static int g() { return 0; }\n}\n"
	verdicts := func(o verify.Outcome) (out []string) {
		for _, m := range o.Methods {
			out = append(out, m.Method.Short()+" "+m.Verdict.String())
		}
		return out
	}
	for _, c := range []struct {
		argv   []string
		stdout string
		want   string
	}{
		{[]string{"openjml", "--esc"}, "Completed proof of A.f()\n", "[f verified g verified] verified"},
		{[]string{"openjml", "--esc", "--method=f"}, "Completed proof of A.f()\n", "[f verified] verified"},
		{[]string{"openjml", "--esc"}, "Completed proof of A.f()\nSkipping proof of A.g()\n", "[f verified g unsupported] unsupported"},
	} {
		out, err := openjml.Parse(verify.Raw{Argv: c.argv, Stdout: c.stdout}, source)
		if got := fmt.Sprint(verdicts(out), " ", out.Verdict); err != nil || got != c.want {
			t.Errorf("%v: %s, %v; want %s", c.argv, got, err, c.want)
		}
	}
}
