/* What the subset knows of java.lang. Strings and System.out are built in. */
public class Object {
  public Object() //@ ensures true;
  { }
}
public class Throwable {
  String message;
  public Throwable() { }
  public Throwable(String message) { this.message = message; }
  public String getMessage() { return message; }
}
public class Exception extends Throwable {
  public Exception() { }
  public Exception(String message) { super(message); }
}
public class RuntimeException extends Exception {
  public RuntimeException() { }
  public RuntimeException(String message) { super(message); }
}
public class Error extends Throwable {
  public Error() { }
  public Error(String message) { super(message); }
}
public class AssertionError extends Error {
  public AssertionError() { }
  public AssertionError(String message) { super(message); }
}
public class NullPointerException extends RuntimeException {
  public NullPointerException() { }
  public NullPointerException(String message) { super(message); }
}
public class ArithmeticException extends RuntimeException {
  public ArithmeticException() { }
  public ArithmeticException(String message) { super(message); }
}
public class IndexOutOfBoundsException extends RuntimeException {
  public IndexOutOfBoundsException() { }
  public IndexOutOfBoundsException(String message) { super(message); }
}
public class ArrayIndexOutOfBoundsException extends IndexOutOfBoundsException {
  public ArrayIndexOutOfBoundsException() { }
  public ArrayIndexOutOfBoundsException(String message) { super(message); }
}
public class StringIndexOutOfBoundsException extends IndexOutOfBoundsException {
  public StringIndexOutOfBoundsException() { }
  public StringIndexOutOfBoundsException(String message) { super(message); }
}
public class NegativeArraySizeException extends RuntimeException {
  public NegativeArraySizeException() { }
  public NegativeArraySizeException(String message) { super(message); }
}
public class ClassCastException extends RuntimeException {
  public ClassCastException() { }
  public ClassCastException(String message) { super(message); }
}
public class ArrayStoreException extends RuntimeException {
  public ArrayStoreException() { }
  public ArrayStoreException(String message) { super(message); }
}
public class IllegalArgumentException extends RuntimeException {
  public IllegalArgumentException() { }
  public IllegalArgumentException(String message) { super(message); }
}
public class IllegalStateException extends RuntimeException {
  public IllegalStateException() { }
  public IllegalStateException(String message) { super(message); }
}
public class UnsupportedOperationException extends RuntimeException {
  public UnsupportedOperationException() { }
  public UnsupportedOperationException(String message) { super(message); }
}
public final class Math {
  public static /*@ pure @*/ int abs(int a) { return a < 0 ? -a : a; }
  public static /*@ pure @*/ long abs(long a) { return a < 0 ? -a : a; }
  public static /*@ pure @*/ int max(int a, int b) { return a >= b ? a : b; }
  public static /*@ pure @*/ long max(long a, long b) { return a >= b ? a : b; }
  public static /*@ pure @*/ int min(int a, int b) { return a <= b ? a : b; }
  public static /*@ pure @*/ long min(long a, long b) { return a <= b ? a : b; }
}
public final class Integer {
  public static final int MIN_VALUE = -2147483648;
  public static final int MAX_VALUE = 2147483647;
  public static /*@ pure @*/ String toString(int a) { return "" + a; }
}
public final class Long {
  public static final long MIN_VALUE = -9223372036854775808L;
  public static final long MAX_VALUE = 9223372036854775807L;
  public static /*@ pure @*/ String toString(long a) { return "" + a; }
}
public final class Character {
  public static final char MIN_VALUE = 0;
  public static final char MAX_VALUE = 65535;
}
/* What `String.valueOf` is. */
public final class StringText {
  public static /*@ pure @*/ String valueOf(int a) { return "" + a; }
  public static /*@ pure @*/ String valueOf(long a) { return "" + a; }
  public static /*@ pure @*/ String valueOf(char a) { return "" + a; }
  public static /*@ pure @*/ String valueOf(boolean a) { return a ? "true" : "false"; }
  public static /*@ pure @*/ String valueOf(String a) { return a == null ? "null" : a; }
}
