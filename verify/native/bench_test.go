package native_test

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"ensures/bench"
	"ensures/verify"
	"ensures/verify/refute"
	"ensures/verify/verifytest"
)

// BenchmarkVerify is the contract suite with warm solvers: the time of a method.
func BenchmarkVerify(b *testing.B) {
	be := backend(b)
	var times []time.Duration
	for b.Loop() {
		for _, c := range verifytest.Cases() {
			out, err := be.Verify(b.Context(), verify.Request{File: c.Name, Source: c.Source, Options: verify.Options{Quick: true}})
			if err != nil {
				b.Fatal(err)
			}
			for _, m := range out.Methods {
				times = append(times, m.Elapsed)
			}
		}
	}
	report(b, times)
}

// report prints the median and the 95th percentile of the methods' times.
func report(b *testing.B, times []time.Duration) {
	b.Helper()
	slices.Sort(times)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(times[len(times)/2]), "ms-median/method")
	b.ReportMetric(ms(times[len(times)*95/100]), "ms-p95/method")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkGroundTruth is the time of a method of the ground-truth programs of
// SpecGenBench, as `ensures verify` asks: proof, runs that refute, and what is left
// with all patience. "warm" has solver processes that wait, one of each kind; "cold"
// starts new ones for every file, on a quarter of the files.
func BenchmarkGroundTruth(b *testing.B) {
	programs := rows(b, "data/specgenbench/normalised.jsonl")
	rt := bench.NewRuntime()
	for _, m := range []struct {
		name string
		a    verify.Arithmetic
	}{{"default", verify.Safe}, {"quiet", verify.Quiet}} {
		ask := func(b *testing.B, be verify.Backend, p row) (times []time.Duration) {
			start := time.Now()
			out, err := be.Verify(b.Context(), verify.Request{File: "Solution.java", Source: p.Code, Options: verify.Options{Arithmetic: m.a}})
			if err != nil {
				b.Fatal(err)
			}
			// What a file costs beside its methods is a part of theirs.
			rest := time.Since(start)
			for _, mo := range out.Methods {
				rest -= mo.Elapsed
			}
			for _, mo := range out.Methods {
				if len(mo.Obligations) == 0 {
					continue // a constructor that is not written, mostly
				}
				times = append(times, mo.Elapsed+rest/time.Duration(len(out.Methods)))
				if os.Getenv("ENSURES_TIMES") != "" && mo.Elapsed > 100*time.Millisecond {
					fmt.Println(m.name, p.TaskID, mo.Method.Short(), mo.Verdict, mo.Elapsed)
				}
			}
			return times
		}
		b.Run(m.name+"/warm", func(b *testing.B) {
			be := refute.Wrap(backend(b), refute.Options{Runtime: rt})
			ask(b, be, programs[0])
			var times []time.Duration
			for b.Loop() {
				for _, p := range programs {
					times = append(times, ask(b, be, p)...)
				}
			}
			report(b, times)
		})
		b.Run(m.name+"/cold", func(b *testing.B) {
			var times []time.Duration
			for b.Loop() {
				for i := 0; i < len(programs); i += 4 {
					be := backend(b)
					times = append(times, ask(b, refute.Wrap(be, refute.Options{Runtime: rt}), programs[i])...)
					be.Close()
				}
			}
			report(b, times)
		})
	}
}

// BenchmarkChecks is what looking for contradictions and witnesses costs: a ground
// truth in quiet arithmetic with both and without, in turns, the smallest of five times
// of each. "ratio" is that of the medians.
func BenchmarkChecks(b *testing.B) {
	programs := rows(b, "data/specgenbench/normalised.jsonl")
	rt := bench.NewRuntime()
	bare := backend(b)
	bare.WithoutContradictions()
	with := refute.Wrap(backend(b), refute.Options{Runtime: rt})
	without := refute.Wrap(struct{ verify.Backend }{bare}, refute.Options{Runtime: rt}) // which can't be asked for witnesses

	var on, off []time.Duration
	for b.Loop() {
		for _, p := range programs {
			took := func(be verify.Backend) time.Duration {
				start := time.Now()
				if _, err := be.Verify(b.Context(), verify.Request{File: "Solution.java", Source: p.Code, Options: verify.Options{Arithmetic: verify.Quiet, Quick: true}}); err != nil {
					b.Fatal(err)
				}
				return time.Since(start)
			}
			x, y := took(with), took(without)
			for range 4 {
				x, y = min(x, took(with)), min(y, took(without))
			}
			on, off = append(on, x), append(off, y)
		}
	}
	median := func(d []time.Duration) float64 {
		slices.Sort(d)
		return float64(d[len(d)/2].Microseconds()) / 1000
	}
	b.ReportMetric(median(on), "ms-with")
	b.ReportMetric(median(off), "ms-without")
	b.ReportMetric(median(on)/median(off), "ratio")
	b.ReportMetric(0, "ns/op")
}
