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

/// Each rule for calls, with one thing that it must ask for left out.
#[test]
fn what_calls_leave_out_is_refused() {
    let changes: &[(&str, &[(&str, &str)])] = &[
        (
            "calls that share, and their leaves",
            &[
                // The root is an arrival, and so is each call.
                ("(+ 1 (* 2 (max 0 n)))", "(* 2 (max 0 n))"),
                ("(by (split 1) s)", ""),
                ("(by (split 1) s)", "(by (split 0) s)"),
                ("(by (split 1) s)", "(by split s)"),
                // The firing alone, one call, the other, both.
                (
                    "(up (farkas (1 g0))) (up (farkas (1 g2)))",
                    "(up (farkas (1 g2)))",
                ),
                ("(up (farkas (1 g0)))", "(zero (farkas (1 g0)))"),
                ("(up (farkas)))\n", "(up (farkas (1 p0))))\n"),
                ("(at f n)", "(at f (- n 1))"),
                ("(firing split 1", "(firing split 2"),
                ("(entry v)", ""),
                ("(share s (max 0 n)", "(share s n"),
                (
                    "(bound (+ 2 (* 5 (max 0 n))))",
                    "(bound (+ 1 (* 5 (max 0 n))))",
                ),
                ("(use 2 a)", "(use 1 a)"),
            ],
        ),
        (
            "calls that branch",
            &[
                ("(branch b (pow 2 n)", "(branch b (max 0 n)"),
                ("(at f n) (inside down", "(at f (- n 1)) (inside down"),
                (
                    "(strict two (farkas) (farkas) (farkas (1 g0)))",
                    "(strict two (farkas) (farkas (1 g0)))",
                ),
                (
                    "(strict two (farkas) (farkas) (farkas (1 g0)))",
                    "(inside two (farkas) (farkas))",
                ),
                ("(inside down (farkas))", ""),
                // A path follows one arm, and the other one is an entry.
                ("(entry x b) (entry y b)", "(entry x b)"),
                (
                    "(strict down 1 (farkas) (farkas (1 g0)) (farkas))\n    (entry w one) (entry x b) (entry y b))",
                    "(inside (two 0) (farkas)) (inside (two 1) (farkas)) (strict down 1 (farkas) (farkas (1 g0)) (farkas)) (entry w one))",
                ),
                ("(entry x b) (entry y b)", "(entry x one) (entry y b)"),
                (
                    "(rank d _ 0 (at f n) ",
                    "(rank d _ 0 (at f n) (inside (two 0) (farkas)) (inside (two 1) (farkas)) ",
                ),
                ("(edge (two 1) (keep (farkas))) ", ""),
                ("(value x (two 0) n n", "(value x two n n"),
                ("(arrive one 1 m)", "(arrive one 0 m)"),
                ("(arrive one 1 m)", "(once one 1 go)"),
            ],
        ),
        (
            "two ends",
            &[
                ("(max 0 x) (max 0 y)", "(max 0 x) 5"),
                ("(max 0 x) (max 0 y)", "(max 0 x) (max 0 (- y 1))"),
                ("(least both _ left right)", "(least both _ left)"),
                ("(least both _ left right)", "(least both _ first right)"),
                ("(least both _ left right)", "(least both _ x1 right)"),
                ("(least both _ left right)", "(least both _)"),
                // The weights are the least of both.
                ("(use 2 both)", "(use 1 both)"),
            ],
        ),
    ];
    changed_are_refused(changes);
}

/// Examples by name, each with what is replaced by what.
type Changes<'a> = &'a [(&'a str, &'a [(&'a str, &'a str)])];

fn changed_are_refused(changes: Changes) {
    for (name, list) in changes {
        let found = EXAMPLES.iter().find(|e| e.0 == *name);
        let (_, system, claims) = found.expect("an example");
        assert!(judge(system, claims).is_ok(), "{name}");
        for (old, new) in *list {
            assert!(claims.contains(old), "{name} has no {old}");
            let changed = claims.replacen(old, new, 1);
            assert!(judge(system, &changed).is_err(), "{name}: {new} for {old}");
        }
    }
}

