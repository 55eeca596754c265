package trace

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ensures/setup/tlatest"
)

// corrupt changes one logged field of a line to a value that is wrong there.
func corrupt(t *testing.T, line string, rnd *rand.Rand) (changed, field string) {
	t.Helper()
	switch rnd.IntN(3) {
	case 0:
		re := regexp.MustCompile(`"count":(\d+)`)
		n, err := strconv.Atoi(re.FindStringSubmatch(line)[1])
		if err != nil {
			t.Fatal(err)
		}
		return re.ReplaceAllString(line, `"count":`+strconv.Itoa(n+1+rnd.IntN(3))), "count"
	case 1:
		re := regexp.MustCompile(`"holder":"(t\d)?"`)
		other := "t" + strconv.Itoa(1+rnd.IntN(5))
		if strings.Contains(line, `"holder":"`+other+`"`) {
			other = ""
		}
		return re.ReplaceAllString(line, `"holder":"`+other+`"`), "holder"
	}
	if strings.Contains(line, `"waiting":[]`) {
		return strings.Replace(line, `"waiting":[]`, `"waiting":["t1"]`, 1), "waiting"
	}
	return regexp.MustCompile(`"waiting":\["t\d",?`).ReplaceAllString(line, `"waiting":[`), "waiting"
}

// TestFirstBadLine: of twenty corrupted traces the first line that doesn't fit is named
// exactly each time.
func TestFirstBadLine(t *testing.T) {
	cases := 20
	if testing.Short() {
		cases = 2
	}
	for seed := range cases {
		t.Run(strconv.Itoa(seed), func(t *testing.T) {
			t.Parallel()
			rnd := rand.New(rand.NewPCG(uint64(seed), 5))
			lines := synthetic(300, uint64(seed), true)
			at := 1 + rnd.IntN(len(lines)-1)
			was := lines[at]
			field := ""
			lines[at], field = corrupt(t, was, rnd)
			if lines[at] == was {
				t.Fatalf("%s of line %d is not corrupted: %s", field, at+1, was)
			}
			rep := validate(t, lockSpec(t), lockMapping(t), lines, Options{NoExplain: true})
			if rep.Status != Rejected || rep.Line != at+1 {
				t.Errorf("%s on line %d; line %d is corrupted: %s instead of %s", rep.Status, rep.Line, at+1, lines[at], was)
			}
		})
	}
}

// tenThousand validates 10,000 events, as the benchmarks do.
func tenThousand(t testing.TB, ids bool) time.Duration {
	m := mustMapping(t, hiddenIDs)
	if ids {
		m = lockMapping(t)
	}
	tools := tlatest.Toolchain(t)
	lines := synthetic(10_000, 1, ids)
	begin := time.Now()
	rep, err := Validate(t.Context(), tools, lockSpec(t), m, mustRead(t, m, lines), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Status != Accepted || rep.Matched != 10_000 {
		t.Fatalf("%s after %d: %s", rep.Status, rep.Matched, rep.Reason)
	}
	return time.Since(begin)
}

// TestTenThousand: long traces are answered within the default limits. 5 s and 25 s are what
// BenchmarkTrace measures on an idle machine.
func TestTenThousand(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds")
	}
	tenThousand(t, true)
	tenThousand(t, false)
	if mb := childMB(); mb > 1024 {
		t.Errorf("TLC held %d MB", mb)
	}
}

// childMB is the largest resident set of a child process so far, in MB.
func childMB() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u) != nil {
		return 0
	}
	return u.Maxrss >> 10
}

func BenchmarkTrace(b *testing.B) {
	for _, c := range []struct {
		name string
		ids  bool
	}{{"logged", true}, {"hidden", false}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				tenThousand(b, c.ids)
			}
			b.ReportMetric(float64(childMB()), "MB")
		})
	}
}

func BenchmarkSteps(b *testing.B) {
	tools, m := tlatest.Toolchain(b), lockMapping(b)
	tr := mustRead(b, m, synthetic(10_000, 1, true))
	for b.Loop() {
		rep, err := Steps(b.Context(), tools, lockSpec(b), m, tr, Options{})
		if err != nil || rep.Passed != 10_000 {
			b.Fatal(err, rep.Passed)
		}
	}
}

func BenchmarkProbe(b *testing.B) {
	tools, m := tlatest.Toolchain(b), lockMapping(b)
	tr := mustRead(b, m, synthetic(300, 1, true))
	for b.Loop() {
		if rep, err := TryMutants(b.Context(), tools, lockSpec(b), m, tr, ProbeOptions{}); err != nil || rep.Mutants != 60 {
			b.Fatal(err, rep.Mutants)
		}
	}
}
