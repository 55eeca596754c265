// Package trace holds a log of what a program did against a TLA+ specification of
// it: is there a behaviour of the specification that agrees with every line?
//
// A trace is NDJSON, a JSON array or TSV. A Mapping says which action a line stands
// for and which of its fields are compared with which part of the state; ids that a
// line does not have are quantified, actions that were not logged may happen in
// between. Validate answers with the lines that fit and, for the first that doesn't,
// with what the specification allows there. The logs of several processes are one run, of
// which some order that clocks or messages allow must fit. Transitions asks about every step by
// itself; Probe changes the trace in many ways and counts what is rejected, which is
// what "accepted" is worth; Draft writes a first mapping.
//
// The package must not know scores, tasks, models or agents, and starts no process
// itself: package tla does.
package trace
