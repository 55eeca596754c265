package runner

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"ensures/bench"
	"ensures/internal/atomicfile"
	"ensures/internal/regular"
)

// Product is what an engine hands in. It says nothing of verdicts and scores.
type Product struct {
	Code   string // the task's file with a specification
	Steps  int
	Tokens int
	Cost   float64  // USD
	Reason string   // why there is no specification, when there is none
	Clocks []string // what a clock ended before its limit of steps
	First  string   // what was wrong with the first answer, of engines that repair: a failure's class, or "verified"
}

// Engine turns a task into a specification. Specify is called by several goroutines at
// a time; dir is a folder of the task's own. An error is infrastructure: the task
// is run again on resume.
type Engine interface {
	Name() string
	Specify(ctx context.Context, t *bench.Task, dir string) (Product, error)
}

// Resumer is implemented by engines that can go on from what an unfinished try left in
// the task's folder. Resume is called before Specify in place of emptying the folder.
type Resumer interface {
	Resume(dir string) error
}

// Manifest is run.json: what was asked. Hash covers all but Created and Workers.
type Manifest struct {
	Schema  int       `json:"schema"`
	Created time.Time `json:"created"`
	Hash    string    `json:"hash"`
	Workers int       `json:"workers"`
	Dataset string    `json:"dataset"`          // name
	Digest  string    `json:"digest"`           // of its tasks
	Select  string    `json:"select,omitempty"` // which of them, in the caller's words
	Engines []string  `json:"engines"`
	Runs    int       `json:"runs"`
	Seed    int64     `json:"seed"`
	Shard   string    `json:"shard,omitempty"` // "2/5"
	Tasks   int       `json:"tasks"`           // of this shard
	Version string    `json:"version"`
	Backend string    `json:"backend"`
	Config  any       `json:"config"`
}

// ManifestFile is the name of the manifest.
const ManifestFile = "run.json"

// Options say what is run.
type Options struct {
	Dir      string // of the run; made when missing
	Dataset  string
	Digest   string // of the whole data set; default: of Tasks
	Select   string // which of the data set's tasks Tasks are, in the caller's words
	Tasks    []*bench.Task
	Engines  []Engine
	Judge    *Judge
	Runs     int // repetitions; default 1
	Workers  int // default 1
	Shard    int // this one of Shards, from 1; 0: all
	Shards   int
	Shuffle  bool
	Seed     int64
	Resume   bool
	Version  string
	Config   any             // as it stands in run.json; part of the hash
	Drain    <-chan struct{} // closed: begin nothing more
	Spread   Spread          // nil: the jobs are done here, by Workers
	Begun    func(Job)       // a job is begun here; may be nil
	Progress func(Row, Progress)
	Now      func() time.Time // default time.Now
}

// Progress is how far a run has come.
type Progress struct {
	Done, Total int
	Resumed     int // were done before
}

// ErrOther is returned when the folder holds a run with other settings.
var ErrOther = errors.New("the folder holds a run with other settings")

// ErrExists is returned when the folder holds a run and Resume is not set.
var ErrExists = errors.New("the folder holds a run already")

// Run runs every engine on every task of the shard, Runs times. Rows are on disk
// as soon as they are there. When Drain is closed or ctx ends it returns what
// stopped it; the run can be resumed.
func Run(ctx context.Context, o Options) (Progress, error) {
	if o.Runs < 1 {
		o.Runs = 1
	}
	if o.Workers < 1 {
		o.Workers = 1
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Digest == "" {
		o.Digest = Digest(o.Tasks)
	}

	tasks := Select(o.Tasks, o.Shuffle, o.Seed, o.Shard, o.Shards)
	m, err := begin(o, tasks)
	if err != nil {
		return Progress{}, err
	}
	var done map[string]bool
	rows, err := openRows(o.Dir)
	if err != nil {
		return Progress{}, err
	}
	defer rows.close()
	if o.Resume { // now that nobody else adds to them
		if done, err = finished(m, o.Dir); err != nil {
			return Progress{}, err
		}
	}

	var jobs []Job
	p := Progress{}
	for _, t := range tasks {
		for _, e := range o.Engines {
			for n := range o.Runs {
				p.Total++
				j := Job{Task: t, Engine: e.Name(), Run: n + 1}
				if done[j.Key()] {
					p.Resumed++
					continue
				}
				jobs = append(jobs, j)
			}
		}
	}
	p.Done = p.Resumed

	// The files first, then the row: a row on disk means that the job is done, and nobody looks
	// for its files again.
	var mu sync.Mutex
	keep := func(d Done) error {
		if err := d.write(o.Dir); err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		// Lines without it, or with another, were not written by this run.
		d.Row.Of = m.Hash
		if err := rows.write(d.Row); err != nil {
			return err
		}
		p.Done++
		if o.Progress != nil {
			o.Progress(d.Row, p)
		}
		return nil
	}
	spread := o.Spread
	if spread == nil {
		spread = o.here
	}
	err = spread(ctx, m, jobs, o.Drain, keep)
	mu.Lock()
	defer mu.Unlock()
	return p, err
}

// begin writes the manifest, or checks it against the one that is there.
func begin(o Options, tasks []*bench.Task) (Manifest, error) {
	m := Manifest{Schema: 1, Created: o.Now().UTC(), Workers: o.Workers, Dataset: o.Dataset, Digest: o.Digest, Select: o.Select, Runs: o.Runs, Seed: o.Seed,
		Tasks: len(tasks), Version: o.Version, Config: o.Config}
	for _, e := range o.Engines {
		m.Engines = append(m.Engines, e.Name())
	}
	if o.Shards > 0 {
		m.Shard = fmt.Sprintf("%d/%d", o.Shard, o.Shards)
	}
	if o.Judge != nil && o.Judge.Backend != nil {
		v, err := o.Judge.Backend.Version(context.Background())
		if err != nil {
			return m, err
		}
		m.Backend = o.Judge.Backend.Name() + " " + v
	}

	m.Hash = m.hash()
	path := filepath.Join(o.Dir, ManifestFile)
	if old, err := ReadManifest(o.Dir); err == nil {
		// A folder that was named by mistake must not lose its run.
		if !o.Resume {
			return m, fmt.Errorf("%s: %w; --resume goes on with it", o.Dir, ErrExists)
		}
		// Rows under two settings in one file would end in one figure.
		if old.Hash != m.Hash {
			return m, fmt.Errorf("%s: %w: %s", o.Dir, ErrOther, strings.Join(old.differs(m), ", "))
		}
		// With the time at which it was begun: a queue knows the run by that.
		return old, nil
	} else if !errors.Is(err, os.ErrNotExist) {
		return m, err
	}
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return m, err
	}
	b, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return m, err
	}
	return m, atomicfile.Write(path, append(b, '\n'))
}

