//! Texts that are damaged, older, of another system, or made to hurt.

mod common;

use common::examples::EXAMPLES;
use common::{certificate, judge, refused};
use ep_judge::{check, evaluate, About, Refusal};
use std::time::Instant;

const SYSTEM: &str = "(system (vars x) (locs l) (start l)\n (trans t l (temps) (guard (> x 0)) (cost 1 1) (to l (x (- x 1)))))";

#[track_caller]
fn says(text: &str, line: usize, why: &str) {
    let before = Instant::now();
    let e = check(text, None).unwrap_err();
    assert!(e.why.contains(why), "{e}");
    assert_eq!(e.line, line, "{e}");
    assert!(before.elapsed().as_secs() < 60);
}

#[test]
fn damaged_texts_are_refused_with_their_line() {
    says("", 1, "missing");
    says("hello", 1, "no certificate");
    says("(everypath-certificate 2)\n", 1, "version");
    says("(everypath-certificate 0)\n", 1, "version");
    says("(everypath-certificate 1)\n)", 2, "closes nothing");
    says("(everypath-certificate 1)\n(system", 2, "cut off");
    says("(everypath-certificate 1)\n\"abc\n", 2, "quotes");
    says("(everypath-certificate 1)\n\0", 2, "control");
    let whole = certificate(SYSTEM, "(claim termination (assume) (derive)\n(rank (at l x) (strict t 0 (farkas) (farkas (1 g0)))))");
    assert!(check(&whole, None).is_ok());
    says(&whole.replace("x 0", "x 1"), 4, "hash");
    says(&whole.replace("(end)", ""), 5, "missing");
    says(&whole.replace("(end)", "(end) (end)"), 7, "too many");
    says(&whole.replace("x) (strict", "y) (strict"), 6, "`y`");
    says(&whole.replace("(1 g0)", "(1 g1)"), 6, "premise");
    says(&whole.replace("(1 g0)", "(1 g00)"), 6, "premise");
    says(&whole.replace("(1 g0)", "(-1 g0)"), 6, "multiplier below 0");
    says(&whole.replace("(1 g0)", "(1/0 g0)"), 6, "zero");
    says(&whole.replace("(1 g0)", "(0.5 g0)"), 6, "multiplier");
    says(&whole.replace("termination", "beauty"), 5, "kind of claim");
}

#[test]
fn every_prefix_is_refused() {
    for (_, system, claims) in EXAMPLES {
        let text = certificate(system, claims);
        let end = text.trim_end().len();
        for cut in (0..end).filter(|c| c % 7 == 0 || c + 20 > end) {
            assert!(check(&text[..cut], None).is_err(), "{}", &text[..cut]);
        }
    }
}

#[test]
fn depth_is_bounded() {
    says(&"(".repeat(1_000_000), 1, "deep");
    says(
        &format!("(everypath-certificate 1)\n{}", "(a ".repeat(199)),
        2,
        "cut off",
    );
    let deep = format!("{}x{}", "(+ ".repeat(150), ")".repeat(150));
    let claim = format!("(claim termination (assume) (derive) (rank (at l {deep}) (strict t 0 (farkas) (farkas (1 g0)))))");
    assert!(judge(SYSTEM, &claim).is_ok());
}

#[test]
fn numbers_and_powers_are_bounded() {
    let digits = "9".repeat(400_000);
    refused(&SYSTEM.replace("x 0", &format!("x {digits}")), "");
    assert!(judge(
        &SYSTEM.replace("x 0", &format!("x {}", &digits[..1000])),
        ""
    )
    .is_ok());
    refused(&SYSTEM.replace("x 0", "(^ x 65) 0"), "");
    refused(&SYSTEM.replace("x 0", "(^ (* x x x x) 17) 0"), "");
    refused(&SYSTEM.replace("(- x 1)", "(^ (+ x 1) x)"), "");
    // Squares of squares: 2^60 digits if it were computed.
    let squares = SYSTEM.replace("(- x 1)", "(* x x)");
    let e = refused(&squares, "(claim nontermination (start (x 3)) (stem (times 60 (step t 0)))\n (set s l (aux) (where (>= x 1)) (point) (path (round t 0 () (farkas (1 s0)))) (next s) (proofs (by (mul p s0 s0) (farkas (1 p) (2 s0))))))");
    assert!(e.why.contains("bits"), "{e}");
    let e = refused(SYSTEM, "(claim nontermination (start (x 3)) (stem (times 99999999999 (times 99999999999 (times 0 (step t 0))))))");
    assert!(e.why.contains("work") || e.why.contains("firings"), "{e}");
}

#[test]
fn work_is_bounded() {
    let before = Instant::now();
    // A product of sums that has 3^n terms.
    let vars: Vec<String> = (0..40).map(|i| format!("v{i}")).collect();
    let system = SYSTEM.replace("(vars x)", &format!("(vars x {})", vars.join(" ")));
    let sums: Vec<String> = vars.iter().map(|v| format!("(+ 1 {v} x)")).collect();
    let claim = format!(
        "(claim termination (assume) (derive) (rank (at l (* {}))))",
        sums.join(" ")
    );
    let e = refused(&system, &claim);
    assert!(e.why.contains("terms") || e.why.contains("work"), "{e}");
    assert!(before.elapsed().as_secs() < 120, "{:?}", before.elapsed());
}

