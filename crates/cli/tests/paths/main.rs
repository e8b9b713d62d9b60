//! `everypath paths` from outside: every flag, the exit codes, the JSON object
//! against its schema, and JUnit tests that a real JDK compiles and runs.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .arg("paths")
        .args(args)
        .env_remove("RUST_BACKTRACE")
        .output()
        .expect("everypath runs")
}

/// The JSON object and the exit code; the object fits its schema.
#[track_caller]
fn json(args: &[&str]) -> (Value, i32) {
    let output = run(&[args, &["--json"]].concat());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    let value: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}{err}"));
    let schema: Value =
        serde_json::from_str(include_str!("../../../docs/schema/paths.schema.json")).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let errors: Vec<String> = schema.iter_errors(&value).map(|e| e.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?} in {value:#}");
    let code = output.status.code().unwrap_or(-1);
    assert_eq!(value["exit_code"], code);
    (value, code)
}

#[track_caller]
fn text(args: &[&str]) -> (String, i32) {
    let output = run(args);
    (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        output.status.code().unwrap_or(-1),
    )
}

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/paths");
    path.join(name).display().to_string()
}

struct Scratch(tempfile::TempDir);

impl Scratch {
    fn new() -> Self {
        Scratch(tempfile::tempdir().expect("a scratch folder"))
    }
    fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a scratch file");
        path.display().to_string()
    }
    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
    fn name(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }
}

fn outcomes(value: &Value) -> Vec<String> {
    let paths = value["paths"].as_array().expect("paths");
    let mut list: Vec<String> = paths
        .iter()
        .map(|p| match p["exception"].as_str() {
            Some(class) => class.to_string(),
            None => p["outcome"].as_str().unwrap_or("").to_string(),
        })
        .collect();
    list.sort();
    list
}

/// All paths are equivalent both ways and every one has a test that passes.
#[track_caller]
fn confirmed(file: &str, method: &str, paths: usize) -> Value {
    let s = Scratch::new();
    let tests = s.name("tests");
    let (v, code) = json(&[file, "--method", method, "--way", "both", "--tests", &tests]);
    assert_eq!(code, 0, "{method}: {v:#}");
    let list = v["paths"].as_array().expect("paths");
    assert_eq!(list.len(), paths, "{method}: {v:#}");
    for p in list {
        assert_eq!(p["equivalent"], true, "{method}: {p:#}");
        assert!(
            p["forward"].is_string() && p["backward"].is_string(),
            "{p:#}"
        );
    }
    assert_eq!(v["tests"]["run"], paths, "{method}: {v:#}");
    assert_eq!(v["tests"]["passed"], paths, "{method}: {v:#}");
    v
}

// ---- flags ----------------------------------------------------------------

#[test]
fn each_way_shows_the_condition_that_it_computes() {
    let node = example("Node.java");
    for (way, forward, backward) in [
        ("forward", true, false),
        ("backward", false, true),
        ("both", true, true),
        ("auto", true, false),
    ] {
        let (v, code) = json(&[&node, "--method", "Node.swap", "--way", way]);
        assert_eq!(code, 0);
        assert_eq!(v["way"], if way == "auto" { "forward" } else { way });
        assert_eq!(v["method"], "Node.swap(Node, Node)");
        assert_eq!(
            outcomes(&v),
            [
                "NullPointerException",
                "NullPointerException",
                "returns",
                "returns"
            ],
            "{way}: {v:#}"
        );
        for p in v["paths"].as_array().expect("paths") {
            assert_eq!(p["forward"].is_string(), forward, "{way}: {p:#}");
            assert_eq!(p["backward"].is_string(), backward, "{way}: {p:#}");
        }
        let (t, code) = text(&[&node, "--method", "Node.swap", "--way", way]);
        assert_eq!(code, 0);
        assert!(t.contains("throws NullPointerException at line 20"), "{t}");
        assert_eq!(t.contains("equivalent on 4 of 4"), way == "both", "{t}");
    }
}

#[test]
fn depth_cuts_and_the_verdict_says_so() {
    let node = example("Node.java");
    let args = |depth| {
        [
            node.clone(),
            "--method".into(),
            "Node.reverse".into(),
            "--depth".into(),
            depth,
        ]
    };
    let few = args("2".to_string());
    let few: Vec<&str> = few.iter().map(String::as_str).collect();
    let (v, code) = json(&few);
    assert_eq!(code, 0);
    assert_eq!(outcomes(&v), ["cut", "returns", "returns"], "{v:#}");
    assert_eq!(v["exactness"]["under"], true);
    let (v, code) = json(&[&few[..], &["--prove", "true"]].concat());
    assert_eq!(
        (code, &v["verdict"]["kind"]),
        (3, &"unknown".into()),
        "{v:#}"
    );
    assert!(
        v["reason"].as_str().unwrap_or("").contains("depth"),
        "{v:#}"
    );
    let (v, _) = json(&[&few[..3], &["--max-paths", "2"]].concat());
    assert_eq!(v["paths"].as_array().map(Vec::len), Some(2));
    assert!(
        v["reason"]
            .as_str()
            .unwrap_or("")
            .contains("limit of paths"),
        "{v:#}"
    );
}

