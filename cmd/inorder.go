package cmd

import "context"

// inOrder runs work on every item with some workers and hands the results to
// done in the items' order, each as soon as all before it are there. It stops at
// done's first error or when ctx ends.
func inOrder[In, Out any](ctx context.Context, items []In, workers int, work func(In) Out, done func(Out) error) error {
	slots := make([]chan Out, len(items))
	for i := range slots {
		// With room for its result, so that a worker never waits for the one who reads.
		slots[i] = make(chan Out, 1)
	}

	stop := make(chan struct{})
	defer close(stop)
	next := make(chan int)
	go func() {
		defer close(next)
		for i := range items {
			select {
			case next <- i:
			case <-stop:
				return
			case <-ctx.Done():
				return
			}
		}
	}()

	for range max(1, workers) {
		go func() {
			for i := range next {
				slots[i] <- work(items[i])
			}
		}()
	}

	for _, slot := range slots {
		select {
		case out := <-slot:
			if err := done(out); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
