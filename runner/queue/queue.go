package queue

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"ensures/runner"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Options say where the queue is.
type Options struct {
	URL   string // nats://host:port, several with commas between them
	Token string // that the server asks for; "": none
	Name  string // of this client, as the server shows it
	// AckWait is how long the server waits for a sign of life of a worker before it
	// gives its job to another one; default 30 s. The owner of a run sets it.
	AckWait time.Duration
	Log     *slog.Logger // default: nothing
}

// Queue is a connection to the server.
type Queue struct {
	o  Options
	nc *nats.Conn
	js jetstream.JetStream
}

// ConnectError says that there is no server, or not one with streams.
type ConnectError struct {
	URL string
	Err error
}

// Error says what to do.
func (e *ConnectError) Error() string {
	return fmt.Sprintf("queue %s: %v; a server is started by ensures-queue, or by nats-server --jetstream", e.URL, e.Err)
}

// Unwrap is the cause.
func (e *ConnectError) Unwrap() error { return e.Err }

// ErrNoToken says that anybody could write to the queue. What is in it is run.
var ErrNoToken = errors.New("a queue that other machines can reach needs a token: set ENSURES_QUEUE_TOKEN")

// credentialed reports whether every address is on this machine, or has a user or a
// token in front of it.
func credentialed(urls string) bool {
	for _, u := range strings.Split(urls, ",") {
		if !strings.Contains(u, "://") {
			u = "nats://" + u
		}
		at, err := url.Parse(strings.TrimSpace(u))
		if err != nil || at.User.String() == "" && !loopback(at.Hostname()) {
			return false
		}
	}
	return true
}

// loopback reports whether a host is this machine by its name.
func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

// Dial connects to the server. The connection is made anew for as long as the
// queue is open.
func Dial(ctx context.Context, o Options) (*Queue, error) {
	if o.AckWait <= 0 {
		o.AckWait = 30 * time.Second
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Token == "" && !credentialed(o.URL) {
		return nil, &ConnectError{redacted(o.URL), ErrNoToken}
	}
	nc, err := nats.Connect(o.URL, nats.Name(o.Name), nats.Token(o.Token), nats.MaxReconnects(-1), nats.Timeout(5*time.Second),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				o.Log.Warn("the connection to the queue is lost", "error", err)
			}
		}))
	if err != nil {
		return nil, &ConnectError{redacted(o.URL), err}
	}
	js, err := jetstream.New(nc)
	if err == nil {
		_, err = js.AccountInfo(ctx)
	}
	if err != nil {
		nc.Close()
		return nil, &ConnectError{redacted(o.URL), err}
	}
	return &Queue{o: o, nc: nc, js: js}, nil
}

// redacted is an address, or several, without what stands before an @.
func redacted(urls string) string {
	var out []string
	for _, u := range strings.Split(urls, ",") {
		if at := strings.LastIndexByte(u, '@'); at >= 0 {
			scheme, _, ok := strings.Cut(u, "://")
			if !ok {
				scheme = "nats"
			}
			u = scheme + "://***@" + u[at+1:]
		}
		out = append(out, u)
	}
	return strings.Join(out, ",")
}

// Close ends the connection.
func (q *Queue) Close() { q.nc.Close() }

// bucket holds a record for every run that is not finished.
const bucket = "ensures_runs"

// workers is the consumer of a run's jobs that all workers share.
const workers = "workers"

// run is what a worker must know of a run.
type run struct {
	ID       string          `json:"id"`
	Manifest runner.Manifest `json:"manifest"`
	Settings json.RawMessage `json:"settings"` // the caller's
}

// idOf names a run: another one with the same settings has another name, the same
// one resumed has the same.
func idOf(m runner.Manifest) string {
	sum := sha256.Sum256([]byte(m.Hash + m.Created.UTC().Format(time.RFC3339Nano)))
	return hex.EncodeToString(sum[:8])
}

func (r run) jobs() string { return "ensures_jobs_" + r.ID }
func (r run) rows() string { return "ensures_rows_" + r.ID }

func (r run) jobSubject(key string) string { return "ensures.jobs." + r.ID + "." + token(key) }
func (r run) rowSubject(key string) string { return "ensures.rows." + r.ID + "." + token(key) }

// token is a job's key as a part of a subject.
func token(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:16])
}

// open makes a run's streams, or finds them.
func (q *Queue) open(ctx context.Context, r run) (jobs, rows jetstream.Stream, err error) {
	stream := func(name, subject string, keep jetstream.RetentionPolicy) (jetstream.Stream, error) {
		// One message a subject, and new ones refused rather than old ones dropped: that is what
		// keeps a job, and a row, from being there twice.
		return q.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: name, Subjects: []string{subject + ".*"}, Retention: keep, Storage: jetstream.FileStorage,
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		})
	}
	if jobs, err = stream(r.jobs(), "ensures.jobs."+r.ID, jetstream.WorkQueuePolicy); err != nil {
		return nil, nil, err
	}
	if rows, err = stream(r.rows(), "ensures.rows."+r.ID, jetstream.LimitsPolicy); err != nil {
		return nil, nil, err
	}
	// MaxDeliver −1: how often a job may be begun is counted by workers, who leave a row that
	// says so.
	_, err = jobs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: workers, AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.o.AckWait, MaxDeliver: -1, MaxAckPending: -1,
	})
	return jobs, rows, err
}

// runs are the records of the runs that are not finished.
func (q *Queue) runs(ctx context.Context) (jetstream.KeyValue, error) {
	return q.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: bucket, Description: "runs over data sets that are not finished", MaxValueSize: 256 << 10})
}

// full is the server's answer where a stream has a message of that subject already.
const full jetstream.ErrorCode = 10077

// taken reports whether an error says that the job, or its row, is there already.
func taken(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == full
}

// gone reports whether an error says that the run is over.
func gone(err error) bool {
	return errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrConsumerDeleted) ||
		errors.Is(err, nats.ErrNoResponders)
}

// pack is a value as compressed JSON.
func pack(v any) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := errors.Join(json.NewEncoder(z).Encode(v), z.Close()); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// unpacked is the most that a message may be when it is unpacked.
const unpacked = 256 << 20

func unpack(data []byte, v any) error {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return err
	}
	// A few bytes of gzip can be gigabytes.
	return json.NewDecoder(io.LimitReader(z, unpacked)).Decode(v)
}
