// Package sariftest holds logs against SARIF 2.1.0, for tests of whatever writes one.
//
// The rules are those of the published schema for the objects that ensures writes, in
// words of ours: which properties an object may and must have, their types, bounds and
// enumerations, and which lists have no item twice. The schema closes each object but
// the property bag, so a property that isn't listed here is an error, also where the
// schema has it and ensures doesn't write it. Two rules are of the standard's text
// alone: a result's ruleIndex points at the rule of its ruleId (3.27.6), and a rule's
// id occurs once (3.19.23).
//
// Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0.
package sariftest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
)

// check returns what is wrong with a value at a path of the log.
type check func(path string, v any) []string

// property is what a property of an object must be.
type property struct {
	required bool
	check    check
}

// Check returns what is wrong with a log, each with the path in it, in the order of
// the paths; nothing where the log is valid.
func Check(log []byte) []string {
	var v any
	if err := json.Unmarshal(log, &v); err != nil {
		return []string{err.Error()}
	}
	if wrong := sarifLog()("log", v); len(wrong) > 0 {
		return wrong
	}

	// The forms are right from here on.
	var wrong []string
	for i, run := range v.(map[string]any)["runs"].([]any) {
		wrong = append(wrong, rulesOfResults(fmt.Sprintf("log.runs[%d]", i), run.(map[string]any))...)
	}
	return wrong
}

func sarifLog() check {
	artifact := object(map[string]property{"uri": {check: uri}})
	region := object(map[string]property{"startLine": {check: atLeast(1)}, "startColumn": {check: atLeast(1)}})
	physical := anyOf(object(map[string]property{"artifactLocation": {check: artifact}, "region": {check: region}}), "artifactLocation", "address")
	message := anyOf(object(map[string]property{"text": {check: text}, "id": {check: text}}), "text", "id")
	location := object(map[string]property{"physicalLocation": {check: physical}, "message": {check: message}})
	level := oneOf("none", "note", "warning", "error")

	result := object(map[string]property{
		"ruleId": {check: text}, "ruleIndex": {check: atLeast(-1)}, "level": {check: level}, "message": {true, message},
		"locations": {check: list(location)}, "relatedLocations": {check: distinct(location)}, "properties": {check: bag},
	})
	rule := object(map[string]property{"id": {true, text}, "shortDescription": {check: object(map[string]property{"text": {true, text}})}})
	driver := object(map[string]property{"name": {true, text}, "version": {check: text}, "rules": {check: distinct(rule)}})
	notification := object(map[string]property{"message": {true, message}, "level": {check: level}, "locations": {check: distinct(location)}})
	invocation := object(map[string]property{"executionSuccessful": {true, boolean}, "toolExecutionNotifications": {check: list(notification)}})
	run := object(map[string]property{
		"tool":        {true, object(map[string]property{"driver": {true, driver}})},
		"invocations": {check: list(invocation)}, "columnKind": {check: oneOf("utf16CodeUnits", "unicodeCodePoints")}, "results": {check: list(result)},
	})
	return object(map[string]property{"$schema": {check: uri}, "version": {true, oneOf("2.1.0")}, "runs": {true, list(run)}})
}

// rulesOfResults returns the results of a run that name a rule other than the one they
// point at, and the rules whose id was there before.
func rulesOfResults(path string, run map[string]any) []string {
	var ids, wrong []string
	rules, _ := run["tool"].(map[string]any)["driver"].(map[string]any)["rules"].([]any)
	for i, rule := range rules {
		id := rule.(map[string]any)["id"].(string)
		if slices.Contains(ids, id) {
			wrong = append(wrong, fmt.Sprintf("%s.tool.driver.rules[%d]: %s is there twice", path, i, id))
		}
		ids = append(ids, id)
	}

	results, _ := run["results"].([]any)
	for i, r := range results {
		result := r.(map[string]any)
		index, ok := result["ruleIndex"].(float64)
		if !ok || index < 0 {
			continue
		}
		if int(index) >= len(ids) || ids[int(index)] != result["ruleId"] {
			wrong = append(wrong, fmt.Sprintf("%s.results[%d]: ruleIndex %v is not the rule %v", path, i, index, result["ruleId"]))
		}
	}
	return wrong
}

// object accepts objects with the properties given and no others.
func object(properties map[string]property) check {
	return func(path string, v any) (wrong []string) {
		o, ok := v.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s: %v is no object", path, v)}
		}
		for _, name := range slices.Sorted(maps.Keys(o)) {
			if p, ok := properties[name]; ok {
				wrong = append(wrong, p.check(path+"."+name, o[name])...)
			} else {
				wrong = append(wrong, path+": there is no property "+name)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			if _, ok := o[name]; !ok && properties[name].required {
				wrong = append(wrong, path+": "+name+" is missing")
			}
		}
		return wrong
	}
}

// anyOf also demands one of the properties named.
func anyOf(c check, names ...string) check {
	return func(path string, v any) []string {
		wrong := c(path, v)
		if o, ok := v.(map[string]any); ok && !slices.ContainsFunc(names, func(name string) bool { return o[name] != nil }) {
			wrong = append(wrong, fmt.Sprintf("%s: none of %v", path, names))
		}
		return wrong
	}
}

// list accepts lists whose items a check accepts.
func list(item check) check {
	return func(path string, v any) (wrong []string) {
		items, ok := v.([]any)
		if !ok {
			return []string{fmt.Sprintf("%s: %v is no list", path, v)}
		}
		for i, it := range items {
			wrong = append(wrong, item(fmt.Sprintf("%s[%d]", path, i), it)...)
		}
		return wrong
	}
}

// distinct accepts lists in which no item is twice.
func distinct(item check) check {
	return func(path string, v any) []string {
		wrong := list(item)(path, v)
		items, _ := v.([]any)
		for i := range items {
			if slices.ContainsFunc(items[:i], func(before any) bool { return reflect.DeepEqual(before, items[i]) }) {
				wrong = append(wrong, fmt.Sprintf("%s[%d]: is there twice", path, i))
			}
		}
		return wrong
	}
}

// atLeast accepts whole numbers from least on.
func atLeast(least float64) check {
	return func(path string, v any) []string {
		if n, ok := v.(float64); !ok || n < least || n != float64(int(n)) {
			return []string{fmt.Sprintf("%s: %v is no whole number of %v or more", path, v, least)}
		}
		return nil
	}
}

func oneOf(values ...string) check {
	return func(path string, v any) []string {
		if s, ok := v.(string); !ok || !slices.Contains(values, s) {
			return []string{fmt.Sprintf("%s: %v is none of %v", path, v, values)}
		}
		return nil
	}
}

func text(path string, v any) []string {
	if _, ok := v.(string); !ok {
		return []string{fmt.Sprintf("%s: %v is no text", path, v)}
	}
	return nil
}

func boolean(path string, v any) []string {
	if _, ok := v.(bool); !ok {
		return []string{fmt.Sprintf("%s: %v is neither true nor false", path, v)}
	}
	return nil
}

func bag(path string, v any) []string {
	if _, ok := v.(map[string]any); !ok {
		return []string{fmt.Sprintf("%s: %v is no property bag", path, v)}
	}
	return nil
}

// uri accepts references of RFC 3986.
func uri(path string, v any) []string {
	s, ok := v.(string)
	if !ok {
		return []string{fmt.Sprintf("%s: %v is no text", path, v)}
	}
	u, err := url.Parse(s)
	// Parse is lenient: what it would have written in another way is no reference.
	if err != nil || u.String() != s {
		return []string{fmt.Sprintf("%s: %q is no URI reference", path, s)}
	}
	return nil
}
