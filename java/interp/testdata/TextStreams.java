import java.io.*;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.text.*;
import java.util.*;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.*;

public class TextStreams {
    enum Color {
        RED, GREEN {
            @Override
            public String toString() {
                return "green!";
            }
        }
    }

    static class Res implements AutoCloseable {
        public void close() {
            throw new IllegalStateException("close");
        }
    }

    public static void main(String[] a) throws Exception {
        Locale.setDefault(Locale.US);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine().trim());
        for (int i = 0; i < n; i++) {
            StringTokenizer st = new StringTokenizer(in.readLine());
            System.out.println(Integer.parseInt(st.nextToken()) * Integer.parseInt(st.nextToken()));
        }
        System.out.println(in.lines().toList() + " " + in.readLine());
        StringWriter w = new StringWriter();
        PrintWriter out = new PrintWriter(w);
        out.printf("%d %s%n", 5, "x");
        out.println(3.5);
        out.print('c');
        out.println(new char[] {'a', 'b'});
        out.flush();
        System.out.print(w);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream old = System.out;
        System.setOut(new PrintStream(bytes, true));
        System.out.println("captured é " + 1);
        System.setOut(old);
        System.out.println(bytes.toString().length() + " " + bytes.size() + bytes);
        BufferedReader r = new BufferedReader(new StringReader("one\r\ntwo\n\nthree"));
        for (String line = r.readLine(); line != null; line = r.readLine()) {
            System.out.print("(" + line + ")");
        }
        System.out.println();
        r.close();
        try {
            r.readLine();
        } catch (IOException e) {
            System.out.println(e);
        }
        r = new BufferedReader(new StringReader("ab\r\ncd\nef"));
        r.read();
        r.mark(100);
        System.out.print(r.readLine() + r.readLine());
        r.reset();
        System.out.println(r.readLine() + "+" + (char) r.read() + r.readLine() + r.readLine() + r.readLine() + r.read());
        System.out.println(String.format(Locale.ENGLISH, "%,d", 12345) + "I".toLowerCase(Locale.ROOT) + new BigDecimal("12").shortValueExact() + new AtomicInteger(3).compareAndExchange(3, 9) + Locale.US.toLanguageTag() + Thread.currentThread());
        BufferedWriter bw = new BufferedWriter(new OutputStreamWriter(System.out));
        bw.write("buffered " + 7);
        bw.newLine();
        bw.flush();
        System.out.println(Arrays.toString("aé€\uD83D\uDE00".getBytes(StandardCharsets.UTF_8)) + new String(new byte[] {(byte) 0xc3, (byte) 0xa9, 65}, "UTF-8") + Arrays.toString("é€".getBytes("ISO-8859-1"))
            + new String(new byte[] {65, -1, 66}) + Arrays.toString("a€".getBytes(StandardCharsets.UTF_16)));
        try (Res res = new Res()) {
            throw new RuntimeException("body");
        } catch (RuntimeException e) {
            System.out.println(e + " " + Arrays.toString(e.getSuppressed()));
        }
        Exception chained = new Exception("outer", new IllegalArgumentException("inner"));
        System.out.println(chained.getCause() + " " + new RuntimeException(chained).getMessage() + " " + new Exception((Throwable) null).getMessage() + new Error().getLocalizedMessage());
        try {
            chained.initCause(new Error());
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new AssertionError(5).getMessage() + new AssertionError("m", null) + new IndexOutOfBoundsException(3).getMessage() + new StringIndexOutOfBoundsException(2).getMessage() + new UncheckedIOException(new IOException("io")).getMessage());
        System.out.println(Color.valueOf("RED") + " " + Color.GREEN + Color.GREEN.name() + Color.RED.compareTo(Color.GREEN) + Color.GREEN.getDeclaringClass().getSimpleName() + Arrays.toString(Color.values()) + Color.GREEN.getClass().getName()
            + Enum.valueOf(Color.class, "GREEN").ordinal());
        try {
            Color.valueOf("BLUE");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Object[] objects = {1, "s", 'c', 2L, 1.5, new int[0], new String[0][0], new ArrayList<>(), Color.GREEN, new Object() { }, Map.Entry.class, int.class, Runnable.class};
        for (Object o : objects) {
            Class<?> c = o instanceof Class ? (Class<?>) o : o.getClass();
            System.out.println(c + " " + c.getName() + " " + c.getSimpleName() + " " + c.getTypeName() + " " + c.getCanonicalName() + " " + c.isArray() + c.isInterface() + c.isEnum() + c.isPrimitive() + " " + c.getSuperclass() + " " + Number.class.isInstance(o) + c.getPackageName());
        }
        Random random = new Random(42);
        System.out.println(random.nextInt() + " " + random.nextInt(10) + " " + random.nextLong() + " " + random.nextDouble() + " " + random.nextFloat() + " " + random.nextBoolean() + " " + random.nextGaussian() + " " + random.nextInt(5, 9) + " " + random.nextInt(1 << 30) + " "
            + random.nextLong(100L) + " " + random.nextLong(-5L, 5L) + " " + random.nextDouble(2.0, 3.0) + " " + random.nextGaussian());
        byte[] buf = new byte[6];
        random.nextBytes(buf);
        System.out.println(Arrays.toString(buf) + random.ints(4, 0, 100).boxed().toList() + random.ints(3).boxed().toList() + random.doubles(2).boxed().toList() + random.longs(2, 5L, 50L).boxed().toList());
        int t = ThreadLocalRandom.current().nextInt(3, 5);
        double d = Math.random();
        System.out.println((t == 3 || t == 4) + " " + (d >= 0 && d < 1));
        AtomicInteger ai = new AtomicInteger(5);
        System.out.println(ai.incrementAndGet() + ai.getAndAdd(3) + " " + ai + ai.updateAndGet(x -> x * 2) + ai.compareAndSet(18, 1) + ai.accumulateAndGet(4, Math::max) + new AtomicLong(7).decrementAndGet() + new AtomicBoolean(true) + new AtomicReference<>("r").get()
            + new AtomicIntegerArray(3));
        System.out.println(TimeUnit.MINUTES.toSeconds(3) + " " + TimeUnit.MILLISECONDS.toSeconds(2500) + TimeUnit.DAYS.toNanos(1));
        DecimalFormat df = new DecimalFormat("#,##0.00");
        System.out.println(df.format(1234567.891) + " " + df.format(-0.005) + " " + df.format(0) + " " + new DecimalFormat("0.###").format(1.0 / 3) + new DecimalFormat("#.##").format(0.005) + " " + new DecimalFormat("#.##").format(0.125) + " " + new DecimalFormat("000").format(7) + " "
            + new DecimalFormat("#%").format(0.256) + " " + new DecimalFormat("$#,##0.0;($#,##0.0)").format(-1234.56) + " " + new DecimalFormat("#").format(2.5) + new DecimalFormat("#").format(3.5) + " " + new DecimalFormat("#.00").format(0.5) + " " + new DecimalFormat("0.0#").format(12) + " "
            + new DecimalFormat(".##").format(0.001) + new DecimalFormat("#,###").format(0) + new DecimalFormat("#.").format(7.6) + new DecimalFormat("##0.00#").format(-12345.6789) + " " + NumberFormat.getInstance().format(1234.5678) + " " + NumberFormat.getPercentInstance().format(0.25));
        System.out.println(Thread.currentThread().getName() + System.lineSeparator().length() + System.getenv("NO_SUCH_VARIABLE_HERE") + System.getProperty("no.such"));
        StringBuilder sb = new StringBuilder("a\uD83D\uDE00b");
        System.out.println(sb.reverse() + " " + sb.length() + sb.codePointAt(1) + sb.insert(0, 12).insert(2, 'x').append(1.5f).append(true).append((Object) null).append(new char[] {'q'}).append("abcdef", 1, 3).appendCodePoint(0x41) + sb.indexOf("b") + sb.lastIndexOf("b") + sb.isEmpty());
        sb.setLength(3);
        sb.setCharAt(0, 'Z');
        System.out.println(sb + "|" + sb.replace(1, 2, "longer") + sb.deleteCharAt(0).delete(0, 3) + sb.compareTo(new StringBuilder("zz")) + sb.chars().sum());
        System.out.println("  x ".strip() + "|" + "a-b".chars().filter(Character::isLetter).count() + "ab\ncd\n".lines().toList() + "Hi".repeat(2) + " ".isBlank() + "A,b".toLowerCase().toUpperCase() + String.join("-", List.of("x", "y")) + String.valueOf((Object) null) + "abc".contentEquals(new StringBuilder("abc"))
            + "b".compareTo("abc") + "apple".compareToIgnoreCase("BANANA") + "x".equals(null) + "Hello".chars().sum() + "hello".regionMatches(true, 1, "ELL", 0, 3) + "abc".indexOf('c', -5) + "abcabc".lastIndexOf("abc", 2) + "".isEmpty() + "mississippi".indexOf("ss", 3) + "ß".equalsIgnoreCase("SS"));
        System.out.println(Integer.toBinaryString(-8) + Integer.toHexString(255) + Integer.toOctalString(8) + Integer.toString(-255, 16) + Integer.bitCount(255) + Integer.reverse(1) + Integer.highestOneBit(100) + Integer.numberOfLeadingZeros(1) + Integer.numberOfTrailingZeros(8) + Integer.rotateLeft(1, 33)
            + Integer.signum(-5) + Integer.compare(3, 5) + Integer.parseUnsignedInt("4294967295") + Integer.toUnsignedString(-1) + Integer.divideUnsigned(-1, 2) + Integer.compareUnsigned(1, -1) + Long.toBinaryString(5) + Long.numberOfTrailingZeros(16) + Long.hashCode(1L << 32) + Long.divideUnsigned(-1L, 10) + Long.remainderUnsigned(-1L, 10)
            + Character.getNumericValue('9') + Character.isLetterOrDigit('_') + Character.toChars(97)[0] + Character.forDigit(11, 16) + Character.digit('f', 16) + Character.toUpperCase('ß') + Character.isWhitespace('\u00a0') + Character.isSpaceChar('\u00a0') + Character.getType('a') + Boolean.logicalXor(true, false) + Boolean.hashCode(true)
            + Double.compare(0.0, -0.0) + Double.isNaN(0.0 / 0) + Double.hashCode(1.5) + Float.floatToIntBits(1f) + Double.doubleToLongBits(-2.5) + Double.MIN_VALUE + Float.MAX_VALUE + Double.MAX_VALUE + Byte.toUnsignedInt((byte) -1) + Short.reverseBytes((short) 1) + Short.compare((short) 1, (short) 5));
    }
}
