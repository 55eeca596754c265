// Package runner runs engines over whole data sets: in parallel, in shards, and in
// a way that a crash loses at most the tasks in flight.
//
// A run is a folder: run.json says what was asked, summary.jsonl has one line for
// every finished task (appended and flushed, the only truth about what is done),
// tasks/ID/ENGINE-N/ what the engine left behind. What an engine hands in is only
// text: the verdict and the scores come from the runner's own Judge.
//
// The package must not know which engines there are, models, or the terminal.
package runner
