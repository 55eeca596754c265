package observe

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ensures/rust/spec"
	"ensures/rust/toolchain"
	"ensures/rust/values"
)

// programHead is what every harness program has; its module is closed by the calls.
//
//go:embed program.rs
var programHead string

// harness is a file as the compiler sees it with a harness in it.
type harness struct {
	text string
	// blames say which functions lines of the text are about, in order.
	blames []blame
	// put are the lines that were put into the file, in order.
	put []lines
}

// lines are lines of the text, from 1, the last not among them.
type lines struct{ from, to int }

// blame says that what the compiler finds wrong in lines is about calls of functions.
type blame struct {
	lines
	of []int
}

// source is the line of the file that a line of the text is; 0 where it is the harness's.
func (h *harness) source(line int) int {
	out := line
	for _, p := range h.put {
		switch {
		case line >= p.to:
			out -= p.to - p.from + 1 // and the break before them
		case line >= p.from:
			return 0
		}
	}
	return out
}

// ofFile are messages with the places of the file; what is about the harness stands behind
// the file's end.
func (h *harness) ofFile(messages []toolchain.Message) []toolchain.Message {
	out := slices.Clone(messages)
	end := h.put[len(h.put)-1].from
	for i := range out {
		if l := h.source(out[i].Line); l > 0 {
			out[i].EndLine += l - out[i].Line
			out[i].Line = l
		} else {
			out[i].Line = end
		}
	}
	return out
}

// blamed are the functions that a line of the text is about.
func (h *harness) blamed(line int) []int {
	for _, b := range h.blames {
		if b.from <= line && line < b.to {
			return b.of
		}
	}
	return nil
}

// inner is the part of a harness in a module of the file.
const inner = "ensures_inner"

// program is a file with a harness: behind the file's end, and at the end of each module
// that holds a function to call or a type that they have to do with, since only there all
// of it is visible.
func program(file *spec.File, plain string, fs []*Func, used []values.Used) *harness {
	h := &harness{}
	var b strings.Builder
	line := 1
	write := func(text string) lines {
		b.WriteString(text)
		from := line
		line += strings.Count(text, "\n")
		return lines{from, line}
	}

	from := 0
	for _, m := range file.Modules {
		parts := module(file, m, fs, used)
		if len(parts) == 0 {
			continue
		}
		// In front of the module's closing brace.
		write(plain[from:m.End])
		begin := write("\n")
		write("#[allow(warnings)] pub(crate) mod " + inner + " {\n    use super::*; use crate::ensures_observed::*;\n")
		for _, p := range parts {
			at := write(p.text)
			if len(p.of) > 0 {
				h.blames = append(h.blames, blame{at, p.of})
			}
		}
		end := write("}\n")
		h.put = append(h.put, lines{begin.to, end.to})
		from = m.End
	}

	write(plain[from:])

	own := write(programHead)
	for _, u := range used {
		if u.Module == "" {
			write(data(u, u.Type.Name))
		}
	}
	for k, f := range fs {
		if f.Spec.Module == "" {
			h.blames = append(h.blames, blame{write(call(k, f)), []int{k}})
		}
	}

	// One place that calls any of them by number: the program is compiled once for all functions.
	write("    fn ensures_call(f: usize, i: &mut EnsuresIn, o: &mut ::std::string::String, k: u64) {\n        match f {\n")
	for k, f := range fs {
		path := ""
		// Through the outermost module, whose harness hands on what the inner ones have.
		if f.Spec.Module != "" {
			first, _, _ := strings.Cut(f.Spec.Module, "::")
			path = "crate::" + first + "::" + inner + "::"
		}
		h.blames = append(h.blames, blame{write(fmt.Sprintf("            %d => %sensures_call_%d(i, o, k),\n", k, path, k)), []int{k}})
	}
	end := write("            _ => {}\n        }\n    }\n}\n")
	h.put = append(h.put, lines{own.from + 1, end.to})
	h.text = b.String()
	return h
}

// part is a part of a module's harness, and the functions whose calls it is for.
type part struct {
	text string
	of   []int
}

