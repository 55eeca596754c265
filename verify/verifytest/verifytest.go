// Package verifytest is the contract suite that every verifier passes: annotated
// programs whose expected failures stand as comments on the lines they are
// reported for.
//
//	return a[i]; //! PossiblyNegativeIndex
//	//!^ PossiblyTooLargeIndex
//
// "//!" expects a failure of that kind on its own line, "//!^" one more on the
// line of the marker before it. A file without markers is verified. A method's
// failures end at the first one of each clause and line. Where a backend may
// differ the marker says so and why: "//!native Kind: reason" is expected of that
// backend only, "//!-key Kind: reason" of all others. "//!warn Kind" expects a
// warning, of backends that warn. "//!ok Kind" stands on the first line of a method
// that verifies and would fail so if it were changed a little: a test sees to it
// that every kind is there both ways.
package verifytest

import (
	"context"
	"embed"
	"fmt"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ensures/internal/require"
	"ensures/verify"
)

//go:embed testdata/*.java
var files embed.FS

// Case is one file of the suite.
type Case struct {
	Name   string // of the file
	Source string
	marks  []mark
	twins  []mark
}

type mark struct {
	line    int
	kind    string
	only    string // backend, "" is all
	without string // backend that differs
	warn    bool
}

var markRE = regexp.MustCompile(`//!(\^?)(-?)([a-z]*) ([A-Za-z]+)`)

// Cases is the suite, in order of the files' names.
func Cases() []Case {
	es, err := files.ReadDir("testdata")
	if err != nil {
		panic(err) // embedded
	}
	var out []Case
	for _, e := range es {
		b, err := files.ReadFile("testdata/" + e.Name())
		if err != nil {
			panic(err)
		}
		c := Case{Name: e.Name(), Source: string(b)}
		last := 0
		for i, l := range strings.Split(c.Source, "\n") {
			for _, m := range markRE.FindAllStringSubmatch(l, -1) {
				line := i + 1
				if m[1] == "^" {
					line = last
				}
				k := mark{line: line, kind: m[4]}
				switch {
				case m[2] == "-":
					k.without = m[3]
				case m[3] == "ok":
					c.twins = append(c.twins, k)
					continue
				case m[3] == "warn":
					k.warn = true
				default:
					k.only = m[3]
				}
				last = line
				c.marks = append(c.marks, k)
			}
		}
		out = append(out, c)
	}
	return out
}

// Want is what backend must report for the case: "line kind", sorted.
func (c Case) Want(backend string) []string { return c.want(backend, false) }

func (c Case) want(backend string, warnings bool) []string {
	set := map[string]bool{}
	for _, m := range c.marks {
		switch {
		case m.only != "" && m.only != backend || m.without == backend:
		case !m.warn:
			set[fmt.Sprintf("%d %s", m.line, m.kind)] = true
		case warnings:
			set[fmt.Sprintf("%d warning %s", m.line, m.kind)] = true
		}
	}
	return keys(set)
}

// Got is what an outcome reports, in the form of Want.
func Got(o verify.Outcome) []string { return got(o, false) }

func got(o verify.Outcome, warnings bool) []string {
	set := map[string]bool{}
	for _, d := range o.Diagnostics {
		set[fmt.Sprintf("%d %s", d.Line, d.Kind)] = true
	}
	for _, w := range o.Warnings {
		if warnings && kinds[w.Kind] {
			set[fmt.Sprintf("%d warning %s", w.Line, w.Kind)] = true
		}
	}
	return keys(set)
}

// kinds that are warned of.
var kinds = map[verify.Kind]bool{verify.VacuousPrecondition: true, verify.UnreachableEnd: true, verify.AssumeUsed: true, verify.MissingLoopInvariant: true}

// Run runs the suite on a backend, which must give the expected warnings too; a quick
// run asks about a quarter of it.
func Run(t *testing.T, b verify.Backend, o verify.Options) {
	for _, c := range Cases() {
		if testing.Short() && !require.Sample(c.Name, 6) {
			continue
		}
		t.Run(strings.TrimSuffix(c.Name, ".java"), func(t *testing.T) {
			out, err := b.Verify(context.Background(), verify.Request{File: c.Name, Source: c.Source, Options: o})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want(b.Name(), true), got(out, true)); d != "" {
				t.Errorf("failures (-want +got):\n%s", d)
				for _, x := range out.Diagnostics {
					t.Logf("%d:%d %s: %s", x.Line, x.Column, x.Kind, x.Text())
				}
			}
			if len(c.Want(b.Name())) == 0 && out.Verdict != verify.Verified {
				t.Errorf("verdict %v", out.Verdict)
			}
		})
	}
}

func keys(m map[string]bool) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}
