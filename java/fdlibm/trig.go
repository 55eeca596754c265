package fdlibm

import (
	"math"
	"math/big"
	"sync"
)

// Sin is the sine of x radians.
func Sin(x float64) float64 {
	ix := high(x) & 0x7fffffff
	if ix <= 0x3fe921fb {
		return kernelSin(x, 0, false)
	}
	if ix >= 0x7ff00000 {
		return math.NaN()
	}
	n, y0, y1 := remPio2(x)
	switch n & 3 {
	case 0:
		return kernelSin(y0, y1, true)
	case 1:
		return kernelCos(y0, y1)
	case 2:
		return -kernelSin(y0, y1, true)
	}
	return -kernelCos(y0, y1)
}

// Cos is the cosine of x radians.
func Cos(x float64) float64 {
	ix := high(x) & 0x7fffffff
	if ix <= 0x3fe921fb {
		return kernelCos(x, 0)
	}
	if ix >= 0x7ff00000 {
		return math.NaN()
	}
	n, y0, y1 := remPio2(x)
	switch n & 3 {
	case 0:
		return kernelCos(y0, y1)
	case 1:
		return -kernelSin(y0, y1, true)
	case 2:
		return -kernelCos(y0, y1)
	}
	return kernelSin(y0, y1, true)
}

// Tan is the tangent of x radians.
func Tan(x float64) float64 {
	ix := high(x) & 0x7fffffff
	if ix <= 0x3fe921fb {
		return kernelTan(x, 0, 1)
	}
	if ix >= 0x7ff00000 {
		return math.NaN()
	}
	n, y0, y1 := remPio2(x)
	return kernelTan(y0, y1, 1-int(n&1)<<1)
}

// kernelSin is the sine on [-π/4, π/4] of x + y, y being x's tail where there is one.
func kernelSin(x, y float64, tail bool) float64 {
	if high(x)&0x7fffffff < 0x3e400000 {
		return x
	}
	const s1 = -1.66666666666666324348e-01
	z := x * x
	v := z * x
	r := poly(z, 8.33333333332248946124e-03, -1.98412698298579493134e-04, 2.75573137070700676789e-06,
		-2.50507602534068634195e-08, 1.58969099521155010221e-10)
	if !tail {
		return x + float64(v*(s1+float64(z*r)))
	}
	return x - ((float64(z*(float64(0.5*y)-float64(v*r))) - y) - float64(v*s1))
}

// kernelCos is the cosine on [-π/4, π/4] of x + y.
func kernelCos(x, y float64) float64 {
	ix := high(x) & 0x7fffffff
	if ix < 0x3e400000 {
		return 1
	}
	z := x * x
	r := float64(z * poly(z, 4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
		-2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11))
	if ix < 0x3fd33333 {
		return 1 - (float64(0.5*z) - (float64(z*r) - float64(x*y)))
	}
	// A quarter of x with few bits is taken from 1 first: that difference is exact.
	q := 0.28125
	if ix <= 0x3fe90000 {
		q = math.Float64frombits(uint64(ix-0x00200000) << 32)
	}
	hz := float64(0.5*z) - q
	return (1 - q) - (hz - (float64(z*r) - float64(x*y)))
}

// kernelTan is the tangent on [-π/4, π/4] of x + y, or -1 over it when k is -1.
func kernelTan(x, y float64, k int) float64 {
	hx := high(x)
	ix := hx & 0x7fffffff
	if ix < 0x3e300000 {
		if x == 0 && k == -1 {
			return 1 / math.Abs(x)
		}
		if k == 1 {
			return x
		}
		w := x + y
		z := chop(w)
		v := y - (z - x)
		a := -1 / w
		t := chop(a)
		s := 1 + float64(t*z)
		return t + float64(a*(s+float64(t*v)))
	}

	big := ix >= 0x3fe59428
	if big {
		if hx < 0 {
			x, y = -x, -y
		}
		// Near π/4 the series is slow: tan x is taken from tan(π/4 - x).
		z := 7.85398163397448278999e-01 - x
		w := 3.06161699786838301793e-17 - y
		x, y = z+w, 0
	}

	z := x * x
	w := z * z
	r := poly(w, 1.33333333333201242699e-01, 2.18694882948595424599e-02, 3.59207910759131235356e-03,
		5.88041240820264096874e-04, 7.81794442939557092300e-05, -1.85586374855275456654e-05)
	v := float64(z * poly(w, 5.39682539762260521377e-02, 8.86323982359930005737e-03, 1.45620945432529025516e-03,
		2.46463134818469906812e-04, 7.14072491382608190305e-05, 2.59073051863633712884e-05))
	s := z * x
	r = y + float64(z*(float64(s*(r+v))+y))
	r += float64(3.33333333333334091986e-01 * s)
	w = x + r
	if big {
		v := float64(k)
		sign := float64(1 - (hx>>30)&2)
		return sign * (v - float64(2*(x-(float64(w*w)/(w+v)-r))))
	}
	if k == 1 {
		return w
	}
	// -1/w in two parts: the plain quotient may be off by two units in the last place.
	z = chop(w)
	v = r - (z - x)
	a := -1 / w
	t := chop(a)
	s = 1 + float64(t*z)
	return t + float64(a*(s+float64(t*v)))
}

