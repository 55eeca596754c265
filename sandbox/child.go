package sandbox

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"

	"ensures/sandbox/jail"
)

// childFlag makes this program a child of itself. A program that does not call
// Child first takes it for an unknown flag and ends.
const childFlag = "--ensures-sandbox-child"

// launch is what the child is told on its command line. It holds no secret.
type launch struct {
	Parent int         `json:"parent"` // 0: bubblewrap ends the child with its parent
	Open   bool        `json:"open"`   // no jail: the language alone holds the code
	Policy jail.Policy `json:"policy"`
	// Scratch and ScratchFiles bound a file system of the child's own in place of the
	// policy's folder, where its mounts are other ones than Outside; 0: it has the folder.
	Scratch      int64    `json:"scratch"`
	ScratchFiles int      `json:"scratch_files"`
	Outside      string   `json:"outside"`
	Path         string   `json:"path"`
	Argv         []string `json:"argv"`
	Env          []string `json:"env"`
}

const (
	childIn  = 3 // orders
	childOut = 4 // events
)

// Child is to be called at the start of main, and of TestMain where tests use
// interpreters. When this process was started as the child of an interpreter,
// Child does that work and ends the process; else it returns at once.
func Child() {
	if len(os.Args) < 3 || os.Args[1] != childFlag {
		return
	}
	out := os.NewFile(childOut, "events")
	// The second time that this program starts as a child, already inside the jail.
	if os.Args[2] == serveStarlark {
		os.Exit(serve(os.NewFile(childIn, "orders"), out))
	}
	// It returns only where it failed: else this process has become another program.
	err := launchInto(os.Args[2])
	_ = writeFrame(out, event{Ev: "fatal", Text: err.Error()})
	os.Exit(2)
}

func launchInto(arg string) error {
	var l launch
	if err := json.Unmarshal([]byte(arg), &l); err != nil {
		return fmt.Errorf("read the launch order: %w", err)
	}
	// Once in the jail this program can't start threads or get memory, which its own
	// collector may want, its sweeper too: none begins where the environment says so
	// from the start, as the parent's does.
	debug.SetGCPercent(-1)
	// Before anything else: from here on a parent that ends takes this process with it.
	if l.Parent != 0 {
		if err := jail.DieWithParent(l.Parent); err != nil {
			return err
		}
	}
	if l.Scratch > 0 && l.Policy.Write != "" {
		// Where it can't be had the parent measures what is in the folder; it does so anyway.
		_ = jail.PrivateFolder(l.Policy.Write, l.Scratch, l.ScratchFiles, l.Outside)
	}
	if l.Open {
		return jail.ExecOpen(l.Path, l.Argv, l.Env)
	}
	return jail.Exec(l.Policy, l.Path, l.Argv, l.Env)
}
