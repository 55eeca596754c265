// Command ensures writes JML specifications for Java methods and measures them.
package main

import (
	"os"

	"ensures/cmd"
)

func main() { os.Exit(cmd.Main()) }
