package spec

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ensures/bench"
	"ensures/rust/spec"
)

// rustTasks are the functions of a file that can be specified, without the specifications in
// its comments.
func rustTasks(code string) ([]*bench.Task, error) {
	src := spec.Uncommented(code)
	f := spec.Parse(src)
	var out []*bench.Task
	for _, fn := range f.Funcs {
		if RustWanted(fn) {
			out = append(out, &bench.Task{ID: fn.Name, Language: bench.Rust, Name: "task.rs", Source: src, Method: fn.Name, Line: 1 + strings.Count(src[:fn.NamePos.From], "\n")})
		}
	}
	if len(f.Errs) > 0 {
		return out, fmt.Errorf("line %d: %w", 1+strings.Count(src[:f.Errs[0].From], "\n"), f.Errs[0])
	}
	return out, nil
}

// RustWanted reports whether a function of Rust can be specified: it runs, and has a body that
// is looked at.
func RustWanted(f *spec.Func) bool {
	return f.Mode == spec.Exec && f.Body.To > f.Body.From && !f.Trusted && f.Name != "main" && !f.Test
}

// rustDifference is where the code of two files differs, "" where only comments for clauses
// do, blank lines before and behind everything, and the ends of lines, of which the compiler
// makes the same.
func rustDifference(base, cand string) string {
	// Only lines that are nothing but comments for clauses may be added. A comment behind code,
	// or code behind a comment, would make the line another one.
	comments := spec.CommentLines(cand)
	want, got := codeLines(spec.Uncommented(base)), strings.Split(strings.ReplaceAll(cand, "\r\n", "\n"), "\n")
	k := 0 // of want
	for i, line := range got[:len(got)-blankEnd(got)] {
		switch {
		case comments[i], k == 0 && blank(line):
			// Blank lines before the first line of code, of which the task's text has none here.
		case k == len(want):
			return fmt.Sprintf("the code was changed: line %d has `%s` after the task's end", i+1, short(line))
		case line != want[k]:
			return fmt.Sprintf("the code was changed: line %d is `%s` where the task has `%s`; add //@ comments only, on lines of their own", i+1, short(line), short(want[k]))
		default:
			k++
		}
	}
	if k < len(want) {
		return fmt.Sprintf("the code was changed: it ends before `%s` of the task; give the whole file", short(want[k]))
	}
	return ""
}

// codeLines are a text's lines without blank ones before the first and behind the last.
func codeLines(text string) []string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for len(lines) > 0 && blank(lines[0]) {
		lines = lines[1:]
	}
	return lines[:len(lines)-blankEnd(lines)]
}

func blank(line string) bool { return strings.Trim(line, " \t") == "" }

// blankEnd is how many blank lines stand at the end.
func blankEnd(lines []string) int {
	n := 0
	for n < len(lines) && blank(lines[len(lines)-1-n]) {
		n++
	}
	return n
}

// short is a line of code as a message quotes it: what differs may be its blanks.
func short(line string) string { return cut(line, 80) }

// lookRust surveys a candidate.
func lookRust(t *bench.Task, cand string) survey {
	out := survey{changed: rustDifference(t.Source, cand), barred: true}
	now, was := spec.Parse(cand), spec.Parse(t.Source)
	out.trusts = now.Trusts()
	out.missing = "the function " + t.Method + " has no specification: write //@ requires and //@ ensures above it"
	code, before := ofMode(now, true), ofMode(was, true)
	// Functions of the specification may be used by any clause of the file. Where they are others
	// than the task's, or functions were added, no answer on a few functions is enough.
	out.whole = len(code) != len(before) || !slices.Equal(texts(now, ofMode(now, false)), texts(was, ofMode(was, false)))
	for i, f := range code {
		if f.Name == t.Method {
			if slices.ContainsFunc(f.Clauses, func(c spec.Clause) bool { return c.Kind == spec.Requires || c.Kind == spec.Ensures }) {
				out.missing = ""
			}
			continue
		}
		// By number: where the code is the task's, both have the same functions in the same
		// order, and other code is refused.
		if i < len(before) && specified(f) != specified(before[i]) && !slices.Contains(out.others, f.Name) {
			out.others = append(out.others, f.Name)
		}
	}
	return out
}

