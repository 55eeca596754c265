package cmd

import (
	"fmt"
	"strings"
)

// edit is one line of a comparison: ' ' in both, '-' in the old text, '+' in the new.
type edit struct {
	op   byte
	line string
}

// compareLines aligns two texts. What annotate does is insert lines, so equal lines are
// taken as they come; where they differ, the nearest place where they meet again
// decides. The result is a right alignment whatever the texts are.
func compareLines(old, new []string) []edit {
	var out []edit
	i, j := 0, 0
	for i < len(old) || j < len(new) {
		if i < len(old) && j < len(new) && old[i] == new[j] {
			out = append(out, edit{' ', old[i]})
			i, j = i+1, j+1
			continue
		}
		di, dj := meet(old[i:], new[j:])
		for range di {
			out = append(out, edit{'-', old[i]})
			i++
		}
		for range dj {
			out = append(out, edit{'+', new[j]})
			j++
		}
	}
	return out
}

// meet is the least number of lines to leave out of both for the next to be equal.
func meet(old, new []string) (di, dj int) {
	// By the sum of what is left out: the nearest place where the texts meet, and of equal ones
	// that with the most insertions.
	for sum := 1; sum <= len(old)+len(new); sum++ {
		for di := max(0, sum-len(new)); di <= min(sum, len(old)); di++ {
			dj := sum - di
			if di == len(old) && dj == len(new) || di < len(old) && dj < len(new) && old[di] == new[dj] {
				return di, dj
			}
		}
	}
	return len(old), len(new)
}

// lines are a text's lines with their ends.
func lines(s string) []string {
	l := strings.SplitAfter(s, "\n")
	if l[len(l)-1] == "" {
		l = l[:len(l)-1]
	}
	return l
}

// unifiedDiff is a patch in the usual form, with three lines of context; its
// lines keep their ends.
func unifiedDiff(path, old, new string) []string {
	const context = 3
	if old == new {
		return nil
	}
	edits := compareLines(lines(old), lines(new))
	out := []string{"--- a/" + path + "\n", "+++ b/" + path + "\n"}
	for k := 0; k < len(edits); {
		if edits[k].op == ' ' {
			k++
			continue
		}
		from, to := max(0, k-context), k
		for quiet := 0; to < len(edits) && quiet <= 2*context; to++ { // up to where nothing changes for a while
			if edits[to].op == ' ' {
				quiet++
			} else {
				quiet = 0
			}
		}
		// Of the unchanged lines at the end only the context stays.
		for to > k && edits[to-1].op == ' ' && (to-2 < 0 || countTail(edits[:to]) > context) {
			to--
		}
		out = append(out, hunk(edits, from, to)...)
		k = to
	}
	return out
}

// countTail is the number of unchanged lines at the end.
func countTail(e []edit) int {
	n := 0
	for n < len(e) && e[len(e)-1-n].op == ' ' {
		n++
	}
	return n
}

func hunk(edits []edit, from, to int) []string {
	oldAt, newAt := 1, 1
	for _, e := range edits[:from] {
		if e.op != '+' {
			oldAt++
		}
		if e.op != '-' {
			newAt++
		}
	}

	oldN, newN := 0, 0
	var body []string
	for _, e := range edits[from:to] {
		if e.op != '+' {
			oldN++
		}
		if e.op != '-' {
			newN++
		}
		line := string(e.op) + e.line
		if !strings.HasSuffix(line, "\n") {
			line += "\n\\ No newline at end of file\n"
		}
		body = append(body, line)
	}

	// A hunk without lines of one side names the line before it (diff's unified format).
	if oldN == 0 {
		oldAt--
	}
	if newN == 0 {
		newAt--
	}
	return append([]string{fmt.Sprintf("@@ -%d,%d +%d,%d @@\n", oldAt, oldN, newAt, newN)}, body...)
}
