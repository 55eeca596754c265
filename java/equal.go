package java

import "reflect"

// Equal reports whether two trees are the same program, whatever their
// positions. Parentheses count; the diamond <> is not the absence of arguments.
func Equal(a, b Node) bool {
	if isNil(a) || isNil(b) {
		return isNil(a) && isNil(b)
	}
	return equal(reflect.ValueOf(a), reflect.ValueOf(b))
}

func isNil(n Node) bool {
	if n == nil {
		return true
	}
	v := reflect.ValueOf(n)
	return v.Kind() == reflect.Pointer && v.IsNil()
}

var (
	spanType = reflect.TypeFor[Span]()
	posType  = reflect.TypeFor[Pos]()
	fileType = reflect.TypeFor[File]()
	typeType = reflect.TypeFor[TypeExpr]()
)

func equal(a, b reflect.Value) bool {
	if a.Type() != b.Type() {
		return false
	}

	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		return equal(a.Elem(), b.Elem())
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !equal(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		t := a.Type()
		for i := range t.NumField() {
			f := t.Field(i)
			// Where it stands in the file is no part of what it says.
			if f.Type == spanType || f.Type == posType {
				continue
			}
			if t == fileType && f.Name != "Package" && f.Name != "Imports" && f.Name != "Types" {
				continue
			}
			// new T<>() and new T() differ: the one asks for inference.
			if t == typeType && f.Name == "Args" && a.Field(i).IsNil() != b.Field(i).IsNil() {
				return false
			}
			if !equal(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.String:
		return a.String() == b.String()
	case reflect.Bool:
		return a.Bool() == b.Bool()
	case reflect.Int, reflect.Int32:
		return a.Int() == b.Int()
	default:
		return a.Uint() == b.Uint()
	}
}
