package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"ensures/configs"
	"ensures/llm/openai"
	"ensures/runner"
	"ensures/runner/queue"
	"ensures/sandbox"

	"github.com/spf13/cobra"
)

// workerFlags are the flags of bench worker.
type workerFlags struct {
	queue, run, dir string
	workers         int
	wait            time.Duration
}

func newBenchWorker(a *app) *cobra.Command {
	var f workerFlags
	c := &cobra.Command{
		Use:   "worker --queue ADDRESS",
		Short: "Do tasks of runs that are in a queue",
		Long: `Do tasks of the runs that "ensures bench run --queue" has put into a queue, with the
settings of the run, except for the address of its model: that is this machine's, as
the key is. It needs neither the data set nor the run's folder. A run of
another version of ensures, or of other solvers, is left alone.

It ends when there was nothing to do for --wait. An interrupt ends it, and the
tasks in flight are given to other workers; with --drain they have that time to finish.
The queue's token is taken from ENSURES_QUEUE_TOKEN; only a queue on this machine does
without.`,
		Example: `  ensures bench worker --queue nats://host:4222 --workers 8`,
		Args:    exactly(),
		RunE:    func(c *cobra.Command, _ []string) error { return a.benchWorker(c.Context(), f) },
	}
	c.Flags().StringVar(&f.queue, "queue", "", "`address` of the NATS server, nats://host:4222")
	drainFlags(c.Flags())
	c.Flags().StringVar(&f.run, "run", "", "only the run of this `id`")
	c.Flags().StringVar(&f.dir, "dir", "", "`folder` for the files of tasks (default: a temporary one)")
	c.Flags().IntVar(&f.workers, "workers", max(1, runtime.GOMAXPROCS(0)), "so `many` tasks at a time")
	c.Flags().DurationVar(&f.wait, "wait", time.Minute, "end when there was nothing to do for so long; 0: never")
	return c
}

// dial connects to a queue.
func (a *app) dial(ctx context.Context, url string) (*queue.Queue, error) {
	host, _ := os.Hostname()
	q, err := queue.Dial(ctx, queue.Options{URL: url, Token: a.Getenv("ENSURES_QUEUE_TOKEN"), Name: "ensures " + version() + " on " + host, Log: a.log})
	if err != nil {
		return nil, &coded{ExitMissing, err}
	}
	return q, nil
}

func (a *app) benchWorker(ctx context.Context, f workerFlags) error {
	if f.queue == "" {
		return usagef("ensures bench worker takes --queue\ntry: ensures bench worker --help")
	}
	if f.workers < 1 || f.wait < 0 {
		return usagef("--workers and --wait take a positive number")
	}

	alive := context.WithoutCancel(ctx)
	q, err := a.dial(alive, f.queue)
	if err != nil {
		return err
	}
	defer q.Close()
	if f.dir == "" {
		dir, remove, err := sandbox.TempDir("worker")
		if err != nil {
			return err
		}
		defer remove()
		f.dir = dir
	}

	show := a.benchTable(nil)
	n, err := q.Work(alive, queue.WorkOptions{
		Dir: f.dir, Workers: f.workers, Run: f.run, Wait: f.wait, Drain: ctx.Done(), Begun: show.begun,
		Done: func(r runner.Row) { show.row(r, runner.Progress{}) },
		Open: func(_ context.Context, m runner.Manifest, settings json.RawMessage) (*runner.Executor, func(), error) {
			return a.underSettings(alive, m, settings)
		},
	})
	show.done()
	if err != nil {
		return err
	}
	if a.out.json {
		return a.out.object(map[string]int{"tasks": n})
	}
	a.out.printf("%d tasks done\n", n)
	return nil
}

// owned is a run of this process: what its workers must know, and this process as
// one of them.
func (a *app) owned(q *queue.Queue, x *runner.Executor, workers int, scratch string, show *benchTable) queue.Owned {
	settings := map[string]string{}
	for key, value := range a.cfg.Map() {
		if shared(key) {
			settings[key] = settingText(value)
		}
	}
	o := queue.Owned{Settings: settings}
	if workers > 0 {
		o.Local = func(ctx context.Context, run string, drain <-chan struct{}) error {
			_, err := q.Work(ctx, queue.WorkOptions{Dir: scratch, Workers: workers, Run: run, Drain: drain, Begun: show.begun,
				Open: func(context.Context, runner.Manifest, json.RawMessage) (*runner.Executor, func(), error) {
					return x, func() {}, nil
				}})
			return err
		}
	}
	return o
}