#[test]
fn the_tree_is_written_in_each_format() {
    let s = Scratch::new();
    let node = example("Node.java");
    for (name, wanted) in [
        ("t.html", "<html"),
        ("t.json", "\"nodes\""),
        ("t.dot", "digraph"),
    ] {
        let out = s.name(name);
        let (_, code) = text(&[&node, "--method", "Node.insert", "--tree", &out]);
        assert_eq!(code, 0);
        let written = std::fs::read_to_string(&out).expect("the tree");
        assert!(written.contains(wanted), "{name}: {written}");
        assert!(written.contains("this.next"), "{name} has no condition");
    }
}

#[test]
fn total_division_never_fails() {
    let s = Scratch::new();
    let file = s.file(
        "D.java",
        "class D { static int m(int a, int b) { return a / b + a % b; } }",
    );
    let (v, _) = json(&[&file, "--method", "D.m"]);
    assert_eq!(outcomes(&v), ["ArithmeticException", "returns"]);
    let (v, code) = json(&[&file, "--method", "D.m", "--total"]);
    assert_eq!((outcomes(&v), code), (vec!["returns".to_string()], 0));
    assert!(
        v["assumptions"].to_string().contains("division by zero"),
        "{v:#}"
    );
    // a / 0 is 0, a % 0 is a.
    let zero = "b == 0 ? \\result == a : true";
    let (v, code) = json(&[&file, "--method", "D.m", "--total", "--prove", zero]);
    assert_eq!(
        (code, &v["verdict"]["kind"]),
        (0, &"proved".into()),
        "{v:#}"
    );
    let tests = s.name("tests");
    refused(
        &run(&[&file, "--method", "D.m", "--total", "--tests", &tests]),
        2,
        &["--total", "--tests"],
    );
}

#[test]
fn quiet_prints_the_summary_only() {
    let (t, code) = text(&[&example("Node.java"), "--method", "Node.insert", "-q"]);
    assert_eq!(code, 0);
    assert!(!t.contains("path 1"), "{t}");
    assert!(t.contains("5 paths") || t.contains("paths, forward"), "{t}");
}

// ---- the JVM --------------------------------------------------------------

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
    assert_eq!(code, 0, "{v:#}");
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
    assert_eq!(code, 0, "{v:#}");
    let paths = v["paths"].as_array().expect("paths");
    assert!(paths.len() >= 5, "{v:#}");
    assert!(paths.iter().all(|p| p["equivalent"] == true), "{v:#}");
    assert_eq!(v["tests"]["run"], v["tests"]["passed"]);
}

// ---- properties -----------------------------------------------------------

#[test]
fn a_property_is_proved_on_every_path() {
    let node = example("Node.java");
    for (method, property) in [
        (
            "Node.insert",
            "next != null && next.value == v || \\old(next) == next",
        ),
        (
            "Node.swap",
            "a.value == \\old(b.value) && b.value == \\old(a.value)",
        ),
    ] {
        let (v, code) = json(&[&node, "--method", method, "--prove", property]);
        assert_eq!(
            (code, &v["verdict"]["kind"]),
            (0, &"proved".into()),
            "{v:#}"
        );
        assert_eq!(v["property"], property);
    }
}

/// The test that is to fail, as it was written, with JUnit's message.
#[track_caller]
fn denied(file: &str, method: &str, property: &str, message: &str) -> String {
    let s = Scratch::new();
    let tests = s.name("tests");
    for way in ["forward", "backward"] {
        let (v, code) = json(&[file, "--method", method, "--way", way, "--prove", property]);
        assert_eq!(
            (code, &v["verdict"]["kind"]),
            (1, &"violated".into()),
            "{v:#}"
        );
    }
    let (v, code) = json(&[
        file, "--method", method, "--prove", property, "--tests", &tests,
    ]);
    assert_eq!(
        (code, &v["verdict"]["kind"]),
        (1, &"violated".into()),
        "{v:#}"
    );
    let failed = v["tests"]["failed"].as_array().expect("tests");
    assert!(!failed.is_empty(), "{v:#}");
    for f in failed {
        assert_eq!(f["expected"], true, "{v:#}");
        assert!(
            f["message"].as_str().unwrap_or("").contains(message),
            "{v:#}"
        );
    }
    let written = std::fs::read_dir(&tests).expect("tests").flatten();
    let name = written.map(|e| e.path()).find(|p| {
        let name = p.display().to_string();
        name.ends_with("_PathsTest.java")
    });
    std::fs::read_to_string(name.expect("a test class")).expect("the tests")
}

