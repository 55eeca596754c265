import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

// A class of the program may be behind a library type: what the library's methods call
// on the receiver is then the program's, so their contracts say nothing.
public class Overridden1 {
    static class Forgetful extends LinkedHashMap<Integer, Integer> {
        protected boolean removeEldestEntry(Map.Entry<Integer, Integer> e) { //!ok UnsupportedConstruct
            return true;
        }
    }

    //@ requires !m.containsKey(1); //!native UnsupportedConstruct
    //@ ensures m.containsKey(1);
    static void put(Map<Integer, Integer> m) {
        m.put(1, 1);
    }

    //@ ensures m.containsKey(1);
    static void putInOne(Forgetful m) {
        m.put(1, 1); //!native UnsupportedConstruct
    }

    //@ ensures \result;
    static boolean putInNew() {
        Map<Integer, Integer> m = new LinkedHashMap<>();
        m.put(1, 1);
        return m.containsKey(1); //!ok UnsupportedConstruct
    }

    static class Named extends ArrayList<String> {
        public String toString() {
            return "named";
        }
    }

    //@ ensures l.size() == \old(l.size()) + 1;
    static void add(ArrayList<String> l) {
        l.add("x"); //!ok UnsupportedConstruct
    }

    //@ ensures l.size() == \old(l.size()) + 1;
    static void addToList(List<String> l) {
        l.add("x");
    }
}
