package configs

import "strings"

// Template returns a file for a folder, FolderName, in which every setting stands with
// its default and its meaning, as a comment: it changes nothing until a line loses its
// mark.
func Template() string {
	var b strings.Builder
	b.WriteString(`# Settings of ensures for this folder, all with their defaults and commented out: to
# change one, take the mark from it and from its section. What starts a program or
# chooses an address or a folder counts after: ensures config trust
`)
	head := true // the comment that says where files like the defaults go
	for line := range strings.Lines(string(defaults)) {
		blank, comment := strings.TrimSpace(line) == "", strings.HasPrefix(line, "#")
		head = head && !blank
		switch {
		case head && comment:
		case blank || comment:
			b.WriteString(line)
		default:
			b.WriteString("#" + line)
		}
	}
	return b.String()
}
