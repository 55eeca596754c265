package types

import "ensures/java"

// The rest of this package's interface; bodies follow.

// Unit is one checked compilation unit: a file, its classes and their Info.
// Bodies of methods are checked on demand (library) or by Check (programs).
type Unit struct {
	File    *java.File
	Classes []*Class // top-level
	Info    *Info
}

// Scope is a set of visible local variables in a method of a class.
type Scope struct {
	Parent *Scope
	Class  *Class
	Method *Method // nil in initialisers
	Static bool    // no `this`
	Locals []*Local
}

func methodKey(m *Method) string { return "" }

func (t *ClassType) String() string    { return t.Class.Name }
func (t *ArrayType) String() string    { return t.Elem.String() + "[]" }
func (t *TypeVar) String() string      { return t.Name }
func (t *Wildcard) String() string     { return "?" }
func (t *Intersection) String() string { return "&" }
