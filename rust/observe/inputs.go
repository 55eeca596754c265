package observe

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"sort"
	"strings"

	"ensures/rust/spec"
	"ensures/rust/values"
)

// Inputs makes up to n different inputs of a function, from its types and the numbers,
// characters and strings in the file. prefer, where there is one, is what half of them should fulfil if that
// can be done by trying; it must give the same answer each time.
func Inputs(f *Func, file *spec.File, n int, seed uint64, prefer func([]*values.Value) bool) [][]*values.Value {
	g := &generator{rnd: rand.New(rand.NewPCG(seed, 17)), consts: Constants(file.Src), seen: map[string]bool{}}
	g.texts, g.letters = literals(file.Src)

	out := g.smallest(f)
	liked := 0
	for tries := 0; tries < 40*n && len(out) < n; tries++ {
		in := g.input(f)
		if in == nil {
			continue
		}
		// What is not preferred may fill one half; the rest of the tries looks for what is.
		if good := prefer == nil || prefer(in); good {
			liked++
		} else if len(out)-liked >= n/2 && tries < 30*n {
			continue
		}
		if g.fresh(in) {
			out = append(out, in)
		}
	}
	return out[:min(n, len(out))]
}

// generator makes inputs.
type generator struct {
	rnd    *rand.Rand
	consts []*big.Int
	// The strings of the file, and its characters with those of its strings.
	texts   [][]rune
	letters []rune
	seen    map[string]bool

	// Of one input: the length that sequences like to have, the numbers that come again,
	// and the sequences made so far.
	length int
	pool   []*big.Int
	made   []*values.Value
}

// Constants are the integers in a source and their neighbours.
func Constants(src string) []*big.Int {
	seen := map[string]bool{}
	var out []*big.Int
	isDigit := func(c byte) bool { return c >= '0' && c <= '9' }
	isWord := func(c byte) bool { return isDigit(c) || c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }
	for i := 0; i < len(src) && len(out) < 60; i++ {
		if !isDigit(src[i]) || i > 0 && isWord(src[i-1]) {
			continue
		}
		j := i
		for j < len(src) && isWord(src[j]) {
			j++
		}

		text := src[i:j]
		// The type behind the digits.
		if cut := strings.IndexAny(text, "iu"); cut > 0 {
			text = text[:cut]
		}
		if n, ok := new(big.Int).SetString(strings.ToLower(text), 0); ok && !seen[n.String()] {
			seen[n.String()] = true
			// The neighbours: conditions change their value next to a constant.
			for _, by := range []int64{0, -1, 1} {
				out = append(out, new(big.Int).Add(n, big.NewInt(by)))
			}
		}
		i = j
	}
	return out
}

// literal is a string or a character of Rust, without those that begin with r or span lines.
var literal = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)'`)

