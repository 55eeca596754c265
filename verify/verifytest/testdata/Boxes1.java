// Boxed numbers and lists.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Boxes1 {
    //@ requires i < 100;
    //@ ensures \result == i + 1;
    public static Integer next(int i) {
        Integer b = i;
        return b + 1;
    }

    //@ requires i < 100;
    //@ ensures \result == i;
    public static Integer nextWrong(int i) {
        Integer b = i;
        return b + 1; //! Postcondition
    }

    //@ ensures \result == 2;
    public static int size() {
        List<Integer> l = new ArrayList<>();
        l.add(5);
        l.add(7);
        return l.size();
    }

    //@ ensures \result == 3;
    public static int sizeWrong() {
        List<Integer> l = new ArrayList<>();
        l.add(5);
        l.add(7);
        return l.size(); //! Postcondition
    }

    //@ ensures \result == 7;
    public static int element() {
        ArrayList<Integer> l = new ArrayList<>();
        l.add(5);
        l.add(7);
        return l.get(1);
    }

    public static int elementNone() {
        ArrayList<Integer> l = new ArrayList<>();
        l.add(5);
        return l.get(1); //! PossiblyTooLargeIndex
    }

    //@ ensures \result;
    public static boolean map() {
        Map<Integer, Integer> m = new HashMap<>();
        m.put(1, 10);
        return m.containsKey(1);
    }

    //@ ensures \result;
    public static boolean mapWrong() {
        Map<Integer, Integer> m = new HashMap<>();
        m.put(1, 10);
        return m.containsKey(2); //! Postcondition
    }
}
