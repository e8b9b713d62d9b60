//! What conditions of the `smt2` and the ARI form mean: quantifiers where they
//! stand, connectives between conditions, chains. The checker's own reader has to
//! say the same.

use ep_its::format::{ari, koat, smt2};
use ep_its::num::Int;
use ep_its::options::Options;
use ep_its::poly::Var;
use ep_its::system::System;

fn rule(guard: &str) -> String {
    format!(
        "(format LCTRS :smtlib 2.6)\n(theory Ints)\n(fun f (-> Int Int Int Int))\n\
         (entrypoint f)\n(rule (f x y z) (f (- x 1) y z)\n :guard (and (>= x -4) {guard}))\n"
    )
}

fn transition(relation: &str) -> String {
    format!(
        "(declare-sort Loc 0)\n(declare-const l Loc)\n\
         (define-fun init_main ((pc Loc) (x^0 Int)) Bool (cfg_init pc l true))\n\
         (define-fun next_main ((pc Loc) (x^0 Int) (pc1 Loc) (x^post Int)) Bool\n\
         (cfg_trans2 pc l pc1 l (and (= x^post (- x^0 1)) (> x^0 0)\n {relation})))\n"
    )
}

/// Whether some transition may fire, temporaries being one of a few numbers.
fn fires(s: &System, values: [i64; 3]) -> bool {
    s.transitions.iter().any(|(_, t)| {
        let own = t.temporaries.len() as u32;
        (0..9u32.pow(own)).any(|code| {
            let value = |v: Var| match values.get(v.0 as usize) {
                Some(n) => Some(Int::from(*n)),
                None => Some(Int::from((code / 9u32.pow(v.0 - 3)) % 9) - 4),
            };
            t.guard.iter().all(|a| a.holds(&value) == Some(true))
        })
    })
}

/// The proof about a file, held against the file by the checker's own reader.
fn judged(s: &System, file: &str) {
    let found = ep_its::analyse_with_proofs(s, &Options::default(), &mut |_| {});
    let found = found.expect("well formed");
    let text = found.certificate(s).expect("it ends");
    let verdict = ep_judge::check(&text, Some(file)).unwrap_or_else(|e| panic!("{e}\n{file}"));
    assert!(verdict.compared, "{file}");
}

/// A quantifier under an odd number of denials, or where it is both asked for and
/// denied, was read as its opposite: `not` over `exists` made a system that runs for
/// ever out of one without runs.
#[test]
fn quantifiers_that_are_denied_are_refused() {
    let there = "(exists ((k Int)) (= k x^0))";
    for relation in [
        format!("(not {there})"),
        format!("(=> {there} false)"),
        format!("(=> (not (not {there})) false)"),
        format!("(=> true {there} false)"),
        format!("(not (and (> x^0 1) (or {there} (< x^0 5))))"),
        format!("(not (=> (> x^0 1) {there}))"),
        format!("(= {there} (> x^0 0))"),
        format!("(= (> x^0 0) {there})"),
        format!("(xor {there} (> x^0 0))"),
        format!("(distinct (> x^0 0) {there})"),
        format!("(ite {there} true false)"),
        format!("(not (ite true true {there}))"),
        format!("(exists ((m Int)) (not {there}))"),
        "(exists ((m Int)) (not (exists ((k Int)) (not (exists ((j Int)) (= j m))))))".into(),
        "(forall ((k Int)) (= k x^0))".into(),
        "(not (not (forall ((k Int)) (= k x^0))))".into(),
        "(not (exists ((k Int)) (= x^0 (+ k k))))".into(),
    ] {
        let text = transition(&relation);
        let e = smt2::read(&text).expect_err(&text);
        assert!(e.what.contains("cannot stand here"), "{e:?}\n{text}");
        assert_eq!(e.line, 6, "{text}");
        let guard = relation.replace("x^0", "x");
        let e = ari::read(&rule(&guard)).expect_err(&guard);
        assert!(e.what.contains("cannot stand here"), "{e:?}\n{guard}");
        assert_eq!(e.line, 6);
        // Neither does the reader of the checker know what it would mean.
        let good = rule("true");
        let found = ep_its::analyse_with_proofs(
            &ari::read(&good).expect("a system"),
            &Options::default(),
            &mut |_| {},
        );
        let found = found.expect("well formed");
        let cert = found.certificate(&ari::read(&good).expect("a system"));
        let refused = ep_judge::check(&cert.expect("it ends"), Some(&rule(&guard)));
        let e = refused.expect_err(&guard);
        assert!(e.why.contains("cannot stand here"), "{e}");
        assert_eq!(e.line, 6);
    }
}

