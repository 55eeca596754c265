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
	if !a.showsProgress() || n < 2 {
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

// showsProgress reports whether someone sees how far long work is.
func (a *app) showsProgress() bool {
	return terminal(a.Stderr) != nil && a.cfg.Output.Progress != "never"
}

// on shows what a step is about, and returns what ends it.
func (p *progress) on(what string) (done func()) {
	if p.bar != nil {
		p.bar.Describe(shownText(what))
	}
	return p.step
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
	if a.showsProgress() {
		fmt.Fprintf(raw(a.Stderr), "\r\x1b[K%s", shownText(text))
	}
}
