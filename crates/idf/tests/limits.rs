//! Limits end as unknown, with the question that was asked, for their member only.

mod common;

use ep_base::Budget;
use ep_idf::{verify, Options, Outcome};
use std::time::{Duration, Instant};

#[test]
fn the_time_of_a_member_ends_inside_of_a_question() {
    // More pigeons than holes.
    let names: Vec<String> = (0..16).map(|i| format!("p{i}")).collect();
    let mut facts: Vec<String> = names
        .iter()
        .map(|p| format!("0 <= {p} && {p} < 15"))
        .collect();
    for (i, p) in names.iter().enumerate() {
        facts.extend(names[..i].iter().map(|q| format!("{p} != {q}")));
    }
    let text = format!(
        "method hard({}: Int)
  requires {}
{{
  assert false
}}
method fine(a: Int) requires a > 2
{{
  assert a * a > 3
}}
",
        names.join(": Int, "),
        facts.join(" && ")
    );
    let program = common::program(&text);
    let options = Options {
        member_timeout: Some(Duration::from_secs(2)),
        ..Options::default()
    };
    let start = Instant::now();
    let results = verify(&program, &options, &Budget::default());
    assert!(start.elapsed() < Duration::from_secs(30));
    let Outcome::Unknown(reason) = &results[0].outcome else {
        panic!("{:?}", results[0]);
    };
    assert!(reason.contains("while proving"), "{reason}");
    assert!(reason.contains("t.vpr:4:10"), "{reason}");
    assert_eq!(results[1].outcome, Outcome::Verified);
}

#[test]
fn axioms_are_found_within_the_time_of_a_member() {
    let program = common::program(
        "domain Size[T] { function size(c: T): Int }
domain Nested[T] { axiom { forall s: Seq[T] :: size(s) > 0 } }
method m() { var n: Int := size(3) }
",
    );
    let options = Options {
        member_timeout: Some(Duration::from_nanos(1)),
        ..Options::default()
    };
    let results = verify(&program, &options, &Budget::default());
    let over = "the time per member is over".to_owned();
    assert_eq!(results[0].outcome, Outcome::Unknown(over));
}

/// A recursion that opens nothing on its way is unrolled a few times where its predicate
/// is closed, and functions of their arguments only not at all where a predicate without
/// permissions is: their contracts may speak of each other without end.
#[test]
fn unrolling_ends() {
    let program = common::program(
        "field f: Int
predicate P(x: Ref) { acc(x.f) }
function sum(a: Ref, n: Int): Int
  requires P(a)
{ n <= 0 ? 0 : (unfolding P(a) in a.f) + sum(a, n - 1) }
method counts(a: Ref, n: Int) requires acc(a.f)
{
  fold P(a)
  assert n == 2 ==> sum(a, n) == 2 * (unfolding P(a) in a.f)
}
predicate Q() { true }
function box(n: Int): Ref ensures unbox(result) == n
function unbox(r: Ref): Int ensures box(result + 1) != r
method boxes(r: Ref)
{
  fold Q()
  assert unbox(box(unbox(r))) == unbox(r)
  assert unbox(r) == 3
}
",
    );
    let options = Options {
        member_timeout: Some(Duration::from_secs(60)),
        ..Options::default()
    };
    let start = Instant::now();
    let results = verify(&program, &options, &Budget::default());
    assert!(start.elapsed() < Duration::from_secs(60));
    for r in &results {
        let open = program.name(r.member) == "boxes";
        let want = [Outcome::Verified, Outcome::Failed][usize::from(open)].clone();
        assert_eq!(r.outcome, want, "{r:?}");
    }
}
