//! What is kept and what goes, and that places stay.

use super::*;

fn kept(text: &str, asked: &str) -> String {
    let cut = cut(text, asked, "C.java").expect("it is there");
    let cut = cut.expect("brackets match");
    assert_eq!(cut.text.len(), text.len(), "places stay");
    assert_eq!(cut.text.matches('\n').count(), text.matches('\n').count());
    cut.text
}

/// All of Java around one method.
const TEXT: &str = r#"package a.b;
import java.util.*;
/** A list { of things. */
@Deprecated @SuppressWarnings("x { y")
public class C<T extends Comparable<T>> implements Comparable<C<T>>, java.io.Serializable, Shape {
  private final Map<String, List<T>> map = new HashMap<>(), other = make(() -> { return 1; });
  static { System.loadLibrary("}"); }
  { map.put("'", null); }
  enum Colour { RED, GREEN { int x() { return 1; } } }
  record Point(int x, int y) { Point { if (x < 0) throw new Error(); } }
  static class Node<E> { E value; Node<E> next; }
  @interface Mark { String value() default "{"; }
  int count = 3, limit;
  public C(int limit) { this.limit = limit; map.clear(); }
  //@ requires n > 0;
  @Override public int area(int n) { return twice(n) + limit; }
  //@ requires wrong;
  private static <E> void sort(List<? extends E> l) throws Exception { l.stream().map(x -> x + """
    } " {
    """); char c = '"'; char d = '\''; }
  private int twice(int n) { return 2 * n; }
  public int compareTo(C<T> o) { return 0; }
  double mean() { return 0.5; }
}
interface Shape { int area(int n); default double other() { return 1.0; } }
class Square extends Square2 { int area(int n) { return n * n; } float f; }
class Square2 implements Shape { public int area(int n) { return 4; } }
class Apart { List<String> all; int area(Object o) { return 1; } }
"#;

#[test]
fn what_the_method_reaches_is_kept() {
    let text = kept(TEXT, "C.area");
    for there in [
        "package a.b;",
        "class C",
        "implements",
        "int count = 3, limit;",
        "//@ requires n > 0;",
        "public int area(int n) { return twice(n) + limit; }",
        "private int twice(int n) { return 2 * n; }",
        "interface Shape { int area(int n);",
        "class Square extends Square2 { int area(int n) { return n * n; }",
        "class Square2 implements Shape {",
    ] {
        assert!(text.contains(there), "{there}\n{text}");
    }
    for gone in [
        "import",
        "Deprecated",
        "Override",
        "Comparable",
        "Serializable",
        "map",
        "loadLibrary",
        "Colour",
        "Point",
        "Node",
        "Mark",
        "C(int",
        "wrong",
        "sort",
        "compareTo",
        "mean",
        "other",
        "float",
        "Apart",
    ] {
        assert!(!text.contains(gone), "{gone}\n{text}");
    }
    let cut = cut(TEXT, "C.area(int)", "C.java").unwrap().unwrap();
    assert_eq!(cut.classes, ["C", "Shape", "Square", "Square2"]);
}

#[test]
fn what_is_reached_goes_to_the_reader_as_it_is() {
    let text = "class C { List<String> l = new ArrayList<>(); int m() { return l.size(); } \
                int q(C c) { return c.m(); } C make() { return new C(); } }";
    for asked in ["C.m", "C.q", "C.make"] {
        assert!(kept(text, asked).contains("List<String> l"), "{asked}");
    }
    // A subclass whose method may be the one that is called.
    let text = "class A { int f() { return 1; } int m() { return f(); } } \
                class B extends A { int f() { return all.stream().count(); } List all; }";
    assert!(kept(text, "A.m").contains("stream"));
    // The constructor above runs for an object of the class below.
    let text = "class A { A() { x.y(() -> 1); } } class B extends A { } \
                class C { Object m() { return new B(); } }";
    assert!(kept(text, "C.m").contains("() -> 1"));
    // A constant that a block gives its value.
    let text = "class C { static final int N; static { N = f(x -> x); } int m() { return N; } int k() { return 1; } }";
    assert!(kept(text, "C.m").contains("x -> x"));
    assert!(!kept(text, "C.k").contains("x -> x"));
}

/// A parameter is not the field of its name; the field behind `this.` is, and so is one
/// that a lambda or a local merely has the name of.
#[test]
fn parameters_hide_fields() {
    let text = "class C { List<A> a = f(x -> x); int m(int a, int[] b) { return a + b[0]; } \
                int k(int a) { return this.a + a; } int l() { int a = 1; return a; } }";
    assert!(!kept(text, "C.m").contains("List"));
    assert!(kept(text, "C.k").contains("List"));
    assert!(kept(text, "C.l").contains("List"));
    let text = "class C { int count; int m(final C count) { return count.count; } }";
    assert!(kept(text, "C.m").contains("int count;"));
}

/// A class of another package that is called as one of `java.lang` is not that one.
#[test]
fn an_import_that_shadows_a_known_class_stays() {
    let text =
        "import my.Math; import my.Error; import java.lang.Integer; import java.util.List;\n\
                class C { int m(int a) { return Math.abs(a) + Integer.MAX_VALUE; } }";
    let text = kept(text, "C.m");
    assert!(text.contains("import my.Math;"), "{text}");
    for gone in ["my.Error", "java.lang", "List"] {
        assert!(!text.contains(gone), "{text}");
    }
    let escaped = "class C { int m() { return 1; } \\u007b }";
    assert!(cut(escaped, "C.m", "C.java").unwrap().is_none());
}

#[test]
fn names_that_are_not_there_are_told() {
    for (asked, says) in [
        ("D.area", "there is no class `D`"),
        ("C.gone", "class `C` has no method `gone`"),
        ("C.Node", "class `C` has no method `Node`"),
    ] {
        let d = cut(TEXT, asked, "C.java").err().expect(asked);
        assert!(d.to_string().contains(says), "{d}");
    }
    assert!(cut("class C { int m() { return 1; }", "C.m", "C.java")
        .unwrap()
        .is_none());
}
