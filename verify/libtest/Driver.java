import java.io.*;
import java.lang.reflect.*;
import java.math.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;

/**
 * Calls methods of the class library on made-up inputs and writes down what they did:
 * the heap before and after, with the identity of every object. It takes a file of
 * methods ("class TAB name TAB parameter types"), a seed, a number of inputs a method
 * and the file to write. The form of a line is in read.go.
 */
public class Driver {
    /** Calls whose results are larger say nothing that smaller ones do not. */
    static final int MAX_SIZE = 4000;

    public static void main(String[] args) throws Exception {
        List<String> methods = Files.readAllLines(Paths.get(args[0]));
        long seed = Long.parseLong(args[1]);
        int count = Integer.parseInt(args[2]);
        try (PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(new FileOutputStream(args[3]), StandardCharsets.US_ASCII)))) {
            for (int i = 0; i < methods.size(); i++) {
                String[] f = methods.get(i).split("\t", -1);
                Executable m;
                try {
                    m = find(f[0], f[1], f[2]);
                } catch (ReflectiveOperationException e) {
                    out.println("absent\t" + i);
                    continue;
                }
                new Calls(out, i, Class.forName(f[0]), m).run(seed ^ methods.get(i).hashCode(), count);
            }
        }
    }

    static Executable find(String owner, String name, String params) throws ReflectiveOperationException {
        List<Class<?>> types = new ArrayList<>();
        for (String p : params.isEmpty() ? new String[0] : params.split(",")) {
            types.add(named(p));
        }
        Class<?>[] array = types.toArray(new Class<?>[0]);
        Executable m = name.equals("<init>") ? Class.forName(owner).getDeclaredConstructor(array) : declared(Class.forName(owner), name, array);
        if (!Modifier.isPublic(m.getModifiers()) || !Modifier.isPublic(m.getDeclaringClass().getModifiers())) {
            m.setAccessible(true);
        }
        return m;
    }

    static Method declared(Class<?> c, String name, Class<?>[] types) throws NoSuchMethodException {
        try {
            return c.getDeclaredMethod(name, types);
        } catch (NoSuchMethodException e) {
            return c.getMethod(name, types);
        }
    }

    static Class<?> named(String s) throws ClassNotFoundException {
        switch (s) {
        case "boolean": return boolean.class;
        case "byte": return byte.class;
        case "short": return short.class;
        case "char": return char.class;
        case "int": return int.class;
        case "long": return long.class;
        case "float": return float.class;
        case "double": return double.class;
        }
        return Class.forName(s);
    }

    /** Calls of one method. */
    static class Calls {
        final PrintWriter out;
        final int index;
        final Class<?> owner;
        final Executable m;

        Calls(PrintWriter out, int index, Class<?> owner, Executable m) {
            this.out = out;
            this.index = index;
            this.owner = owner;
            this.m = m;
        }

        void run(long seed, int count) {
            Random seeds = new Random(seed);
            for (int i = 0; i < count; i++) {
                long s = seeds.nextLong();
                try {
                    one(s);
                } catch (Inputs.None e) {
                    out.println("none\t" + index + "\t" + Heap.escape(e.getMessage()));
                    return;
                } catch (VirtualMachineError e) {
                    out.println("error\t" + index + "\t" + e.getClass().getName());
                }
            }
        }

        void one(long seed) {
            Inputs in = new Inputs(seed, owner, m);
            Object[] first = in.make();
            Heap heap = new Heap();
            String pre = heap.state(first, null);
            Object result = null;
            Throwable thrown = null;
            try {
                result = call(first);
            } catch (InvocationTargetException e) {
                thrown = e.getCause();
            }
            if (thrown instanceof VirtualMachineError) {
                throw (VirtualMachineError) thrown;
            }
            Object end = thrown != null ? thrown : result;
            if (Heap.size(end) > MAX_SIZE || Heap.size(first[0]) > MAX_SIZE) {
                out.println("large\t" + index);
                return;
            }

            // What a second call on equal inputs gives again was there before both.
            boolean shared = false;
            if (result != null && thrown == null && !heap.knows(result)) {
                Object[] second = new Inputs(seed, owner, m).make();
                try {
                    shared = call(second) == result;
                } catch (InvocationTargetException e) {
                    shared = false;
                }
            }
            Class<?> type = m instanceof Method ? ((Method) m).getReturnType() : m.getDeclaringClass();
            String value = type == void.class || thrown != null ? "n" : type.isPrimitive() ? Heap.primitive(result) : null;
            String post = heap.state(first, value == null ? result : thrown);
            if (value == null) {
                value = heap.ref(result);
            }
            out.println("call\t" + index + "\t" + Heap.escape(in.text()) + "\t" + pre + "\t" + post + "\t"
                + (thrown != null ? "throws" : shared ? "shares" : "returns") + "\t" + (thrown != null ? heap.ref(thrown) : value));
        }

        /** The receiver stands first, null for none. */
        Object call(Object[] roots) throws InvocationTargetException {
            Object[] args = new Object[roots.length - 1];
            for (int i = 0; i < args.length; i++) {
                args[i] = roots[i + 1] instanceof Inputs.Prim ? ((Inputs.Prim) roots[i + 1]).value : roots[i + 1];
            }
            try {
                return m instanceof Method ? ((Method) m).invoke(roots[0], args) : ((Constructor<?>) m).newInstance(args);
            } catch (IllegalAccessException | InstantiationException | IllegalArgumentException e) {
                throw new Inputs.None(e.toString());
            }
        }
    }
}
