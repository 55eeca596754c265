import java.io.*;

/** Prints the JVM's version, then the doubles and floats whose bits it reads. */
public class PrintFloats {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder out = new StringBuilder();
        out.append(Runtime.version().feature()).append('\n');
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String bits = line.substring(2);
            if (line.charAt(0) == 'd') {
                out.append(Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16)));
            } else {
                out.append(Float.intBitsToFloat(Integer.parseUnsignedInt(bits, 16)));
            }
            out.append('\n');
        }
        System.out.print(out);
    }
}
