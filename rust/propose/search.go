package propose

import (
	"hash/maphash"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"ensures/mutate"
	"ensures/propose/search"
	"ensures/rust/observe"
	"ensures/rust/spec"
	"ensures/rust/values"
	"ensures/value"
)

// Bounds on what a search looks at.
const (
	maxRuns    = 240
	maxChanged = 420 // runs with a changed output
	maxEnsures = 6
)

var language value.Language[*values.Value] = values.Language{}

// observation is a run, or one with another output.
type observation struct {
	args, after []*values.Value
	result      *values.Value
}

// subject is a function with what its search goes by.
type subject struct {
	*observe.Func
	file *spec.File
	voc  search.Vocabulary
}

// candidates are preconditions that keep out the inputs on which a function panics, usual
// postconditions, and the few that reject most wrong outputs of the others.
func candidates(f *observe.Func, file *spec.File, calls []observe.Call) []Clause {
	x := &subject{f, file, vocabulary(f, file)}
	var list []Clause
	for _, text := range x.requires(calls) {
		list = append(list, Clause{Kind: spec.Requires, Text: text})
	}
	for _, text := range append(usual(f, file), x.ensures(calls)...) {
		list = append(list, Clause{Kind: spec.Ensures, Text: text})
	}
	return list
}

// requires are conditions on the inputs that all panics break and no other run does.
func (x *subject) requires(calls []observe.Call) []string {
	var runs []observation
	ends := map[int]bool{}
	panics := 0
	for _, c := range calls {
		// A call without an end takes neither side.
		if c.End == observe.Returned || c.End == observe.Panicked {
			ends[len(runs)] = c.End == observe.Returned
			runs = append(runs, observation{args: c.Args})
			if c.End == observe.Panicked {
				panics++
			}
		}
	}
	if panics == 0 {
		return nil
	}

	s := x.space(runs, len(runs), nil)
	for i, p := range x.Params {
		enter(s, search.Place{Text: p.Name}, runs, func(o observation) *values.Value { return o.args[i] })
	}
	var out []string
	for _, p := range s.Preconditions(func(o int) bool { return ends[o] }) {
		out = append(out, p.String())
	}
	return out
}

// ensures are what the runs that return have in common.
func (x *subject) ensures(calls []observe.Call) []string {
	var runs []observation
	for _, c := range calls {
		if c.End == observe.Returned && len(runs) < maxRuns {
			runs = append(runs, observation{c.Args, c.After, c.Result})
		}
	}
	real := len(runs)
	if real == 0 {
		return nil
	}

	of := make([]int, 0, real)
	for i := range real {
		of = append(of, i)
	}

	m := mutate.New[*values.Value](values.Language{})
	step := max(1, real*mutate.Limit/maxChanged)
	for i := 0; i < real; i += step {
		o := runs[i]
		if o.result != nil {
			for _, k := range m.Results(o.result) {
				c := o
				c.result = k.Value
				runs, of = append(runs, c), append(of, i)
			}
		}
		// Behind a mutable reference the caller sees what was left there: that is an output, too.
		for k, p := range x.Params {
			if !p.Mutable {
				continue
			}
			for _, y := range m.Results(o.after[k]) {
				c := o
				c.after = slices.Clone(o.after)
				c.after[k] = y.Value
				runs, of = append(runs, c), append(of, i)
			}
		}
	}

	s := x.space(runs, real, of)
	for i, p := range x.Params {
		enter(s, search.Place{Text: p.Name, Old: p.Mutable}, runs, func(o observation) *values.Value { return o.args[i] })
		if p.Mutable {
			enter(s, search.Place{Text: p.Name, Post: true}, runs, func(o observation) *values.Value { return o.after[i] })
		}
	}
	if runs[0].result != nil {
		enter(s, search.Place{Text: resultName(x.Func), Post: true}, runs, func(o observation) *values.Value { return o.result })
		s.CountToResult()
	}
	var out []string
	for _, k := range search.Best(s.Postconditions(&search.Code{}).List, maxEnsures) {
		out = append(out, k.String())
	}
	return out
}

// enter enters a place with its value in each run, and the fields of a struct.
func enter(s *search.Space, p search.Place, runs []observation, of func(observation) *values.Value) {
	all := make([]*values.Value, len(runs))
	for i, o := range runs {
		if all[i] = of(o); all[i] == nil {
			return
		}
	}
	// A struct by its fields: the search has no terms for values with names in them.
	if t := all[0].Type; t != nil && t.Kind == values.Data && !t.Enum && len(t.Variants) == 1 {
		for k, f := range t.Variants[0].Fields {
			part := p
			part.Text += "." + f.Name
			enter(s, part, runs, func(o observation) *values.Value {
				if v := of(o); v != nil && k < len(v.Items) {
					return v.Items[k]
				}
				return nil
			})
		}
		return
	}
	if all[0].Kind == values.Str {
		p.Text += "@" // a string is said by its characters
	}
	search.Enter(s, language, p, all)
}

