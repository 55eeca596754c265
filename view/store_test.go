package view

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ensures/trajectories"
)

// While one run is being read, others are shown and listed; whoever asks for the same
// one waits for that reading, and a failed reading is not kept.
func TestAttackLongRun(t *testing.T) {
	dir := t.TempDir()
	agentRun(t, dir, "long", 1, 10, noon)
	agentRun(t, dir, "short", 1, 10, noon)
	begun, finish := make(chan struct{}, 9), make(chan struct{})
	broken := errors.New("broken")
	s := &store{dir: dir, read: func(path string) (*trajectories.Outline, error) {
		if strings.Contains(filepath.Dir(path), "long") {
			begun <- struct{}{}
			<-finish
			return nil, broken
		}
		return trajectories.OpenOutline(path)
	}}

	first, second := make(chan error, 1), make(chan error, 1)
	go func() { _, err := s.outline("long"); first <- err }()
	<-begun
	go func() { _, err := s.outline("long"); second <- err }()

	others := make(chan error, 1)
	go func() {
		_, err := s.outline("short")
		_, lerr := s.entries()
		others <- errors.Join(err, lerr)
	}()
	select {
	case err := <-others:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Error("another run waits for the long one")
	}

	close(finish)
	for _, one := range []chan error{first, second} {
		if err := <-one; !errors.Is(err, broken) {
			t.Error(err)
		}
	}
	if _, err := s.outline("long"); !errors.Is(err, broken) || len(begun) == 0 {
		t.Errorf("not read again: %v", err)
	}
}

// A run that brings its reader down is an error to whoever waits for it, and is read
// anew by the next one.
func TestAttackPanickingRun(t *testing.T) {
	dir := t.TempDir()
	agentRun(t, dir, "r", 1, 10, noon)
	begun, finish := make(chan struct{}, 1), make(chan struct{})
	s := &store{dir: dir, read: func(path string) (*trajectories.Outline, error) {
		begun <- struct{}{}
		<-finish
		panic("hostile")
	}}
	first, second := make(chan any, 1), make(chan error, 1)
	go func() {
		defer func() { first <- recover() }()
		_, _ = s.outline("r")
	}()
	<-begun
	go func() { _, err := s.outline("r"); second <- err }()
	time.Sleep(20 * time.Millisecond) // it waits for the first, or else reads by itself
	close(finish)
	if v := <-first; v == nil {
		t.Error("the test's reader did not panic")
	}
	select {
	case <-begun: // the second came later
		<-second
	case err := <-second:
		if err == nil {
			t.Error("an outline that nobody has read")
		}
	case <-time.After(5 * time.Second):
		t.Fatal("the second waits for ever")
	}
	s.read = trajectories.OpenOutline
	if o, err := s.outline("r"); err != nil || o == nil {
		t.Errorf("afterwards: %v, %v", o, err)
	}
}
