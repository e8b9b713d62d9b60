//! Programs that must not be proved: each stands for an unsound step that was
//! made once.

mod common;

use ep_base::Budget;
use ep_idf::{verify, Options};

/// `kind:reason` of all errors with their lines.
fn errors(text: &'static str) -> Vec<String> {
    let program = common::program(text);
    verify(&program, &Options::default(), &Budget::default())
        .iter()
        .flat_map(|r| r.errors.clone())
        .map(|e| format!("{} {}", e.span.start.line, e.id()))
        .collect()
}

/// What a function returns may be younger than the function's definition.
#[test]
fn a_function_may_return_an_object_that_was_made_later() {
    let got = errors(
        "field f: Ref
field g: Int
predicate valid(this: Ref) { acc(this.f) }
function get(this: Ref): Ref requires valid(this) { unfolding valid(this) in this.f }
method mk(this: Ref, s: Ref)
  requires acc(this.f)
  ensures valid(this) && get(this) == s
method client()
{
  var s: Ref
  var a: Ref
  s := new(g)
  a := new(f)
  mk(a, s)
  assert false
}
",
    );
    assert_eq!(got, ["15 assert.failed:assertion.false"]);
}

/// In functions a permission is only some or none; what is written is checked
/// all the same.
#[test]
fn a_function_may_not_ask_for_a_negative_amount() {
    let got = errors(
        "field f: Int
function known(x: Ref): Int
  requires acc(x.f, -1/2)
{ 3 }
function unknown(x: Ref, p: Perm): Int
  requires acc(x.f, p)
{ 3 }
function fine(x: Ref, p: Perm): Int
  requires none < p
  requires acc(x.f, p)
{ x.f }
function any(x: Ref): Int
  requires acc(x.f, wildcard)
{ x.f }",
    );
    assert_eq!(
        got,
        [
            "3 not.wellformed:negative.permission",
            "6 not.wellformed:negative.permission"
        ]
    );
}
