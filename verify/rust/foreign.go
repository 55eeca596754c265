package rust

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
	"ensures/rust/toolchain"
)

// Expander prints a file with its macros expanded; *toolchain.Toolchain is one.
type Expander interface {
	Expanded(ctx context.Context, c toolchain.Crate) (string, error)
}

// foreign is what other crates than std have to do with a file.
//
//	f speaks of a crate besides std and its own ⊢ f is refused
//
// Side conditions, since rules go by names: what the compiler prints of another crate begins
// with its name, or is called as nothing of std and of the file is (it shortens a path only
// where one item has that name); what macros declare counts as the file's own; nothing that
// has a meaning here by its name is imported from elsewhere, and not all of a crate; a struct
// whose fields' types are of elsewhere is not known.
type foreign struct {
	names map[string]bool      // crates, and what is imported from them
	of    map[*mir.Func]string // the crate that a body speaks of
	hides string               // a name of std's that is another crate's here
	more  map[string]int       // names that the file's macros declare
}

// readForeign finds what crates have to do with a file of which the compiler printed text.
// plain is the file as the compiler has got it, in which our own names stand too.
func readForeign(crates []string, plain, expanded, text string, bodies *mir.File) *foreign {
	x := &foreign{names: map[string]bool{}, of: map[*mir.Func]string{}, more: spec.Declared(expanded)}
	for name, n := range spec.Declared(plain) {
		if x.more[name] == n {
			delete(x.more, name) // no macro declares another
		}
	}

	for _, c := range crates {
		x.names[c] = true
	}
	imports := spec.Imports(expanded)

	// What is imported of a crate may be imported on, or be a module with names of its own.
	for grown := true; grown; {
		grown = false
		for _, path := range imports {
			last := path[len(path)-1]
			if len(path) < 2 || !x.names[path[0]] {
				continue
			}
			if last == "*" || stdNames[last] || primitives[last] || words[last] {
				x.hides = strings.Join(path, "::")
			}
			if !x.names[last] {
				x.names[last], grown = true, true
			}
		}
	}

	speaks := x.speaks()
	lines := strings.SplitAfter(text, "\n")

	// A body as text: in what the compiler prints, it ends at a brace in the first column, or is one
	// line.
	whole := func(f *mir.Func) string {
		from := f.Line - 1
		to := from
		for to < len(lines) && lines[to] != "}\n" && !(to == from && strings.HasSuffix(lines[to], ";\n")) {
			to++
		}
		return strings.Join(lines[from:to], "")
	}

	var constants []string
	for _, f := range bodies.Funcs {
		if m := speaks.FindStringSubmatch(whole(f)); m != nil {
			x.of[f] = m[1]
			if f.Kind != mir.Function {
				constants = append(constants, regexp.QuoteMeta(f.Name[strings.LastIndex(f.Name, ":")+1:]))
			}
		}
	}

	// A constant of the file whose value another crate computes has its crate's name nowhere in the
	// bodies that use it.
	if len(constants) > 0 {
		mentions := regexp.MustCompile(`\b(?:` + strings.Join(constants, "|") + `)\b`)
		for _, f := range bodies.Funcs {
			if x.of[f] == "" && mentions.MatchString(whole(f)) {
				x.of[f] = "another crate, by a constant"
			}
		}
	}
	return x
}

// speaks matches the beginning of a path of another crate.
func (x *foreign) speaks() *regexp.Regexp {
	var names []string
	for _, n := range slices.Sorted(maps.Keys(x.names)) {
		if n != "*" {
			names = append(names, regexp.QuoteMeta(n))
		}
	}
	return regexp.MustCompile(`\b(` + strings.Join(names, "|") + `)::`)
}

// apply has a unit take other crates into account.
func (x *foreign) apply(u *unit) {
	u.foreign = x
	for name, n := range x.more {
		u.file.Declared[name] = max(u.file.Declared[name], n)
	}
	// Asked again, since macros have declared more by now.
	if u.hides = hidden(u.file); u.hides == "" {
		u.hides = x.hides
	}
	speaks := x.speaks()
	for _, it := range u.file.Items {
		if u.file.Declared[it.Name] != 1 || speaks.MatchString(u.file.Src[it.From:it.To]) {
			delete(u.shapes.items, it.Name)
		}
	}
	for name, f := range u.funcs {
		if f != nil && f.Mode == spec.Exec && u.bodies[f] == nil {
			u.funcs[name] = nil // left out by the compiler: another crate's may have its name
		}
	}
	u.shapes.declared = u.file.Declared
}
