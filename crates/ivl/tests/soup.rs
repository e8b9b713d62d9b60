//! No text makes the front end panic: random tokens, and real files with
//! pieces cut out, doubled and swapped.

mod support;

use proptest::prelude::*;
use support::check;

const WORDS: &[&str] = &[
    "method",
    "function",
    "predicate",
    "domain",
    "adt",
    "field",
    "define",
    "import",
    "axiom",
    "requires",
    "ensures",
    "invariant",
    "decreases",
    "returns",
    "unique",
    "interpretation",
    "var",
    "if",
    "else",
    "elseif",
    "while",
    "fold",
    "unfold",
    "inhale",
    "exhale",
    "assert",
    "assume",
    "refute",
    "goto",
    "label",
    "package",
    "apply",
    "new",
    "unfolding",
    "in",
    "old",
    "lhs",
    "let",
    "forall",
    "exists",
    "forperm",
    "acc",
    "wildcard",
    "write",
    "none",
    "epsilon",
    "perm",
    "true",
    "false",
    "null",
    "result",
    "Int",
    "Bool",
    "Ref",
    "Perm",
    "Seq",
    "Set",
    "Multiset",
    "Map",
    "union",
    "setminus",
    "subset",
    "x",
    "y",
    "f",
    "g",
    "P",
    "T",
    "m",
    "use",
    "join",
    "using",
    "untouched",
    "0",
    "1",
    "99999999999999999999999",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ",",
    ";",
    ":",
    "::",
    ":=",
    ".",
    "..",
    "@",
    "#",
    "+",
    "++",
    "-",
    "*",
    "/",
    "\\",
    "%",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "!",
    "&&",
    "||",
    "|",
    "==>",
    "<==>",
    "?",
    "--*",
    "\"",
    "\"a\"",
    "<a.vpr>",
    "//",
    "/*",
    "*/",
    "\n",
    "\u{e9}",
    "\u{0}",
    "'",
    "`",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn random_tokens(words in prop::collection::vec(0..WORDS.len(), 0..120)) {
        let text: Vec<&str> = words.iter().map(|&w| WORDS[w]).collect();
        check(&text.join(" "));
    }

    #[test]
    fn random_bytes(text in "\\PC{0,80}") {
        check(&text);
    }

    #[test]
    fn a_file_with_pieces_moved(cuts in prop::collection::vec((0.0..1.0f64, 0.0..0.05f64, 0u8..3), 1..6)) {
        let mut text = include_str!("everything.vpr").to_owned();
        for (at, length, what) in cuts {
            let from = (at * text.len() as f64) as usize;
            let to = (from + (length * text.len() as f64) as usize).min(text.len());
            let piece = text[from..to].to_owned();
            match what {
                0 => text.replace_range(from..to, ""),
                1 => text.insert_str(from, &piece),
                _ => {
                    text.replace_range(from..to, "");
                    let half = text.len() / 2;
                    text.insert_str(half, &piece);
                }
            }
        }
        check(&text);
    }
}

#[test]
fn nesting_is_limited_and_macros_do_not_explode() {
    for open in [
        "(",
        "!",
        "-",
        "[",
        "|",
        "Seq(",
        "old(",
        "{",
        "let x == (",
        "a ? ",
    ] {
        let text = format!("method m() {{ assert {} }}", open.repeat(20_000));
        let (_, problems) = check(&text);
        assert!(!problems.is_empty(), "{open}");
    }
    let mut bomb = String::from("define a0 1\n");
    for n in 1..40 {
        bomb.push_str(&format!("define a{n} a{} + a{}\n", n - 1, n - 1));
    }
    bomb.push_str("method m() { assert a39 == 0 }\n");
    let (_, problems) = check(&bomb);
    assert!(
        support::errors(&problems)[0].contains("macros expand"),
        "{problems:?}"
    );
}
