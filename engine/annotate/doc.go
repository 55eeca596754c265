// Package annotate holds one Java file with the specifications that an engine wrote
// into it: by an engine without a model ([File]) or by whoever works task by task
// ([ByTask]); what a verifier says of each method; and the file without what is not
// proved. It must not know the terminal, the configuration, models, or which engines
// there are.
package annotate