/// Size change: all steps of a component count, and what they do one after another.
#[test]
fn what_hands_on_nothing_that_falls_is_refused() {
    let system = "(system (vars x y z) (locs l) (start l)
 (trans t1 l (temps) (guard (> x 0)) (cost 1 1) (to l (x y) (y z) (z (- x 1))))
 (trans t2 l (temps) (guard (> x 0)) (cost 1 1) (to l (x y) (y z) (z x))))";
    let claim = |graphs: &str| {
        format!("(claim termination (assume) (derive) (size-change (at l x y z) {graphs}))")
    };
    // From place to place, and less once on the way round.
    let round = |t: &str, last: &str| {
        format!("(graph {t} 0 (keep 1 0 (farkas)) (keep 2 1 (farkas)) ({last}))")
    };
    let falls = round("t1", "less 0 2 (farkas) (farkas (1 g0))");
    let stays = round("t2", "keep 0 2 (farkas)");
    // Without the second step it ends.
    let alone = format!("{})", system.split("\n (trans t2").next().unwrap_or(""));
    judge(&alone, &claim(&falls)).unwrap();
    assert!(judge(system, &claim(&falls)).is_err(), "t2 has no graph");
    // Three rounds of the second are its own square, and nothing fell.
    let e = judge(system, &claim(&format!("{falls} {stays}"))).unwrap_err();
    assert!(e.why.contains("no value falls"), "{e}");

    // Each step gives the other what it takes.
    let system = "(system (vars x y) (locs l) (start l)
 (trans t1 l (temps) (guard (> x 0)) (cost 1 1) (to l (x (- x 1)) (y (+ y 1))))
 (trans t2 l (temps) (guard (> y 0)) (cost 1 1) (to l (x (+ x 1)) (y (- y 1)))))";
    let claim = "(claim termination (assume) (derive)
 (size-change (at l x) (graph t1 0 (less 0 0 (farkas) (farkas (1 g0)))))
 (rank (at l y) (strict t2 0 (farkas) (farkas (1 g0)))))";
    let e = judge(system, claim).unwrap_err();
    assert!(e.why.contains("has no graph"), "{e}");
}

/// Where the greatest term may be 0 the loop may have no end: from 0 it has none.
#[test]
fn a_greatest_term_of_zero_is_refused() {
    let bases = EXAMPLES.iter().find(|e| e.0 == "bases");
    let (_, system, claims) = bases.expect("an example");
    let may_be_zero = system.replace("(< x y) (> x 0)", "(< x y) (>= x 0)");
    assert_ne!(*system, may_be_zero);
    judge(system, claims).unwrap();
    assert!(judge(&may_be_zero, claims).is_err());
}

