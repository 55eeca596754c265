package interp

import "maps"

// natives joins the tables of the library's native methods.
func natives() map[string]Native {
	all := map[string]Native{}
	for _, table := range []map[string]Native{
		stringNatives(),
		builderNatives(),
		characterNatives(),
		integerNatives(),
		floatNatives(),
		mathNatives(),
		classNatives(),
		systemNatives(),
		coreNatives(),
		arraysNatives(),
		hashMapNatives(),
		bigIntegerNatives(),
		bigDecimalNatives(),
		regexNatives(),
		formatNatives(),
		scannerNatives(),
	} {
		maps.Copy(all, table)
	}
	return all
}
