//! `everypath solve` and `everypath validate` from the outside: the hostile
//! tasks of `solve/` are answered by the rules of SV-COMP, names and comments
//! change nothing, witnesses are confirmed by a process of its own, and
//! witnesses that are made wrong are not.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

#[path = "support/solving.rs"]
mod solving;

use solving::{last, Bench};

/// A program of `solve/`.
struct Hostile {
    name: String,
    property: String,
    expect: String,
    text: String,
}

fn hostile() -> Vec<Hostile> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/solve");
    let mut out: Vec<Hostile> = std::fs::read_dir(folder)
        .unwrap()
        .map(|f| {
            let path = f.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let field = |key: &str| {
                let line = text.lines().find_map(|l| l.strip_prefix(key));
                line.unwrap_or_else(|| panic!("{}: no `{key}`", path.display()))
                    .trim()
                    .to_string()
            };
            Hostile {
                name: path.file_stem().unwrap().to_string_lossy().into_owned(),
                property: field("// property:"),
                expect: field("// expect:"),
                text: text.clone(),
            }
        })
        .collect();
    out.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(out.len() >= 40);
    out
}

/// Whether the answer is one of those that the rules allow.
fn allowed(expect: &str, line: &str) -> bool {
    let answer = line.strip_prefix("result: ").unwrap_or("none");
    let word = answer.split(" (").next().unwrap_or_default();
    match expect {
        "not true" => word != "true" && word != "none",
        "not false" => !word.starts_with("false") && word != "none",
        _ => expect.split(" or ").any(|e| e == word),
    }
}

