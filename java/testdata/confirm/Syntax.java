import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Reads programs (length, bytes) and answers for each with the compiler's first syntax error, empty for none. */
public class Syntax {
    public static void main(String[] args) throws Exception {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        DataInputStream in = new DataInputStream(System.in);
        DataOutputStream out = new DataOutputStream(System.out);
        while (in.available() >= 0) {
            int n = in.readInt();
            if (n < 0) {
                break;
            }
            String src = new String(in.readNBytes(n), "UTF-8");
            DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
            JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///T.java"), JavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignore) {
                    return src;
                }
            };
            String answer = "";
            try {
                ((com.sun.source.util.JavacTask) javac.getTask(null, null, found, List.of("-proc:none"), null, List.of(file))).parse();
            } catch (Throwable e) {
                answer = "crash: " + e;
            }
            for (Diagnostic<?> d : found.getDiagnostics()) {
                if (d.getKind() == Diagnostic.Kind.ERROR) {
                    answer = d.getLineNumber() + ":" + d.getColumnNumber() + ": " + d.getMessage(Locale.ROOT);
                    break;
                }
            }
            out.writeUTF(answer);
            out.flush();
        }
    }
}
