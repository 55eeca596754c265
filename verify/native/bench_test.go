package native_test

import (
	"slices"
	"testing"
	"time"

	"ensures/verify"
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
	slices.Sort(times)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(times[len(times)/2]), "ms-median/method")
	b.ReportMetric(ms(times[len(times)*95/100]), "ms-p95/method")
}
