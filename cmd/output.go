package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"ensures/configs"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"
	"golang.org/x/term"
)

// output prints: for a person on a terminal, as tab-separated
// values into a pipe, or as one JSON object per line.
type output struct {
	w     io.Writer
	json  bool
	tty   bool
	color bool
	width int
}

func newOutput(env Env, w io.Writer, cfg configs.Output, asJSON bool) *output {
	o := &output{w: w, json: asJSON, width: 100}
	if f := terminal(w); f != nil {
		o.tty = true
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			o.width = w
		}
	}
	o.color = colored(env, cfg, w)
	return o
}

// terminal is w as a file when it is a terminal, nil otherwise.
func terminal(w io.Writer) *os.File {
	if s, ok := w.(*screen); ok {
		w = s.file
	}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}

func colored(env Env, cfg configs.Output, w io.Writer) bool {
	switch cfg.Color {
	case "always":
		return true
	case "never":
		return false
	}
	return terminal(w) != nil && env.Getenv("NO_COLOR") == "" && env.Getenv("TERM") != "dumb"
}

// object prints v as one JSON line.
func (o *output) object(v any) error {
	enc := json.NewEncoder(o.w)
	// Clauses are full of < and &&, and the reader is no page.
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// printf prints text for a person.
func (o *output) printf(format string, args ...any) { fmt.Fprintf(o.w, format, args...) }

// tone is a meaning that a text's colour carries.
type tone uint8

const (
	plain tone = iota
	strong
	dim
	good
	warn
	bad
	code
)

// paint gives s the colour of a tone, or s itself without colours.
func (o *output) paint(t tone, s string) string {
	if !o.color || t == plain {
		return s
	}
	style := lipgloss.NewStyle()
	switch t {
	case strong:
		style = style.Bold(true)
	case dim:
		style = style.Faint(true)
	case good:
		style = style.Foreground(lipgloss.Color("2"))
	case warn:
		style = style.Foreground(lipgloss.Color("3"))
	case bad:
		style = style.Foreground(lipgloss.Color("1"))
	case code:
		style = style.Foreground(lipgloss.Color("6"))
	}
	return style.Render(s)
}

// table prints rows under a header: framed on a terminal, tab-separated in a pipe.
func (o *output) table(header []string, rows [][]string) {
	if !o.tty {
		fmt.Fprintln(o.w, strings.Join(header, "\t"))
		for _, r := range rows {
			cells := make([]string, len(r))
			// A tab or a line end inside of a cell would make another column or row.
			for i, c := range r {
				cells[i] = strings.NewReplacer("\t", " ", "\n", " ").Replace(c)
			}
			fmt.Fprintln(o.w, strings.Join(cells, "\t"))
		}
		return
	}
	t := table.New().Headers(header...).Rows(rows...).Border(lipgloss.RoundedBorder()).
		BorderColumn(false).
		StyleFunc(func(row, _ int) lipgloss.Style {
			s := lipgloss.NewStyle().Padding(0, 1)
			if o.color && row == table.HeaderRow {
				s = s.Bold(true)
			}
			return s
		})
	text := t.String()
	if lipgloss.Width(text) > o.width {
		text = t.Width(o.width).String()
	}
	fmt.Fprintln(o.w, text)
}
