package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ensures/internal/atomicfile"
	"ensures/rust/cargo"
	"ensures/rust/emit"
	"ensures/rust/spec"
	"ensures/rust/toolchain"

	"github.com/spf13/cobra"
)

func newRust(a *app) *cobra.Command {
	return group("rust", "Write specifications of Rust in other dialects", newRustEmit(a))
}

// emitFlags are the flags of emit.
type emitFlags struct {
	as    string
	out   string
	write bool
	diff  bool
}

func newRustEmit(a *app) *cobra.Command {
	var f emitFlags
	c := &cobra.Command{
		Use:   "emit --as DIALECT FILE",
		Short: "Write a file of Rust with its specifications in another dialect",
		Long: `Write a file of Rust, whose clauses stand in comments that begin with //@ or in
verus! blocks, with its specifications in another dialect. The code stays byte for
byte, and so do the comments, but in verus. The dialects:

` + dialectHelp() + `

A clause that a dialect cannot say is left out alone, and named on stderr with its
place and the reason; the exit code is then 3. What debug-assert writes is compiled,
in the file's crate where it has one, and a clause that the compiler does not take
is left out too. Emit from the file with the clauses, not from what was emitted.`,
		Example: `  ensures rust emit --as debug-assert src/search.rs
  ensures rust emit --as verus src/search.rs -o search_verus.rs
  ensures rust emit --as debug-assert src/search.rs --diff`,
		Args: exactly("FILE"),
		RunE: func(c *cobra.Command, args []string) error { return a.rustEmit(c.Context(), args[0], f) },
	}
	fl := c.Flags()
	fl.StringVar(&f.as, "as", "", "the `dialect`: "+strings.Join(dialectNames(), ", "))
	fl.StringVarP(&f.out, "output", "o", "", "write to this `file`")
	fl.BoolVarP(&f.write, "write", "w", false, "write into the file itself")
	fl.BoolVar(&f.diff, "diff", false, "print what changes, as a patch")
	return c
}

func dialectNames() (out []string) {
	for _, d := range emit.Dialects() {
		out = append(out, string(d))
	}
	return out
}

// dialectHelp lists the dialects with what they are.
func dialectHelp() string {
	var out []string
	for _, d := range emit.Dialects() {
		out = append(out, fmt.Sprintf("  %-13s %s", d, d.About()))
	}
	return strings.Join(out, "\n")
}

// emitted is a file in another dialect, as JSON.
type emitted struct {
	File    string        `json:"file"`
	Dialect emit.Dialect  `json:"dialect"`
	Written int           `json:"written"`
	Omitted []omittedJSON `json:"omitted"`
	Code    string        `json:"code"`
}

// omittedJSON is a clause that was left out.
type omittedJSON struct {
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Function string `json:"function"`
	Clause   string `json:"clause"`
	Text     string `json:"text"`
	Reason   string `json:"reason"`
}

func (a *app) rustEmit(ctx context.Context, path string, f emitFlags) error {
	switch {
	case !slices.Contains(dialectNames(), f.as):
		return usagef("--as: %q is none of %s", f.as, strings.Join(dialectNames(), ", "))
	case f.write && (f.diff || f.out != ""), f.diff && f.out != "":
		return usagef("--write, --diff and --output exclude each other")
	case f.write && path == "-":
		return usagef("--write: standard input has no file to write into; use --output")
	}
	src, err := a.readText(path)
	if err != nil {
		return err
	}
	text := string(src.text)
	file := spec.Parse(text)
	for _, e := range file.Errs {
		if err := a.rustMistakes(&crateText{source: src, text: text}, e); err != nil {
			return err
		}
	}
	if len(file.Errs) > 0 {
		return shown(ExitBelow, "%d mistakes", len(file.Errs))
	}

	res, err := a.emitCompiled(ctx, src, file, emit.Dialect(f.as))
	if err != nil {
		return err
	}
	row := emitted{File: src.path, Dialect: emit.Dialect(f.as), Written: res.Written, Omitted: []omittedJSON{}, Code: res.Text}
	for _, o := range res.Omitted {
		d := diagnosticAt(text, o.From, "", "")
		row.Omitted = append(row.Omitted, omittedJSON{d.Line, d.Column, o.Func, o.Clause, o.Text, o.Reason})
	}
	if err := a.showEmitted(src, row, f); err != nil {
		return err
	}
	if len(row.Omitted) > 0 {
		return shown(ExitBelow, "%d clauses are left out", len(row.Omitted))
	}
	return nil
}

