package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ensures/bench"
	"ensures/internal/private"
	"ensures/verify"
	slicing "ensures/verify/partial"
)

// cacheOff is the value of verify.cache that keeps no answers.
const cacheOff = "off"

// keeping says which answers of verifiers a verb takes without asking again.
type keeping uint8

const (
	keepAnswers keeping = iota // all that were given on this machine
	keepInRun                  // those of this run: its times are measured
	keepNone                   // none: what it is about is asking again
)

// remembering keeps a verifier's answers, as far as the verb and the configuration
// want it. programs are those behind it, as what they are now: what one that was
// replaced has said is no answer of the new one.
func (a *app) remembering(b verify.Backend, rt *bench.Runtime, programs string) verify.Backend {
	o := verify.CacheOptions{Build: fmt.Sprintf("%s, seed %d, %s", build(), a.cfg.Harness.Seed, programs), Warn: a.warnOnce}
	// An answer about a file is one about the files that its names lead to as well.
	if rt != nil {
		o.Beside = func(r verify.Request) string { return slicing.Beside(rt.Types, r.File, r.Source) }
	}
	switch {
	case a.keeping == keepNone || a.cfg.Verify.Cache == cacheOff:
		return b
	case a.keeping == keepInRun && a.cfg.Verify.Cache == "":
		if a.answers == nil {
			a.answers = &verify.MemoryStore{}
		}
		o.Store = a.answers
	default:
		if o.Store = a.store(); o.Store == nil {
			return b
		}
	}
	return verify.WithCache(b, o)
}

// store is the user's folder of answers, nil where there is no place for it or for the
// key that it is written with. Neither is looked for in the working folder, which is
// what a relative path in a variable would mean.
func (a *app) store() verify.Store {
	dir, key := a.cfg.Verify.Cache, filepath.Join(a.stateDir(), "key")
	if dir == "" || dir == cacheOff {
		dir = filepath.Join(a.cacheDir(), "verdicts")
		if !filepath.IsAbs(dir) {
			return nil
		}
	}
	if !filepath.IsAbs(key) {
		return nil
	}
	s, err := private.OpenStore(dir, key)
	if err != nil {
		a.warnOnce("answers of verifiers are not kept: " + err.Error())
		return nil
	}
	return s
}

// stateDir is where the program keeps what it must find again.
func (a *app) stateDir() string {
	state := a.Getenv("XDG_STATE_HOME")
	if state == "" {
		state = filepath.Join(a.Getenv("HOME"), ".local", "state")
	}
	return filepath.Join(state, "ensures")
}

// identity is a program as what it is now: its place, size and time.
func identity(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	return fmt.Sprintf("%s %d %d ", path, info.Size(), info.ModTime().UnixNano())
}

// commandIdentity is a command as what its program is now, and its arguments.
func commandIdentity(command []string) string {
	id := identity(command[0])
	if id == "" {
		return ""
	}
	return id + strings.Join(command[1:], " ")
}

// solverIdentity is the solvers as what they are now.
func (a *app) solverIdentity() string {
	return identity(a.program(a.cfg.Verify.Z3, "z3")) + identity(a.program(a.cfg.Verify.CVC5, "cvc5"))
}

// control asks a tool its control questions, once for each program as it is now.
func (a *app) control(identity string, ask func() error) error {
	store, name := a.store(), "control-"+sum([]byte(build()+identity))
	if store != nil {
		if said, err := store.Get(name); err == nil && string(said) == "passed" {
			return nil
		}
	}
	// Only what passed is kept: a tool that failed may have been mended.
	if err := ask(); err != nil {
		return err
	}
	if store != nil {
		_ = store.Put(name, []byte("passed")) // else it is asked again the next time
	}
	return nil
}
