import java.util.*;
import java.util.stream.*;

public class Streams {
    record P(String name, int age, String city) {}
    public static void main(String[] args) {
        List<Integer> l = Arrays.asList(5, 3, 8, 1, 9, 2);
        System.out.println(l.stream().filter(x -> x > 2).map(x -> x * x).collect(Collectors.toList()));
        System.out.println(l.stream().sorted().map(String::valueOf).collect(Collectors.joining(",", "[", "]")));
        System.out.println(l.stream().mapToInt(Integer::intValue).sum() + " " + l.stream().mapToInt(x -> x).max().getAsInt() + " " + l.stream().mapToInt(x -> x).average().orElse(0));
        System.out.println(IntStream.rangeClosed(1, 5).mapToObj(i -> "n" + i).collect(Collectors.toList()));
        System.out.println(l.stream().reduce(0, Integer::sum) + " " + l.stream().reduce(Integer::max).get() + " " + l.stream().count());
        List<P> ps = List.of(new P("Ann", 30, "X"), new P("Bob", 25, "Y"), new P("Cid", 35, "X"));
        Map<String, List<String>> byCity = ps.stream().collect(Collectors.groupingBy(P::city, TreeMap::new, Collectors.mapping(P::name, Collectors.toList()))); System.out.println(byCity);
        System.out.println(ps.stream().sorted(Comparator.comparing(P::age).reversed()).map(P::name).toList());
        System.out.println(ps.stream().collect(Collectors.partitioningBy(p -> p.age() > 28, Collectors.counting())));
        System.out.println(ps.stream().collect(Collectors.toMap(P::name, P::age)));
        System.out.println(ps.stream().mapToInt(P::age).summaryStatistics());
        System.out.println(ps.stream().max(Comparator.comparingInt(P::age)).map(P::name).orElse("none"));
        System.out.println(Stream.iterate(1, x -> x * 2).limit(8).collect(Collectors.toList()) + " " + Stream.of("b", "a", "c").sorted(Comparator.reverseOrder()).collect(Collectors.toList()));
        System.out.println(l.stream().anyMatch(x -> x > 8) + " " + l.stream().allMatch(x -> x > 0) + " " + l.stream().noneMatch(x -> x > 10));
        System.out.println(Stream.of(List.of(1, 2), List.of(3)).flatMap(List::stream).map(x -> x + 1).collect(Collectors.toList()));
        System.out.println(Arrays.stream(new int[]{3, 1, 2}).boxed().sorted(Collections.reverseOrder()).collect(Collectors.toList()) + " " + Arrays.stream(new String[]{"x", "yy"}).mapToInt(String::length).sum());
        System.out.println("hello".chars().filter(ch -> ch == 'l').count() + " " + "abc".chars().mapToObj(ch -> (char) ch).map(String::valueOf).collect(Collectors.joining("-")));
        System.out.println(l.stream().skip(2).limit(3).peek(x -> System.out.print(x + ";")).distinct().collect(Collectors.toSet()));
        System.out.println(Stream.of("a", "bb", "cc").collect(Collectors.groupingBy(String::length, Collectors.counting())));
        int[] squares = IntStream.range(0, 5).map(i -> i * i).toArray(); System.out.println(Arrays.toString(squares)); Integer[] boxed = l.stream().filter(x -> x % 2 == 1).toArray(Integer[]::new); System.out.println(boxed.length);
        System.out.println(DoubleStream.of(1.5, 2.5).map(Math::ceil).sum() + " " + LongStream.rangeClosed(1, 10).reduce(1, (a, b) -> a * b)); l.stream().filter(x -> x < 4).forEach(x -> System.out.print(x + " ")); System.out.println(); System.out.println(IntStream.iterate(1, i -> i + 3).limit(4).boxed().map(Object::toString).collect(Collectors.joining("|")));
        Optional<String> first = Stream.of("q", "w").filter(s -> s.startsWith("w")).findFirst(); first.ifPresent(System.out::println); System.out.println(Stream.of(1, 2, 3, 4).mapToInt(i -> i).filter(i -> i % 2 == 0).mapToObj(Integer::toString).toList() + " " + Stream.concat(Stream.of(1), Stream.of(2)).toList() + Collections.max(l) + Collections.min(l) + Collections.frequency(l, 3)); Iterator<Integer> it = Stream.of(7, 8).iterator(); while (it.hasNext()) System.out.print(it.next()); System.out.println(l.stream().sorted((a, b) -> b - a).limit(2).reduce(0, (a, b) -> a * 10 + b) % 1000);
    }
}
