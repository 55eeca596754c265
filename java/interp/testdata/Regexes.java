import java.util.*;
import java.util.regex.*;

/** Regular expressions: what matches, with which groups, and how bad ones are refused. */
public class Regexes {
    static void m(String regex, int flags, String... texts) {
        Pattern p;
        try {
            p = Pattern.compile(regex, flags);
        } catch (PatternSyntaxException e) {
            System.out.println(regex + " !! " + e.getMessage().replace("\n", "|"));
            return;
        }
        for (String text : texts) {
            Matcher m = p.matcher(text);
            StringBuilder sb = new StringBuilder(regex + " on " + text.replace("\n", "\\n").replace("\r", "\\r") + ":");
            sb.append(m.matches()).append(m.lookingAt());
            m.reset();
            int guard = 0;
            while (m.find() && guard++ < 20) {
                sb.append(" [").append(m.start()).append(',').append(m.end());
                for (int g = 1; g <= m.groupCount(); g++) {
                    sb.append(' ').append(m.group(g)).append('@').append(m.start(g));
                }
                sb.append(']');
            }
            System.out.println(sb);
        }
    }

    static void m(String regex, String... texts) {
        m(regex, 0, texts);
    }

    static void split(String text, String regex, int limit) {
        String[] parts = text.split(regex, limit);
        System.out.println(text.replace("\n", "\\n") + " / " + regex + " / " + limit + " = " + parts.length + Arrays.toString(parts));
    }

    static void replace(String text, String regex, String by) {
        try {
            System.out.println(text + " " + regex + " -> " + by + " = " + text.replaceAll(regex, by) + " | " + text.replaceFirst(regex, by));
        } catch (RuntimeException e) {
            System.out.println(text + " " + regex + " -> " + by + " !! " + e);
        }
    }

