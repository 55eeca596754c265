// Package baseline is published engines in their published form, so that figures
// can be compared: Houdini with the candidate templates of ESC/Java, and Daikon
// with its default families of invariants at a method's entry and exit. Neither
// looks at how strong a specification is; that is the point of comparing.
//
// The package must not know solver processes, the terminal or files on disk.
package baseline