// vocabulary are the numbers of a function's code, and the bounds of its types and their
// halves: where a sum or a product leaves its range.
func vocabulary(f *observe.Func, file *spec.File) (v search.Vocabulary) {
	code := file.Src[f.Spec.From:f.Spec.Body.To]
	add := func(n *big.Int) {
		if n.IsInt64() && !slices.Contains(v.Ints, n.Int64()) {
			v.Ints = append(v.Ints, n.Int64())
		}
	}
	for _, n := range observe.Constants(code) {
		add(n)
	}
	v.Divides = strings.Contains(code, "%")

	var bounds func(t *values.Type, depth int)
	bounds = func(t *values.Type, depth int) {
		switch {
		case t == nil || depth > 2:
		case t.Kind == values.Int:
			least, most := t.Range()
			for _, n := range []*big.Int{least, most} {
				add(n)
				add(new(big.Int).Rsh(n, 1))
			}
		case t.Kind == values.Data && len(t.Variants) == 1:
			for _, f := range t.Variants[0].Fields {
				bounds(f.Type, depth+1)
			}
		}
	}
	for _, p := range f.Params {
		bounds(p.Type, 0)
	}
	bounds(f.Result.Type, 0)
	return v
}

// usual are clauses that the search has no terms for: an element that is given back or put,
// lengths and elements that stay.
func usual(f *observe.Func, file *spec.File) (out []string) {
	v := variables(f, file)[0]
	out = ordered(f, file)
	span := "0 <= " + v + " && " + v + " < "
	for _, p := range f.Params {
		if p.Type == nil || p.Type.Kind != values.Seq {
			continue
		}
		if p.Mutable {
			old := "old(" + p.Name + ")"
			same := p.Name + "[" + v + "] == " + old + "[" + v + "]"
			out = append(out, p.Name+".len() == "+old+".len()", "(forall|"+v+": int| "+span+p.Name+".len() ==> "+same+")")
			for _, q := range f.Params {
				if q.Type != nil && q.Type.Kind == values.Int {
					out = append(out, "(forall|"+v+": int| "+span+p.Name+".len() && "+v+" != "+q.Name+" ==> "+same+")")
					for _, x := range f.Params {
						if x.Name != q.Name && x.Name != p.Name {
							out = append(out, p.Name+"["+q.Name+"] == "+x.Name)
						}
					}
				}
			}
			continue
		}
		for _, q := range f.Params {
			if r := resultName(f); r != "" && q.Type != nil && q.Type.Kind == values.Int && f.Result.Type != nil && f.Result.Type.Kind == p.Type.Elem.Kind {
				out = append(out, r+" == "+p.Name+"["+q.Name+"]")
			}
		}
	}
	return out
}

func (x *subject) space(runs []observation, real int, of []int) *search.Space {
	if of == nil {
		of = make([]int, len(runs))
	}
	return search.NewSpace(search.Observations{N: len(runs), Real: real, Of: of, Read: search.Reading(language)},
		search.Options{Dialect: dialect(resultName(x.Func)), Vocabulary: x.voc, Variables: variables(x.Func, x.file), Seed: maphash.MakeSeed()})
}

// resultName is the name that clauses have for the result: the function's own, or result.
func resultName(f *observe.Func) string {
	if f.Spec.Result.Name != "" {
		return f.Spec.Result.Name
	}
	if slices.ContainsFunc(f.Params, func(p observe.Param) bool { return p.Name == "result" }) {
		return "" // clauses cannot name it
	}
	return "result"
}

// variables are names of quantified variables that stand nowhere in the function.
func variables(f *observe.Func, file *spec.File) (out [3]string) {
	code := file.Src[f.Spec.From:f.Spec.Body.To]
	n := 0
	for _, name := range []string{"i", "j", "k", "p", "q", "u", "v", "w", "i_", "j_", "k_"} {
		if n < len(out) && !mentions(code, name) && resultName(f) != name {
			out[n] = name
			n++
		}
	}
	return out
}

// dialect is how the clause language writes what the search finds.
func dialect(result string) search.Dialect {
	return search.Dialect{
		Result: result, Null: "None", Old: before, BeforeCall: beforeCall,
		Quantify: func(q search.Quantifier, variables, span, body string) string {
			typed := strings.ReplaceAll(variables, ", ", ": int, ") + ": int"
			switch q {
			case search.Forall:
				return "(forall|" + typed + "| " + span + " ==> " + body + ")"
			case search.Exists:
				return "(exists|" + typed + "| " + span + " && " + body + ")"
			case search.Count:
				return "count(|" + typed + "| " + span + " && " + body + ")" // has no meaning, and is dropped
			}
			return "sum(|" + typed + "| " + span + ", " + body + ")"
		},
		Quantified: func(x string) bool { return strings.Contains(x, "|") },
		Index:      func(x, i string) string { return x + "[" + i + "]" },
		Length:     func(x string) string { return x + ".len()" },
		IsLength:   func(x string) bool { return strings.HasSuffix(x, ".len()") },
		If:         func(c, x, y string) string { return "(if " + c + " { " + x + " } else { " + y + " })" },
		Narrow:     func(int, string) string { return "" },
		Least:      func(bits int) string { return strconv.FormatInt(-1<<(bits-1), 10) },
		Greatest:   func(bits int) string { return strconv.FormatInt(1<<(bits-1)-1, 10) },
		Char:       func(c uint16) string { return strconv.QuoteRune(rune(c)) },
		Real:       func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) },
		Text:       func(s string) string { return strconv.Quote(s) + "@" },
		SameText:   func(x, y string) string { return x + " == " + y },
		Joined:     func(x, y string) string { return x + " + " + y },
	}
}

