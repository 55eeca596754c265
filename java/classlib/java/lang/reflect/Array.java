package java.lang.reflect;

/** Arrays whose class only the run knows: elements are boxed, and widened as in an assignment. */
public final class Array {
    private Array() {
    }

    public static native Object newInstance(Class<?> componentType, int length);

    public static Object newInstance(Class<?> componentType, int... dimensions) {
        if (componentType == null || dimensions == null) {
            throw new NullPointerException();
        }
        if (dimensions.length == 0) {
            throw new IllegalArgumentException();
        }
        for (int n : dimensions) {
            if (n < 0) {
                throw new NegativeArraySizeException(String.valueOf(n));
            }
        }
        return nested(componentType, dimensions, 0);
    }

    /** An array of the dimensions from one on. */
    private static Object nested(Class<?> componentType, int[] dimensions, int from) {
        Class<?> element = componentType;
        for (int i = from + 1; i < dimensions.length; i++) {
            element = newInstance(element, 0).getClass();
        }
        Object out = newInstance(element, dimensions[from]);
        if (from + 1 < dimensions.length) {
            Object[] rows = (Object[]) out;
            for (int i = 0; i < rows.length; i++) {
                rows[i] = nested(componentType, dimensions, from + 1);
            }
        }
        return out;
    }

    /*@ public normal_behavior
      @   requires array instanceof Object[];
      @   ensures \result == ((Object[]) array).length;
      @   assignable \nothing;
      @ also public normal_behavior
      @   requires array instanceof boolean[];
      @   ensures \result == ((boolean[]) array).length;
      @   assignable \nothing;
      @ also public normal_behavior
      @   requires array instanceof byte[];
      @   ensures \result == ((byte[]) array).length;
      @   assignable \nothing;
      @ also public normal_behavior
      @   requires array instanceof char[];
      @   ensures \result == ((char[]) array).length;
      @   assignable \nothing;
      @ also public normal_behavior
      @   requires array instanceof short[];
      @   ensures \result == ((short[]) array).length;
      @   assignable \nothing;
      @ also public normal_behavior
      @   requires array instanceof int[];
      @   ensures \result == ((int[]) array).length;
      @   assignable \nothing;
      @ also public normal_behavior
      @   requires array instanceof long[];
      @   ensures \result == ((long[]) array).length;
      @   assignable \nothing;
      @ also public normal_behavior
      @   requires array instanceof float[];
      @   ensures \result == ((float[]) array).length;
      @   assignable \nothing;
      @ also public normal_behavior
      @   requires array instanceof double[];
      @   ensures \result == ((double[]) array).length;
      @   assignable \nothing;
      @ also public exceptional_behavior
      @   requires array == null;
      @   signals_only NullPointerException;
      @ also public exceptional_behavior
      @   requires array != null && !(array instanceof Object[]) && !(array instanceof boolean[]) && !(array instanceof byte[])
      @     && !(array instanceof char[]) && !(array instanceof short[]) && !(array instanceof int[])
      @     && !(array instanceof long[]) && !(array instanceof float[]) && !(array instanceof double[]);
      @   signals_only IllegalArgumentException;
      @*/
    public static /*@ pure @*/ int getLength(/*@ nullable @*/ Object array) throws IllegalArgumentException {
        if (array instanceof Object[]) {
            return ((Object[]) array).length;
        }
        if (array instanceof boolean[]) {
            return ((boolean[]) array).length;
        }
        if (array instanceof byte[]) {
            return ((byte[]) array).length;
        }
        if (array instanceof char[]) {
            return ((char[]) array).length;
        }
        if (array instanceof short[]) {
            return ((short[]) array).length;
        }
        if (array instanceof int[]) {
            return ((int[]) array).length;
        }
        if (array instanceof long[]) {
            return ((long[]) array).length;
        }
        if (array instanceof float[]) {
            return ((float[]) array).length;
        }
        if (array instanceof double[]) {
            return ((double[]) array).length;
        }
        if (array == null) {
            throw new NullPointerException();
        }
        throw new IllegalArgumentException("Argument is not an array");
    }

    public static Object get(Object array, int index) throws IllegalArgumentException, ArrayIndexOutOfBoundsException {
        check(array, index);
        if (array instanceof Object[]) {
            return ((Object[]) array)[index];
        }
        if (array instanceof boolean[]) {
            return ((boolean[]) array)[index];
        }
        if (array instanceof byte[]) {
            return ((byte[]) array)[index];
        }
        if (array instanceof char[]) {
            return ((char[]) array)[index];
        }
        if (array instanceof short[]) {
            return ((short[]) array)[index];
        }
        if (array instanceof int[]) {
            return ((int[]) array)[index];
        }
        if (array instanceof long[]) {
            return ((long[]) array)[index];
        }
        if (array instanceof float[]) {
            return ((float[]) array)[index];
        }
        return ((double[]) array)[index];
    }

