// Package fdlibm computes the elementary functions as java.lang.StrictMath
// defines them, to the last bit: Java fixes their results as those of the
// published algorithms of Sun's freely distributable library, version 5.3, which
// Go's package math follows for some functions only. The Near functions are the
// nearest doubles to the true values instead, which is what compiled Math mostly gives.
//
// Products that are added to are converted explicitly: Go may otherwise fuse them
// with the sum on some processors, and so round once where Java rounds twice.
//
// The package must not know Java or the interpreter.
package fdlibm

import "math"

// high and low are the words of a double.
func high(x float64) int32 { return int32(math.Float64bits(x) >> 32) }

func low(x float64) uint32 { return uint32(math.Float64bits(x)) }

func withHigh(x float64, h int32) float64 {
	return math.Float64frombits(uint64(uint32(h))<<32 | uint64(low(x)))
}

// chop clears the low word.
func chop(x float64) float64 { return math.Float64frombits(math.Float64bits(x) &^ 0xffffffff) }

// poly is c[0] + z(c[1] + z(c[2] + …)), rounded after every step.
func poly(z float64, c ...float64) float64 {
	p := c[len(c)-1]
	for i := len(c) - 2; i >= 0; i-- {
		p = c[i] + float64(z*p)
	}
	return p
}
