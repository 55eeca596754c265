package propose

import (
	"slices"
	"strings"
	"sync"

	"ensures/candidate"
	"ensures/java"
)

// sparing knows which bodies of a file the text for one method can do without: to read and
// check thousands of lines again for each clause that is tried takes longer than to try it.
// What is found so is asked about in the whole file at the end.
//
// A body can be spared if nothing but a name in the source leads to it: that of a static or
// private method, and no method of a local class, which holds more than statements. It is, if
// the text says the method's name nowhere else, the specifications and the files that the
// program has loaded included.
type sparing struct {
	file    *java.File
	spare   []spare         // in the order of the source
	always  map[string]bool // names that the rest of the file says
	classes map[string]bool // the file's, by their simple names

	mu     sync.Mutex
	others map[*java.File]map[string]bool // names of methods of the file's classes that another one says
}

// spare is a method whose body can be spared.
type spare struct {
	decl *java.MethodDecl
	says map[string]bool
	text string // in place of the body: as many lines
}

func sparingIn(f *java.File, classes []*java.ClassDecl) *sparing {
	s := &sparing{file: f, always: map[string]bool{}, classes: map[string]bool{}, others: map[*java.File]map[string]bool{}}
	for _, c := range classes {
		s.classes[c.Name.Name] = true
	}
	java.Walk(f, func(n java.Node) bool {
		d, ok := n.(*java.MethodDecl)
		if !ok {
			return true
		}
		if d.Body != nil && !d.IsConstructor && (d.Mods.Flags.Has(java.Static) || d.Mods.Flags.Has(java.Private)) && !holdsClass(d) {
			lines := strings.Count(f.Src[d.Body.Pos().Offset():d.Body.End().Offset()], "\n")
			k := spare{d, map[string]bool{}, "{ throw null; " + strings.Repeat("\n", lines) + "}"}
			said(f.Src[d.Pos().Offset():d.End().Offset()], k.says)
			s.spare = append(s.spare, k)
		}
		return false // what is within it goes with it
	})

	at := 0
	for _, k := range s.spare {
		said(f.Src[at:k.decl.Pos().Offset()], s.always)
		at = k.decl.End().Offset()
	}
	said(f.Src[at:], s.always)
	for _, c := range f.Comments {
		if strings.HasPrefix(strings.TrimLeft(c.Text[2:], "+-"), "@") {
			said(c.Text[2:], s.always)
		}
	}
	return s
}

// holdsClass reports whether a local or an anonymous class stands in a method.
func holdsClass(d *java.MethodDecl) (found bool) {
	java.Walk(d.Body, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.ClassDecl:
			found = true
		case *java.New:
			found = found || n.Body != nil
		}
		return !found
	})
	return found
}

// said adds the words of a text to names.
func said(text string, names map[string]bool) {
	for _, t := range java.Tokens(text) {
		if t.Kind == java.Identifier {
			names[t.Text] = true
		}
	}
}

// leave takes the bodies out of a text that it has no use for: one for method, which holds
// these specifications, with what was loaded of other files.
func (s *sparing) leave(in *candidate.Insertion, method *java.MethodDecl, specs []candidate.Spec, elsewhere []*java.File) {
	names := map[string]bool{}
	for _, spec := range specs {
		for _, list := range append(slices.Clone(spec.Loops), spec.Contract()) {
			for _, c := range list {
				said(c.String(), names)
			}
		}
	}
	from := []map[string]bool{s.always, names}
	for _, f := range elsewhere {
		from = append(from, s.saidIn(f))
	}
	says := func(name string) bool {
		for _, m := range from {
			if m[name] {
				return true
			}
		}
		return false
	}

	need := make([]bool, len(s.spare))
	for more := true; more; {
		more = false
		for i, k := range s.spare {
			if !need[i] && (k.decl == method || says(k.decl.Name.Name)) {
				need[i], more = true, true
				from = append(from, k.says)
			}
		}
	}
	for i, k := range s.spare {
		if !need[i] {
			in.Edits.Replace(java.Span{From: k.decl.Body.Pos(), To: k.decl.Body.End()}, k.text)
		}
	}
}

// saidIn are the names of methods by which a file may call one of ours.
func (s *sparing) saidIn(f *java.File) map[string]bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.others[f] != nil {
		return s.others[f]
	}
	out := map[string]bool{}
	s.others[f] = out
	tokens := java.Tokens(f.Src)
	for i, t := range tokens {
		if !s.classes[t.Text] || i+1 == len(tokens) {
			continue
		}
		switch next := tokens[i+1].Text; {
		case (next == "." || next == "::") && i+2 < len(tokens): // and what is imported of the class
			out[tokens[i+2].Text] = true
			if tokens[i+2].Text == "*" {
				said(f.Src, out)
			}
		case i > 0 && tokens[i-1].Text == "extends":
			said(f.Src, out)
		}
	}
	return out
}
