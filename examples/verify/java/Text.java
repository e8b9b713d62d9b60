// Strings are values: lengths, characters, concatenation, equality by content.
//
// prints: 2 no
// broken: `i < t.length()` ~> `i <= t.length()`
//   30: the index of `s.charAt(i)` might be out of bounds
//   30: the index of `t.charAt(i)` might be out of bounds
class Text {
  static int count(String s, char c)
    //@ requires s != null;
    //@ ensures 0 <= result && result <= s.length();
  {
    int n = 0;
    for (int i = 0; i < s.length(); i++)
      //@ invariant 0 <= i && i <= s.length() && 0 <= n && n <= i;
    {
      if (s.charAt(i) == c) n++;
    }
    return n;
  }

  static boolean startsWith(String s, String t)
    //@ requires s != null && t != null;
    //@ ensures result ==> t.length() <= s.length();
  {
    if (t.length() > s.length()) return false;
    int i = 0;
    while (i < t.length())
      //@ invariant 0 <= i && i <= t.length();
    {
      if (s.charAt(i) != t.charAt(i)) return false;
      i++;
    }
    return true;
  }

  public static void main(String[] args) {
    String s = "tree" + "s";
    String answer = startsWith(s, "x") ? "yes" : "no";
    System.out.println(count(s, 'e') + " " + answer);
  }
}
