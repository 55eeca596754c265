package view

import (
	"slices"
	"sync"
)

// kept holds what was last computed from a few folders, for as long as their files stay
// as they are. Its lock is held for no computation: a run of hundreds of megabytes takes a
// while to read, and others are shown meanwhile.
type kept[T any] struct {
	mu   sync.Mutex
	list []*made[T] // the latest last
}

// made is a value being made or made; it is there once ready is closed.
type made[T any] struct {
	key, stamp string
	ready      chan struct{}
	value      T
	err        error
}

// mostMade is how many values are in memory.
const mostMade = 2

// get returns the value of a key under a stamp, which changes with the files: made by
// compute where there is none. Whoever asks for the same meanwhile waits for it; a failed one
// is made anew by the next.
func (k *kept[T]) get(key, stamp string, compute func() (T, error)) (T, error) {
	k.mu.Lock()
	at := slices.IndexFunc(k.list, func(m *made[T]) bool { return m.key == key && m.stamp == stamp })
	if at >= 0 {
		m := k.list[at]
		// To the end of the list, where the latest stands: what is longest unused is dropped
		// first.
		k.list = append(slices.Delete(k.list, at, at+1), m)
		k.mu.Unlock()
		<-m.ready
		return m.value, m.err
	}
	m := &made[T]{key: key, stamp: stamp, ready: make(chan struct{}), err: errBroken} // until it is made: a panic ends one request only
	k.list = slices.DeleteFunc(k.list, func(m *made[T]) bool { return m.key == key })
	if k.list = append(k.list, m); len(k.list) > mostMade {
		k.list = k.list[1:]
	}
	k.mu.Unlock()

	defer func() {
		if m.err != nil {
			k.mu.Lock()
			defer k.mu.Unlock()
			k.list = slices.DeleteFunc(k.list, func(other *made[T]) bool { return other == m })
		}
		close(m.ready)
	}()
	m.value, m.err = compute()
	return m.value, m.err
}