// remPio2 is x less the nearest multiple n of π/2, in two parts.
func remPio2(x float64) (n int32, y0, y1 float64) {
	const (
		p1, p1t = 1.57079632673412561417e+00, 6.07710050650619224932e-11
		p2, p2t = 6.07710050630396597660e-11, 2.02226624879595063154e-21
		p3, p3t = 2.02226624871116645580e-21, 8.47842766036889956997e-32
	)

	hx := high(x)
	ix := hx & 0x7fffffff
	if ix < 0x4002d97c {
		sign, n := 1.0, int32(1)
		if hx < 0 {
			sign, n = -1, -1
		}
		z := x - sign*p1
		// Not near π/2: one part of it has bits enough.
		if ix != 0x3ff921fb {
			y0 = z - sign*p1t
			return n, y0, (z - y0) - sign*p1t
		}
		z -= sign * p2
		y0 = z - sign*p2t
		return n, y0, (z - y0) - sign*p2t
	}
	if ix > 0x413921fb {
		return reduceBig(x)
	}

	t := math.Abs(x)
	n = int32(float64(t*6.36619772367581382433e-01) + 0.5)
	fn := float64(n)
	r := t - float64(fn*p1)
	w := float64(fn * p1t)
	y0 = r - w
	// Where x is near a multiple the difference cancels; how many bits are lost the exponents say.
	if n >= 32 || ix == high(fn*(math.Pi/2)) {
		j := ix >> 20
		lost := func() int32 { return j - high(y0)>>20&0x7ff }
		if lost() > 16 {
			t = r
			w = float64(fn * p2)
			r = t - w
			w = float64(fn*p2t) - ((t - r) - w)
			y0 = r - w
			if lost() > 49 {
				t = r
				w = float64(fn * p3)
				r = t - w
				w = float64(fn*p3t) - ((t - r) - w)
				y0 = r - w
			}
		}
	}
	y1 = (r - y0) - w
	if hx < 0 {
		return -n, -y0, -y1
	}
	return n, y0, y1
}

// halfPi is π/2 to 1300 bits.
var halfPi = sync.OnceValue(func() *big.Float {
	// π/4 = 4 arctan(1/5) - arctan(1/239), in fixed point.
	const bits = 1400
	one := new(big.Int).Lsh(big.NewInt(1), bits)
	arctan := func(n int64) *big.Int {
		sum := new(big.Int)
		term := new(big.Int).Div(one, big.NewInt(n))
		sq := big.NewInt(n * n)
		for k := int64(1); term.Sign() != 0; k += 2 {
			t := new(big.Int).Div(term, big.NewInt(k))
			if k%4 == 1 {
				sum.Add(sum, t)
			} else {
				sum.Sub(sum, t)
			}
			term.Div(term, sq)
		}
		return sum
	}
	quarter := arctan(5)
	quarter.Lsh(quarter, 2)
	quarter.Sub(quarter, arctan(239))
	f := new(big.Float).SetPrec(1300).SetInt(quarter)
	return f.SetMantExp(f, 1-bits)
})

// twoOverPi is 2/π in digits of 24 bits.
var twoOverPi = sync.OnceValue(func() []float64 {
	f := new(big.Float).SetPrec(1300).Quo(big.NewFloat(1), halfPi())
	var digits []float64
	for range 50 {
		f.SetMantExp(f, 24)
		d, _ := f.Int64()
		f.Sub(f, new(big.Float).SetInt64(d))
		digits = append(digits, float64(d))
	}
	return digits
})

// halfPiParts is π/2 in parts of 24 bits.
var halfPiParts = [...]float64{1.57079625129699707031e+00, 7.54978941586159635335e-08, 5.39030252995776476554e-15,
	3.28200341580791294123e-22, 1.27065575308067607349e-29}