/// Termination by closed forms or by counts: what else may be taken in between, what
/// is not counted, and what is no count are all looked at.
#[test]
fn what_is_not_alone_and_what_is_not_counted_is_refused() {
    let alone = "(rank (at g n) (strict t2 0 (farkas) (farkas (1 g0))) (weak t1 0 (farkas)))";
    changed_are_refused(&[
        (
            "bases, left alone",
            &[
                // The second loop sets back what the first one does.
                (alone, ""),
                ("(form x (3 0 x))", "(form x (4 0 x))"),
                ("(form y (2 0 y))", ""),
                ("(loop t1 0 2 (farkas (1 g1)))", ""),
                ("(loop t1 0 2 (farkas (1 g1)))", "(loop t1 0 2 (farkas))"),
                (
                    "(loop t1 0 2 (farkas (1 g1)))",
                    "(loop t1 0 1 (farkas (1 g1)))",
                ),
                ("(farkas (1 g1))))", "(farkas (1 g1))) (entry t0))"),
                ("(closed g", "(closed f"),
            ],
        ),
        (
            "the greatest of two",
            &[
                // Below one that is not above it, or below none.
                ("(strict t2 (1 (farkas))", "(strict t2 (0 (farkas))"),
                (
                    "(strict t2 (1 (farkas)) (0 (farkas))",
                    "(strict t2 (1 (farkas)) (1 (farkas))",
                ),
                (
                    "(strict t1 (0 (farkas)) (0 (farkas))",
                    "(strict t1 (0 (farkas))",
                ),
                // Not seen to be at least 1.
                ("(0 (farkas (2 g0))))", "(0 (farkas)))"),
                ("(0 (farkas (2 g0))))", "(1 (farkas (2 g0))))"),
                ("(0 (farkas (2 g0))))", "(2 (farkas (2 g0))))"),
                (" (0 (farkas (2 g0))))", ")"),
                // More proofs than an inner one has; a step that leads in; one that is
                // not counted.
                ("(strict t2 ", "(inside t2 "),
                (
                    "(strict t2 (1 (farkas)) (0 (farkas)) (0 (farkas (2 g0))))",
                    "",
                ),
                (
                    "(strict t2 (1 (farkas)) (0 (farkas)) (0 (farkas (2 g0))))",
                    "(inside t2 (1 (farkas)) (0 (farkas)))",
                ),
                // What they are at the start.
                ("(entry (a b))", "(entry (a))"),
                ("(entry (a b))", "(entry (b a))"),
                ("(entry (a b))", ""),
                (
                    "(at l (- (* 2 x) 1) (- (* 2 y) 4))",
                    "(at l (- (* 2 x) 1) (- (* 2 y) 5))",
                ),
                (
                    "(bound (max 0 (- (* 2 x) 1) (- (* 2 y) 4)))",
                    "(bound (max 0 (- (* 2 x) 1)))",
                ),
            ],
        ),
        (
            "a sum of its own",
            &[
                // Not the atom in round 0, or not kept.
                ("(1 0 -1)", "(1 0 -2)"),
                ("(1 0 -1) (2", "(1 0 0) (2"),
                ("(2 0 (+ x y))", "(3 0 (+ x y))"),
                ("(2 0 (+ x y))", "(2 0 (+ x y)) (2 1 1)"),
                ("(4 0 (- z))", "(2 0 (- z))"),
                ("(4 0 (- z))", "(4 0 (- z)) (1 1 x)"),
                // One loop has no sum, and its variables have no forms.
                (
                    "(loop t2 0 1 (sum (1 0 -1) (2 0 (+ x y)) (4 0 (- z)))",
                    "(loop t2 0 1",
                ),
                // Not for whichever of them fires first.
                ("(farkas (1 g1)) (farkas (1 g1)))", "(farkas (1 g1)))"),
                (
                    "(farkas (1 g1)) (farkas (1 g1)))",
                    "(farkas (1 g1)) (farkas (1 g0)))",
                ),
                ("(entry t0 (c b) (c b) first)", "(entry t0 (c b) (c) first)"),
                ("(entry t0 (c b) (c b) first)", "(entry t0 (c b) first)"),
            ],
        ),
        (
            "a base below 0",
            &[
                // The power has either sign.
                ("(entry t0 (b e c) first)", "(entry t0 (b c) first)"),
                ("(entry t0 (b e c) first)", "(entry t0 (e c) first)"),
                ("(loop t1 0 2", "(loop t1 0 1"),
                ("(form x (-2 0 x))", "(form x (2 0 x))"),
            ],
        ),
        (
            "bases, counted",
            &[
                ("(finite loop)", "(finite first)"),
                ("(finite loop)", "(finite b)"),
                ("(finite loop)", "(finite)"),
                ("(finite loop)", ""),
                ("(finite loop)", "(total (use 1 loop))"),
                ("(finite loop)", "(finite loop) (finite loop)"),
                ("(entry t0 (c b) first)", ""),
                ("(value b t0 y _ (before (farkas) a))", ""),
            ],
        ),
    ]);
    // A base below 0 that is as large as the greatest one, or larger.
    let (_, system, claims) = (EXAMPLES.iter().find(|e| e.0 == "a base below 0")).unwrap();
    for base in ["-3", "-4"] {
        let faster = system.replace("(* -2 x)", &format!("(* {base} x)"));
        let told = claims.replace("(-2 0 x)", &format!("({base} 0 x)"));
        let e = judge(&faster, &told).unwrap_err();
        assert!(e.why.contains("no greatest one"), "{e}");
    }
    // One of the loops does not keep the sum of the others.
    let (_, system, claims) = (EXAMPLES.iter().find(|e| e.0 == "a sum of its own")).unwrap();
    for (from, to) in [
        ("(y (- (* 2 y) 1))", "(y (* 2 y))"),
        (
            "(to g (x (* 2 x)) (y",
            "(to g (x (* 2 x)) (y (+ z (* 2 y))) (z",
        ),
        (
            "(temps) (guard (< z (+ x y)) (> z 0)) (cost 1 1) (to g (x (* 2 x))",
            "(temps u) (guard (< z (+ x y)) (> z 0)) (cost 1 1) (to g (x (+ u (* 2 x)))",
        ),
    ] {
        let other = system.replace(from, to);
        let other = other.replace("(z (* 2 y)) (z (* 4 z))", "(z (* 4 z))");
        assert_ne!(*system, other);
        let e = judge(&other, claims).unwrap_err();
        assert!(e.why.contains("does not keep this sum"), "{e}");
    }
    // A loop in another place of the same component is none of the loops.
    let system = "(system (vars x y) (locs g h) (start g)
 (trans t1 g (temps) (guard (< x y) (> x 0)) (cost 1 1) (to g (x (* 3 x)) (y (* 2 y))))
 (trans t2 g (temps) (guard) (cost 1 1) (to h))
 (trans t3 h (temps) (guard) (cost 1 1) (to g (x 1))))";
    let claim = "(claim termination (assume) (derive)
 (closed g (form x (3 0 x)) (form y (2 0 y)) (loop t1 0 2 (farkas (1 g1)))))";
    let e = judge(system, claim).unwrap_err();
    assert!(e.why.contains("none of the loops"), "{e}");
    // What fires with weight 0 is not counted.
    let system = "(system (vars x) (locs g) (start g)
 (trans t1 g (temps) (guard (> x 0)) (cost 1 1) (to g (x (- x 1))))
 (trans t2 g (temps) (guard) (cost 1 1) (to g)))";
    let claim = |w: u32| {
        format!(
            "(claim termination (assume) (derive) (counted
 (value a start x x (invariant (farkas)))
 (rank r _ 0 (at g x) (strict t1 1 (farkas) (farkas (1 g0)) (farkas)) (strict t2 {w} (farkas) (farkas) (farkas)) (entry a))
 (finite r)))"
        )
    };
    assert!(judge(system, &claim(0)).is_err());
    assert!(judge(system, &claim(1)).is_err());
    let inside = claim(0).replace(
        "(strict t2 0 (farkas) (farkas) (farkas))",
        "(inside t2 (farkas))",
    );
    let e = judge(system, &inside).unwrap_err();
    assert!(e.why.contains("`t2` is taken finitely often"), "{e}");
    let alone = system.replace("\n (trans t2 g (temps) (guard) (cost 1 1) (to g))", "");
    let inside = inside.replace("(inside t2 (farkas))", "");
    judge(&alone, &inside).unwrap();
}

