package java.io;

import java.util.Objects;

/** A path. A run sees an empty working directory and nothing else. */
public class File implements Serializable, Comparable<File> {
    public static final String separator = "/";
    public static final char separatorChar = '/';

    private final String path;

    public File(String path) {
        String p = Objects.requireNonNull(path);
        while (p.length() > 1 && p.endsWith("/")) {
            p = p.substring(0, p.length() - 1);
        }
        this.path = p;
    }

    public File(String parent, String child) {
        this(parent == null ? child : parent + "/" + child);
    }

    public File(File parent, String child) {
        this(parent == null ? null : parent.path, child);
    }

    /** Reports that nothing is there; of a path outside the working directory nothing is known. */
    static native void missing(String path) throws FileNotFoundException;

    public String getName() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    public String getPath() {
        return path;
    }

    public String getParent() {
        int i = path.lastIndexOf('/');
        return i < 0 ? null : i == 0 ? "/" : path.substring(0, i);
    }

    public boolean isAbsolute() {
        return path.startsWith("/");
    }

    public boolean exists() {
        try {
            missing(path);
        } catch (FileNotFoundException e) {
            return false;
        }
        return true;
    }

    public boolean isFile() {
        return exists();
    }

    public boolean canRead() {
        return exists();
    }

    public int compareTo(File other) {
        return path.compareTo(other.path);
    }

    public boolean equals(Object obj) {
        return obj instanceof File && ((File) obj).path.equals(path);
    }

    public int hashCode() {
        return path.hashCode() ^ 1234321;
    }

    public String toString() {
        return path;
    }
}
