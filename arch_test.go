// Package ensures_test holds the tests of the house itself.
package ensures_test