/// Transition invariants: each edge, and each relation with each edge, must lead to a
/// relation between the right places, and each must fall.
#[test]
fn what_a_union_leaves_out_is_refused() {
    changed_are_refused(&[(
        "one of two relations",
        &[
            (
                "(edge t1 0 odd (farkas (1 g0)) (farkas (1 g1)) (farkas) (farkas))",
                "",
            ),
            (
                "(after odd t1 0 later (farkas (1 r0)) (farkas (1 r1)) (farkas (-1 r2) (-1 r3)))",
                "",
            ),
            (
                "(after later t1 0 later (farkas (1 r0)) (farkas (1 r1)) (farkas (1 r2)))",
                "",
            ),
            ("(after later", "(after odd"),
            (
                "t1 0 later (farkas (1 r0)) (farkas (1 r1)) (farkas (1 r2))",
                "t1 0 odd (farkas (1 r0)) (farkas (1 r1)) (farkas (1 r2))",
            ),
            (
                "t1 0 later (farkas (1 r0)) (farkas (1 r1)) (farkas (1 r2))",
                "t1 0 (never (farkas (1 r0)))",
            ),
            (
                "t1 0 later (farkas (1 r0)) (farkas (1 r1)) (farkas (1 r2))",
                "t1 0 later (farkas (1 r0)) (farkas (1 r1)) (farkas (1 r2) (1 g0))",
            ),
            ("(falls (+ x y) (farkas (1 r2)) (farkas (1 r0) (1 r1)))", ""),
            (
                "(falls (+ x y) (farkas (1 r2)) (farkas (1 r0) (1 r1)))",
                "(falls (+ x y) (farkas (1 r2)) (farkas (1 r0)))",
            ),
            ("(falls (+ x y) (farkas (1 r2))", "(falls y (farkas (1 r2))"),
            (
                "(falls (+ x y) (farkas (1 r2)) (farkas (1 r0) (1 r1)))",
                "(falls 0 (farkas (1 r2)) (farkas))",
            ),
            ("(- (+ x0 y0) 2)", "(- (+ x0 y0) 3)"),
            ("(- (+ x0 y0) 2)", "(+ x0 y0)"),
            ("(= x y0)", "(= x x0)"),
            // The first values have names of their own.
            ("(old (x0 x) (y0 y))", "(old (x x) (y0 y))"),
            ("(old (x0 x) (y0 y))", "(old (x0 x) (x0 y))"),
            ("(old (x0 x) (y0 y))", "(old (x0 x) (y0 x))"),
            ("(old (x0 x) (y0 y))", "(old (x0 x))"),
            ("(relation later l l", "(relation odd l l"),
        ],
    )]);
    // A second step that is in no relation, alone or after one.
    let (_, system, claim) = EXAMPLES
        .iter()
        .find(|e| e.0 == "one of two relations")
        .expect("an example");
    let more = format!(
        "{}\n (trans t2 l (temps) (guard) (cost 1 1) (to l (x (+ x 1)))))",
        system.trim_end_matches(')').to_string() + "))))"
    );
    let e = judge(&more, claim).unwrap_err();
    assert!(e.why.contains("`t2` is in no relation"), "{e}");
    // A step over another place may not be forgotten, and a relation between
    // places need not fall.
    let two = "(system (vars x) (locs l m) (start l)
 (trans t1 l (temps) (guard (> x 0)) (cost 1 1) (to m (x (- x 1))))
 (trans t2 m (temps) (guard) (cost 1 1) (to l)))";
    let claim = "(claim termination (assume) (derive)
 (transition-invariant (old (x0 x))
  (relation lm l m ((>= x0 1) (<= x (- x0 1))))
  (relation ml m l ((<= x x0)))
  (relation ll l l ((>= x0 1) (<= x (- x0 1))) (falls x (farkas (1 r1)) (farkas (1 r0))))
  (relation mm m m ((>= x0 1) (<= x (- x0 1))) (falls x (farkas (1 r1)) (farkas (1 r0))))
  (edge t1 0 lm (farkas (1 g0)) (farkas))
  (edge t2 0 ml (farkas))
  (after lm t2 0 ll (farkas (1 r0)) (farkas (1 r1)))
  (after ml t1 0 mm (farkas (1 g0) (1 r0)) (farkas (1 r0)))
  (after ll t1 0 lm (farkas (1 r0)) (farkas (1 r1)))
  (after mm t2 0 ml (farkas (1 r1)))))";
    judge(two, claim).unwrap();
    for (old, new) in [
        (
            "(after mm t2 0 ml (farkas (1 r1)))",
            "(after mm t2 0 ll (farkas (1 r0)) (farkas (1 r1)))",
        ),
        (
            "(edge t2 0 ml (farkas))",
            "(edge t2 0 lm (farkas) (farkas))",
        ),
        (
            " (falls x (farkas (1 r1)) (farkas (1 r0))))\n  (relation mm",
            ")\n  (relation mm",
        ),
        ("(after mm t2 0 ml (farkas (1 r1)))", ""),
    ] {
        assert!(claim.contains(old), "{old}");
        assert!(judge(two, &claim.replacen(old, new, 1)).is_err(), "{new}");
    }
}

