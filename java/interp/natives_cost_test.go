package interp

import (
	"slices"
	"strings"
	"testing"

	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/types"
)

// What a native method does with a text or an array of 16,384 elements takes steps, but
// for the methods that are listed: their work does not grow, or they throw at once.
func TestAttackNatives(t *testing.T) {
	const n = 1 << 14
	constant := strings.Fields(constantNatives + unasked)

	bound, p := natives(), NewLibrary(types.NewLibrary(classlib.FS))
	unlisted, listed := []string{}, []string{}
	for key, method := range declaredNatives(p.TypesLibrary()) {
		if method.Owner.Binary == "java.lang.Object" {
			continue
		}
		most, applies := int64(0), false
		for _, fill := range []string{"a", " ", "0", "\\", "é\u4e00"} {
			for _, numbers := range [][]int64{{0, 0, 0, 0}, {97, 98, 0, 0}, {10, 0, 0, 0}, {0, 0, 0, n}, {0, n, 0, 0}, {0, 0, n, 0}, {n, n, n, n}, {1, 1, 1, 1}} {
				m := p.NewMachine(Options{Limits: Limits{Steps: 1 << 22, HeapBytes: 1 << 26}})
				var recv Value
				large := false
				switch {
				case method.Flags.Has(java.Static):
				case method.Name == "<init>" && method.Owner.Binary != "java.lang.String":
					recv = R(&Object{Class: m.Class(method.Owner.Binary)})
				default:
					recv, large = m.costly(&types.ClassType{Class: method.Owner}, fill, n)
					if !large {
						continue
					}
				}
				args := make([]Value, len(method.Params))
				for i, q := range method.Params {
					if v, l := m.costly(q.Type, fill, n); v.R != nil {
						args[i], large = v, large || l
					} else {
						args[i], numbers = Int(int32(numbers[0])), append(numbers[1:], numbers[0])
					}
				}
				if !large {
					continue
				}

				applies = true
				before := m.StepsUsed()
				m.guardQuiet(func() Value { return bound[key](m, recv.R, args) })
				most = max(most, m.StepsUsed()-before)
				if m.HeapUsed() == 1<<26 {
					most = n // the limit of memory ended it
				}
			}
		}
		grows := most >= n/bytesPerStep
		switch name := strings.ReplaceAll(strings.TrimPrefix(key, "java."), "StringBuffer", "StringBuilder"); {
		case applies && !grows && !slices.Contains(constant, name):
			unlisted = append(unlisted, name)
		case grows && slices.Contains(constant, name):
			listed = append(listed, name)
		}
	}
	slices.Sort(unlisted)
	slices.Sort(listed)
	if len(unlisted)+len(listed) > 0 {
		t.Errorf("natives that take no steps for a large argument: %s\nlisted as constant, but they take steps: %s", strings.Join(unlisted, " "), strings.Join(listed, " "))
	}
}

const constantNatives = `
	lang.String.<init>() lang.String.<init>(java.lang.String) lang.String.length() lang.String.isEmpty()
	lang.String.charAt(int) lang.String.codePointAt(int) lang.String.codePointBefore(int)
	lang.String.substring(int) lang.String.substring(int,int) lang.StringBuilder.<init>()
	lang.StringBuilder.append(boolean) lang.StringBuilder.append(char) lang.StringBuilder.append(double)
	lang.StringBuilder.append(float) lang.StringBuilder.append(int) lang.StringBuilder.append(long)
	lang.StringBuilder.appendCodePoint(int) lang.StringBuilder.capacity() lang.StringBuilder.charAt(int)
	lang.StringBuilder.codePointAt(int) lang.StringBuilder.codePointBefore(int) lang.StringBuilder.ensureCapacity(int)
	lang.StringBuilder.length() lang.StringBuilder.setCharAt(int,char) lang.StringBuilder.setLength(int) lang.StringBuilder.trimToSize()
	lang.Boolean.<init>(java.lang.String) lang.System.identityHashCode(java.lang.Object)
	util.Arrays.search(java.lang.Object,int,int,double) util.Arrays.search(java.lang.Object,int,int,long)
	util.Locale.unsupported(java.lang.String) util.Scanner.isStandard(java.lang.Object)
`

// unasked are the natives whose other arguments are not made here. What they do is done by
// others that are asked, or is charged by the search for a pattern.
const unasked = `
	lang.String.<init>(byte[],java.nio.charset.Charset) lang.String.getBytes(java.nio.charset.Charset)
	util.HashMap.find(java.util.HashMap.Node[],int,java.lang.Object)
	util.regex.Matcher.expand(java.util.regex.Pattern,java.lang.String,int[],java.lang.String)
	util.regex.Matcher.groupIndex(java.util.regex.Pattern,java.lang.String)
	util.regex.Matcher.run(java.util.regex.Pattern,java.lang.String,int,int,int,int,boolean,boolean)
`

// costly returns a value of a type that is large where it can be, and whether it is.
func (m *Machine) costly(typ types.Type, fill string, n int) (Value, bool) {
	text := func() *String {
		if s := NewString(fill); s.u != nil {
			return NewStringUTF16(slices.Repeat(s.u, n/len(s.u)))
		}
		return NewString(strings.Repeat(fill, n))
	}
	switch typ := typ.(type) {
	case *types.ArrayType:
		return R(m.NewArray(typ.Elem, n)), true
	case *types.ClassType:
		switch typ.Class.Binary {
		case "java.lang.Object":
			if fill == "0" {
				return R(m.NewArray(types.TInt, n)), true
			}
			return R(text()), true
		case "java.lang.String", "java.lang.CharSequence", "java.lang.Comparable":
			return R(text()), true
		case "java.lang.StringBuilder", "java.lang.StringBuffer":
			return R(m.NewObject(typ.Class.Binary, R(text()))), true
		}
		return Value{}, false
	}
	return Value{}, false
}

// declaredNatives returns the native methods of the library by their keys.
func declaredNatives(lib *types.Library) map[string]*types.Method {
	all := map[string]*types.Method{}
	var visit func(c *types.Class)
	visit = func(c *types.Class) {
		c.Load()
		for _, m := range c.Methods {
			if m.Flags.Has(java.Native) {
				all[m.Key()] = m
			}
		}
		for _, d := range c.Members {
			visit(d)
		}
	}
	for _, pkg := range lib.Packages() {
		for _, name := range lib.ClassNames(pkg) {
			if c := lib.Class(pkg + "." + name); c != nil {
				visit(c)
			}
		}
	}
	return all
}
