package eval

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// num is a mathematical integer: b when it is not nil, else n.
type num struct {
	n int64
	b *big.Int
}

// fit makes a num of b, in its short form where possible.
func fit(b *big.Int) num {
	if b.IsInt64() {
		return num{n: b.Int64()}
	}
	return num{b: b}
}

func (x num) big() *big.Int {
	if x.b != nil {
		return x.b
	}
	return big.NewInt(x.n)
}

func (x num) String() string {
	if x.b != nil {
		return x.b.String()
	}
	return strconv.FormatInt(x.n, 10)
}

func (x num) sign() int {
	if x.b != nil {
		return x.b.Sign()
	}
	switch {
	case x.n < 0:
		return -1
	case x.n > 0:
		return 1
	}
	return 0
}

func (x num) float() float64 {
	if x.b != nil {
		f, _ := new(big.Float).SetInt(x.b).Float64()
		return f
	}
	return float64(x.n)
}

func addNum(x, y num) num {
	if x.b == nil && y.b == nil {
		if s := x.n + y.n; (s > x.n) == (y.n > 0) {
			return num{n: s}
		}
	}
	return fit(new(big.Int).Add(x.big(), y.big()))
}

func subNum(x, y num) num {
	if x.b == nil && y.b == nil {
		if s := x.n - y.n; (s < x.n) == (y.n > 0) {
			return num{n: s}
		}
	}
	return fit(new(big.Int).Sub(x.big(), y.big()))
}

func mulNum(x, y num) num {
	if x.b == nil && y.b == nil {
		if p, ok := mul64(x.n, y.n); ok {
			return num{n: p}
		}
	}
	return fit(new(big.Int).Mul(x.big(), y.big()))
}

// mul64 is x*y when it fits.
func mul64(x, y int64) (int64, bool) {
	const half = 1 << 31
	if -half < x && x < half && -half < y && y < half {
		return x * y, true
	}
	hi, lo := bits.Mul64(magnitude(x), magnitude(y))
	neg := (x < 0) != (y < 0)
	switch {
	case hi != 0:
		return 0, false
	case neg && lo <= 1<<63:
		// 2⁶³ converts to the least int64, which is its own negation: −2⁶³ fits.
		return -int64(lo), true
	case !neg && lo < 1<<63:
		return int64(lo), true
	}
	return 0, false
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// divNum truncates towards zero, as Java does; y is not zero.
func divNum(x, y num) num {
	if x.b == nil && y.b == nil && !(x.n == math.MinInt64 && y.n == -1) {
		return num{n: x.n / y.n}
	}
	return fit(new(big.Int).Quo(x.big(), y.big()))
}

// remNum has the sign of x; y is not zero.
func remNum(x, y num) num {
	if x.b == nil && y.b == nil {
		if y.n == -1 {
			return num{}
		}
		return num{n: x.n % y.n}
	}
	return fit(new(big.Int).Rem(x.big(), y.big()))
}

func negNum(x num) num {
	if x.b == nil && x.n != math.MinInt64 {
		return num{n: -x.n}
	}
	return fit(new(big.Int).Neg(x.big()))
}

func cmpNum(x, y num) int {
	if x.b == nil && y.b == nil {
		switch {
		case x.n < y.n:
			return -1
		case x.n > y.n:
			return 1
		}
		return 0
	}
	return x.big().Cmp(y.big())
}

// low64 is the low 64 bits of x in two's complement.
func (x num) low64() int64 {
	if x.b == nil {
		return x.n
	}
	m := new(big.Int).And(x.b, maxUint64)
	return int64(m.Uint64())
}

var maxUint64 = new(big.Int).SetUint64(math.MaxUint64)

// bitNum applies &, | or ^ in unbounded two's complement.
func bitNum(op func(z, x, y *big.Int) *big.Int, x, y num) num {
	return fit(op(new(big.Int), x.big(), y.big()))
}

// isqrt is the largest r with r*r <= n, for n >= 0.
func isqrt(n int64) int64 {
	r := int64(math.Sqrt(float64(n)))
	for r > 0 && (r > math.MaxInt32*2 || r*r > n) {
		r--
	}
	for r < 3037000499 && (r+1)*(r+1) <= n {
		r++
	}
	return r
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func ceilDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) == (b < 0) {
		q++
	}
	return q
}
