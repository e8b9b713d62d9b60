//! Inference of ghost operations (document 001, section 4.1): each rule by itself
//! proves a program that fails for a known reason when it is switched off.

mod common;

use ep_base::Budget;
use ep_idf::{verify, Options};

const CELL: &str = "field x: Int
predicate valid(this: Ref) { acc(this.x) }
function getX(this: Ref): Int requires valid(this) { unfolding valid(this) in this.x }
";

fn off() -> Options {
    Options {
        infer_close: false,
        infer_open: false,
        infer_use: false,
        unfold_contracts: false,
        ..Options::default()
    }
}

/// `line kind:reason` of the errors, and the ghost operations that were inferred.
fn run(member: &str, options: &Options) -> (Vec<String>, Vec<String>) {
    let program = common::program(&format!("{CELL}{member}"));
    let results = verify(&program, options, &Budget::default());
    let errors = results.iter().flat_map(|r| r.errors.clone());
    let errors = errors.map(|e| format!("{} {}", e.span.start.line, e.id()));
    let ghost = results.iter().flat_map(|r| r.ghost.clone()).map(|g| g.text);
    (errors.collect(), ghost.collect())
}

/// The member fails like this without inference, and is proved with it.
fn switch(member: &str, on: Options, without: &[&str], inferred: &[&str]) {
    assert_eq!(run(member, &off()).0, without, "without inference");
    let (errors, ghost) = run(member, &on);
    assert!(errors.is_empty(), "with it: {errors:?}");
    assert_eq!(ghost, inferred);
}

#[test]
fn a_missing_predicate_is_closed() {
    switch(
        "method m(c: Ref) requires acc(c.x) {
  exhale valid(c)
}
",
        Options {
            infer_close: true,
            ..off()
        },
        &["5 exhale.failed:insufficient.permission"],
        &["close valid(c);"],
    );
}

#[test]
fn closings_inside_each_other_are_bounded() {
    let member = "predicate outer(this: Ref) { valid(this) }
predicate outermost(this: Ref) { outer(this) }
method m(c: Ref) requires acc(c.x) {
  exhale outermost(c)
}
";
    let with = |close_bound| Options {
        infer_close: true,
        close_bound,
        ..off()
    };
    for bound in [1, 2] {
        let (errors, _) = run(member, &with(bound));
        assert_eq!(
            errors,
            ["7 exhale.failed:insufficient.permission"],
            "{bound}"
        );
    }
    let (errors, ghost) = run(member, &with(3));
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(ghost.len(), 3, "{ghost:?}");
}

#[test]
fn a_recursive_predicate_is_not_closed_for_ever() {
    let member = "field next: Ref
predicate list(this: Ref) { acc(this.next) && list(this.next) }
method m(c: Ref) requires acc(c.next) {
  exhale list(c)
}
";
    let on = Options {
        infer_close: true,
        close_bound: 8,
        ..off()
    };
    let (errors, _) = run(member, &on);
    assert_eq!(errors, ["7 exhale.failed:insufficient.permission"]);
}

#[test]
fn a_predicate_is_opened_for_a_field() {
    switch(
        "method m(c: Ref) requires valid(c) {
  c.x := 3
}
",
        Options {
            infer_open: true,
            ..off()
        },
        &["5 assignment.failed:insufficient.permission"],
        &["open valid(c);"],
    );
}

#[test]
fn a_call_of_a_function_is_used() {
    switch(
        "method m(c: Ref) requires acc(c.x) {
  c.x := 3
  fold valid(c)
  assert getX(c) == 3
}
",
        Options {
            infer_use: true,
            ..off()
        },
        &["7 assert.failed:assertion.false"],
        &[],
    );
}

#[test]
fn contracts_are_unfolded() {
    switch(
        "method m(c: Ref)
  requires valid(c)
  ensures valid(c)
{
  c.x := 3
}
",
        Options {
            unfold_contracts: true,
            ..off()
        },
        &["8 assignment.failed:insufficient.permission"],
        &["open valid(c);", "close valid(c);"],
    );
}
