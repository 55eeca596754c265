// Package closest finds the word that a mistyped one was probably meant to be.
//
// It must not know whose words they are, or how a hint is put.
package closest

import "strings"

// Word is the candidate with the fewest edits from name, letter case aside, and
// at most limit of them: the first of those that are equally close, "" when none
// is that close.
func Word(name string, candidates []string, limit int) string {
	best, name := "", strings.ToLower(name)
	for _, c := range candidates {
		if d := len(c) - len(name); c == "" || d > limit || -d > limit {
			continue // every byte more or fewer is an edit
		}
		if d := Distance(name, strings.ToLower(c)); d <= limit {
			best, limit = c, d-1
		}
	}
	return best
}

// Distance counts the insertions, deletions and replacements of bytes and the
// swaps of neighbours that turn a into b (the restricted Damerau-Levenshtein
// distance: what was swapped is not edited again).
func Distance(a, b string) int {
	n := len(b) + 1
	rows := make([]int, 3*n)
	above2, above, row := rows[:n], rows[n:2*n], rows[2*n:]
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j < n; j++ {
			d := above[j-1]
			if a[i-1] != b[j-1] {
				d = 1 + min(d, above[j], row[j-1])
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					d = min(d, 1+above2[j-2])
				}
			}
			row[j] = d
		}
		above2, above, row = above, row, above2
	}
	return above[n-1]
}
