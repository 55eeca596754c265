package transforms_test

import (
	"slices"
	"strings"
	"testing"

	"ensures/java/classlib"
	"ensures/java/transforms"
	"ensures/java/types"
)

// Each rule with what it makes of a body; want is empty where a side condition fails.
func TestRules(t *testing.T) {
	cases := []struct{ rule, code, want string }{
		{"VariableRenaming-1", "int m(int maxSum) { int t = maxSum; return t; }", "int m(int ms) { int t1 = ms; return t1; }"},
		{"VariableRenaming-1", "int f; int m(int dataOut) { this.f = dataOut; int f = 1; return f; }", "int f; int m(int do1) { this.f = do1; int f1 = 1; return f1; }"},
		{"VariableRenaming-2", "int m(int a) { for (int i : new int[a]) a += i; return a; }", "int m(int ret) { for (int num : new int[ret]) ret += num; return ret; }"},
		{"VariableRenaming-2", "boolean m(Object a) { return a instanceof String s && s.isEmpty(); }", "boolean m(Object ret) { return ret instanceof String num && num.isEmpty(); }"},

		{"SwitchRelation", "boolean m(int a, int b) { return a + 1 < b; }", "boolean m(int a, int b) { return b > a + 1; }"},
		{"SwitchRelation", "boolean m(int[] a, int b) { return a[0] >= b; }", "boolean m(int[] a, int b) { return b <= a[0]; }"},
		{"SwitchRelation", "boolean m(String s, int b) { return s.length() <= b + 1; }", "boolean m(String s, int b) { return b + 1 >= s.length(); }"},
		{"SwitchRelation", "boolean m(int a) { return a++ < 3; }", "boolean m(int a) { return 3 > a++; }"},
		{"SwitchRelation", "boolean m(int a) { return a++ < a; }", ""},                // reads what the other side assigns
		{"SwitchRelation", "boolean m(int[] a, int[] b) { return a[0] < b[1]; }", ""}, // which exception?
		{"SwitchRelation", "boolean m(int a, int b) { return a / b < b % a; }", ""},   // which exception?
		{"SwitchRelation", "boolean m(int a, int b) { return a % 0 < b / 0; }", ""},
		{"SwitchRelation", "boolean m(int a, double b) { return a / b < a % 3; }", "boolean m(int a, double b) { return a % 3 > a / b; }"},
		{"SwitchRelation", "int f; int g() { return f++; } boolean m() { return g() < f; }", ""}, // the call changes the field
		{"SwitchRelation", "boolean m(Integer a, int[] b) { return a < b[0]; }", ""},             // unboxing throws too

		{"SwitchEqualExp", "boolean m(int x) { return x % 2 == 0; }", "boolean m(int x) { return 0 == x % 2; }"},
		{"SwitchEqualExp", "boolean m(int a, int b, boolean c) { return a < b == c; }", "boolean m(int a, int b, boolean c) { return c == (a < b); }"},
		{"SwitchEqualExp", "boolean m(int[] a) { return a[0] == a[1]; }", "boolean m(int[] a) { return a[1] == a[0]; }"},
		{"SwitchEqualExp", "boolean m(String s, int i) { return s.charAt(i) == s.charAt(s.length() - 1); }", "boolean m(String s, int i) { return s.charAt(s.length() - 1) == s.charAt(i); }"},
		{"SwitchEqualExp", "boolean m(int[] a, int i) { return a[i] == a[a.length - 1 - i]; }", "boolean m(int[] a, int i) { return a[a.length - 1 - i] == a[i]; }"},
		{"SwitchEqualExp", "boolean m(String s, String t) { return s.length() == t.length(); }", "boolean m(String s, String t) { return t.length() == s.length(); }"},
		{"SwitchEqualExp", "boolean m() { return D.x == E.x; } } class D { static int x = 1 / E.x; } class E { static int x = D.x;", ""}, // whose initialiser comes first?
		{"SwitchEqualExp", "boolean m(String s, int[] t) { return s.length() == t[0]; }", ""},                                            // which exception?
		{"SwitchEqualExp", "boolean m(String s, int i, int n) { return s.charAt(i) == s.charAt(n - i - 1); }", "boolean m(String s, int i, int n) { return s.charAt(n - i - 1) == s.charAt(i); }"},
		{"SwitchEqualExp", "boolean m(String s, String t, int i) { return s.charAt(i) == t.charAt(i); }", ""}, // which is null?
		{"SwitchEqualExp", "boolean m(int[] a, int[][] b) { return a[b[0][0]] == a[1]; }", ""},
		{"SwitchEqualExp", "boolean m(Integer[] a, int b) { return a[0] + 1 == a[1] + b; }", ""}, // a null element or an index
		{"SwitchEqualExp", "boolean m(int a) { return a != 0; }", ""},

		{"SwitchStringEqual", "boolean m(String a, String b) { return a.equals(b); }",
			"boolean m(String a, String b) { return (a != null && b != null ? b.equals(a) : a.equals(b)); }"},
		{"SwitchStringEqual", `boolean m(String b) { return "x".equals(b); }`, `boolean m(String b) { return (b != null && b.equals("x")); }`},
		{"SwitchStringEqual", `boolean m(String a) { return a.equals("x"); }`, `boolean m(String a) { return (a != null ? "x".equals(a) : a.equals("x")); }`},
		{"SwitchStringEqual", `boolean m(String a) { return a.equals("x" + 1); }`, `boolean m(String a) { return (a != null ? ("x" + 1).equals(a) : a.equals("x" + 1)); }`},
		{"SwitchStringEqual", "boolean m(String a, Object b) { return a.equals(b); }", ""},
		{"SwitchStringEqual", `boolean m(String a, String b) { return a.substring(1).equals(b); }`,
			`boolean m(String a, String b) { return (b != null ? b.equals(a.substring(1)) : a.substring(1).equals(b)); }`},
		{"SwitchStringEqual", "String g() { return null; } boolean m(String a) { return g().equals(a); }", ""},

		{"Unary2Add", "int m(int k) { k++; --k; return k; }", "int m(int k) { k += 1; k -= 1; return k; }"},
		{"Unary2Add", "int m(byte[] a) { a[0]++; return a[0]; }", "int m(byte[] a) { a[0] += 1; return a[0]; }"},
		{"Unary2Add", "void m(Character c) { c++; }", ""}, // c += 1 is an int's
		{"Unary2Add", "int m(int k) { for (int i = 0; i < k; i++) ; return k++; }", ""},

		{"Add2Equal", "int m(int s, int i) { s += i; s -= i + 1; return s; }", "int m(int s, int i) { s = s + i; s = s - (i + 1); return s; }"},
		{"Add2Equal", "char m(char c) { c += 1; return c; }", "char m(char c) { c = (char) (c + 1); return c; }"},
		{"Add2Equal", "int m(int s, double d) { s *= d; return s; }", "int m(int s, double d) { s = (int) (s * d); return s; }"},
		{"Add2Equal", "int m(int s, long d) { s <<= d; return s; }", "int m(int s, long d) { s = s << d; return s; }"},
		{"Add2Equal", "String m(String s, int i) { s += i + 1; return s; }", "String m(String s, int i) { s = s + (i + 1); return s; }"},
		{"Add2Equal", "void m(int[] a, int i) { a[i++] += 1; }", ""}, // evaluated twice
		{"Add2Equal", "int[] g() { return null; } void m() { g()[0] += 1; }", ""},

		{"MergeVarDecl", "int m() { int a = 0; int b = a; int c = 1; return b; }", "int m() { int a = 0, b = a; int c = 1; return b; }"},
		{"MergeVarDecl", "int m() { int a = 0; long b = a; return a; }", ""},
		{"MergeVarDecl", "int m() { final int a = 0; int b = a; return a; }", ""},
		{"MergeVarDecl", "int m() { int a = 0; /* c */ int b = a; return a; }", ""},

		{"InfixDividing", "int m(int i) { if (i % 2 == 0) return 1; return 0; }", "int m(int i) { int tmp = i % 2; if (tmp == 0) return 1; return 0; }"},
		{"InfixDividing", "long m(int i, long tmp) { return i * 2 + tmp * 3; }", "long m(int i, long tmp) { int tmp1 = i * 2; return tmp1 + tmp * 3; }"},
		{"InfixDividing", "int m(int i) { if (i > 0 && i % 2 == 0) return 1; return 0; }", "int m(int i) { boolean tmp = i > 0; if (tmp && i % 2 == 0) return 1; return 0; }"},
		{"InfixDividing", "boolean m(boolean b, int i) { i--; return b && i % 2 == 0; }", ""}, // not evaluated where b is false
		{"InfixDividing", "int m(boolean b, int i) { i--; return b ? i * 2 + 1 : i; }", ""},
		{"InfixDividing", "int m(int i) { return i > 0 ? i * 2 : i; }", "int m(int i) { boolean tmp = i > 0; return tmp ? i * 2 : i; }"},
		{"InfixDividing", "int m(int i) { return 3 + i++ + (i * 2 > 1 ? 1 : 2); }", ""},                  // i++ comes first
		{"InfixDividing", "boolean m(int i, boolean b) { return 3 + i++ > 5 == (i * 2 > 1 && b); }", ""}, // the same
		{"InfixDividing", "boolean m(int i, boolean b) { return b == (i++ > 5) == (i > 1 && b); }", ""},
		{"InfixDividing", "int m(int i, int s) { s += i % 10 * i; return s; }", "int m(int i, int s) { int tmp = i % 10; s += tmp * i; return s; }"},
		{"InfixDividing", "double m(int r) { double d = (2 * 3.5 * r * r); return d; }", "double m(int r) { double tmp = 2 * 3.5 * r; double d = (tmp * r); return d; }"},
		{"InfixDividing", "int m(int[] a, int i) { return a[0] + (i + 1) * 2; }", "int m(int[] a, int i) { int tmp = a[0] + (i + 1) * 2; return tmp; }"},
		{"InfixDividing", "int m(int[] a, int i) { a[0] = a[i] + i * 2; return 0; }", "int m(int[] a, int i) { int tmp = i * 2; a[0] = a[i] + tmp; return 0; }"},
		{"InfixDividing", "int m(int[] a, int i) { a[0] = a[0] + 3 * 4 / i; return 0; }", ""}, // which exception?
		{"InfixDividing", "int m(int[] a, int i) { return a[i++] + i * 2; }", ""},
		{"InfixDividing", "int m(int i) { int j = 3 + i++ + i * 2; return j; }", ""},
		{"InfixDividing", "int m(int i) { while (i % 2 == 0) i /= 2; return i; }", ""}, // evaluated again
		{"InfixDividing", "int m(int n) { int s = 0; for (int i = 0; i <= n / 2; i++) s++; return s; }", "int m(int n) { int s = 0; int tmp = n / 2; for (int i = 0; i <= tmp; i++) s++; return s; }"},
		{"InfixDividing", "String m(String s, int n) { return s + n + s; }", "String m(String s, int n) { String tmp = s + n; return tmp + s; }"},
		{"InfixDividing", "String m(String s, Object o) { return s + n() + (s + o); } int n() { return 1; }", "String m(String s, Object o) { String tmp = s + n(); return tmp + (s + o); } int n() { return 1; }"},
		{"InfixDividing", "int m(int n) { int s = 0; while (s < n * 2) { s++; n--; } return s; }", ""},             // n is assigned
		{"InfixDividing", "int m(int k) { int s = 0; for (int i = 0, n = k; i < n - 1; i++) s++; return s; }", ""}, // n is declared in the loop
		{"InfixDividing", "int m(int n, int k) { int s = 0; while (s < n / k) s++; return s; }", ""},               // may throw
		{"InfixDividing", "int n; int m() { int s = 0; while (s < n * 2) s++; return s; }", ""},                    // a field may change
		{"InfixDividing", "boolean m(boolean b, int n, int k) { return b && n - 1 == k; }", "boolean m(boolean b, int n, int k) { int tmp = n - 1; return b && tmp == k; }"},
		{"InfixDividing", "int m(boolean b, int i) { if (b) return 2; else if (i % 2 == 0) return 1; return 0; }",
			"int m(boolean b, int i) { if (b) return 2; else { int tmp = i % 2; if (tmp == 0) return 1; } return 0; }"},
		{"InfixDividing", "int m(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * i + 1; return s; }",
			"int m(int n) { int s = 0; for (int i = 0; i < n; i++) { int tmp = i * i; s += tmp + 1; } return s; }"},
		{"InfixDividing", "void m(int[] a, int k, boolean b) { if (b) a[k++] = 1; else k--; }", "void m(int[] a, int k, boolean b) { if (b) { a[k] = 1; k++; } else k--; }"},
		{"InfixDividing", "void m(int n) { for (n = n * n; n > 3; n = n / 2 - 1) ; }", ""}, // not in a header
		{"InfixDividing", "void m(int[] a, int k, int v) { a[k++] = v; }", "void m(int[] a, int k, int v) { a[k] = v; k++; }"},
		{"InfixDividing", "void m(int[] a, int k) { a[k++] = k; }", ""},
		{"InfixDividing", "int k; void m(int[] a) { a[k++] = 1; }", ""},
		{"InfixDividing", "int m(int[] a, int k) { try { a[k++] = 1; } catch (RuntimeException e) { } return k; }", ""},

		{"For2While", "int m(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; }",
			"int m(int n) { int s = 0; { int i = 0; while (i < n) { s += i; i++; } } return s; }"},
		{"For2While", "int m(int n) { for (int i = 0, j = n; i < j; i++, j--) { if (i == 3) continue; n--; } return n; }",
			"int m(int n) { { int i = 0, j = n; while (i < j) { if (i == 3) { i++; j--; continue; } n--; i++; j--; } } return n; }"},
		{"For2While", "int m(int n) { for (;;) { if (n++ > 3) break; } return n; }", "int m(int n) { { while (true) { if (n++ > 3) break; } } return n; }"},
		{"For2While", "int m(int n) { a: for (int i = 0; i < n; i++) { continue a; } return n; }", ""},
		{"For2While", "int m(int n) { for (int i = 0; i < n; i++) { return i; } return n; }", ""}, // i++ would not be reached

		{"For2While", "void m(int n) { for (int i = 0; i < n; i++) { try { if (i == 1) continue; n--; } finally { n += i; } } }", ""}, // i++ would be done before finally
		{"For2While", "int f; void m(int n) { for (; f < n; f++) { int f = n; n = f; } }", ""},                                        // f++ would be the local's
		{"While2For", "int m(int n) { while (n > 3) n--; return n; }", "int m(int n) { for (; n > 3;) n--; return n; }"},
		{"ElseIf2If", "int m(int n) { if (n > 3) return 1; else if (n > 2) return 2; else if (n > 1) return 3; return 4; }",
			"int m(int n) { if (n > 3) return 1; else { if (n > 2) return 2; else { if (n > 1) return 3; } } return 4; }"},

		{"Switch2If", "int m(int n) { int r; switch (n) { case 1: case 2: r = 1; break; case 3: return 2; default: r = 4; } return r; }",
			"int m(int n) { int r; if (n == 1 || n == 2) { r = 1; } else if (n == 3) { return 2; } else { r = 4; } return r; }"},
		{"Switch2If", `int m(String s) { switch (s) { case "a": return 1; } return 2; }`, `int m(String s) { if (s.equals("a")) { return 1; } return 2; }`},
		{"Switch2If", "int m(boolean a, int n) { if (a) switch (n) { case 1: return 1; } else return 2; return 3; }", ""}, // the else would be the new if's
		{"Switch2If", "int f; int m(int n) { int r; switch (n) { case 1: int f = 2; r = f; break; default: f = 7; r = f; } return r; }", ""},
		{"Switch2If", "int m(int n) { switch (n) { case 1: n = 2; case 2: n = 3; } return n; }", ""},           // falls through
		{"Switch2If", "int m(int n) { switch (n) { case 1: if (n > 0) break; n = 2; break; } return n; }", ""}, // leaves from within
		{"Switch2If", "int m(int n) { switch (n++) { case 1: return 1; } return n; }", ""},                     // evaluated for each case
		{"Switch2If", "int m(int n) { switch (n) { default: n = 0; break; case 1: n = 2; } return n; }", ""},   // default is not last

		{"SwapStatement", "int m(int[] a) { int i = 0; int n = a.length; return n; }", "int m(int[] a) { int n = a.length; int i = 0; return n; }"},
		{"SwapStatement", "int m(int[] a, String s) { int i = a.length; int n = s.length(); return n; }", "int m(int[] a, String s) { int n = s.length(); int i = a.length; return n; }"},
		{"SwapStatement", "int m(int[] a, String s) { int i = a.length; char n = s.charAt(0); return n; }", ""}, // which exception?
		{"SwapStatement", "int m(int[] a) { int i = 0; int n = i; return n; }", ""},
		{"SwapStatement", "int x; int m() { int a = x; int x = 3; return a + x; }", ""},                             // x would be the local
		{"SwapStatement", "int n; String m(Object o, int k) { String t = \"\" + o; int j = n; return t + j; }", ""}, // toString may assign n
		{"SwapStatement", "int m(int[] a, int[] b) { int i = a[0]; int n = b[0]; return n; }", ""},
		{"SwapStatement", "int g() { return 1; } int m() { int i = g(); int n = 2; return n; }", "int g() { return 1; } int m() { int n = 2; int i = g(); return n; }"},
		{"SwapStatement", "int f; int g() { return f++; } int m() { int i = g(); int n = f; return n; }", ""},  // the call changes the field
		{"SwapStatement", "int g() { return 1; } int m(int[] a) { int i = g(); int n = a[0]; return n; }", ""}, // which exception, which element?
		{"SwapStatement", "int g(int i) { return 1; } int m(int i) { g(i); i++; return i; }", ""},              // the call reads it
		{"SwapStatement", "int g(int i) { return 1; } int m(int i, int k) { g(k++); i = 2; return i; }", ""},   // assigns inside of a call
		{"SwapStatement", "int g() { return 1; } int m() { int i = g(); int n = g(); return n; }", ""},
		{"SwapStatement", "void m(int[] a, int i, int k) { a[i] = 2; k--; }", "void m(int[] a, int i, int k) { k--; a[i] = 2; }"},
		{"SwapStatement", "void m(int[] a, int i) { a[i] = 2; i--; }", ""},
		{"SwapStatement", "C(int i) { super(); i = 2; }", ""},
		{"SwapStatement", "C() { } C(int i) { this(); i = 2; }", ""},
		{"SwapStatement", "int f; void m(int i) { f = 2; i--; this.f++; }", "int f; void m(int i) { i--; f = 2; this.f++; }"},
		{"SwapStatement", "void m(int[] a, int i, int k) { a[k++] = 2; i--; }", ""},
		{"SwapStatement", "void m(int[] a, int k, Integer i) { a[k] = 2; i++; }", ""}, // i may be null
		{"SwapStatement", "int m(int i) { Runnable r = () -> System.out.println(i); int n = 2; return n; }", "int m(int i) { int n = 2; Runnable r = () -> System.out.println(i); return n; }"},
		{"SwapStatement", "void m(java.util.List<Integer> l, int i) { l.add(3); i = 1; }", "void m(java.util.List<Integer> l, int i) { i = 1; l.add(3); }"},
		{"SwapStatement", "int m(int[] a, int i) { try { i = 1; int n = a[0]; } catch (RuntimeException e) { } return i; }", ""},

		{"ReverseIf", "int m(int a) { if (a > 1) return 2; return 1; }", "int m(int a) { if (!(a > 1)) ; else { return 2; } return 1; }"},
		{"ReverseIf", "int m(int a) { if (a > 1) { a--; } else a++; return a; }", "int m(int a) { if (!(a > 1)) { a++; } else { a--; } return a; }"},

		{"If2CondExp", "int m(int[] a, int m) { if (a[0] > m) { m = a[0]; } return m; }", "int m(int[] a, int m) { m = (a[0] > m) ? a[0] : m; return m; }"},
		{"If2CondExp", "int m(int a, int m) { if (a > m) m = a + 1; else m = 2; return m; }", "int m(int a, int m) { m = (a > m) ? (a + 1) : 2; return m; }"},
		{"If2CondExp", "int m(Integer[] a, int m) { if (a[0] > m) m = a[0]; else m = a[1]; return m; }", "int m(Integer[] a, int m) { m = (a[0] > m) ? a[0] : a[1]; return m; }"},
		{"If2CondExp", "long m(int[] a, long m) { if (a[0] > m) m = a[0]; else m = 1L; return m; }", "long m(int[] a, long m) { m = (a[0] > m) ? a[0] : 1L; return m; }"},
		{"If2CondExp", "double m(int[] a, float f) { double m; if (a[0] > 3) m = a[0]; else m = f; return m; }", ""}, // an int would become a float first
		{"If2CondExp", "int[] m(int[] a, int[] m) { if (a[0] > 3) m = a; return m; }", "int[] m(int[] a, int[] m) { m = (a[0] > 3) ? a : m; return m; }"},
		{"If2CondExp", "Object m(int[] a, Object m) { if (a[0] > 3) m = 1; else m = 2.0; return m; }", ""}, // 1 would become 1.0
		{"If2CondExp", "Object m(int[] a, Object m, Integer k) { if (a[0] > 3) m = k; else m = 2.0; return m; }", ""},
		{"If2CondExp", "Runnable m(int a) { Runnable r; if (a > 3) r = () -> {}; else r = null; return r; }", ""}, // no type of its own
		{"If2CondExp", "int m(int a, int m) { if (a > m) m += a; return m; }", ""},
		{"If2CondExp", "int m(int a, int b, int m) { if (a > m) m = a; else b = m; return b; }", ""},
		{"If2CondExp", "Integer m(int a, Integer m) { if (a > 3) m = a; return m; }", ""}, // null would be unboxed

		{"CondExp2If", "int m(boolean c) { int r = c ? 1 : 2; r = c ? r : 3; return r; }", "int m(boolean c) { int r; if (c) r = 1; else r = 2; if (c) r = r; else r = 3; return r; }"},
		{"CondExp2If", "int m(int s, boolean c) { s += (c ? 1 : -1); return s; }", "int m(int s, boolean c) { if (c) s += 1; else s += -1; return s; }"},
		{"CondExp2If", "int m(int s) { s += s++ > 0 ? 1 : -1; return s; }", ""},         // s is read before
		{"CondExp2If", "Object m(boolean c) { Object r = c ? 1 : 2.0; return r; }", ""}, // 1 becomes 1.0
		{"CondExp2If", "int m(boolean c) { return c ? 1 : 2; }", "int m(boolean c) { if (c) return 1; else return 2; }"},
		{"CondExp2If", "double m(boolean c) { return (c ? 1 : 2); }", "double m(boolean c) { if (c) return 1; else return 2; }"},
		{"CondExp2If", "Object m(boolean c) { return c ? 1 : 2.0; }", ""},                  // 1 becomes 1.0
		{"CondExp2If", "Object m(boolean c, Integer k) { return c ? 1 : k; }", ""},         // null would be unboxed
		{"CondExp2If", "int m(boolean c) { if (c) return c ? 1 : 2; else return 3; }", ""}, // no list of statements
		{"CondExp2If", "int m(boolean c) { var r = c ? 1 : 2; return r; }", ""},

		{"DividingComposedIf", "int m(int a) { if (a > 1 && a < 4 && a != 2) return 2; else a--; return a; }",
			"int m(int a) { if (a > 1 && a < 4) { if (a != 2) { return 2; } else { a--; } } else { a--; } return a; }"},
		{"DividingComposedIf", "int m(int a) { if (a > 1 || a < 4) return 2; return a; }", ""},
	}
	cases = append(cases, []struct{ rule, code, want string }{
		{"NestedIf2ElseIf", "int m(int n) { if (n > 3) return 1; else { if (n > 2) return 2; else return 3; } }", "int m(int n) { if (n > 3) return 1; else if (n > 2) return 2; else return 3; }"},
		{"NestedIf2ElseIf", "int m(int n) { if (n > 3) return 1; else { if (n > 2) return 2; n++; } return n; }", ""},
		{"NestedIf2ElseIf", "int m(int n) { if (n > 5) if (n > 3) n = 1; else { if (n > 2) return 2; } else n = 5; return n; }", ""}, // the last else

		{"SplitVarDecl", "int m(int n) { int a = n, b; b = a; return b; }", "int m(int n) { int a; a = n; int b; b = a; return b; }"},
		{"SplitVarDecl", "int m(int n) { int a; a = n; return a; }", ""},
		{"SplitVarDecl", "int m() { int[] a = {1}; var b = 2; final int c = 3; int d[] = null; return b; }", ""},
		{"SplitVarDecl", "int m(int n) { for (int i = 0; i < n; i++) ; return n; }", ""},
		{"SplitVarDecl", "Runnable m(int n) { int a = n; return () -> System.out.println(a); }", "Runnable m(int n) { int a; a = n; return () -> System.out.println(a); }"},

		{"ConstantUnfolding", "int m(int n) { return n * 7; }", "int m(int n) { return n * (19 - 12); }"},
		{"ConstantUnfolding", "byte m() { byte b = -0x7f; return b; }", "byte m() { byte b = -(139 - 12); return b; }"},
		{"ConstantUnfolding", "int m(int n) { switch (n) { case 1: return 0x7fffffff; } return -2147483648; }", "int m(int n) { switch (n) { case (13 - 12): return 0x7fffffff; } return -2147483648; }"},
		{"ConstantUnfolding", "long m() { return 7L + 'a'; }", ""},

		{"ContinueToElse", "int m(int n) { while (n > 3) { n--; if (n == 5) continue; n--; n--; } return n; }", "int m(int n) { while (n > 3) { n--; if (n == 5) { } else { n--; n--; } } return n; }"},
		{"ContinueToElse", "int m(int n) { for (;;) { if (n == 5) { continue; } n--; if (n == 0) continue; n--; } }", "int m(int n) { for (;;) { if (n == 5) { } else { n--; if (n == 0) { } else { n--; } } } }"},
		{"ContinueToElse", "int m(int n) { a: while (n > 3) { if (n == 5) continue a; n--; if (n == 9) n--; else continue; } return n; }", ""},
		{"ContinueToElse", "int m(int n) { while (n > 3) { { if (n == 5) continue; n--; } n--; } return n; }", ""}, // does not end the body
	}...)
	lib := types.NewLibrary(classlib.FS)
	tried := map[string]bool{}
	for _, c := range cases {
		r, ok := transforms.Named(c.rule)
		if !ok {
			t.Fatalf("no rule %s", c.rule)
		}
		src := "class C { " + c.code + " }"
		got, places, errs := r.Apply(lib, "C.java", src)
		if len(errs) > 0 {
			t.Errorf("%s: %s: %v", c.rule, c.code, errs[0])
			continue
		}
		want := c.want
		if want == "" {
			want = c.code
		}
		if body := strings.TrimSuffix(strings.TrimPrefix(got, "class C { "), " }"); body != want || (places > 0) != (c.want != "") {
			t.Errorf("%s: %s\n got %s\nwant %s", c.rule, c.code, body, want)
		}
		tried[r.Name] = tried[r.Name] || c.want != ""
	}
	for _, r := range slices.Concat(transforms.Rules, transforms.Extras) {
		if !tried[r.Name] {
			t.Errorf("no case of %s", r.Name)
		}
	}
	if len(transforms.Rules) != 18 {
		t.Errorf("%d rules", len(transforms.Rules))
	}
}
