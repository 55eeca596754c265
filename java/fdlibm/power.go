package fdlibm

import "math"

// Cbrt is the cube root of x.
func Cbrt(x float64) float64 {
	if x == 0 || x != x || math.IsInf(x, 0) {
		return x
	}
	a := math.Abs(x)
	var t float64
	if hx := high(a); hx < 0x00100000 {
		t = two54 * a
		// A third of the exponent, by dividing the high word: about five bits of the root.
		t = withHigh(t, high(t)/3+696219795)
	} else {
		t = withHigh(0, hx/3+715094163)
	}
	r := float64(t*t) / a
	s := 5.42857142857142815906e-01 + float64(r*t)
	t *= 3.57142857142857150787e-01 + 1.60714285714285720630e+00/(s+1.41428571428571436819e+00+-7.05306122448979611050e-01/s)
	// Cut to 20 bits and made larger than the root: the square is exact, for one step of Newton's.
	t = withHigh(0, high(t)+1)
	s = t * t
	r = a / s
	w := t + t
	r = (r - t) / (w + r)
	return math.Copysign(t+float64(t*r), x)
}

// Hypot is the length of the vector (x, y).
func Hypot(x, y float64) float64 {
	if math.IsInf(x, 0) || math.IsInf(y, 0) {
		return math.Inf(1)
	}
	if x != x || y != y {
		return math.NaN()
	}

	a, b := math.Abs(x), math.Abs(y)
	if high(a) < high(b) {
		a, b = b, a
	}
	ha, hb := high(a), high(b)
	// More than 2^60 times: the lesser one does not show.
	if ha-hb > 0x3c00000 {
		return a + b
	}

	k := 0
	// Above 2^500 the squares would overflow, below 2^-500 they would vanish:
	// both are scaled, and the length back.
	if ha > 0x5f300000 {
		ha -= 0x25800000
		hb -= 0x25800000
		k += 600
		a, b = withHigh(a, ha), withHigh(b, hb)
	}
	if hb < 0x20b00000 {
		if hb < 0x00100000 {
			if b == 0 {
				return a
			}
			b *= 0x1p1022
			a *= 0x1p1022
			k -= 1022
			if high(a) < high(b) {
				a, b = b, a
			}
			ha, hb = high(a), high(b)
		} else {
			ha += 0x25800000
			hb += 0x25800000
			k -= 600
			a, b = withHigh(a, ha), withHigh(b, hb)
		}
	}

	w := a - b
	if w > b {
		// Split, so that the square of the high part is exact.
		t1 := withHigh(0, ha)
		t2 := a - t1
		w = math.Sqrt(float64(t1*t1) - (float64(b*-b) - float64(t2*(a+t1))))
	} else {
		a += a
		y1 := withHigh(0, hb)
		y2 := b - y1
		t1 := withHigh(0, ha+0x00100000)
		t2 := a - t1
		w = math.Sqrt(float64(t1*y1) - (float64(w*-w) - (float64(t1*y2) + float64(t2*b))))
	}

	if k == 0 {
		return w
	}
	return math.Float64frombits(uint64(1023+k)<<52) * w
}

// powSign is the sign of x to the y, for a whole y where x is negative.
func powSign(x, y float64) float64 {
	if x < 0 && math.Mod(y, 2) != 0 {
		return -1
	}
	return 1
}

// Pow is x to the y.
func Pow(x, y float64) float64 {
	if r, ok := powSpecial(x, y); ok {
		return r
	}
	sign := powSign(x, y)
	ax := math.Abs(x)
	ix := high(ax)
	iy := high(y) & 0x7fffffff

	var t1, t2 float64 // log2 |x|
	if iy > 0x41e00000 {
		if iy > 0x43f00000 {
			if ix <= 0x3fefffff {
				return overOrUnder(y < 0)
			}
			if ix >= 0x3ff00000 {
				return overOrUnder(y > 0)
			}
		}
		if ix < 0x3fefffff {
			return overflowSigned(y < 0, sign)
		}
		if ix > 0x3ff00000 {
			return overflowSigned(y > 0, sign)
		}
		// |1-x| is below 2^-20: log(x) by a short series.
		t := ax - 1
		w := float64(t*t) * (0.5 - float64(t*(0.3333333333333333333333-float64(t*0.25))))
		u := float64(1.44269502162933349609e+00 * t)
		v := float64(t*1.92596299112661746887e-08) - float64(w*invLn2)
		t1 = chop(u + v)
		t2 = v - (t1 - u)
	} else {
		t1, t2 = log2Parts(ax)
	}
	// y·log2|x| in two parts.
	y1 := chop(y)
	pl := float64((y-y1)*t1) + float64(y*t2)
	ph := float64(y1 * t1)
	z := pl + ph
	j, i := high(z), int32(low(z))
	if j >= 0x40900000 {
		if (j-0x40900000)|i != 0 || pl+8.0085662595372944372e-17 > z-ph {
			return sign * math.Inf(1)
		}
	} else if j&0x7fffffff >= 0x4090cc00 {
		if uint32(j)-0xc090cc00|uint32(i) != 0 || pl <= z-ph {
			return sign * 0
		}
	}
	return sign * exp2Parts(z, ph, pl)
}

