package interp_test

import (
	"fmt"
	"os"

	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/interp"
	"ensures/java/types"
)

// A program is parsed, checked, made executable and run; one of its methods is
// then called from Go.
func Example() {
	file, _ := java.Parse("Main.java", `
public class Main {
	static int div(int a, int b) { return a / b; }
	public static void main(String[] args) { System.out.println("7 / 2 = " + div(7, 2)); }
}`)
	lib := types.NewLibrary(classlib.FS) // one of each is enough for a process
	library := interp.NewLibrary(lib)

	checked, _ := types.Check(lib, file)
	program := interp.New(library, checked, interp.HookPlan{})
	machine := program.NewMachine(interp.Options{Stdout: os.Stdout, Limits: interp.Limits{Steps: 1000}})
	fmt.Println(machine.RunMain("Main", nil))

	for _, m := range checked.Class("Main").Methods {
		if m.Name == "div" {
			v, end := machine.Call(m, nil, []interp.Value{interp.Int(9), interp.Int(3)})
			fmt.Println(machine.FormatValue(v, m.Return), end)
			_, end = machine.Call(m, nil, []interp.Value{interp.Int(9), interp.Int(0)})
			fmt.Println(end)
		}
	}
	// Output:
	// 7 / 2 = 3
	// returned
	// 3 returned
	// Exception in thread "main" java.lang.ArithmeticException: / by zero
}
