import de.uka.ilkd.key.control.KeYEnvironment;
import de.uka.ilkd.key.java.Position;
import de.uka.ilkd.key.java.abstraction.KeYJavaType;
import de.uka.ilkd.key.logic.op.IObserverFunction;
import de.uka.ilkd.key.logic.op.IProgramMethod;
import de.uka.ilkd.key.parser.Location;
import de.uka.ilkd.key.pp.LogicPrinter;
import de.uka.ilkd.key.proof.Goal;
import de.uka.ilkd.key.proof.Node;
import de.uka.ilkd.key.proof.Proof;
import de.uka.ilkd.key.settings.ChoiceSettings;
import de.uka.ilkd.key.settings.PathConfig;
import de.uka.ilkd.key.settings.ProofSettings;
import de.uka.ilkd.key.speclang.Contract;
import de.uka.ilkd.key.strategy.StrategyProperties;
import de.uka.ilkd.key.util.ExceptionTools;
import de.uka.ilkd.key.util.KeYTypeUtil;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.key_project.util.collection.ImmutableList;
import org.key_project.util.collection.ImmutableSLList;

/**
 * The worker of ensures' KeY backend: one JSON object a line on standard input is a job, its answers are JSON lines
 * on standard output. Arguments: a scratch folder of the worker's own, and the integer semantics, which stays the
 * same for the life of the process.
 *
 * <p>Job: {"id", "files": [{"name", "text", "java"}], "exceptions": "ban"|"allow", "steps", "contract_ms", "again", "ask":
 * [{"class", "name", "params"}]}: text is what KeY reads, java what the Java compiler checks, ask the methods whose
 * contracts are to be proved, where they are declared; what concerns no method is proved too. Answers: {"id", "event": "contract", …} for each contract when it is done, and at last {"id",
 * "event": "done", …} or {"id", "event": "error", "stage": "javac"|"load"|"prove", "message", "file", "line", "column"}.
 */
public final class Driver {
    private static final String VERSION = "2.12.3";
    private final PrintStream out;
    private final Path scratch;
    private final String integers;

