// Package lsp serves editors over the Language Server Protocol: mistakes in Java and
// its JML as one types, proofs of methods in the background, what they rest on and how
// strong a specification is where the cursor is. It changes a file by actions of the
// user alone, and says "verified" only of the very text that was proved.
//
// The package must not know how a verifier decides, which engines there are, the
// terminal or the configuration: [Options] has functions for all that.
package lsp
