package cmd

import (
	"fmt"
	"strings"

	"ensures/java"

	"github.com/spf13/cobra"
)

func newJava(a *app) *cobra.Command {
	return group("java", "Parse and run Java", newJavaParse(a), newJavaRun(a))
}

func newJavaParse(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "parse FILE…",
		Short: "Parse Java files: what is declared, and what is wrong",
		Long: `Parse Java files as they are. Everything declared is listed, also around
mistakes; each mistake is shown with its place. Exit code 3 when there are any.`,
		Example: `  ensures java parse src/Account.java
  ensures java parse --json src/*.java`,
		Args: atLeast("FILE"),
		RunE: func(_ *cobra.Command, args []string) error { return a.javaParse(args) },
	}
}

// member is one declaration as JSON.
type member struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Kind string `json:"kind"`
	Name string `json:"name"`
}

func (a *app) javaParse(paths []string) error {
	var rows [][]string
	wrong := 0
	for _, path := range paths {
		src, err := a.readText(path)
		if err != nil {
			return err
		}
		file, errs := java.Parse(src.path, string(src.text))
		wrong += len(errs)
		if err := a.errors(file, errs); err != nil {
			return err
		}
		for _, m := range membersOf(file) {
			if a.out.json {
				if err := a.out.object(m); err != nil {
					return err
				}
			}
			rows = append(rows, []string{m.File, fmt.Sprint(m.Line), m.Kind, m.Name})
		}
	}
	if !a.out.json {
		a.out.table([]string{"FILE", "LINE", "KIND", "NAME"}, rows)
	}
	if wrong > 0 {
		return shown(ExitBelow, "%d mistakes", wrong)
	}
	return nil
}

// membersOf lists the types, methods and fields of a file in source order.
func membersOf(f *java.File) []member {
	var list []member
	add := func(n java.Node, kind, name string) {
		list = append(list, member{f.Name, f.Position(n.Pos()).Line, kind, name})
	}

	var class func(prefix string, c *java.ClassDecl)
	class = func(prefix string, c *java.ClassDecl) {
		name := prefix + c.Name.Name
		add(c, kindName(c.Kind), name)
		for _, m := range c.Members {
			switch m := m.(type) {
			case *java.ClassDecl:
				class(name+".", m)
			case *java.FieldDecl:
				for _, v := range m.Vars {
					add(v, "field", name+"."+v.Name.Name)
				}
			case *java.MethodDecl:
				kind := "method"
				if m.IsConstructor {
					kind = "constructor"
				}
				add(m, kind, name+"."+m.Name.Name+parameters(m))
			case *java.BadMember:
				add(m, "unreadable", name+".?")
			}
		}
	}

	prefix := ""
	if f.Package != nil {
		prefix = f.Package.Name + "."
	}
	for _, c := range f.Types {
		class(prefix, c)
	}
	return list
}

func kindName(k java.ClassKind) string {
	switch k {
	case java.ClassClass:
		return "class"
	case java.InterfaceClass:
		return "interface"
	case java.EnumClass:
		return "enum"
	case java.RecordClass:
		return "record"
	case java.AnnotationClass:
		return "annotation"
	default:
		return "type"
	}
}

// parameters is a method's parameter types as written: "(int, String...)".
func parameters(m *java.MethodDecl) string {
	var list []string
	for _, p := range m.Params {
		t := ""
		if p.Type != nil {
			t = java.Print(p.Type) + strings.Repeat("[]", p.Dims)
		}
		if p.Variadic {
			t += "..."
		}
		list = append(list, t)
	}
	return "(" + strings.Join(list, ", ") + ")"
}