// before is a place as it was before the call.
func before(place string) string {
	if name, text := strings.CutSuffix(place, "@"); text {
		return "old(" + name + ")@"
	}
	return "old(" + place + ")"
}

// beforeCall is a text about the state before the call as a precondition says it.
func beforeCall(text string) string {
	for {
		i := strings.Index(text, "old(")
		if i < 0 {
			return text
		}
		depth, j := 0, i+3
		for ; j < len(text); j++ {
			if text[j] == '(' {
				depth++
			} else if text[j] == ')' {
				if depth--; depth == 0 {
					break
				}
			}
		}
		if j == len(text) {
			return text
		}
		text = text[:i] + text[i+4:j] + text[j+1:]
	}
}

// ordered are clauses about a sequence that is sorted, or holds the elements of another one.
func ordered(f *observe.Func, file *spec.File) (out []string) {
	code := file.Src[f.Spec.Body.From:f.Spec.Body.To]
	r, t := resultName(f), f.Result.Type
	if r == "" || t == nil || t.Kind != values.Seq || t.Elem == nil || !strings.Contains(code, "sort") && !strings.Contains(code, "dedup") && !strings.Contains(code, "collect") {
		return nil
	}
	vs := variables(f, file)
	v, w := vs[0], vs[1]
	if t.Elem.Kind == values.Int || t.Elem.Kind == values.Char {
		for _, op := range []string{" < ", " <= ", " > ", " >= "} {
			out = append(out, "(forall|"+v+": int, "+w+": int| 0 <= "+v+" && "+v+" < "+w+" && "+w+" < "+r+".len() ==> "+r+"["+v+"]"+op+r+"["+w+"])")
		}
	}

	for _, p := range f.Params {
		if p.Type == nil || p.Type.Kind != values.Seq || p.Type.Elem == nil || p.Type.Elem.Kind != t.Elem.Kind {
			continue
		}
		in := func(x, y string) string {
			return "(forall|" + v + ": int| 0 <= " + v + " && " + v + " < " + x + ".len() ==> " + y + "@.contains(" + x + "[" + v + "]))"
		}
		out = append(out, r+".len() == "+p.Name+".len()", r+".len() <= "+p.Name+".len()", in(r, p.Name), in(p.Name, r))
	}
	return out
}

// lengths are preconditions that counting a sequence's elements in small numbers needs.
func lengths(f *observe.Func, file *spec.File) (out []string) {
	code := file.Src[f.Spec.From:f.Spec.Body.To]
	for _, p := range f.Params {
		if p.Type == nil || p.Type.Kind != values.Seq {
			continue
		}
		for _, t := range []string{"i32", "u32", "i64"} {
			if mentions(code, t) {
				out = append(out, p.Name+".len() <= "+t+"::MAX")
				break
			}
		}
	}
	return out
}

// plainBounds are preconditions that keep sums and products of a few inputs in range, and
// strings to characters of one byte.
func plainBounds(f *observe.Func, file *spec.File) (out []string) {
	v := variables(f, file)[0]
	code := file.Src[f.Spec.Body.From:f.Spec.Body.To]
	within := func(x string, t *values.Type) string {
		least, most := t.Range()
		shift := uint(2) // of a sum of four
		if strings.Contains(code, "*") {
			// Of a product of two: each has half of the bits.
			shift = uint(most.BitLen()+1) / 2
		}
		upper := x + " <= " + new(big.Int).Rsh(most, shift).String()
		if least.Sign() == 0 {
			return upper
		}
		return new(big.Int).Neg(new(big.Int).Rsh(most, shift)).String() + " <= " + x + " && " + upper
	}
	for _, p := range f.Params {
		switch {
		case p.Type == nil || p.Mutable:
		case p.Type.Kind == values.Int:
			out = append(out, within(p.Name, p.Type))
		case numbers(p.Type):
			out = append(out, "(forall|"+v+": int| 0 <= "+v+" && "+v+" < "+p.Name+".len() ==> "+within(p.Name+"["+v+"]", p.Type.Elem)+")")
		case p.Type.Kind == values.Str:
			out = append(out, "(forall|"+v+": int| 0 <= "+v+" && "+v+" < "+p.Name+"@.len() ==> "+p.Name+"@["+v+"] <= '\\u{7f}')", p.Name+"@.len() <= i32::MAX")
		}
	}
	return out
}
