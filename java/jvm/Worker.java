import java.io.*;
import java.lang.reflect.*;
import java.math.*;
import java.util.*;

/**
 * Runs methods of compiled classes, each on a heap that it is sent, and answers with the heap
 * that the call leaves behind. Requests come on standard input and answers go to standard
 * output, each behind its length; package jvm says what stands in them.
 *
 * <p>Every request has classes of its own: what one call does to static fields, no other sees.
 */
final class Worker {
    /** Kinds of references, as package jvm numbers them. */
    static final int NULL = 0, SEEN = 1, STRING = 2, BOX = 3, ARRAY = 4, OBJECT = 5, COLLECTION = 6, MAP = 7, TEXT = 8,
        CONSTANT = 9, CLASS = 10, THROWABLE = 11, OTHER = 12, SENT = 13;

    static final int FAILED = 0, RETURNED = 1, THREW = 2;

    /** What stands between the code and an answer. */
    static final class Unable extends Exception {
        Unable(String why) { super(why); }
    }

    public static void main(String[] args) throws Exception {
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));
        // The streams are the protocol's: the code has nothing to read, and nobody reads what it prints.
        System.setIn(new ByteArrayInputStream(new byte[0]));
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        Map<String, byte[]> code = new HashMap<>();
        out.writeInt(0); // it has started
        out.flush();
        for (;;) {
            int n;
            try {
                n = in.readInt();
            } catch (EOFException e) {
                return;
            }
            byte[] answer = new Worker(in.readNBytes(n), code).answer();
            out.writeInt(answer.length);
            out.write(answer);
            out.flush();
        }
    }

    final DataInputStream in;
    final Classes classes;
    final List<Object> sent = new ArrayList<>(); // in the order in which they came
    final Map<Object, Integer> indices = new IdentityHashMap<>(); // of what was sent

    Worker(byte[] request, Map<String, byte[]> code) {
        in = new DataInputStream(new ByteArrayInputStream(request));
        classes = new Classes(code);
        Thread.currentThread().setContextClassLoader(classes);
    }

    byte[] answer() throws IOException {
        try {
            return call();
        } catch (Unable e) {
            return failure(e.getMessage());
        } catch (Throwable e) { // of a class that is not there, or does not initialise
            return failure(e.toString());
        }
    }

    static byte[] failure(String why) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(FAILED);
        out.writeUTF(why.length() > 1000 ? why.substring(0, 1000) : why);
        return bytes.toByteArray();
    }

    byte[] call() throws Throwable {
        Class<?> owner = classNamed(in.readUTF());
        String name = in.readUTF();
        Class<?>[] params = new Class<?>[in.readInt()];
        for (int i = 0; i < params.length; i++) params[i] = classNamed(in.readUTF());
        Class.forName(owner.getName(), true, classes);

        Field[] statics = new Field[in.readInt()];
        for (int i = 0; i < statics.length; i++) {
            statics[i] = field(classNamed(in.readUTF()), in.readUTF());
            set(statics[i]);
        }
        Object self = read();
        Object[] args = new Object[params.length];
        for (int i = 0; i < args.length; i++) args[i] = slot();
        for (int i = 0; i < sent.size(); i++) indices.put(sent.get(i), i);

        Object result = null;
        Throwable thrown = null;
        Class<?> type = void.class;
        try {
            if (name.equals("<init>")) {
                Constructor<?> c = owner.getDeclaredConstructor(params);
                c.setAccessible(true);
                self = c.newInstance(args);
            } else {
                Method m = owner.getDeclaredMethod(name, params);
                m.setAccessible(true);
                type = m.getReturnType();
                own(m, self);
                result = m.invoke(self, args);
            }
        } catch (InvocationTargetException e) {
            thrown = e.getCause();
        }
        if (thrown instanceof VirtualMachineError) throw new Unable(thrown.toString());

        Writer w = new Writer(indices);
        w.out.writeByte(thrown == null ? RETURNED : THREW);
        w.slot(thrown == null ? type : void.class, result);
        w.write(thrown);
        w.write(self);
        for (int i = 0; i < args.length; i++) w.slot(params[i], args[i]);
        for (Field f : statics) w.slot(f.getType(), f.get(null));
        for (Object o : sent) w.out.writeInt(w.indices.getOrDefault(o, -1));
        return w.bytes.toByteArray();
    }

    /** A call that Java would dispatch elsewhere is not one of the method that was asked for. */
    static void own(Method m, Object self) throws Unable {
        if (Modifier.isStatic(m.getModifiers()) || Modifier.isPrivate(m.getModifiers())) return;
        if (self == null) throw new Unable("no receiver");
        for (Class<?> c = self.getClass(); c != m.getDeclaringClass(); c = c.getSuperclass()) {
            if (c == null) throw new Unable("the receiver's class is another one");
            try {
                c.getDeclaredMethod(m.getName(), m.getParameterTypes());
            } catch (NoSuchMethodException e) {
                continue;
            }
            throw new Unable("the receiver's class overrides the method");
        }
    }

    /**
     * Sets a static field to what comes next. One that is final keeps its own value, which must
     * then look like that one; an array gets the elements.
     */
    void set(Field f) throws Exception {
        int from = sent.size();
        Object value = slot();
        if (!Modifier.isFinal(f.getModifiers())) {
            f.set(null, value);
            return;
        }
        Object own = f.get(null);
        if (own != null && value != null && own.getClass() == value.getClass() && own.getClass().isArray() && Array.getLength(own) == Array.getLength(value))
            System.arraycopy(value, 0, own, 0, Array.getLength(own));
        Writer theirs = new Writer(new IdentityHashMap<>()), ours = new Writer(new IdentityHashMap<>());
        theirs.slot(f.getType(), value);
        ours.slot(f.getType(), own);
        if (!Arrays.equals(theirs.bytes.toByteArray(), ours.bytes.toByteArray())) throw new Unable("the final field " + f.getName() + " has another value");
        for (int i = from; i < sent.size(); i++) {
            Integer at = theirs.indices.get(sent.get(i));
            if (at != null) sent.set(i, ours.order.get(at));
        }
    }

    Class<?> classNamed(String name) throws ClassNotFoundException {
        switch (name) {
            case "boolean": return boolean.class;
            case "byte": return byte.class;
            case "short": return short.class;
            case "char": return char.class;
            case "int": return int.class;
            case "long": return long.class;
            case "float": return float.class;
            case "double": return double.class;
        }
        return Class.forName(name, false, classes);
    }

    static Field field(Class<?> c, String name) throws Exception {
        Field f = c.getDeclaredField(name);
        f.setAccessible(true);
        return f;
    }

    /** The value of a variable: its kind, then its bits or a reference. */
    Object slot() throws Exception {
        char kind = (char) in.readByte();
        return kind == 'L' ? read() : primitive(kind, in.readLong());
    }

    static Object primitive(char kind, long bits) throws Unable {
        switch (kind) {
            case 'Z': return bits != 0;
            case 'B': return (byte) bits;
            case 'S': return (short) bits;
            case 'C': return (char) bits;
            case 'I': return (int) bits;
            case 'J': return bits;
            case 'F': return Float.intBitsToFloat((int) bits);
            case 'D': return Double.longBitsToDouble(bits);
        }
        throw new Unable("a value of kind " + kind);
    }

    String text() throws IOException {
        char[] units = new char[in.readInt()];
        for (int i = 0; i < units.length; i++) units[i] = in.readChar();
        return new String(units);
    }

    <T> T sent(T o) {
        sent.add(o);
        return o;
    }

    Object read() throws Exception {
        int tag = in.readByte();
        switch (tag) {
            case NULL: return null;
            case SEEN: return sent.get(in.readInt());
            case STRING: return sent(text());
            case BOX: return sent(primitive((char) in.readByte(), in.readLong()));
            case ARRAY: return array();
            case OBJECT: return object();
            case COLLECTION: return collection();
            case MAP: return map();
            case TEXT: return sent(classNamed(in.readUTF()).getConstructor(String.class).newInstance(text()));
            case CONSTANT: return sent(field(classNamed(in.readUTF()), in.readUTF()).get(null));
            case CLASS: return sent(classNamed(in.readUTF()));
            case THROWABLE: return throwable();
        }
        throw new Unable("a reference of kind " + tag);
    }

    Object array() throws Exception {
        Class<?> elem = classNamed(in.readUTF());
        int n = in.readInt();
        Object a = sent(Array.newInstance(elem, n));
        for (int i = 0; i < n; i++) Array.set(a, i, elem.isPrimitive() ? primitive(kind(elem), in.readLong()) : read());
        return a;
    }

    Object object() throws Exception {
        Class<?> c = classNamed(in.readUTF());
        if (c.isRecord()) return record(c);
        if (Modifier.isAbstract(c.getModifiers())) throw new Unable("an object of an abstract class");
        Object o = sent(UNSAFE.allocateInstance(c));
        for (int n = in.readInt(); n > 0; n--) {
            Field f = field(classNamed(in.readUTF()), in.readUTF());
            f.set(o, slot());
        }
        if (o instanceof Throwable) field(Throwable.class, "detailMessage").set(o, read());
        return o;
    }

    /** The fields of a record are set by its constructor alone. */
    Object record(Class<?> c) throws Exception {
        int at = sent.size();
        sent.add(null);
        Map<String, Object> values = new HashMap<>();
        for (int n = in.readInt(); n > 0; n--) {
            in.readUTF();
            String name = in.readUTF();
            values.put(name, slot());
        }
        RecordComponent[] all = c.getRecordComponents();
        Class<?>[] types = new Class<?>[all.length];
        Object[] args = new Object[all.length];
        for (int i = 0; i < all.length; i++) {
            types[i] = all[i].getType();
            args[i] = values.get(all[i].getName());
        }
        Constructor<?> k = c.getDeclaredConstructor(types);
        k.setAccessible(true);
        Object o = k.newInstance(args);
        sent.set(at, o);
        return o;
    }

    static final sun.misc.Unsafe UNSAFE;
    static {
        try {
            Field f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            f.setAccessible(true);
            UNSAFE = (sun.misc.Unsafe) f.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    Object throwable() throws Exception {
        Class<?> c = classNamed(in.readUTF());
        int at = sent.size();
        sent.add(null);
        Object message = read();
        Object o = message == null ? c.getConstructor().newInstance() : c.getConstructor(String.class).newInstance(message);
        sent.set(at, o);
        return o;
    }

    @SuppressWarnings("unchecked")
    Object collection() throws Exception {
        Class<?> c = classNamed(in.readUTF());
        int n = in.readInt();
        if (c == Optional.class) {
            int at = sent.size();
            sent.add(null);
            Object o = Optional.ofNullable(n == 0 ? null : read());
            sent.set(at, o);
            return o;
        }
        Collection<Object> o = (Collection<Object>) sent(c.getConstructor().newInstance());
        for (; n > 0; n--) o.add(read());
        return o;
    }

    @SuppressWarnings("unchecked")
    Object map() throws Exception {
        Map<Object, Object> o = (Map<Object, Object>) sent(classNamed(in.readUTF()).getConstructor().newInstance());
        for (int n = in.readInt(); n > 0; n--) {
            Object k = read();
            o.put(k, read());
        }
        return o;
    }

    static char kind(Class<?> c) {
        return c == boolean.class ? 'Z' : c == byte.class ? 'B' : c == short.class ? 'S' : c == char.class ? 'C'
            : c == int.class ? 'I' : c == long.class ? 'J' : c == float.class ? 'F' : c == double.class ? 'D' : 'L';
    }

    /** Writes a heap. */
    static final class Writer {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final DataOutputStream out = new DataOutputStream(bytes);
        final Map<Object, Integer> indices = new IdentityHashMap<>();
        final List<Object> order = new ArrayList<>();
        final Map<Object, Integer> sent;

        Writer(Map<Object, Integer> sent) { this.sent = sent; }

        void slot(Class<?> type, Object v) throws Exception {
            if (type == void.class) {
                out.writeByte('V');
                return;
            }
            char kind = kind(type);
            out.writeByte(kind);
            if (kind == 'L') write(v);
            else out.writeLong(bits(v));
        }

        static long bits(Object v) {
            if (v instanceof Boolean) return (Boolean) v ? 1 : 0;
            if (v instanceof Character) return (Character) v;
            if (v instanceof Float) return Float.floatToIntBits((Float) v) & 0xffffffffL;
            if (v instanceof Double) return Double.doubleToLongBits((Double) v);
            return ((Number) v).longValue();
        }

        static char boxed(Object o) {
            Class<?> c = o.getClass();
            return c == Boolean.class ? 'Z' : c == Byte.class ? 'B' : c == Short.class ? 'S' : c == Character.class ? 'C'
                : c == Integer.class ? 'I' : c == Long.class ? 'J' : c == Float.class ? 'F' : c == Double.class ? 'D' : 'L';
        }

        void text(String s) throws IOException {
            out.writeInt(s.length());
            for (int i = 0; i < s.length(); i++) out.writeChar(s.charAt(i));
        }

        void write(Object o) throws Exception {
            if (o == null) {
                out.writeByte(NULL);
                return;
            }
            Integer at = indices.putIfAbsent(o, order.size());
            if (at != null) {
                out.writeByte(SEEN);
                out.writeInt(at);
                return;
            }
            order.add(o);
            // What cannot change is itself after the call, for clauses that compare identities.
            boolean constant = o instanceof String || boxed(o) != 'L' || o instanceof Class || o instanceof Enum;
            Integer before = sent.get(o);
            if (constant && before != null) {
                out.writeByte(SENT);
                out.writeInt(before);
                return;
            }
            if (o instanceof String) {
                out.writeByte(STRING);
                text((String) o);
            } else if (boxed(o) != 'L') {
                out.writeByte(BOX);
                out.writeByte(boxed(o));
                out.writeLong(bits(o));
            } else if (o instanceof Class) {
                out.writeByte(CLASS);
                out.writeUTF(((Class<?>) o).getName());
            } else if (o instanceof Enum) {
                out.writeByte(CONSTANT);
                out.writeUTF(((Enum<?>) o).getDeclaringClass().getName());
                out.writeUTF(((Enum<?>) o).name());
            } else if (o.getClass().isArray()) {
                array(o);
            } else {
                object(o);
            }
        }

        void array(Object a) throws Exception {
            Class<?> elem = a.getClass().getComponentType();
            int n = Array.getLength(a);
            out.writeByte(ARRAY);
            out.writeUTF(elem.getName());
            out.writeInt(n);
            for (int i = 0; i < n; i++)
                if (elem.isPrimitive()) out.writeLong(bits(Array.get(a, i)));
                else write(Array.get(a, i));
        }

        void object(Object o) throws Exception {
            Class<?> c = o.getClass();
            if (!(c.getClassLoader() instanceof Classes)) {
                library(o);
                return;
            }
            List<Field> fields = new ArrayList<>();
            for (Class<?> k = c; k != Object.class; k = k.getSuperclass()) {
                if (o instanceof Throwable && !(k.getClassLoader() instanceof Classes)) break;
                if (!(k.getClassLoader() instanceof Classes)) {
                    other(c);
                    return;
                }
                for (Field f : k.getDeclaredFields())
                    if (!Modifier.isStatic(f.getModifiers()) && !f.isSynthetic()) fields.add(f);
                if (c.isAnonymousClass() || c.isLocalClass() || c.isHidden() || c.getEnclosingClass() != null && !Modifier.isStatic(c.getModifiers())) {
                    other(c);
                    return;
                }
            }
            out.writeByte(OBJECT);
            out.writeUTF(c.getName());
            out.writeInt(fields.size());
            for (Field f : fields) {
                f.setAccessible(true);
                out.writeUTF(f.getDeclaringClass().getName());
                out.writeUTF(f.getName());
                slot(f.getType(), f.get(o));
            }
            if (o instanceof Throwable) write(((Throwable) o).getMessage());
        }

        void library(Object o) throws Exception {
            String name = o.getClass().getName();
            if (o instanceof Throwable) {
                out.writeByte(THROWABLE);
                out.writeUTF(name);
                write(((Throwable) o).getMessage());
            } else if (o instanceof StringBuilder || o instanceof StringBuffer || o instanceof BigInteger || o instanceof BigDecimal) {
                out.writeByte(TEXT);
                out.writeUTF(name);
                text(o.toString());
            } else if (o instanceof Optional) {
                out.writeByte(COLLECTION);
                out.writeUTF(name);
                out.writeInt(((Optional<?>) o).isPresent() ? 1 : 0);
                if (((Optional<?>) o).isPresent()) write(((Optional<?>) o).get());
            } else if (o instanceof Collection && ordered(o)) {
                out.writeByte(COLLECTION);
                out.writeUTF(name);
                Object[] elements = ((Collection<?>) o).toArray();
                out.writeInt(elements.length);
                for (Object e : elements) write(e);
            } else if (o instanceof Map && ordered(o)) {
                out.writeByte(MAP);
                out.writeUTF(name);
                out.writeInt(((Map<?, ?>) o).size());
                for (Map.Entry<?, ?> e : ((Map<?, ?>) o).entrySet()) {
                    write(e.getKey());
                    write(e.getValue());
                }
            } else {
                other(o.getClass());
            }
        }

        /** Whether elements that are put into an empty collection of the class make the same one. */
        static boolean ordered(Object o) {
            if (o instanceof SortedSet) return ((SortedSet<?>) o).comparator() == null;
            if (o instanceof SortedMap) return ((SortedMap<?, ?>) o).comparator() == null;
            return !(o instanceof PriorityQueue) || ((PriorityQueue<?>) o).comparator() == null;
        }

        void other(Class<?> c) throws IOException {
            out.writeByte(OTHER);
            out.writeUTF(c.getName());
        }
    }

    /** The classes of one request: those of the class path are defined anew, the JDK's are shared. */
    static final class Classes extends ClassLoader {
        final Map<String, byte[]> code; // of the class files that were read; empty where there is none

        Classes(Map<String, byte[]> code) {
            super(Worker.class.getClassLoader());
            this.code = code;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> c = findLoadedClass(name);
                if (c != null) return c;
                byte[] b = code.computeIfAbsent(name, this::bytes);
                if (b.length == 0) return super.loadClass(name, resolve);
                return defineClass(name, b, 0, b.length);
            }
        }

        byte[] bytes(String name) {
            String file = name.replace('.', '/') + ".class";
            if (name.startsWith("java.") || ClassLoader.getPlatformClassLoader().getResource(file) != null) return new byte[0];
            try (InputStream s = ClassLoader.getSystemResourceAsStream(file)) {
                return s == null ? new byte[0] : s.readAllBytes();
            } catch (IOException e) {
                return new byte[0];
            }
        }
    }
}
