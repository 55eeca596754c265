package cmd

import (
	"fmt"
	"strconv"
	"strings"

	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/mutants"
	"ensures/java/types"

	"github.com/spf13/cobra"
)

func newMutants(a *app) *cobra.Command {
	var method string
	c := &cobra.Command{
		Use:   "mutants FILE",
		Short: "List the mutants of a Java program, each with one place changed",
		Long: `List the mutants of a Java file's methods: operators, constants and statements changed
one at a time, by the operators of FormalBench. All of them compile. With --json each has
its whole code.`,
		Example: `  ensures mutants src/Search.java
  ensures mutants --method find src/Search.java --json`,
		Args: exactly("FILE"),
		RunE: func(_ *cobra.Command, args []string) error { return a.mutants(args[0], method) },
	}
	c.Flags().StringVar(&method, "method", "", "only the methods of this `name`")
	return c
}

// mutantRow is a mutant as JSON.
type mutantRow struct {
	Operator string `json:"operator"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	From     string `json:"from"`
	To       string `json:"to"`
	Code     string `json:"code"`
}

func (a *app) mutants(path, method string) error {
	src, err := a.readText(path)
	if err != nil {
		return err
	}
	named := false
	want := func(d *java.MethodDecl) bool {
		hit := method == "" || d.Name.Name == method
		named = named || hit
		return hit
	}

	list, errs := mutants.Of(types.NewLibrary(classlib.FS), src.path, string(src.text), want)
	if len(errs) > 0 {
		return a.mistakes(src.path, string(src.text), errs)
	}
	if method != "" && !named {
		return usagef("%s has no method %s with a body", src.path, method)
	}
	counts := map[string]int{}
	var rows [][]string
	for _, m := range list {
		counts[m.Operator]++
		if a.out.json {
			if err := a.out.object(mutantRow{m.Operator, m.Line, m.Column, m.From, m.To, m.Code}); err != nil {
				return err
			}
			continue
		}
		rows = append(rows, []string{strconv.Itoa(m.Line) + ":" + strconv.Itoa(m.Column), m.Operator, oneLine(m.From), oneLine(m.To)})
	}
	if a.out.json {
		return nil
	}
	a.out.table([]string{"Place", "Operator", "Stands there", "Becomes"}, rows)
	var sum []string
	for _, o := range mutants.Operators {
		if n := counts[o]; n > 0 {
			sum = append(sum, fmt.Sprintf("%s %d", o, n))
		}
	}
	a.out.printf("%d mutants: %s\n", len(list), strings.Join(sum, ", "))
	return nil
}
