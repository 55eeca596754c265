package cmd

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestInOrder(t *testing.T) {
	items := []int{5, 1, 4, 1, 3, 0, 2}
	var got []int
	err := inOrder(context.Background(), items, 3,
		func(n int) int { time.Sleep(time.Duration(n) * time.Millisecond); return n * n },
		func(n int) error { got = append(got, n); return nil })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{25, 1, 16, 1, 9, 0, 4}, got); diff != "" {
		t.Error(diff)
	}
}

func TestInOrderStops(t *testing.T) {
	stop := errors.New("stop")
	n := 0
	err := inOrder(context.Background(), make([]int, 100), 2, func(int) int { return 0 }, func(int) error {
		if n++; n == 3 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) || n != 3 {
		t.Errorf("%v after %d", err, n)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := inOrder(ctx, make([]int, 5), 1, func(int) int { time.Sleep(time.Second); return 0 }, func(int) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}
