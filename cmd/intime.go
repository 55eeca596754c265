package cmd

import (
	"errors"
	"time"
)

// errOver is why something was not done that the limit of a run did not reach.
var errOver = errors.New("the run's time was over before it was done")

// lateness is how long after its time a piece of work is waited for: it looks at the
// clock between its steps, and some input makes a step long.
const lateness = 1500 * time.Millisecond

// ends returns the end of a run that begins now; zero where it has no limit.
func ends(limit time.Duration) time.Time {
	if limit == 0 {
		return time.Time{}
	}
	return time.Now().Add(limit)
}

// over reports whether the end of a run is past.
func over(until time.Time) bool { return !until.IsZero() && time.Now().After(until) }

// inTime returns what work does, and false where that goes on after the end of the run.
// Work that was given up goes on until the process ends.
func inTime[T any](until time.Time, work func() T) (result T, ok bool) {
	if until.IsZero() {
		return work(), true
	}
	results := make(chan T, 1)
	go func() { results <- work() }()
	select {
	case result = <-results:
		return result, true
	case <-time.After(time.Until(until) + lateness):
		return result, false
	}
}
