package fdlibm

import "math"

const (
	ln2Hi  = 6.93147180369123816490e-01
	ln2Lo  = 1.90821492927058770002e-10
	invLn2 = 1.44269504088896338700e+00
	two54  = 1.80143985094819840000e+16
)

// scale multiplies by 2 to the k by adding to the exponent.
func scale(y float64, k int32) float64 { return withHigh(y, high(y)+k<<20) }

// byLn2 takes the nearest multiple k of ln 2 from x; the difference is hi - lo.
func byLn2(x float64) (hi, lo float64, k int32) {
	switch {
	case uint32(high(x))&0x7fffffff >= 0x3ff0a2b2:
		k = int32(float64(invLn2*x) + math.Copysign(0.5, x))
		t := float64(k)
		return x - float64(t*ln2Hi), float64(t * ln2Lo), k
	case high(x) < 0:
		return x + ln2Hi, -ln2Lo, -1
	}
	return x - ln2Hi, ln2Lo, 1
}

// Exp is e to the x.
func Exp(x float64) float64 {
	hx := uint32(high(x)) & 0x7fffffff
	switch {
	case x != x:
		return x
	case x > 7.09782712893383973096e+02:
		return math.Inf(1)
	case x < -7.45133219101941108420e+02:
		return 0
	}

	var hi, lo float64
	var k int32
	switch {
	case hx > 0x3fd62e42:
		hi, lo, k = byLn2(x)
		x = hi - lo
	case hx < 0x3e300000:
		return 1 + x
	}

	t := x * x
	c := x - float64(t*poly(t, 1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05,
		-1.65339022054652515390e-06, 4.13813679705723846039e-08))
	if k == 0 {
		return 1 - (float64(x*c)/(c-2) - x)
	}
	y := 1 - ((lo - float64(x*c)/(2-c)) - hi)
	if k >= -1021 {
		// 2 to the 1024 is no double, though the product may be one.
		if k == 1024 {
			return y * 2 * 0x1p1023
		}
		return scale(y, k)
	}
	// The result is subnormal: scaled within the normal numbers, then
	// rounded once by a product with 2^-1000.
	return scale(y, k+1000) * 9.33263618503218878990e-302
}

// Expm1 is e to the x, less 1.
func Expm1(x float64) float64 {
	hx := uint32(high(x)) & 0x7fffffff
	negative := high(x) < 0
	if hx >= 0x4043687a {
		switch {
		case x != x:
			return x
		case x > 7.09782712893383973096e+02:
			return math.Inf(1)
		case negative:
			return -1
		}
	}

	var c float64
	var k int32
	switch {
	case hx > 0x3fd62e42:
		var hi, lo float64
		hi, lo, k = byLn2(x)
		x = hi - lo
		// What the rounding of hi - lo has lost.
		c = (hi - x) - lo
	case hx < 0x3c900000:
		return x
	}

	hfx := 0.5 * x
	hxs := x * hfx
	r1 := poly(hxs, 1, -3.33333333333331316428e-02, 1.58730158725481460165e-03, -7.93650757867487942473e-05,
		4.00821782732936239552e-06, -2.01099218183624371326e-07)
	t := 3 - float64(r1*hfx)
	e := float64(hxs * ((r1 - t) / (6 - float64(x*t))))
	if k == 0 {
		return x - (float64(x*e) - hxs)
	}
	e = float64(x*(e-c)) - c
	e -= hxs

	switch {
	case k == -1:
		return float64(0.5*(x-e)) - 0.5
	case k == 1:
		if x < -0.25 {
			return -2 * (e - (x + 0.5))
		}
		return 1 + float64(2*(x-e))
	// Here subtracting 1 at the end loses nothing that a double would show.
	case k <= -2 || k > 56:
		return scale(1-(e-x), k) - 1
	case k < 20:
		return scale(withHigh(1, 0x3ff00000-0x200000>>k)-(e-x), k)
	}
	y := x - (e + withHigh(1, (0x3ff-k)<<20))
	return scale(y+1, k)
}

// Sinh is the hyperbolic sine of x.
func Sinh(x float64) float64 {
	ix := high(x) & 0x7fffffff
	if ix >= 0x7ff00000 {
		return x + x
	}
	h := math.Copysign(0.5, x)
	a := math.Abs(x)
	switch {
	case ix < 0x40360000:
		if ix < 0x3e300000 {
			return x
		}
		t := Expm1(a)
		if ix < 0x3ff00000 {
			return h * (float64(2*t) - float64(t*t)/(t+1))
		}
		return h * (t + t/(t+1))
	case ix < 0x40862e42:
		return h * Exp(a)
	case overflows(a):
		return x * math.Inf(1)
	}
	// exp(x) is infinite already, though half of it is not: it is taken as a square.
	w := Exp(0.5 * a)
	return h * w * w
}

// overflows reports whether half of e to the x is beyond the doubles.
func overflows(x float64) bool { return math.Float64bits(x) > 0x408633ce8fb9f87d }

// Cosh is the hyperbolic cosine of x.
func Cosh(x float64) float64 {
	ix := high(x) & 0x7fffffff
	if ix >= 0x7ff00000 {
		return x * x
	}
	a := math.Abs(x)
	switch {
	case ix < 0x3fd62e43:
		t := Expm1(a)
		w := 1 + t
		if ix < 0x3c800000 {
			return w
		}
		return 1 + float64(t*t)/(w+w)
	case ix < 0x40360000:
		t := Exp(a)
		return float64(0.5*t) + 0.5/t
	case ix < 0x40862e42:
		return 0.5 * Exp(a)
	case overflows(a):
		return math.Inf(1)
	}
	w := Exp(0.5 * a)
	return 0.5 * w * w
}

// Tanh is the hyperbolic tangent of x.
func Tanh(x float64) float64 {
	ix := high(x) & 0x7fffffff
	if x != x {
		return x
	}
	z := 1.0
	if ix < 0x40360000 {
		if ix < 0x3c800000 {
			return x * (1 + x)
		}
		if ix >= 0x3ff00000 {
			z = 1 - 2/(Expm1(2*math.Abs(x))+2)
		} else {
			t := Expm1(-2 * math.Abs(x))
			z = -t / (t + 2)
		}
	}
	if high(x) < 0 {
		return -z
	}
	return z
}
