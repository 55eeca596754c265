//// lists
import java.util.*;
public class Solution {
    static int t(int p) {
        List<Integer> xs = new ArrayList<>();
        xs.add(5);
        xs.add(p);
        if (p > 1)
            xs.add(7);
        return xs.size() * 100 + xs.get(0) * 10 + xs.get(1);
    }
    static int ts(int p) {
        List<Integer> xs = new ArrayList<>();
        xs.add(5);
        xs.add(6);
        int was = xs.set(1, p);
        return was * 100 + xs.get(1) * 10 + xs.get(0);
    }
    static int tr(int p) {
        List<Integer> xs = new ArrayList<>();
        xs.add(4);
        xs.add(5);
        xs.add(6);
        int was = xs.remove(«0¦1¦2»);
        return was * 100 + xs.size() * 10 + xs.get(p % 2);
    }
    static int ta(int p) {
        List<Integer> xs = new ArrayList<>();
        List<Integer> ys = «X=xs¦new ArrayList<>()»;
        xs.add(1);
        ys.add(p);
        return xs.size() * 10 + ys.size();
    }
    static int tc(int p) {
        List<Integer> xs = new ArrayList<>();
        xs.add(p);
        return (xs.contains(«1¦2») ? 1 : 2) + (xs.isEmpty() ? 10 : 20);
    }
    static int tk(int p) {
        List<Integer> xs = new ArrayList<>();
        xs.add(p);
        xs.clear();
        xs.add(8);
        return xs.size() * 10 + xs.get(0);
    }
    static int tx(int p) {
        List<Integer> xs = new ArrayList<>();
        xs.add(3);
        xs.add(4);
        try {
            return xs.get(p);
        } catch (IndexOutOfBoundsException e) {
            return 9;
        }
    }
}
//// maps and sets
import java.util.*;
public class Solution {
    static int t(int p) {
        Map<Integer, Integer> m = new HashMap<>();
        m.put(1, 5);
        m.put(p, 6);
        return m.size() * 10 + m.get(1);
    }
    static int td(int p) {
        Map<Integer, Integer> m = new HashMap<>();
        m.put(1, 5);
        return m.getOrDefault(p, 7) * 10 + (m.containsKey(p) ? 1 : 2);
    }
    static int tn(int p) {
        Map<Integer, Integer> m = new HashMap<>();
        m.put(2, 5);
        return m.get(p) == null ? 1 : 2;
    }
    static int ts(int p) {
        Set<Integer> s = new HashSet<>();
        s.add(1);
        boolean b = s.add(p);
        return s.size() * 10 + (b ? 1 : 2) + (s.contains(2) ? 100 : 200);
    }
    static int te(int p) {
        Set<Integer> s = new HashSet<>();
        s.add(1);
        s.add(2);
        s.remove(p);
        return s.size() * 10 + (s.contains(1) ? 1 : 2);
    }
    static int tk(int p) {
        Map<String, Integer> m = new HashMap<>();
        m.put("a", 1);
        m.put(new String("a"), p);
        return m.size() * 10 + m.get("a");
    }
}
//// of a caller
import java.util.*;
public class Solution {
    //@ requires xs.size() < 100;
    //@ ensures xs.size() == \old(xs.size()) + 1;
    static void add(List<Integer> xs, int v) {
        xs.add(v);
    }
    //@ requires 0 <= i && i < xs.size() && xs.get(i) != null;
    //@ ensures \result == xs.get(i);
    static int at(List<Integer> xs, int i) {
        return xs.get(i);
    }
    static int t(int p) {
        List<Integer> xs = new ArrayList<>();
        add(xs, 4);
        if (p > 1)
            add(xs, 5);
        return xs.size();
    }
    static int tl(int p) {
        List<Integer> xs = new ArrayList<>();
        //@ loop_invariant 0 <= i && i <= p && xs.size() == i;
        //@ decreases p - i;
        for (int i = 0; i < p; i++)
            xs.add(i);
        return xs.size();
    }
    static int tf(int p) {
        List<Integer> xs = new ArrayList<>();
        xs.add(3);
        xs.add(p);
        int k = 0;
        for (int x : xs)
            k += 1;
        return xs.size();
    }
}
//// emptied and filled again
import java.util.*;
public class Solution {
    static int t(int p) {
        List<Integer> xs = new ArrayList<>();
        xs.add(5);
        xs.set(0, 7);
        xs.clear();
        xs.add(8);
        return xs.get(0) + 10 * p;
    }
    static int tr(int p) {
        List<Integer> xs = new ArrayList<>();
        xs.add(1);
        xs.add(2);
        xs.set(0, 4);
        xs.set(1, 5);
        xs.remove(1);
        xs.add(6);
        return xs.get(1) * 10 + xs.get(0);
    }
}
