package native_test

import (
	"testing"

	"ensures/java/classlib"
	"ensures/java/types"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
)

// TestEnclosing: an object of an inner class has another object around it, which its code and
// its clauses mean by Outer.this and by members of Outer without an object.
func TestEnclosing(t *testing.T) {
	b := nativetest.Backend(t, native.Options{Library: types.NewLibrary(classlib.FS)})
	for _, c := range []claim{
		{"a field is written", `class Main { int n; class In { //@ ensures n == 3;
			void m() { n = 3; } } }`, "m", verified},
		{"by its name", `class Main { int n; class In { //@ ensures Main.this.n == 3;
			void m() { Main.this.n = 3; } } }`, "m", verified},
		{"a field of the same name", `class Main { int n; class In { int n; //@ ensures n == 1 && Main.this.n == 2;
			void m() { Main.this.n = 2; n = 1; } } }`, "m", verified},
		{"two levels", `class Main { int n; class In { class Deep { //@ ensures n == 3 && Main.this.n == 3;
			void m() { n = 3; } } } }`, "m", verified},
		{"its field is not this one's", `class Main { int n; //@ assignable o.n; ensures o.n == 0;
			static void reset(Main o) { o.n = 0; }
			class In { //@ ensures n == \old(n);
			void m(Main o) { reset(o); } } }`, "m", not},
		{"another's field is not its", `class Main { int n; class In { //@ ensures n == 1;
			void m(Main o) { o.n = 1; } } }`, "m", not},
		{"it is not this", `class Main { class In extends Main { //@ ensures \result;
			boolean m() { return Main.this == this; } } }`, "m", not},
		{"nor in a clause", `class Main { class In extends Main { //@ ensures Main.this == this;
			void m() { } } }`, "m", not},
		{"an inherited member is this one's", `class Main { int n; class In extends Main { //@ ensures this.n == 3;
			void m() { n = 3; } } }`, "m", verified},
		{"it is not null", `class Main { class In { //@ ensures \result != null;
			Main m() { return Main.this; } } }`, "m", verified},
		{"two objects are in one, perhaps not", `class Main { int n; class In { //@ ensures \result;
			boolean m(In o) { return me() == o.me(); }
			//@ pure ensures \result == Main.this;
			Main me() { return Main.this; } } }`, "m", not},
		{"a method", `class Main { int n; //@ ensures n == 4;
			void set() { n = 4; }
			class In { //@ ensures n == 4;
			void m() { set(); } } }`, "m", verified},
		{"a method's precondition", `class Main { int n; //@ requires n > 0;
			void use() { }
			class In { int n; void m() { if (n > 0) use(); } } }`, "m", not},
		{"a frame", `class Main { int n; class In { //@ assignable n; ensures n == 1;
			void m() { n = 1; } } }`, "m", verified},
		{"a frame of this one's fields", `class Main { int n; class In { int k; //@ assignable k;
			void m() { n = 1; } } }`, "m", not},
		{"a frame of its field", `class Main { int n; class In { //@ assignable n;
			void m(Main o) { o.n = 1; } } }`, "m", not},
		{"its invariant is broken", `class Main { //@ spec_public
			private int n; //@ invariant n >= 0;
			class In { void m() { n = -1; } } }`, "m", not},
		{"its invariant holds", `class Main { //@ spec_public
			private int n; //@ invariant n >= 0;
			class In { //@ ensures n >= 0;
			void m() { } } }`, "m", verified},
		{"a pure method in a clause", `class Main { private /*@ spec_public @*/ int n; //@ ensures \result == n;
			/*@ pure @*/ int get() { return n; }
			class In { //@ ensures get() == 7;
			void m() { n = 7; } } }`, "m", verified},
		{"a pure method that reads it", `class Main { int n; class In { /*@ pure @*/ int get() { return n; }
			//@ ensures get() == 7;
			void m(Main o) { o.n = 7; } } }`, "m", not},
		{"a model field", `class Main { private int n; //@ public model int size; represents size = n;
			class In { //@ ensures size == 7;
			void m(Main o) { o.n = 7; } } }`, "m", not},
		{"a local class", `class Main { int n; void f() { class L { //@ ensures n == 1;
			void m() { n = 1; } } } }`, "m", unsupported},
	} {
		c.run(t, b)
	}
}
