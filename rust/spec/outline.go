package spec

// Part is an item at the top of a file, with what stands in front of it: comments, which may
// hold specifications, and attributes. What comes behind the last item is a part without a
// word.
type Part struct {
	Span
	Word string // fn, struct, impl, use, or the name of a macro
	Name string // of what it declares; empty for others
}

// Outline returns the items at the top of the file, in order and without gaps.
func (f *File) Outline() []Part {
	var errs []*Error
	r := &reader{parser: parser{src: f.Src, toks: lex(f.Src, &errs)}, f: &File{Src: f.Src}}
	var out []Part
	from := 0
	for r.peek().kind != eof {
		p := Part{Span: Span{From: from}}
		r.outlined(&p)
		from = r.toks[r.p-1].to
		p.To = from
		out = append(out, p)
	}
	if from < len(f.Src) {
		out = append(out, Part{Span: Span{from, len(f.Src)}})
	}
	return out
}

// before are the words that may stand in front of the one that says what an item is.
var before = map[string]bool{"pub": true, "unsafe": true, "async": true, "default": true, "extern": true}

// outlined goes behind one item.
func (r *reader) outlined(p *Part) {
	for r.at("#") {
		inner := r.ahead(1).text == "!"
		if r.take(); inner {
			r.take()
		}
		if r.skipTo("[", "]"); inner {
			return // an attribute of the file is a part of its own
		}
	}

	// "C" stands behind extern, and const in front of fn is no constant.
	for before[r.peek().text] || r.peek().kind == str || r.at("const") && (r.ahead(1).text == "fn" || before[r.ahead(1).text]) {
		if r.take().text == "pub" && r.at("(") {
			r.skipParens()
		}
	}

	p.Word = r.take().text
	switch p.Word {
	case "fn", "struct", "enum", "union", "trait", "mod", "type", "const", "static":
		p.Name = r.peek().text
	}

	// Those end with a semicolon: braces in them are a part of a path or of a value.
	statement := p.Word == "use" || p.Word == "const" || p.Word == "static" || p.Word == "type"
	for r.peek().kind != eof {
		t := r.peek()
		switch {
		case t.kind != punct:
			r.take()
		case t.text == "(":
			r.skipParens()
		case t.text == "[":
			r.skipTo("[", "]")
		case t.text == "{":
			if r.skipBraces(); !statement {
				return
			}
		case t.text == ";":
			r.take()
			return
		default:
			r.take()
		}
	}
}
