package cmd

import (
	"fmt"

	"github.com/schollz/progressbar/v3"
)

// progress shows how far long work is, on a terminal only: the bar writes
// control codes. Its methods do nothing where there is no bar.
type progress struct{ bar *progressbar.ProgressBar }

// progress starts a bar of n steps.
func (a *app) progress(n int, what string) *progress {
	if terminal(a.Stderr) == nil || a.cfg.Output.Progress == "never" || n < 2 {
		return &progress{}
	}
	return &progress{progressbar.NewOptions(n,
		progressbar.OptionSetWriter(raw(a.Stderr)),
		progressbar.OptionSetDescription(shownText(what)),
		progressbar.OptionShowCount(),
		progressbar.OptionSetWidth(30),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetPredictTime(true),
	)}
}

func (p *progress) step() {
	if p.bar != nil {
		_ = p.bar.Add(1)
	}
}

func (p *progress) done() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}

// clear takes the bar off the terminal, so that a result can be printed.
func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// status shows what is being done, on a terminal only, in place of what was shown
// before; "" takes it off.
func (a *app) status(text string) {
	if terminal(a.Stderr) != nil && a.cfg.Output.Progress != "never" {
		fmt.Fprintf(raw(a.Stderr), "\r\x1b[K%s", shownText(text))
	}
}
