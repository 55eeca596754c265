package java

import "testing"

func TestMethodName(t *testing.T) {
	full := MethodName{Class: "p.q.Outer.C", Name: "m", Params: []string{"int", "java.util.List<String>", "java.lang.String[]"}}
	short := MethodName{Class: "p.Outer.C", Name: "m", Params: []string{"int", "List", "String[]"}}
	none := MethodName{Class: "C", Name: "m"}
	for _, c := range []struct {
		m    MethodName
		want string
		is   bool
	}{
		{full, "", true}, {full, "m", true}, {full, "C.m", true}, {full, "Outer.C.m", true}, {full, "p.q.Outer.C.m", true},
		{full, "D.m", false}, {full, "r.q.Outer.C.m", false}, {full, "n", false}, {full, "m*", true}, {full, "*.m", true}, {full, "Outer*", true}, {full, "D*", false},
		{full, "m(int, List, String[])", true}, {full, "m(int,java.util.List,String...)", true}, {full, "C.m(int,java.awt.List,String[])", false},
		{full, "m(int,List<String>,String[])", true}, {full, "m(int,List<Integer>,String[])", false},
		{full, "m()", false}, {full, "m(int)", false}, {full, "m(long,List,String[])", false},
		{short, "p.Outer.C.m(int,java.util.List,java.lang.String[])", true}, {short, "q.Outer.C.m", false},
		{none, "m()", true}, {none, "m(int)", false}, {none, "C.m", true},
	} {
		if got := c.m.Matches(c.want); got != c.is {
			t.Errorf("%v matches %q: %v", c.m, c.want, got)
		}
	}
}
