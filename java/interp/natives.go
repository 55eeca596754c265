package interp

import "maps"

// natives joins the tables of the library's native methods.
func natives() map[string]Native {
	all := map[string]Native{}
	for _, table := range []map[string]Native{
		// langNatives(), mathNatives(), …
	} {
		maps.Copy(all, table)
	}
	return all
}