// ReadManifest reads a run's manifest.
func ReadManifest(dir string) (Manifest, error) {
	var m Manifest
	b, err := regular.ReadFile(filepath.Join(dir, ManifestFile))
	if errors.Is(err, fs.ErrNotExist) {
		return m, fmt.Errorf("%s is no folder of a run: it has no %s; ensures bench run --out makes one (%w)", dir, ManifestFile, fs.ErrNotExist)
	}
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return m, fmt.Errorf("%s: %w", filepath.Join(dir, ManifestFile), err)
	}
	return m, nil
}

func (m Manifest) hash() string {
	// When a run was begun and by how many workers says nothing of what it asks.
	m.Created, m.Workers, m.Hash = time.Time{}, 0, ""
	b, _ := json.Marshal(m)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// differs names the settings in which two manifests differ.
func (m Manifest) differs(n Manifest) []string {
	var out []string
	fields := func(m Manifest) map[string]json.RawMessage {
		m.Created, m.Workers, m.Hash = time.Time{}, 0, ""
		b, _ := json.Marshal(m)
		f := map[string]json.RawMessage{}
		_ = json.Unmarshal(b, &f)
		return f
	}
	a, b := fields(m), fields(n)
	for k, v := range a {
		if string(v) != string(b[k]) {
			out = append(out, k)
		}
	}
	for k := range b {
		if _, ok := a[k]; !ok {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

// finished are the keys of the run's own rows that need not be run again.
func finished(m Manifest, dir string) (map[string]bool, error) {
	rows, _, err := RowsOf(m, dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	done := map[string]bool{}
	for _, r := range rows {
		if r.Status != Infrastructure {
			done[r.Key()] = true
		}
	}
	return done, err
}

// Digest identifies a list of tasks by what they ask and how they are tested.
func Digest(tasks []*bench.Task) string {
	h := sha256.New()
	for _, t := range tasks {
		fmt.Fprintf(h, "%q %q %q %q\n", t.ID, t.Source, t.Driver, t.Method)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// Select returns the tasks of a shard, in seeded random order when shuffled. The shards
// of a data set are disjoint and together all of it.
func Select(tasks []*bench.Task, shuffle bool, seed int64, shard, shards int) []*bench.Task {
	out := slices.Clone(tasks)
	if shuffle {
		// By a hash of seed and id rather than a shuffle of the list: a task's place does not
		// depend on which others there are.
		rank := func(t *bench.Task) uint64 {
			h := fnv.New64a()
			fmt.Fprintf(h, "%d\x00%s", seed, t.ID)
			return h.Sum64()
		}
		slices.SortStableFunc(out, func(x, y *bench.Task) int {
			a, b := rank(x), rank(y)
			switch {
			case a < b:
				return -1
			case a > b:
				return 1
			}
			return strings.Compare(x.ID, y.ID)
		})
	}

	if shards < 1 {
		return out
	}
	var mine []*bench.Task
	for i, t := range out {
		// Every n-th one, so that a data set that is sorted by difficulty gives shards alike.
		if i%shards == shard-1 {
			mine = append(mine, t)
		}
	}
	return mine
}
