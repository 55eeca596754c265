package modeling

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ensures/tla/score"
	"ensures/tla/trace"
)

// row is a line of a log: dotted paths and what they hold, as text.
type row map[string]string

// readRows reads a log without a mapping.
func readRows(f score.TraceFile) ([]row, error) {
	var rows []row
	for raw, err := range trace.Lines(short(f.Name), bytes.NewReader(f.Text), trace.Limits{}) {
		if err != nil {
			return nil, err
		}
		r := row{}
		r.flatten("", raw.Value)
		rows = append(rows, r)
	}
	return rows, nil
}

func (r row) flatten(path string, v any) {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			at := k
			if path != "" {
				at = path + "." + k
			}
			r.flatten(at, x)
		}
	case string:
		r[path] = v
	case nil:
	default:
		raw, _ := json.Marshal(v)
		r[path] = string(raw)
	}
}

// table writes rows with short names for columns and for texts that come again and
// again: a log costs a third of what it costs as JSON.
type table struct {
	rows    []row
	columns []string // in the order of their names; "event" first
	short   map[string]string
	words   map[string]string // texts and their short forms
	spoken  []string          // texts in the order of first use
}

// oftenUsed is how often a text has to be there to get a short form.
const oftenUsed = 3

func newTable(rows []row) *table {
	t := &table{rows: rows, short: map[string]string{}, words: map[string]string{}}
	count := map[string]int{}
	for _, r := range rows {
		for k, v := range r {
			if !slices.Contains(t.columns, k) {
				t.columns = append(t.columns, k)
			}
			// Shorter texts gain nothing, and numbers would be hard to tell from short forms.
			if len(v) > 3 && isName(v) {
				count[v]++
			}
		}
	}

	slices.SortFunc(t.columns, func(a, b string) int {
		if x, y := a == "event", b == "event"; x != y {
			if x {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})

	used := map[string]bool{}
	for _, c := range t.columns {
		t.short[c] = shorten(c[strings.LastIndexByte(c, '.')+1:], used)
	}
	used = map[string]bool{}
	for _, r := range rows { // in the order of first use, so that the same log is always the same table
		for _, c := range t.columns {
			if v := r[c]; count[v] >= oftenUsed && t.words[v] == "" {
				t.words[v] = shorten(v, used)
				t.spoken = append(t.spoken, v)
			}
		}
	}
	return t
}

func isName(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' && r != '-' })
}

// shorten is the initials of a name, with a number where they are taken.
func shorten(name string, used map[string]bool) string {
	var b strings.Builder
	start := true
	for _, r := range name {
		if start || unicode.IsUpper(r) {
			b.WriteRune(r)
		}
		start = r == '_' || r == '-' || r == '.'
	}
	s := b.String()
	for i := 2; used[s]; i++ {
		s = b.String() + strconv.Itoa(i)
	}
	used[s] = true
	return s
}

// legend says what the short names stand for.
func (t *table) legend() string {
	var b strings.Builder
	b.WriteString("Columns:")
	for i, c := range t.columns {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, " %s = %s", t.short[c], c)
	}
	b.WriteString(".")
	for i, w := range t.spoken {
		if i == 0 {
			b.WriteString("\nValues:")
		} else {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, " %s = %s", t.words[w], w)
	}
	if len(t.spoken) > 0 {
		b.WriteString(".")
	}
	return b.String()
}

// lines are rows as a table, the columns' names first.
func (t *table) lines(from, to int) string {
	var b strings.Builder
	for i, c := range t.columns {
		if i > 0 {
			b.WriteByte('\t')
		}
		b.WriteString(t.short[c])
	}
	for _, r := range t.rows[from:to] {
		b.WriteByte('\n')
		for i, c := range t.columns {
			if i > 0 {
				b.WriteByte('\t')
			}
			v, ok := r[c]
			switch w := t.words[v]; {
			case !ok:
			case w != "":
				b.WriteString(w)
			default:
				b.WriteString(strings.NewReplacer("\t", " ", "\n", " ").Replace(v))
			}
		}
	}
	return b.String()
}
