import java.util.*;

public class ScannerInput {
    static void t(Runnable r) {
        try {
            r.run();
        } catch (RuntimeException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] a) {
        Scanner in = new Scanner(System.in);
        System.out.println(in.nextInt() + in.nextInt());
        System.out.println("[" + in.nextLine() + "]");
        System.out.println("[" + in.nextLine() + "]");
        System.out.println(in.nextDouble() + " " + in.nextLong() + " " + in.nextBoolean() + " " + in.next());
        System.out.println(in.hasNextInt() + " " + in.hasNext() + " " + in.hasNextLine());
        t(() -> in.nextInt());
        System.out.println(in.next());
        t(() -> in.nextInt());
        System.out.println(in.next() + in.nextInt() + in.nextBigInteger() + in.nextBigDecimal());
        in.nextLine();
        while (in.hasNextLine()) {
            String line = in.nextLine();
            System.out.println("<" + line + ">" + Arrays.toString(line.trim().split("\\s+")));
        }
        t(() -> in.nextLine());
        t(() -> in.next());
        System.out.println(in.hasNext());
        in.close();
        t(() -> in.next());
        Scanner s = new Scanner("a,b,,c").useDelimiter(",");
        while (s.hasNext()) {
            System.out.print("[" + s.next() + "]");
        }
        System.out.println();
        s = new Scanner("1 fish 2 fish red fish").useDelimiter("\\s*fish\\s*");
        System.out.println(s.nextInt() + " " + s.nextInt() + " " + s.next());
        s = new Scanner("1,234 5.5e3 -7 +8 1.5f NaN 0x1F 077 ff true");
        System.out.println(s.nextInt() + " " + s.nextDouble() + " " + s.nextInt() + s.nextInt() + s.hasNextDouble() + s.next() + s.nextDouble() + s.hasNextInt() + s.next() + s.nextInt() + s.nextInt(16) + s.nextBoolean());
        s = new Scanner("key: value\nx=1 y=22");
        System.out.println(s.findInLine("(\\w+): (\\w+)") + s.match().group(2) + s.nextLine() + s.findInLine("y=(\\d+)") + s.hasNext());
        System.out.println(new Scanner("x y z").tokens().toList());
        StringTokenizer st = new StringTokenizer("a b,c", " ,", true);
        System.out.print(st.countTokens());
        while (st.hasMoreTokens()) {
            System.out.print("{" + st.nextToken() + "}");
        }
        t(() -> st.nextToken());
        System.out.println();
    }
}
