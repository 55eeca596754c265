package types_test

import (
	"os"

	"ensures/java/classlib"
	"ensures/java/types"
)

// testLibrary is the class library; ENSURES_CLASSLIB names a directory to use in
// its place while a class is being written.
func testLibrary() *types.Library {
	if dir := os.Getenv("ENSURES_CLASSLIB"); dir != "" {
		return types.NewLibrary(os.DirFS(dir))
	}
	return types.NewLibrary(classlib.FS)
}
