package interp_test

import (
	"testing"

	"ensures/java/interp"
)

func TestFirst(t *testing.T) {
	out, errOut, end := run(t, "Main.java", `
public class Main {
	static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
	public static void main(String[] args) {
		int s = 0;
		for (int i = 0; i < 10; i++) { s += i; }
		int[] a = new int[5];
		a[2] = s;
		System.out.println(fib(20) + " " + s + " " + a[2]);
		String x = "abc";
		System.out.println(x.length() + x + 'c' + 1.5 + true + null);
		try { a[5] = 1; } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
		throw new IllegalStateException("x");
	}
}`, "", interp.Limits{})
	t.Logf("%s\n%s\n%s %s\n%s", out, errOut, end, end.Message, end.Stack)
	if out == "" {
		t.Fail()
	}
}
