package jml

import (
	"regexp"
	"slices"
	"strings"

	"ensures/java"
)

// ignored warns about comments that look like specifications and are not read
// as ones.
func (a *attacher) ignored(keys []string) {
	for _, c := range a.file.Comments {
		_, isJML, _ := marker(c.Text, keys)
		if isJML {
			continue
		}
		at := java.Span{From: c.From, To: c.From + 2}
		if m := spacedMarker.FindString(c.Text); m != "" {
			a.warnf(IgnoredSpec, at, "remove the blank: "+c.Text[:2]+"@", "this comment is not read as a specification: a blank stands before '@'")
			continue
		}
		if w := proseSpec(c.Text); w != "" {
			a.warnf(IgnoredSpec, at, "begin the comment with "+c.Text[:2]+"@", "this comment is not read as a specification, though it has a '%s' clause", w)
		}
	}
}

var (
	spacedMarker = regexp.MustCompile(`^(//|/\*+)[ \t]+@[ \t]*(requires|ensures|loop_invariant|maintaining|decreases|decreasing|assignable|assert|assume|signals|invariant|ghost|set|also|normal_behavior|pure|spec_public|nullable|modifies|behavior)\b`)
	clauseWords  = []string{"requires", "ensures", "loop_invariant", "maintaining", "decreases", "decreasing", "assignable", "signals"}
	plainClause  = regexp.MustCompile(`(?m)^[ \t/*@]*(` + strings.Join(clauseWords, "|") + `)\b[^\n]*;`)
)

// proseSpec is the keyword of a clause in a comment that is none of JML's.
func proseSpec(text string) string {
	if strings.HasPrefix(text, "//") && !strings.Contains(text, ";") {
		return ""
	}
	if !slices.ContainsFunc(clauseWords, func(w string) bool { return strings.Contains(text, w) }) {
		return "" // nearly every comment: the expression below is slow on the text of a library
	}
	m := plainClause.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return m[1]
}
