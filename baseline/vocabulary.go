package baseline

import (
	"ensures/bench"
	"ensures/java"
	"ensures/java/types"
)

// variable is something that a template speaks of.
type variable struct {
	text   string
	result bool // \result or a part of it
}

// vocabulary are a method's variables by what can be said of them.
type vocabulary struct {
	numbers  []variable // integers, characters, lengths
	booleans []variable
	refs     []variable // what may be null
	arrays   []variable // arrays of numbers
}

// of reads the vocabulary of a method: parameters, fields of this, and \result.
func of(prep *bench.Prepared) vocabulary {
	var v vocabulary
	for _, p := range prep.Method.Params {
		v.add(p.Name, p.Type, false)
	}
	if !prep.Method.Flags.Has(java.Static) {
		for _, f := range prep.Method.Owner.Fields {
			if !f.Spec && !f.Flags.Has(java.Static) {
				v.add("this."+f.Name, f.Type, false)
			}
		}
	}
	v.add("\\result", prep.Method.Return, true)
	return v
}

func (v *vocabulary) add(text string, t types.Type, result bool) {
	x := variable{text, result}
	switch k := t.Kind(); {
	case k == types.Void:
	case k == types.Boolean:
		v.booleans = append(v.booleans, x)
	case k >= types.Byte && k <= types.Long || k == types.Char:
		v.numbers = append(v.numbers, x)
	// The templates of ESC/Java are about integers.
	case k == types.Float || k == types.Double:
	case k == types.ArrayOf:
		v.refs = append(v.refs, x)
		v.numbers = append(v.numbers, variable{text + ".length", result})
		if a, ok := t.(*types.ArrayType); ok {
			if e := a.Elem.Kind(); e >= types.Byte && e <= types.Long || e == types.Char {
				v.arrays = append(v.arrays, x)
			}
		}
	default:
		v.refs = append(v.refs, x)
		if c, ok := t.(*types.ClassType); ok && c.Class.Binary == "java.lang.String" {
			v.numbers = append(v.numbers, variable{text + ".length()", result})
		}
	}
}
