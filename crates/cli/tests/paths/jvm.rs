//! Programs beyond the paper's language, each path with a test on the JVM.

use crate::{confirmed, example, json, outcomes, Scratch};

#[test]
fn examples_are_confirmed_by_the_jvm() {
    let (node, shapes) = (example("Node.java"), example("Shapes.java"));
    confirmed(&node, "Node.insert", 2);
    confirmed(&node, "Node.swap", 4);
    confirmed(&shapes, "Shapes.area", 3);
    confirmed(&shapes, "Shapes.words", 5);
    confirmed(&shapes, "Shapes.first", 4);
}

const BEYOND: &str = "\
interface Sized { int size(int n); }
abstract class Shape implements Sized {
    static int made; static Shape last;
    private int tag; Shape next;
    int kind() { return tag; }
    abstract int grow(int by);
}
class Square extends Shape {
    int side;
    Square(int side) { this.side = side; made++; last = this; }
    public int size(int n) { return side * n; }
    int grow(int by) { side += by; return kind(); }
}
class Big extends Square {
    Big(int side) { super(side + 1); }
    int kind() { return super.kind() + 100; }
    int grow(int by) { int k = super.grow(by * 2); return k; }
}
class Low extends Exception { int level; Low(int level) { this.level = level; } }
class Lower extends Low { Lower() { super(-1); } }
class T {
    static int dispatch(Shape s, int by) { return s.grow(by); }
    static int through(Sized s) { return s.size(3); }
    static int is(Object o) {
        if (o instanceof Big) return ((Big) o).side;
        if (o instanceof Shape) return 1;
        return o == null ? 2 : 3;
    }
    static Big cast(Shape s) { return (Big) s; }
    static int statics(int n) {
        Square q = new Square(n);
        if (Shape.last != q) return -1;
        Shape.last = null;
        return Shape.made;
    }
    static boolean aliased(Shape a, Shape b) {
        a.next = b;
        b.next = null;
        return a.next == b;
    }
    static int text(String s, String t) {
        if (s.length() == 2 && s.charAt(0) == 'o') return 1;
        if (s.equals(t)) return 2;
        switch (t) { case \"up\": return 3; case \"\": return 4; default: return 5; }
    }
    static String join(char c, boolean b) { return \"<\" + c + b + '>'; }
    static void check(int n) throws Low {
        if (n < 0) throw new Lower();
        if (n == 0) throw new Low(7);
    }
    static int caught(int n, int[] a) {
        int r = 0;
        try {
            check(n);
            r = a[n];
        } catch (Lower e) {
            return e.level;
        } catch (Low e) {
            r = e.level;
        } catch (NullPointerException | ArrayIndexOutOfBoundsException e) {
            r = 20;
        } finally {
            Shape.made = r + 1;
        }
        return r;
    }
    static int overridden(int n) {
        try {
            if (n > 0) throw new IllegalStateException();
            return 1;
        } finally {
            if (n == 5) return 2;
        }
    }
    static int nested(int n) throws Low {
        for (int i = 0; ; i++) {
            try {
                try { check(n - i); }
                finally { n++; if (n > 5) break; }
            } catch (Lower e) { continue; }
            if (i > 0) return i;
        }
        return n;
    }
}
";

#[test]
fn dispatch_inheritance_and_instanceof() {
    let s = Scratch::new();
    let file = s.file("T.java", BEYOND);
    // nil, Square, Big.
    let v = confirmed(&file, "T.dispatch", 3);
    let text = v.to_string();
    assert!(text.contains("call Square.grow(int)"), "{text}");
    confirmed(&file, "T.through", 2);
    confirmed(&file, "T.is", 3);
    let v = confirmed(&file, "T.cast", 2);
    assert_eq!(outcomes(&v), ["ClassCastException", "returns"]);
}

#[test]
fn static_fields_and_aliasing() {
    let s = Scratch::new();
    let file = s.file("T.java", BEYOND);
    confirmed(&file, "T.statics", 1);
    // nil, nil, and what aliasing decides in the result: a.next == b.
    let v = confirmed(&file, "T.aliased", 3);
    let text = v["paths"].to_string();
    assert!(
        text.contains("a == b ?") || text.contains("b == a ?"),
        "{text}"
    );
}

#[test]
fn strings_by_length_and_characters() {
    let s = Scratch::new();
    let file = s.file("T.java", BEYOND);
    confirmed(&file, "T.join", 2);
    let tests = s.name("tests");
    let (v, code) = json(&[
        &file, "--method", "T.text", "--way", "both", "--depth", "6", "--tests", &tests,
    ]);
    assert_eq!(code, 3, "strings have no longest: {v:#}");
    let paths = v["paths"].as_array().expect("paths");
    for wanted in [
        "returns 1",
        "returns 2",
        "returns 3",
        "returns 4",
        "returns 5",
    ] {
        assert!(paths.iter().any(|p| p["text"] == wanted), "{wanted}: {v:#}");
    }
    assert!(paths.iter().all(|p| p["equivalent"] == true), "{v:#}");
    assert_eq!(v["tests"]["run"], v["tests"]["passed"]);
    assert!(v["tests"]["run"].as_u64() >= Some(6), "{v:#}");
}

const TEXTS: &str = r#"
class X {
  static X kept;
  static String text(int n) { return "n=" + n; }
  static String add(byte b, char c) { String t = "" + c; t += b; return t; }
  static int literal(String s) { if (s == "ab") return 1; return 0; }
  static boolean both(String s, String t) { return s == "ab" && t == "ab" && s != t; }
  static int same(String s, String t) { if (s == t) return 1; return 0; }
  static boolean made(String s) { return s + "" == s || "a" + "b" != "ab"; }
  static String of(boolean b, String s) { return String.valueOf(b) + String.valueOf(s); }
  static int first(long n) { return Long.toString(n).charAt(0); }
}
"#;

#[test]
fn the_text_of_a_number_has_a_path_per_sign_and_number_of_digits() {
    let s = Scratch::new();
    let file = s.file("X.java", TEXTS);
    confirmed(&file, "X.text", 20);
    // A byte has up to three digits, with and without a sign.
    confirmed(&file, "X.add", 6);
    let v = confirmed(&file, "X.first", 38);
    let text = v["paths"].to_string();
    assert!(text.contains("returns 45"), "a minus: {text}");
    // Two values, null or a string of some length.
    let (v, code) = json(&[
        &file,
        "--method",
        "X.of",
        "--depth",
        "8",
        "--prove",
        "\\result.length() > 3",
    ]);
    assert_eq!(code, 3, "strings have no longest: {v:#}");
    assert!(outcomes(&v).contains(&"returns".to_string()), "{v:#}");
}

#[test]
fn equality_of_strings_is_that_of_objects() {
    let s = Scratch::new();
    let file = s.file("X.java", TEXTS);
    // The literal's object may be passed, and another one with its text.
    let v = confirmed(&file, "X.literal", 2);
    let inputs = v["paths"].to_string();
    assert!(inputs.contains("s == \\\"ab\\\""), "{inputs}");
    confirmed(&file, "X.same", 2);
    // Two objects are never both the literal's.
    for (method, property) in [("X.both", "!\\result"), ("X.made", "!\\result")] {
        let (v, code) = json(&[
            &file, "--method", method, "--depth", "5", "--prove", property,
        ]);
        let proofs = v["paths"].as_array().expect("paths");
        assert!(
            proofs.iter().all(|p| p["outcome"] == "cut"
                || p["property"] == "holds"
                || p["outcome"] == "throws"),
            "{method} {code}: {v:#}"
        );
    }
}

#[test]
fn an_array_is_one_of_its_supertypes_and_checks_what_is_stored() {
    let s = Scratch::new();
    let file = s.file(
        "S.java",
        r#"
class P { }
class Q extends P { int q; }
class S {
  static Object keep(Object o) { Object[] a = new String[1]; a[0] = o; return a[0]; }
  static void put(P[] a, P p) { a[0] = p; }
  static int last(P[] a, int i) { a[i] = null; P p = a[a.length - 1]; return p == null ? 0 : 1; }
  static Q[] narrow(P[] a) { return (Q[]) a; }
  static Q[] none;
}
"#,
    );
    // Only null is a string, or nothing is: an Object is of a class of the file.
    let v = confirmed(&file, "S.keep", 2);
    assert_eq!(outcomes(&v), ["ArrayStoreException", "returns"]);
    let text = v["paths"].to_string();
    assert!(text.contains("array-store"), "{text}");
    // null, out of bounds, P[] and Q[], and a P for Q[].
    let v = confirmed(&file, "S.put", 5);
    assert_eq!(
        outcomes(&v),
        [
            "ArrayIndexOutOfBoundsException",
            "ArrayStoreException",
            "NullPointerException",
            "returns",
            "returns"
        ]
    );
    let (v, code) = json(&[&file, "--method", "S.put", "--prove", "a[0] == p"]);
    assert_eq!(
        (code, &v["verdict"]["kind"]),
        (0, &"proved".into()),
        "{v:#}"
    );
    let v = confirmed(&file, "S.narrow", 2);
    assert!(outcomes(&v).contains(&"ClassCastException".to_string()));
    let tests = s.name("tests");
    let (v, code) = json(&[
        &file, "--method", "S.last", "--way", "both", "--tests", &tests,
    ]);
    assert_eq!(code, 0, "{v:#}");
    assert_eq!(v["tests"]["run"], v["tests"]["passed"], "{v:#}");
}

#[test]
fn exceptions_with_try_catch_and_finally() {
    let s = Scratch::new();
    let file = s.file("T.java", BEYOND);
    // Lower, Low, nil, out of bounds, an element.
    confirmed(&file, "T.caught", 5);
    confirmed(&file, "T.overridden", 3);
    let tests = s.name("tests");
    let (v, code) = json(&[
        &file, "--method", "T.nested", "--way", "both", "--tests", &tests,
    ]);
    assert_eq!(code, 3, "some are longer than the depth: {v:#}");
    assert_eq!(v["reason"], "paths were cut at the depth");
    let paths = v["paths"].as_array().expect("paths");
    assert!(paths.len() >= 5, "{v:#}");
    assert!(paths.iter().all(|p| p["equivalent"] == true), "{v:#}");
    assert_eq!(v["tests"]["run"], v["tests"]["passed"]);
}

/// References of types without a class in common: the solver may give them the
/// same number, and they are two objects.
const APART: &str = r##"
class Item { String name; }
class Shop {
  static int[][] grid;
  String label(Item it) {
    String s = it.name;
    if (s == null || s.isEmpty()) return "none";
    if (s.charAt(0) == '#') return "tag";
    if (s.equals("gift")) return s + "!";
    return s.length() > 3 ? "long" : "short";
  }
  static int first(int k) {
    if (grid.length != 1) return -1;
    return grid[0].length == 1 ? grid[0][0] + k : k;
  }
}
"##;

#[test]
fn objects_of_types_that_are_never_compared_are_apart() {
    let s = Scratch::new();
    let file = s.file("Shop.java", APART);
    confirmed(&file, "Shop.label", 5);
    confirmed(&file, "Shop.first", 4);
}

/// What an `Object` can be.
const ANY: &str = r#"
class Any {
  Object kept;
  int kinds(Object o) {
    if (o == null) return 0;
    if (o instanceof String) return ((String) o).length();
    if (o instanceof int[]) return ((int[]) o).length + 100;
    return o == kept ? 1 : 2;
  }
  Object pick(int n, int[] a) { if (n > 0) kept = "text"; else kept = a; return kept; }
}
"#;

#[test]
fn an_object_may_be_a_string_or_an_array_that_the_file_mentions() {
    let s = Scratch::new();
    let file = s.file("Any.java", ANY);
    let v = confirmed(&file, "Any.kinds", 4);
    let inputs: String = v["paths"]
        .as_array()
        .expect("paths")
        .iter()
        .filter_map(|p| p["input"].as_str())
        .collect();
    assert!(
        inputs.contains("o = \"") && inputs.contains("o = int[]#"),
        "{inputs}"
    );
    confirmed(&file, "Any.pick", 2);
}

#[test]
fn a_class_of_the_file_may_have_the_name_of_one_of_java_lang() {
    let s = Scratch::new();
    let file = s.file(
        "Own.java",
        "class StringText { static String valueOf(int a) { return \"mine\"; }\n\
         static int m(boolean x) { return String.valueOf(x).length() * 10 + valueOf(1).length(); } }\n\
         class Math { static int max(int a, int b) { return 7; }\n\
         static int m(int x) { return Math.max(x, 1) + Integer.MAX_VALUE; } }\n",
    );
    confirmed(&file, "StringText.m", 1);
    confirmed(&file, "Math.m", 1);
}