/// Closed forms, circles and caps: a form that is not the loop's, a greatest term
/// that is none, a sum of coefficients over the factor, a bound one too small.
#[test]
fn wrong_forms_and_circles_are_refused() {
    changed_are_refused(&[
        (
            "bases",
            &[
                ("(form x (3 0 x))", "(form x (4 0 x))"),
                ("(form x (3 0 x))", "(form x (3 0 (+ x 1)))"),
                ("(form x (3 0 x))", "(form x (3 0 y))"),
                ("(form x (3 0 x))", "(form x (3 1 x))"),
                ("(form y (2 0 y))", ""),
                ("(form y (2 0 y))", "(form y (2 0 y) (0 0 y))"),
                // 3 is not twice 2, and the other atom has no end.
                (
                    "(loop t1 0 2 (farkas (1 g1)))",
                    "(loop t1 0 1 (farkas (1 g1)))",
                ),
                (
                    "(loop t1 0 2 (farkas (1 g1)))",
                    "(loop t1 1 2 (farkas (1 g1)))",
                ),
                ("(loop t1 0 2 (farkas (1 g1)))", "(loop t1 0 2)"),
                ("(loop t1 0 2 (farkas (1 g1)))", "(loop t1 0 2 (farkas))"),
                (
                    "(loop t1 0 2 (farkas (1 g1)))",
                    "(loop t0 0 2 (farkas (1 g0)))",
                ),
                ("(entry t0 (c b) first)", "(entry t0 (b c) first)"),
                ("(entry t0 (c b) first)", "(entry t0 (c) first)"),
                ("(entry t0 (c b) first)", "(entry t0 (c b))"),
                ("(entry t0 (c b) first)", ""),
                ("(bits (max 0 y))", "(bits (max 0 (- y 1)))"),
                ("(* 2 (bits", "(* 1 (bits"),
            ],
        ),
        (
            "powers of the round",
            &[
                ("(bound (+ 2", "(bound (+ 1"),
                ("(1 1 (* z z))", "(1 1 z)"),
                ("(1 0 x) (1 1 (* z z))", "(1 0 x)"),
                ("(mul m g2 g2)", "(mul m g2 g1)"),
                ("(entry t0 (b) first)", "(entry t0 () first)"),
            ],
        ),
        (
            "a sum of two",
            &[
                ("(joint 2 1", "(joint 1 1"),
                ("(joint 2 1", "(joint 2 0"),
                ("(part (1 1) 0", "(part (0 1) 0"),
                ("(part (0 1) 0", "(part (0 -1) 0"),
                ("(entry (x0 y0))", "(entry (x0))"),
                ("(entry (x0 y0))", ""),
                ("(edge t1 loop", "(edge t1 _"),
                (" (part (1 1) 0 (farkas) ())", ""),
                (
                    "(max 1 (pow 2 (max 0 n)))",
                    "(max 1 (pow 2 (max 0 (- n 1))))",
                ),
            ],
        ),
        (
            "change places",
            &[
                ("(part (0 1) 3 (farkas) ())", "(part (0 1) 2 (farkas) ())"),
                ("(edge t1 loop", "(edge t1 _"),
                ("(* 3 (max 0 n))", "(* 2 (max 0 n))"),
                ("(part (1) 0", "(part (0 0 1) 0"),
            ],
        ),
        (
            "capped",
            &[
                ("(cap loop 3 3", "(cap loop 3 2"),
                ("(cap loop 3 3", "(cap loop 2 3"),
                ("(at g (- 4 x))", "(at g (- 3 x))"),
                ("(at g (- 4 x))", "(at g x)"),
                ("(entry t0 first)", ""),
                ("(entry t0 first)", "(entry t0)"),
                ("(strict t1", "(inside t1"),
            ],
        ),
    ]);
}

