package closest

import "testing"

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "", 3},
		{"same", "same", 0},
		{"kitten", "sitting", 3},
		{"ensrues", "ensures", 1},
		{"ca", "abc", 3}, // a swap whose letters are not edited again
		{"drwa", "draw", 1},
		{"Draw", "draw", 1},
		{"abcdef", "badcfe", 3},
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := Distance(c.b, c.a); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.b, c.a, got, c.want)
		}
	}
}

func TestWord(t *testing.T) {
	for _, c := range []struct {
		name  string
		words []string
		limit int
		want  string
	}{
		{"evnts", []string{"fields", "events"}, 2, "events"},
		{"EVENTS", []string{"event", "events"}, 2, "events"},
		{"ac", []string{"ab", "ad"}, 1, "ab"}, // the first of the equally close
		{"ac", []string{"ab", "ac"}, 1, "ac"},
		{"ac", []string{"ac"}, 0, "ac"},
		{"ac", []string{"ab"}, 0, ""},
		{"acquire", []string{"release"}, 3, ""},
		{"x", []string{"", "y"}, 1, "y"},
		{"x", nil, 9, ""},
	} {
		if got := Word(c.name, c.words, c.limit); got != c.want {
			t.Errorf("Word(%q, %q, %d) = %q, want %q", c.name, c.words, c.limit, got, c.want)
		}
	}
}
