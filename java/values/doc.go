// Package values shows Java's values to package value: numbers and boxes, strings,
// arrays, the collections of the class library, objects by their fields; and makes
// mutants of them, of the heap that a call leaves behind too.
//
// What package value asks for is answered with the machine that the values are of,
// whose collections are read by running their methods; so everything here must run
// inside an entry of the machine (see interp).
//
// The package must not know specifications, tasks or metrics.
package values
