//! The front end: what it accepts, and every message for what it does not.

use ep_java::{read, Program};

fn problems(text: &str) -> Vec<String> {
    match read(&[("T.java", text)]) {
        Ok(_) => Vec::new(),
        Err(f) => f
            .problems
            .iter()
            .map(|p| {
                let at = f.sources.position(p.span);
                format!("{}:{} {}", at.line, at.column, p.message)
            })
            .collect(),
    }
}

fn accepted(text: &str) -> Program {
    read(&[("T.java", text)]).unwrap_or_else(|f| panic!("{:#?}", f.diagnostics()))
}

const CELL: &str = r"
class Cell {
  int x;
  //@ predicate boolean valid() { return acc(this.x); }
  Cell(int v) //@ ensures valid() &*& getX() == v;
  { x = v;
    //@ close valid(); use getX();
  }
  /*@ pure @*/ int getX() //@ requires valid();
  { return /*@ opening valid() in @*/ x; }
  /*@ requires valid();
    @ ensures valid() &*& getX() == v &*& untouched(acc(x, 1/2));
    @*/
  void setX(int v)
  { //@ open valid();
    x = v;
    //@ close valid(); use getX();
  }
  void swap(Cell c)
    //@ requires c != null &*& valid() &*& c.valid();
    //@ ensures valid() &*& c.valid() &*& getX() == old(c.getX());
  { int i = x; x = c.getX(); c.setX(i); }
}
";

#[test]
fn the_class_of_figure_9_is_read() {
    let p = accepted(CELL);
    let cell = p.class_named("Cell").unwrap();
    assert_eq!(p.classes[cell].methods.len(), 5);
}

#[test]
fn the_subset_is_read() {
    accepted(
        r#"
interface Shape { /*@ pure @*/ int area(); int SIDES = 4; }
abstract class Base implements Shape {
  protected int w = 3, h[] = {1, 2};
  static final int N = 10;
  static long count;
  abstract void grow(int by);
  Base(int w) { this.w = w; count++; }
}
class Rect extends Base {
  Rect() { this(1); }
  Rect(int w) { super(w); h = new int[]{w, N}; }
  void grow(int by) { w += by; h[0] <<= 2; }
  void grow(long by) { w += by; }
  public /*@ pure @*/ int area() { return w; }
  int loops(int n, char c, String s) {
    int sum = 0;
    byte b = 10;
    final char d = 'a' + 1;
    outer:
    for (int i = 0, j = n; i < j; i++, j--) {
      for (int k : h) { if (k == 3) continue outer; else if (k == 4) break outer; sum += k; }
    }
    do { sum--; } while (sum > 0 && !(sum == 7));
    switch (c) { case 'a': case 'b': sum = 1; break; case d + 3: sum = 2; default: sum++; }
    while (true) { if (sum++ > 10) break; }
    Object o = s;
    if (o instanceof String) { String t = (String) o + 1 + 'c' + true + sum + "x".length(); System.out.println(t); }
    int[][] m = new int[3][4];
    m[1][2] = (int) 5L + (b = (byte) 300);
    long l = sum + 1L;
    l >>>= 2;
    int q = n > 0 ? b : c;
    try { if (q / n > 2) throw new IllegalStateException("no"); } catch (ArithmeticException | IllegalStateException e) { q = 1; } finally { q++; }
    Shape sh = this;
    return sh.area() + Shape.SIDES + Base.N + m.length + s.charAt(0) + Math.max(q, 3);
  }
  static int f(int x) { int y; if (x > 0) y = 1; else throw new RuntimeException(); return y; }
  public static void main(String[] args) { Rect r = new Rect(); r.grow(1); r.grow(1L); Base z = r; z.grow(2); }
}
"#,
    );
}

#[test]
fn every_syntax_error_of_a_file_is_told() {
    assert_eq!(
        problems("class A {\n  int f( { return 1; }\n  int g() { return 1 }\n  void h() { int = 3; x + 1; }\n  //@ predicate int p() { return true; }\n}\n"),
        [
            "2:10 a type was expected here, not `{`",
            "3:20 `;` is missing after this; next is `}`",
            "4:18 a name was expected here, not `=`",
            "4:23 this is not a statement",
            "5:17 a predicate is `boolean`",
        ]
    );
}

