package fdlibm

import "math"

const (
	pio2Hi = 1.57079632679489655800e+00
	pio2Lo = 6.12323399573676603587e-17
	pio4Hi = 7.85398163397448278999e-01
)

// ratio is the rational approximation that asin and acos share.
func ratio(t float64) (p, q float64) {
	p = float64(t * poly(t, 1.66666666666666657415e-01, -3.25565818622400915405e-01, 2.01212532134862925881e-01,
		-4.00555345006794114027e-02, 7.91534994289814532176e-04, 3.47933107596021167570e-05))
	q = poly(t, 1, -2.40339491173441421878e+00, 2.02094576023350569471e+00, -6.88283971605453293030e-01, 7.70381505559019352791e-02)
	return p, q
}

// Asin is the arc sine of x.
func Asin(x float64) float64 {
	hx := high(x)
	ix := hx & 0x7fffffff
	if ix >= 0x3ff00000 {
		if math.Abs(x) == 1 {
			return float64(x*pio2Hi) + float64(x*pio2Lo)
		}
		return math.NaN()
	}
	if ix < 0x3fe00000 {
		if ix < 0x3e400000 {
			return x
		}
		p, q := ratio(x * x)
		return x + float64(x*(p/q))
	}

	t := (1 - math.Abs(x)) * 0.5
	p, q := ratio(t)
	s := math.Sqrt(t)
	if ix >= 0x3fef3333 {
		t = pio2Hi - (float64(2*(s+float64(s*(p/q)))) - pio2Lo)
	} else {
		// The square of a root cut to half its bits is exact, so that c is what the cut took away.
		w := chop(s)
		c := (t - float64(w*w)) / (s + w)
		r := p / q
		p = float64(2*s*r) - (pio2Lo - float64(2*c))
		q = pio4Hi - float64(2*w)
		t = pio4Hi - (p - q)
	}
	if hx > 0 {
		return t
	}
	return -t
}

// Acos is the arc cosine of x.
func Acos(x float64) float64 {
	hx := high(x)
	ix := hx & 0x7fffffff
	switch {
	case ix >= 0x3ff00000:
		switch x {
		case 1:
			return 0
		case -1:
			return math.Pi
		}
		return math.NaN()
	case ix < 0x3fe00000:
		if ix <= 0x3c600000 {
			return pio2Hi + pio2Lo
		}
		p, q := ratio(x * x)
		return pio2Hi - (x - (pio2Lo - float64(x*(p/q))))
	case hx < 0:
		z := (1 + x) * 0.5
		p, q := ratio(z)
		s := math.Sqrt(z)
		w := float64(p/q*s) - pio2Lo
		return math.Pi - float64(2*(s+w))
	}

	z := (1 - x) * 0.5
	s := math.Sqrt(z)
	df := chop(s)
	c := (z - float64(df*df)) / (s + df)
	p, q := ratio(z)
	w := float64(p/q*s) + c
	return 2 * (df + w)
}

var (
	atanHi = [4]float64{4.63647609000806093515e-01, 7.85398163397448278999e-01, 9.82793723247329054082e-01, 1.57079632679489655800e+00}
	atanLo = [4]float64{2.26987774529616870924e-17, 3.06161699786838301793e-17, 1.39033110312309984516e-17, 6.12323399573676603587e-17}
)

// Atan is the arc tangent of x.
func Atan(x float64) float64 {
	hx := high(x)
	ix := hx & 0x7fffffff
	if x != x {
		return x
	}
	if ix >= 0x44100000 {
		return math.Copysign(atanHi[3]+atanLo[3], x)
	}

	id := -1
	// x is brought near zero by taking arctan 1/2, 1, 3/2 or π/2 from the
	// result, whichever is near; id says which.
	switch {
	case ix < 0x3fdc0000:
		if ix < 0x3e200000 {
			return x
		}
	case ix < 0x3fe60000:
		x = math.Abs(x)
		id, x = 0, (float64(2*x)-1)/(2+x)
	case ix < 0x3ff30000:
		x = math.Abs(x)
		id, x = 1, (x-1)/(x+1)
	case ix < 0x40038000:
		x = math.Abs(x)
		id, x = 2, (x-1.5)/(1+float64(1.5*x))
	default:
		id, x = 3, -1/math.Abs(x)
	}

	z := x * x
	w := z * z
	s1 := float64(z * poly(w, 3.33333333333329318027e-01, 1.42857142725034663711e-01, 9.09088713343650656196e-02,
		6.66107313738753120669e-02, 4.97687799461593236017e-02, 1.62858201153657823623e-02))
	s2 := float64(w * poly(w, -1.99999999998764832476e-01, -1.11111104054623557880e-01, -7.69187620504482999495e-02,
		-5.83357013379057348645e-02, -3.65315727442169155270e-02))
	if id < 0 {
		return x - float64(x*(s1+s2))
	}
	z = atanHi[id] - ((float64(x*(s1+s2)) - atanLo[id]) - x)
	if hx < 0 {
		return -z
	}
	return z
}

// Atan2 is the angle of the point (x, y).
func Atan2(y, x float64) float64 {
	const (
		tiny = 1e-300
		piLo = 1.2246467991473531772e-16
	)
	switch {
	case x != x || y != y:
		return math.NaN()
	case x == 1:
		return Atan(y)
	case y == 0:
		if !math.Signbit(x) {
			return y
		}
		return math.Copysign(math.Pi+tiny, y)
	case x == 0:
		return math.Copysign(pio2Hi+tiny, y)
	case math.IsInf(x, 0) && math.IsInf(y, 0):
		if x > 0 {
			return math.Copysign(pio4Hi+tiny, y)
		}
		return math.Copysign(3*pio4Hi+tiny, y)
	case math.IsInf(x, 1):
		return math.Copysign(0, y)
	case math.IsInf(x, -1):
		return math.Copysign(math.Pi+tiny, y)
	case math.IsInf(y, 0):
		return math.Copysign(pio2Hi+tiny, y)
	}

	k := (high(y)&0x7fffffff - high(x)&0x7fffffff) >> 20
	var z float64
	switch {
	// The quotient is so great that its arc tangent is π/2.
	case k > 60:
		z = pio2Hi + 0.5*piLo
	// y is so small beside x that the angle is π as far as a double can tell.
	case x < 0 && k < -60:
		z = 0
	default:
		z = Atan(math.Abs(y / x))
	}
	if x > 0 {
		if y < 0 {
			return -z
		}
		return z
	}
	if y > 0 {
		return math.Pi - (z - piLo)
	}
	return (z - piLo) - math.Pi
}