/// What stands on the wrong side of 0 proves nothing: a value that grows is not
/// kept, and the second half of a split is not the first one.
#[test]
fn wrong_sides_are_refused() {
    let system = "(system (vars i x) (locs a) (start a)
 (trans up a (temps) (guard (> i 0)) (cost 0 x) (to a (i (- i 1)) (x (+ x 1)))))";
    let claim = |edge: &str, value: &str| {
        format!(
            "(claim upper (assume) (derive) (bound (* (max 0 i) (max 0 x {value})))
 (value i0 start i i (invariant (farkas)))
 (value x0 start x x (invariant (farkas)))
 (rank ups (max 0 i) 0 (at a i) (strict up 1 (farkas) (farkas (1 g0)) (farkas)) (entry i0))
 (value x1 up x {value} (sum (at a x) (entry x0) (edge up {edge})))
 (total (charge up ups x (farkas) (x0 x1))))"
        )
    };
    let grows = claim("(grow 1 (farkas) () ups)", "(+ x (max 0 i))");
    judge(system, &grows).unwrap();
    assert!(judge(system, &claim("(keep (farkas))", "x")).is_err());
    assert!(judge(system, &claim("(grow 0 (farkas) () ups)", "x")).is_err());

    // At 0 there is one more firing: what is added to the function counts.
    let system = "(system (vars x) (locs l) (start l)
 (trans t l (temps) (guard (>= x 0)) (cost 1 1) (to l (x (- x 1)))))";
    let claim = |bound: &str| {
        format!(
            "(claim upper (assume) (derive) (bound {bound})
 (value v start x x (invariant (farkas)))
 (rank r {bound} 1 (at l x) (strict t 1 (farkas) (farkas (1 g0)) (farkas)) (entry v))
 (total (use 1 r)))"
        )
    };
    judge(system, &claim("(max 0 (+ x 1))")).unwrap();
    assert!(judge(system, &claim("(max 0 x)")).is_err());

    let system = "(system (vars x) (locs l) (start l)
 (trans t l (temps) (guard) (cost 1 1) (to l (x (- x 1)))))";
    let claim = |other: &str| {
        format!(
            "(claim termination (assume) (derive (split t (>= x 0) a b))
 (rank (at l x) (strict a 0 (farkas) (farkas (1 g0))) ({other})))"
        )
    };
    for other in ["strict b 0 (farkas) (farkas (1 g0))", "weak b 0 (farkas)"] {
        assert!(judge(system, &claim(other)).is_err(), "{other}");
    }
}

