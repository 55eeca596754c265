package value

// Truth is the value of a predicate as far as it could be decided.
type Truth uint8

// The truth values.
const (
	InvalidTruth Truth = iota
	True
	False
	Unknown // undefined, or too long to decide
)

func (t Truth) String() string {
	switch t {
	case True:
		return "true"
	case False:
		return "false"
	case Unknown:
		return "unknown"
	}
	return "invalid"
}
