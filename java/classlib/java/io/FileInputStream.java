package java.io;

/** There are no files: opening one fails. */
public class FileInputStream extends InputStream {
    public FileInputStream(String name) throws FileNotFoundException {
        File.missing(name);
    }

    public FileInputStream(File file) throws FileNotFoundException {
        this(file.getPath());
    }

    public int read() throws IOException {
        return -1;
    }
}
