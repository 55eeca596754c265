package java.lang;

import java.io.IOException;

public interface Appendable {
    Appendable append(CharSequence s) throws IOException;

    Appendable append(CharSequence s, int start, int end) throws IOException;

    Appendable append(char c) throws IOException;
}