    public static void main(String[] a) {
        m("a", "a", "b", "", "banana");
        m("a*", "aaa", "", "baaac");
        m("a*?", "aa");
        m("a+?b", "aaab");
        m("a++b", "aaab");
        m("a*+a", "aaa");
        m("a{2}", "aaaaa");
        m("a{2,}", "aaaaa");
        m("a{1,2}?", "aaaaa");
        m("(a|ab)(c|bcd)(d*)", "abcd");
        m("(a*)*", "aaa", "", "b");
        m("(a*)+", "aaa", "b");
        m("(a|b)*?c", "ababc");
        m("(?:a|b)+", "abba");
        m("(a)(b)?(c)", "ac", "abc");
        m("((a)|(b))+", "ab", "ba");
        m("(x(y)?)+", "xyx");
        m("(\\w+)\\s+\\1", "the the cat", "a b");
        m("(?i)(abc)\\1", "abcABC");
        m("(?<year>\\d{4})-(?<m>\\d\\d)\\k<m>", "2024-0101");
        m("^\\d+$", "123", "12a", "123\n");
        m("^a$", Pattern.MULTILINE, "a\nb\na", "a\r\na", "a\n");
        m("^", Pattern.MULTILINE, "", "a\nb\n", "\n\n");
        m("$", "a\n", "a\r\n", "", "a\n\n");
        m("$", Pattern.MULTILINE, "a\nb\n", "a\r\nb");
        m("$", Pattern.UNIX_LINES, "a\r\n", "a\n");
        m("a\\z", "a\n", "ba");
        m("a\\Z", "a\n", "a");
        m("\\Aa", "aa");
        m("\\bfoo\\b", "foo bar foo", "foobar", "a_foo");
        m("\\B", "ab cd");
        m("\\Ga", "aaba");
        m(".", "a\nb\r\u0085\u2028c");
        m(".", Pattern.DOTALL, "a\nb");
        m(".+", Pattern.UNIX_LINES, "a\rb\nc");
        m("[abc]+", "xxabcxx");
        m("[^abc]+", "xxabcxx");
        m("[a-z&&[^aeiou]]+", "education");
        m("[a-d[m-p]]+", "abmpxz");
        m("[a-z&&[def]]+", "abcdefg");
        m("[a-z&&[^b-d]&&[^x]]+", "abcdexyz");
        m("[a-z&&b-f]+", "abcdefg");
        m("[]a]+", "a]b");
        m("[^]a]+", "a]b");
        m("[a\\]b]+", "a]b");
        m("[a-]+", "a-b");
        m("[-a]+", "a-b");
        m("[\\w.-]+@[\\w.-]+", "mail joe.b-c@site-x.org now");
        m("[\\d&&[^5]]+", "123456");
        m("[&&a]+", "a&");
        m("[a&b]+", "a&b");
        m("[\\Q^]\\E]+", "^]a");
        m("\\Qa.b*\\E+", "a.b**", "aXb*");
        m("\\d+|\\s+|\\S", "12 ab");
        m("\\D\\W\\S\\H\\V", "a-b-c");
        m("\\h+\\v+\\R", "\t \n\r\n");
        m("\\R", "\r\n\n\r");
        m("\\p{Alpha}+\\p{Punct}\\p{Digit}*", "abc!12");
        m("\\p{Upper}\\p{Lower}+", "Hello World");
        m("\\p{Lu}\\p{L}*", "Éa b");
        m("\\p{IsAlphabetic}+", "añb 1");
        m("\\p{IsGreek}+", "abγδ");
        m("\\p{javaLowerCase}+", "ABcd");
        m("\\P{Lu}+", "ABcd");
        m("\\pL+", "ab1");
        m("[\\p{L}&&[^\\p{Lu}]]+", "ABcdEF");
        m("\\p{XDigit}+|\\p{Blank}|\\p{Cntrl}|\\p{Graph}", "fF9 \tz");
        m("(?i)straße", "STRASSE", "STRAßE");
        m("(?iu)ÄÖ", "äö");
        m("(?i)ÄÖ", "äö");
        m("[a-c]+", Pattern.CASE_INSENSITIVE, "abCD");
        m("(?i:a)b", "Ab", "AB");
        m("a(?i)b|c", "aB", "C");
        m("(?x) a b # comment\n c", "abc");
        m("(?x) [a b] \\  c", "a c");
        m("a.c", Pattern.LITERAL, "a.c", "abc");
        m("(?=a)\\w+", "ab ba");
        m("(?!a)\\w+", "ab ba");
        m("(?<=a)b", "ab bb");
        m("(?<!a)b", "ab bb");
        m("(?<=ab|c)d", "abd cd dd");
        m("(?<=\\d{1,3})x", "123x x");
        m("\\d+(?=%)", "50% 60");
        m("^(?=.*\\d)(?=.*[a-z]).{4,8}$", "abc1", "abcd", "a1");
        m("(?>a*)a", "aaa");
        m("(?>a|ab)c", "abc", "ac");
        m("x*", "aaa");
        m("(a+)+b", "aaaaaaaaab");
        m("\\x41\\u0042\\103\\t\\e\\cA", "ABC\t\u001b\u0001");
        m("\\uD83D\\uDE00", "\uD83D\uDE00");
        m(".", "\uD83D\uDE00a");
        m("[\uD83D\uDE00-\uD83D\uDE05]", "\uD83D\uDE02");
        m("(\\d+)(?:px|em)(?<unit>;)?", "12px 3em;");
        m("\\2(a)", "a");
        m("(a)\\11", "aa1");
        m("a{,3}", "a{,3}");
        m("a{0}b", "b");
        m("(|a)+", "aa");
        m("(a|)+", "aa");
        m("(?:a?){3}b", "aab");
        m("(a?)*?b", "aab");
        m("[^\\n]+", "ab\ncd");
        m("\"([^\"\\\\]|\\\\.)*\"", "say \"he\\\"y\" ok");
        m("^([\\w.%+-]+)@([\\w-]+\\.)+[A-Za-z]{2,}$", "a.b@c.d.org", "bad@x");
        for (String bad : new String[] {"(", ")", "a)", "(ab", "[", "[a", "[]", "[^", "*", "a**", "+a", "?", "a{", "a{1", "a{1,", "a{2,1}", "{1}", "a{x}", "\\", "\\y", "\\p", "\\p{", "\\p{Foo}", "\\p{}", "[z-a]",
            "(?", "(?<", "(?<n", "(?<n>a", "(?<1>a)", "(?<a>x)(?<a>y)", "\\k<x>", "\\k", "(?q)", "(?<=a*)b", "(?<=a+)", "(?<=(ab)*)c", "(?<=a{2,})c", "x(?<=a*?)", "\\x1", "\\u12", "\\0", "\\c", "a|*", "(*)", "[a&&", "[\\", "(?i", "(?i-", "\\Qabc", "a{99999999999}", "x{3}{2}", "a?*", "a+*", "(?:", "(?=", "[[a]", "\\E"}) {
            m(bad, "aaaaaa");
        }
        for (int limit = -1; limit < 4; limit++) {
            split("a,b,,c,,", ",", limit);
            split("", ",", limit);
            split(",", ",", limit);
            split("boo:and:foo", "o", limit);
            split("abc", "", limit);
            split(" a b  c ", " ", limit);
            split(" a b  c ", "\\s+", limit);
            split("a.b.c", "\\.", limit);
            split("a1b22c", "\\d", limit);
            split("2024-01-02T03", "[-T]", limit);
            split("aXbXc", "(?=X)", limit);
            split("x|y|z", "|", limit);
            split("x|y|z", "\\|", limit);
            split("line1\nline2\r\n", "\\R", limit);
        }
        replace("banana", "a", "o");
        replace("banana", "(a)(n)", "$2$1");
        replace("banana", "(?<x>n)", "<${x}>");
        replace("banana", "a", "\\$");
        replace("banana", "a", "$");
        replace("banana", "a", "\\");
        replace("banana", "a", "$1");
        replace("banana", "(a)", "$12");
        replace("banana", "a", "${y}");
        replace("banana", "a", "$x");
        replace("banana", "", "-");
        replace("banana", "x*", "-");
        replace("hello world", "\\b(\\w)", "<$1>");
        replace("aaa", "a{2}", "b");
        System.out.println("a.b.c".replace(".", "-") + "aaa".replace("aa", "b") + "abc".replace("", "-") + " " + Pattern.quote("a\\Eb") + Matcher.quoteReplacement("a$b\\c"));
        Matcher m = Pattern.compile("(\\w)(\\d)").matcher("a1 b2 c3");
        StringBuffer sb = new StringBuffer();
        while (m.find()) {
            m.appendReplacement(sb, m.group(2) + "$1");
        }
        System.out.println(m.appendTail(sb));
        System.out.println(Pattern.compile("\\d").matcher("a1b2").replaceAll(r -> "<" + r.group() + ">"));
        m.reset("z9");
        System.out.println(m.matches() + m.group(1) + m.start(2) + m.end() + m.toMatchResult().group());
        try {
            m.group(3);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            m.group("n");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        m.reset();
        try {
            m.group();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            m.start();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        m = Pattern.compile("b+").matcher("abbbc").region(2, 4);
        System.out.println(m.find() + " " + m.start() + m.end() + m.hitEnd() + " " + m.regionStart());
        System.out.println(Pattern.compile("^b$").matcher("abc").region(1, 2).matches());
        System.out.println(Pattern.compile("^b$").matcher("abc").region(1, 2).useAnchoringBounds(false).find());
        System.out.println(Pattern.compile("(?<=a)b(?=c)").matcher("abc").region(1, 2).useTransparentBounds(true).find());
        System.out.println(Pattern.compile("a").matcher("banana").results().count() + " " + Pattern.compile(",").splitAsStream("a,b").toList() + Pattern.compile("a").asPredicate().test("xax")
            + Pattern.compile("a").asMatchPredicate().test("xax"));
        System.out.println(Pattern.compile("x", Pattern.MULTILINE | Pattern.DOTALL).flags() + Pattern.compile("a+").toString() + Pattern.matches("[0-9]+", "123"));
    }
}
