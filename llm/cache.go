package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"ensures/internal/atomicfile"
)

// CacheOptions say where replies are kept, and which.
type CacheOptions struct {
	Dir string
	// Server is part of the key: the same model name is another model elsewhere.
	Server string
	// Sampled keeps replies to requests of temperature above 0, or of none given,
	// too. A repeated question then has the same answer every time.
	Sampled bool
}

// Cache answers a request that was answered before from disk. The key is the
// whole request. A file that can't be read is asked for anew; one that can't be
// written is an error, since nobody would notice that nothing is kept.
func Cache(c Client, o CacheOptions) Client { return &cached{c, o} }

type cached struct {
	next Client
	o    CacheOptions
}

// entry is a file of the cache.
type entry struct {
	Server   string   `json:"server"`
	Request  Request  `json:"request"`
	Response Response `json:"response"`
}

func (c *cached) Complete(ctx context.Context, r Request) (Response, error) {
	// Sampled replies are meant to differ.
	if !c.o.Sampled && (r.Temperature == nil || *r.Temperature > 0) {
		return c.next.Complete(ctx, r)
	}
	sum := sha256.Sum256([]byte(c.o.Server + "\n" + r.Hash()))
	name := hex.EncodeToString(sum[:])
	path := filepath.Join(c.o.Dir, name[:2], name+".json")
	if raw, err := os.ReadFile(path); err == nil {
		var e entry
		// Every reply has a reason for its end: a file without one is none of ours.
		if json.Unmarshal(raw, &e) == nil && e.Response.Finish != "" {
			e.Response.Cached, e.Response.Retries, e.Response.Usage.CostUSD = true, 0, 0
			if r.Stream != nil {
				r.Stream(Delta{Text: e.Response.Message.Text, Reasoning: e.Response.Message.Reasoning})
			}
			return e.Response, nil
		}
	}

	res, err := c.next.Complete(ctx, r)
	if err != nil {
		return res, err
	}
	if err := store(path, entry{c.o.Server, r, res}); err != nil {
		return res, fmt.Errorf("cache of replies: %w", err)
	}
	return res, nil
}

// store writes a file in one piece, readable by its owner only.
func store(path string, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return atomicfile.WriteOwn(path, raw)
}
