package types

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"ensures/java"
)

func intConst(t Type, n int64) *Const { return &Const{Type: t, N: n} }

func boolConst(b bool) *Const {
	if b {
		return &Const{Type: TBoolean, N: 1}
	}
	return &Const{Type: TBoolean}
}

func floatConst(f float32) *Const { return &Const{Type: TFloat, N: int64(math.Float32bits(f))} }

func doubleConst(f float64) *Const { return &Const{Type: TDouble, N: int64(math.Float64bits(f))} }

// Float is the value of a float or double constant, and of an integral one.
func (k *Const) Float() float64 {
	switch k.Type.Kind() {
	case Float:
		return float64(math.Float32frombits(uint32(k.N)))
	case Double:
		return math.Float64frombits(uint64(k.N))
	}
	return float64(k.N)
}

// literal is the type of a literal, its value recorded.
func (c *checker) literal(e *java.Literal) Type {
	put := func(k *Const) Type {
		c.info.Consts[e] = k
		return k.Type
	}
	switch e.Kind {
	case java.IntLiteral, java.LongLiteral:
		v, radix, ok := java.ParseInt(e.Raw)
		if e.Kind == java.LongLiteral {
			// 9223372036854775808 stands only behind a minus sign.
			if !ok || radix == 10 && v > math.MaxInt64 {
				if !(ok && v == 1<<63 && c.negated == e) {
					c.errorf(e, "", "integer number too large: %s", e.Raw)
				}
			}
			return put(intConst(TLong, int64(v)))
		}

		if !ok || radix == 10 && v > math.MaxInt32 || v > math.MaxUint32 {
			if ok && radix == 10 && v == 1<<31 && c.negated == e {
				return put(intConst(TInt, math.MinInt32))
			}
			// The numbers of specifications are not bounded by int.
			if c.spec != nil && ok && v <= math.MaxInt64 {
				return put(intConst(TLong, int64(v)))
			}
			if c.spec != nil && ok {
				return TBigint // no constant holds it
			}
			c.errorf(e, "write "+e.Raw+"L for a long", "integer number too large: %s", e.Raw)
			return TInt
		}
		// In other radixes the literal gives the bits: 0xFFFFFFFF is -1 (JLS 3.10.1).
		return put(intConst(TInt, int64(int32(uint32(v)))))
	case java.FloatLiteral:
		f, _ := strconv.ParseFloat(strings.TrimRight(strings.ReplaceAll(e.Raw, "_", ""), "fF"), 32)
		return put(floatConst(float32(f)))
	case java.DoubleLiteral:
		raw := strings.ReplaceAll(e.Raw, "_", "")
		// In 0x1.8p0d the d is a suffix, in 0x1d a digit.
		if !strings.HasPrefix(raw, "0x") && !strings.HasPrefix(raw, "0X") || strings.ContainsAny(raw, "pP") {
			raw = strings.TrimRight(raw, "dD")
		}
		f, _ := strconv.ParseFloat(raw, 64)
		return put(doubleConst(f))
	case java.CharLiteral:
		us := java.DecodeUTF16(e.Value)
		// The scanner has reported it.
		if len(us) != 1 {
			return TChar
		}
		return put(intConst(TChar, int64(us[0])))
	case java.StringLiteral, java.TextBlock:
		return put(&Const{Type: c.lib.String(), S: e.Value})
	case java.BoolLiteral:
		return put(boolConst(e.Raw == "true"))
	}
	return TNull
}

// convertConst converts a constant to a primitive type or String as a cast does;
// nil when the result is not constant.
func convertConst(k *Const, t Type) *Const {
	if k == nil || t == nil {
		return nil
	}
	if IsString(t) {
		if IsString(k.Type) {
			return k
		}
		return nil
	}
	if IsString(k.Type) || !IsPrimitive(t) {
		return nil
	}

	from, to := k.Type.Kind(), t.Kind()
	if from == to {
		return k
	}
	if from == Boolean || to == Boolean || to > Double || from > Double {
		return nil
	}

	if from == Float || from == Double {
		f := k.Float()
		switch to {
		case Float:
			return floatConst(float32(f))
		case Double:
			return doubleConst(f)
		case Long:
			return intConst(t, floatToInt(f, math.MinInt64, math.MaxInt64))
		}
		// To byte, short and char by way of int (JLS 5.1.3): the clamping is int's, then bits
		// are cut off.
		return narrow(floatToInt(f, math.MinInt32, math.MaxInt32), t)
	}

	switch to {
	case Float:
		return floatConst(float32(k.N))
	case Double:
		return doubleConst(float64(k.N))
	}
	return narrow(k.N, t)
}