// emitCompiled writes a file in a dialect. Checks are code of the crate: they are held against
// the compiler where there is one.
func (a *app) emitCompiled(ctx context.Context, src source, file *spec.File, d emit.Dialect) (emit.Result, error) {
	if d != emit.DebugAssert {
		return emit.File(file, d)
	}
	tc, err := a.rustCompiler(ctx)
	if err != nil {
		a.warnOnce("what is written was not compiled: " + err.Error())
		return emit.File(file, d)
	}
	set := a.rustCrates(ctx)
	defer set.Close()
	res, own, err := emit.Compiled(file, d, func(text string) ([]emit.Mistake, error) {
		return compiled(ctx, tc, set, src.path, text)
	})
	// What is wrong with the crate, and not with the file, must not keep the text back.
	var no *cargo.Error
	if errors.As(err, &no) {
		a.warnOnce("what is written was not compiled: " + no.Error())
		return emit.File(file, d)
	}
	if len(own) > 0 {
		a.warnOnce(fmt.Sprintf("what is written was not compiled, since the file does not compile as it is: %s:%d: %s", src.path, own[0].Line, own[0].Text))
	}
	return res, err
}

// compiled are the mistakes that the compiler finds in a file with another text, in its crate
// where it has one.
func compiled(ctx context.Context, tc *toolchain.Toolchain, set *cargo.Set, path, text string) (out []emit.Mistake, err error) {
	c, flat, err := set.Of(ctx, path, text)
	if err != nil {
		return nil, err
	}
	whole := text
	if c != nil {
		tc, whole = c.Compiler, flat.Text
	}
	_, messages, err := tc.MIR(ctx, toolchain.Crate{Name: path, Source: whole})
	for _, m := range messages {
		switch {
		case m.Level != "error":
		case c == nil:
			out = append(out, emit.Mistake{Line: m.Line, Text: m.Text})
		case flat.OwnLine(m.Line):
			_, line, _ := flat.Place(m.Line, m.Column)
			out = append(out, emit.Mistake{Line: line, Text: m.Text})
		default: // of another file
			out = append(out, emit.Mistake{Text: m.Text})
		}
	}
	return out, err
}

// showEmitted writes the new text where it is wanted, and names what was left out.
func (a *app) showEmitted(src source, row emitted, f emitFlags) error {
	target := f.out
	if f.write {
		target = src.path
		if err := writable(target); err != nil {
			return err
		}
	}
	if target != "" {
		if err := atomicfile.Write(target, []byte(row.Code)); err != nil {
			return err
		}
	}

	if a.out.json {
		return a.out.object(row)
	}
	for _, o := range row.Omitted {
		fmt.Fprintf(a.Stderr, "%s:%d:%d: left out of %s: %s %s: %s\n", row.File, o.Line, o.Column, o.Function, o.Clause, o.Text, o.Reason)
	}

	switch {
	case row.Written == 0 && len(row.Omitted) == 0 && !a.flags.quiet:
		fmt.Fprintf(a.Stderr, "ensures: %s: no specification\n", row.File)
	case f.diff:
		for _, line := range unifiedDiff(row.File, string(src.text), row.Code) {
			a.out.printf("%s", a.diffLine(line))
		}
		return nil
	}
	if target == "" {
		_, err := a.Stdout.Write([]byte(row.Code))
		return err
	}
	return nil
}
