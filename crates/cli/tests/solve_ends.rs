//! Witnesses about ends: what `solve` writes for programs that end and for
//! runs that do not is confirmed by `validate`, and what is made wrong is not.

#[path = "support/solving.rs"]
mod solving;

use solving::{last, Bench};

/// Programs that end, with what their witness says.
const ENDS: [(&str, &[&str]); 7] = [
    (
        "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  while (n > 0) {\n    if (n == 7) { n -= 2; continue; }\n    n--;\n  }\n  return 0;\n}\n",
        &["line: 4", "value: '\\at(n, AnyPrev) > n'"],
    ),
    (
        "extern unsigned char __VERIFIER_nondet_uchar(void);\nint main(void) {\n  int n = __VERIFIER_nondet_uchar(), cells = 0;\n  for (int i = 0; i < n; i++)\n    for (int j = 0; j <= i; j++) cells++;\n  return cells & 1;\n}\n",
        &["line: 4", "line: 5", ") || ("],
    ),
    (
        // What the outer loop counts changes before the inner one.
        "extern unsigned char __VERIFIER_nondet_uchar(void);\nint main(void) {\n  int n = __VERIFIER_nondet_uchar();\n  while (n > 0) {\n    n--;\n    for (int j = 0; j < 5; j++) ;\n  }\n  return 0;\n}\n",
        &["line: 6"],
    ),
    (
        "extern unsigned char __VERIFIER_nondet_uchar(void);\nint main(void) {\n  int i = __VERIFIER_nondet_uchar();\n  do {\n    i += 3;\n  } while (i < 1000);\n  return 0;\n}\n",
        &["line: 4", "\\at(i, AnyPrev) < i"],
    ),
    (
        "extern int __VERIFIER_nondet_int(void);\nstatic int f(int n) {\n  int s = 0;\n  for (;;) {\n    if (n <= 0) break;\n    n -= 2;\n    s++;\n  }\n  return s;\n}\nint main(void) { return f(__VERIFIER_nondet_int()) + f(3) > 1; }\n",
        &["line: 4", "\\at(n, AnyPrev) > n"],
    ),
    (
        "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int low = 0, high = 63, want = __VERIFIER_nondet_int();\n  while (low < high) {\n    int middle = (low + high) / 2;\n    if (middle * 3 < want) low = middle + 1;\n    else high = middle;\n  }\n  return low;\n}\n",
        &["line: 4", "(long long)high - (long long)low"],
    ),
    (
        // Errors of another property do not matter.
        "extern unsigned char __VERIFIER_nondet_uchar(void);\nextern void abort(void);\nvoid reach_error(void) {}\nint main(void) {\n  unsigned n = __VERIFIER_nondet_uchar();\n  if (n == 3) reach_error();\n  while (n != 0) {\n    n--;\n    if (n == 200) abort();\n  }\n  return 0;\n}\n",
        &["line: 7"],
    ),
];

#[test]
fn what_falls_is_confirmed_by_another_process() {
    let b = Bench::new();
    for (text, parts) in ENDS {
        b.file("a.c", text);
        let (line, all) = b.solve("a.c", "termination", &[]);
        assert_eq!(line, "result: true", "{text}{all}");
        assert!(all.contains("witness: witness.yml"), "{text}{all}");
        let witness = std::fs::read_to_string(b.dir.path().join("witness.yml")).unwrap();
        assert!(witness.contains("format_version: '2.1'"), "{witness}");
        assert!(
            witness.contains("type: loop_transition_invariant"),
            "{witness}"
        );
        for p in parts {
            assert!(witness.contains(p), "no {p} in\n{witness}");
        }
        let (line, all) = b.validate("a.c", "termination", "witness.yml");
        assert_eq!(line, "result: true", "{text}{witness}{all}");
    }
}

