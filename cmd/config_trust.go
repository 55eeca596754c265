package cmd

import (
	"fmt"
	"slices"
	"strings"

	"ensures/configs"

	"github.com/spf13/cobra"
)

// consentAnnotation marks the verb that asks for consent: it shows what others say
// that they ignore.
const consentAnnotation = "ensures_consent"

func newConfigTrust(a *app) *cobra.Command {
	var revoke bool
	c := &cobra.Command{
		Use:   "trust",
		Short: "Consent to what ./ensures.yaml starts, speaks to and believes",
		Long: `Consent to the settings of ./ensures.yaml that start a program, choose an address or
a folder, or change what a model is told: who wrote the folder wrote them. They are
ignored until then, and named; budgets and thresholds count without. The consent is to
this content in this folder: it ends when the file changes.

Variables, flags, the file of --config and your own config.yaml need no consent.`,
		Example: `  cat ensures.yaml; ensures config trust
  ensures config trust --revoke`,
		Args:        exactly(),
		Annotations: map[string]string{consentAnnotation: "yes"},
		RunE:        func(*cobra.Command, []string) error { return a.configTrust(!revoke) },
	}
	c.Flags().BoolVar(&revoke, "revoke", false, "take the consent back")
	return c
}

func (a *app) configTrust(yes bool) error {
	f := a.cfg.Folder
	if f == nil {
		return usagef("there is no ./ensures.yaml here that is read")
	}
	if err := f.Trust(yes); err != nil {
		return err
	}
	if a.out.json {
		return a.out.object(map[string]any{"file": f.Path, "trusted": yes, "settings": slices.Concat([]configs.Setting{}, f.Guarded)})
	}
	if !yes {
		a.out.printf("%s is not trusted any more\n", f.Path)
		return nil
	}
	for _, s := range f.Guarded {
		a.out.printf("%s: %s\n", s.Key, s.Value)
	}
	a.out.printf("%s is trusted as it is now\n", f.Path)
	return nil
}

// sayIgnored names the settings that were not taken for want of consent: always, since
// the file that holds them could also choose what is logged.
func (a *app) sayIgnored(cfg *configs.Resolved) {
	places := map[string][]string{}
	var order []string
	for _, i := range cfg.Ignored {
		place := "the record"
		if cfg.Folder != nil && strings.HasPrefix(i.Origin, configs.FolderName+":") {
			place = "./" + configs.FolderName
		}
		if places[place] == nil {
			order = append(order, place)
		}
		places[place] = append(places[place], i.Key)
	}
	for _, place := range order {
		hint := "to use them, read the file and run: ensures config trust"
		if place == "the record" {
			hint = "it was not recorded here; to use them, give them by variables or --config"
		}
		fmt.Fprintf(a.Stderr, "ensures: %s: ignored %s; %s\n", place, strings.Join(places[place], ", "), hint)
	}
}
