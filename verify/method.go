package verify

import (
	"fmt"
	"strings"

	"ensures/java/types"
)

// MethodKey names one method of a file: no two have the same. Its text, which is
// also its form in JSON, is "Outer.Inner.name(int,java.lang.String[])".
type MethodKey struct {
	Class  string // "Outer.Inner", without the package; a local or anonymous one's binary name
	Name   string // "<init>" is a constructor, "<clinit>" the initialisation of the class
	Params string // erased types, fully qualified, with commas between them
}

// KeyOf returns the key of a method.
func KeyOf(m *types.Method) MethodKey {
	k := MethodKey{Class: m.Owner.QualifiedName(), Name: m.Name}
	for c := m.Owner; c != nil; c = c.Outer {
		if c.Local { // its canonical name is not its own
			k.Class = m.Owner.Binary
		}
	}
	if p := m.Owner.Package; p != "" {
		k.Class = strings.TrimPrefix(k.Class, p+".")
	}
	params := make([]string, len(m.Params))
	for i, p := range m.Params {
		params[i] = types.Erasure(p.Type).String()
	}
	k.Params = strings.Join(params, ",")
	return k
}

// Short returns the method as messages name it: "m", the class's name for a
// constructor, and "Inner.m" in a nested class.
func (k MethodKey) Short() string {
	class := k.Class[strings.LastIndexByte(k.Class, '.')+1:]
	if i := strings.LastIndexByte(class, '$'); i >= 0 { // a local class
		if name := strings.TrimLeft(class[i+1:], "0123456789"); name != "" {
			class = name
		}
	}
	name := k.Name
	if name == "<init>" {
		name = class
	}
	if strings.ContainsAny(k.Class, ".$") {
		return class + "." + name
	}
	return name
}

// IsZero reports whether k names no method.
func (k MethodKey) IsZero() bool { return k == MethodKey{} }

func (k MethodKey) String() string {
	if k.IsZero() {
		return ""
	}
	return k.Class + "." + k.Name + "(" + k.Params + ")"
}

// MarshalText implements encoding.TextMarshaler.
func (k MethodKey) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (k *MethodKey) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*k = MethodKey{}
		return nil
	}
	front, params, ok := strings.Cut(string(b), "(")
	params, closed := strings.CutSuffix(params, ")")
	dot := strings.LastIndexByte(front, '.')
	if !ok || !closed || dot < 0 {
		return fmt.Errorf("%q is no method: want Class.name(types)", b)
	}
	*k = MethodKey{Class: front[:dot], Name: front[dot+1:], Params: params}
	return nil
}
