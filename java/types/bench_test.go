package types_test

import (
	"sync"
	"testing"

	"ensures/java"
	"ensures/java/types"
)

const benchProgram = `import java.util.*;

public class Bench {
    static int[] sortDesc(int[] a) {
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j + 1 < a.length - i; j++) {
                if (a[j] < a[j + 1]) {
                    int t = a[j];
                    a[j] = a[j + 1];
                    a[j + 1] = t;
                }
            }
        }
        return a;
    }

    static Map<String, Integer> count(List<String> words) {
        Map<String, Integer> m = new HashMap<>();
        for (String w : words) {
            m.put(w, m.getOrDefault(w, 0) + 1);
        }
        return m;
    }

    static boolean palindrome(String s) {
        StringBuilder sb = new StringBuilder();
        for (char c : s.toCharArray()) {
            if (Character.isLetterOrDigit(c)) {
                sb.append(Character.toLowerCase(c));
            }
        }
        int lo = 0, hi = sb.length() - 1;
        while (lo < hi) {
            if (sb.charAt(lo++) != sb.charAt(hi--)) {
                return false;
            }
        }
        return true;
    }

    public static void main(String[] args) {
        Scanner sc = new Scanner(System.in);
        int n = sc.nextInt();
        int[] a = new int[n];
        for (int i = 0; i < n; i++) {
            a[i] = sc.nextInt();
        }
        System.out.println(Arrays.toString(sortDesc(a)));
        List<String> words = new ArrayList<>();
        while (sc.hasNext()) {
            words.add(sc.next());
        }
        words.sort((x, y) -> x.length() - y.length());
        System.out.println(count(words) + " " + palindrome(String.join("", words)));
    }
}
`

// Checking a program of this size over a warm library takes well under 1 ms.
func BenchmarkCheck(b *testing.B) {
	lib := testLibrary()
	f, errs := java.Parse("Bench.java", benchProgram)
	if len(errs) > 0 {
		b.Fatal(errs)
	}
	types.Check(lib, f)
	b.ResetTimer()
	for b.Loop() {
		types.Check(lib, f)
	}
}

func BenchmarkCheckColdLibrary(b *testing.B) {
	f, _ := java.Parse("Bench.java", benchProgram)
	for b.Loop() {
		types.Check(testLibrary(), f)
	}
}

func BenchmarkSpecExpr(b *testing.B) {
	f, _ := java.Parse("Bench.java", benchProgram)
	p, _ := types.Check(testLibrary(), f)
	m := p.Class("Bench").MethodsNamed("sortDesc")[0]
	e, ef, errs := java.ParseExprString(`(\forall int i; 0 <= i && i < a.length - 1; \result[i] >= \result[i + 1]) && \result.length == \old(a.length)`, true)
	if len(errs) > 0 {
		b.Fatal(errs)
	}
	sc := m.BodyScope()
	for b.Loop() {
		if errs := p.CheckSpecBool(sc, types.SpecEnv{File: ef, Result: m.Return}, e, types.NewInfo()); len(errs) > 0 {
			b.Fatal(errs)
		}
	}
}

// Programs checked at the same time share one library, which they load.
func TestConcurrentLoading(t *testing.T) {
	lib := testLibrary()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			f, _ := java.Parse("Bench.java", benchProgram)
			p, _ := types.Check(lib, f)
			for _, name := range []string{"java.util.HashMap", "java.util.ArrayList", "java.lang.String", "java.util.TreeMap"} {
				c := p.Class(name)
				if c == nil {
					continue
				}
				c.Load()
				c.Init()
				for _, m := range c.AllMethods() {
					info, _ := m.Body()
					if info == nil {
						t.Errorf("%s: no info", m.Key())
					}
				}
			}
		})
	}
	wg.Wait()
}
