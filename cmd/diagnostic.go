package cmd

import (
	"fmt"
	"io"
	"os"
	"strings"

	"ensures/java"
)

// diagnostic is a front-end error as JSON.
type diagnostic struct {
	File      string    `json:"file"`
	Line      int       `json:"line"`
	Column    int       `json:"column"`
	EndLine   int       `json:"end_line"`
	EndColumn int       `json:"end_column"`
	Severity  string    `json:"severity"` // error or warning
	Code      java.Code `json:"code"`
	Construct string    `json:"construct,omitempty"`
	Message   string    `json:"message"`
	Hint      string    `json:"hint,omitempty"`
}

// errors shows front-end errors: with the line and a caret on stderr for people,
// as objects on stdout with --json. f is the file they are about.
func (a *app) errors(f *java.File, list java.ErrorList) error { return a.diagnostics(f, list, "error") }

// warnings does the same for what is usable and not as it should be.
func (a *app) warnings(f *java.File, list java.ErrorList) error {
	return a.diagnostics(f, list, "warning")
}

func (a *app) diagnostics(f *java.File, list java.ErrorList, severity string) error {
	for _, e := range list {
		if a.out.json {
			if err := a.out.object(diagnosticOf(f, e, severity)); err != nil {
				return err
			}
			continue
		}
		a.caret(f, e, severity)
	}
	return nil
}

func diagnosticOf(f *java.File, e *java.Error, severity string) diagnostic {
	end := f.Position(e.Span.To)
	return diagnostic{
		File: f.Name, Line: e.At.Line, Column: e.At.Column, EndLine: end.Line, EndColumn: end.Column,
		Severity: severity, Code: e.Code, Construct: e.Construct, Message: e.Msg, Hint: e.Hint,
	}
}

// caret prints an error as compilers do: place and message, the line, a marker
// under the offending text, the hint.
func (a *app) caret(f *java.File, e *java.Error, severity string) {
	o, color := a.err, bad
	if severity == "warning" {
		color = warn
	}
	o.printf("%s %s %s\n", o.paint(strong, fmt.Sprintf("%s:%d:%d:", f.Name, e.At.Line, e.At.Column)), o.paint(color, severity+":"), o.paint(strong, e.Msg))
	lines := strings.Split(f.Src, "\n")
	if e.At.Line >= 1 && e.At.Line <= len(lines) {
		text := strings.TrimRight(lines[e.At.Line-1], "\r")
		number := fmt.Sprintf("%5d", e.At.Line)
		o.printf("%s %s\n", o.paint(dim, number+" |"), strings.ReplaceAll(text, "\t", "    "))
		before := []rune(text)
		if n := e.At.Column - 1; n < len(before) {
			before = before[:max(n, 0)]
		}
		pad := len([]rune(strings.ReplaceAll(string(before), "\t", "    ")))
		width := 1
		if end := f.Position(e.Span.To); end.Line == e.At.Line && end.Column > e.At.Column {
			width = end.Column - e.At.Column
		}
		o.printf("%s %s%s\n", o.paint(dim, "      |"), strings.Repeat(" ", pad), o.paint(color, strings.Repeat("^", width)))
	}
	if e.Hint != "" {
		o.printf("%s %s\n", o.paint(dim, "      ="), o.paint(good, e.Hint))
	}
}

// readFile reads an input file; "-" is standard input.
func (a *app) readFile(path string) (source, error) {
	if path == "-" {
		text, err := io.ReadAll(a.Stdin)
		return source{"<stdin>", text}, err
	}
	text, err := os.ReadFile(path)
	return source{path, text}, err
}
