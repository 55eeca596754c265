package libtest

import (
	"slices"
	"strings"

	"ensures/java/interp"
	"ensures/jml/eval"
)

// changes are the locations of the inputs that a call changed: elements of arrays,
// fields of the caller's objects, and the contents of the library's objects as wholes.
func (c *call) changes(rec *record) []eval.Change {
	var out []eval.Change
	for id, was := range rec.pre.objects {
		now, ok := rec.post.objects[id]
		// Descriptions name other objects by number, so the same text is the same state.
		if !ok || same(was, now) {
			continue
		}
		r := c.after.refs[id]
		switch was.kind {
		case "a":
			for i, e := range was.items() {
				if now.items()[i] != e {
					out = append(out, eval.Change{Object: r, Index: i})
				}
			}
		case "o":
			o := r.(*interp.Object)
			for i, f := range was.items() {
				if now.items()[i] != f {
					name, _, _ := strings.Cut(f, "=")
					out = append(out, eval.Change{Object: r, Field: o.Class.FieldNamed(name), Index: -1})
				}
			}
		default:
			out = append(out, eval.Change{Object: r, Index: -1})
		}
	}
	return out
}

func same(a, b desc) bool {
	return a.kind == b.kind && a.class == b.class && slices.Equal(a.parts, b.parts)
}
