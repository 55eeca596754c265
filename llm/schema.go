package llm

import (
	"encoding/json"
	"reflect"

	"github.com/invopop/jsonschema"
)

// SchemaOf is the schema of a Go type: its json tags name the properties, those
// with omitempty are optional, jsonschema tags describe them. It panics when the
// type has none (a channel, say): that is a mistake in the program.
func SchemaOf[T any](name string) *Schema {
	r := jsonschema.Reflector{DoNotReference: true, ExpandedStruct: true, Anonymous: true}
	raw, err := json.Marshal(r.ReflectFromType(reflect.TypeFor[T]()))
	if err != nil {
		panic("llm: schema of " + name + ": " + err.Error())
	}
	return &Schema{Name: name, JSON: raw}
}
