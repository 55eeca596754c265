package spec

import (
	"slices"
	"strings"
)

// Uncommented returns a source without the lines that are comments for clauses, what the code
// is without its specifications in comments. A line of a literal or of another comment is
// none, whatever it begins with: what looks like a clause there is the program's own.
func Uncommented(src string) string {
	lines := commentLines(src)
	var b strings.Builder
	n := 0
	for line := range strings.Lines(src) {
		if _, comment := slices.BinarySearch(lines, n); !comment {
			b.WriteString(line)
		}
		n++
	}
	return b.String()
}

// CommentLines reports of each line of a source, from the first, whether it is a comment for
// clauses.
func CommentLines(src string) []bool {
	out := make([]bool, strings.Count(src, "\n")+1)
	for _, n := range commentLines(src) {
		out[n] = true
	}
	return out
}

// commentLines are the numbers of those lines, from 0 on, in their order.
func commentLines(src string) (out []int) {
	if !strings.Contains(src, commentMark) {
		return nil
	}
	var errs []*Error
	at, line := 0, 0
	// Between the tokens: what looks like a comment inside of a literal is none.
	for _, t := range lex(src, &errs) {
		out = appendComments(out, src[at:t.from], line, at == 0 || src[at-1] == '\n')
		line += strings.Count(src[at:t.to], "\n")
		at = t.to
	}
	return out
}

// appendComments adds the lines of what stands between two tokens, blanks and comments, which
// begins in a line. fresh says that nothing stands before it there.
func appendComments(out []int, gap string, line int, fresh bool) []int {
	for i := 0; i < len(gap); {
		switch rest := gap[i:]; {
		case strings.HasPrefix(rest, "//"):
			// Only at the beginning of a line, as the reader of clauses opens them.
			if fresh && strings.HasPrefix(rest, commentMark) {
				out = append(out, line)
			}
			fresh = false
			if i += strings.IndexByte(rest, '\n'); !strings.Contains(rest, "\n") {
				return out
			}
		case strings.HasPrefix(rest, "/*"):
			n, _ := blockComment(rest)
			line += strings.Count(rest[:n], "\n")
			i += n
			fresh = false
		case rest[0] == '\n':
			line++
			i++
			fresh = true
		case rest[0] == ' ' || rest[0] == '\t':
			i++
		default:
			i++
			fresh = false // a carriage return in a line: the reader of clauses takes no comment behind it
		}
	}
	return out
}

// blockComment is how long the comment is that a text begins with, and whether it ends; such
// comments nest.
func blockComment(s string) (n int, ended bool) {
	depth := 0
	for i := 0; i < len(s); {
		switch {
		case strings.HasPrefix(s[i:], "/*"):
			depth++
			i += 2
		case strings.HasPrefix(s[i:], "*/"):
			depth--
			i += 2
		default:
			i++
		}
		if depth == 0 {
			return i, true
		}
	}
	return len(s), false
}

// ParseExpr reads one expression of the clause language, and nothing behind it.
func ParseExpr(text string) (e Expr, err error) {
	var errs []*Error
	toks := lex(text, &errs)
	if deep := tooDeep(toks); deep != nil {
		errs = append(errs, deep)
	}
	if len(errs) > 0 {
		return nil, errs[0]
	}

	p := &parser{src: text, toks: toks}
	defer func() {
		if bad := recover(); bad != nil {
			mistake, is := bad.(*Error)
			if !is {
				panic(bad)
			}
			e, err = nil, mistake
		}
	}()

	e = p.expr()
	if p.peek().kind != eof {
		p.fail("the expression ends here", "")
	}
	return e, nil
}
