package verify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"
)

// cacheVersion changes when the form of cached outcomes or what they depend on does.
const cacheVersion = "2"

// Store keeps answers under names, for as long as it likes. What it gives back is what
// was put in: a store that others could write to says so with an error. A name that
// nothing is under is fs.ErrNotExist.
type Store interface {
	Get(name string) ([]byte, error)
	Put(name string, content []byte) error
}

// CacheOptions say what answers depend on beside the question, and where they are
// kept.
type CacheOptions struct {
	Store Store
	// Build names the program that asks, with all its changes, and what of its settings
	// a backend was made with: another one may answer otherwise.
	Build string
	// Beside, when set, returns what the answer to a question depends on beside the
	// question's own text: a fingerprint of the other files that it names.
	Beside func(Request) string
	// Warn, when set, is told why an answer is not taken from the store.
	Warn func(string)
}

// WithCache keeps decided answers, by source, options, backend, its version, and the
// program that asks. Answers with something unknown in them are not kept, since a
// longer time limit may decide it. What a store does not vouch for is asked anew; that
// an answer can't be kept is a warning of the outcome.
func WithCache(b Backend, o CacheOptions) Backend {
	if o.Warn == nil {
		o.Warn = func(string) {}
	}
	return &cache{b, o}
}

type cache struct {
	Backend
	o CacheOptions
}

// entry is a kept answer, with the question that it is to.
type entry struct {
	Question question
	Outcome  Outcome
}

// question is all that an answer depends on. Source is a hash of it.
type question struct {
	Cache, Build, Backend, Version, Source, Beside string

	Options Options
}

func (c *cache) Verify(ctx context.Context, req Request) (Outcome, error) {
	version, err := c.Version(ctx)
	if err != nil {
		return Outcome{}, err
	}
	q := c.question(version, req)
	start := time.Now()
	if out, ok := c.get(q); ok {
		out.Elapsed = time.Since(start)
		return out, nil
	}
	out, err := c.Backend.Verify(ctx, req)
	if err == nil && settled(out) && c.versionHolds(ctx, version) {
		if perr := c.put(q, out); perr != nil {
			out.Warnings = append(out.Warnings[:len(out.Warnings):len(out.Warnings)], Diagnostic{Kind: CacheNotWritten, Severity: Warning, Message: "cache: " + perr.Error()})
		}
	}
	return out, err
}

// versionHolds reports whether the backend is what it was when it was asked: of
// several solvers one may have failed meanwhile.
func (c *cache) versionHolds(ctx context.Context, version string) bool {
	now, err := c.Version(ctx)
	return err == nil && now == version
}

// settled reports whether time would change nothing.
func settled(out Outcome) bool {
	if out.Verdict == Unknown || out.Verdict == InvalidVerdict {
		return false
	}
	for _, m := range out.Methods {
		if m.Verdict == Unknown {
			return false
		}
	}
	for _, d := range out.Diagnostics {
		if d.Verdict == Unknown {
			return false
		}
	}
	return true
}

func (c *cache) question(version string, req Request) question {
	o := req.Options.WithDefaults()
	o.Timeout = 0 // of what is kept, time changes nothing
	source := sha256.Sum256([]byte(req.Source))
	q := question{Cache: cacheVersion, Build: c.o.Build, Backend: c.Name(), Version: version, Source: hex.EncodeToString(source[:]), Options: o}
	if c.o.Beside != nil {
		q.Beside = c.o.Beside(req)
	}
	return q
}

// name is where the answer to a question is kept.
func (q question) name() string {
	b, err := json.Marshal(q)
	if err != nil {
		panic(err) // of strings, numbers and booleans
	}
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

func (c *cache) get(q question) (Outcome, bool) {
	b, err := c.o.Store.Get(q.name())
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			c.o.Warn(fmt.Sprintf("a kept answer is ignored: %v", err))
		}
		return Outcome{}, false
	}
	var e entry
	err = json.Unmarshal(b, &e)
	// An entry's name is a hash: whether it is to this question, the question in it tells.
	if err != nil || e.Question != q || e.Outcome.Verdict == InvalidVerdict {
		c.o.Warn("a kept answer is ignored: it is not to the question asked")
		return Outcome{}, false
	}
	return e.Outcome, true
}

func (c *cache) put(q question, out Outcome) error {
	b, err := json.Marshal(entry{q, out})
	if err != nil {
		return err
	}
	return c.o.Store.Put(q.name(), b)
}
