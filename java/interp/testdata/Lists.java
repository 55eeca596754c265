import java.util.*;
import java.util.concurrent.*;

/** The lists, queues and stacks, and what they throw. */
public class Lists {
    static void fail(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getName() + ": " + e.getMessage());
        }
    }

    static void errors(String name, List<Integer> l) {
        System.out.println("-- " + name + " " + l);
        fail("get -1", () -> l.get(-1));
        fail("get 9", () -> l.get(9));
        fail("set 9", () -> l.set(9, 1));
        fail("set -2", () -> l.set(-2, 1));
        fail("add 9", () -> l.add(9, 1));
        fail("add -1", () -> l.add(-1, 1));
        fail("remove 9", () -> l.remove(9));
        fail("remove -1", () -> l.remove(-1));
        fail("addAll 9", () -> l.addAll(9, List.of(1)));
        fail("sub 1", () -> l.subList(-1, 1));
        fail("sub 2", () -> l.subList(0, 99));
        fail("sub 3", () -> l.subList(2, 1));
        fail("iterator", () -> l.listIterator(99));
        fail("next", () -> { Iterator<Integer> it = l.iterator(); while (true) it.next(); });
        fail("previous", () -> l.listIterator().previous());
        fail("remove first", () -> l.iterator().remove());
        fail("set first", () -> l.listIterator().set(3));
        fail("loop", () -> { for (Integer i : l) l.remove(i); });
        fail("loop add", () -> { for (Integer i : l) { l.add(i); if (l.size() > 50) break; } });
        fail("forEach", () -> l.forEach(i -> l.add(77)));
        fail("sublist", () -> { List<Integer> s = l.subList(0, 1); l.add(5); s.get(0); });
        fail("null sort", () -> { l.sort(null); });
        fail("toArray", () -> l.toArray((Integer[]) null));
        fail("removeAll", () -> l.removeAll(null));
        fail("contains null", () -> l.contains(null));
        fail("add null", () -> { l.add(null); l.remove(null); });
        fail("replace", () -> l.replaceAll(i -> i + 1));
        fail("removeIf", () -> l.removeIf(i -> i > 78));
        fail("add", () -> l.add(4));
        fail("clear", () -> l.clear());
        System.out.println(l);
    }

    static void exercise(String name, List<Integer> l, Random r) {
        List<Integer> seen = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            int n = l.size();
            switch (r.nextInt(12)) {
                case 0: l.add(r.nextInt(n + 1), i); break;
                case 1: if (n > 0) seen.add(l.remove(r.nextInt(n))); break;
                case 2: seen.add(l.indexOf(i / 2)); seen.add(l.lastIndexOf(i / 3)); break;
                case 3: if (n > 0) seen.add(l.set(r.nextInt(n), -i)); break;
                case 4: l.addAll(r.nextInt(n + 1), List.of(i, i + 1, i)); break;
                case 5: l.remove((Integer) (i - 1)); break;
                case 6: if (n > 4) l.subList(1, 3).clear(); break;
                case 7: Collections.reverse(l.subList(0, n / 2)); break;
                case 8: { ListIterator<Integer> it = l.listIterator(n / 2);
                    if (it.hasNext()) { it.next(); it.add(100 + i); }
                    if (it.hasPrevious()) { it.previous(); it.set(200 + i); }
                    if (it.hasPrevious()) { seen.add(it.previous()); it.remove(); }
                    seen.add(it.nextIndex()); break; }
                default: l.add(i % 10);
            }
        }
        System.out.println(name + " " + l.size() + " " + l.hashCode() + " " + l + " " + seen);
        Collections.sort(l);
        System.out.println(l + " " + Collections.binarySearch(l, 7) + " " + Collections.max(l) + Collections.min(l) + Collections.frequency(l, 3));
        l.removeIf(x -> x % 2 == 0);
        l.replaceAll(x -> x * x);
        Collections.rotate(l, 3);
        Collections.shuffle(l, new Random(7));
        System.out.println(l + " " + l.equals(new LinkedList<>(l)) + new ArrayList<>(l).equals(l) + l.containsAll(List.of(1)) + l.retainAll(List.of(1, 9, 25, 49)) + l.removeAll(Set.of(9)) + l);
        Integer[] a = l.toArray(new Integer[0]);
        Object[] b = l.toArray();
        Integer[] c = l.toArray(new Integer[l.size() + 2]);
        System.out.println(Arrays.toString(a) + b.length + Arrays.toString(c) + a.getClass().getSimpleName());
        List<Integer> s = l.subList(0, Math.min(3, l.size()));
        s.add(42);
        s.sort(Comparator.reverseOrder());
        System.out.println(s + " " + l + " " + s.indexOf(42) + s.contains(1) + s.hashCode());
    }

    static void queue(String name, Deque<Integer> d, Random r) {
        List<Object> seen = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            switch (r.nextInt(14)) {
                case 0: d.addFirst(i); break;
                case 1: d.addLast(i); break;
                case 2: seen.add(d.pollFirst()); break;
                case 3: seen.add(d.pollLast()); break;
                case 4: seen.add(d.peek()); break;
                case 5: seen.add(d.peekLast()); break;
                case 6: d.push(-i); break;
                case 7: if (!d.isEmpty()) seen.add(d.pop()); break;
                case 8: d.removeFirstOccurrence(i - 3); break;
                case 9: d.removeLastOccurrence(-i + 2); break;
                case 10: { Iterator<Integer> it = d.iterator(); if (it.hasNext()) it.next(); if (it.hasNext()) { it.next(); it.remove(); } if (it.hasNext()) seen.add(it.next()); break; }
                case 11: { Iterator<Integer> it = d.descendingIterator(); for (int k = 0; k < 3 && it.hasNext(); k++) it.next(); if (d.size() > 3) it.remove(); if (it.hasNext()) seen.add(it.next()); break; }
                default: d.offer(i);
            }
        }
        System.out.println(name + " " + d.size() + " " + d + " " + seen);
        d.removeIf(x -> x % 3 == 0);
        System.out.println(d + " " + d.contains(7) + Arrays.toString(d.toArray()));
        d.clear();
        fail("pop", d::pop);
        fail("first", d::getFirst);
        fail("last", d::getLast);
        fail("removeLast", d::removeLast);
        fail("element", d::element);
        fail("remove", () -> d.remove());
        System.out.println(d.poll() + " " + d.peekFirst() + " " + d.pollLast());
    }

    public static void main(String[] args) {
        for (int seed = 0; seed < 5; seed++) {
            exercise("array", new ArrayList<>(), new Random(seed));
            exercise("linked", new LinkedList<>(), new Random(seed));
            exercise("vector", new Vector<>(), new Random(seed));
            exercise("stack", new Stack<>(), new Random(seed));
            queue("deque", new ArrayDeque<>(), new Random(seed));
            queue("deque1", new ArrayDeque<>(1), new Random(seed));
            queue("list", new LinkedList<>(), new Random(seed));
            queue("conc", new ConcurrentLinkedDeque<>(), new Random(seed));
        }
        errors("array", new ArrayList<>(List.of(3, 1, 2)));
        errors("linked", new LinkedList<>(List.of(3, 1, 2)));
        errors("vector", new Vector<>(List.of(3, 1, 2)));
        errors("asList", Arrays.asList(3, 1, 2));
        errors("of0", List.of());
        errors("of1", List.of(3));
        errors("of3", List.of(3, 1, 2));
        errors("toList", List.of(3, 1, 2).stream().toList());
        errors("unmodifiable", Collections.unmodifiableList(new ArrayList<>(List.of(3, 1, 2))));
        errors("empty", Collections.emptyList());
        errors("single", Collections.singletonList(8));
        errors("copies", Collections.nCopies(4, 8));
        errors("sub", new ArrayList<>(List.of(9, 3, 1, 2, 9)).subList(1, 4));
        errors("of sub", List.of(9, 3, 1, 2, 9).subList(1, 4));
        errors("cow", new CopyOnWriteArrayList<>(List.of(3, 1, 2)));
        fail("capacity", () -> new ArrayList<String>(-1));
        fail("copies", () -> Collections.nCopies(-1, 2));
        fail("of null", () -> List.of("a", null));
        fail("of null 3", () -> List.of("a", null, "b"));
        fail("set of", () -> Set.of("a", "b", "a"));
        fail("set of null", () -> Set.of((String) null));
        fail("stack", () -> new Stack<Integer>().pop());
        fail("stack peek", () -> new Stack<Integer>().peek());
        fail("deque null", () -> new ArrayDeque<Integer>().add(null));
        fail("pq null", () -> new PriorityQueue<Integer>().add(null));
        fail("pq cap", () -> new PriorityQueue<Integer>(0));
        fail("pq element", () -> new PriorityQueue<Integer>().element());
        fail("pq remove", () -> new PriorityQueue<Integer>().remove());
        fail("max", () -> Collections.max(new ArrayList<Integer>()));
        fail("copy", () -> Collections.copy(new ArrayList<Integer>(), List.of(1)));
        fail("vector", () -> new Vector<Integer>().firstElement());
        fail("vector 2", () -> new Vector<Integer>().elementAt(3));
        fail("vector 3", () -> new Vector<Integer>().setElementAt(3, 3));
        fail("vector 4", () -> new Vector<Integer>().insertElementAt(3, 3));
        fail("asList remove", () -> Arrays.asList(1, 2).remove(0));
        fail("asList add", () -> Arrays.asList(1, 2).add(0));
        fail("bounds", () -> Objects.checkIndex(3, 2));
        fail("from to", () -> Objects.checkFromToIndex(3, 9, 4));
        fail("from size", () -> Objects.checkFromIndexSize(3, 9, 4));
        fail("require", () -> Objects.requireNonNull(null));
        fail("require 2", () -> Objects.requireNonNull(null, "a message"));
        fail("optional", () -> Optional.empty().get());
        fail("optional 2", () -> OptionalInt.empty().getAsInt());
        fail("optional 3", () -> Optional.of(null));
        ArrayBlockingQueue<Integer> abq = new ArrayBlockingQueue<>(2);
        abq.add(1);
        abq.offer(2);
        fail("full", () -> abq.add(3));
        System.out.println(abq.offer(3) + " " + abq + " " + abq.remainingCapacity());
        Stack<Integer> st = new Stack<>();
        st.push(1); st.push(2); st.push(3);
        System.out.println(st + " " + st.peek() + st.search(1) + st.search(9) + st.pop() + st + st.empty() + st.get(0));
        for (int seed = 0; seed < 8; seed++) {
            Random r = new Random(seed);
            PriorityQueue<Integer> q = seed % 2 == 0 ? new PriorityQueue<>() : new PriorityQueue<>(Comparator.reverseOrder());
            for (int i = 0; i < 60; i++) {
                switch (r.nextInt(5)) {
                    case 0: q.poll(); break;
                    case 1: q.remove(r.nextInt(40)); break;
                    default: q.add(r.nextInt(40));
                }
            }
            System.out.println(q);
            Iterator<Integer> it = q.iterator();
            while (it.hasNext()) if (it.next() % 3 == 0) it.remove();
            System.out.println(q + " " + new PriorityQueue<>(q) + new PriorityQueue<>(new ArrayList<>(q)) + new PriorityQueue<>(new TreeSet<>(q)));
            q.removeIf(x -> x % 2 == 0);
            System.out.println(q + " " + q.contains(5) + q.size());
            StringBuilder sb = new StringBuilder();
            while (!q.isEmpty()) sb.append(q.poll()).append(' ');
            System.out.println(sb);
        }
        List<Integer> w = Arrays.asList(5, 6, 7);
        w.set(1, 60);
        System.out.println(w + " " + Collections.nCopies(3, "ab") + Collections.emptySet() + Collections.singleton(4) + Collections.emptyMap());
        Integer[] arr = {1, 2, 3};
        List<Integer> view = Arrays.asList(arr);
        view.set(0, 9);
        Collections.swap(view, 1, 2);
        System.out.println(Arrays.toString(arr));
        System.out.println(Collections.indexOfSubList(List.of(1, 2, 3, 1, 2), List.of(1, 2)) + " " + Collections.lastIndexOfSubList(List.of(1, 2, 3, 1, 2), List.of(1, 2))
            + Collections.disjoint(List.of(1), Set.of(2)) + " " + Collections.unmodifiableCollection(List.of(1)).equals(List.of(1)));
        List<Object> me = new ArrayList<>();
        me.add(me);
        me.add(1);
        System.out.println(me);
        BitSet bs = new BitSet();
        bs.set(3); bs.set(64); bs.set(100, 105); bs.flip(101); bs.clear(3);
        System.out.println(bs + " " + bs.cardinality() + " " + bs.length() + " " + bs.size() + " " + bs.nextClearBit(102) + " " + bs.nextSetBit(65) + " " + bs.previousSetBit(99) + " " + bs.hashCode() + " " + bs.get(100, 110));
        List<Integer> up = new ArrayList<>(List.of(1, 2, 3, 4, 5));
        Iterator<Integer> rest = up.iterator();
        rest.next();
        rest.forEachRemaining(x -> System.out.print(x + ";"));
        System.out.println(new StringJoiner(",", "<", ">").add("a").add("b") + "" + new StringJoiner("-").setEmptyValue("none") + new StringJoiner("/", "{", "}"));
        System.out.println(Objects.hash(1, "a", null) + " " + Objects.equals(null, null) + Objects.toString(null, "dflt") + Objects.hashCode(null) + Objects.requireNonNullElse(null, 3));
        System.out.println(Optional.of(3).map(x -> x + 1) + " " + Optional.empty() + Optional.of(3).filter(x -> x > 3).isPresent() + Optional.ofNullable((Integer) null).or(() -> Optional.of(8)) + OptionalInt.of(3) + OptionalDouble.of(2.5) + OptionalLong.empty() + Optional.of("x").hashCode());
        Enumeration<Integer> en = new Vector<>(List.of(1, 2)).elements();
        while (en.hasMoreElements()) System.out.print(en.nextElement() + " ");
        System.out.println(Collections.list(Collections.enumeration(List.of(7, 8))));
    }
}
