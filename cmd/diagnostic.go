package cmd

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"ensures/internal/regular"
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

// mistakes shows what is wrong with the text of a file, and ends the verb below its threshold.
func (a *app) mistakes(path, text string, list java.ErrorList) error {
	f, _ := java.Parse(path, text)
	if err := a.errors(f, list); err != nil {
		return err
	}
	return shown(ExitBelow, "%d mistakes", len(list))
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
	lines := java.SplitLines(f.Src)
	if e.At.Line >= 1 && e.At.Line <= len(lines) {
		// A tab is shown as four blanks, in the line and before the caret alike.
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

// encodingError is a file that is no text in UTF-8. Each verb would make something else
// of it, so that none looks at it.
type encodingError struct {
	path         string
	line, column int
	msg          string
}

func (e *encodingError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.path, e.line, e.column, e.msg)
}

// notText says where a text is not UTF-8, nil where it is.
func notText(path string, text []byte) *encodingError {
	if bytes.HasPrefix(text, []byte("\xfe\xff")) || bytes.HasPrefix(text, []byte("\xff\xfe")) {
		return &encodingError{path, 1, 1, "the file is UTF-16; convert it, for instance: iconv -f UTF-16 -t UTF-8 " + path}
	}
	if utf8.Valid(text) {
		return nil
	}
	at := 0
	for at < len(text) {
		r, n := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	lines := java.SplitLines(string(text[:at]))
	return &encodingError{path, len(lines), 1 + utf8.RuneCountInString(lines[len(lines)-1]),
		fmt.Sprintf("byte 0x%02X is not UTF-8; convert the file, for instance: iconv -f ISO-8859-1 -t UTF-8 %s", text[at], path)}
}

// readText reads a file that is to be a text in UTF-8.
func (a *app) readText(path string) (source, error) {
	src, err := a.readFile(path)
	if err == nil {
		if no := notText(src.path, src.text); no != nil {
			return src, &coded{ExitBelow, no}
		}
	}
	return src, err
}

// javaFolder calls f for the .java files of a folder and of those below, in order. What
// version control and builds keep is left out, and so is what is no file or can't be
// looked at: somebody's folder holds links to nothing.
func (a *app) javaFolder(dir string, exclude []string, f func(path string)) error {
	out := excluded(exclude)
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil && path == dir:
			return err
		case err != nil:
			a.log.Warn("left out", "path", path, "why", err)
			return fs.SkipDir
		case path != dir && len(exclude) > 0 && out(relative(dir, path)):
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		case e.IsDir() && path != dir && slices.Contains([]string{".git", ".hg", ".svn", "target", "build"}, e.Name()):
			return fs.SkipDir
		case e.IsDir() || filepath.Ext(path) != ".java":
			return nil
		}
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			a.log.Warn("left out: no file", "path", path)
			return nil
		}
		f(path)
		return nil
	})
}

// relative is a path below a folder as seen from there.
func relative(dir, path string) string {
	if r, err := filepath.Rel(dir, path); err == nil {
		return r
	}
	return path
}

// readFile reads an input file; "-" is standard input.
func (a *app) readFile(path string) (source, error) {
	if path == "-" {
		text, err := io.ReadAll(a.Stdin)
		return source{"<stdin>", text}, err
	}
	text, err := regular.ReadFile(path)
	return source{path, text}, err
}
