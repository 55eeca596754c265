package cmd

import (
	"os"

	"ensures/internal/door"
	"ensures/view"

	"github.com/spf13/cobra"
)

func newView(a *app) *cobra.Command {
	var port int
	c := &cobra.Command{
		Use:   "view [FOLDER]",
		Short: "Show recorded runs in the browser",
		Long: `Serve a page over a folder of recorded runs (by default those that ensures records):
a table with filters, one run as a timeline of thought, code and observation with
what changed from candidate to candidate, two runs side by side. It answers on the
loopback address only, to who has the token of the address that is printed, loads
nothing from elsewhere, and stops with an interrupt.`,
		Example: `  ensures view
  ensures view runs --port 8080`,
		Args: atMostOne("FOLDER"),
		RunE: func(c *cobra.Command, args []string) error {
			dir := a.runsDir()
			if len(args) > 0 {
				dir = args[0]
				if _, err := os.Stat(dir); err != nil {
					return err
				}
			}
			return view.Serve(c.Context(), dir, port, a.serverToken(), func(url string) { a.out.printf("%s\n", url) })
		},
	}
	c.Flags().IntVar(&port, "port", 7788, "listen on this `port`; 0: any free one")
	return c
}

// serverToken returns the token that our servers ask for: the configured one, or one
// of this process's own.
func (a *app) serverToken() string {
	if t := a.cfg.Server.Token.Reveal(); t != "" {
		return t
	}
	return door.New()
}
