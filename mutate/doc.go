// Package mutate changes things on purpose, so that a specification that does not
// notice can be told from one that does.
//
// Output mutants ([Results], [States]) are values near a method's real result or
// near the state it left behind. Each differs from the original by value; changes
// that wrap around or that make the same value twice are left out. The kinds per
// type, in the order in which they are given, are:
//
//	byte short int long, BigInteger   +1  -1  +2  -2  0
//	float double, BigDecimal          +1  -1  *2  negate
//	boolean                           flip
//	char                              +1  -1
//	String, StringBuilder             append  drop last  upper case  empty  reverse
//	arrays, lists and other ordered   drop last  append last+1  shift all by one  empty
//	collections
//	arrays of arrays, nested lists    the same by rows, and drop last of last row
//	sets                              drop one  add one  empty
//	maps                              drop one  change one value  add one  empty
//	Optional                          change the value  empty (or: fill)
//	enum                              next constant
//	other objects                     each field changed in turn, then null
//	boxed types                       as the primitive
//	null                              the smallest value of the static type, where one is known
//
// Those are the published kinds. Further kinds ([Mutator.Further]) are wrong outputs that
// a person would think of:
//
//	whole numbers                     negate  *2  /2
//	float double, BigDecimal          0  /2
//	char                              +2  -2
//	String, StringBuilder             one character  case of one letter  rotate  drop first
//	arrays, lists and other ordered   one element over its neighbour  swap  drop and repeat
//	collections                       reverse  rotate  sort  least everywhere
//	                                  greatest everywhere  one in the middle
//	                                  (of a result also:) drop one in the middle
//	sets                              one replaced
//	maps                              one key  two values swapped
//	other objects                     the fields that were not changed yet
//
// "Shift all by one" changes every element by the first kind of its own type:
// +1 for numbers, flip for booleans, append for strings; "last+1" likewise.
//
// An array that a method was given cannot change its length, so a post-state is
// changed in other ways: shift all by one, last+1, reverse, rotate, and unchanged,
// which is the state before the call.
//
// The package must not know tasks, metrics or verifiers.
package mutate