    public static void set(Object array, int index, Object value) throws IllegalArgumentException, ArrayIndexOutOfBoundsException {
        if (array instanceof Object[]) {
            check(array, index);
            try {
                ((Object[]) array)[index] = value;
            } catch (ArrayStoreException e) {
                throw new IllegalArgumentException("array element type mismatch");
            }
            return;
        }
        getLength(array);
        if (value == null) {
            throw new IllegalArgumentException();
        }
        check(array, index);
        if (array instanceof boolean[]) {
            ((boolean[]) array)[index] = booleanOf(value);
        } else if (array instanceof byte[]) {
            ((byte[]) array)[index] = byteOf(value);
        } else if (array instanceof char[]) {
            ((char[]) array)[index] = charOf(value);
        } else if (array instanceof short[]) {
            ((short[]) array)[index] = shortOf(value);
        } else if (array instanceof int[]) {
            ((int[]) array)[index] = intOf(value);
        } else if (array instanceof long[]) {
            ((long[]) array)[index] = longOf(value);
        } else if (array instanceof float[]) {
            ((float[]) array)[index] = floatOf(value);
        } else {
            ((double[]) array)[index] = doubleOf(value);
        }
    }

    private static void check(Object array, int index) {
        int length = getLength(array);
        if (index < 0 || index >= length) {
            throw new ArrayIndexOutOfBoundsException();
        }
    }

    /** The boxed element of an array that has no references. */
    private static Object primitive(Object array, int index) {
        primitives(array);
        return get(array, index);
    }

    private static void primitives(Object array) {
        if (array instanceof Object[]) {
            throw new IllegalArgumentException("Argument is not an array of primitive type");
        }
    }

    private static IllegalArgumentException mismatch() {
        return new IllegalArgumentException("argument type mismatch");
    }

    private static boolean booleanOf(Object value) {
        if (value instanceof Boolean) {
            return (Boolean) value;
        }
        throw mismatch();
    }

    private static char charOf(Object value) {
        if (value instanceof Character) {
            return (Character) value;
        }
        throw mismatch();
    }

    private static byte byteOf(Object value) {
        if (value instanceof Byte) {
            return (Byte) value;
        }
        throw mismatch();
    }

    private static short shortOf(Object value) {
        return value instanceof Short ? (Short) value : byteOf(value);
    }

    private static int intOf(Object value) {
        if (value instanceof Integer) {
            return (Integer) value;
        }
        return value instanceof Character ? (Character) value : shortOf(value);
    }

    private static long longOf(Object value) {
        return value instanceof Long ? (Long) value : intOf(value);
    }

    private static float floatOf(Object value) {
        return value instanceof Float ? (Float) value : longOf(value);
    }

    private static double doubleOf(Object value) {
        return value instanceof Double ? (Double) value : floatOf(value);
    }

    public static boolean getBoolean(Object array, int index) throws IllegalArgumentException, ArrayIndexOutOfBoundsException {
        return booleanOf(primitive(array, index));
    }

    public static byte getByte(Object array, int index) throws IllegalArgumentException, ArrayIndexOutOfBoundsException {
        return byteOf(primitive(array, index));
    }

    public static char getChar(Object array, int index) throws IllegalArgumentException, ArrayIndexOutOfBoundsException {
        return charOf(primitive(array, index));
    }

    public static short getShort(Object array, int index) throws IllegalArgumentException, ArrayIndexOutOfBoundsException {
        return shortOf(primitive(array, index));
    }

    public static int getInt(Object array, int index) throws IllegalArgumentException, ArrayIndexOutOfBoundsException {
        return intOf(primitive(array, index));
    }

    public static long getLong(Object array, int index) throws IllegalArgumentException, ArrayIndexOutOfBoundsException {
        return longOf(primitive(array, index));
    }

    public static float getFloat(Object array, int index) throws IllegalArgumentException, ArrayIndexOutOfBoundsException {
        return floatOf(primitive(array, index));
    }

    public static double getDouble(Object array, int index) throws IllegalArgumentException, ArrayIndexOutOfBoundsException {
        return doubleOf(primitive(array, index));
    }

    public static void setBoolean(Object array, int index, boolean value) throws IllegalArgumentException, ArrayIndexOutOfBoundsException {
        primitives(array);
        set(array, index, value);
    }

    public static void setByte(Object array, int index, byte value) throws IllegalArgumentException, ArrayIndexOutOfBoundsException {
        primitives(array);
        set(array, index, value);
    }

    public static void setChar(Object array, int index, char value) throws IllegalArgumentException, ArrayIndexOutOfBoundsException {
        primitives(array);
        set(array, index, value);
    }

    public static void setShort(Object array, int index, short value) throws IllegalArgumentException, ArrayIndexOutOfBoundsException {
        primitives(array);
        set(array, index, value);
    }

    public static void setInt(Object array, int index, int value) throws IllegalArgumentException, ArrayIndexOutOfBoundsException {
        primitives(array);
        set(array, index, value);
    }

    public static void setLong(Object array, int index, long value) throws IllegalArgumentException, ArrayIndexOutOfBoundsException {
        primitives(array);
        set(array, index, value);
    }

    public static void setFloat(Object array, int index, float value) throws IllegalArgumentException, ArrayIndexOutOfBoundsException {
        primitives(array);
        set(array, index, value);
    }

    public static void setDouble(Object array, int index, double value) throws IllegalArgumentException, ArrayIndexOutOfBoundsException {
        primitives(array);
        set(array, index, value);
    }
}
