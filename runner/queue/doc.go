// Package queue lets a run over a data set be done by workers on any number of
// machines, over the streams of a NATS server (JetStream).
//
// The process that owns the run's folder puts the jobs that are not done into a
// stream with work-queue retention, one subject a job, so that a job can't be in it
// twice. A worker takes one, tells the server that it is at it for as long as it
// is, puts the row into a second stream, one subject a job again, and only then
// acknowledges the job. When a worker dies, the server gives its jobs to others
// after a while; when it dies between row and acknowledgement, the others find the
// row. The owner writes the rows into the summary as they come; when it dies, work
// goes on, and its successor finds the rows in the stream.
//
// The package must not know engines, verifiers or the terminal, and opens no
// connection but to the server that it is told.
package queue
