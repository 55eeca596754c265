package cmd

import (
	"net/url"
	"os"
	"path/filepath"

	"ensures/internal/door"
	"ensures/trajectories"
	"ensures/view"

	"github.com/spf13/cobra"
)

func newView(a *app) *cobra.Command {
	var port int
	c := &cobra.Command{
		Use:   "view [FOLDER]",
		Short: "Show recorded runs in the browser",
		Long: `Serve a page over a folder of recorded runs (by default those that ensures records):
a table with filters; one run as a timeline of thought, code and observation with
what changed from candidate to candidate, or as a chat; two runs side by side; a run
of bench as tasks × engines, two engines compared task by task; and the methods that
all runs say something of, the weakest first. What is new appears by itself.

FOLDER holds runs, runs of bench (or is one), or is a single run. The page answers on
the loopback address only, to who has the token of the address that is printed, loads
nothing from elsewhere, and stops with an interrupt.`,
		Example: `  ensures view
  ensures view runs/first
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
			dir, page, err := pageOf(dir)
			if err != nil {
				return err
			}
			return view.Serve(c.Context(), dir, port, a.serverToken(), func(url string) { a.out.printf("%s%s\n", url, page) })
		},
	}
	c.Flags().IntVar(&port, "port", 7788, "listen on this `port`; 0: any free one")
	return c
}

// pageOf returns the folder to serve and the page to begin with, where a folder is a
// single run.
func pageOf(dir string) (folder, page string, err error) {
	if _, err := os.Stat(filepath.Join(dir, trajectories.TrajectoryFile)); err != nil {
		return dir, "", nil
	}
	// "." has no name to ask for.
	if dir, err = filepath.Abs(dir); err != nil {
		return "", "", err
	}
	return filepath.Dir(dir), "#/run?id=" + url.QueryEscape(filepath.Base(dir)), nil
}

// serverToken returns the token that our servers ask for: the configured one, or one
// of this process's own.
func (a *app) serverToken() string {
	if t := a.cfg.Server.Token.Reveal(); t != "" {
		return t
	}
	return door.New()
}