func overOrUnder(over bool) float64 {
	if over {
		return math.Inf(1)
	}
	return 0
}

func overflowSigned(over bool, sign float64) float64 { return sign * overOrUnder(over) }

// powSpecial is the table of exact cases.
func powSpecial(x, y float64) (float64, bool) {
	ax := math.Abs(x)
	// From 2^53 on all doubles are even.
	odd := math.Abs(y) < 1<<53 && math.Mod(y, 2) != 0 && y == math.Trunc(y)
	switch {
	case y == 0:
		return 1, true
	case x != x || y != y:
		return math.NaN(), true
	case math.IsInf(y, 0):
		switch {
		case ax == 1:
			return math.NaN(), true
		case (ax > 1) == (y > 0):
			return math.Inf(1), true
		}
		return 0, true
	case y == 1:
		return x, true
	case y == -1:
		return 1 / x, true
	case y == 2:
		return x * x, true
	// The square root of -0 is -0, but its power is 0.
	case y == 0.5 && x >= 0 && !math.Signbit(x):
		return math.Sqrt(x), true
	case ax == 0 || math.IsInf(ax, 0) || ax == 1:
		z := ax
		if y < 0 {
			z = 1 / z
		}
		if math.Signbit(x) {
			if ax == 1 && y != math.Trunc(y) {
				return math.NaN(), true
			}
			if odd {
				z = -z
			}
		}
		return z, true
	case x < 0 && y != math.Trunc(y):
		return math.NaN(), true
	}
	return 0, false
}

// log2Parts is log2 of a positive ax, the first part with few enough bits that
// its product with a chopped number is exact.
func log2Parts(ax float64) (t1, t2 float64) {
	var n int32
	ix := high(ax)
	if ix < 0x00100000 {
		ax *= 9007199254740992
		n -= 53
		ix = high(ax)
	}
	n += ix>>20 - 0x3ff
	j := ix & 0x000fffff
	ix = j | 0x3ff00000

	bp, dph, dpl := 1.0, 0.0, 0.0
	k := int32(0)
	switch {
	// Below √1.5 the series is about 1, below √3 about 1.5, and above that about 1 with the next
	// exponent.
	case j <= 0x3988e:
	case j < 0xbb67a:
		k, bp, dph, dpl = 1, 1.5, 5.84962487220764160156e-01, 1.35003920212974897128e-08
	default:
		n++
		ix -= 0x00100000
	}
	ax = withHigh(ax, ix)
	// ss = (x-bp)/(x+bp) in two parts.
	u := ax - bp
	v := 1 / (ax + bp)
	ss := u * v
	sh := chop(ss)
	th := withHigh(0, ((ix>>1)|0x20000000)+0x00080000+k<<18)
	tl := ax - (th - bp)
	sl := float64(v * ((u - float64(sh*th)) - float64(sh*tl)))

	s2 := ss * ss
	r := float64(s2*s2) * poly(s2, 5.99999999999994648725e-01, 4.28571428578550184252e-01, 3.33333329818377432918e-01,
		2.72728123808534006489e-01, 2.30660745775561754067e-01, 2.06975017800338417784e-01)
	r += float64(sl * (sh + ss))
	s2 = sh * sh
	th = chop(3 + s2 + r)
	tl = r - ((th - 3) - s2)
	u = sh * th
	v = float64(sl*th) + float64(tl*ss)
	ph := chop(u + v)
	pl := v - (ph - u)
	zh := float64(9.61796700954437255859e-01 * ph)
	zl := float64(-7.02846165095275826516e-09*ph) + float64(pl*9.61796693925975554329e-01) + dpl
	t := float64(n)
	t1 = chop(((zh + zl) + dph) + t)
	t2 = zl - (((t1 - t) - dph) - zh)
	return t1, t2
}

// exp2Parts is 2 to the z, z being ph + pl rounded.
func exp2Parts(z, ph, pl float64) float64 {
	j := high(z)
	i := j & 0x7fffffff
	k := i>>20 - 0x3ff
	var n int32
	if i > 0x3fe00000 {
		n = j + 0x00100000>>(k+1)
		k = (n&0x7fffffff)>>20 - 0x3ff
		t := withHigh(0, n&^(0x000fffff>>k))
		n = (n&0x000fffff | 0x00100000) >> (20 - k)
		if j < 0 {
			n = -n
		}
		ph -= t
	}

	t := chop(pl + ph)
	u := float64(t * 6.93147182464599609375e-01)
	v := float64((pl-(t-ph))*6.93147180559945286227e-01) + float64(t*-1.90465429995776804525e-09)
	z = u + v
	w := v - (z - u)
	t = z * z
	t1 := z - float64(t*poly(t, 1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05,
		-1.65339022054652515390e-06, 4.13813679705723846039e-08))
	r := float64(z*t1)/(t1-2) - (w + float64(z*w))
	z = 1 - (r - z)
	j = high(z) + n<<20
	// A subnormal result has no exponent to add to.
	if j>>20 <= 0 {
		return math.Ldexp(z, int(n))
	}
	return withHigh(z, j)
}