#[test]
fn facts_only_look_up() {
    let e = refused(SYSTEM, "(claim upper (assume) (derive) (bound 5)\n (value a start x _ (linear 0 (1 a)))\n (total))");
    assert!(e.why.contains("so far") && e.line == 6, "{e}");
    let e = refused(SYSTEM, "(claim upper (assume) (derive) (bound 5)\n (rank c 5 1 (at l x) (strict t 1 (farkas) (farkas (1 g0)) (farkas)) (entry v c))\n (total (use 1 c)))");
    assert!(e.why.contains("so far"), "{e}");
}

#[test]
fn a_chain_of_nested_facts_ends_in_a_refusal() {
    let mut claim = String::from(
        "(claim upper (assume) (derive) (bound 5)\n(value f0 start x x (invariant (farkas)))\n",
    );
    for i in 1..300 {
        // Each stands inside the next one.
        claim += &format!("(value f{i} start (- x {i}) (max (min x {i}) (min {i} (max x -{i})) 0) (linear -{i} (1 f0)))\n");
    }
    let e = refused(SYSTEM, &format!("{claim} (total))"));
    assert!(e.why.contains("not seen"), "{e}");
}

#[test]
fn bounds_are_evaluated_exactly() {
    let at = |e: &str, x: i64| evaluate(e, &[("x".into(), x.into())]).map(|v| v.to_string());
    assert_eq!(at("(+ 1 (max 0 x))", -7).unwrap(), "1");
    assert_eq!(at("(div x 2)", -7).unwrap(), "-4");
    assert_eq!(at("(bits x)", 8).unwrap(), "4");
    assert_eq!(at("(bits x)", 0).unwrap(), "0");
    assert_eq!(at("(min x (* x x))", -3).unwrap(), "-3");
    assert_eq!(
        at("(pow 10 x)", 30).unwrap(),
        format!("1{}", "0".repeat(30))
    );
    assert_eq!(at("(pow 2 x)", -3).unwrap(), "1");
    let large: Refusal = at("(pow 2 (pow 2 (pow 2 x)))", 40).unwrap_err();
    assert!(large.why.contains("large"));
    assert!(at("y", 1).is_err() && at("(div x 0)", 1).is_err());
}

const FILE: &str = "(GOAL COMPLEXITY)\n(STARTTERM (FUNCTIONSYMBOLS l))\n(VAR x)\n(RULES\n l(x) -> Com_1(l(x - 1)) :|: x > 0\n)\n";

#[test]
fn a_certificate_is_compared_with_its_file() {
    let good = certificate(SYSTEM, "");
    assert!(check(&good, Some(FILE)).unwrap().compared);
    let same = [
        ("x > 0", "0 < x"),
        ("x > 0", "2*x >= 1"),
        ("x > 0", "!(x <= 0) && TRUE"),
        ("x > 0", "x > 0 && x > 0"),
        ("Com_1(l(x - 1))", "l(-1 + x)"),
        (":|: x > 0", "[ (x + 0) >= 1 ]"),
        ("x > 0", "x > 0 || 1 > 2"),
        (
            "l(x) -> Com_1(l(x - 1)) :|: x > 0",
            "l(y) -{1,1}> Com_1(l(y - 1)) :|: y > 0",
        ),
    ];
    for (from, to) in same {
        let e = check(&good, Some(&FILE.replace(from, to)));
        assert!(e.is_ok(), "{to}: {e:?}");
    }
    let other = [
        ("x > 0", "x >= 0"),
        ("x > 0", "x > 0 || x < 0"),
        ("x - 1", "x - 2"),
        ("x - 1", "y - 1"),
        ("l(x) ->", "l(x) -{2}>"),
        ("l(x) ->", "l(x) -{0,1}>"),
        ("SYMBOLS l", "SYMBOLS m"),
        ("l(x)", "l(x, y)"),
        ("\n)\n", "\n l(x) -> Com_1(m(x))\n)\n"),
        ("Com_1(l(x - 1))", "Com_2(l(x - 1), l(x - 1))"),
        ("l(x) -> Com_1(l(x - 1)) :|: x > 0", ""),
    ];
    for (from, to) in other {
        let e = check(&good, Some(&FILE.replace(from, to))).unwrap_err();
        assert!(e.why.contains("another system"), "{to}: {e}");
        assert_eq!(e.about, About::Certificate);
    }
    let bad = [
        ("(STARTTERM (FUNCTIONSYMBOLS l))", ""),
        ("x > 0", "x >"),
        ("x > 0", "x ^ y > 0"),
        ("x > 0", "x ? 0"),
        ("\n)\n", ""),
        ("Com_1", "Com_2"),
    ];
    for (from, to) in bad {
        let e = check(&good, Some(&FILE.replace(from, to))).unwrap_err();
        assert_eq!(e.about, About::File, "{to}: {e}");
    }
    let deep = FILE.replace(
        "x > 0",
        &format!("{}x{} > 0", "(".repeat(5000), ")".repeat(5000)),
    );
    assert!(check(&good, Some(&deep)).unwrap_err().why.contains("deep"));
}

#[test]
fn temporaries_may_have_other_names() {
    let system = "(system (vars x) (locs l) (start l)\n (trans t l (temps a b) (guard (>= a b) (= b (* 2 x))) (cost 1 1) (to l (x (- a b)))))";
    let cert = certificate(system, "");
    let good = "(STARTTERM (FUNCTIONSYMBOLS l)) (RULES l(q) -> l(c - d) :|: 2*q = d && d <= c)";
    assert!(check(&cert, Some(good)).is_ok());
    let turned = "(STARTTERM (FUNCTIONSYMBOLS l)) (RULES l(q) -> l(c - d) :|: 2*q = c && d <= c)";
    assert!(check(&cert, Some(turned)).is_err());
}
