package java.lang;

/** A frame of a stack trace; the machine makes none, programs may. */
public final class StackTraceElement implements java.io.Serializable {
    private String declaringClass;
    private String methodName;
    private String fileName;
    private int lineNumber;

    public StackTraceElement(String declaringClass, String methodName, String fileName, int lineNumber) {
        this.declaringClass = java.util.Objects.requireNonNull(declaringClass, "Declaring class is null");
        this.methodName = java.util.Objects.requireNonNull(methodName, "Method name is null");
        this.fileName = fileName;
        this.lineNumber = lineNumber;
    }

    public String getClassName() {
        return declaringClass;
    }

    public String getMethodName() {
        return methodName;
    }

    public String getFileName() {
        return fileName;
    }

    public int getLineNumber() {
        return lineNumber;
    }

    public String toString() {
        String place = fileName == null ? "Unknown Source" : lineNumber < 0 ? fileName : fileName + ":" + lineNumber;
        return declaringClass + "." + methodName + "(" + place + ")";
    }
}
