package interp_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/interp"
	"ensures/java/types"

	"ensures/internal/require"
)

// oneTestCase is a program of the benchmark's kind: a solution, a driver that reads
// its input, one test case.
const oneTestCase = `import java.util.*;

public class Test {
    static int largest(int[] a) {
        int m = a[0];
        for (int v : a) m = Math.max(m, v);
        return m;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int[] a = Arrays.stream(in.nextLine().trim().split("\\s+")).mapToInt(Integer::parseInt).toArray();
        System.out.println(largest(a));
    }
}
`

// BenchmarkOneTestCase is one test case from its source to its output: interpreted,
// against a compiled class file under a JVM that starts for it. The ratio is that
// of the medians of the same run.
func BenchmarkOneTestCase(b *testing.B) {
	javac, jvm := require.Tool(b, "javac"), require.Tool(b, "java")
	dir := b.TempDir()
	file := filepath.Join(dir, "Test.java")
	if err := os.WriteFile(file, []byte(oneTestCase), 0o600); err != nil {
		b.Fatal(err)
	}
	if out, err := exec.Command(javac, "-d", dir, file).CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	lib := types.NewLibrary(classlib.FS)
	ilib := interp.NewLibrary(lib)
	const input, want = "3 1 4 1 5 9 2 6\n", "9\n"
	var ours, theirs []time.Duration
	for b.Loop() {
		start := time.Now()
		f, errs := java.Parse("Test.java", oneTestCase)
		if len(errs) > 0 {
			b.Fatal(errs)
		}
		p, errs := types.Check(lib, f)
		if len(errs) > 0 {
			b.Fatal(errs)
		}
		var out strings.Builder
		m := interp.New(ilib, p, interp.HookPlan{}).NewMachine(interp.Options{Stdin: strings.NewReader(input), Stdout: &out, Stderr: &out})
		m.RunMain("Test", nil)
		ours = append(ours, time.Since(start))
		if out.String() != want {
			b.Fatalf("interpreter: %q", out.String())
		}
		start = time.Now()
		cmd := exec.Command(jvm, "-cp", dir, "Test")
		cmd.Stdin = strings.NewReader(input)
		got, err := cmd.Output()
		theirs = append(theirs, time.Since(start))
		if err != nil || string(got) != want {
			b.Fatalf("java: %q, %v", got, err)
		}
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	o, t := ours[len(ours)/2], theirs[len(theirs)/2]
	b.ReportMetric(float64(o.Microseconds())/1000, "ms-interpreted")
	b.ReportMetric(float64(t.Microseconds())/1000, "ms-java")
	b.ReportMetric(float64(t)/float64(o), "java/interpreted")
}
