//! A contract that is not well-defined does not hide what is wrong with the body
//! (document 001, Definition 3: both are checked), and nothing is proved by it.

mod common;

use ep_base::Budget;
use ep_idf::{verify, Options, Outcome};

/// `line kind:reason` of the errors of the first method.
fn errors(text: &'static str) -> Vec<String> {
    let program = common::program(text);
    let results = verify(&program, &Options::default(), &Budget::default());
    assert_eq!(results[0].outcome, Outcome::Failed);
    let line = |e: &ep_idf::VerificationError| format!("{} {}", e.span.start.line, e.id());
    results[0].errors.iter().map(line).collect()
}

#[test]
fn the_body_is_verified_after_a_wrong_postcondition() {
    let got = errors(
        "field f: Int
method m(x: Ref, y: Ref)
  requires acc(x.f)
  ensures acc(x.f)
  ensures x.f == old(y.f)
{
  x.f := y.f
}
",
    );
    let want = [
        "5 not.wellformed:insufficient.permission",
        "7 assignment.failed:insufficient.permission",
    ];
    assert_eq!(got, want);
}

#[test]
fn the_postconditions_before_the_wrong_one_are_checked() {
    let got = errors(
        "field f: Int
method m(x: Ref, y: Ref)
  requires acc(x.f)
  ensures acc(x.f) && x.f == 1
  ensures x.f == y.f
  ensures x.f == 7
{
  x.f := 2
}
",
    );
    let want = [
        "5 not.wellformed:insufficient.permission",
        "4 postcondition.violated:assertion.false",
    ];
    assert_eq!(got, want);
}

#[test]
fn a_correct_body_gets_no_second_message() {
    let got = errors(
        "field f: Int
method m(x: Ref, y: Ref)
  requires acc(x.f)
  ensures acc(x.f)
  ensures x.f == y.f
{
  x.f := 2
}
",
    );
    assert_eq!(got, ["5 not.wellformed:insufficient.permission"]);
}

/// What the body has permission to is not known then.
#[test]
fn a_wrong_precondition_is_the_only_message() {
    let got = errors(
        "field f: Int
method m(x: Ref, y: Ref)
  requires x.f == 1
  requires acc(x.f)
  ensures acc(x.f)
{
  x.f := 2
  y.f := 3
}
",
    );
    assert_eq!(got, ["3 not.wellformed:insufficient.permission"]);
}

/// What is not supported, or not decided, in the body of a member that is not proved
/// already, does not take its verdict away.
#[test]
fn what_is_not_supported_in_the_body_is_not_the_verdict() {
    let got = errors(
        "field f: Int
method m(x: Ref, y: Ref)
  requires acc(x.f)
  ensures x.f == 3
{
  package acc(x.f) --* acc(x.f)
}
",
    );
    assert_eq!(got, ["4 not.wellformed:insufficient.permission"]);
}
