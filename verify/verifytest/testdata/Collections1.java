import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

// Going through collections, and library methods of which little is known.
public class Collections1 {
    //@ requires (\forall int k; 0 <= k && k < l.size(); l.get(k) != null);
    //@ ensures \result == (\num_of int k; 0 <= k && k < l.size(); l.get(k) > 0);
    static int positive(List<Integer> l) {
        int c = 0;
        //@ maintaining 0 <= c && c <= \count && \count <= l.size();
        //@ maintaining c == (\num_of int k; 0 <= k && k < \count; l.get(k) > 0);
        //@ decreases l.size() - \count;
        for (int v : l) {
            if (v > 0) c++;
        }
        return c;
    }

    static int unboxes(List<Integer> l) {
        int s = 0;
        for (int v : l) { //! PossiblyNullUnbox //!warn MissingLoopInvariant
            s = v;
        }
        return s;
    }

    //@ requires (\forall int k; 0 <= k && k < l.size(); l.get(k) != null);
    //@ ensures \result.size() <= l.size();
    static List<Integer> copyPositive(List<Integer> l) {
        List<Integer> out = new ArrayList<>();
        //@ maintaining out.size() <= \count && \count <= l.size();
        for (Integer v : l) {
            if (v > 0) out.add(v);
        }
        return out;
    }

    static void changesWhatItGoesThrough(List<Integer> l) {
        for (Integer v : l) { //! Precondition //!warn MissingLoopInvariant
            l.add(v);
        }
    }

    //@ ensures \result ==> s.contains("x");
    static boolean overSet(Set<String> s) {
        //@ maintaining true;
        for (String e : s) {
            if (e != null && e.equals("x")) return true;
        }
        return false;
    }

    //@ ensures \result != null ==> m.containsKey(\result);
    static /*@ nullable @*/ String overKeys(Map<String, Integer> m) {
        for (String k : m.keySet()) {
            if (k != null) return k;
        }
        return null;
    }

    //@ ensures \result != null ==> m.containsKey(\result) && m.get(\result) != null && m.get(\result) == 7;
    static /*@ nullable @*/ String overEntries(Map<String, Integer> m) {
        for (Map.Entry<String, Integer> e : m.entrySet()) {
            if (e.getKey() != null && e.getValue() != null && e.getValue() == 7) return e.getKey();
        }
        return null;
    }

    //@ ensures \result;
    static boolean boxes(Integer a, Integer b) {
        return a == b; //! Postcondition
    }

    //@ ensures \result ==> a.intValue() == b.intValue();
    static boolean sameBoxes(Integer a, Integer b) {
        return a == b;
    }

    //@ ensures \result == s.matches("[a-z]+");
    static boolean lower(String s) {
        return s.matches("[a-z]+");
    }

    //@ ensures \result >= 0;
    static int words(String s) {
        return s.split(" ").length;
    }

    //@ ensures (\forall int i, j; 0 <= i && i < j && j < a.length; a[i] <= a[j]);
    //@ ensures (\forall int i; 0 <= i && i < a.length; (\exists int j; 0 <= j && j < a.length; a[i] == \old(a[j])));
    static void sorts(int[] a) {
        Arrays.sort(a);
    }

    //@ ensures (\forall int i; 0 <= i && i < a.length; a[i] == v);
    //@ assignable a[*];
    static void fills(int[] a, int v) {
        Arrays.fill(a, v);
    }

    //@ assignable \nothing;
    static void fillsInVain(int[] a) {
        Arrays.fill(a, 1); //! Assignable
    }

    //@ ensures \result.size() == l.size() && \result != l;
    static List<String> copy(List<String> l) {
        return new ArrayList<>(l);
    }

    //@ requires (\forall int k; 0 <= k && k < l.size(); l.get(k) != null);
    //@ ensures l.size() == \old(l.size());
    //@ ensures (\forall int i, j; 0 <= i && i < j && j < l.size(); l.get(i).intValue() <= l.get(j).intValue());
    static void sortsList(List<Integer> l) {
        Collections.sort(l);
    }

    //@ requires l.size() > 2;
    //@ ensures l.size() == \old(l.size()) - 1 && l.get(0) == \old(l.get(0)) && l.get(1) == \old(l.get(2));
    static void removes(List<String> l) {
        l.remove(1);
    }

    static void removesBeyond(List<String> l) {
        l.remove(0); //! PossiblyTooLargeIndex
    }

    //@ requires (\forall int k; 0 <= k && k < l.size(); l.get(k) != null);
    //@ requires (\forall int k; 0 <= k && k < l.size(); l.get(k).size() > 0);
    //@ ensures \result.size() == l.size();
    //@ ensures (\forall int k; 0 <= k && k < \result.size(); \result.get(k) == l.get(k).get(0));
    static List<String> firsts(List<List<String>> l) {
        List<String> out = new ArrayList<>();
        //@ maintaining out.size() == \count && \count <= l.size();
        //@ maintaining (\forall int k; 0 <= k && k < out.size(); out.get(k) == l.get(k).get(0));
        for (List<String> row : l) {
            out.add(row.get(0));
        }
        return out;
    }

    //@ requires a.size() > 0 && b.size() > 0 && a.get(0) != null && b.get(0) != null;
    //@ ensures b.get(0).size() == \old(b.get(0).size());
    static void rowsMayBeOne(List<List<String>> a, List<List<String>> b) { //! Postcondition
        a.get(0).add("x");
    }

    //@ requires l.size() == 0;
    //@ ensures l.get(0) != \result;
    static List<String> holdsWhatIsNew(List<List<String>> l) {
        List<String> row = new ArrayList<>();
        l.add(row);
        return row; //! Postcondition
    }
}
