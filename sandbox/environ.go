package sandbox

import (
	"os"
	"regexp"
	"strings"
)

// sensitive are names of variables whose values are nobody else's business.
var sensitive = regexp.MustCompile(`(?i)(^|_)(API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|AUTH)(_|$)`)

// Environ is the parent's environment without keys, tokens and passwords: what a
// child that is given no environment of its own inherits.
func Environ() []string {
	var list []string
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if !sensitive.MatchString(name) {
			list = append(list, v)
		}
	}
	return list
}
