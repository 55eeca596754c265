package observe

import (
	_ "embed"
	"fmt"
	"strings"

	"ensures/rust/values"
)

// programHead is what every harness program has; its module is closed by the calls.
//
//go:embed program.rs
var programHead string

// program is a file as the compiler sees it with a harness behind it, and the line on
// which each function's call begins.
func program(plain string, fs []*Func, used []values.Used) (text string, lines []int) {
	var b strings.Builder
	b.WriteString(plain)
	b.WriteString(programHead)
	for _, u := range used {
		data(&b, u)
	}
	line := strings.Count(b.String(), "\n") + 1
	for k, f := range fs {
		lines = append(lines, line)
		text := call(k, f)
		b.WriteString(text)
		line += strings.Count(text, "\n")
	}
	lines = append(lines, line)
	b.WriteString("    fn ensures_call(f: usize, i: &mut EnsuresIn, o: &mut ::std::string::String, k: u64) {\n        match f {\n")
	for k := range fs {
		fmt.Fprintf(&b, "            %d => ensures_call_%d(i, o, k),\n", k, k)
	}
	b.WriteString("            _ => {}\n        }\n    }\n}\n")
	return b.String(), lines
}

// call is the function that reads arguments, calls, and writes the result and what
// mutable references refer to then.
func call(k int, f *Func) string {
	var b strings.Builder
	fmt.Fprintf(&b, "    fn ensures_call_%d(i: &mut EnsuresIn, o: &mut ::std::string::String, k: u64) {\n", k)
	var args []string
	for n, p := range f.Params {
		fmt.Fprintf(&b, "        let a%d = <%s as EnsuresGet>::ensures_get(i);\n", n, p.Wire)
		arg := fmt.Sprintf("a%d", n)
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

// data reads and writes a struct or an enum of the file.
func data(b *strings.Builder, u values.Used) {
	name := u.Type.Name
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
}