// literals are the strings in a source, and its characters with those of the strings. What is
// written with a backslash is left out.
func literals(src string) (texts [][]rune, letters []rune) {
	const most = 60 // of either
	for _, l := range literal.FindAllString(src, -1) {
		text := []rune(l[1 : len(l)-1])
		if strings.Contains(l, `\`) || len(text) == 0 {
			continue
		}
		if l[0] == '"' && len(texts) < most {
			texts = append(texts, text)
		}
		for _, c := range text {
			if len(letters) < most && !slices.Contains(letters, c) {
				letters = append(letters, c)
			}
		}
	}
	return texts, letters
}

// fresh notes an input; false where it was there already.
func (g *generator) fresh(in []*values.Value) bool {
	var b bytes.Buffer
	for _, v := range in {
		b.Write(values.Append(nil, v))
	}
	if g.seen[b.String()] {
		return false
	}
	g.seen[b.String()] = true
	return true
}

// smallest is the input of smallest values.
func (g *generator) smallest(f *Func) [][]*values.Value {
	var in []*values.Value
	for _, p := range f.Params {
		v, ok := values.Smallest(p.Type, 0)
		if !ok {
			return nil
		}
		in = append(in, v)
	}
	g.fresh(in)
	return [][]*values.Value{in}
}

func (g *generator) chance(percent int) bool { return g.rnd.IntN(100) < percent }

// input makes one value for each parameter, which have to do with each other: lengths
// that are equal, numbers near lengths, elements that are found again.
func (g *generator) input(f *Func) []*values.Value {
	g.length = []int{0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 11}[g.rnd.IntN(12)]
	g.pool, g.made = nil, nil
	for range 1 + g.rnd.IntN(5) {
		g.pool = append(g.pool, g.number())
	}
	in := make([]*values.Value, len(f.Params))
	for _, sequences := range []bool{true, false} { // so that numbers can be near lengths
		for i, p := range f.Params {
			if (p.Type.Kind == values.Seq) == sequences {
				if in[i] = g.value(p.Type, 0); in[i] == nil {
					return nil
				}
			}
		}
	}
	return in
}

// number is a number of no type yet, small in most cases.
func (g *generator) number() *big.Int {
	switch k := g.rnd.IntN(100); {
	case k < 25 && len(g.consts) > 0:
		return g.consts[g.rnd.IntN(len(g.consts))]
	case k < 85:
		return big.NewInt(int64(g.rnd.IntN(16) - 4))
	default:
		return big.NewInt(int64(g.rnd.IntN(2001) - 1000))
	}
}

// scalar is an integer of a type.
func (g *generator) scalar(t *values.Type, depth int) *big.Int {
	lo, hi := values.Range(t)
	k := g.rnd.IntN(100)
	var n *big.Int

	switch {
	// Near the length of the sequences of this input, where indexes are right or just wrong.
	case depth == 0 && k < 40:
		n = big.NewInt(int64(g.length + []int{0, 0, 0, -1, 1, -g.rnd.IntN(g.length + 1)}[g.rnd.IntN(6)]))
	// From a small pool, so that numbers come twice.
	case k < 75:
		n = g.pool[g.rnd.IntN(len(g.pool))]
	case k < 88:
		n = g.number()
	// The ends of the type, where arithmetic overflows.
	case k < 96:
		n = []*big.Int{lo, hi, new(big.Int).Sub(hi, big.NewInt(1)), new(big.Int).Add(lo, big.NewInt(1)), new(big.Int).Rsh(hi, 1)}[g.rnd.IntN(5)]
	default:
		n = new(big.Int).SetUint64(g.rnd.Uint64())
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(g.rnd.Uint64()))
		n.Rsh(n, uint(128-t.Bits())).Add(n, lo)
	}

	// What the type has not becomes a small number rather than one that is cut off.
	if n.Cmp(lo) < 0 || n.Cmp(hi) > 0 {
		n = new(big.Int).Abs(n)
	}
	if n.Cmp(hi) > 0 {
		n = big.NewInt(int64(g.rnd.IntN(100)))
	}
	return n
}

// value is a value of a type; nil where a type has none of this depth.
func (g *generator) value(t *values.Type, depth int) *values.Value {
	v := &values.Value{Kind: t.Kind, Type: t}
	switch t.Kind {
	case values.Bool:
		v.Int = big.NewInt(int64(g.rnd.IntN(2)))
	case values.Int:
		v.Int = g.scalar(t, depth)
	case values.Char:
		v.Int = big.NewInt(int64(g.char()))
	case values.Float:
		v.Float = []float64{0, 1, -1, 0.5, 2.5, 1e6, -3.25, float64(g.rnd.IntN(1000)) / 8}[g.rnd.IntN(8)]
	case values.Str:
		v.Text = g.text()
	case values.Seq:
		return g.sequence(v, depth)
	case values.Data:
		return g.data(v, depth)
	}
	return v
}

// text is a string of any characters, of those of the file, or of its strings.
func (g *generator) text() (out []rune) {
	switch k := g.rnd.IntN(100); {
	case k < 35 && len(g.letters) > 0:
		for range g.size() {
			out = append(out, g.letters[g.rnd.IntN(len(g.letters))])
		}
	case k < 55 && len(g.texts) > 0:
		for i := range 1 + g.rnd.IntN(3) {
			if i > 0 {
				out = append(out, ' ')
			}
			out = append(out, g.texts[g.rnd.IntN(len(g.texts))]...)
		}
	default:
		for range g.size() {
			out = append(out, g.char())
		}
	}
	return out
}

func (g *generator) char() rune {
	if len(g.letters) > 0 && g.chance(30) {
		return g.letters[g.rnd.IntN(len(g.letters))]
	}
	if g.chance(8) {
		return []rune{'é', 'ß', '語', '\n', 0, '\U0001F600', ' '}[g.rnd.IntN(7)]
	}
	return []rune("aabbcxyzABZ019 ()[]{},.-_")[g.rnd.IntN(25)]
}

// size is a length, the one that the others have in most cases.
func (g *generator) size() int {
	switch k := g.rnd.IntN(100); {
	case k < 55:
		return g.length
	case k < 75:
		return 1
	}
	return g.rnd.IntN(9)
}

func (g *generator) sequence(v *values.Value, depth int) *values.Value {
	n := v.Type.Len
	if n < 0 {
		n = g.size()
		if depth > 0 {
			n = g.rnd.IntN(5)
		}
	}

	// A part of an earlier one: two sequences that have nothing in common tell little of a search.
	if old := g.again(v.Type); old != nil && v.Type.Len < 0 && depth == 0 && g.chance(25) {
		v.Items = old
	} else {
		for range n {
			x := g.value(v.Type.Elem, depth+1)
			if x == nil {
				return nil
			}
			v.Items = append(v.Items, x)
		}
	}

	if v.Type.Elem.Kind == values.Int {
		g.shape(v)
	}
	if depth == 0 {
		g.made = append(g.made, v)
	}
	return v
}

// again is a part of an earlier sequence of the same elements; nil where there is none.
func (g *generator) again(t *values.Type) []*values.Value {
	for _, m := range g.made {
		if m.Type.Elem.String() == t.Elem.String() && len(m.Items) > 0 {
			from := g.rnd.IntN(len(m.Items))
			to := from + g.rnd.IntN(len(m.Items)-from+1)
			if g.chance(40) {
				from, to = 0, len(m.Items)
			}
			return slices.Clone(m.Items[from:to])
		}
	}
	return nil
}

// shape sorts some sequences of numbers, upwards, downwards, or without repetition,
// and makes others of one number only.
func (g *generator) shape(v *values.Value) {
	less := func(i, j int) bool { return v.Items[i].Int.Cmp(v.Items[j].Int) < 0 }
	switch k := g.rnd.IntN(100); {
	case k < 30:
		sort.SliceStable(v.Items, less)
		if k < 12 && v.Type.Len < 0 {
			v.Items = slices.CompactFunc(v.Items, values.Equal)
		}
	case k < 38:
		sort.SliceStable(v.Items, less)
		slices.Reverse(v.Items)
	case k < 46:
		for i := range v.Items {
			v.Items[i] = v.Items[0]
		}
	}
}

// maxDepth is how deep data of themselves are made.
const maxDepth = 6

func (g *generator) data(v *values.Value, depth int) *values.Value {
	// Smallest ends, whatever the type holds.
	if depth > maxDepth {
		small, ok := values.Smallest(v.Type, 0)
		if !ok {
			return nil
		}
		return small
	}
	w := v.Type.Variants[g.rnd.IntN(len(v.Type.Variants))]
	v.Name = w.Name
	for _, f := range w.Fields {
		x := g.value(f.Type, depth+1)
		if x == nil {
			return nil
		}
		v.Items = append(v.Items, x)
	}
	return v
}
