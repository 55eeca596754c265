package trace

import (
	"fmt"
	"strings"
)

// Entries says that a line has a list of records, as of the reads and writes of a step,
// whose elements are found by a name in place of a number: Name are the paths in an element
// whose values, without dots at their ends and joined by dots, are the name.
type Entries struct {
	List string
	Name []string
	Line int
}

// spread puts the elements of the line's lists under their names, in place of the lists.
// The second element of one name has #2 behind it, and so on. A line need not have a list.
func (m *Mapping) spread(line map[string]any) error {
	for _, e := range m.Entries {
		v, ok := line[e.List]
		if !ok {
			continue
		}
		list, ok := v.([]any)
		if !ok {
			return fmt.Errorf("%s is %s, and the mapping's entries: say a list of records", e.List, jsonKind(v))
		}

		delete(line, e.List)
		count := map[string]int{}
		for i, x := range list {
			var parts []string
			for _, p := range e.Name {
				part, _ := lookup(x, p)
				if s := strings.Trim(plain(part), "."); s != "" {
					parts = append(parts, s)
				}
			}
			name := strings.Join(parts, ".")
			if len(parts) != len(e.Name) {
				return fmt.Errorf("element %d of %s has no name at %s", i+1, e.List, strings.Join(e.Name, ", "))
			}
			if count[name]++; count[name] > 1 {
				name = fmt.Sprintf("%s#%d", name, count[name])
			}
			if _, taken := line[name]; taken {
				return fmt.Errorf("element %d of %s is called %s, as another part of the line", i+1, e.List, name)
			}
			line[name] = x
		}
	}
	return nil
}
