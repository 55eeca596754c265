package emit

import (
	"strings"

	"ensures/rust/spec"
)

// erase leaves out of a file with verus! blocks what only Verus reads, so that the compiler
// of the project takes the rest. Comments stay.
func (e *emitter) erase() {
	ghost, support := e.f.Ghost()
	for _, s := range ghost {
		e.replace(e.tidied(s), "")
	}
	if support != "" {
		e.insert(len(e.f.Src), support)
	}
}

// tidied is a piece with the whole lines around it where nothing else stands in them.
func (e *emitter) tidied(s spec.Span) spec.Span {
	from := e.lineOf(s.From)
	to := s.To + strings.IndexByte(e.f.Src[s.To:]+"\n", '\n')
	rest := strings.TrimSpace(e.f.Src[s.To:to])
	if strings.TrimSpace(e.f.Src[from:s.From]) == "" && (rest == "" || rest == "// verus!") {
		return spec.Span{From: from, To: min(to+1, len(e.f.Src))}
	}
	return s
}

// eraseDocs leaves out the documentation of functions that are left out, which would be that
// of what comes next.
func (e *emitter) eraseDocs() {
	for _, fn := range e.f.Funcs {
		f := e.functions[fn.Name]
		if fn.Mode == spec.Exec || e.inComment(fn.From) || f != nil && f.fn == fn && f.reason == "" && f.used {
			continue
		}
		at := e.lineOf(fn.From)
		from := at
		for from > 0 {
			line := e.f.Src[e.lineOf(from-1):from]
			if !strings.HasPrefix(strings.TrimSpace(line), "///") {
				break
			}
			from -= len(line)
		}
		e.replace(spec.Span{From: from, To: at}, "")
	}
}