/// Under an even number they are what they say, and so is `not` inside of them.
#[test]
fn quantifiers_that_are_asked_for_are_temporaries() {
    type Meaning = fn(i64, i64, i64) -> bool;
    let cases: [(&str, Meaning); 9] = [
        ("(exists ((k Int)) (= x (* 2 k)))", |x, _, _| x % 2 == 0),
        (
            "(exists ((k Int)) (and (not (= k y)) (not (> k (+ y 1))) (>= k y)))",
            |_, _, _| true,
        ),
        ("(not (not (exists ((k Int)) (= x (* 2 k)))))", |x, _, _| {
            x % 2 == 0
        }),
        (
            "(=> (> y 0) (exists ((k Int)) (= x (* 2 k))))",
            |x, y, _| y <= 0 || x % 2 == 0,
        ),
        (
            "(not (=> (exists ((k Int)) (= x (* 2 k))) false))",
            |x, _, _| x % 2 == 0,
        ),
        ("(not (forall ((k Int)) (not (= x (* 2 k)))))", |x, _, _| {
            x % 2 == 0
        }),
        (
            "(ite (> y 0) (exists ((k Int)) (= x (* 2 k))) (< z 0))",
            |x, y, z| if y > 0 { x % 2 == 0 } else { z < 0 },
        ),
        // The inner one hides the outer one, and the variable of the rule.
        (
            "(exists ((k Int) (z Int)) (and (= x (* 2 k)) (= z 1) (exists ((k Int)) (= y (* 2 k)))))",
            |x, y, _| x % 2 == 0 && y % 2 == 0,
        ),
        (
            "(and (exists ((k Int)) (= x (* 2 k))) (exists ((k Int)) (= y (* 2 k))))",
            |x, y, _| x % 2 == 0 && y % 2 == 0,
        ),
    ];
    for (guard, meaning) in cases {
        means(guard, meaning);
    }
}

#[test]
fn connectives_between_conditions_and_chains() {
    type Meaning = fn(i64, i64, i64) -> bool;
    let cases: [(&str, Meaning); 19] = [
        ("(= (> x 0) (> y 0))", |x, y, _| (x > 0) == (y > 0)),
        ("(not (= (> x 0) (> y 0)))", |x, y, _| (x > 0) != (y > 0)),
        ("(= (> x 0) (> y 0) (> z 0))", |x, y, z| {
            (x > 0) == (y > 0) && (y > 0) == (z > 0)
        }),
        ("(not (= (> x 0) (> y 0) (> z 0)))", |x, y, z| {
            !((x > 0) == (y > 0) && (y > 0) == (z > 0))
        }),
        ("(= true (= x y) )", |x, y, _| x == y),
        ("(xor (> x 0) (= y 0))", |x, y, _| (x > 0) ^ (y == 0)),
        ("(not (xor (> x 0) (= y 0)))", |x, y, _| (x > 0) == (y == 0)),
        ("(distinct (> x 0) (= y 0))", |x, y, _| (x > 0) ^ (y == 0)),
        ("(not (distinct (> x 0) (= y 0)))", |x, y, _| {
            (x > 0) == (y == 0)
        }),
        ("(ite (> x 0) (< y 0) (> z 0))", |x, y, z| {
            if x > 0 {
                y < 0
            } else {
                z > 0
            }
        }),
        ("(not (ite (> x 0) (< y 0) (> z 0)))", |x, y, z| {
            !(if x > 0 { y < 0 } else { z > 0 })
        }),
        ("(= (ite (> x 0) (< y 0) true) (> z 0))", |x, y, z| {
            (if x > 0 { y < 0 } else { true }) == (z > 0)
        }),
        ("(< x y z)", |x, y, z| x < y && y < z),
        ("(not (< x y z))", |x, y, z| !(x < y && y < z)),
        ("(= x y z)", |x, y, z| x == y && y == z),
        ("(not (= x y z))", |x, y, z| !(x == y && y == z)),
        ("(distinct x y z)", |x, y, z| x != y && y != z && x != z),
        ("(not (distinct x y z))", |x, y, z| {
            !(x != y && y != z && x != z)
        }),
        ("(=> (> x 0) (> y 0) (> z 0))", |x, y, z| {
            x <= 0 || y <= 0 || z > 0
        }),
    ];
    for (guard, meaning) in cases {
        means(guard, meaning);
    }
    for (guard, what) in [
        ("(< x)", "takes two numbers"),
        ("(xor (> x 0))", "takes two conditions"),
        ("(ite (> x 0) (> y 0))", "three conditions"),
        ("(= (> x 0))", "takes two conditions"),
        ("(distinct 0 1 2 3 4 5 6 7 8 9 10)", "of over 10"),
        ("(distinct (> x 0) (> y 0) (> z 0))", "takes two conditions"),
        ("(> x (ite (> y 0) 1 2))", "is not supported"),
    ] {
        let e = ari::read(&rule(guard)).expect_err(guard);
        assert!(e.what.contains(what), "{e:?}");
        assert_eq!(e.line, 6);
    }
    // Each level doubles the work.
    let mut deep = "(> x 0)".to_string();
    for _ in 0..40 {
        deep = format!("(xor true {deep})");
    }
    let e = ari::read(&rule(&deep)).expect_err("too deep");
    assert!(e.what.contains("inside each other"), "{e:?}");
}