// reduceBig is remPio2 of a large x: x times 2/π in digits of 24 bits, of which
// only those count that make up the quadrant and the fraction.
func reduceBig(x float64) (n int32, y0, y1 float64) {
	const (
		two24  = 1 << 24
		twon24 = 1.0 / two24
		jk     = 4
	)

	ix := high(x) & 0x7fffffff
	// x as up to three digits of 24 bits, times 2 to the e0.
	e0 := int(ix>>20) - 1046
	z := math.Ldexp(math.Abs(x), -e0)
	var tx []float64
	for range 2 {
		d := math.Trunc(z)
		tx = append(tx, d)
		z = (z - d) * two24
	}
	tx = append(tx, z)
	for tx[len(tx)-1] == 0 {
		tx = tx[:len(tx)-1]
	}

	digits := twoOverPi()
	jx := len(tx) - 1
	// Digits of 2/π before this one make multiples of 8 quadrants, which do not count.
	jv := max((e0-3)/24, 0)
	q0 := e0 - 24*(jv+1)
	var f, q, fq [40]float64
	var iq [40]int32
	for i, j := 0, jv-jx; i <= jx+jk; i, j = i+1, j+1 {
		if j >= 0 {
			f[i] = digits[j]
		}
	}
	product := func(i int) float64 {
		sum := 0.0
		for j := range tx {
			sum += float64(tx[j] * f[jx+i-j])
		}
		return sum
	}
	for i := 0; i <= jk; i++ {
		q[i] = product(i)
	}

	jz := jk
	var ih int32
	for {
		z = q[jz]
		// The products are sums, greater than a digit: carried, from the last one on.
		for i, j := 0, jz; j > 0; i, j = i+1, j-1 {
			fw := math.Trunc(twon24 * z)
			iq[i] = int32(z - float64(two24*fw))
			z = q[j-1] + fw
		}
		z = math.Ldexp(z, q0)
		z -= 8 * math.Floor(z*0.125)
		n = int32(z)
		z -= float64(n)
		ih = 0
		switch {
		case q0 > 0:
			i := iq[jz-1] >> (24 - q0)
			n += i
			iq[jz-1] -= i << (24 - q0)
			ih = iq[jz-1] >> (23 - q0)
		case q0 == 0:
			ih = iq[jz-1] >> 23
		case z >= 0.5:
			ih = 2
		}
		if ih > 0 {
			// The fraction is a half or more: the next quadrant is nearer, and
			// the fraction becomes its complement.
			n++
			carry := false
			for i := range jz {
				j := iq[i]
				if carry {
					iq[i] = 0xffffff - j
				} else if j != 0 {
					carry = true
					iq[i] = 0x1000000 - j
				}
			}
			switch q0 {
			case 1:
				iq[jz-1] &= 0x7fffff
			case 2:
				iq[jz-1] &= 0x3fffff
			}
			if ih == 2 {
				z = 1 - z
				if carry {
					z -= math.Ldexp(1, q0)
				}
			}
		}
		if z != 0 {
			break
		}
		var some int32
		for i := jz - 1; i >= jk; i-- {
			some |= iq[i]
		}
		if some != 0 {
			break
		}
		// The fraction is zero as far as it has been computed: more digits of 2/π are needed.
		k := 1
		for iq[jk-k] == 0 {
			k++
		}
		for i := jz + 1; i <= jz+k; i++ {
			f[jx+i] = digits[jv+i]
			q[i] = product(i)
		}
		jz += k
	}
	if z == 0 {
		jz--
		q0 -= 24
		for iq[jz] == 0 {
			jz--
			q0 -= 24
		}
	} else {
		z = math.Ldexp(z, -q0)
		if z >= two24 {
			fw := math.Trunc(twon24 * z)
			iq[jz] = int32(z - float64(two24*fw))
			jz++
			q0 += 24
			iq[jz] = int32(fw)
		} else {
			iq[jz] = int32(z)
		}
	}

	fw := math.Ldexp(1, q0)
	for i := jz; i >= 0; i-- {
		q[i] = fw * float64(iq[i])
		fw *= twon24
	}
	// The fraction times π/2, digit by digit; the sum then begins with the smallest products.
	for i := jz; i >= 0; i-- {
		fw := 0.0
		for k := 0; k <= jk && k <= jz-i; k++ {
			fw += float64(halfPiParts[k] * q[i+k])
		}
		fq[jz-i] = fw
	}

	for i := jz; i >= 0; i-- {
		y0 += fq[i]
	}
	y1 = fq[0] - y0
	for i := 1; i <= jz; i++ {
		y1 += fq[i]
	}
	if (ih == 0) == (x < 0) {
		y0, y1 = -y0, -y1
	}
	if x < 0 {
		n = -n
	}
	return n, y0, y1
}
