// Package engine is the list of the engines that need no model, and each of them as
// package runner takes it: one Specify for a task. Those that ask a model are in
// engine/asked; what both leave in a file is in engine/annotate. The package starts
// no process: solvers, limits and settings are handed to it. It must not know the
// terminal, the configuration, or models.
package engine