#[test]
fn where_a_property_fails_the_jvm_evaluates_it() {
    let node = example("Node.java");
    // It fails where both are one node or the values are equal already.
    let java = denied(
        &node,
        "Node.swap",
        "a.value != \\old(a.value) || \\result == 7",
        "after this input: a.value != ",
    );
    assert!(
        java.contains("int old1 = ((int) EverypathHeap.get(Node.class, \"value\""),
        "{java}"
    );
    assert!(java.contains("(result == (7))"), "{java}");
    assert!(java.contains("assertTrue("), "{java}");
    let s = Scratch::new();
    let file = s.file(
        "P.java",
        "class P { private long w; static P root; int[] a;\n\
         long m(long v, byte b) { w = v; if (v > 9L) root = this; return v + b; } }",
    );
    denied(
        &file,
        "P.m",
        "root != this || w * 2L < 100L",
        "after this input",
    );
    denied(&file, "P.m", "\\result > v ==> b >= 1 && a.length == 3", "");
    denied(
        &file,
        "P.m",
        "(root instanceof P) && w == \\result - b + (b > 0 ? 1 : 0)",
        "",
    );
}

#[test]
fn a_property_that_meets_an_error_does_not_hold() {
    let s = Scratch::new();
    let file = s.file("E.java", "class E { int[] a; int m(int i) { return i; } }");
    denied(&file, "E.m", "a[i] == 0 || true", "");
}

// ---- bad input ------------------------------------------------------------

/// The exit code and one message that contains all of `words`.
#[track_caller]
fn refused(out: &Output, code: i32, words: &[&str]) {
    let err = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(code), "{err}");
    for w in words {
        assert!(err.contains(w), "no `{w}` in: {err}");
    }
    let messages = err.lines().filter(|l| l.contains("error:")).count();
    assert_eq!(messages, 1, "one message: {err}");
    for noise in ["panicked", "RUST_BACKTRACE", "stack backtrace", "Option::"] {
        assert!(!err.contains(noise), "{err}");
    }
}

#[test]
fn wrong_methods_are_told_with_what_there_is() {
    let node = example("Node.java");
    let told = |method: &str, words: &[&str]| {
        refused(&run(&[&node, "--method", method]), 2, words);
    };
    told("Node.nothing", &["no method `nothing`", "Node.insert(int)"]);
    told("List.swap", &["no class `List`", "Node"]);
    told("swap", &["names no method", "C.m"]);
    told("Node.swap(int)", &["no method"]);
    told("Node.Node", &["constructor"]);
    refused(&run(&[&node]), 2, &["--method"]);
    refused(
        &run(&["nowhere.java", "--method", "A.m"]),
        2,
        &["nowhere.java"],
    );
}

#[test]
fn what_cannot_be_read_is_told_with_its_line() {
    let s = Scratch::new();
    let syntax = s.file("A.java", "class A {\n  int m() { return 1 }\n}\n");
    refused(&run(&[&syntax, "--method", "A.m"]), 2, &["A.java:2", "`;`"]);
    let types = s.file(
        "B.java",
        "class B {\n  int m() {\n    return true;\n  }\n}\n",
    );
    refused(
        &run(&[&types, "--method", "B.m"]),
        2,
        &["B.java:3", "boolean"],
    );
    let outside = s.file("C.java", "class C {\n\n  double m() { return 1.5; }\n}\n");
    refused(
        &run(&[&outside, "--method", "C.m"]),
        2,
        &["C.java:3", "floating point", "subset"],
    );
    let empty = s.file("D.java", "");
    refused(&run(&[&empty, "--method", "D.m"]), 2, &["no class `D`"]);
}

