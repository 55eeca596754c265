package pgo

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Text is a value as text of TLA+: a struct is a record, a slice a sequence, a map to true a
// set, any other map from strings a record.
func Text(value any) string { return text(reflect.ValueOf(value)) }

func text(v reflect.Value) string {
	switch v.Kind() {
	case reflect.String:
		return strconv.Quote(v.String())
	case reflect.Bool:
		return strings.ToUpper(strconv.FormatBool(v.Bool()))
	case reflect.Int:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Slice:
		var parts []string
		for i := range v.Len() {
			parts = append(parts, text(v.Index(i)))
		}
		return "<<" + strings.Join(parts, ", ") + ">>"
	case reflect.Struct:
		return "[" + strings.Join(fields(v), ", ") + "]"
	case reflect.Map:
		return mapText(v)
	}
	panic(fmt.Sprintf("a value of type %s has no text", v.Type()))
}

// fields are the fields of a struct in a record.
func fields(v reflect.Value) []string {
	var out []string
	for i := range v.NumField() {
		out = append(out, v.Type().Field(i).Name+" |-> "+text(v.Field(i)))
	}
	return out
}

func mapText(v reflect.Value) string {
	elements := map[string]string{}
	set := v.Type().Elem().Kind() == reflect.Bool
	for _, k := range v.MapKeys() {
		if set {
			elements[text(k)] = text(k)
		} else {
			elements[k.String()] = k.String() + " |-> " + text(v.MapIndex(k))
		}
	}
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(elements)) {
		parts = append(parts, elements[k])
	}
	if set {
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// messageText is a message as text of TLA+.
func messageText(message any) string {
	v := reflect.ValueOf(message)
	if v.Kind() != reflect.Struct {
		return fmt.Sprint(message) // text already
	}
	return "[" + strings.Join(append([]string{"type |-> " + strconv.Quote(v.Type().Name())}, fields(v)...), ", ") + "]"
}