#[test]
fn constructs_outside_of_the_subset_are_named() {
    for (text, want) in [
        ("import java.util.List;", "1:1 an import"),
        ("enum E { A }", "1:1 an enum"),
        ("record R(int x) { }", "1:1 a record"),
        ("class A<T> { }", "1:8 a generic class"),
        ("class A { class B { } }", "1:11 a nested class"),
        ("class A { float f; }", "1:11 floating point"),
        (
            "class A { int f() { return 1.5 > 1 ? 1 : 2; } }",
            "1:28 floating point",
        ),
        (
            "class A { void f(int... x) { } }",
            "1:21 a variable number of arguments",
        ),
        ("class A { static { } }", "1:18 an initializer block"),
        (
            "class A { synchronized void f() { } }",
            "1:11 a synchronized method",
        ),
        ("class A { native void f(); }", "1:11 a native method"),
        (
            "interface A { default void f() { } }",
            "1:15 a default method",
        ),
        (
            "class A { void f() { Object o = new Object() { }; } }",
            "1:46 an anonymous class",
        ),
        (
            "class A { void f() { synchronized (this) { } } }",
            "1:22 a synchronized block",
        ),
        (
            "class A { int f(int x) { return switch (x) { default: 1; }; } }",
            "1:33 a switch expression",
        ),
        (
            "class A { void f(int x) { switch (x) { case 1 -> f(2); } } }",
            "1:47 a switch with arrows",
        ),
        (
            "class A { void f() { try (A a = null) { } } }",
            "1:22 try with resources",
        ),
        (
            "class A { void f(Object o) { if (o instanceof A a) { } } }",
            "1:49 a pattern of instanceof",
        ),
        (
            "class A { Object f() { return A.class; } }",
            "1:33 a class literal",
        ),
        (
            "class A { Object f() { return () -> 1; } }",
            "1:31 a lambda expression",
        ),
        (
            "class A { String f() { return \"\"\"\n x\"\"\"; } }",
            "1:31 a text block",
        ),
        (
            "class A { void f(ArrayList l) { } }",
            "1:18 the library class `ArrayList`",
        ),
        (
            "class A { String f(String s) { return s.trim(); } }",
            "1:41 the method `trim` of `String`",
        ),
    ] {
        assert_eq!(
            problems(text),
            [format!("{want} is outside the Java subset")],
            "{text}"
        );
    }
}