func floatToInt(f float64, lo, hi int64) int64 {
	switch {
	case f != f:
		return 0
	case f >= float64(hi):
		// As a double the largest long is 2⁶³, and no double lies between the two.
		return hi
	case f <= float64(lo):
		return lo
	}
	return int64(f)
}

func narrow(n int64, t Type) *Const {
	switch t.Kind() {
	case Byte:
		n = int64(int8(n))
	case Short:
		n = int64(int16(n))
	case Char:
		n = int64(uint16(n))
	case Int:
		n = int64(int32(n))
	}
	return intConst(t, n)
}

// foldUnary is the value of a unary operator on a constant.
func foldUnary(op java.Op, k *Const, t Type) *Const {
	if op == java.Not {
		if k.Type.Kind() == Boolean {
			return boolConst(k.N == 0)
		}
		return nil
	}
	v := convertConst(k, t)
	if v == nil {
		return nil
	}

	switch op {
	case java.Plus:
		return v
	case java.Neg:
		switch t.Kind() {
		case Float:
			return floatConst(-math.Float32frombits(uint32(v.N)))
		case Double:
			return doubleConst(-v.Float())
		}
		// The least value is its own negation, so that the literal of -2147483648, which is
		// recorded as negative already, comes out right.
		return narrow(-v.N, t)
	case java.BitNot:
		if t.Kind() == Int || t.Kind() == Long {
			return narrow(^v.N, t)
		}
	}
	return nil
}

// maxConstant is how many bytes a string constant may have: more than fit into a class
// file, so that no program that compiles has a longer one. A sum of forty doublings of
// one letter would take a terabyte.
const maxConstant = 1 << 17

// foldBinary is the value of a binary operator on constants; operand is the
// promoted type of its operands.
func foldBinary(op java.Op, a, b *Const, operand, result Type) *Const {
	if IsString(operand) {
		if op != java.Plus {
			return nil
		}
		x, ok1 := constString(a)
		y, ok2 := constString(b)
		if !ok1 || !ok2 || len(x)+len(y) > maxConstant {
			return nil
		}
		return &Const{Type: result, S: joinWTF8(x, y)}
	}

	switch op {
	case java.Shl, java.Shr, java.Ushr:
		// The sides of a shift are promoted each by itself (JLS 15.19): the right one, however
		// wide, is only a distance.
		a = convertConst(a, operand)
		if a == nil || b.Type.Kind() == Float || b.Type.Kind() == Double {
			return nil
		}
		return foldShift(op, a, b.N, operand)
	}

	if operand == nil {
		return nil
	}
	if operand.Kind() == Boolean {
		if a.Type.Kind() != Boolean || b.Type.Kind() != Boolean {
			return nil
		}
		x, y := a.N != 0, b.N != 0
		switch op {
		case java.AndAnd, java.BitAnd:
			return boolConst(x && y)
		case java.OrOr, java.BitOr:
			return boolConst(x || y)
		case java.BitXor, java.Ne, java.NotIff:
			return boolConst(x != y)
		case java.Eq, java.Iff:
			return boolConst(x == y)
		case java.Implies:
			return boolConst(!x || y)
		case java.ImpliedBy:
			return boolConst(x || !y)
		}
		return nil
	}

	a, b = convertConst(a, operand), convertConst(b, operand)
	if a == nil || b == nil {
		return nil
	}
	switch operand.Kind() {
	case Int, Long:
		return foldInt(op, a.N, b.N, operand)
	case Float:
		return foldFloat(op, math.Float32frombits(uint32(a.N)), math.Float32frombits(uint32(b.N)), floatConst)
	case Double:
		return foldFloat(op, a.Float(), b.Float(), doubleConst)
	}
	return nil
}

func foldShift(op java.Op, a *Const, n int64, t Type) *Const {
	if t.Kind() == Int {
		// Only the low bits of the distance count (JLS 15.19).
		n &= 31
		switch op {
		case java.Shl:
			return narrow(int64(int32(a.N)<<uint(n)), t)
		case java.Shr:
			return narrow(int64(int32(a.N)>>uint(n)), t)
		}
		return narrow(int64(int32(uint32(a.N)>>uint(n))), t)
	}
	n &= 63
	switch op {
	case java.Shl:
		return intConst(t, a.N<<uint(n))
	case java.Shr:
		return intConst(t, a.N>>uint(n))
	}
	return intConst(t, int64(uint64(a.N)>>uint(n)))
}