    private Driver(PrintStream out, Path scratch, String integers) {
        this.out = out;
        this.scratch = scratch;
        this.integers = integers;
    }

    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        System.setOut(System.err); // KeY prints what it likes
        Path scratch = Path.of(args[0]);
        PathConfig.setKeyConfigDir(scratch.resolve("config").toString());
        Driver d = new Driver(out, scratch, args[1]);
        d.send("ready", Map.of("version", VERSION, "java", System.getProperty("java.version"), "integers", args[1]));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (!line.isBlank()) {
                d.job(line);
            }
        }
        System.exit(0);
    }

    private void send(String event, Map<String, ?> fields) {
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("event", event);
        m.putAll(fields);
        out.println(Json.write(m));
        out.flush();
    }

    private void job(String line) {
        Map<String, Object> answer = new LinkedHashMap<>();
        String stage = "request";
        Path dir = scratch.resolve("job");
        try {
            Map<?, ?> job = (Map<?, ?>) Json.parse(line);
            answer.put("id", job.get("id"));
            delete(dir);
            Path src = Files.createDirectories(dir.resolve("src"));
            Path given = Files.createDirectories(dir.resolve("java"));
            for (Object f : (List<?>) job.get("files")) {
                Map<?, ?> file = (Map<?, ?>) f;
                Files.writeString(src.resolve(file.get("name").toString()), file.get("text").toString());
                Files.writeString(given.resolve(file.get("name").toString()), file.get("java").toString());
            }
            stage = "javac";
            if (!compile(given, dir.resolve("classes"), answer)) {
                return;
            }
            stage = "load";
            prove(job, src.toFile(), answer);
        } catch (Throwable e) { // an out of memory included: the other side restarts us
            if (e instanceof Stage s) {
                stage = s.stage;
                e = s.getCause();
            }
            Map<String, Object> m = new LinkedHashMap<>(answer);
            m.put("stage", stage);
            m.put("message", message(e));
            place(e, m);
            send("error", m);
        } finally {
            delete(dir);
        }
    }

    /** A failure of a later stage than loading. */
    private static final class Stage extends Exception {
        final String stage;

        Stage(String stage, Throwable cause) {
            super(cause);
            this.stage = stage;
        }
    }

    /** compile checks the Java with the real compiler: KeY's own front end forgives much. */
    private boolean compile(Path src, Path classes, Map<String, Object> answer) throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        if (javac == null) {
            throw new IllegalStateException("no Java compiler in this runtime: KeY needs a JDK");
        }
        Files.createDirectories(classes);
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = javac.getStandardFileManager(found, null, StandardCharsets.UTF_8);
                Stream<Path> list = Files.list(src)) {
            List<Path> paths = list.sorted().toList();
            boolean ok = javac.getTask(null, files, found, List.of("-proc:none", "-nowarn", "-d", classes.toString()), null,
                    files.getJavaFileObjectsFromPaths(paths)).call();
            if (ok) {
                return true;
            }
        }
        List<Object> errors = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> d : found.getDiagnostics()) {
            if (d.getKind() == Diagnostic.Kind.ERROR) {
                Map<String, Object> e = new LinkedHashMap<>();
                e.put("file", d.getSource() == null ? "" : Path.of(d.getSource().toUri()).getFileName().toString());
                e.put("line", d.getLineNumber());
                e.put("column", d.getColumnNumber());
                e.put("message", d.getMessage(null));
                errors.add(e);
            }
        }
        Map<String, Object> m = new LinkedHashMap<>(answer);
        m.put("stage", "javac");
        m.put("message", "the Java compiler rejects it");
        m.put("errors", errors);
        send("error", m);
        return false;
    }

    private void prove(Map<?, ?> job, File src, Map<String, Object> answer) throws Exception {
        long start = System.nanoTime();
        choose(job.get("exceptions").toString());
        KeYEnvironment<?> env = KeYEnvironment.load(problem(src).toFile());
        try {
            double load = ms(start);
            Map<String, Object> loaded = new LinkedHashMap<>(answer);
            loaded.put("load_ms", load);
            send("loaded", loaded);
            List<?> ask = (List<?>) job.get("ask");
            List<Contract> contracts = contracts(env);
            int n = 0;
            for (Contract c : contracts) {
                if (!asked(ask, c)) {
                    continue;
                }
                n++;
                Map<String, Object> m = new LinkedHashMap<>(answer);
                try {
                    prove(env, c, ((Number) job.get("steps")).intValue(), ((Number) job.get("contract_ms")).longValue(), (Boolean) job.get("again"), m);
                } catch (Throwable e) {
                    if (e instanceof VirtualMachineError) {
                        throw new Stage("prove", e);
                    }
                    m.put("proved", false);
                    m.put("failure", message(e));
                }
                send("contract", m);
            }
            Map<String, Object> m = new LinkedHashMap<>(answer);
            m.put("contracts", n);
            m.put("load_ms", load);
            m.put("elapsed_ms", ms(start));
            Runtime r = Runtime.getRuntime();
            m.put("heap_mb", (r.totalMemory() - r.freeMemory()) >> 20);
            send("done", m);
        } finally {
            env.dispose();
        }
    }

    /** choose sets the semantics: overflow and run-time exceptions are errors unless said otherwise. */
    private void choose(String exceptions) {
        ChoiceSettings settings = ProofSettings.DEFAULT_SETTINGS.getChoiceSettings();
        Map<String, String> choices = new HashMap<>(settings.getDefaultChoices());
        choices.put("intRules", "intRules:" + integers);
        choices.put("runtimeExceptions", "runtimeExceptions:" + exceptions);
        choices.put("assertions", "assertions:safe");
        choices.put("methodExpansion", "methodExpansion:modularOnly");
        choices.put("modelFields", "modelFields:showSatisfiability");
        choices.put("wdChecks", "wdChecks:on");
        choices.put("wdOperator", "wdOperator:L");
        settings.setDefaultChoices(choices);
    }

    /** Exceptions that programs throw and KeY's own class library lacks. */
    private static final Map<String, String> EXCEPTIONS = Map.of(
            "java.lang.IllegalStateException", "java.lang.RuntimeException",
            "java.lang.UnsupportedOperationException", "java.lang.RuntimeException",
            "java.lang.StringIndexOutOfBoundsException", "java.lang.IndexOutOfBoundsException",
            "java.util.NoSuchElementException", "java.lang.RuntimeException");

    private File stubs() throws IOException {
        Path dir = scratch.resolve("stubs");
        String construct = "/*@ public normal_behavior requires true; ensures true; assignable \\nothing; @*/ "; // bodies are not read here
        if (!Files.exists(dir)) {
            for (Map.Entry<String, String> e : EXCEPTIONS.entrySet()) {
                int dot = e.getKey().lastIndexOf('.');
                String pkg = e.getKey().substring(0, dot);
                String name = e.getKey().substring(dot + 1);
                Path p = Files.createDirectories(dir.resolve(pkg.replace('.', '/')));
                Files.writeString(p.resolve(name + ".java"), "package " + pkg + ";\npublic class " + name + " extends " + e.getValue()
                        + " {\n" + construct + "public " + name + "();\n" + construct + "public " + name + "(/*@ nullable @*/ java.lang.String s);\n}\n");
            }
        }
        return dir.toFile();
    }

    /**
     * KeY's rules of definedness know the operators on bits that an expression begins with, and not those to which
     * these are simplified. Each has a value wherever its operands have (JLS 15.19, 15.22.1).
     */
    private static final List<String> TOTAL = List.of("binaryAnd", "binaryOr", "binaryXOr", "shiftleft", "shiftright");

    /** problem is the file that KeY loads: where the sources and stubs are, and the rules of {@link #TOTAL}. */
    private Path problem(File src) throws IOException {
        StringBuilder rules = new StringBuilder();
        for (String f : TOTAL) {
            rules.append("ensures_wd_").append(f).append(" { \\find(wd(").append(f).append("(a, b))) \\replacewith(wd(a) & wd(b)) \\heuristics(simplify) };\n");
        }
        Path p = src.toPath().resolveSibling("job.key");
        Files.writeString(p, "\\classpath \"" + stubs() + "\";\n\\javaSource \"" + src + "\";\n"
                + "\\schemaVariables { \\term int a, b; }\n\\rules(wdChecks:on) {\n" + rules + "}\n\\problem { true }\n");
        return p;
    }

    private static List<Contract> contracts(KeYEnvironment<?> env) {
        List<Contract> all = new ArrayList<>();
        for (KeYJavaType t : env.getJavaInfo().getAllKeYJavaTypes()) {
            if (KeYTypeUtil.isLibraryClass(t)) {
                continue;
            }
            for (IObserverFunction f : env.getSpecificationRepository().getContractTargets(t)) {
                for (Contract c : env.getSpecificationRepository().getContracts(t, f)) {
                    all.add(c);
                }
            }
        }
        all.sort(Comparator.comparing(Contract::getName));
        return all;
    }

    /** asked reports whether a contract is of a method that was asked for, or of a class or model method. */
    private static boolean asked(List<?> ask, Contract c) {
        if (!(c.getTarget() instanceof IProgramMethod m) || m.isModel()) {
            return true;
        }
        for (Object o : ask) {
            Map<?, ?> s = (Map<?, ?>) o;
            if (owner(m).equals(s.get("class")) && name(m).equals(s.get("name")) && params(m).equals(s.get("params"))) {
                return true;
            }
        }
        return false;
    }

    private static String owner(IProgramMethod m) {
        return m.getContainerType().getFullName();
    }

    private static String name(IProgramMethod m) {
        return m.isConstructor() ? "<init>" : m.getName();
    }

    private static List<Object> params(IProgramMethod m) {
        List<Object> out = new ArrayList<>();
        for (KeYJavaType t : m.getParamTypes()) {
            out.add(t.getFullName());
        }
        return out;
    }

    private static void prove(KeYEnvironment<?> env, Contract c, int steps, long limit, boolean again, Map<String, Object> m) throws Exception {
        long start = System.nanoTime();
        m.put("class", c.getKJT().getFullName());
        m.put("contract", c.getName());
        if (c.getTarget() instanceof IProgramMethod p && !p.isModel()) {
            m.put("class", owner(p));
            m.put("name", name(p));
            m.put("params", params(p));
        }
        Proof proof = env.createProof(c.createProofObl(env.getInitConfig(), c));
        try {
            StrategyProperties sp = proof.getSettings().getStrategySettings().getActiveStrategyProperties();
            sp.setProperty(StrategyProperties.STOPMODE_OPTIONS_KEY, StrategyProperties.STOPMODE_DEFAULT);
            sp.setProperty(StrategyProperties.LOOP_OPTIONS_KEY, StrategyProperties.LOOP_SCOPE_INV_TACLET);
            sp.setProperty(StrategyProperties.BLOCK_OPTIONS_KEY, StrategyProperties.BLOCK_CONTRACT_INTERNAL);
            sp.setProperty(StrategyProperties.METHOD_OPTIONS_KEY, StrategyProperties.METHOD_CONTRACT);
            sp.setProperty(StrategyProperties.DEP_OPTIONS_KEY, StrategyProperties.DEP_ON);
            sp.setProperty(StrategyProperties.QUERY_OPTIONS_KEY, StrategyProperties.QUERY_OFF);
            sp.setProperty(StrategyProperties.QUERYAXIOM_OPTIONS_KEY, StrategyProperties.QUERYAXIOM_ON);
            sp.setProperty(StrategyProperties.NON_LIN_ARITH_OPTIONS_KEY, StrategyProperties.NON_LIN_ARITH_DEF_OPS);
            sp.setProperty(StrategyProperties.QUANTIFIERS_OPTIONS_KEY, StrategyProperties.QUANTIFIERS_NON_SPLITTING_WITH_PROGS);
            sp.setProperty(StrategyProperties.OSS_OPTIONS_KEY, StrategyProperties.OSS_ON);
            search(env, proof, sp, proof.openGoals(), steps, limit);

            // On a branch that asks only for the range of a number the program is never executed, and holds back the
            // case distinctions and instances that would close the branch: now they are allowed. Goals take turns, so
            // that a hard one in front leaves steps to the others.
            sp.setProperty(StrategyProperties.SPLITTING_OPTIONS_KEY, StrategyProperties.SPLITTING_NORMAL);
            sp.setProperty(StrategyProperties.QUANTIFIERS_OPTIONS_KEY, StrategyProperties.QUANTIFIERS_INSTANTIATE);
            for (int turn = 200; again && !proof.closed() && proof.countNodes() < steps && turn < 4 * steps; turn *= 4) {
                for (Goal g : proof.openGoals()) {
                    int left = Math.min(turn, steps - proof.countNodes());
                    long time = limit - (System.nanoTime() - start) / 1_000_000;
                    if (left > 0 && time > 0) {
                        search(env, proof, sp, ImmutableSLList.<Goal>nil().prepend(g), left, time);
                    }
                }
            }
            m.put("proved", proof.closed());
            List<Object> goals = new ArrayList<>();
            for (Goal g : proof.openGoals()) {
                if (goals.size() < 6) {
                    goals.add(goal(proof, g));
                }
            }
            m.put("open", proof.openGoals().size());
            m.put("goals", goals);
            m.put("elapsed_ms", ms(start));
        } finally {
            proof.dispose();
        }
    }

    /** search applies KeY's strategy to goals of a proof: at most so many rules, and milliseconds. */
    private static void search(KeYEnvironment<?> env, Proof proof, StrategyProperties sp, ImmutableList<Goal> goals, int steps, long limit)
            throws Exception {
        proof.getSettings().getStrategySettings().setActiveStrategyProperties(sp);
        for (var s : List.of(proof.getSettings().getStrategySettings(), ProofSettings.DEFAULT_SETTINGS.getStrategySettings())) {
            s.setMaxSteps(steps);
            s.setTimeout(limit);
            s.setActiveStrategyProperties(sp);
        }
        proof.setActiveStrategy(proof.getServices().getProfile().getDefaultStrategyFactory().create(proof, sp));
        env.getUi().getProofControl().startAndWaitForAutoMode(proof, goals);
    }

    /** goal tells an open goal: the branch that led to it and the sequent, cut to what a person reads. */
    private static Map<String, Object> goal(Proof proof, Goal g) {
        List<Object> branch = new ArrayList<>();
        int line = 0;
        for (Node n = g.node(); n != null; n = n.parent()) {
            String label = n.getNodeInfo().getBranchLabel();
            if (label != null && !label.isBlank() && !label.matches("\\d+ rules?")) {
                branch.add(0, label);
            }
            var s = n.getNodeInfo().getActiveStatement();
            if (line == 0 && s != null && s.getPositionInfo() != null && s.getPositionInfo().getStartPosition() != null
                    && s.getPositionInfo().getURI().map(u -> u.toString().contains("/job/src/")).orElse(false)) {
                line = Math.max(0, s.getPositionInfo().getStartPosition().line());
            }
        }
        String text = LogicPrinter.quickPrintSequent(g.sequent(), proof.getServices());
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("branch", branch);
        m.put("line", line);
        m.put("sequent", text.length() > 2000 ? text.substring(0, 2000) : text);
        return m;
    }

    private static double ms(long start) {
        return Math.round((System.nanoTime() - start) / 10_000.0) / 100.0;
    }

    private static String message(Throwable e) {
        StringBuilder b = new StringBuilder();
        String last = "";
        for (Throwable c = e; c != null && b.length() < 4000; c = c.getCause()) {
            String s = c.getMessage();
            s = s == null ? c.getClass().getName() : s.strip();
            if (!last.contains(s)) {
                b.append(b.length() > 0 ? ": " : "").append(s);
                last = b.toString();
            }
        }
        return b.toString();
    }

    private static void place(Throwable e, Map<String, Object> m) {
        try {
            Location l = ExceptionTools.getLocation(e);
            if (l == null) {
                return;
            }
            Position p = l.getPosition();
            l.getFileURI().ifPresent(u -> m.put("file", Path.of(u).getFileName().toString()));
            if (p != null && !p.isNegative()) {
                m.put("line", p.line());
                m.put("column", p.column());
            }
        } catch (Exception ignored) { // a place is a help, no more
        }
    }

    private static void delete(Path dir) {
        if (!Files.exists(dir)) {
            return;
        }
        try (Stream<Path> all = Files.walk(dir)) {
            for (Path p : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(p);
            }
        } catch (IOException e) {
            System.err.println("delete " + dir + ": " + e);
        }
    }
}
