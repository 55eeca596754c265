package verify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// cacheVersion changes when the form of cached outcomes or what they depend on does.
const cacheVersion = "2"

// WithCache keeps decided answers in a folder, keyed by source, options, backend,
// its version, and build, which names the program that asks: another build may
// answer otherwise. Answers with something unknown in them are not kept, since a
// longer time limit may decide it. A file that cannot be read is asked anew and
// written over; one that cannot be written is a warning of the outcome.
func WithCache(b Backend, dir, build string) Backend { return &cache{b, dir, build} }

type cache struct {
	Backend
	dir   string
	build string
}

func (c *cache) Verify(ctx context.Context, req Request) (Outcome, error) {
	version, err := c.Version(ctx)
	if err != nil {
		return Outcome{}, err
	}
	path := filepath.Join(c.dir, c.key(version, req)+".json")
	start := time.Now()
	if b, err := os.ReadFile(path); err == nil {
		var out Outcome
		if json.Unmarshal(b, &out) == nil && out.Verdict != InvalidVerdict {
			out.Elapsed = time.Since(start)
			return out, nil
		}
	}
	out, err := c.Backend.Verify(ctx, req)
	if err != nil || !settled(out) {
		return out, err
	}
	if err := c.write(path, out); err != nil {
		out.Warnings = append(out.Warnings[:len(out.Warnings):len(out.Warnings)], Diagnostic{Kind: CacheNotWritten, Severity: Warning, Message: err.Error()})
	}
	return out, nil
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

// key hashes all that an answer depends on.
func (c *cache) key(version string, req Request) string {
	o := req.Options.WithDefaults()
	o.Timeout = 0 // of what is kept, time changes nothing
	h := sha256.New()
	enc := json.NewEncoder(h)
	for _, v := range []any{cacheVersion, c.build, c.Name(), version, o, req.Source} {
		_ = enc.Encode(v) // a hash does not fail
	}
	return hex.EncodeToString(h.Sum(nil))
}

// write puts an outcome in place as a whole or not at all.
func (c *cache) write(path string, out Outcome) error {
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	b, err := json.Marshal(out)
	if err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	f, err := os.CreateTemp(c.dir, "new-")
	if err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	_, err = f.Write(b)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("cache: %w", err)
	}
	return nil
}
