package tla_test

import (
	"testing"

	"ensures/tla"
)

// Whatever a run prints, reading it does not fail otherwise than with an error, and an
// answer is one of the known ones.
func FuzzRead(f *testing.F) {
	for _, c := range cases(f) {
		f.Add(c.raw.Stdout, c.raw.Stderr, c.raw.Exit)
	}
	f.Fuzz(func(t *testing.T, stdout, stderr string, exit int) {
		raw := tla.Raw{Exit: exit, Stdout: stdout, Stderr: stderr}
		out, err := tla.Read(raw, tla.Source{Text: counter})
		if err == nil && (out.Status == "" || out.Status == tla.OK && (exit != 0 || out.Initial <= 0 || out.Queue != 0)) {
			t.Errorf("%q, exit %d: %+v", stdout, exit, out)
		}
		_ = out.Hint()
		if s, err := tla.ReadSANY(raw); err == nil && s.Status == "" {
			t.Errorf("%q: no status", stdout)
		}
	})
}
