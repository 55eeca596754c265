package prompts_test

import (
	"strings"
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/prompts"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
)

// Every example that is taught is proved, and is not true of everything: with its
// conclusions turned around it is not.
func TestExamplesAreProved(t *testing.T) {
	b := nativetest.Backend(t, native.Options{Patient: 5 * time.Second})

	s := load(t, prompts.Options{})
	n := 0
	for _, name := range s.Names() {
		text, _, _ := s.Source(name)
		if !strings.HasPrefix(name, "examples/") && (!strings.HasPrefix(name, "baseline/shots/") || !strings.Contains(text, "```java")) {
			continue
		}
		n++
		if testing.Short() && !require.Sample(name, 2) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			_, code, ok := strings.Cut(text, "```java\n")
			code, _, ok2 := strings.Cut(code, "\n```")
			if !ok || !ok2 {
				t.Fatal("no Java in it")
			}
			check := func(code string, verified bool) {
				t.Helper()
				got, err := b.Verify(t.Context(), verify.Request{File: "Example.java", Source: code})
				if err != nil {
					t.Fatal(err)
				}
				if (got.Verdict == verify.Verified) != verified || got.Verdict == verify.Malformed {
					t.Errorf("%v: %v\n%s", got.Verdict, got.Diagnostics, code)
				}
				if verified && len(got.Warnings) > 0 {
					t.Errorf("warnings: %v", got.Warnings)
				}
			}
			check(code, true)
			for i, line := range strings.Split(code, "\n") {
				if clause, ok := strings.CutPrefix(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "//@")), "ensures "); ok {
					lines := strings.Split(code, "\n")
					lines[i] = strings.Replace(line, clause, "!("+strings.TrimSuffix(clause, ";")+");", 1)
					check(strings.Join(lines, "\n"), false)
				}
			}
		})
	}
	if n != 7 {
		t.Errorf("%d examples", n)
	}
}