#[test]
fn javas_rules_of_types_names_and_flow_hold() {
    for (body, want) in [
        ("int x = 1L;", "a `long` is no `int`"),
        ("int x = true;", "a `boolean` is no `int`"),
        ("byte b = 128;", "a `int` is no `byte`"),
        (
            "int x = 2147483648;",
            "`2147483648` is no value of type `int`",
        ),
        (
            "boolean b = 1 < 2 < 3;",
            "`<` does not go with `boolean` and `int`",
        ),
        ("if (n) { }", "a condition is `boolean`, not `int`"),
        ("int n = 3;", "the variable `n` is declared already"),
        ("y = 3;", "there is no variable `y`"),
        (
            "int y; n = y;",
            "the variable `y` might not have a value here",
        ),
        (
            "int y; if (n > 0) y = 1; n = y;",
            "the variable `y` might not have a value here",
        ),
        (
            "int y; while (n > 0) { y = 1; n--; } n = y;",
            "the variable `y` might not have a value here",
        ),
        ("return; n = 1;", "this statement is never reached"),
        ("while (true) { } ", ""),
        (
            "while (true) { n++; } n = 1;",
            "this statement is never reached",
        ),
        (
            "while (false) { n = 1; }",
            "this statement is never reached",
        ),
        // Only a constant expression makes a body unreachable (JLS 14.22).
        ("while (n > 0 && false) { n = 1; }", ""),
        ("for (; n > 0 && false; ) { n = 1; }", ""),
        ("while (n > 0 || true) { n++; } n = 1;", ""),
        ("do { n++; } while (n > 0 || true); n = 1;", ""),
        ("break;", "there is nothing here that `break` leaves"),
        ("continue;", "there is no loop here to `continue`"),
        (
            "String s = null; s.f();",
            "the method `f` of `String` is outside the Java subset",
        ),
        ("f(1, 2);", "the method `A.f(int)` takes 1 argument, not 2"),
        ("f(true);", "the method `A.f(int)` does not take (boolean)"),
        ("g(null);", "several `g` take (null) equally well"),
        (
            "new I();",
            "`I` is an interface, no object of it can be created",
        ),
        ("K = 3;", "the field `K` is final"),
        (
            "Object o = (String) this;",
            "a `A` cannot be cast to `String`",
        ),
        (
            "boolean b = this == null || \"a\" == this;",
            "a `String` is never a `A`",
        ),
        (
            "throw new Exception();",
            "this throws `Exception`, which is not caught",
        ),
        ("throw this;", "a `A` cannot be thrown"),
        ("int[] a = {1, true};", "a `boolean` is no `int`"),
        (
            "int[] a = null; a.length = 3;",
            "the length of an array cannot be changed",
        ),
        (
            "switch (n) { case 1: case 1: }",
            "this `case` is there twice",
        ),
        ("switch (n) { case n: }", "a `case` is a constant"),
        (
            "return 1;",
            "this method returns nothing, its type is `void`",
        ),
        ("int x = f(1);", "this call has no value"),
    ] {
        let text = format!("interface I {{ }}\nclass B {{ }} class A {{ final int K = 1;\n void g(A a) {{ }} void g(B b) {{ }}\n void f(int n) {{ {body} }} }}");
        let got: Vec<String> = problems(&text)
            .into_iter()
            .map(|p| p.split_once(' ').unwrap().1.to_string())
            .collect();
        let want: &[&str] = if want.is_empty() { &[] } else { &[want] };
        assert_eq!(got, want, "{body}");
    }
}

#[test]
fn classes_that_do_not_fit_together_are_told() {
    for (text, want) in [
        (
            "class A extends B { } class B extends A { }",
            "the class `A` inherits from itself",
        ),
        ("class A { } class A { }", "the class `A` is declared twice"),
        ("class A extends X { }", "there is no class `X`"),
        (
            "interface I { } class A extends I { }",
            "`I` is an interface",
        ),
        (
            "final class F { } class A extends F { }",
            "the class `F` is final",
        ),
        (
            "interface I { void m(); } class A implements I { }",
            "`A` does not implement the method `m` of `I`",
        ),
        (
            "class A { int m() { return 1; } } class B extends A { long m() { return 1; } }",
            "`m` returns `int` in `A`, not `long`",
        ),
        (
            "class A { A(int x) { } } class B extends A { }",
            "`A` has no constructor without parameters, so `B` needs one of its own",
        ),
        (
            "class A { void m() { } int m() { return 1; } }",
            "`m` is declared twice with these parameters",
        ),
        ("class A { int m() { } }", "`m` can end without a `return`"),
        ("class A { m() { } }", "the method `m` has no return type"),
        (
            "class A { static void m() { this.m(); } }",
            "there is no `this` here",
        ),
        (
            "class A { int x; static int m() { return x; } }",
            "the field `x` belongs to an object and there is no `this` here",
        ),
        (
            "class A { private int x; } class B { int m(A a) { return a.x; } }",
            "the field `x` is private in `A`",
        ),
        (
            "class A { void m(); }",
            "the method `m` has no body and is not abstract",
        ),
    ] {
        let got = problems(text);
        assert!(got.iter().any(|p| p.ends_with(want)), "{text}: {got:?}");
    }
}

