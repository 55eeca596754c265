package fdlibm

import "math"

const (
	lg1 = 6.666666666666735130e-01
	lg2 = 3.999999999940941908e-01
	lg3 = 2.857142874366239149e-01
	lg4 = 2.222219843214978396e-01
	lg5 = 1.818357216161805012e-01
	lg6 = 1.531383769920937332e-01
	lg7 = 1.479819860511658591e-01
)

// logSpecial is the logarithm of a number that is not positive and finite.
func logSpecial(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(-1)
	case x < 0:
		return math.NaN()
	}
	return x
}

// normal scales a subnormal number up; the result times two to the k is x.
func normal(x float64) (scaled float64, k int32) {
	if high(x) < 0x00100000 {
		return x * two54, -54
	}
	return x, 0
}

// Log is the natural logarithm of x.
func Log(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return logSpecial(x)
	}
	x, k := normal(x)

	hx := high(x)
	k += hx>>20 - 1023
	hx &= 0xfffff
	// Mantissas above √2 are halved, so that x-1 is small on both sides of zero.
	i := (hx + 0x95f64) & 0x100000
	x = withHigh(x, hx|(i^0x3ff00000))
	k += i >> 20
	f := x - 1
	dk := float64(k)
	// x is within 2^-20 of a power of two: a short series does.
	if 0xfffff&(2+hx) < 3 {
		if f == 0 {
			if k == 0 {
				return 0
			}
			return float64(dk*ln2Hi) + float64(dk*ln2Lo)
		}
		r := float64(f * f * (0.5 - float64(0.33333333333333333*f)))
		if k == 0 {
			return f - r
		}
		return float64(dk*ln2Hi) - ((r - float64(dk*ln2Lo)) - f)
	}

	s := f / (2 + f)
	z := s * s
	w := z * z
	t1 := float64(w * poly(w, lg2, lg4, lg6))
	t2 := float64(z * poly(w, lg1, lg3, lg5, lg7))
	r := t2 + t1
	if (hx-0x6147a)|(0x6b851-hx) > 0 {
		h := float64(0.5 * f * f)
		if k == 0 {
			return f - (h - float64(s*(h+r)))
		}
		return float64(dk*ln2Hi) - ((h - (float64(s*(h+r)) + float64(dk*ln2Lo))) - f)
	}
	if k == 0 {
		return f - float64(s*(f-r))
	}
	return float64(dk*ln2Hi) - ((float64(s*(f-r)) - float64(dk*ln2Lo)) - f)
}

// Log10 is the logarithm of x to base ten.
func Log10(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return logSpecial(x)
	}
	x, k := normal(x)
	hx := high(x)
	k += hx>>20 - 1023
	// 1 for a negative exponent, which is raised by it while the mantissa is taken below 1.
	i := int32(uint32(k) >> 31)
	hx = hx&0xfffff | (0x3ff-i)<<20
	y := float64(k + i)
	x = withHigh(x, hx)
	z := float64(y*3.69423907715893078616e-13) + float64(4.34294481903251816668e-01*Log(x))
	return z + float64(y*3.01029995663611771306e-01)
}

// Log1p is the natural logarithm of 1 + x.
func Log1p(x float64) float64 {
	hx := high(x)
	ax := hx & 0x7fffffff
	var f, c float64
	k, hu := int32(1), int32(1)
	if hx < 0x3fda827a {
		switch {
		case ax >= 0x3ff00000:
			if x == -1 {
				return math.Inf(-1)
			}
			return math.NaN()
		case ax < 0x3e200000:
			if ax < 0x3c900000 {
				return x
			}
			return x - float64(x*x*0.5)
		case hx > 0 || hx <= -0x402d413d:
			k, f, hu = 0, x, 1
		}
	}

	if hx >= 0x7ff00000 {
		return x + x
	}

	if k != 0 {
		var u float64
		if hx < 0x43400000 {
			u = 1 + x
			hu = high(u)
			k = hu>>20 - 1023
			// What adding 1 has lost of x, corrected for below.
			if k > 0 {
				c = 1 - (u - x)
			} else {
				c = x - (u - 1)
			}
			c /= u
		} else {
			u = x
			hu = high(u)
			k = hu>>20 - 1023
		}
		hu &= 0xfffff
		if hu < 0x6a09e {
			u = withHigh(u, hu|0x3ff00000)
		} else {
			k++
			u = withHigh(u, hu|0x3fe00000)
			hu = (0x100000 - hu) >> 2
		}
		f = u - 1
	}

	dk := float64(k)
	h := float64(0.5 * f * f)
	if hu == 0 {
		if f == 0 {
			if k == 0 {
				return 0
			}
			c += float64(dk * ln2Lo)
			return float64(dk*ln2Hi) + c
		}
		r := float64(h * (1 - float64(0.66666666666666666*f)))
		if k == 0 {
			return f - r
		}
		return float64(dk*ln2Hi) - ((r - (float64(dk*ln2Lo) + c)) - f)
	}

	s := f / (2 + f)
	z := s * s
	r := float64(z * poly(z, lg1, lg2, lg3, lg4, lg5, lg6, lg7))
	if k == 0 {
		return f - (h - float64(s*(h+r)))
	}
	return float64(dk*ln2Hi) - ((h - (float64(s*(h+r)) + (float64(dk*ln2Lo) + c))) - f)
}
