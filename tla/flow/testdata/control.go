package control

func (s *Stack[T]) early(n int) (err error) {
	if v := s.top(); v == nil {
		return errEmpty
	} else if n > 0 && s.mu.TryLock() || n < 0 {
		s.n++
	} else {
		panic("odd")
	}
	return nil
}

func loops(m map[int]string, ch chan int) {
outer:
	for i := 0; i < 3; i++ {
		for k, v := range m {
			switch {
			case k == i, v == "":
				continue outer
			case <-ch > 0:
				break outer
			default:
				continue
			}
		}
	}
	for {
	}
}

func switches(x any, n int) string {
	switch n {
	case 1:
		n = 2
		fallthrough
	case 2, 3:
		if n > 2 {
			break
		}
		n = 4
	}
	switch y := x.(type) {
	case int:
		return "int"
	case string:
		return y
	}
	return "?"
}

func deferred(f func() error) error {
	mu.Lock()
	defer mu.Unlock()
	defer func() {
		if r := recover(); r != nil {
			log(r)
		}
	}()
	if f == nil {
		panic("nothing to do")
	}
	return f()
}

func channels(in <-chan int, out chan<- int, done chan struct{}) {
	go func() { done <- struct{}{} }()
	for {
		select {
		case v, ok := <-in:
			if !ok {
				return
			}
			out <- v
		case <-done:
			close(out)
			return
		default:
			break
		}
		work() // and again
	}
}

func jumps(n int) int {
again:
	n--
	if n > 10 {
		goto again
	}
	{
		n++
	}
block:
	{
		if n == 0 {
			break block
		}
		n = 1
	}
	return n
}

func empty() {}

var handler = func(n int) int { return n + 1 }
