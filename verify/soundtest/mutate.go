package soundtest

import (
	"math/rand"
	"regexp"
	"strconv"
	"strings"
)

// tokenRE finds what a mutation changes in a clause: relations, connectives,
// arithmetic, quantifiers, bounds.
var tokenRE = regexp.MustCompile(`<==>|==>|<==|<=|>=|==|!=|&&|\|\||[<>]|[-+*%] |\\forall|\\exists|\\old|\b\d+\b`)

var swaps = map[string][]string{
	"<==>": {"==>", "<=="}, "==>": {"<==>", "&&", "<=="}, "<==": {"<==>"},
	"<=": {"<", ">=", "=="}, "<": {"<=", ">", "!="}, ">=": {">", "<=", "=="}, ">": {">=", "<", "!="},
	"==": {"!=", "<=", ">="}, "!=": {"==", "<", ">"}, "&&": {"||", "==>"}, "||": {"&&"},
	"+ ": {"- "}, "- ": {"+ "}, "* ": {"+ "}, "% ": {"/ "}, `\forall`: {`\exists`}, `\exists`: {`\forall`}, `\old`: {""},
}

// Mutate changes one to three clauses of a program in small ways: an operator
// swapped, a bound shifted, a range moved, a clause strengthened by another one.
// Nothing is known of the result: it may not even be well formed.
func Mutate(src string, seed int64) Program {
	r := rand.New(rand.NewSource(seed))
	ls := strings.Split(src, "\n")
	var lines []int
	for n := range ls {
		if droppable(src, n+1) && !strings.Contains(ls[n], "//@ decreases") && !strings.Contains(ls[n], "//@ assignable") {
			lines = append(lines, n)
		}
	}
	p := Program{Mutated: []int{}}
	for range 1 + r.Intn(3) {
		if len(lines) == 0 {
			break
		}
		n := lines[r.Intn(len(lines))]
		was := ls[n]
		if r.Intn(8) == 0 {
			ls[n] = strengthen(ls[n], ls[lines[r.Intn(len(lines))]])
		} else {
			ls[n] = change(r, ls[n])
		}
		if ls[n] != was {
			p.Mutated = append(p.Mutated, n+1)
		}
	}
	p.Source = strings.Join(ls, "\n")
	return p
}

// change swaps one token of a clause.
func change(r *rand.Rand, line string) string {
	at := tokenRE.FindAllStringIndex(line, -1)
	if len(at) == 0 {
		return line
	}
	a := at[r.Intn(len(at))]
	to := tokensFor(line[a[0]:a[1]])
	if len(to) == 0 {
		return line
	}
	return line[:a[0]] + to[r.Intn(len(to))] + line[a[1]:]
}

// tokensFor returns what may stand in the place of a token of tokenRE.
func tokensFor(tok string) []string {
	if to, ok := swaps[tok]; ok {
		return to
	}
	n, err := strconv.ParseInt(tok, 10, 64)
	if err != nil {
		return nil
	}
	return []string{strconv.FormatInt(n+1, 10), strconv.FormatInt(max(n-1, 0), 10)}
}

// strengthen adds what another clause of the same kind says to a clause.
func strengthen(line, other string) string {
	kind := func(l string) (string, string) {
		k, e, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(l), "//@ "), " ")
		return k, strings.TrimSuffix(strings.TrimSpace(e), ";")
	}
	k, e := kind(line)
	k2, e2 := kind(other)
	if k != k2 || e == e2 || !strings.HasSuffix(strings.TrimSpace(line), ";") {
		return line
	}
	return "//@ " + k + " (" + e + ") && (" + e2 + ");"
}
