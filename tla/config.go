package tla

import "strings"

// WriteConfig is the configuration file that the job's fields make.
func (j Job) WriteConfig() string {
	var b strings.Builder
	line := func(keyword, value string) {
		if value != "" {
			b.WriteString(keyword + " " + value + "\n")
		}
	}
	if j.Specification != "" {
		line("SPECIFICATION", j.Specification)
	} else {
		line("INIT", or(j.Init, "Init"))
		line("NEXT", or(j.Next, "Next"))
	}
	for _, c := range j.Constants {
		sign := " = "
		if c.Defined {
			sign = " <- "
		}
		line("CONSTANT", c.Name+sign+c.Value)
	}
	for _, list := range []struct {
		keyword string
		names   []string
	}{{"INVARIANT", j.Invariants}, {"PROPERTY", j.Properties}, {"CONSTRAINT", j.Constraints}, {"ACTION_CONSTRAINT", j.ActionLimits}} {
		for _, n := range list.names {
			line(list.keyword, n)
		}
	}
	line("VIEW", j.View)
	line("SYMMETRY", j.Symmetry)
	return b.String()
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
