package types

import (
	"sort"
	"strings"

	"ensures/java"
)

// sink collects the errors of one body or one unit's headers.
type sink struct {
	file  *java.File
	list  java.ErrorList
	muted int // > 0 while an expression is tried
	tried int // errors seen while muted
}

func (s *sink) add(code java.Code, construct string, n java.Node, hint, msg string) {
	if s.muted > 0 {
		s.tried++
		return
	}
	span := java.Span{From: n.Pos(), To: n.End()}
	for _, e := range s.list {
		if e.Span == span && e.Code == code {
			return // one report per place
		}
	}
	s.list = append(s.list, &java.Error{
		Code: code, Construct: construct, At: s.file.Position(span.From), Span: span, Msg: msg, Hint: hint,
	})
}

// similar is the candidate closest to name by edit distance, "" when none is
// close.
func similar(name string, candidates []string) string {
	limit := 1 + len(name)/4
	best, dist := "", limit+1
	sort.Strings(candidates)
	for _, c := range candidates {
		if c == name || c == "" {
			continue
		}
		d := editDistance(strings.ToLower(name), strings.ToLower(c), dist)
		if d < dist {
			best, dist = c, d
		}
	}
	return best
}

func editDistance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	prev := make([]int, len(b)+1)
	cur := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
		}
		prev, cur = cur, prev
	}
	return prev[len(b)]
}

// similarClass suggests a visible class name.
func (r *resolver) similarClass(name string) string {
	var names []string
	for s := r.sc; s != nil; s = s.Parent {
		if s.localClass != nil {
			names = append(names, s.localClass.Name)
		}
		if s.body {
			names = append(names, s.Class.Name)
			for n := range s.Class.members {
				names = append(names, n)
			}
		}
	}
	if r.env.prog != nil {
		for _, c := range r.env.prog.top {
			names = append(names, c.Name)
		}
	}
	names = append(names, r.lib.ClassNames("java.lang")...)
	for _, p := range r.env.onDemand {
		names = append(names, r.lib.ClassNames(p)...)
	}
	for n := range r.env.single {
		names = append(names, n)
	}
	for n := range basicByName {
		names = append(names, n)
	}
	return similar(name, names)
}