// settingText is a setting as a flag takes it.
func settingText(value any) string {
	if list, ok := value.([]string); ok {
		return strings.Join(list, ",")
	}
	return fmt.Sprint(value)
}

// shared reports whether a setting is the run's and not the machine's. The address of
// a model is the machine's: whoever can write to the queue would otherwise choose where
// the machine's key is sent.
func shared(key string) bool {
	section, _, _ := strings.Cut(key, ".")
	return slices.Contains([]string{"annotate", "harness", "jml", "run", "agent", "baseline"}, section) ||
		slices.Contains([]string{"verify.backend", "verify.arithmetic", "verify.quick", "verify.patient", "verify.timeout", modelName}, key)
}

// modelName is the setting that names the model.
const modelName = "model.name"

// askable reports, by an error, whether this machine may ask the model that a run
// names. Address and key come from the same place: the address is this machine's, or
// that of the preset that the name begins with; a key that is set without an address is
// for the server of the model that this machine names itself. A recorded or scripted
// model is a file here, which only this machine may name.
func (a *app) askable(name string) error {
	own := a.cfg.Model
	if name == own.Name || name == "" {
		return nil
	}
	kind, _, _ := strings.Cut(name, ":")
	theirs, known := openai.PresetOf(name)
	mine, named := openai.PresetOf(own.Name)
	switch {
	case kind == "script" || kind == "replay":
		return fmt.Errorf("it asks the model %q, a file here: set ENSURES_MODEL_NAME to it to allow that", name)
	case own.BaseURL != "":
		return nil
	case !known:
		return fmt.Errorf("it asks the model %q, and its address does not come over the queue: set ENSURES_MODEL_BASE_URL", name)
	case own.Key.Reveal() != "" && (!named || mine.Name != theirs.Name):
		return fmt.Errorf("it asks the model %q, and nothing says that the key of model.key is for %s: set ENSURES_MODEL_NAME or ENSURES_MODEL_BASE_URL too", name, theirs.Name)
	}
	return nil
}

// underSettings makes a run's engines under the settings of its owner.
func (a *app) underSettings(ctx context.Context, m runner.Manifest, settings json.RawMessage) (*runner.Executor, func(), error) {
	// Another version may judge otherwise, and rows of one run have to mean the same.
	if m.Version != version() {
		return nil, nil, fmt.Errorf("it was begun by version %s, and this is %s", m.Version, version())
	}
	var values map[string]string
	if err := json.Unmarshal(settings, &values); err != nil {
		return nil, nil, fmt.Errorf("its settings: %w", err)
	}
	if err := a.askable(values[modelName]); err != nil {
		return nil, nil, err
	}

	there := *a
	opts := a.loaded
	opts.Flags = slices.Clone(opts.Flags)
	for key, value := range values {
		// Also here: whoever can write to the queue could send more settings than an owner of
		// ours does.
		if shared(key) {
			opts.Flags = append(opts.Flags, configs.Flag{Key: key, Name: "the run's " + key, Value: value})
		}
	}
	cfg, err := configs.Load(opts)
	if err != nil {
		return nil, nil, fmt.Errorf("its settings: %w", err)
	}
	there.cfg = cfg

	x, config, end, err := there.executor(ctx, m.Engines)
	if err != nil {
		return nil, nil, err
	}

	backend := ""
	if b := x.Judge.Backend; b != nil {
		v, err := b.Version(ctx)
		if err != nil {
			end()
			return nil, nil, err
		}
		backend = b.Name() + " " + v
	}
	if backend != m.Backend {
		end()
		return nil, nil, fmt.Errorf("it is verified by %q, and here there is %q", m.Backend, backend)
	}

	if theirs, ok := m.Config.(map[string]any); ok {
		for _, part := range []string{"model", "prompts"} {
			if !sameJSON(theirs[part], config[part]) {
				end()
				return nil, nil, fmt.Errorf("its %s is another one than here", part)
			}
		}
	}
	return x, end, nil
}

// sameJSON reports whether two values are written the same.
func sameJSON(a, b any) bool {
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && bytes.Equal(x, y)
}
