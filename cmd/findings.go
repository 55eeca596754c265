package cmd

import (
	"path/filepath"
	"strings"

	"ensures/engine/annotate"
	"ensures/propose"
	"ensures/trajectories"
	"ensures/verify"
)

// annotatedFindings returns what annotate came to about each method of a file.
func annotatedFindings(one *annotate.Annotation) []trajectories.Finding {
	if one.Result == nil {
		return nil
	}
	placed := one.Placed()
	var list []trajectories.Finding
	for _, m := range one.Result.Methods {
		if m.Status == propose.Unreached {
			continue
		}
		f := trajectories.Finding{File: absolute(one.Path), Method: m.Name, Line: m.Line, Clauses: len(m.Clauses),
			Strict: m.Row.Strict.Named(), Survivors: m.Survivors, Reason: m.Reason}
		if _, params, ok := strings.Cut(strings.TrimSuffix(m.Signature, ")"), "("); ok {
			f.Method += "(" + erased(params) + ")"
		}
		if v, by := placed.Verdict(m); by != "" {
			f.Verdict, f.By = v.String(), by
		}
		list = append(list, f)
	}
	return list
}

// verifiedFindings returns what a verifier said of each method of a file.
func verifiedFindings(path string, o verify.Outcome) []trajectories.Finding {
	var list []trajectories.Finding
	for _, m := range o.Methods {
		// Nobody writes a specification of it.
		if m.Method.Name == "<clinit>" {
			continue
		}
		list = append(list, trajectories.Finding{File: absolute(path), Method: sourceName(m.Method), Line: m.Line,
			Verdict: m.Verdict.String(), By: strings.TrimSpace(o.Backend + " " + o.Version)})
	}
	return list
}

// sourceName returns a method's name as annotate gives it: Class.name(types), without
// packages, a constructor by the name of its class.
func sourceName(k verify.MethodKey) string {
	name := k.Name
	if name == "<init>" {
		name = k.Class[strings.LastIndexAny(k.Class, ".$")+1:]
	}
	var params []string
	for _, p := range strings.Split(k.Params, ",") {
		params = append(params, p[strings.LastIndexByte(p, '.')+1:])
	}
	if k.Class == "" { // a function of Rust
		return name
	}
	return k.Class + "." + name + "(" + strings.Join(params, ",") + ")"
}

// erased returns a list of parameters' types as sourceName writes them: without type
// arguments and spaces.
func erased(params string) string {
	depth := 0
	return strings.ReplaceAll(strings.Map(func(r rune) rune {
		switch {
		case r == '<':
			depth++
		case r == '>':
			depth--
		case depth == 0 && r != ' ':
			return r
		}
		return -1
	}, params), "...", "[]")
}

// absolute returns a path under which runs from other folders know the same file.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