// ofMode are the functions that run, or the others.
func ofMode(f *spec.File, runs bool) (out []*spec.Func) {
	for _, fn := range f.Funcs {
		if (fn.Mode == spec.Exec) == runs {
			out = append(out, fn)
		}
	}
	return out
}

func texts(f *spec.File, list []*spec.Func) (out []string) {
	for _, fn := range list {
		out = append(out, oneLine(f.Src[fn.From:fn.To]))
	}
	return out
}

// specified is what is specified of a function: clauses, those of its loops, and what is said
// on the way.
func specified(f *spec.Func) string {
	var b strings.Builder
	write := func(list []spec.Clause) {
		for _, c := range list {
			fmt.Fprintf(&b, "%s %s\n", c.Kind, oneLine(c.Text))
		}
		b.WriteString("\n")
	}
	write(f.Clauses)
	for _, l := range f.Loops {
		write(l.Clauses)
	}
	write(f.Proof)
	return b.String()
}

// carryRust is Carry for Rust. Every byte of the file stays but for the comments for clauses
// of the task's function, in it and right before it, which become the candidate's.
func carryRust(t *bench.Task, file, cand string) (string, error) {
	if d := rustDifference(file, cand); d != "" {
		return "", errors.New(d)
	}
	mine, theirs := newLayout(file), newLayout(cand)
	from, to, err := mine.around(file, t.Method)
	if err != nil {
		return "", err
	}
	end := "\n"
	if strings.Contains(file, "\r\n") {
		end = "\r\n"
	}

	var b strings.Builder

	// The two have the same lines of code but for blank ones at the ends, so that line k of the
	// file is line k, shifted by those, of the candidate.
	for k := range len(mine.code) + 1 {
		comments := mine.comments[k]
		// The candidate's comments replace those of the task's function; elsewhere they are added
		// only where the file has none.
		if at := k - mine.blank + theirs.blank; at >= 0 && at < len(theirs.comments) && (from <= k && k <= to || len(comments) == 0) && k < len(mine.code) {
			comments = nil
			for _, c := range theirs.comments[at] {
				comments = append(comments, strings.TrimRight(c, "\r\n")+end)
			}
		}
		b.WriteString(strings.Join(comments, ""))
		if k < len(mine.code) {
			b.WriteString(mine.code[k])
		}
	}
	return b.String(), nil
}

// layout is a file's lines: those of code, and the comments for clauses before each of them,
// the last ones behind all.
type layout struct {
	code     []string
	comments [][]string
	starts   []int // bytes of the file where the lines of code begin
	blank    int   // lines of code before the first that is not blank
}

func newLayout(src string) *layout {
	l := &layout{comments: [][]string{nil}, blank: -1}
	comment := spec.CommentLines(src)
	at, n := 0, 0
	for line := range strings.Lines(src) {
		if comment[n] {
			k := len(l.comments) - 1
			l.comments[k] = append(l.comments[k], line)
		} else {
			if l.blank < 0 && strings.TrimSpace(line) != "" {
				l.blank = len(l.code)
			}
			l.code, l.starts, l.comments = append(l.code, line), append(l.starts, at), append(l.comments, nil)
		}
		at += len(line)
		n++
	}
	l.blank = max(l.blank, 0)
	return l
}

// around are the numbers of the first and the last line of code that a function's comments
// stand before: from the one behind what comes before it, to its last.
func (l *layout) around(src, name string) (from, to int, err error) {
	f := spec.Parse(src)
	at := slices.IndexFunc(f.Funcs, func(fn *spec.Func) bool { return fn.Mode == spec.Exec && !fn.Test && fn.Name == name })
	if at < 0 {
		return 0, 0, fmt.Errorf("the file has no function %s", name)
	}
	fn := f.Funcs[at]
	line := func(byte int) int {
		n, exact := slices.BinarySearch(l.starts, byte)
		if !exact {
			n--
		}
		return max(n, 0)
	}
	from, to = line(fn.From), line(fn.To-1)
	for from > 0 && above(l.code[from-1]) {
		from--
	}
	return from, to, nil
}

// above reports whether a line of code may stand between a function and the comments that
// are its own: a comment, an attribute, or nothing.
func above(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || strings.HasPrefix(line, "//") || strings.HasPrefix(line, "#[")
}
