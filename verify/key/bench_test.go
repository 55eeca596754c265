package key_test

import (
	"slices"
	"testing"
	"time"

	"ensures/bench"
	"ensures/verify"
	"ensures/verify/key"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
	"ensures/verify/verifytest"
)

// benchFiles are the files of the suite that KeY decides most of.
var benchFiles = []string{"Arrays1.java", "Branches.java", "Calls1.java", "Loops.java"}

// BenchmarkVerify is the time of a method by a warm KeY worker and by the native
// verifier with warm solvers, on the same files of the suite. "proof" leaves out the
// loading of the file, which "all" spreads over its methods.
func BenchmarkVerify(b *testing.B) {
	rt := bench.NewRuntime()
	k := key.New(key.Options{Library: rt.Types, Start: key.StartOptions{Home: home(b)}.Starter(), Steps: 3000})
	defer k.Close()
	b.Run("key", func(b *testing.B) { measure(b, k) })
	n := nativetest.Backend(b, native.Options{Library: rt.Types})
	b.Run("native", func(b *testing.B) { measure(b, n) })
}

func measure(b *testing.B, be verify.Backend) {
	ask := func(c verifytest.Case) (proofs []time.Duration, all time.Duration) {
		start := time.Now()
		out, err := be.Verify(b.Context(), verify.Request{File: c.Name, Source: c.Source, Options: verify.Options{Quick: true}})
		if err != nil {
			b.Fatal(err)
		}
		for _, m := range out.Methods {
			if m.Elapsed > 0 {
				proofs = append(proofs, m.Elapsed)
			}
		}
		return proofs, time.Since(start) / time.Duration(len(out.Methods))
	}
	var proofs, all []time.Duration
	var cases []verifytest.Case
	for _, c := range verifytest.Cases() {
		if slices.Contains(benchFiles, c.Name) {
			cases = append(cases, c)
		}
	}
	for _, c := range cases[:2] {
		ask(c) // warm up
	}
	for b.Loop() {
		for _, c := range cases {
			p, a := ask(c)
			proofs = append(proofs, p...)
			all = append(all, a)
		}
	}
	slices.Sort(proofs)
	slices.Sort(all)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(proofs[len(proofs)/2]), "ms-proof-median/method")
	b.ReportMetric(ms(proofs[len(proofs)*95/100]), "ms-proof-p95/method")
	b.ReportMetric(ms(all[len(all)/2]), "ms-all-median/method")
	b.ReportMetric(0, "ns/op")
}