// module is the harness of a module: its own types and functions, and what it hands on of
// the modules in it.
func module(file *spec.File, m spec.Module, fs []*Func, used []values.Used) (out []part) {
	for _, u := range used {
		if u.Module == m.Path {
			out = append(out, part{data(u, "super::"+u.Type.Name), nil})
		}
	}
	below := map[string][]int{}
	for k, f := range fs {
		if f.Spec.Module == m.Path && around(file, f) == m.End {
			out = append(out, part{call(k, f), []int{k}})
		}
		if rest, ok := strings.CutPrefix(f.Spec.Module, m.Path+"::"); ok {
			name, _, _ := strings.Cut(rest, "::")
			below[name] = append(below[name], k)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(below)) {
		out = append(out, part{fmt.Sprintf("    pub(crate) use super::%s::%s::*;\n", name, inner), below[name]})
	}
	return out
}

// around is where the innermost module around a function ends.
func around(file *spec.File, f *Func) int {
	for _, m := range file.Modules { // inner ones come first
		if m.End > f.Spec.From && m.Path == f.Spec.Module {
			return m.End
		}
	}
	return -1
}

// call is the function that reads arguments, calls, and writes the result and what
// mutable references refer to then.
func call(k int, f *Func) string {
	var b strings.Builder
	fmt.Fprintf(&b, "    pub(crate) fn ensures_call_%d(i: &mut EnsuresIn, o: &mut ::std::string::String, k: u64) {\n", k)
	var args []string
	for n, p := range f.Params {
		fmt.Fprintf(&b, "        let a%d = <%s as EnsuresGet>::ensures_get(i);\n", n, p.Wire)
		arg := fmt.Sprintf("a%d", n)
		// Lent again, so that what it refers to can be written out after the call.
		if p.Mutable {
			arg = "&mut *" + arg
		}
		args = append(args, arg)
	}
	fmt.Fprintf(&b, "        ensures_begin(k);\n        let r = %s(%s);\n        ENSURES_BEGAN.store(0, ENSURES_ORDER);\n        EnsuresPut::ensures_put(&r, o);\n", f.call, strings.Join(args, ", "))
	for n, p := range f.Params {
		if p.Mutable {
			fmt.Fprintf(&b, "        EnsuresPut::ensures_put(&a%d, o);\n", n)
		}
	}
	b.WriteString("    }\n")
	return b.String()
}

// data reads and writes a struct or an enum of the file, which the code around calls name.
func data(u values.Used, name string) string {
	b := &strings.Builder{}

	constructor := func(v values.Variant) string {
		if u.Type.Enum {
			return name + "::" + v.Name
		}
		return name
	}

	parts := func(v values.Variant, part func(i int, f values.Field) string) string {
		var out []string
		for i, f := range v.Fields {
			p := part(i, f)
			if !v.Tuple {
				p = f.Name + ": " + p
			}
			out = append(out, p)
		}
		switch {
		// A unit variant: parentheses would be a call.
		case v.Tuple && len(out) == 0:
			return ""
		case v.Tuple:
			return "(" + strings.Join(out, ", ") + ")"
		}
		return " { " + strings.Join(out, ", ") + " }"
	}

	fmt.Fprintf(b, "    impl EnsuresGet for %s {\n        fn ensures_get(i: &mut EnsuresIn) -> Self {\n", u.Wire)

	if u.Type.Enum {
		b.WriteString("            match i.ensures_length() {\n")
	}
	for k, v := range u.Type.Variants {
		made := constructor(v) + parts(v, func(int, values.Field) string { return "EnsuresGet::ensures_get(i)" })
		if u.Type.Enum {
			fmt.Fprintf(b, "                %d => %s,\n", k, made)
		} else {
			fmt.Fprintf(b, "            %s\n", made)
		}
	}
	if u.Type.Enum {
		b.WriteString("                _ => ::std::process::abort(),\n            }\n")
	}
	fmt.Fprintf(b, "        }\n    }\n    impl EnsuresPut for %s {\n        fn ensures_put(&self, o: &mut ::std::string::String) {\n            match self {\n", u.Wire)
	for k, v := range u.Type.Variants {
		fmt.Fprintf(b, "                %s%s => {\n", constructor(v), parts(v, func(i int, _ values.Field) string { return fmt.Sprintf("x%d", i) }))
		if u.Type.Enum {
			fmt.Fprintf(b, "                    ensures_number(%d, o);\n", k)
		}
		for i := range v.Fields {
			fmt.Fprintf(b, "                    EnsuresPut::ensures_put(x%d, o);\n", i)
		}
		b.WriteString("                }\n")
	}
	b.WriteString("            }\n        }\n    }\n")
	return b.String()
}
