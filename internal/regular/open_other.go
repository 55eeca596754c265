//go:build !unix

package regular

// nonblock is nothing: no pipe of these systems is a file of a folder.
const nonblock = 0
