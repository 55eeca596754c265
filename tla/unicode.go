package tla

import "strings"

// operators are the characters that stand for operators in modules written in UTF-8, and
// how every TLC reads them.
var operators = map[rune]string{
	'∪': `\union`, '∩': `\intersect`, '∈': `\in`, '∉': `\notin`, '⊆': `\subseteq`, '⊂': `\subset`, '⊇': `\supseteq`, '⊃': `\supset`,
	'∧': `/\`, '∨': `\/`, '¬': `~`, '∀': `\A`, '∃': `\E`, '≤': `<=`, '≥': `>=`, '≠': `#`, '⇒': `=>`, '⇔': `<=>`, '≡': `<=>`,
	'→': `->`, '←': `<-`, '↦': `|->`, '×': `\X`, '⟨': `<<`, '⟩': `>>`, '□': `[]`, '◇': `<>`, '⤳': `~>`, '≜': `==`, '∖': `\`, '∅': `{}`,
	'−': `-`, '′': `'`, '‥': `..`, '∘': `\o`, '⊕': `\oplus`, '⊖': `\ominus`, '⊗': `\otimes`, '⋅': `\cdot`, '÷': `\div`, '⊑': `\sqsubseteq`, '⊏': `\sqsubset`,
	'≺': `\prec`, '≼': `\preceq`, '≈': `\approx`, '≅': `\cong`, 'ℕ': `Nat`, 'ℤ': `Int`, 'ℝ': `Real`,
}

// inASCII writes a module's operators in ASCII, and gives the column of the text for each
// column of what it returns (both from 1); nil where nothing is to be written.
//
// Lists are read by their columns: what stands at one column of several lines must do so
// afterwards. A line's first column therefore goes where that column went in the nearest
// line above that has text there.
func inASCII(text string) (string, func(line, column int) int) {
	if !strings.ContainsFunc(text, func(r rune) bool { return operators[r] != "" }) {
		return text, nil
	}
	var (
		out     strings.Builder
		state   lexical
		back    [][]int // line → new column → old
		profile []int   // old column → new, of the nearest line above that has text there
	)
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			out.WriteByte('\n')
		}

		runes := []rune(line)
		indent := 0
		for indent < len(runes) && runes[indent] == ' ' {
			indent++
		}

		column := indent
		if indent < len(profile) && indent < len(runes) {
			column = profile[indent]
		}
		out.WriteString(strings.Repeat(" ", column))
		from := make([]int, column)
		for k := range from {
			from[k] = min(k, indent)
		}

		// Left of this line's text the columns of the lines above still count; from there on its
		// own.
		profile = profile[:min(indent, len(profile))]
		for k := len(profile); k < indent; k++ {
			profile = append(profile, k)
		}

		for k := indent; k < len(runes); k++ {
			profile = append(profile, len(from))
			word := string(runes[k])
			if w := operators[runes[k]]; w != "" && state.code(runes, k) {
				word = w
				// A word must not grow together with the name beside it (x∈S), nor a backslash
				// with what follows.
				if last := w[len(w)-1]; k+1 < len(runes) && runes[k+1] != ' ' && (letterOrDigit(last) && wordRune(runes[k+1]) || last == '\\') {
					word += " "
				}
				if k > 0 && wordRune(runes[k-1]) && letterOrDigit(w[0]) {
					word = " " + word
				}
			} else {
				state.code(runes, k)
			}
			out.WriteString(word)
			for range []rune(word) {
				from = append(from, k)
			}
		}
		state.endLine()
		back = append(back, from)
	}
	return out.String(), func(line, column int) int {
		if line < 1 || line > len(back) || column < 1 {
			return column
		}
		from := back[line-1]
		if column > len(from) {
			if len(from) == 0 {
				return column
			}
			return column - len(from) + from[len(from)-1] + 1
		}
		return from[column-1] + 1
	}
}

func letterOrDigit(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func wordRune(r rune) bool { return r == '_' || r < 128 && letterOrDigit(byte(r)) }

// lexical says whether a place is in a comment or a string.
type lexical struct {
	depth            int // of (* comments
	line, text, skip bool
}

// code reports whether the character k is one of the module's formulas, and goes past it.
func (s *lexical) code(runes []rune, k int) bool {
	r, next := runes[k], rune(0)
	if k+1 < len(runes) {
		next = runes[k+1]
	}
	switch {
	case s.skip:
		s.skip = false
		return false
	case s.line:
		return false
	case s.text:
		s.skip = r == '\\'
		s.text = r != '"'
		return false
	case r == '(' && next == '*':
		s.depth++
		s.skip = true
		return false
	case s.depth > 0:
		if r == '*' && next == ')' {
			s.depth--
			s.skip = true
		}
		return false
	case r == '\\' && next == '*':
		s.line = true
		return false
	case r == '"':
		s.text = true
		return false
	}
	return true
}

func (s *lexical) endLine() { s.line, s.text, s.skip = false, false, false }
