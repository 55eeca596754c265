import java.io.*;
import java.util.regex.*;

/** Reads pairs of lines, a pattern and a text, and prints all matches with their groups. */
public class FindAll {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        StringBuilder out = new StringBuilder();
        for (String regex = in.readLine(); regex != null; regex = in.readLine()) {
            String text = in.readLine().replace('~', '\n');
            try {
                Matcher m = Pattern.compile(regex).matcher(text);
                int n = 0;
                while (n++ < 10 && m.find()) {
                    for (int g = 0; g <= m.groupCount(); g++) {
                        out.append(m.start(g)).append(',').append(m.end(g)).append(' ');
                    }
                }
                out.append(m.matches());
            } catch (PatternSyntaxException e) {
                out.append(e.getDescription()).append(" near index ").append(e.getIndex());
            } catch (StackOverflowError e) {
                out.append("deep");
            }
            out.append('\n');
        }
        System.out.print(out);
    }
}
