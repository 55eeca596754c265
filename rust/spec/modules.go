package spec

import (
	"errors"
	"strings"
)

// Declaration is a module that a file names and that another file holds.
type Declaration struct {
	Span          // of "mod name;"
	Name   string // of the module
	Inline []string
	// Path is what #[path = "…"] says, empty where there is none.
	Path string
	// Conditional says that it stands under cfg: its file may be missing.
	Conditional bool
}

// ErrBraces says that a file's braces do not fit each other, so that nothing can be said of
// what its modules are.
var ErrBraces = errors.New("its braces do not fit each other")

// Declarations are the modules of other files that a file names, in their order. It is
// [ErrBraces] where the file cannot stand between braces.
func Declarations(src string) ([]Declaration, error) {
	var errs []*Error
	toks := lex(src, &errs)
	if len(errs) > 0 {
		return nil, errs[0]
	}

	r := &reader{parser: parser{src: src, toks: toks}, f: &File{Src: src}}
	var out []Declaration
	var around []string // the modules and other braces around, "" for the others

	for r.peek().kind != eof {
		d := Declaration{}
		begin := r.p
		// Attributes and pub belong to the item behind them, whatever it is.
		for r.at("#") && r.ahead(1).text == "[" {
			from := r.p
			r.skipAttributeTokens()
			if err := d.attribute(src[r.toks[from].from:r.toks[r.p-1].to]); err != nil {
				return nil, err
			}
		}
		if r.at("pub") {
			if r.take(); r.at("(") {
				r.skipParens()
			}
		}

		t := r.peek()
		switch {
		case t.kind == ident && t.text == "mod" && r.ahead(1).kind == ident && r.ahead(2).text == ";" && !inCode(around):
			d.From, d.Name, d.Inline = t.from, strings.TrimPrefix(r.ahead(1).text, "r#"), append([]string{}, around...)
			r.p += 3
			d.To = r.toks[r.p-1].to
			out = append(out, d)
		case t.kind == ident && t.text == "mod" && r.ahead(1).kind == ident && r.ahead(2).text == "{":
			// It would move the files of the modules inside.
			if d.Path != "" {
				return nil, errors.New("a module with #[path] and braces has no meaning here")
			}
			around = append(around, r.ahead(1).text)
			r.p += 3
		// Any other brace: a module inside of it is no module of the file's.
		case t.kind == punct && t.text == "{":
			r.take()
			around = append(around, "")
		case t.kind == punct && t.text == "}":
			r.take()
			if len(around) == 0 {
				return nil, ErrBraces
			}
			around = around[:len(around)-1]
		case r.p == begin:
			r.take()
		}
	}

	if len(around) > 0 {
		return nil, ErrBraces
	}
	return out, nil
}

// inCode reports whether some brace around is no module's.
func inCode(around []string) bool {
	for _, a := range around {
		if a == "" {
			return true
		}
	}
	return false
}

// attribute notes what an attribute says of the module behind it.
func (d *Declaration) attribute(text string) error {
	inner := strings.TrimSpace(strings.TrimPrefix(text, "#["))
	switch word, _, _ := strings.Cut(inner, "("); {
	case strings.TrimSpace(word) == "cfg_attr" && strings.Contains(text, "path"):
		return errors.New("a module whose file is chosen by cfg_attr has no meaning here")
	case strings.TrimSpace(word) == "cfg":
		d.Conditional = true
	case strings.HasPrefix(inner, "path"):
		if _, rest, ok := strings.Cut(inner, `"`); ok {
			d.Path, _, _ = strings.Cut(rest, `"`)
		}
	}
	return nil
}

// skipAttributeTokens skips #[…], whatever it holds.
func (r *reader) skipAttributeTokens() {
	r.take()
	r.skipTo("[", "]")
}

// Declared counts how often a text gives a name of a type or a trait a meaning, as
// [File.Declared] does.
func Declared(src string) map[string]int {
	var errs []*Error
	return declared(lex(src, &errs))
}

// Imports are the paths that a text imports by use, each by its segments; the last is "*"
// where all of a module is imported, and the name it gets where it gets another. A crate
// that is renamed stands there too.
func Imports(src string) [][]string {
	var errs []*Error
	r := &reader{parser: parser{src: src, toks: lex(src, &errs)}, f: &File{Src: src}}
	var out [][]string
	for r.peek().kind != eof {
		t := r.take()
		switch {
		case t.kind != ident:
		case t.text == "use":
			r.accept("::")
			r.useTree(nil, &out, 0)
		case t.text == "extern" && r.accept("crate"):
			name := r.take().text
			if r.accept("as") {
				out = append(out, []string{name, r.take().text})
			}
		}
	}
	return out
}

// useTree reads a path of use, or several in braces.
func (r *reader) useTree(path []string, out *[][]string, depth int) {
	// The branches in braces go on from one path, each in an array of its own.
	path = path[:len(path):len(path)]
	for depth < 50 {
		switch t := r.peek(); {
		case r.accept("{"):
			for !r.at("}") && !r.at(";") && r.peek().kind != eof {
				r.useTree(path, out, depth+1)
				r.accept(",")
			}
			r.accept("}")
			return
		case r.accept("*"):
			*out = append(*out, append(path, "*"))
			return
		case t.kind == ident:
			r.take()
			if t.text != "self" {
				path = append(path, strings.TrimPrefix(t.text, "r#"))
			}
		default:
			if t.kind != eof {
				r.take() // no form of use
			}
			return
		}
		if r.accept("as") {
			*out = append(*out, append(path, r.take().text))
			return
		}
		if !r.accept("::") {
			*out = append(*out, path)
			return
		}
	}
}
