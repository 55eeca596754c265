// Package flow outlines the control flow of source code: each function as numbered
// points, with what is called there, what decides, and which point comes next. The
// outline has one shape for all languages. Go is read by its own parser, Java by
// [ensures/java], Rust and C by the blocks and keywords of their tokens.
//
// Types are not resolved: a call is what is written as one, and what a macro hides
// stays hidden.
//
// The package must not know tasks, models of systems or language models.
package flow

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Function is a function, method or closure with its control flow.
type Function struct {
	Name   string // with the type or class that it belongs to
	File   string
	Line   int
	Points []Point // the first is where a call begins
}

// Point is one step of a function.
type Point struct {
	Line int
	Text string
	// Shared is whether the name of a call, or the statement itself, is one of locks,
	// atomic operations, channels, waiting or starting threads, or that of a function of
	// the same file that has such a point.
	Shared bool
	Next   []Edge

	calls []string
}

// Edge is a way to the next point.
type Edge struct {
	When string // empty where there is no condition
	To   int    // the point's number, counted from 1; Return at the function's end
	// Thrown is whether an exception goes this way. To is then the try whose handlers
	// see it, 0 where the function's caller does.
	Thrown bool
}

// Return is where an edge goes that ends the function.
const Return = 0

// Error is source that can't be outlined.
type Error struct {
	Path      string
	Line, Col int // 0 where the whole file is meant
	Text      string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Path + ": " + e.Text
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Col, e.Text)
}

// Outline returns the functions of a file in the order of their lines. The language is
// told by the path's extension. What isn't understood is an [*Error].
func Outline(file, src string) ([]Function, error) {
	var list []Function
	var err error
	switch ext := strings.ToLower(path.Ext(file)); ext {
	case ".go":
		list, err = outlineGo(file, src)
	case ".java":
		list, err = outlineJava(file, src)
	case ".rs":
		list, err = outlineRust(file, src)
	case ".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp":
		list, err = outlineC(file, src)
	default:
		err = &Error{Path: file, Text: fmt.Sprintf("the control flow of %q files can't be read; that of Go, Java, Rust, C and C++ can", ext)}
	}
	if err != nil {
		return nil, err
	}

	spread(list)
	// Closures come out before the function that they stand in, and are sorted to their lines.
	slices.SortStableFunc(list, func(a, b Function) int { return a.Line - b.Line })
	return list, nil
}

// spread makes shared what calls functions with shared points, as far as names tell.
func spread(list []Function) {
	known := map[string]bool{}
	// A function that becomes shared makes its callers so, which makes theirs: until nothing
	// changes. Names are never taken back, so that it ends.
	for again := true; again; {
		again = false
		for _, f := range list {
			for i := range f.Points {
				p := &f.Points[i]
				p.Shared = p.Shared || slices.ContainsFunc(p.calls, func(name string) bool { return known[name] })
			}
			if name := simple(f.Name); !known[name] && f.shared() {
				known[name], again = true, true
			}
		}
	}
}

// simple is a function's name without its type.
func simple(name string) string { return name[strings.LastIndexAny(name, ".:")+1:] }

// String is the outline as text, a line a point.
func (f Function) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s:%d)\n", f.Name, path.Base(f.File), f.Line)
	for i, p := range f.Points {
		mark := " "
		if p.Shared {
			mark = "*"
		}
		fmt.Fprintf(&b, "%4d%s L%-4d %s%s\n", i+1, mark, p.Line, p.Text, p.next(i+1))
	}
	return b.String()
}

// next is where a point of a number leads; empty where that is only the one below it.
func (p Point) next(number int) string {
	if len(p.Next) == 0 || len(p.Next) == 1 && p.Next[0] == (Edge{To: number + 1}) {
		return ""
	}
	if len(p.Next) == 1 && p.Next[0].When == "" {
		if p.Next[0] == (Edge{}) && strings.HasPrefix(p.Text, "return") {
			return ""
		}
		return " → " + p.Next[0].place()
	}

	var ways []string
	for _, e := range p.Next {
		if e.When == "" {
			e.When = "then"
		}
		ways = append(ways, e.When+" → "+e.place())
	}
	return ": " + strings.Join(ways, ", ")
}

// place is where an edge leads, in words.
func (e Edge) place() string {
	switch {
	case e.Thrown && e.To == 0:
		return "out"
	case e.Thrown:
		return fmt.Sprintf("handlers of %d", e.To)
	case e.To == Return:
		return "return"
	}
	return fmt.Sprint(e.To)
}

// Print is the outlines of functions in at most so many lines. Where not all have room,
// those with shared points go first; the others are named in left.
func Print(list []Function, most int) (text string, left []string) {
	fits := make([]bool, len(list))
	// What threads share is what a model is made of: it gets the room first.
	for _, shared := range []bool{true, false} {
		for i, f := range list {
			if f.shared() == shared && len(f.Points)+1 <= most {
				fits[i] = true
				most -= len(f.Points) + 1
			}
		}
	}

	var b strings.Builder
	for i, f := range list {
		if fits[i] {
			b.WriteString(f.String())
		} else {
			left = append(left, f.Name)
		}
	}
	return b.String(), left
}

func (f Function) shared() bool {
	return slices.ContainsFunc(f.Points, func(p Point) bool { return p.Shared })
}