/// Runs without an end, with what their witness says.
const ENDLESS: [(&str, &[&str]); 6] = [
    (
        "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int level = __VERIFIER_nondet_int();\n  int step = __VERIFIER_nondet_int();\n  if (step < 0) step = 1;\n  while (level > 0)\n    level -= step;\n  return 0;\n}\n",
        &["line: 3", "line: 4", "type: branching", "action: cycle"],
    ),
    (
        "extern _Bool __VERIFIER_nondet_bool(void);\nint main(void) {\n  int tries = 0, done = 0;\n  while (!done) {\n    done = __VERIFIER_nondet_bool();\n    tries++;\n    if (tries >= 5) tries = 0;\n  }\n  return 0;\n}\n",
        &["type: function_return", "action: cycle"],
    ),
    (
        "int main(void) {\n  unsigned char i = 0;\n  for (;;) {\n    i++;\n  }\n}\n",
        &["type: assumption", "line: 4", "action: cycle"],
    ),
    (
        "extern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {\n  unsigned i = __VERIFIER_nondet_uint() & 7;\n  do {\n    i = (i + 2) & 7;\n  } while (i != 3);\n  return 0;\n}\n",
        &["action: cycle"],
    ),
    (
        // The loop is left before it is the one that is never left.
        "int main(void) {\n  int k = 0;\n  for (int round = 0; round < 3; round++) {\n    unsigned x = round == 2 ? 3 : 4;\n    while (x != 0 && x != 100) {\n      if (x != 3) x -= 2;\n    }\n    k++;\n  }\n  return k;\n}\n",
        &["value: 'false'", "value: 'true'", "action: cycle", "action: follow"],
    ),
    (
        "int main(void) {\n  while (1) {\n    for (int j = 0; j < 3; j++) ;\n  }\n}\n",
        &["line: 2", "action: cycle"],
    ),
];

#[test]
fn a_run_without_an_end_is_confirmed_by_another_process() {
    let b = Bench::new();
    for (text, parts) in ENDLESS {
        b.file("a.c", text);
        let (line, all) = b.solve("a.c", "termination", &[]);
        assert_eq!(line, "result: false(termination)", "{text}{all}");
        assert!(all.contains("witness: witness.yml"), "{text}{all}");
        let witness = std::fs::read_to_string(b.dir.path().join("witness.yml")).unwrap();
        assert!(witness.contains("format_version: '2.1'"), "{witness}");
        for p in parts {
            assert!(witness.contains(p), "no {p} in\n{witness}");
        }
        let (line, all) = b.validate("a.c", "termination", "witness.yml");
        assert_eq!(line, "result: false(termination)", "{text}{witness}{all}");
    }
}

/// The witness, the property's and the program's names in it, and what is put
/// in for another part, with the answer that this has.
#[test]
fn a_witness_of_an_end_that_was_made_wrong_is_not_confirmed() {
    let b = Bench::new();
    let wrong = |program: &str, changes: &[(&str, &str, &str)]| {
        b.file("a.c", program);
        b.solve("a.c", "termination", &[]);
        let good = std::fs::read_to_string(b.dir.path().join("witness.yml")).unwrap();
        for (from, to, word) in changes {
            assert!(good.contains(from), "{from} is not in\n{good}");
            b.file("w.yml", &good.replacen(from, to, 1));
            let (line, all) = b.validate("a.c", "termination", "w.yml");
            let refused = line.starts_with("result: unknown") || line == "result: false(witness)";
            assert!(
                refused && all.contains(word),
                "{from} -> {to}: {word}: {all}"
            );
        }
    };
    let n = "\\at(n, AnyPrev) > n";
    wrong(
        ENDS[0].0,
        &[
            (n, "\\at(n, AnyPrev) < n", "false(witness)"),
            (n, "\\at(n, AnyPrev) >= n", "does not compare"),
            (n, "\\at(n, AnyPrev) != n", "does not compare"),
            (n, "\\at(n, AnyPrev) > n - 1", "does not compare"),
            (n, "\\at(n, AnyPrev) > 0", "does not compare"),
            (n, "\\at(n, LastPrev) > n", "does not compare"),
            (n, "n > 0", "does not compare"),
            (n, "1", "does not compare"),
            (
                n,
                "\\at(n, AnyPrev) + (n = 0) > n + (n = 0)",
                "does not compare",
            ),
            (n, "\\at(m, AnyPrev) > m", "does not compile"),
            (n, "\\at(n, AnyPrev) & 1 > n & 1", "false(witness)"),
            (n, "\\at(n, AnyPrev) * 2.0 > n * 2.0", "does not compile"),
            ("      line: 4", "      line: 5", "not valid"),
            ("      line: 4", "      line: 3", "not valid"),
            ("column: 3", "column: 4", "not valid"),
            ("'2.1'", "'2.0'", "not part of version 2.0"),
            ("'2.1'", "'2.3'", "not known"),
            ("ext_c_expression", "latin", "not known"),
            (
                "loop_transition_invariant",
                "location_transition_invariant",
                "not supported yet",
            ),
            (
                "loop_transition_invariant",
                "loop_invariant",
                "no transition invariant says what falls",
            ),
            ("LTL(F end)", "LTL(G ! overflow)", "another property"),
            ("data_model: LP64", "data_model: ILP32", "is about ILP32"),
        ],
    );
    // The inner loop begins again, which the outer one's rounds explain.
    b.file("a.c", ENDS[1].0);
    b.solve("a.c", "termination", &[]);
    let good = std::fs::read_to_string(b.dir.path().join("witness.yml")).unwrap();
    let line = good.lines().find(|l| l.contains(") || (")).unwrap();
    let value = line.split('\'').nth(1).unwrap();
    let (outer, inner) = value.split_once(" || ").unwrap();
    let turned = match inner.contains(" > ") {
        true => inner.replace(" > ", " < "),
        false => inner.replace(" < ", " > "),
    };
    for (value, word) in [
        (inner.to_string(), "not told apart"),
        (outer.to_string(), "no measure of its own"),
        (format!("{outer} || {turned}"), "false(witness)"),
        (
            format!("{outer} || (\\at(cells, AnyPrev) > cells)"),
            "false(witness)",
        ),
    ] {
        let bad = good.replace(line, &format!("        value: '{value}'"));
        b.file("w.yml", &bad);
        let (answer, all) = b.validate("a.c", "termination", "w.yml");
        let refused = answer.starts_with("result: unknown") || answer == "result: false(witness)";
        assert!(refused && all.contains(word), "{value}: {word}: {all}");
    }
    wrong(
        ENDLESS[0].0,
        &[
            ("value: 'true'", "value: 'false'", "does not pass"),
            ("action: cycle", "action: follow", "target or a cycle"),
            ("'2.1'", "'2.0'", "not part of version 2.0"),
            ("type: branching", "type: target", ""),
            ("      line: 6", "      line: 5", "does not pass"),
            ("      line: 6", "      line: 7", "not valid"),
            ("      line: 4", "      line: 3", "not valid"),
            ("LTL(F end)", "LTL(G valid-free)", "another property"),
        ],
    );
    wrong(
        ENDLESS[1].0,
        &[
            ("\\result == 0", "\\result == 1", ""),
            ("\\result == 0", "\\result == 2", "no value of"),
            ("\\result == 0", "\\result >= 0", "cannot be used"),
        ],
    );
}

