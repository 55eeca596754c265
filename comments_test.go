package ensures_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// Comments follow renames: a declaration's comment begins with its name where it
// begins with a name, a link in brackets leads to something, and a Go file that is
// named is there.
func TestCommentsNameWhatExists(t *testing.T) {
	all := packages(t)
	declared := map[string]map[string]bool{} // by package name, over all folders
	files := map[string]bool{}
	trees := map[string]*ast.File{}
	fset := token.NewFileSet()
	for _, p := range all {
		names, err := filepath.Glob(filepath.Join(p.Dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			files[filepath.Base(name)] = true
			tree, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			trees[name] = tree
			pkg := tree.Name.Name
			if declared[pkg] == nil {
				declared[pkg] = map[string]bool{}
			}
			declare(tree, declared[pkg])
		}
	}

	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for path, tree := range trees {
		rel, _ := filepath.Rel(root, path)
		at := func(p token.Pos) string { return rel + ":" + strconv.Itoa(fset.Position(p).Line) }
		for _, d := range tree.Decls {
			for _, s := range stale(d, declared[tree.Name.Name]) {
				t.Errorf("%s: the comment of %s speaks of %s", at(s.pos), s.name, s.says)
			}
		}
		for _, group := range tree.Comments {
			text := group.Text()
			for _, m := range docLink.FindAllStringSubmatch(text, -1) {
				if known := declared[tree.Name.Name]; m[1] != "" {
					if known = declared[m[1]]; known == nil {
						continue // another module's
					} else if !known[m[2]] {
						t.Errorf("%s: [%s.%s] leads nowhere", at(group.Pos()), m[1], m[2])
					}
				} else if !known[m[2]] {
					t.Errorf("%s: [%s] leads nowhere", at(group.Pos()), m[2])
				}
			}
			for _, m := range goFile.FindAllString(text, -1) {
				if !files[m] {
					t.Errorf("%s: there is no file %s", at(group.Pos()), m)
				}
			}
		}
	}
}

var (
	docLink = regexp.MustCompile(`(?:^|[\s(])\[\*?(?:([a-z]\w*)\.)?([A-Z]\w*(?:\.[A-Z]\w*)?)\](?:$|[\s.,;:)])`)
	goFile  = regexp.MustCompile(`\b[a-z]\w*\.go\b`)
	// opening is a comment's first word where it can only be a name: prose has no
	// capitals inside of words; the names of other programs have.
	opening = regexp.MustCompile(`^(\w*[a-z][A-Z]\w*)[ ,]`)
)

type staleComment struct {
	pos        token.Pos
	name, says string
}

// stale lists the declarations in d whose comments begin with the name of something
// that is not declared.
func stale(d ast.Decl, declared map[string]bool) []staleComment {
	var out []staleComment
	check := func(doc *ast.CommentGroup, names ...*ast.Ident) {
		m := opening.FindStringSubmatch(doc.Text())
		if m == nil || declared[m[1]] || m[1] == "KeY" || m[1] == "OpenJML" {
			return
		}
		out = append(out, staleComment{doc.Pos(), names[0].Name, m[1]})
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		check(d.Doc, d.Name)
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				check(s.Doc, s.Name)
				if len(d.Specs) == 1 {
					check(d.Doc, s.Name)
				}
			case *ast.ValueSpec:
				check(s.Doc, s.Names...)
				if len(d.Specs) == 1 {
					check(d.Doc, s.Names...)
				}
			}
		}
	}
	return out
}

// declare adds the names of a file: of its top level, of methods and fields, also as
// Type.Name, and of everything local to a function.
func declare(tree *ast.File, names map[string]bool) {
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			names[n.Name.Name] = true
			if n.Recv != nil && len(n.Recv.List) == 1 {
				names[receiver(n.Recv.List[0].Type)+"."+n.Name.Name] = true
			}
		case *ast.TypeSpec:
			names[n.Name.Name] = true
			ast.Inspect(n.Type, func(m ast.Node) bool {
				if f, ok := m.(*ast.Field); ok {
					for _, id := range f.Names {
						names[id.Name], names[n.Name.Name+"."+id.Name] = true, true
					}
				}
				return true
			})
		case *ast.ValueSpec:
			for _, id := range n.Names {
				names[id.Name] = true
			}
		}
		return true
	})
}

// receiver is the name of a method's type.
func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}