#[test]
fn what_is_not_modelled_ends_its_path_by_name_and_line() {
    let s = Scratch::new();
    let file = s.file(
        "N.java",
        "class N {\n  static int m(int n) {\n    if (n < 0) return 0;\n    N o = new N();\n    String t = \"o = \" + o;\n    return t.length();\n  }\n}\n",
    );
    let (v, code) = json(&[&file, "--method", "N.m"]);
    assert_eq!(code, 0);
    assert_eq!(outcomes(&v), ["returns", "unsupported"]);
    let text = v["paths"].to_string();
    assert!(
        text.contains("not modelled: the text of an object, line 5"),
        "{text}"
    );
    let (v, code) = json(&[&file, "--method", "N.m", "--prove", "\\result == 0"]);
    assert_eq!(
        (code, &v["verdict"]["kind"]),
        (3, &"unknown".into()),
        "{v:#}"
    );
}

#[test]
fn limits_of_zero_are_refused() {
    let node = example("Node.java");
    for flag in ["--depth", "--max-paths"] {
        refused(
            &run(&[&node, "--method", "Node.swap", flag, "0"]),
            2,
            &[flag],
        );
    }
    refused(
        &run(&[&node, "--method", "Node.swap", "--way", "sideways"]),
        2,
        &["--way"],
    );
}

#[test]
fn a_missing_jdk_is_named_before_any_work() {
    let s = Scratch::new();
    let tests = s.name("tests");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args([
            "paths",
            &example("Node.java"),
            "--method",
            "Node.swap",
            "--tests",
            &tests,
        ])
        .env("PATH", s.path("nothing"))
        .output()
        .expect("everypath runs");
    refused(&out, 4, &["JDK", "default-jdk-headless"]);
    assert!(!s.path("tests").exists(), "nothing was written");
    // Without tests no JDK is needed.
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["paths", &example("Node.java"), "--method", "Node.swap"])
        .env("PATH", s.path("nothing"))
        .output()
        .expect("everypath runs");
    assert_eq!(out.status.code(), Some(0));
}

#[test]
fn an_overloaded_method_wants_its_signature() {
    let s = Scratch::new();
    let file = s.file(
        "O.java",
        "class O {\n  static int m(int a) { return a; }\n  static int m(long a, O o) { return 1; }\n}\n",
    );
    let asked = |method: &str| run(&[&file, "--method", method]);
    refused(
        &asked("O.m"),
        2,
        &["several methods", "O.m(int)", "O.m(long, O)"],
    );
    refused(&asked("O.m(byte)"), 2, &["no method", "O.m(int)"]);
    assert_eq!(asked("O.m(long,O)").status.code(), Some(0));
}

#[test]
fn what_is_no_readable_file_is_told() {
    let s = Scratch::new();
    let folder = s.0.path().display().to_string();
    refused(
        &run(&[&folder, "--method", "A.m"]),
        2,
        &["cannot read the file", &folder],
    );
    std::fs::write(s.path("B.java"), [b'c', 0xff, 0xfe]).expect("a file");
    refused(
        &run(&[&s.name("B.java"), "--method", "B.m"]),
        2,
        &["cannot read the file", "UTF-8"],
    );
}

#[test]
fn what_cannot_be_written_is_told() {
    let s = Scratch::new();
    let node = example("Node.java");
    let asked = |flag: &str, to: &str| {
        let to = s.name(to);
        let out = run(&[&node, "--method", "Node.swap", flag, &to]);
        refused(&out, 4, &[&to]);
    };
    s.file("taken", "a file");
    // A folder below a file, and a page in no folder.
    asked("--tests", "taken/tests");
    asked("--tree", "taken/tree.html");
    let out = run(&[&node, "--method", "Node.swap", "--tree", "tree.pdf"]);
    refused(&out, 2, &["--tree"]);
    let tests = s.name("tests");
    let out = run(&[&node, "--method", "Node.swap", "--total", "--tests", &tests]);
    refused(&out, 2, &["--total", "JVM"]);
}

#[test]
fn a_folder_that_is_not_empty_is_not_written_to() {
    let s = Scratch::new();
    s.file("mine.txt", "mine");
    let tests = s.0.path().display().to_string();
    let out = run(&[
        &example("Node.java"),
        "--method",
        "Node.swap",
        "--tests",
        &tests,
    ]);
    refused(&out, 2, &["empty"]);
    assert!(!s.path("Node.java").exists());
}

#[test]
fn wrong_properties_are_told() {
    let node = example("Node.java");
    let told = |property: &str, words: &[&str]| {
        let out = run(&[&node, "--method", "Node.swap", "--prove", property]);
        refused(&out, 2, &[&["--prove"], words].concat());
    };
    told("a.value ==", &["no property"]);
    told("a.valu == 1", &["valu"]);
    told("a.value", &["boolean"]);
    told("c == 1", &["`c`"]);
    told("", &["one Java condition"]);
    told("true; true", &["one Java condition"]);
    told("a.insert(3)", &["no property"]);
}