func foldInt(op java.Op, x, y int64, t Type) *Const {
	switch op {
	case java.Plus:
		return narrow(x+y, t)
	case java.Sub:
		return narrow(x-y, t)
	case java.Mul:
		return narrow(x*y, t)
	case java.Div, java.Rem:
		// Not a constant: the run throws (JLS 15.29).
		if y == 0 {
			return nil
		}
		// -x wraps as the quotient of the least number by -1 does in Java (JLS 15.17.2), in int
		// as in long.
		if y == -1 {
			if op == java.Div {
				return narrow(-x, t)
			}
			return intConst(t, 0)
		}
		if op == java.Div {
			return narrow(x/y, t)
		}
		return narrow(x%y, t)
	case java.BitAnd:
		return intConst(t, x&y)
	case java.BitOr:
		return intConst(t, x|y)
	case java.BitXor:
		return intConst(t, x^y)
	}
	return foldRelation(op, x, y)
}

func foldFloat[T float32 | float64](op java.Op, x, y T, konst func(T) *Const) *Const {
	switch op {
	case java.Plus:
		return konst(x + y)
	case java.Sub:
		return konst(x - y)
	case java.Mul:
		return konst(x * y)
	case java.Div:
		return konst(x / y)
	case java.Rem:
		// Exact for float too: a remainder is never rounded, and that of two floats is one.
		return konst(T(math.Mod(float64(x), float64(y))))
	}
	return foldRelation(op, x, y)
}

func foldRelation[T int64 | float32 | float64](op java.Op, x, y T) *Const {
	if r, ok := java.Relate(op, x, y); ok {
		return boolConst(r)
	}
	return nil
}

// constString is a constant as string concatenation shows it. Floating-point
// numbers are left to the run, which knows Java's shortest decimals.
func constString(k *Const) (string, bool) {
	switch k.Type.Kind() {
	case Boolean:
		return strconv.FormatBool(k.N != 0), true
	case Char:
		return java.EncodeWTF8([]uint16{uint16(k.N)}), true
	case Byte, Short, Int, Long:
		return strconv.FormatInt(k.N, 10), true
	case Float, Double:
		return "", false
	}
	return k.S, true
}

// joinWTF8 concatenates, joining a surrogate pair split between the two.
func joinWTF8(x, y string) string {
	// A text that is valid UTF-8 has no half of a pair at its end or its beginning.
	if x == "" || y == "" || utf8.ValidString(x) || utf8.ValidString(y) {
		return x + y
	}
	return java.EncodeWTF8(append(java.DecodeUTF16(x), java.DecodeUTF16(y)...))
}

type constResult struct{ k *Const }

// Constant is the compile-time constant that the final field f is, nil when it
// is none.
func (f *Field) Constant() *Const { return f.constantIn(nil) }

// constantIn evaluates f's initialiser; evaluating holds the fields whose
// constants depend on it.
func (f *Field) constantIn(evaluating []*Field) *Const {
	if r := f.konst.Load(); r != nil {
		return r.k
	}
	if f.Decl == nil || f.Decl.Init == nil || !f.Flags.Has(java.Final) || !IsPrimitive(f.Type) && !IsString(f.Type) || !maybeConst(f.Decl.Init, 0) {
		f.konst.Store(&constResult{})
		return nil
	}
	// A constant that depends on itself is none. Nothing is stored: the evaluation of f further
	// up, which got here, does that.
	for _, g := range evaluating {
		if f == g {
			return nil
		}
	}

	o := f.Owner
	// A checker of its own with muted errors: what is wrong with the initialiser is reported
	// where its class is checked.
	c := &checker{lib: o.lib, env: o.env, info: newInfo(), errs: &sink{file: o.Unit.File, muted: 1}}
	c.sc = o.classScope(f.Flags.Has(java.Static)).child()
	c.evaluating = append(evaluating[:len(evaluating):len(evaluating)], f)
	c.expr(f.Decl.Init)
	r := &constResult{k: convertConst(c.info.Consts[f.Decl.Init], f.Type)}
	f.konst.Store(r)
	return r.k
}

// maybeConst reports whether e has the form of a constant expression.
func maybeConst(e java.Expr, depth int) bool {
	// Long chains of + nest to the left.
	for {
		b, ok := e.(*java.Binary)
		if !ok {
			break
		}
		if !maybeConst(b.Y, depth+1) {
			return false
		}
		e = b.X
	}

	// A form so deep is taken for no constant rather than walked: no stack is risked for it.
	if depth > 200 {
		return false
	}

	d := depth + 1
	switch e := e.(type) {
	case *java.Literal:
		return e.Kind != java.NullLiteral
	case *java.Name:
		return true
	case *java.Select:
		return maybeConst(e.X, d)
	case *java.Paren:
		return maybeConst(e.X, d)
	case *java.Unary:
		return !e.Op.Changes() && maybeConst(e.X, d)
	case *java.Cond:
		return maybeConst(e.C, d) && maybeConst(e.X, d) && maybeConst(e.Y, d)
	case *java.Cast:
		return maybeConst(e.X, d)
	}
	return false
}
