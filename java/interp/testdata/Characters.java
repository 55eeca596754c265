/** The properties of characters, by block; the blocks that grew after Unicode 13 are left out. */
public class Characters {
    static final String GREW = " 600 800 c00 e00 f00 1000 1700 1800 1a00 1b00 1d00 2000 2c00 2e00 9f00 a700 ab00 fb00 fd00 10500 10700 10e00 10f00 11000 11200 11600 11700 11a00 11b00 11f00 12f00 13400 16a00 1af00 1b100 1cf00 1d100 1d200 1df00 1e000 1e200 1e400 1e700 1f600 1f700 1f900 1fa00 ";

    public static void main(String[] args) {
        for (int block = 0; block < 0x20000; block += 256) {
            if (GREW.contains(" " + Integer.toHexString(block) + " ")) {
                continue;
            }
            int h = 0;
            for (int c = block; c < block + 256; c++) {
                if (!Character.isDefined(c)) {
                    continue;
                }
                int p = 0;
                p = p * 2 + (Character.isLetter(c) ? 1 : 0);
                p = p * 2 + (Character.isDigit(c) ? 1 : 0);
                p = p * 2 + (Character.isLetterOrDigit(c) ? 1 : 0);
                p = p * 2 + (Character.isUpperCase(c) ? 1 : 0);
                p = p * 2 + (Character.isLowerCase(c) ? 1 : 0);
                p = p * 2 + (Character.isTitleCase(c) ? 1 : 0);
                p = p * 2 + (Character.isWhitespace(c) ? 1 : 0);
                p = p * 2 + (Character.isSpaceChar(c) ? 1 : 0);
                p = p * 2 + (Character.isAlphabetic(c) ? 1 : 0);
                p = p * 2 + (Character.isISOControl(c) ? 1 : 0);
                p = p * 2 + (Character.isJavaIdentifierStart(c) ? 1 : 0);
                p = p * 2 + (Character.isJavaIdentifierPart(c) ? 1 : 0);
                p = p * 2 + (Character.isIdentifierIgnorable(c) ? 1 : 0);
                p = p * 2 + (Character.isIdeographic(c) ? 1 : 0);
                h = h * 31 + p;
                h = h * 31 + Character.getType(c);
                h = h * 31 + Character.toUpperCase(c);
                h = h * 31 + Character.toLowerCase(c);
                h = h * 31 + Character.toTitleCase(c);
                h = h * 31 + Character.digit(c, 36);
                h = h * 31 + Character.getNumericValue(c);
                h = h * 31 + Character.toString(c).toUpperCase().hashCode();
                h = h * 31 + Character.toString(c).toLowerCase().hashCode();
                h = h * 31 + c;
            }
            System.out.println(Integer.toHexString(block) + " " + h);
        }
        System.out.println("ΑΣ ΑΣΑ Σ ἈΣ.".toLowerCase() + "ŉǰΐﬁﬃ".toUpperCase() + "İI".toLowerCase() + "straße".equalsIgnoreCase("STRASSE") + "ſ".equalsIgnoreCase("S") + "K".compareToIgnoreCase("k"));
    }
}
