package cmd

import (
	"fmt"
	"maps"
	"slices"

	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"

	"github.com/spf13/cobra"
)

func newJML(a *app) *cobra.Command {
	return group("jml", "Check specifications", newJMLCheck(a))
}

func newJMLCheck(a *app) *cobra.Command {
	var exclude []string
	var sarif bool
	c := &cobra.Command{
		Use:   "check FILE|FOLDER…",
		Short: "Check the Java and JML of files as a compiler would",
		Long: `Check the Java and the JML of files: syntax and types, with the offending text,
what was expected, and a hint. Lists what is specified. Exit code 3 when there
are errors; warnings alone leave it at 0.`,
		Example: `  ensures jml check src/Account.java
  ensures jml check --json src
  ensures jml check --sarif src --exclude generated > mistakes.sarif`,
		Args: atLeast("FILE"),
		RunE: func(_ *cobra.Command, args []string) error { return a.jmlCheck(args, exclude, sarif) },
	}
	c.Flags().StringArrayVar(&exclude, "exclude", nil, excludeHelp)
	c.Flags().BoolVar(&sarif, "sarif", false, "print the mistakes as a SARIF 2.1.0 log")
	return c
}

// specified is what a file specifies about one method or class, as JSON.
type specified struct {
	File    string         `json:"file"`
	Line    int            `json:"line"`
	Name    string         `json:"name"`
	Clauses map[string]int `json:"clauses"`
}

func (a *app) jmlCheck(paths, exclude []string, sarif bool) error {
	sources, err := a.javaFiles(paths, exclude)
	if err != nil {
		return err
	}
	var rows [][]string
	var outs []verify.FileOutcome
	wrong := 0
	lib := types.NewLibrary(classlib.FS)
	for _, src := range sources {
		if no := notText(src.path, src.text); no != nil {
			return no
		}

		file, errs := java.Parse(src.path, string(src.text))
		spec, specErrs := jml.Parse(file)
		errs = append(append(errs, specErrs...), types.Cycles(lib, file)...)
		errs.Sort()
		wrong += len(errs)

		if sarif {
			out := verify.Outcome{Backend: "ensures", Version: version()}
			out.Verdict, out.Diagnostics = verify.FrontEnd(errs)
			outs = append(outs, verify.FileOutcome{File: src.path, Outcome: out})
			continue
		}
		if err := a.errors(file, errs); err != nil {
			return err
		}
		if err := a.warnings(file, spec.Warnings); err != nil {
			return err
		}
		for _, s := range specifiedIn(spec) {
			if a.out.json {
				if err := a.out.object(s); err != nil {
					return err
				}
				continue
			}
			rows = append(rows, []string{s.File, fmt.Sprint(s.Line), s.Name, counts(s.Clauses)})
		}
	}

	switch {
	case sarif:
		if err := verify.WriteSARIF(a.Stdout, version(), outs); err != nil {
			return err
		}
	case !a.out.json:
		a.out.table([]string{"FILE", "LINE", "NAME", "CLAUSES"}, rows)
	}
	if wrong > 0 {
		return shown(ExitBelow, "%d mistakes", wrong)
	}
	return nil
}

// specifiedIn lists the methods with a specification in source order.
func specifiedIn(f *jml.File) []specified {
	var list []specified
	java.Walk(f.Java, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.ClassDecl:
			if c := f.Classes[n]; c != nil && len(c.Clauses) > 0 {
				s := specified{File: f.Java.Name, Line: f.Java.Position(n.Pos()).Line, Name: n.Name.Name, Clauses: map[string]int{}}
				countClauses(c.Clauses, s.Clauses)
				list = append(list, s)
			}
		case *java.MethodDecl:
			if m := f.Methods[n]; m != nil {
				s := specified{File: f.Java.Name, Line: f.Java.Position(n.Pos()).Line, Name: n.Name.Name + parameters(n), Clauses: map[string]int{}}
				countCases(m.Cases, s.Clauses)
				java.Walk(n, func(inner java.Node) bool {
					if st, ok := inner.(java.Stmt); ok && f.Loops[st] != nil {
						countClauses(f.Loops[st].Clauses, s.Clauses)
					}
					return true
				})
				list = append(list, s)
			}
		}
		return true
	})
	return list
}

func countCases(cases []*jml.Case, into map[string]int) {
	for _, c := range cases {
		countClauses(c.Clauses, into)
	}
}

func countClauses(list []*jml.Clause, into map[string]int) {
	for _, c := range list {
		if c.Kind == jml.Group {
			countCases(c.Cases, into)
			continue
		}
		into[c.Kind.String()]++
	}
}

// counts is "2 ensures, 1 requires".
func counts(m map[string]int) string {
	s := ""
	for _, k := range slices.Sorted(maps.Keys(m)) {
		if s != "" {
			s += ", "
		}
		s += fmt.Sprintf("%d %s", m[k], k)
	}
	return s
}
