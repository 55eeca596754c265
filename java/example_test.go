package java_test

import (
	"fmt"

	"ensures/java"
)

func ExampleParse() {
	file, errs := java.Parse("A.java", "class A {\n  int f(int x { return x; }\n  int g() { return 1; }\n}\n")
	for _, e := range errs {
		fmt.Println(e)
	}
	java.Walk(file, func(n java.Node) bool {
		if m, ok := n.(*java.MethodDecl); ok {
			fmt.Println(file.Position(m.Pos()).Line, m.Name.Name)
		}
		return true
	})
	// Output:
	// A.java:2:15: expected ')' or ',' after the parameter but found '{'
	// 2 f
	// 3 g
}

func ExampleEdits() {
	file, _ := java.Parse("A.java", "class A {\n\tint f() { return 1; }\n}\n")
	edits := java.NewEdits(file)
	edits.InsertLines(file.Types[0].Members[0], `//@ ensures \result == 1;`)
	text, err := edits.Apply()
	fmt.Println(text, err)
	// Output:
	// class A {
	// 	//@ ensures \result == 1;
	// 	int f() { return 1; }
	// }
	//  <nil>
}

func ExampleParseExprString() {
	x, _, _ := java.ParseExprString(`(\forall int i; 0 <= i < n; a[i] >= 0) ==> \result`, true)
	b := x.(*java.Binary)
	fmt.Println(b.Op, java.Print(b.X.(*java.Quantified).Range))
	// Output: ==> 0 <= i < n
}
