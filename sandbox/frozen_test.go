package sandbox

import (
	"strings"
	"testing"
)

// What code prints of time and chance is the same in every run, so that a recorded run
// can be repeated; time goes on within a run all the same.
func TestTimeAndChanceAreFrozen(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		if e.Name != PythonEngine {
			t.Skip("it has neither")
		}
		for _, code := range []string{
			"import time\nprint(time.time(), time.monotonic_ns(), time.ctime(), time.strftime('%H:%M:%S'))",
			"from time import perf_counter as p\na = p()\nprint(p() > a, a)",
			"import time\na = time.time()\ntime.sleep(0.01)\nprint(time.time() - a >= 0.01, time.time())",
			"import random\nprint(random.random(), random.Random().random(), random.SystemRandom().random())",
			"from random import shuffle, Random\nx = list(range(9))\nshuffle(x)\nprint(x, Random(7).randint(0, 10**9))",
			"from datetime import datetime, date, timedelta\nn = datetime.now()\nprint(n, date.today(), isinstance(n, date), isinstance(n + timedelta(1), datetime), type(n).__name__, datetime(2020, 1, 2) - datetime(2019, 1, 2))",
			"import uuid, secrets, tempfile\nprint(uuid.uuid4(), secrets.token_hex(4))",
			"print({'b', 'a', 'c'}, hash('a'))",
		} {
			var seen []string
			for range 2 {
				ex := do(t, start(t, e, InterpreterOptions{}), code)
				if ex.Error != "" || strings.Contains(ex.Stdout, "False") {
					t.Fatalf("%s\n%+v", code, ex)
				}
				seen = append(seen, ex.Stdout)
			}
			if seen[0] != seen[1] || seen[0] == "" {
				t.Errorf("%s\n%s%s", code, seen[0], seen[1])
			}
		}
	})
}
