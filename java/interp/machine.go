package interp

// Machine is one run of a Program.
type Machine struct{}
