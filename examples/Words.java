import java.util.Locale;

public class Words {
	// tabs, as some people like them

	public static boolean isPalindrome(String s) {
		int i = 0, j = s.length() - 1;
		while (i < j) {
			if (s.charAt(i++) != s.charAt(j--)) return false;
		}
		return true;
	}

	public static int countVowels(String text) {
		int count = 0;
		for (char c : text.toLowerCase(Locale.ROOT).toCharArray()) {
			switch (c) {
				case 'a': case 'e': case 'i': case 'o': case 'u':
					count++;
			}
		}
		return count;
	}

	public static String initials(String first, String last) {
		return "" + first.charAt(0) + last.charAt(0);
	}
}
