import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** As much of JSON as one line of the protocol needs: maps, lists, strings, numbers, booleans, null. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object parse(String text) {
        Json j = new Json(text);
        Object v = j.value();
        j.blank();
        if (j.at != text.length()) {
            throw j.bad("end");
        }
        return v;
    }

    static String write(Object v) {
        StringBuilder b = new StringBuilder();
        write(b, v);
        return b.toString();
    }

    private static void write(StringBuilder b, Object v) {
        if (v instanceof Map<?, ?> m) {
            String sep = "{";
            for (Map.Entry<?, ?> e : m.entrySet()) {
                b.append(sep);
                string(b, e.getKey().toString());
                b.append(':');
                write(b, e.getValue());
                sep = ",";
            }
            b.append(m.isEmpty() ? "{}" : "}");
        } else if (v instanceof List<?> l) {
            String sep = "[";
            for (Object e : l) {
                b.append(sep);
                write(b, e);
                sep = ",";
            }
            b.append(l.isEmpty() ? "[]" : "]");
        } else if (v == null || v instanceof Number || v instanceof Boolean) {
            b.append(v);
        } else {
            string(b, v.toString());
        }
    }

    private static void string(StringBuilder b, String s) {
        b.append('"');
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '"' || c == '\\') {
                b.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                b.append(String.format("\\u%04x", (int) c));
            } else {
                b.append(c);
            }
        }
        b.append('"');
    }

    private void blank() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
    }

    private IllegalArgumentException bad(String want) {
        return new IllegalArgumentException("JSON: " + want + " expected at " + at);
    }

    private boolean take(String s) {
        blank();
        if (!text.startsWith(s, at)) {
            return false;
        }
        at += s.length();
        return true;
    }

    private void need(String s) {
        if (!take(s)) {
            throw bad(s);
        }
    }

    private Object value() {
        if (take("{")) {
            Map<String, Object> m = new LinkedHashMap<>();
            for (boolean first = true; !take("}"); first = false) {
                if (!first) {
                    need(",");
                }
                need("\"");
                String k = string();
                need(":");
                m.put(k, value());
            }
            return m;
        }
        if (take("[")) {
            List<Object> l = new ArrayList<>();
            for (boolean first = true; !take("]"); first = false) {
                if (!first) {
                    need(",");
                }
                l.add(value());
            }
            return l;
        }
        if (take("\"")) {
            return string();
        }
        if (take("true")) {
            return true;
        }
        if (take("false")) {
            return false;
        }
        if (take("null")) {
            return null;
        }
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        if (from == at) {
            throw bad("a value");
        }
        String number = text.substring(from, at);
        return number.matches("-?\\d{1,18}") ? (Object) Long.valueOf(number) : (Object) Double.valueOf(number);
    }

    private String string() {
        StringBuilder b = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return b.toString();
            }
            if (c != '\\') {
                b.append(c);
                continue;
            }
            if (at >= text.length()) {
                break;
            }
            c = text.charAt(at++);
            switch (c) {
                case 'n' -> b.append('\n');
                case 't' -> b.append('\t');
                case 'r' -> b.append('\r');
                case 'b' -> b.append('\b');
                case 'f' -> b.append('\f');
                case 'u' -> {
                    if (at + 4 > text.length()) {
                        throw bad("four digits");
                    }
                    b.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                    at += 4;
                }
                default -> b.append(c);
            }
        }
        throw bad("\"");
    }
}
