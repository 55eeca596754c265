package speceval

// Example is a question with its answer, shown to a model before its own.
type Example struct {
	Instance
	Reply string
}

// Examples are at most n examples of a task. They are about programs of ours.
func Examples(k Kind, n int) []Example {
	larger := `class Larger {
    //@ <CLAUSE>
    static int larger(int a, int b) {
        return a > b ? a : b;
    }
}
`
	count := `class Count {
    //@ requires n >= 0;
    static int count(int n) {
        int i = 0;
        //@ <CLAUSE>
        while (i < n) {
            i++;
        }
        return i;
    }
}
`
	ask := func(code string, reply string, clauses ...string) Example {
		return Example{Instance{Kind: k, Code: code, Clauses: clauses}, reply}
	}
	var all []Example
	switch k {
	case Judgement:
		all = []Example{
			ask(larger, "Answer: correct", `ensures \result >= a && \result >= b;`),
			ask(count, "At the first visit i is 0, and so is n perhaps.\nAnswer: incorrect", "maintaining i < n;"),
		}
	case Selection:
		all = []Example{
			ask(larger, "Answer: 3", `ensures \result > a;`, `ensures \result <= Integer.MAX_VALUE;`, `ensures \result == a || \result == b;`, `ensures \result == a && \result == b;`),
			ask(count, "Answer: 1", "maintaining 0 <= i && i <= n;", "maintaining 0 < i && i <= n;", "maintaining i == n;", "maintaining i > n;"),
		}
	case Infilling:
		all = []Example{
			ask(larger, `Answer: ensures \result >= a && \result >= b;`, `ensures \result >= a && \result >= ____;`),
			ask(count, "Answer: maintaining 0 <= i && i <= n;", "maintaining 0 <= i && i <= ____;"),
		}
	case Generation:
		all = []Example{
			ask(`class Larger {
    static int larger(int a, int b) {
        return a > b ? a : b;
    }
}
`, "```java\n"+`class Larger {
    //@ ensures \result >= a && \result >= b;
    //@ ensures \result == a || \result == b;
    static int larger(int a, int b) {
        return a > b ? a : b;
    }
}
`+"```"),
			ask(`class Count {
    static int count(int n) {
        int i = 0;
        while (i < n) {
            i++;
        }
        return i;
    }
}
`, "```java\n"+`class Count {
    //@ requires n >= 0;
    //@ ensures \result == n;
    static int count(int n) {
        int i = 0;
        //@ maintaining 0 <= i && i <= n;
        //@ decreases n - i;
        while (i < n) {
            i++;
        }
        return i;
    }
}
`+"```"),
		}
	}
	return all[:min(n, len(all))]
}
