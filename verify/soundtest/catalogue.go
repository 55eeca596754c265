package soundtest

import (
	"embed"
	"fmt"
	"math/rand"
	"path"
	"regexp"
	"strings"
)

//go:embed catalogue
var catalogue embed.FS

// Scene is a small Java program about one group of the verifier's rules. All that its
// specification says is true and within a verifier's reach, unless its name begins with
// "trap: ": then a run violates it as it stands, in more than one place perhaps.
//
// A method "static int t(int p)" is for 0 <= p <= 3, without saying so.
//
// «a¦b» in its text is a choice, «X=a¦b» one with a name, and «X» what was chosen.
type Scene struct {
	Group, Name string
	text        string
}

// Catalogue returns all scenes: those of catalogue/G.java are of the group G, and each
// begins with a line "//// name".
func Catalogue() []Scene {
	var out []Scene
	files, err := catalogue.ReadDir("catalogue")
	if err != nil {
		panic(err) // it is embedded
	}
	for _, f := range files {
		raw, err := catalogue.ReadFile(path.Join("catalogue", f.Name()))
		if err != nil {
			panic(err)
		}
		for _, part := range strings.Split("\n"+string(raw), "\n//// ")[1:] {
			name, text, _ := strings.Cut(part, "\n")
			out = append(out, Scene{Group: strings.TrimSuffix(f.Name(), ".java"), Name: name, text: strings.TrimRight(text, "\n") + "\n"})
		}
	}
	return out
}

// Trap reports whether the scene is one that a run violates as it stands.
func (s Scene) Trap() bool { return strings.HasPrefix(s.Name, "trap: ") }

func (s Scene) String() string { return s.Group + "/" + s.Name }

// argumentRE finds the methods that are asked what they return for p from 0 to 3.
var argumentRE = regexp.MustCompile(`(?m)^((?:    //@ .*\n)*)(    static (?:int|long|boolean) t\w*\(int p\) )`)

var choiceRE = regexp.MustCompile(`«(?:(\w+)=)?([^«»]*)»`)

// Source returns the scene with the choices that a seed makes.
func (s Scene) Source(seed int64) string {
	r := rand.New(rand.NewSource(seed))
	chosen := map[string]string{}
	text := choiceRE.ReplaceAllStringFunc(s.text, func(at string) string {
		m := choiceRE.FindStringSubmatch(at)
		name, all := m[1], m[2]
		if v, ok := chosen[all]; ok && name == "" {
			return v
		}
		from := strings.Split(all, "¦")
		v := from[r.Intn(len(from))]
		if name != "" {
			chosen[name] = v
		}
		return v
	})
	return argumentRE.ReplaceAllString(text, "    //@ requires 0 <= p && p <= 3;\n$1$2")
}

// load reads the scene with a seed's choices, ready to be run.
func (s Scene) load(seed int64, o Options) (*runner, error) {
	r, err := newRunner(s.Source(seed), o)
	if err != nil {
		return nil, fmt.Errorf("scene %s: %w", s, err)
	}
	return r, nil
}
