public class Strings {
    public static void main(String[] args) {
        String s = "Hello, World"; System.out.println(s.length() + s.toUpperCase() + s.indexOf("World") + s.indexOf('o') + s.lastIndexOf('o') + s.charAt(4) + s.substring(7) + s.substring(0, 5) + s.replace('l', 'L') + s.contains("lo,") + s.startsWith("Hell") + s.endsWith("d"));
        System.out.println("a,b,,c,,".split(",").length + " " + "  trim ".trim() + "|" + " x ".strip() + "|" + "ab".repeat(3) + "|" + "".isEmpty() + " ".isBlank());
        System.out.println("abc".compareTo("abd") + " " + "abc".compareTo("ab") + " " + "ABC".equalsIgnoreCase("abc") + " " + "b".compareToIgnoreCase("A") + " " + "hello".hashCode() + " " + "".hashCode());
        StringBuilder sb = new StringBuilder("abc"); sb.append(1).append('x').append(2.5).append(true).append((Object) null).append(new char[]{'y', 'z'}).insert(0, "<<").reverse(); System.out.println(sb + " " + sb.length()); sb.setLength(3); sb.setCharAt(1, '*'); sb.deleteCharAt(0); System.out.println(sb); sb.delete(0, 1).replace(0, 1, "new"); System.out.println(sb + "" + sb.indexOf("w") + sb.charAt(0));
        String u = "h\u00e9llo \u4e16\u754c \ud83d\ude00"; System.out.println(u + " " + u.length() + " " + u.codePointAt(9) + " " + u.codePointCount(0, u.length()) + " " + (int) u.charAt(1)); System.out.println(new StringBuilder(u).reverse());
        String tb = """
            Text "block"
              indented \
            joined
            tab\tend
            """; System.out.print(tb);
        char c = 'x'; System.out.println(Character.isLetter(c) + " " + Character.isDigit('5') + Character.toUpperCase(c) + Character.getNumericValue('7') + (char) (c + 1) + (c + 1) + Character.valueOf(c) + Character.isWhitespace(' '));
        System.out.println(String.valueOf(3.0f) + String.valueOf(true) + String.valueOf((Object) null) + Integer.toBinaryString(10) + Integer.toHexString(-1) + Long.parseLong("-99") + Integer.valueOf(77) + Double.parseDouble("1e3") + Integer.MAX_VALUE + Integer.toString(255, 16) + Integer.parseInt("-7f", 16));
        String nul = null; System.out.println("null: " + nul + null + 'c' + 1L); nul += "x"; System.out.println(nul); String acc = ""; for (int i = 0; i < 5; i++) acc += i; System.out.println(acc); acc += 'c'; acc += 1.5f; acc += true; System.out.println(acc); 
        System.out.println(String.format("%d|%5d|%-5d|%05d|%x|%s|%10s|%-10s|%.2f|%8.3f|%c|%b|%%|%,d|%+d|%e", 42, 42, 42, 42, 255, "s", "right", "left", 3.14159, 2.71828, 'c', true, 1234567, 5, 12345.678)); System.out.printf("%s %s%n", "a", 1); System.out.println("x".equals(null) + " " + "abc".chars().sum() + " " + String.join(",", "a", "b") + " " + "a-b".replace("-", "+") + "abcabc".replaceAll("b+", "X") + "AbC".toLowerCase().toCharArray().length);
        for (char ch : "xyz".toCharArray()) System.out.print(ch + "." + (int) ch + " "); System.out.println(); char[] arr = "dcba".toCharArray(); java.util.Arrays.sort(arr); System.out.println(new String(arr) + new String(arr, 1, 2) + String.valueOf(arr)); System.out.println("tab\t|nl\\n|quote\"|'|\0".length()); System.out.println("a\u0041\101"); int x = 5; System.out.println("x=" + x++ + " " + x + " " + ++x + -x + (x > 3 ? "big" : "small")); System.out.println((String) null + 1); System.out.println('a' + 1 + "b"); System.out.println("" + 'a' + 1); Object o = "obj"; System.out.println(o + "!" + o.equals("obj")); System.out.println("%d%%".formatted(5)); System.out.println("é".length() + "ß".toUpperCase()); System.out.println("a b  c".split(" ").length + " " + "a1b2".split("\\d").length + " " + "abc".split("").length); System.out.println("mississippi".replaceFirst("ss", "SS") + "mississippi".indexOf("ss", 3) + "x".compareTo("xyz")); System.out.println(new StringBuilder().append("a").append(1 + 1).append('b' + 1).toString()); System.out.println(1.0f + "" + 1e-5 + 123456789.0 + 1.0E-4f + 33333333.3f + 0.1f * 3 + 100.0 / 3);
    }
}
