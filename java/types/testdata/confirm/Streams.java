import java.util.*;
import java.util.function.*;
import java.util.stream.*;

class Streams {
    record Person(String name, int age, String city) {
        String getName() { return name; }
        int getAge() { return age; }
    }

    static void run(List<Person> people, List<String> words, int[] nums, List<List<Integer>> nested, Map<String, Integer> counts) {
        List<String> names = people.stream().map(Person::name).collect(Collectors.toList());
        List<Integer> ages = people.stream().map(p -> p.age()).sorted().toList();
        int total = people.stream().mapToInt(Person::age).sum();
        double avg = people.stream().mapToInt(p -> p.age).average().orElse(0.0);
        Map<String, List<Person>> byCity = people.stream().collect(Collectors.groupingBy(Person::city));
        Map<String, Long> cityCount = people.stream().collect(Collectors.groupingBy(p -> p.city(), Collectors.counting()));
        Map<String, Integer> ageSum = people.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.summingInt(Person::age)));
        Map<Boolean, List<Person>> parts = people.stream().collect(Collectors.partitioningBy(p -> p.age() > 30));
        Map<String, Integer> toMap = people.stream().collect(Collectors.toMap(Person::name, Person::age));
        Map<String, Integer> toMap2 = people.stream().collect(Collectors.toMap(p -> p.name(), p -> p.age(), (a, b) -> a + b, LinkedHashMap::new));
        String joined = words.stream().filter(w -> w.length() > 2).map(String::toUpperCase).collect(Collectors.joining(", ", "[", "]"));
        people.sort(Comparator.comparing(Person::name));
        people.sort(Comparator.comparing(Person::name).thenComparing(Person::age));
        people.sort(Comparator.comparingInt(Person::age).reversed().thenComparing(Person::name, Comparator.reverseOrder()));
        people.sort((a, b) -> a.name().compareTo(b.name()));
        people.sort(Comparator.comparing(p -> p.name()));
        people.sort(Comparator.comparing((Person p) -> p.city()).thenComparingInt(p -> p.age()));
        Optional<Person> oldest = people.stream().max(Comparator.comparingInt(Person::getAge));
        String oldestName = people.stream().max(Comparator.comparing(Person::getAge)).map(Person::getName).orElse("none");
        int red = Arrays.stream(nums).boxed().reduce(0, Integer::sum);
        int red2 = IntStream.of(nums).reduce(1, (a, b) -> a * b);
        int red3 = words.stream().reduce(0, (acc, w) -> acc + w.length(), Integer::sum);
        String red4 = words.stream().reduce("", (a, b) -> a + b);
        Optional<Integer> red5 = Stream.of(1, 2, 3).reduce((a, b) -> a > b ? a : b);
        List<Integer> flat = nested.stream().flatMap(List::stream).collect(Collectors.toList());
        List<Integer> flat2 = nested.stream().flatMap(l -> l.stream().map(x -> x * 2)).collect(Collectors.toCollection(ArrayList::new));
        Set<Character> chars = words.stream().flatMap(w -> w.chars().mapToObj(c -> (char) c)).collect(Collectors.toSet());
        int[] squares = IntStream.rangeClosed(1, 10).map(i -> i * i).filter(i -> i % 2 == 0).toArray();
        List<Integer> boxed = IntStream.range(0, 5).boxed().collect(Collectors.toList());
        String s = IntStream.range(0, 3).mapToObj(i -> "x" + i).collect(Collectors.joining(","));
        long cnt = Stream.iterate(1, x -> x * 2).limit(10).filter(x -> x > 5).count();
        boolean any = words.stream().anyMatch("a"::equals);
        boolean all = words.stream().allMatch(w -> !w.isEmpty());
        Map<Character, Long> freq = "hello".chars().mapToObj(c -> (char) c).collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        Map<Character, Integer> freq2 = "hello".chars().mapToObj(c -> (char) c).collect(Collectors.toMap(c -> c, c -> 1, Integer::sum));
        String topKey = counts.entrySet().stream().max(Map.Entry.comparingByValue()).get().getKey();
        List<String> sortedKeys = counts.entrySet().stream().sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())).map(Map.Entry::getKey).collect(Collectors.toList());
        List<Map.Entry<String, Integer>> es = new ArrayList<>(counts.entrySet());
        es.sort(Map.Entry.comparingByKey());
        es.sort((a, b) -> b.getValue().compareTo(a.getValue()));
        es.sort(Map.Entry.<String, Integer>comparingByValue().reversed());
        Collections.sort(es, (a, b) -> a.getValue() - b.getValue());
        Integer[] arr = Arrays.stream(nums).boxed().toArray(Integer[]::new);
        Arrays.sort(arr, Collections.reverseOrder());
        Arrays.sort(arr, (a, b) -> b - a);
        String[] sa = words.stream().toArray(String[]::new);
        String[] sorted = words.stream().sorted(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder())).toArray(String[]::new);
        IntSummaryStatistics st = Arrays.stream(nums).summaryStatistics();
        int mx = st.getMax();
        double[] ds = Arrays.stream(nums).mapToDouble(x -> x / 2.0).toArray();
        words.forEach(System.out::println);
        words.forEach(w -> System.out.println(w + "!"));
        counts.forEach((k, v) -> System.out.println(k + v));
        words.removeIf(w -> w.isEmpty());
        words.replaceAll(String::trim);
        counts.computeIfPresent("a", (k, v) -> v + 1);
        counts.compute("a", (k, v) -> v == null ? 1 : v + 1);
        Function<Integer, Function<Integer, Integer>> add = x -> y -> x + y;
        int five = add.apply(2).apply(3);
        Function<Integer, Integer> comp = ((Function<Integer, Integer>) x -> x + 1).andThen(x -> x * 2).compose(x -> x - 1);
        BinaryOperator<Integer> bop = (a, b) -> a * b;
        Supplier<Supplier<String>> ss = () -> () -> "deep";
        String deep = ss.get().get();
        Runnable r = () -> { int z = five; };
        Predicate<String> pr = String::isEmpty;
        boolean neg = pr.negate().and(x -> x.length() > 1).test("x");
        UnaryOperator<String> up = String::toUpperCase;
        Comparator<String> cmp = String::compareTo;
        Comparator<String> cmp2 = Comparator.<String>naturalOrder().reversed();
        Callback cb = (x, y) -> x + y;
        int res = cb.call(1, 2);
        List<Supplier<Integer>> sups = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int j = i;
            sups.add(() -> j);
        }
        int sumAll = sups.stream().mapToInt(Supplier::get).sum();
        Map<Integer, List<String>> byLen = words.stream().collect(Collectors.groupingBy(String::length, Collectors.mapping(w -> w.toUpperCase(), Collectors.toList())));
        List<Integer> lens = byLen.values().stream().map(List::size).collect(Collectors.toList());
        double av = words.stream().collect(Collectors.averagingInt(String::length));
        Optional<String> longest = words.stream().reduce((a, b) -> a.length() >= b.length() ? a : b);
        List<List<String>> grouped = new ArrayList<>(words.stream().collect(Collectors.groupingBy(w -> w.charAt(0))).values());
        int maxv = Collections.max(counts.values());
        String maxk = Collections.max(counts.entrySet(), Map.Entry.comparingByValue()).getKey();
        List<int[]> pairs = IntStream.range(0, 3).boxed().flatMap(a -> IntStream.range(a, 3).mapToObj(b -> new int[] {a, b})).collect(Collectors.toList());
        var copy = people.stream().filter(p -> p.age() > 3).collect(Collectors.toCollection(LinkedList::new));
        String first = copy.getFirst().name();
        Stream<String> st2 = Stream.of("a", "b");
        List<Object> objs = Stream.of(1, "a").collect(Collectors.toList());
        List<? extends Number> nn = Stream.of(1, 2.0).collect(Collectors.toList());
        long distinct = words.stream().distinct().skip(1).peek(x -> { }).count();
        Object[] oa = words.stream().map(w -> w.length()).toArray();
        List<String> rev = IntStream.range(0, words.size()).mapToObj(i -> words.get(words.size() - 1 - i)).collect(Collectors.toList());
        boolean pal = IntStream.range(0, 3).allMatch(i -> words.get(i).charAt(0) == words.get(2 - i).charAt(0));
        int q = words.stream().map(String::length).filter(n -> n > 1).findFirst().orElseThrow(() -> new IllegalStateException("none"));
        int q2 = words.stream().mapToInt(String::length).max().getAsInt();
        List<Integer> li = Stream.concat(Stream.of(1), Stream.of(2)).collect(Collectors.collectingAndThen(Collectors.toList(), Collections::unmodifiableList));
    }

    interface Callback {
        int call(int a, int b);
        default Callback twice() { return (a, b) -> call(call(a, b), b); }
    }
}
