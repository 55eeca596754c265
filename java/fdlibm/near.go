package fdlibm

import "math"

// dd is an unevaluated sum of two doubles, about 106 bits.
type dd struct{ hi, lo float64 }

func twoSum(a, b float64) dd {
	s := a + b
	t := s - a
	return dd{s, (a - (s - t)) + (b - t)}
}

func quickSum(a, b float64) dd {
	s := a + b
	return dd{s, b - (s - a)}
}

func twoProd(a, b float64) dd {
	p := a * b
	return dd{p, math.FMA(a, b, -p)}
}

func (a dd) add(b dd) dd {
	s := twoSum(a.hi, b.hi)
	t := twoSum(a.lo, b.lo)
	s = quickSum(s.hi, s.lo+t.hi)
	return quickSum(s.hi, s.lo+t.lo)
}

func (a dd) mul(b dd) dd {
	p := twoProd(a.hi, b.hi)
	return quickSum(p.hi, p.lo+(float64(a.hi*b.lo)+float64(a.lo*b.hi)))
}

func (a dd) times(b float64) dd {
	p := twoProd(a.hi, b)
	return quickSum(p.hi, p.lo+float64(a.lo*b))
}

func (a dd) div(b dd) dd {
	// Long division in three digits of 53 bits; the third one only rounds.
	q := a.hi / b.hi
	r := a.add(b.times(-q))
	q2 := r.hi / b.hi
	r = r.add(b.times(-q2))
	q3 := r.hi / b.hi
	s := quickSum(q, q2)
	return s.add(dd{q3, 0})
}

func (a dd) neg() dd { return dd{-a.hi, -a.lo} }

var (
	ln2dd   = dd{0.6931471805599453, 2.3190468138462996e-17}
	ln2tail = 5.707708438416212e-34
	log10e  = dd{0.4342944819032518, 1.098319650216765e-17}
	pi2dd   = dd{1.5707963267948966, 6.123233995736766e-17}
	pi2tail = -1.4973849048591833e-33
)

// inverse factorials from 1/3! on.
var inverseFactorials = func() (t [24]dd) {
	f := dd{1, 0}
	for i := range t {
		t[i] = f
		f = f.div(dd{float64(i + 1), 0})
	}
	return t
}()

// expdd is 2^k times the result.
func expdd(x dd) (dd, int) {
	k := math.RoundToEven(x.hi * invLn2)
	r := x.add(twoProd(ln2dd.hi, -k)).add(twoProd(ln2dd.lo, -k)).add(dd{-k * ln2tail, 0})
	// Exact, and small enough for few terms of the series.
	r = dd{r.hi / 64, r.lo / 64}
	// e^r - 1 by Taylor, then squared six times: (1+s)² - 1 = 2s + s².
	s := inverseFactorials[11]
	for i := 10; i >= 1; i-- {
		s = s.mul(r).add(inverseFactorials[i])
	}
	s = s.mul(r)
	for range 6 {
		s = s.times(2).add(s.mul(s))
	}
	return s.add(dd{1, 0}), int(k)
}

func ldexp(a dd, k int) float64 {
	if k >= -1020 {
		if k > 1020 {
			return math.Ldexp(a.hi+a.lo, k)
		}
		return math.Ldexp(a.hi, k) + math.Ldexp(a.lo, k)
	}
	return roundSubnormal(a, k)
}

// roundSubnormal rounds once, where the result has fewer bits.
func roundSubnormal(a dd, k int) float64 {
	// Adding and subtracting a number whose last bit is the least double's.
	big := math.Ldexp(1, -1022-k)
	s := twoSum(big, a.hi)
	return math.Ldexp((s.hi+(s.lo+a.lo))-big, k)
}

// NearExp is e to the x, rounded to nearest.
func NearExp(x float64) float64 {
	// Out of range, or so near to zero that 1 + x says it: no more bits are needed.
	if x != x || x > 709.79 || x < -745.2 || math.Abs(x) < 0x1p-54 {
		return Exp(x)
	}
	r, k := expdd(dd{x, 0})
	return ldexp(r, k)
}

