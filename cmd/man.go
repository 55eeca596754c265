package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newMan(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "man FOLDER",
		Short:   "Write the manual's pages, one for each verb",
		Example: "  ensures man /usr/local/share/man/man1",
		Args:    exactly("FOLDER"),
		Hidden:  true, // make install calls it
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			return writePages(c.Root(), args[0])
		},
	}
}

// writePages writes the page of a verb and those of the verbs below it.
func writePages(c *cobra.Command, dir string) error {
	if !c.IsAvailableCommand() && c.HasParent() {
		return nil
	}
	// cobra adds --help when a verb runs, and here none does.
	c.InitDefaultHelpFlag()
	if err := os.WriteFile(filepath.Join(dir, pageName(c)+".1"), []byte(manPage(c)), 0o666); err != nil {
		return err
	}
	for _, sub := range c.Commands() {
		if err := writePages(sub, dir); err != nil {
			return err
		}
	}
	return nil
}

// pageName returns the name of a verb's page: "ensures-config-show".
func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manPage returns the page of a verb in the language of man(7). Help texts are laid out
// by hand, and stay so.
func manPage(c *cobra.Command) string {
	var b strings.Builder
	section := func(title, text string) {
		if text != "" {
			fmt.Fprintf(&b, ".SH %s\n.nf\n%s\n.fi\n", title, roff(text))
		}
	}
	fmt.Fprintf(&b, ".TH %q 1 \"\" %q\n.SH NAME\n%s \\- %s\n", strings.ToUpper(pageName(c)), "ensures "+release, roff(pageName(c)), roff(c.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", roff(c.UseLine()))
	section("DESCRIPTION", c.Long)
	options(&b, "OPTIONS", c.NonInheritedFlags())
	options(&b, "OPTIONS OF EVERY VERB", c.InheritedFlags())
	section("EXAMPLES", c.Example)

	var see []string
	if c.HasParent() {
		see = append(see, pageName(c.Parent()))
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			see = append(see, pageName(sub))
		}
	}
	if len(see) > 0 {
		fmt.Fprintf(&b, ".SH SEE ALSO\n%s(1)\n", roff(strings.Join(see, "(1), ")))
	}
	return b.String()
}

// options appends a section with flags.
func options(b *strings.Builder, title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", title)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		fmt.Fprintf(b, ".TP\n.B %s", roff(name))
		if value != "" {
			fmt.Fprintf(b, " \\fI%s\\fR", roff(value))
		}
		fmt.Fprintf(b, "\n%s\n", roff(usage))
	})
}

// roff returns a text in which nothing is a request or an escape.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "`", `\(ga`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}
