import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.file.*;
import java.util.*;
import javax.lang.model.element.*;
import javax.lang.model.type.*;
import javax.lang.model.util.Types;
import javax.tools.*;

/**
 * Prints, for each program named on a line of standard input (its files, tab
 * separated), what the Java compiler makes of its expressions: a line per
 * expression with its range in characters, its static type, the method that a
 * call means and the value of a constant. With the argument "errors" only its
 * errors.
 */
public class DumpTypes {
    public static void main(String[] args) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false, "UTF-8");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        boolean errorsOnly = args.length > 0 && args[0].equals("errors");
        List<String> programs = new ArrayList<>();
        for (String line; (line = in.readLine()) != null; ) {
            programs.add(line);
        }
        for (String program : programs) {
            String[] group = program.split("\t");
            DiagnosticCollector<JavaFileObject> diags = new DiagnosticCollector<>();
            StandardJavaFileManager fm = compiler.getStandardFileManager(diags, null, null);
            JavacTask task = (JavacTask) compiler.getTask(null, fm, diags, List.of("-proc:none", "-Xlint:none"), null,
                fm.getJavaFileObjects(group));
            out.println("file " + program);
            List<CompilationUnitTree> units = new ArrayList<>();
            for (CompilationUnitTree u : task.parse()) {
                units.add(u);
            }
            task.analyze();
            Trees trees = Trees.instance(task);
            for (Diagnostic<? extends JavaFileObject> d : diags.getDiagnostics()) {
                if (d.getKind() == Diagnostic.Kind.ERROR) {
                    out.println("error " + d.getLineNumber() + " " + d.getMessage(Locale.ROOT).replace('\n', ' '));
                }
            }
            for (CompilationUnitTree u : errorsOnly ? List.<CompilationUnitTree>of() : units) {
                out.println("unit " + u.getSourceFile().getName());
                new Scanner(trees, task.getTypes(), u, out).scan(u, null);
            }
        }
        out.flush();
    }

    static class Scanner extends TreePathScanner<Void, Void> {
        final Trees trees;
        final CompilationUnitTree unit;
        final SourcePositions pos;
        final PrintStream out;
        final Types types;

        Scanner(Trees trees, Types types, CompilationUnitTree unit, PrintStream out) {
            this.types = types;
            this.trees = trees;
            this.unit = unit;
            this.pos = trees.getSourcePositions();
            this.out = out;
        }

        @Override
        public Void visitAnnotation(AnnotationTree t, Void v) {
            return null;
        }

        @Override
        public Void scan(Tree t, Void v) {
            if (t instanceof ExpressionTree && getCurrentPath() != null) {
                TreePath path = new TreePath(getCurrentPath(), t);
                long from = pos.getStartPosition(unit, t), to = pos.getEndPosition(unit, t);
                TypeMirror m = trees.getTypeMirror(path);
                Element e = trees.getElement(path);
                if (from >= 0 && to >= 0 && m != null && !(t instanceof AnnotationTree)) {
                    String method = "-";
                    if (e instanceof ExecutableElement x && (t instanceof MethodInvocationTree || t instanceof NewClassTree || t instanceof MemberReferenceTree)) {
                        StringBuilder b = new StringBuilder(x.getSimpleName()).append('(');
                        for (VariableElement p : x.getParameters()) {
                            if (b.charAt(b.length() - 1) != '(') {
                                b.append(',');
                            }
                            b.append(types.erasure(p.asType()));
                        }
                        method = b.append(')').toString();
                    }
                    out.println("expr\t" + from + "\t" + to + "\t" + t.getKind() + "\t" + (e == null ? "-" : e.getKind()) + "\t" + m.getKind() + "\t" + m + "\t" + erasure(m) + "\t" + method + "\t" + constant(m));
                }
            }
            return super.scan(t, v);
        }

        String erasure(TypeMirror m) {
            switch (m.getKind()) {
                case PACKAGE: case EXECUTABLE: case NONE: case VOID: case NULL: case ERROR:
                    return m.toString();
                default:
                    return types.erasure(m).toString();
            }
        }

        static String constant(TypeMirror m) {
            Object c = ((com.sun.tools.javac.code.Type) m).constValue();
            return c == null ? "(none)" : c.toString().replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r");
        }
    }
}
