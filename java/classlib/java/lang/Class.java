package java.lang;

/** A class, interface, array or primitive type at run time. */
public final class Class<T> implements java.io.Serializable, java.lang.reflect.Type {
    private Class() {
    }

    public native String getName();

    public native String getSimpleName();

    public native String getCanonicalName();

    public native String getPackageName();

    public String getTypeName() {
        return isArray() ? getComponentType().getTypeName() + "[]" : getName();
    }

    public native boolean isInstance(Object obj);

    public native boolean isAssignableFrom(Class<?> cls);

    public native boolean isInterface();

    public native boolean isArray();

    public native boolean isPrimitive();

    public native boolean isEnum();

    public native boolean isAnnotation();

    public native boolean isRecord();

    public native boolean isAnonymousClass();

    public native boolean isLocalClass();

    public boolean isMemberClass() {
        return getEnclosingClass() != null && !isLocalClass() && !isAnonymousClass();
    }

    public native Class<? super T> getSuperclass();

    public native Class<?>[] getInterfaces();

    public native Class<?> getComponentType();

    public Class<?> componentType() {
        return getComponentType();
    }

    public native Class<?> getEnclosingClass();

    public Class<?> getDeclaringClass() {
        return isAnonymousClass() ? null : getEnclosingClass();
    }

    public native int getModifiers();

    public native T[] getEnumConstants();

    public boolean desiredAssertionStatus() {
        return false;
    }

    public String toString() {
        return (isInterface() ? "interface " : isPrimitive() ? "" : "class ") + getName();
    }

    @SuppressWarnings("unchecked")
    public T cast(Object obj) {
        if (obj != null && !isInstance(obj)) {
            throw new ClassCastException("Cannot cast " + obj.getClass().getName() + " to " + getName());
        }
        return (T) obj;
    }
}
