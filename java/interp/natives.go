package interp

import "maps"

// natives joins the tables of the library's native methods.
func natives() map[string]Native {
	all := map[string]Native{}
	for _, table := range []map[string]Native{
		stringConstructors(),
		stringUnits(),
		stringComparisons(),
		stringSearches(),
		stringEdits(),
		stringArrays(),
		stringValues(),
		builderNatives(),
		characterNatives(),
		integerNatives(),
		floatNatives(),
		mathNatives(),
		classNatives(),
		classRelations(),
		systemNatives(),
		outputNatives(),
		inputNatives(),
		outsideNatives(),
		coreNatives(),
		arraysNatives(),
		hashMapNatives(),
		bigIntegerConstructors(),
		bigIntegerArithmetic(),
		bigIntegerBits(),
		bigIntegerText(),
		bigIntegerConversions(),
		bigDecimalConstructors(),
		bigDecimalArithmetic(),
		bigDecimalScales(),
		bigDecimalText(),
		bigDecimalConversions(),
		stringPatterns(),
		patternNatives(),
		matcherNatives(),
		formatNatives(),
		scannerNatives(),
	} {
		maps.Copy(all, table)
	}
	return all
}
