// Package jail holds the calling process in before it becomes the one that runs
// code nobody has read: resource limits, no capabilities, Landlock for files and
// a seccomp list of permitted system calls. What is entered can't be left, and a
// program that is executed afterwards is inside too.
//
// It must not know what runs inside, nor how anybody talks to it.
package jail

// Policy is what the process may still do. Everything not named is refused.
type Policy struct {
	Read    []string `json:"read"`    // files and folders that may be read
	Execute []string `json:"execute"` // programs, and the loaders they need
	Write   string   `json:"write"`   // a folder that may be written; empty: none
	Threads bool     `json:"threads"` // threads may be started; processes never
	// Contained says that bubblewrap keeps all other files out of sight, where the
	// kernel has no Landlock.
	Contained bool   `json:"contained"`
	Limits    Limits `json:"limits"`
}

// Limits are resource limits that the kernel keeps.
type Limits struct {
	AddressSpace uint64 `json:"address_space"` // bytes
	CPUSeconds   uint64 `json:"cpu_seconds"`
	FileSize     uint64 `json:"file_size"` // bytes of one file
	Files        uint64 `json:"files"`     // open at once
}

// Support is what the kernel offers.
type Support struct {
	Landlock int    // ABI version; 0 is none
	Seccomp  bool   // filters of system calls
	Reason   string // why a jail can't be built here; empty when it can
}