fn means(guard: &str, meaning: fn(i64, i64, i64) -> bool) {
    let file = rule(guard);
    let s = ari::read(&file).unwrap_or_else(|e| panic!("{e:?}\n{file}"));
    for x in -3..4 {
        for y in -2..3 {
            for z in -2..3 {
                assert_eq!(
                    fires(&s, [x, y, z]),
                    meaning(x, y, z),
                    "{guard} {x} {y} {z}"
                );
            }
        }
    }
    judged(&s, &file);
}

/// A condition on the start may speak of further numbers: they are temporaries of
/// the step that asks for it, in each format.
#[test]
fn the_start_may_say_that_there_is_a_number() {
    let text = transition("true").replace("l true", "l (exists ((k Int)) (= x^0 (* 2 k)))");
    let s = smt2::read(&text).expect("a system");
    s.verify().expect("well formed");
    let (_, start) = s.transitions.iter().next().expect("the start");
    assert_eq!(start.temporaries, ["k"]);
    assert_eq!(start.guard.len(), 1);
    let shown = koat::print(&s);
    assert!(shown.contains("2*k"), "{shown}");
    assert_eq!(
        koat::print(&koat::read(&shown).expect("a system")),
        shown,
        "{shown}"
    );
    let again = smt2::print(&s).expect("it has words");
    assert!(again.contains("l (exists ((k Int))"), "{again}");
    assert_eq!(koat::print(&smt2::read(&again).expect("a system")), shown);
    let found = ep_its::analyse_with_proofs(&s, &Options::default(), &mut |_| {});
    let cert = found
        .expect("well formed")
        .certificate(&s)
        .expect("it ends");
    let other = ari::print(&s).expect("it has words");
    assert!(ep_judge::check(&cert, Some(&other)).is_ok(), "{other}");
    // Both a quantifier and a name that a variable has.
    let text = text
        .replace("(k Int)", "(x Int)")
        .replace("(* 2 k)", "(* 2 x)");
    let s = smt2::read(&text).expect("a system");
    let (_, start) = s.transitions.iter().next().expect("the start");
    assert_ne!(start.temporaries, ["x"], "the variable is called so");
    let denied = text
        .replace("(exists", "(not (exists")
        .replace("x)))))\n", "x))))))\n");
    let e = smt2::read(&denied).expect_err("denied");
    assert!(e.what.contains("cannot stand here"), "{e:?}\n{denied}");
    assert_eq!(e.line, 3);
}

/// A slip in the name of a location was one that nothing leaves.
#[test]
fn locations_are_declared() {
    for (from, to, line) in [
        ("cfg_init pc l", "cfg_init pc m", 3),
        ("pc l pc1 l", "pc l pc1 m", 5),
        ("pc l pc1 l", "pc m pc1 l", 5),
        ("(declare-const l Loc)", "", 3),
    ] {
        let text = transition("true").replace(from, to);
        let e = smt2::read(&text).expect_err(&text);
        assert!(e.what.contains("there is no location"), "{e:?}");
        assert_eq!(e.line, line, "{text}");
    }
    let text = transition("true").replace("(declare-const l Loc)", "(declare-fun l () Loc)");
    assert!(smt2::read(&text).is_ok());
}

/// Names between bars hold blanks, brackets and semicolons, for the checker too.
#[test]
fn names_between_bars() {
    for name in ["g h", "g(h", "g)h", "g;h", "g\nh", "2", "-1", "true"] {
        let file = format!(
            "(format LCTRS :smtlib 2.6)\n(fun |{name}| (-> Int Int Int))\n(entrypoint |{name}|)\n\
             (rule (|{name}| |{name}| z) (|{name}| (- |{name}| 1) |free one|)\n\
              :guard (> |{name}| 0) :var ((|free one| Int)))\n"
        );
        let s = ari::read(&file).unwrap_or_else(|e| panic!("{e:?}\n{file}"));
        if name.contains('\n') {
            continue;
        }
        let found = ep_its::analyse_with_proofs(&s, &Options::default(), &mut |_| {});
        let cert = found
            .expect("well formed")
            .certificate(&s)
            .expect("decided");
        let verdict = ep_judge::check(&cert, Some(&file));
        assert!(verdict.is_ok_and(|v| v.compared), "{file}\n{cert}");
    }
    let cut = "(format LCTRS)\n(fun |g h (-> Int Int))\n";
    let e = ep_judge::check("(certificate 1)", Some(cut));
    assert!(e.is_err());
}