/// The inputs decide whether the run ends.
#[test]
fn the_inputs_of_a_run_without_an_end_count() {
    let b = Bench::new();
    b.file("a.c", ENDLESS[0].0);
    b.solve("a.c", "termination", &[]);
    let good = std::fs::read_to_string(b.dir.path().join("witness.yml")).unwrap();
    let (head, tail) = good.split_once("content:").unwrap();
    let at = tail.find("\\result == ").unwrap();
    let first = tail[at..].lines().next().unwrap();
    // An empty tank needs no step, and a full one is drained by steps of one.
    let none = format!(
        "{head}content:{}",
        tail.replacen(first, "\\result == 0'", 1)
    );
    b.file("w.yml", &none);
    let (line, all) = b.validate("a.c", "termination", "w.yml");
    assert!(line.starts_with("result: unknown"), "{all}");
    let second = tail.rfind("\\result == ").unwrap();
    let text = tail[second..].lines().next().unwrap();
    let mut other = tail.to_string();
    other.replace_range(second..second + text.len(), "\\result == 1'");
    b.file("w.yml", &format!("{head}content:{other}"));
    let (line, all) = b.validate("a.c", "termination", "w.yml");
    assert!(line.starts_with("result: unknown"), "{all}");
    let out = b.run(&[
        "validate",
        "a.c",
        "--property",
        "unreach-call.prp",
        "--witness",
        "w.yml",
    ]);
    assert!(last(&out).0.contains("not valid"), "{:?}", last(&out));
}

/// Rounds that the text does not show are not taken for one.
#[test]
fn loops_that_hide_make_no_invariant() {
    let b = Bench::new();
    for text in [
        "#define REPEAT for (int r = 0; r < 3; r++)\nint main(void) {\n  int s = 0;\n  REPEAT\n  for (int i = 0; i < 4; i++)\n    s++;\n  return s;\n}\n",
        "int main(void) {\n  int r = 0;\nagain:\n  r++;\n  for (int i = 0; i < 4; i++)\n    ;\n  if (r < 3) goto again;\n  return r;\n}\n",
        "int main(void) {\n  int r = 0;\n  while (({ for (int i = 0; i < 4; i++) ; ++r < 3; }))\n    ;\n  return r;\n}\n",
    ] {
        b.file("a.c", text);
        let (line, all) = b.solve("a.c", "termination", &[]);
        assert_eq!(line, "result: true", "{text}{all}");
        assert!(all.contains("no witness: "), "{text}{all}");
    }
}
