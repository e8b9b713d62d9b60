//! What is printed parses to the same program, for a file with one of
//! everything, and for expressions at random.

mod support;

use proptest::prelude::*;
use support::{check, dump, errors};

fn round_trip(text: &str) {
    let (program, problems) = check(text);
    assert_eq!(errors(&problems), Vec::<String>::new(), "{text}");
    let printed = ep_ivl::print::program(&program);
    let (again, problems) = check(&printed);
    assert_eq!(errors(&problems), Vec::<String>::new(), "{printed}");
    assert_eq!(dump(&program), dump(&again), "{printed}");
    assert_eq!(printed, ep_ivl::print::program(&again));
}

#[test]
fn one_of_everything() {
    round_trip(include_str!("everything.vpr"));
}

/// Well-typed expressions, with all parentheses.
fn ints() -> impl Strategy<Value = String> {
    exprs().prop_map(|(i, _, _, _)| i)
}

/// Texts of types Int, Bool, Perm and Seq[Int].
type Quad = (String, String, String, String);

fn exprs() -> impl Strategy<Value = Quad> {
    let leaf = (0u8..4).prop_map(|n| {
        let (i, b, p, s) = [
            ("1", "true", "none", "s"),
            ("i", "b", "write", "Seq(1, i)"),
            ("x.val", "f(i)", "p", "Seq[Int]()"),
            ("|s|", "(x == null)", "(1/2)", "[0..i)"),
        ][n as usize];
        (i.into(), b.into(), p.into(), s.into())
    });
    leaf.prop_recursive(5, 200, 3, |inner: BoxedStrategy<Quad>| {
        (inner.clone(), inner.clone(), inner, 0u8..14).prop_map(
            |(x, y, z, n): (Quad, Quad, Quad, u8)| {
                let pick = |list: &[String]| list[n as usize % list.len()].clone();
                let (a, b, c) = (&x.0, &y.0, &z.0);
                let (d, e, f) = (&x.1, &y.1, &z.1);
                let (p, q) = (&x.2, &y.2);
                let (s, t) = (&x.3, &y.3);
                let int = pick(&[
                    format!("({a} + {b})"),
                    format!("({a} - {b})"),
                    format!("({a} * {b})"),
                    format!("({a} \\ {b})"),
                    format!("({a} % {b})"),
                    format!("(-{a})"),
                    format!("({d} ? {b} : {c})"),
                    format!("({s}[{a}])"),
                    format!("(|{s}|)"),
                    format!("(let k{} == ({a}) in {b})", a.len() + b.len() * 100),
                    format!("(unfolding acc(q(x), {p}) in {a})"),
                    format!("(old({a}))"),
                ]);
                let boolean = pick(&[
                    format!("({d} && {e})"),
                    format!("({d} || {e})"),
                    format!("({d} ==> {e})"),
                    format!("({d} <==> {e})"),
                    format!("({d} == {e})"),
                    format!("({a} != {b})"),
                    format!("({a} < {b})"),
                    format!("({a} in {s})"),
                    format!("(!{d})"),
                    format!("({d} ? {e} : {f})"),
                    format!("({p} <= {q})"),
                    format!("({s} == {t})"),
                    format!("(exists v{}: Int :: {d})", d.len() + e.len() * 100),
                ]);
                let perm = pick(&[
                    format!("({p} + {q})"),
                    format!("({p} - {q})"),
                    format!("({a} * {p})"),
                    format!("({p} / {a})"),
                    format!("({a} / {b})"),
                    format!("({d} ? {p} : {q})"),
                    "perm(x.val)".to_owned(),
                ]);
                let seq = pick(&[
                    format!("({s} ++ {t})"),
                    format!("({s}[..{a}])"),
                    format!("({s}[{a}..])"),
                    format!("({s}[{a} := {b}])"),
                    format!("({d} ? {s} : {t})"),
                ]);
                (int, boolean, perm, seq)
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn expressions_at_random((i, b, p, s) in exprs(), more in ints()) {
        // Bound names repeat: nesting them would be shadowing.
        let mut text = String::new();
        for (n, part) in [&i, &b, &p, &s, &more].into_iter().enumerate() {
            let ty = ["Int", "Bool", "Perm", "Seq[Int]", "Int"][n];
            let unique = rename_bound(part, n);
            text.push_str(&format!("  var r{n}: {ty}\n  r{n} := {unique}\n"));
        }
        round_trip(&format!(
            "field val: Int\npredicate q(x: Ref) {{ true }}\nfunction f(i: Int): Bool\n\
             method m(i: Int, b: Bool, p: Perm, s: Seq[Int], x: Ref)\n{{\n{text}}}\n"
        ));
    }
}

/// Gives each `let k…` and `exists v…` a name of its own; the bodies do not
/// use the names.
fn rename_bound(text: &str, salt: usize) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut n = 0;
    while let Some(at) = rest.find("let k").or_else(|| rest.find("exists v")) {
        let at = rest.find("exists v").map_or(at, |e| e.min(at));
        let head = if rest[at..].starts_with("let k") {
            5
        } else {
            8
        };
        out.push_str(&rest[..at + head]);
        rest = rest[at + head..].trim_start_matches(|c: char| c.is_ascii_digit());
        out.push_str(&format!("{salt}_{n}"));
        n += 1;
    }
    out + rest
}
