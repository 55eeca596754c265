package jml

import (
	"ensures/java"
	"ensures/java/types"
)

// Load reads a Java file with its specification: it parses and checks first the
// program, then the specification. The mistakes are those of the first of these
// steps that found any; the result is nil then.
func Load(lib *types.Library, name, src string) (*Checked, java.ErrorList) {
	f, prog, errs := types.Load(lib, name, src)
	if len(errs) > 0 {
		return nil, errs
	}
	spec, errs := Parse(f)
	if len(errs) > 0 {
		return nil, errs
	}
	chk, errs := Check(spec, prog, prog.Units[0])
	if len(errs) > 0 {
		return nil, errs
	}
	return chk, nil
}
