import java.io.*;
import java.lang.reflect.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;

/** Runs the main methods of the classes named in a file, one after the other. */
public class Driver {
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
        for (String name : Files.readAllLines(Paths.get(args[0]))) {
            ByteArrayOutputStream buf = new ByteArrayOutputStream();
            PrintStream own = new PrintStream(buf, false, "UTF-8");
            System.setOut(own);
            String end = "";
            try {
                Method m = Class.forName(name).getMethod("main", String[].class);
                m.setAccessible(true);
                m.invoke(null, (Object) new String[0]);
            } catch (InvocationTargetException e) {
                Throwable t = e.getCause();
                end = t.getClass().getName() + "\n" + t.getMessage();
            }
            own.flush();
            byte[] text = buf.toByteArray();
            byte[] thrown = end.getBytes(StandardCharsets.UTF_8);
            out.print(name + " " + text.length + " " + thrown.length + "\n");
            out.write(text);
            out.write(thrown);
            out.print("\n");
        }
        out.flush();
    }
}
