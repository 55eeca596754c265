package bench

import (
	"slices"
)

// Counts are what tasks are made of.
type Counts struct {
	Name        string `json:"category"` // "all" for all of them
	Tasks       int    `json:"tasks"`
	WithTests   int    `json:"with_tests"`
	Tests       int    `json:"tests"`
	References  int    `json:"references"`
	Documented  int    `json:"documented"`
	Loops       int    `json:"loops"`    // tasks whose method has one
	Nested      int    `json:"nested"`   // of these, one in another
	Branches    int    `json:"branches"` // tasks with a branch and no loop
	Straight    int    `json:"straight"` // tasks with neither
	Calls       int    `json:"calls"`    // tasks whose method calls something
	MedianLines int    `json:"median_lines"`
}

// Count counts tasks by category, in order of name; the last row is of all.
func Count(tasks []*Task) []Counts {
	by := map[string][]*Task{}
	var names []string
	for _, t := range tasks {
		if t.Category != "" && by[t.Category] == nil {
			names = append(names, t.Category)
		}
		by[t.Category] = append(by[t.Category], t)
	}
	slices.Sort(names)
	var out []Counts
	if len(names) > 1 {
		for _, n := range names {
			out = append(out, count(n, by[n]))
		}
	}
	return append(out, count("all", tasks))
}

func count(name string, tasks []*Task) Counts {
	c := Counts{Name: name, Tasks: len(tasks)}
	var lines []int
	for _, t := range tasks {
		s := ShapeOf(t)
		lines = append(lines, s.Lines)
		if len(t.Tests) > 0 {
			c.WithTests++
			c.Tests += len(t.Tests)
		}
		if t.Reference != "" {
			c.References++
		}
		if t.Doc != "" {
			c.Documented++
		}
		if s.Nested {
			c.Nested++
		}
		switch {
		case s.Loops > 0:
			c.Loops++
		case s.Branches > 0:
			c.Branches++
		default:
			c.Straight++
		}
		if s.Calls > 0 {
			c.Calls++
		}
	}
	slices.Sort(lines)
	if len(lines) > 0 {
		c.MedianLines = lines[len(lines)/2]
	}
	return c
}
