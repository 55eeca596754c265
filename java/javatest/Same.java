import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import javax.tools.*;

/**
 * Compiles programs and runs them on inputs. Standard input has a line a program: its
 * folder, the class with main, and the folder with its inputs, separated by tabs. Of each
 * program a line is printed: a hash of what it printed and threw on all inputs, or why it
 * did not compile. A run that takes too long counts as an output of its own.
 */
public class Same {
    public static void main(String[] args) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = System.out;
        InputStream in = System.in;
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        ExecutorService runs = Executors.newCachedThreadPool(r -> {
            Thread t = new Thread(null, r, "run", 16 << 20);
            t.setDaemon(true);
            return t;
        });
        for (String line; (line = lines.readLine()) != null; ) {
            String[] f = line.split("\t");
            Path dir = Path.of(f[0]);
            List<String> options = new ArrayList<>(List.of("-nowarn", "-proc:none", "-d", f[0]));
            try (DirectoryStream<Path> files = Files.newDirectoryStream(dir, "*.java")) {
                for (Path p : files) options.add(p.toString());
            }
            ByteArrayOutputStream errors = new ByteArrayOutputStream();
            if (javac.run(null, errors, errors, options.toArray(new String[0])) != 0) {
                out.println("error " + errors.toString(StandardCharsets.UTF_8).lines().findFirst().orElse(""));
                continue;
            }
            StringBuilder all = new StringBuilder();
            File[] inputs = new File(f[2]).listFiles();
            if (inputs == null) inputs = new File[0];
            Arrays.sort(inputs);
            for (File input : inputs) {
                ByteArrayOutputStream printed = new ByteArrayOutputStream();
                System.setIn(new ByteArrayInputStream(Files.readAllBytes(input.toPath())));
                System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
                Future<?> run = runs.submit(() -> {
                    // A loader of its own: static fields begin anew in each run.
                    try (URLClassLoader loader = new URLClassLoader(new URL[] {dir.toUri().toURL()})) {
                        java.lang.reflect.Method entry = loader.loadClass(f[1]).getMethod("main", String[].class);
                        entry.setAccessible(true);
                        entry.invoke(null, (Object) new String[0]);
                    } catch (java.lang.reflect.InvocationTargetException e) {
                        return e.getCause().getClass().getName();
                    }
                    return "";
                });
                String end;
                try {
                    end = String.valueOf(run.get(20, TimeUnit.SECONDS));
                } catch (TimeoutException e) {
                    end = "too long";
                }
                all.append(printed.toString(StandardCharsets.UTF_8)).append('\0').append(end).append('\0');
            }
            System.setIn(in);
            System.setOut(out);
            out.println("ok " + all.length() + " " + all.toString().hashCode());
        }
        System.exit(0);
    }
}