/// Every fourth task of a part in the time of a change, all where that is asked for
/// (`make bench`).
fn answers(part: usize, parts: usize) {
    let b = Bench::new();
    let mut wrong = Vec::new();
    let step = match std::env::var("EVERYPATH_SUITES").as_deref() {
        Ok("all") => 1,
        _ => 4,
    };
    for h in hostile().iter().skip(part).step_by(parts * step) {
        let file = format!("{}.c", h.name);
        b.file(&file, &h.text);
        let (line, all) = b.solve(&file, &h.property, &["--no-witness"]);
        if !allowed(&h.expect, &line) {
            wrong.push(format!("{}: want {}, got:\n{all}", h.name, h.expect));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn hostile_tasks_are_answered_by_the_rules_1() {
    answers(0, 2);
}

#[test]
fn hostile_tasks_are_answered_by_the_rules_2() {
    answers(1, 2);
}

/// All names that are the program's own become others; comments go.
fn disguised(text: &str) -> String {
    const KEPT: [&str; 40] = [
        "int",
        "unsigned",
        "char",
        "void",
        "static",
        "extern",
        "return",
        "if",
        "else",
        "while",
        "for",
        "do",
        "main",
        "reach_error",
        "abort",
        "exit",
        "malloc",
        "calloc",
        "realloc",
        "free",
        "sizeof",
        "signed",
        "long",
        "short",
        "struct",
        "const",
        "assert",
        "atexit",
        "signal",
        "SIGABRT",
        "__VERIFIER_nondet_int",
        "__VERIFIER_nondet_uint",
        "__VERIFIER_assume",
        "include",
        "stdlib",
        "h",
        "switch",
        "case",
        "break",
        "continue",
    ];
    let mut names: Vec<String> = Vec::new();
    let mut out = String::new();
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default();
        if line.starts_with('#') {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        let mut word = String::new();
        for c in line.chars().chain(['\n']) {
            if c == '_' || c.is_alphanumeric() {
                word.push(c);
                continue;
            }
            if !word.is_empty() {
                let number = word.starts_with(|c: char| c.is_ascii_digit());
                if number || KEPT.contains(&word.as_str()) {
                    out.push_str(&word);
                } else {
                    let at = names.iter().position(|n| *n == word).unwrap_or_else(|| {
                        names.push(word.clone());
                        names.len() - 1
                    });
                    out.push_str(&format!("zz_{at}_"));
                }
                word.clear();
            }
            out.push(c);
        }
    }
    out
}

#[test]
fn names_and_comments_change_nothing() {
    let b = Bench::new();
    for h in hostile() {
        let some = [
            "abort_before",
            "overflow_before",
            "lost_block",
            "deref_asked",
            "ends",
        ];
        if !some.contains(&h.name.as_str()) {
            continue;
        }
        b.file("plain.c", &h.text);
        b.file("other.c", &disguised(&h.text));
        let (plain, _) = b.solve("plain.c", &h.property, &["--no-witness"]);
        let (other, all) = b.solve("other.c", &h.property, &["--no-witness"]);
        assert_eq!(plain, other, "{}: {all}", h.name);
    }
}

const BUG: &str = "extern int __VERIFIER_nondet_int(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\nvoid reach_error(void) {}\nint main(void) {\n  int a = __VERIFIER_nondet_int();\n  unsigned char b = __VERIFIER_nondet_uchar(), c = 1;\n  if (a == -70000 && b > 199)\n    reach_error();\n  return c;\n}\n";

const PROOF: &str = "extern unsigned __VERIFIER_nondet_uint(void);\nvoid reach_error(void) {}\nint main(void) {\n  unsigned n = __VERIFIER_nondet_uint();\n  unsigned i = 0, j = 0;\n  while (i < n) {\n    i++;\n    j += 1;\n  }\n  if (j != n) reach_error();\n  return 0;\n}\n";

#[test]
fn a_violation_is_confirmed_by_another_process() {
    let b = Bench::new();
    b.file("a.c", BUG);
    let (line, all) = b.solve("a.c", "unreach-call", &[]);
    assert_eq!(line, "result: false(unreach-call)", "{all}");
    let witness = std::fs::read_to_string(b.dir.path().join("witness.yml")).unwrap();
    for part in [
        "type: function_return",
        "value: '\\result == -70000'",
        "column: 33",
        "line: 8",
        "format_version: '2.0'",
        "data_model: LP64",
    ] {
        assert!(witness.contains(part), "no {part} in\n{witness}");
    }
    let (line, all) = b.validate("a.c", "unreach-call", "witness.yml");
    assert_eq!(line, "result: false(unreach-call)", "{all}");
    assert!(all.contains("confirmed by a native run"), "{all}");
}

/// Each makes the witness wrong; the answer names why.
#[test]
fn a_violation_that_was_made_wrong_is_not_confirmed() {
    let b = Bench::new();
    b.file("a.c", BUG);
    b.solve("a.c", "unreach-call", &[]);
    let good = std::fs::read_to_string(b.dir.path().join("witness.yml")).unwrap();
    let mut all: Vec<(String, String)> = Vec::new();
    let mut put = |from: &str, to: &str, word: &str| {
        assert!(good.contains(from), "{from} is not in\n{good}");
        all.push((good.replacen(from, to, 1), word.to_string()));
    };
    // What the run does not do.
    put("-70000", "-69999", "not confirmed");
    put("-70000", "-70001", "not confirmed");
    put("-70000", "70000", "not confirmed");
    put("-70000", "99999999999", "no value of");
    put("-70000", "n", "no value of");
    put("\\result == -70000", "\\result >= -70000", "cannot be used");
    put("column: 33", "column: 11", "closing parenthesis");
    put("column: 33", "column: 32", "closing parenthesis");
    put("column: 33", "column: 333", "no token begins");
    put("      line: 5", "      line: 6", "no token begins");
    put("      line: 8", "      line: 9", "no token begins");
    put(
        "      line: 8\n              column: 5",
        "      line: 9",
        "no call of the error function",
    );
    put(
        "      line: 8\n              column: 5",
        "      line: 7",
        "no call of the error function",
    );
    put("      line: 8", "      line: 800", "behind the end");
    put(
        "              line: 5\n              column: 33",
        "              line: 10",
        "closing parenthesis",
    );
    // What it is about.
    put("data_model: LP64", "data_model: ILP32", "is about ILP32");
    put("reach_error", "reach_errors", "another property");
    put(
        "file_name: 'a.c'",
        "file_name: 'b.c'",
        "no file of the program",
    );
    put("- 'a.c'", "- 'b.c'", "another program");
    // What the format does not have.
    put("'2.0'", "'2.9'", "format_version 2.9");
    put("violation_sequence", "violation", "not known");
    put("action: follow", "action: avoid", "");
    put(
        "acsl_expression",
        "ext_c_expression",
        "not part of version 2.0",
    );
    put(
        "type: function_return",
        "type: function_enter",
        "has no constraint",
    );
    let segments: Vec<&str> = good.split("    - segment:\n").collect();
    assert_eq!(segments.len(), 4);
    let swapped = [segments[0], segments[2], segments[1], segments[3]].join("    - segment:\n");
    all.push((swapped, "does not pass segment".into()));
    let last = [segments[0], segments[3], segments[1]].join("    - segment:\n");
    all.push((last, "a target ends the sequence".into()));
    let endless = good.replacen(
        "action: follow",
        "action: follow\n            x: &a 1\n            y: *a",
        1,
    );
    all.push((endless, "alias".into()));
    all.push((
        format!("{good}{}", " ".repeat(20 << 20)),
        "larger than".into(),
    ));
    all.push(("<graphml/>".into(), "GraphML".into()));
    // Every digit of the hash.
    let hash = good.find("'a.c': '").unwrap() + 8;
    for i in 0..64 {
        let mut bytes = good.clone().into_bytes();
        bytes[hash + i] = if bytes[hash + i] == b'0' { b'1' } else { b'0' };
        all.push((String::from_utf8(bytes).unwrap(), "hash of `a.c`".into()));
    }
    // Every end in the middle, and every line that is gone.
    let lines: Vec<&str> = good.lines().collect();
    for cut in 0..lines.len() {
        // The last line is the column of the target, which may be left out.
        if cut + 1 < lines.len() {
            all.push((lines[..cut].join("\n"), String::new()));
        }
        let gone = lines[cut].trim();
        if ["column:", "function:"].iter().any(|o| gone.starts_with(o)) {
            continue;
        }
        let mut less = lines.clone();
        less.remove(cut);
        all.push((less.join("\n"), String::new()));
        if lines[cut].contains(": ") || gone.ends_with(':') {
            let other = lines[cut].replacen(':', "x:", 1);
            less.insert(cut, &other);
            all.push((less.join("\n"), String::new()));
        }
    }
    assert!(all.len() >= 200, "{}", all.len());
    let mut wrong = Vec::new();
    for (i, (text, word)) in all.iter().enumerate() {
        let name = format!("w{i}.yml");
        b.file(&name, text);
        let (line, out) = b.validate("a.c", "unreach-call", &name);
        if !line.starts_with("result: unknown (") || !out.contains(word) {
            wrong.push(format!("`{word}`: {out}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A witness with one invariant at the loop of [`PROOF`].
fn proof(b: &Bench, invariant: &str, line: u32) -> String {
    let out = Command::new("sha256sum")
        .arg(b.dir.path().join("a.c"))
        .output()
        .unwrap();
    let hash = String::from_utf8_lossy(&out.stdout)[..64].to_string();
    format!(
        "- entry_type: invariant_set\n  metadata:\n    format_version: '2.0'\n    uuid: '01234567-89ab-cdef-0123-456789abcdef'\n    creation_time: '2025-01-01T00:00:00Z'\n    producer: {{name: x, version: '1'}}\n    task:\n      input_files: ['a.c']\n      input_file_hashes: {{'a.c': '{hash}'}}\n      specification: 'CHECK( init(main()), LTL(G ! call(reach_error())) )'\n      data_model: LP64\n      language: C\n  content:\n    - invariant:\n        type: loop_invariant\n        location: {{file_name: a.c, line: {line}, column: 3}}\n        value: '{invariant}'\n        format: c_expression\n"
    )
}

#[test]
fn a_proof_is_confirmed_and_a_wrong_one_is_refuted() {
    let b = Bench::new();
    b.file("a.c", PROOF);
    let (line, all) = b.solve("a.c", "unreach-call", &["--no-witness"]);
    assert_eq!(line, "result: true", "{all}");
    for (value, answer) in [
        ("i <= n", "result: true"),
        ("i == j && j <= n", "result: true"),
        ("i < n", "result: false(witness)"),
        ("j > i", "result: false(witness)"),
        ("i == 0", "result: false(witness)"),
        ("!(i <= n)", "result: false(witness)"),
        ("(i = n) >= 0", "result: unknown"),
        ("k == 0", "result: unknown"),
        ("reach_error()", "result: unknown"),
    ] {
        b.file("w.yml", &proof(&b, value, 6));
        let (line, all) = b.validate("a.c", "unreach-call", "w.yml");
        assert!(line.starts_with(answer), "{value}: {all}");
    }
    b.file("w.yml", &proof(&b, "i <= n", 5));
    let (line, _) = b.validate("a.c", "unreach-call", "w.yml");
    assert!(
        line.starts_with("result: unknown (the witness is not valid"),
        "{line}"
    );
    let good = proof(&b, "i <= n", 6);
    let head = &good[..good.find("  content:").unwrap()];
    b.file("w.yml", &format!("{head}  content: []\n"));
    let (line, _) = b.validate("a.c", "unreach-call", "w.yml");
    assert_eq!(line, "result: unknown (the witness has no invariant)");
}

/// An invariant is only one where it is evaluated, and where that has no effect.
#[test]
fn an_invariant_that_is_never_asserted_shows_nothing() {
    let b = Bench::new();
    let text = "#define RESET (x = 0)\n#define PLAIN (x + 0)\nextern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n#if 0\n  while (x) {}\n#endif\n  while (x > 50)\n  x--;\n  switch (x) {\n  case 3:\n    break;\n  }\n  if (x == 42) reach_error();\n  return 0;\n}\n";
    b.file("a.c", text);
    let ask = |value: &str, line: u32, kind: &str, column: u32| {
        let w = proof(&b, value, line).replace("loop_invariant", kind);
        b.file(
            "w.yml",
            &w.replace("column: 3", &format!("column: {column}")),
        );
        b.validate("a.c", "unreach-call", "w.yml")
    };
    for (value, line, kind, column, why) in [
        ("RESET == 0", 10, "loop_invariant", 3, "`RESET` is a macro"),
        (
            "x == 12345",
            8,
            "loop_invariant",
            3,
            "the preprocessor may drop",
        ),
        (
            "x == 12345",
            13,
            "location_invariant",
            3,
            "it is at a label",
        ),
    ] {
        let (line, all) = ask(value, line, kind, column);
        assert!(
            line.starts_with("result: unknown") && line.contains(why),
            "{all}"
        );
    }
    // What is plain is looked at: the property does not hold.
    let (line, all) = ask("PLAIN <= 2147483647", 10, "loop_invariant", 3);
    assert!(line.contains("false(unreach-call)"), "{all}");
}

/// Names that change what a question means count in what is included, too.
#[test]
fn what_a_header_says_counts() {
    let b = Bench::new();
    let head = "extern void __VERIFIER_assume(int);\nextern int atexit(void (*)(void));\n#define REGISTER atexit\nstatic void need(int c) { __VERIFIER_assume(c); }\n";
    b.file("h.h", head);
    b.file(
        "t.c",
        "#include \"h.h\"\nextern int __VERIFIER_nondet_int(void);\nint main(void) { need(__VERIFIER_nondet_int() > 0); return 0; }\n",
    );
    let (line, all) = b.solve("t.c", "termination", &["--no-witness"]);
    assert!(line.starts_with("result: unknown"), "{all}");
    b.file(
        "e.c",
        "#include \"h.h\"\nextern void abort(void);\nvoid reach_error(void) {}\nstatic void bye(void) { reach_error(); }\nint main(void) { REGISTER(bye); abort(); }\n",
    );
    let (line, all) = b.solve("e.c", "unreach-call", &["--no-witness"]);
    assert!(!line.starts_with("result: false"), "{all}");
}

/// The target of a violation is its end: an input that is read behind it is none.
#[test]
fn an_input_behind_the_violation_is_not_confirmed() {
    let b = Bench::new();
    b.file(
        "a.c",
        "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  int y = x + 1;\n  if (x != 2147483647) {\n    int z = __VERIFIER_nondet_int();\n    return y == z;\n  }\n  return __VERIFIER_nondet_int();\n}\n",
    );
    // One input, and its target; then the one that is read behind the overflow.
    let inputs = |lines: &[(u32, u32)]| {
        let one = |(line, column): &(u32, u32)| {
            format!("    - segment:\n        - waypoint:\n            type: function_return\n            action: follow\n            location: {{file_name: a.c, line: {line}, column: {column}}}\n            constraint: {{value: '\\result == 2147483647', format: acsl_expression}}\n")
        };
        lines.iter().map(one).collect::<String>()
    };
    let head = proof(&b, "x", 1).replace("invariant_set", "violation_sequence");
    let head = head.replace("G ! call(reach_error())", "G ! overflow");
    let head = &head[..head.find("    - invariant:").unwrap()];
    let target = "    - segment:\n        - waypoint:\n            type: target\n            action: follow\n            location: {file_name: a.c, line: 4}\n";
    b.file("w.yml", &format!("{head}{}{target}", inputs(&[(3, 33)])));
    let (line, all) = b.validate("a.c", "no-overflow", "w.yml");
    assert_eq!(line, "result: false(no-overflow)", "{all}");
    b.file(
        "late.yml",
        &format!("{head}{}{target}", inputs(&[(3, 33), (9, 32)])),
    );
    let (line, all) = b.validate("a.c", "no-overflow", "late.yml");
    assert!(line.contains("before the last input"), "{all}");
}

/// The answer is there where its witness cannot be, and an old witness is not taken for
/// a new one.
#[test]
fn a_witness_is_of_this_run_or_there_is_none() {
    let b = Bench::new();
    b.file("a.c", BUG);
    b.solve("a.c", "unreach-call", &[]);
    assert!(b.dir.path().join("witness.yml").exists());
    b.file("b.c", "int main(void) { int *p = 0; return *p; }\n");
    let (line, all) = b.solve("b.c", "unreach-call", &[]);
    assert!(line.starts_with("result: unknown"), "{all}");
    assert!(!b.dir.path().join("witness.yml").exists(), "{all}");
    let out = b.run(&[
        "solve",
        "a.c",
        "--property",
        "unreach-call.prp",
        "--witness",
        "no/w.yml",
    ]);
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(4), "{told}");
    assert!(told.contains("the witness cannot be written"), "{told}");
    b.file("witness.yml", "my: own\n");
    let out = b.run(&["solve", "a.c", "--property", "unreach-call.prp"]);
    assert_eq!(out.status.code(), Some(4));
    let kept = std::fs::read_to_string(b.dir.path().join("witness.yml")).unwrap();
    assert_eq!(kept, "my: own\n");
}

/// Of a suite for calls of `reach_error` the test calls it, whatever else goes wrong.
#[test]
fn a_test_for_an_error_reaches_it() {
    let b = Bench::new();
    b.file(
        "error.prp",
        "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )\n",
    );
    b.file(
        "a.c",
        "extern int __VERIFIER_nondet_int(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\nvoid reach_error(void) {}\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  int *p = 0;\n  if (x == 5) return *p;\n  if (x == 7 && __VERIFIER_nondet_uchar() == 200) reach_error();\n  return 0;\n}\n",
    );
    let out = b.run(&[
        "solve",
        "a.c",
        "--property",
        "error.prp",
        "--suite",
        "s.zip",
    ]);
    assert!(out.status.success());
    let bytes = std::fs::read(b.dir.path().join("s.zip")).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    assert!(
        text.contains(">7</input>") && !text.contains(">5</input>"),
        "{text}"
    );
    assert!(text.contains("type=\"uchar\">200</input>"), "{text}");
}

#[test]
fn places_are_those_of_the_file_that_was_given() {
    let b = Bench::new();
    let text = format!("# 1 \"other.c\"\n# 77 \"other.c\" 2\n{BUG}");
    b.file("a.i", &text);
    let (line, all) = b.solve("a.i", "unreach-call", &["--data-model", "ILP32"]);
    assert_eq!(line, "result: false(unreach-call)", "{all}");
    assert!(all.contains("a.i:10:5"), "{all}");
    let witness = std::fs::read_to_string(b.dir.path().join("witness.yml")).unwrap();
    assert!(witness.contains("line: 10") && witness.contains("data_model: ILP32"));
    let out = b.run(&[
        "validate",
        "a.i",
        "--property",
        "unreach-call.prp",
        "--witness",
        "witness.yml",
        "--data-model",
        "ILP32",
    ]);
    assert_eq!(last(&out).0, "result: false(unreach-call)");
}

#[test]
fn a_task_has_one_line_for_each_property() {
    let b = Bench::new();
    b.file("a.c", BUG);
    b.file("t.yml", "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: false\n  - property_file: no-overflow.prp\n    expected_verdict: true\n  - property_file: no-data-race.prp\noptions:\n  language: C\n  data_model: ILP32\n");
    let out = b.run(&["solve", "t.yml", "--quiet", "--cpu-time", "30s"]);
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["result: false(unreach-call)", "result: true"]);
    assert!(lines[2].starts_with("result: unknown ("), "{text}");
    assert_eq!(out.status.code(), Some(1));
    let out = b.run(&["solve", "t.yml", "--json", "--property", "no-overflow.prp"]);
    let json: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(json["results"][0]["line"], "result: true");
    assert_eq!(json["data_model"], "ILP32");
}

#[test]
fn the_budget_is_held_and_a_signal_gives_an_answer() {
    let b = Bench::new();
    // No engine decides it: a hash has no preimage that is easy to find.
    b.file("hard.c", "extern unsigned __VERIFIER_nondet_uint(void);\nvoid reach_error(void) {}\nint main(void) {\n  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), h = 1;\n  for (unsigned i = 0; i < a; i++) { h = h * 1103515245u + b; h ^= h >> 7; h *= h | 1u; }\n  if (h == 0x12345678u && a > 5000000) reach_error();\n  return 0;\n}\n");
    let start = Instant::now();
    let (line, all) = last(&b.run(&[
        "solve",
        "hard.c",
        "--property",
        "unreach-call.prp",
        "--cpu-time",
        "4s",
    ]));
    assert!(line.starts_with("result: unknown ("), "{all}");
    // Wall time, on a machine with others; processor time is asserted below.
    assert!(start.elapsed() < Duration::from_secs(60));
    let out = b.run(&[
        "solve",
        "hard.c",
        "--property",
        "unreach-call.prp",
        "--cpu-time",
        "4s",
        "--json",
    ]);
    let json: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    let turns = json["results"][0]["turns"].as_array().unwrap();
    let cpu: f64 = turns
        .iter()
        .map(|t| t["cpu_seconds"].as_f64().unwrap())
        .sum();
    assert!(cpu < 6.0, "{json:#}");

    let child = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args([
            "solve",
            "hard.c",
            "--property",
            "unreach-call.prp",
            "--cpu-time",
            "60s",
        ])
        .current_dir(b.dir.path())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let pid = child.id().to_string();
    Command::new("kill").args(["-TERM", &pid]).status().unwrap();
    let start = Instant::now();
    let out = child.wait_with_output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(10));
    assert_eq!(last(&out).0, "result: unknown (interrupted)");
    assert_eq!(out.status.code(), Some(130));
}

#[test]
fn wrong_input_is_one_message() {
    let b = Bench::new();
    b.file("a.c", "int main(void) { return 0; }\n");
    b.file("bad.c", "int main(void) { return x; }\n");
    b.file("bad.prp", "CHECK( init(main()), LTL(G something) )\n");
    b.file(
        "goal.prp",
        "COVER( init(main()), FQL(COVER EDGES(@LINE)) )\n",
    );
    b.file("none.yml", "format_version: '2.0'\ninput_files: []\n");
    b.file(
        "pattern.yml",
        "format_version: '2.0'\ninput_files: 'z*.c'\n",
    );
    b.file(
        "java.yml",
        "format_version: '2.0'\ninput_files: 'a.c'\noptions:\n  language: Java\n",
    );
    b.file("model.yml", "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: unreach-call.prp\noptions:\n  language: C\n  data_model: LP64\n");
    let p = "unreach-call.prp";
    for (args, word) in [
        (vec!["solve", "a.c"], "no question"),
        (
            vec!["solve", "a.c", "--property", "bad.prp"],
            "`Gsomething` is not known",
        ),
        (
            vec!["solve", "a.c", "--property", "goal.prp"],
            "goal `@LINE` is not known",
        ),
        (
            vec!["solve", "a.c", "--property", "gone.prp"],
            "cannot read the property",
        ),
        (
            vec!["solve", "gone.c", "--property", p],
            "cannot read the program",
        ),
        (vec!["solve", "bad.c", "--property", p], "bad.c"),
        (vec!["solve", "bad.prp", "--property", p], "no C source"),
        (vec!["solve", "none.yml", "--property", p], "no input_files"),
        (
            vec!["solve", "pattern.yml", "--property", p],
            "no file fits",
        ),
        (vec!["solve", "java.yml", "--property", p], "Java"),
        (
            vec!["solve", "model.yml", "--", "-m32"],
            "-m32 is not the data model LP64",
        ),
        (
            vec!["solve", "model.yml", "--data-model", "ILP32"],
            "is not the task's",
        ),
        (
            vec!["validate", "a.c", "--property", p, "--witness", "gone.yml"],
            "cannot read the witness",
        ),
    ] {
        let out = b.run(&args);
        let err = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{args:?}: {err}");
        assert!(err.contains(word), "{args:?}: {err}");
        // The compiler's own message is quoted.
        let quoted = err.matches("error:").count() - 1;
        assert!(quoted == 0 || args[1] == "bad.c", "{args:?}: {err}");
    }
}

/// Three paths were followed, and two of them cover all sides.
#[test]
fn suites_are_reduced_to_what_is_needed() {
    let b = Bench::new();
    b.file(
        "a.c",
        "extern int __VERIFIER_nondet_int(void);\n\
         int main(void) {\n\
         \x20 int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), n = 0;\n\
         \x20 if (x > 5)\n    n++;\n\
         \x20 if (y > 7)\n    n++;\n\
         \x20 return n;\n}\n",
    );
    let (line, text) = b.solve("a.c", "coverage-branches", &[]);
    assert_eq!(line, "result: done");
    assert!(text.contains("suite: 2 tests"), "{text}");
    let zip = std::fs::read(b.dir.path().join("suite.zip")).unwrap();
    let names = |ending: &[u8]| zip.windows(ending.len()).filter(|w| w == &ending).count();
    // Each name stands in the archive and in its directory; the tests are not compressed.
    assert_eq!(names(b"</testcase>"), 2);
    assert_eq!(names(b"metadata.xml"), 2);
}