#[test]
fn wrong_specifications_are_told() {
    let wrap = |spec: &str| {
        format!("class A {{ int x; int[] a;\n  //@ predicate boolean valid(int k) {{ return acc(this.x) &*& x == k; }}\n  /*@ pure @*/ int get() {{ return 1; }}\n  int m(int n)\n{spec}\n  {{ return 1; }}\n}}")
    };
    for (spec, want) in [
        ("//@ requires acc(this.y);", "5:23 `A` has no field `y`"),
        ("//@ requires y > 0;", "5:14 there is no variable `y`"),
        (
            "//@ requires valid();",
            "5:14 the predicate `A.valid(int)` takes 1 argument, not 0",
        ),
        (
            "//@ requires valid(true);",
            "5:14 the predicate `A.valid(int)` does not take (boolean)",
        ),
        (
            "//@ requires m(3) == 1;",
            "5:14 a specification cannot call `m`, which is not pure",
        ),
        (
            "//@ requires x;",
            "5:14 an assertion is `boolean`, not `int`",
        ),
        (
            "//@ requires acc(x, 3/2);",
            "5:21 `3/2` is no amount: it lies above 0 and is at most 1",
        ),
        (
            "//@ requires acc(x, true);",
            "5:21 an amount of permission is `1/2` or `wildcard`, not a `boolean`",
        ),
        (
            "//@ requires acc(n);",
            "5:18 `acc` wants a field, `a[*]` or a predicate",
        ),
        (
            "//@ requires acc(a[0]);",
            "5:18 permissions go to all elements of an array at once",
        ),
        (
            "//@ requires acc(x) || n > 0;",
            "5:14 a permission has no place under `||`",
        ),
        (
            "//@ requires !valid(1);",
            "5:15 a predicate has no place under a negation",
        ),
        (
            "//@ requires old(n) == 1;",
            "5:14 `old` stands in postconditions, invariants and ghost statements",
        ),
        (
            "//@ requires result == 1;",
            "5:14 there is no variable `result`",
        ),
        (
            "//@ requires n = 1;",
            "5:16 a specification cannot assign; equality is `==`",
        ),
        (
            "//@ requires n++ == 1;",
            "5:15 a specification cannot change a variable",
        ),
        (
            "//@ requires new A() != null;",
            "5:14 this creates an object, which a specification cannot",
        ),
        (
            "//@ requires n > 0",
            "5:18 `;` is missing after this; next is `{` outside of the specification",
        ),
        (
            "//@ invariant n > 0;",
            "5:15 an invariant belongs to a loop",
        ),
        (
            "/*@ requires n > 0;",
            "5:1 this specification comment is never closed",
        ),
    ] {
        let got = problems(&wrap(spec));
        assert!(got.iter().any(|p| p == want), "{spec}: {got:#?}");
    }
    for fine in [
        "//@ requires 0 <= n && n < 10; ensures result == old(n) + 1;",
        "//@ requires acc(a, 1/2) &*& a != null &*& acc(a[*]) &*& (forall int i; 0 <= i && i < a.length ==> a[i] == 0);",
        "//@ requires n > 0 ==> valid(n); ensures n > 0 ? valid(n) : true;",
        "//@ requires 0 <= n <= 10; ensures \\result == 1 && untouched(acc(x));",
        "//@ requires acc(valid(3), wildcard) &*& (\\forall int i; i > 0; i * i > 0);",
    ] {
        assert_eq!(problems(&wrap(fine)), Vec::<String>::new(), "{fine}");
    }
}

#[test]
fn ghost_text_does_not_mix_with_code() {
    let got = problems("class A { int f() { return 1 /*@ + 2 @*/; } }");
    assert_eq!(got.len(), 1, "{got:?}");
    let got = problems("class A { int x; int f() { /*@ x = 3; @*/ return 1; } }");
    assert!(got[0].contains("`open`, `close`"), "{got:?}");
    let got = problems(
        "class A { //@ predicate boolean p() { return true; }\n int f() { return p() ? 1 : 2; } }",
    );
    assert!(got[0].contains("exists in specifications only"), "{got:?}");
}

#[test]
fn deep_nesting_is_refused_not_overflowed() {
    let deep = "(".repeat(100_000);
    let got = problems(&format!("class A {{ int f() {{ return {deep}1; }} }}"));
    assert!(
        got.iter().any(|p| p.contains("levels of nesting")),
        "{:?}",
        &got[..1]
    );
}
