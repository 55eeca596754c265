// Package libtest tests the contracts of the class library on a real JVM.
//
// Beside the library's Java source stand contracts in JML, and what they say is what
// the verifier believes of a call. This package calls every method that has one on
// made-up inputs (Inputs.java), in one JVM; that writes down the heap before and after
// each call, with the identity of every object (Heap.java). The heaps are built again
// as values of the interpreter, and package jml evaluates each clause on them:
//
//   - a clause that is false is a failure, and so is an exception where the contract
//     demands a normal end, a normal end where it demands an exception, and a change
//     outside of the frame;
//   - a clause that has no value, or takes too long, is undecided: a problem of its
//     own, never a pass;
//   - inputs outside of every case's precondition say nothing, and are counted apart.
//
// How much a contract says is measured as that of any specification is: the share of
// changed outputs ([mutate]) that it rejects. The same heaps show where the
// interpreter's own class library differs from the JVM's.
//
// The package is for tests only, and must not know how the verifier uses contracts.
package libtest
