package java.util.regex;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** Searches one text; the machine finds the groups. */
public final class Matcher implements MatchResult {
    private Pattern pattern;
    private String text;
    private int from;
    private int to;
    private int next;
    private int appendPos;
    private int[] groups;
    private boolean hitEnd;
    private boolean anchoring = true;
    private boolean transparent;

    Matcher(Pattern pattern, CharSequence text) {
        this.pattern = pattern;
        this.text = text.toString();
        this.to = this.text.length();
    }

    /** Groups' bounds of a match of the pattern, or null: mode 0 finds from start, 1 looks at start, 2 must end at to. */
    private static native int[] run(Pattern pattern, String text, int from, int to, int start, int mode, boolean anchoring, boolean transparent);

    private static native int groupIndex(Pattern pattern, String name);

    private static native int groupTotal(Pattern pattern);

    private static native String expand(Pattern pattern, String text, int[] groups, String replacement);

    public Pattern pattern() {
        return pattern;
    }

    public MatchResult toMatchResult() {
        Matcher m = new Matcher(pattern, text);
        m.groups = groups == null ? null : groups.clone();
        return m;
    }

    public Matcher usePattern(Pattern p) {
        if (p == null) {
            throw new IllegalArgumentException("Pattern cannot be null");
        }
        pattern = p;
        groups = null;
        return this;
    }

    public Matcher reset() {
        groups = null;
        next = 0;
        appendPos = 0;
        from = 0;
        to = text.length();
        return this;
    }

    public Matcher reset(CharSequence input) {
        text = input.toString();
        return reset();
    }

    public Matcher region(int start, int end) {
        if (start < 0 || start > text.length()) {
            throw new IndexOutOfBoundsException("start");
        }
        if (end < 0 || end > text.length()) {
            throw new IndexOutOfBoundsException("end");
        }
        if (start > end) {
            throw new IndexOutOfBoundsException("start > end");
        }
        reset();
        from = start;
        to = end;
        next = start;
        return this;
    }

    public int regionStart() {
        return from;
    }

    public int regionEnd() {
        return to;
    }

    public boolean hasTransparentBounds() {
        return transparent;
    }

    public Matcher useTransparentBounds(boolean b) {
        transparent = b;
        return this;
    }

    public boolean hasAnchoringBounds() {
        return anchoring;
    }

    public Matcher useAnchoringBounds(boolean b) {
        anchoring = b;
        return this;
    }

    private boolean take(int[] found) {
        groups = found;
        hitEnd = found == null || found[1] == to;
        if (found != null) {
            next = found[1] == found[0] ? found[1] + 1 : found[1];
        }
        return found != null;
    }

    public boolean matches() {
        return take(run(pattern, text, from, to, from, 2, anchoring, transparent));
    }

    public boolean lookingAt() {
        return take(run(pattern, text, from, to, from, 1, anchoring, transparent));
    }

    public boolean find() {
        int start = Math.max(next, from);
        if (start > to) {
            groups = null;
            hitEnd = true;
            return false;
        }
        boolean found = take(run(pattern, text, from, to, start, 0, anchoring, transparent));
        if (!found) {
            next = to + 1;
        }
        return found;
    }

    public boolean find(int start) {
        if (start < 0 || start > text.length()) {
            throw new IndexOutOfBoundsException("Illegal start index");
        }
        reset();
        next = start;
        return find();
    }

    public boolean hitEnd() {
        return hitEnd;
    }

    private void check() {
        if (groups == null) {
            throw new IllegalStateException("No match found");
        }
    }

    private void check(int group) {
        if (groups == null) {
            throw new IllegalStateException("No match available");
        }
        if (group < 0 || group > groupCount()) {
            throw new IndexOutOfBoundsException("No group " + group);
        }
    }

    private int index(String name) {
        Objects.requireNonNull(name, "Group name");
        int i = groupIndex(pattern, name);
        if (i < 0) {
            throw new IllegalArgumentException("No group with name <" + name + ">");
        }
        return i;
    }

    public int start() {
        if (groups == null) {
            throw new IllegalStateException("No match available");
        }
        return groups[0];
    }

    public int start(int group) {
        check(group);
        return groups[2 * group];
    }

    public int start(String name) {
        return start(index(name));
    }

    public int end() {
        if (groups == null) {
            throw new IllegalStateException("No match available");
        }
        return groups[1];
    }

    public int end(int group) {
        check(group);
        return groups[2 * group + 1];
    }

    public int end(String name) {
        return end(index(name));
    }

    public String group() {
        return group(0);
    }

    public String group(int group) {
        check();
        if (group < 0 || group > groupCount()) {
            throw new IndexOutOfBoundsException("No group " + group);
        }
        return groups[2 * group] < 0 ? null : text.substring(groups[2 * group], groups[2 * group + 1]);
    }

    public String group(String name) {
        Objects.requireNonNull(name, "Group name");
        check();
        return group(index(name));
    }

    public int groupCount() {
        return groupTotal(pattern);
    }

    public static String quoteReplacement(String s) {
        if (s.indexOf('\\') < 0 && s.indexOf('$') < 0) {
            return s;
        }
        return s.replace("\\", "\\\\").replace("$", "\\$");
    }

    private String addition(String replacement) {
        if (groups == null) {
            throw new IllegalStateException("No match available");
        }
        String before = text.substring(appendPos, groups[0]);
        String after = expand(pattern, text, groups, replacement);
        appendPos = groups[1];
        return before.concat(after);
    }

    public Matcher appendReplacement(StringBuffer sb, String replacement) {
        sb.append(addition(replacement));
        return this;
    }

    public Matcher appendReplacement(StringBuilder sb, String replacement) {
        sb.append(addition(replacement));
        return this;
    }

    public StringBuffer appendTail(StringBuffer sb) {
        return sb.append(text, appendPos, text.length());
    }

    public StringBuilder appendTail(StringBuilder sb) {
        return sb.append(text, appendPos, text.length());
    }

    public String replaceAll(String replacement) {
        reset();
        if (!find()) {
            return text;
        }
        StringBuilder sb = new StringBuilder();
        do {
            appendReplacement(sb, replacement);
        } while (find());
        return appendTail(sb).toString();
    }

    public String replaceAll(Function<MatchResult, String> replacer) {
        Objects.requireNonNull(replacer);
        reset();
        if (!find()) {
            return text;
        }
        StringBuilder sb = new StringBuilder();
        do {
            appendReplacement(sb, replacer.apply(this));
        } while (find());
        return appendTail(sb).toString();
    }

    public String replaceFirst(String replacement) {
        if (replacement == null) {
            throw new NullPointerException("replacement");
        }
        reset();
        if (!find()) {
            return text;
        }
        StringBuilder sb = new StringBuilder();
        appendReplacement(sb, replacement);
        return appendTail(sb).toString();
    }

    public String replaceFirst(Function<MatchResult, String> replacer) {
        Objects.requireNonNull(replacer);
        reset();
        if (!find()) {
            return text;
        }
        StringBuilder sb = new StringBuilder();
        appendReplacement(sb, replacer.apply(this));
        return appendTail(sb).toString();
    }

    public Stream<MatchResult> results() {
        reset();
        List<MatchResult> all = new ArrayList<>();
        while (find()) {
            all.add(toMatchResult());
        }
        return all.stream();
    }

    public String toString() {
        return "java.util.regex.Matcher[pattern=" + pattern + " region=" + from + "," + to + " lastmatch="
            + (groups == null ? "" : group()) + "]";
    }
}