#[test]
fn a_lower_cost_above_the_upper_one_is_refused() {
    let costs = |c: &str| SYSTEM.replace("(cost 1 1)", &format!("(cost {c})"));
    for bad in ["5 2", "(+ x 1) x", "1 -1"] {
        let e = judge(&costs(bad), "").expect_err(bad);
        assert!(e.why.contains("lower cost"), "{e}");
    }
    for good in ["2 5", "5 5", "x (* 2 x)", "(* 2 x) x"] {
        judge(&costs(good), "").expect(good);
    }
    let file = |c: &str| {
        format!("(STARTTERM (FUNCTIONSYMBOLS l))\n(VAR x)\n(RULES\n l(x) -{{{c}}}> l(x - 1) :|: x > 0\n)\n")
    };
    let of_two = certificate(&costs("2 5"), "");
    assert!(check(&of_two, Some(&file("2,5"))).is_ok());
    let e = check(&of_two, Some(&file("5,2"))).unwrap_err();
    assert_eq!((e.about, e.line), (About::File, 4), "{e}");
    assert!(e.why.contains("lower cost"), "{e}");
}

const ARI: &str = "; a comment
(format LCTRS :smtlib 2.6)
(theory Ints)
(fun l (-> Int Int))
(entrypoint l)
(rule (l x) (l (- x 1)) :guard (> x 0))
";

