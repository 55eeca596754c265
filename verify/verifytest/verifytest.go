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
// backend only, "//!-key Kind: reason" of all others.
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

	"ensures/verify"
)

//go:embed testdata/*.java
var files embed.FS

// Case is one file of the suite.
type Case struct {
	Name   string // of the file
	Source string
	marks  []mark
}

type mark struct {
	line    int
	kind    string
	only    string // backend, "" is all
	without string // backend that differs
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
				last = line
				k := mark{line: line, kind: m[4]}
				if m[2] == "-" {
					k.without = m[3]
				} else {
					k.only = m[3]
				}
				c.marks = append(c.marks, k)
			}
		}
		out = append(out, c)
	}
	return out
}

// Want is what backend must report for the case: "line kind", sorted.
func (c Case) Want(backend string) []string {
	set := map[string]bool{}
	for _, m := range c.marks {
		if (m.only == "" || m.only == backend) && m.without != backend {
			set[fmt.Sprintf("%d %s", m.line, m.kind)] = true
		}
	}
	return keys(set)
}

// Got is what an outcome reports, in the form of Want.
func Got(o verify.Outcome) []string {
	set := map[string]bool{}
	for _, d := range o.Diagnostics {
		set[fmt.Sprintf("%d %s", d.Line, d.Kind)] = true
	}
	return keys(set)
}

// Run runs the suite on a backend.
func Run(t *testing.T, b verify.Backend, o verify.Options) {
	for _, c := range Cases() {
		t.Run(strings.TrimSuffix(c.Name, ".java"), func(t *testing.T) {
			out, err := b.Verify(context.Background(), verify.Request{File: c.Name, Source: c.Source, Options: o})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.Want(b.Name()), Got(out)); d != "" {
				t.Errorf("failures (-want +got):\n%s", d)
				for _, x := range out.Diagnostics {
					t.Logf("%d:%d %s: %s", x.Line, x.Column, x.Kind, x.Message)
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
