// Package survey looks at the files of a project and says where to begin with
// specifications: at small methods that others may call, by what a contract of theirs
// is worth and how likely one is found and proved.
//
// It must not know engines, verifiers or the terminal: it reads, and runs nothing.
package survey

import (
	"cmp"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"ensures/bench"
	"ensures/java"
	"ensures/jml"
)

// Source is a file of a project.
type Source struct{ Path, Text string }

// Project is what is found in the files of a project, tests left out.
type Project struct {
	Files     int
	Methods   int // with a body
	Specified int // of them
	First     []Candidate
}

// Candidate is a small public method without a specification.
type Candidate struct {
	Path       string
	Method     string // as annotate's --method takes it: Class.method, with the types where that is ambiguous
	Line       int
	Statements int
	Calls      int     // in the project, by name and number of arguments
	Value      float64 // of a contract
	Chance     float64 // that one is found and proved: more than 0, at most 1

	called call
}

// call is what a call shows of the method that it means, without types.
type call struct {
	name string
	args int
}

// most is the number of statements of a small method.
const most = 15

// Of surveys a project. The candidates are in the order in which to take them.
func Of(files []Source) *Project {
	p := &Project{}
	calls := map[call]int{}
	for _, f := range files {
		if !isTest(f.Path) {
			p.Files++
			p.add(f, calls)
		}
	}

	for i := range p.First {
		c := &p.First[i]
		c.Calls = calls[c.called]
		c.Value *= math.Log2(2 + float64(c.Calls))
	}
	slices.SortStableFunc(p.First, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.worth(), a.worth()), strings.Compare(a.Path, b.Path), a.Line-b.Line)
	})
	return p
}

// worth orders candidates. Whoever begins wants to see something proved: the chance
// counts twice.
func (c *Candidate) worth() float64 { return c.Value * c.Chance * c.Chance }

var tests = regexp.MustCompile(`(^|/)(src/)?(test|tests|androidTest|integrationTest)/|(Tests?|IT)\.java$`)

func isTest(path string) bool { return tests.MatchString(filepath.ToSlash(path)) }

// add adds the methods of a file, and counts its calls.
func (p *Project) add(s Source, calls map[call]int) {
	file, _ := java.Parse(s.Path, s.Text)
	spec, _ := jml.Parse(file)
	java.Walk(file, func(n java.Node) bool {
		if c, ok := n.(*java.Call); ok {
			calls[call{c.Name.Name, len(c.Args)}]++
		}
		return true
	})

	tasks, _ := bench.MethodsOf(s.Path, s.Text)
	for _, t := range tasks {
		d := t.Declaration(file)
		if d == nil {
			continue
		}
		p.Methods++
		if spec.Methods[d] != nil {
			p.Specified++
			continue
		}
		body := read(d)
		if d.Mods.Flags&java.Public == 0 || body.statements == 0 || body.statements > most || slices.Contains(inherited, d.Name.Name) {
			continue
		}
		p.First = append(p.First, Candidate{
			Path: s.Path, Method: t.ID, Line: t.Line, Statements: body.statements,
			Value: body.value(), Chance: body.chance(d), called: call{d.Name.Name, len(d.Params)},
		})
	}
}

// inherited are methods whose contract is that of Object or Comparable.
var inherited = []string{"equals", "hashCode", "toString", "compareTo", "clone", "finalize"}

// body is what is counted in the body of a method.
type body struct {
	statements int
	choices    int // if, ?:, switch
	loops      int
	calls      int // of methods that are not Math's
	objects    int // that are made
	hard       int // lambdas, try, synchronized: what proofs seldom get through
}

func read(d *java.MethodDecl) (b body) {
	java.Walk(d.Body, func(n java.Node) bool {
		if _, ok := n.(*java.Block); ok {
			return true
		}
		if _, ok := n.(java.Stmt); ok {
			b.statements++
		}
		switch n := n.(type) {
		case *java.If, *java.Cond, *java.Switch, *java.SwitchExpr:
			b.choices++
		case *java.For, *java.ForEach, *java.While, *java.DoWhile:
			b.loops++
		case *java.Call:
			if x, ok := n.X.(*java.Name); !ok || x.Name != "Math" {
				b.calls++
			}
		case *java.New:
			b.objects++
		case *java.Lambda, *java.MethodRef, *java.Try, *java.SynchronizedStmt, *java.LocalClass:
			b.hard++
		}
		return true
	})
	return b
}

// value returns what a contract says that a look at the code doesn't: next to nothing
// of one that only hands something out, most where there are choices and loops.
func (b body) value() float64 {
	return math.Min(8, float64(b.statements)) / 2 * (1 + float64(b.choices) + 2*float64(b.loops)) / math.Sqrt(float64(b.statements))
}

// chance returns the chance that a contract is found and proved. The factors are guesses
// in the right order, held against 60 methods of a library of texts: of those with a loop
// over an object's fields or a call none got a postcondition, of the others half.
func (b body) chance(d *java.MethodDecl) float64 {
	loop := 0.5
	chance := math.Pow(0.5, float64(b.calls)) * math.Pow(0.6, float64(b.objects)) * math.Pow(0.2, float64(b.hard))
	if d.Mods.Flags&java.Static == 0 {
		loop = 0.15
		chance *= 0.7 // an object has to be made first
	}
	chance *= math.Pow(loop, float64(b.loops))
	types := []*java.TypeExpr{d.Return}
	for _, p := range d.Params {
		types = append(types, p.Type)
	}
	for _, t := range types {
		chance *= ease(t)
	}
	return chance
}

// plain are the types whose values are easily made and talked about.
var plain = []string{"boolean", "byte", "short", "char", "int", "long", "Boolean", "Byte", "Short", "Character", "Integer", "Long"}

// ease returns how easily values of a type are made and talked about.
func ease(t *java.TypeExpr) float64 {
	switch {
	case t == nil:
		return 1
	case slices.Contains(plain, t.Name):
		return math.Pow(0.8, float64(t.Dims))
	case t.Name == "void":
		return 0.5 // what it does is in the state
	case t.Name == "String":
		return 0.7
	case t.Name == "float" || t.Name == "double":
		return 0.5
	}
	return 0.3
}
