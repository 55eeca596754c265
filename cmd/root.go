package cmd

import (
	"fmt"
	"io"
	"log/slog"
	"strings"

	"ensures/configs"

	charm "github.com/charmbracelet/log"
	"github.com/muesli/termenv"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// globals are the flags of every verb that are no configuration keys.
type globals struct {
	config  string
	json    bool
	quiet   bool
	noColor bool
}

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "ensures",
		Short: "JML specifications for Java: proposed, measured, written back",
		Long: `ensures takes a Java file as it is, proposes JML specifications for its methods,
says how strong they are (Spec-Harness), and writes them back with the file's
formatting kept. It needs no JVM and no key.`,
		Example: `  ensures annotate src/Account.java            # propose, measure, print
  ensures annotate src/Account.java --diff     # as a patch
  ensures annotate src/Account.java -w         # into the file
  ensures harness --dataset tasks.jsonl --specs specs.jsonl --json`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		Version:           version(),
		PersistentPreRunE: a.prepare,
		Args:              noSuchVerb,
		RunE:              func(c *cobra.Command, _ []string) error { return c.Help() },
	}

	root.SetVersionTemplate("ensures {{.Version}}\n")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usagef("%v\ntry: %s --help", err, c.CommandPath())
	})
	f := root.PersistentFlags()
	f.StringVar(&a.flags.config, "config", "", "read this configuration `file` and no other")
	f.BoolVar(&a.flags.json, "json", false, "print one JSON object per line")
	f.BoolVarP(&a.flags.quiet, "quiet", "q", false, "no progress and no log, only the result and errors")
	f.BoolVar(&a.flags.noColor, "no-color", false, "no colours")
	bind(f, "log-level", "output.log_level", "log from this `level` on: debug, info, warn, error")
	root.AddCommand(
		newAlloy(a), newAnnotate(a), newBaselines(a), newBench(a), newCI(a), newConfig(a), newDataset(a), newDoctor(a), newHarness(a), newInit(a), newJML(a), newJava(a), newLSP(a), newMan(a), newMCP(a), newModel(a), newModels(a), newMutants(a), newOptimize(a), newRust(a), newSetup(a), newPrompts(a), newTLA(a), newTrajectories(a), newTransform(a), newVerify(a), newVersion(a), newView(a),
	)
	return root
}

// keyAnnotation marks a flag that sets a configuration key.
const keyAnnotation = "ensures_config_key"

// bind defines a flag that sets a configuration key.
func bind(f *pflag.FlagSet, name, key, usage string) {
	f.String(name, "", usage+" (config: "+key+")")
	f.Lookup(name).Annotations = map[string][]string{keyAnnotation: {key}}
}

// prepare resolves the configuration and builds what every verb uses.
func (a *app) prepare(c *cobra.Command, _ []string) error {
	opts := configs.Options{File: a.flags.config, Env: a.Getenv}
	c.Flags().Visit(func(f *pflag.Flag) {
		if key := f.Annotations[keyAnnotation]; len(key) > 0 {
			opts.Flags = append(opts.Flags, configs.Flag{Key: key[0], Name: "--" + f.Name, Value: f.Value.String()})
		}
	})
	if a.flags.noColor {
		opts.Flags = append(opts.Flags, configs.Flag{Key: "output.color", Name: "--no-color", Value: "never"})
	}
	if a.flags.quiet {
		opts.Flags = append(opts.Flags, configs.Flag{Key: "output.progress", Name: "--quiet", Value: "never"})
	}

	cfg, err := configs.Load(opts)
	if err != nil {
		return err
	}
	a.cfg, a.loaded = cfg, opts
	a.out = newOutput(a.Env, a.Stdout, cfg.Output, a.flags.json)
	a.err = newOutput(a.Env, a.Stderr, cfg.Output, false)
	a.log = slog.New(a.logHandler())
	drain, _ := c.Flags().GetDuration(drainFlag) // an error where the verb has none
	a.watch.limit(cfg.Process.Memory, drain)
	// The verb that gives consent shows what waits for it itself.
	if c.Annotations[consentAnnotation] == "" {
		a.sayIgnored(cfg)
	}
	return nil
}

// logHandler writes to stderr from the configured level on.
func (a *app) logHandler() slog.Handler {
	level, err := charm.ParseLevel(a.cfg.Output.LogLevel)
	if err != nil {
		level = charm.WarnLevel
	}
	if a.flags.quiet {
		level = charm.ErrorLevel
	}
	// The logger would ask a terminal for its colours, which shows up as rubbish in
	// slow ones: it gets a plain writer, and is told whether to use colours.
	h := charm.NewWithOptions(struct{ io.Writer }{a.Stderr}, charm.Options{Level: level, Prefix: "ensures"})
	h.SetColorProfile(termenv.Ascii)
	if colored(a.Env, a.cfg.Output, a.Stderr) {
		h.SetColorProfile(termenv.ANSI)
	}
	return h
}

// noSuchVerb is the error for a word that is no verb of a group, with the verbs
// that look like it.
func noSuchVerb(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	msg := fmt.Sprintf("%s has no verb %q", c.CommandPath(), args[0])
	c.SuggestionsMinimumDistance = 3
	if near := c.SuggestionsFor(args[0]); len(near) > 0 {
		return usagef("%s; did you mean %s?", msg, strings.Join(near, " or "))
	}
	var verbs []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			verbs = append(verbs, sub.Name())
		}
	}
	return usagef("%s; it has: %s", msg, strings.Join(verbs, ", "))
}

// exactly is cobra.ExactArgs with an error of ours that names the arguments.
func exactly(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != len(names) {
			want := "no arguments"
			if len(names) > 0 {
				want = strings.Join(names, " ")
			}
			return usagef("%s takes %s; %d given\ntry: %s --help", c.CommandPath(), want, len(args), c.CommandPath())
		}
		return nil
	}
}

// atLeast asks for one argument or more.
func atLeast(name string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef("%s takes at least one %s\ntry: %s --help", c.CommandPath(), name, c.CommandPath())
		}
		return nil
	}
}

// atMostOne allows one argument or none.
func atMostOne(name string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usagef("%s takes at most one %s; %d given\ntry: %s --help", c.CommandPath(), name, len(args), c.CommandPath())
		}
		return nil
	}
}

// group is a verb that only holds other verbs.
func group(use, short string, subs ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: use, Short: short, Args: noSuchVerb,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() }}
	c.AddCommand(subs...)
	return c
}
