package mir

import "math/big"

// limit is the value of MIN or MAX of an integer type, in decimal; empty for
// anything else.
func limit(typ, name string) string {
	t := prim(typ)
	bits := t.Bits()
	if bits == 0 {
		return ""
	}
	if t.Signed() {
		bits--
	}
	edge := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	switch {
	case name == "MAX":
		return edge.Sub(edge, big.NewInt(1)).String()
	case name == "MIN" && t.Signed():
		return edge.Neg(edge).String()
	case name == "MIN":
		return "0"
	}
	return ""
}