// logdd is the logarithm of a finite positive x.
func logdd(x float64) dd {
	m, k := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m *= 2
		k--
	}
	var l dd
	if f := m - 1; math.Abs(f) < 0.05 {
		// Near 1 the logarithm is small and the way below would lose bits: log m = 2
		// artanh((m-1)/(m+1)).
		s := dd{f, 0}.div(twoSum(2, f))
		z := s.mul(s)
		p := dd{}
		for i := 35; i >= 1; i -= 2 {
			p = p.mul(z).add(dd{1, 0}.div(dd{float64(i), 0}))
		}
		l = p.mul(s).times(2)
	} else {
		// One step of Newton's from the double: with t = m·e^-y - 1, log m = y +
		// log(1+t), and t² is as far as it has to go.
		y := math.Log(m)
		e, j := expdd(dd{-y, 0})
		e = dd{math.Ldexp(e.hi, j), math.Ldexp(e.lo, j)}
		t := e.times(m).add(dd{-1, 0})
		l = dd{y, 0}.add(t).add(t.mul(t).times(-0.5))
	}
	n := float64(k)
	return twoProd(ln2dd.hi, n).add(twoProd(ln2dd.lo, n)).add(l)
}

// NearLog is the natural logarithm of x, rounded to nearest.
func NearLog(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) || x == 1 {
		return Log(x)
	}
	l := logdd(x)
	return l.hi + l.lo
}

// NearLog10 is the logarithm of x to base ten, rounded to nearest.
func NearLog10(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) || x == 1 {
		return Log10(x)
	}
	l := logdd(x).mul(log10e)
	return l.hi + l.lo
}

// NearPow is x to the y, rounded to nearest.
func NearPow(x, y float64) float64 {
	if r, ok := powSpecial(x, y); ok {
		return r
	}
	sign := powSign(x, y)
	x = math.Abs(x)
	l := logdd(x)
	if p := l.hi * y; p > 709.9 || p < -745.3 || math.Abs(p) < 0x1p-54 {
		return sign * Pow(x, y)
	}
	r, k := expdd(l.times(y))
	return sign * ldexp(r, k)
}

// reduce is x less a multiple n of π/2, to about 100 bits.
func reduce(x float64) (n int64, r dd) {
	if math.Abs(x) > 1e5 {
		k, y0, y1 := remPio2(x)
		return int64(k), dd{y0, y1}
	}
	k := math.RoundToEven(x * (2 / math.Pi))
	r = dd{x, 0}.add(twoProd(pi2dd.hi, -k)).add(twoProd(pi2dd.lo, -k)).add(dd{-k * pi2tail, 0})
	return int64(k), r
}

func sindd(r dd) dd {
	z := r.mul(r).neg()
	s := inverseFactorials[21]
	for i := 19; i >= 1; i -= 2 {
		s = s.mul(z).add(inverseFactorials[i])
	}
	return s.mul(r)
}

func cosdd(r dd) dd {
	z := r.mul(r).neg()
	s := inverseFactorials[22]
	for i := 20; i >= 0; i -= 2 {
		s = s.mul(z).add(inverseFactorials[i])
	}
	return s
}

// NearSin is the sine of x, rounded to nearest.
func NearSin(x float64) float64 {
	if math.Abs(x) < 0x1p-27 || x-x != 0 {
		return Sin(x)
	}
	n, r := reduce(x)
	return quadrant(n, r)
}

// NearCos is the cosine of x, rounded to nearest.
func NearCos(x float64) float64 {
	if math.Abs(x) < 0x1p-27 || x-x != 0 {
		return Cos(x)
	}
	n, r := reduce(x)
	return quadrant(n+1, r)
}

// quadrant is the sine of r + n·π/2.
func quadrant(n int64, r dd) float64 {
	var s dd
	if n&1 == 0 {
		s = sindd(r)
	} else {
		s = cosdd(r)
	}
	if n&2 != 0 {
		s = s.neg()
	}
	return s.hi + s.lo
}

// NearTan is the tangent of x, rounded to nearest.
func NearTan(x float64) float64 {
	if math.Abs(x) < 0x1p-27 || x-x != 0 {
		return Tan(x)
	}
	n, r := reduce(x)
	s, c := sindd(r), cosdd(r)
	if n&1 != 0 {
		s, c = c.neg(), s
	}
	t := s.div(c)
	return t.hi + t.lo
}