#[test]
fn a_certificate_is_compared_with_a_file_in_ari() {
    let good = certificate(SYSTEM, "");
    assert!(check(&good, Some(ARI)).unwrap().compared);
    // Other words for the same.
    for (from, to) in [
        ("(> x 0)", "(not (<= x 0))"),
        ("(> x 0)", "(and (>= x 1) true)"),
        ("(> x 0)", "(or (> x 0) false)"),
        ("(> x 0)", "(=> (<= x 0) false)"),
        ("(- x 1)", "(+ x (- 1))"),
        ("(l x)", "(|l| x)"),
        (" x", " y"),
        (":guard", ":var ((x Int)) :cost 1 :guard"),
    ] {
        let file = ARI.replace(from, to);
        assert_ne!(file, ARI);
        assert!(check(&good, Some(&file)).is_ok(), "{file}");
    }
    // Another system.
    for (from, to) in [
        ("(> x 0)", "(>= x 0)"),
        ("(> x 0)", "(> x 1)"),
        ("(> x 0)", "(distinct x 0)"),
        ("(> x 0)", "(= x 0)"),
        ("(> x 0)", "false"),
        ("(> x 0)", "true"),
        ("(> x 0)", "(or (> x 0) (< x 0))"),
        ("(- x 1)", "(- x 2)"),
        ("(- x 1)", "(- 1 x)"),
        ("(- x 1)", "y"),
        (":guard", ":cost 2 :guard"),
        ("(rule", "(rule (l x) (l 0))\n(rule"),
        ("(entrypoint l)", "(fun m Int)\n(entrypoint m)"),
    ] {
        let file = ARI.replace(from, to);
        let e = check(&good, Some(&file)).expect_err(&file);
        assert_eq!(e.about, About::Certificate, "{file}");
        assert!(e.why.contains("another system"), "{e}");
    }
    // No system.
    for (from, to) in [
        ("Ints", "Reals"),
        ("(entrypoint l)", ""),
        ("(entrypoint l)", "(entrypoint l) (entrypoint l)"),
        ("(> x 0)", "(> x)"),
        ("(> x 0)", "(between x 0)"),
        ("(- x 1)", "(div x 2)"),
        ("(l (- x 1))", "(l x x)"),
        ("(l (- x 1))", "(k x)"),
        (":guard", ":when"),
        (" (> x 0)", ""),
        ("(rule", "(rules"),
        ("x 0))", "x 0)"),
    ] {
        let file = ARI.replace(from, to);
        let e = check(&good, Some(&file)).expect_err(&file);
        assert_eq!(e.about, About::File, "{file}: {e}");
        assert!(e.line > 1, "{e}");
    }
}

/// That an endless run pays is shown for each of its paths, from what holds there.
#[test]
fn endless_runs_that_do_not_pay_are_refused() {
    let system = |cost: &str, more: &str| {
        format!(
            "(system (vars x) (locs l) (start l)\n\
             (trans t l (temps) (guard (>= x 1)) (cost {cost}) (to l))\n\
             (trans u l (temps) (guard (<= x 0)) (cost 1 1) (to l)){more})"
        )
    };
    let claim = |pays: &str, also: &str| {
        format!(
            "(claim nontermination (start (x 3)) (stem)\n (set s l (aux) (where) (point) (choose\n\
             (when (>= x 1) (path (round t 0 () (farkas (1 d0)))) (next s) (proofs) {pays})\n\
             (otherwise (path (round u 0 () (farkas (1 d0)))) (next s) (proofs) {also}))))"
        )
    };
    let (paid, also) = ("(pays (farkas (1 d0)))", "(pays (farkas))");
    let pays = |s: &str, c: &str| {
        let kind = &judge(s, c).expect("accepted").claims[0].kind;
        *kind == ep_judge::Kind::NonTermination { pays: true }
    };
    assert!(pays(&system("x x", ""), &claim(paid, also)));
    assert!(!pays(&system("x x", ""), &claim("", "")));
    let e = refused(&system("x x", ""), &claim(paid, ""));
    assert!(e.why.contains("at some paths and not here"), "{e}");
    refused(&system("x x", ""), &claim("(pays (farkas))", also));
    refused(&system("(- x 1) x", ""), &claim(paid, also));
    refused(&system("0 1", ""), &claim(paid, also));
    // What other arms cost may be below 0.
    let calls = "\n(trans w l (temps) (guard (>= x 9)) (cost -1 1) (to l) (to l))";
    let e = refused(&system("1 1", calls), &claim("(pays (farkas))", also));
    assert!(e.why.contains("several arms"), "{e}");
}
