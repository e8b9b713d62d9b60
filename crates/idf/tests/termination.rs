//! `decreases` measures: which shrink, which do not, and with which reason. Functions,
//! methods and loops; tuples, conditions, `decreases _` and `decreases *`.

mod common;

use ep_base::Budget;
use ep_idf::{verify, Options, Outcome};

/// `line reason` of all errors, each of which is about termination.
fn errors(text: &str) -> Vec<String> {
    let program = common::program(text);
    let results = verify(&program, &Options::default(), &Budget::default());
    let errors = results.iter().flat_map(|r| r.errors.clone());
    let line = |e: ep_idf::VerificationError| {
        assert_eq!(e.kind.word(), "termination.failed", "{e:?}");
        format!("{} {}", e.span.start.line, e.reason)
    };
    errors.map(line).collect()
}

fn proved(text: &str) {
    assert_eq!(errors(text), [""; 0], "{text}");
}

#[test]
fn a_measure_shrinks_and_is_bounded() {
    proved("function f(n: Int): Int decreases n { n <= 0 ? 0 : f(n - 1) }");
    proved("function f(s: Seq[Int]): Int decreases |s| { |s| == 0 ? 0 : f(s[1..]) }");
    proved("function f(b: Bool): Int decreases b { b ? f(false) : 0 }");
    let same = "function f(n: Int): Int decreases n { n <= 0 ? 0 : f(n) }";
    assert_eq!(errors(same), ["1 tuple.false"]);
    let unbounded = "function f(n: Int): Int decreases n { n == 0 ? 0 : f(n - 1) }";
    assert_eq!(errors(unbounded), ["1 tuple.false"]);
}

#[test]
fn tuples_shrink_in_the_lexicographic_order() {
    proved(
        "function f(a: Int, b: Int): Int decreases a, b
{ a <= 0 || b <= 0 ? 0 : (b > 3 ? f(a - 1, b + 10) : f(a, b - 1)) }",
    );
    let got = errors(
        "function f(a: Int, b: Int): Int decreases a, b
{ a <= 0 || b <= 0 ? 0 : (b > 3 ? f(a - 1, b)
  : f(a, b + 1)) }",
    );
    assert_eq!(got, ["3 tuple.false"]);
}

#[test]
fn a_condition_says_when_a_measure_counts() {
    proved("function f(n: Int): Int decreases n if n >= 0 { n == 0 ? 0 : f(n - 1) }");
    proved(
        "function f(n: Int): Int decreases n if n >= 0 decreases _ if n < 0
{ n == 0 ? 0 : f(n - 1) }",
    );
    let got = errors(
        "function f(n: Int): Int decreases n if n >= 0
{ n == -1 ? 0 : f(n - 1) }",
    );
    assert_eq!(got, ["2 tuple.condition.false"]);
}

#[test]
fn only_a_measure_counts_inside_of_a_cycle() {
    proved(
        "method even(n: Int) decreases n { if (n > 0) { odd(n - 1) } }
method odd(n: Int) decreases n { if (n > 0) { even(n - 1) } }",
    );
    let got = errors(
        "method even(n: Int) decreases n { if (n > 0) { odd(n - 1) } }
method odd(n: Int) decreases n { even(n) }
method a(n: Int) decreases n { b(n - 1) }
method b(n: Int) decreases _ { a(n) }",
    );
    assert_eq!(got, ["2 tuple.false", "3 tuple.condition.false"]);
}

#[test]
fn what_is_called_terminates_in_contracts_too() {
    let functions = "function never(i: Int): Int decreases *
function some(i: Int): Int decreases if i > 0
function all(i: Int): Int decreases _
";
    proved(&format!(
        "{functions}function f(i: Int): Int requires all(i) > 0 decreases
{{ i > 0 ? some(i) : 0 }}"
    ));
    let got = errors(&format!(
        "{functions}function f(i: Int): Int decreases {{ some(i) }}
function g(i: Int): Int requires never(i) > 0 decreases
function h(i: Int): Int ensures never(i) > 0 decreases
method m() decreases {{ n() }}
method n()"
    ));
    let want = [4, 5, 6, 7].map(|l| format!("{l} termination.condition.false"));
    assert_eq!(got, want);
}

#[test]
fn a_postcondition_may_speak_of_smaller_calls() {
    proved(
        "function f(n: Int): Int requires n >= 0
  ensures n > 0 ==> f(n - 1) == result - 1
  decreases n
{ n == 0 ? 0 : 1 + f(n - 1) }",
    );
    let got = errors(
        "function f(n: Int): Int requires n >= 0
  ensures f(n + 1) > 0
  decreases n
{ n }",
    );
    assert_eq!(got, ["2 tuple.false"]);
}

#[test]
fn loops_shrink_while_they_go_on() {
    proved(
        "method m(n: Int) requires 0 <= n
{
  var i: Int := 0
  var stop: Bool := false
  while (!stop) invariant i <= n decreases n - i
  { if (i < n) { i := i + 1 } else { stop := true } }
}",
    );
    let got = errors(
        "method m(n: Int) decreases
{
  var i: Int := 0
  while (i < n) decreases n - i { i := i + 1 }
  while (i > 0)
    decreases i
  { i := i + 1 }
  while (i < 5)
  { i := i + 1 }
  i := n
  while (i >= 0)
    decreases i if i > 0
  { i := i - 2 }
}",
    );
    let want = [
        "6 tuple.false",
        "8 termination.condition.false",
        "11 termination.condition.false",
        "12 tuple.condition.false",
    ];
    assert_eq!(got, want);
}

/// A snapshot that was taken apart and put together is no part of itself.
#[test]
fn a_predicate_is_smaller_only_inside_of_another() {
    let list = "import <decreases/predicate_instance.vpr>
field next: Ref
predicate list(x: Ref) { acc(x.next) && (x.next != null ==> list(x.next)) }
";
    proved(&format!(
        "{list}function len(x: Ref): Int requires list(x) decreases list(x)
{{ unfolding list(x) in x.next == null ? 1 : 1 + len(x.next) }}"
    ));
    let got = errors(&format!(
        "{list}function len(x: Ref): Int requires list(x) decreases list(x) {{ len(x) }}
method m(x: Ref) requires list(x) decreases list(x)
{{
  unfold list(x)
  fold list(x)
  m(x)
}}"
    ));
    assert_eq!(got, ["4 tuple.false", "9 tuple.false"]);
}

/// A domain with the name of a standard order takes its place, with nothing in it.
#[test]
fn a_hidden_order_orders_nothing() {
    let function = "function f(n: Int): Int decreases n { n <= 0 ? 0 : f(n - 1) }";
    proved(function);
    let hidden = format!("domain IntWellFoundedOrder {{ }}\n{function}");
    assert_eq!(errors(&hidden), ["2 tuple.false"]);
    let other = format!("domain BoolWellFoundedOrder {{ }}\n{function}");
    proved(&other);
}

const LIST: &str = "adt List { Nil() Cons(h: Int, t: List) }\n";

fn list(f: &str) -> Vec<String> {
    errors(&format!("{LIST}{f}"))
}

#[test]
fn a_value_of_a_data_type_is_larger_than_its_fields() {
    let ends = [
        "function f(l: List): Int decreases l { l.isNil ? 0 : 1 + f(l.t) }",
        "function f(l: List): Int decreases l { l.isNil || l.t.isNil ? 0 : f(l.t.t) }",
        "function f(l: List, k: List): Int decreases l, k
{ l.isNil || k.isNil ? 0 : (k.h > 3 ? f(l.t, Cons(1, k)) : f(l, k.t)) }",
        "method m(l: List) decreases l { if (l.isCons) { m(l.t) } }",
    ];
    for f in ends {
        assert_eq!(list(f), [""; 0], "{f}");
    }
    let does_not = [
        "function f(l: List): Int decreases l { l.isNil ? 0 : f(l) }",
        "function f(l: List): Int decreases l { l.isNil ? 0 : f(Cons(1, l.t)) }",
        // The field of a value that has none may be any value.
        "function f(l: List): Int decreases l { f(l.t) }",
        "function f(l: List): Int decreases l { l.isNil ? 0 : f(l.t.t) }",
        // A sibling, not a part.
        "function f(l: List, k: List): Int decreases l { l.isNil ? 0 : f(k, l) }",
    ];
    for f in does_not {
        assert_eq!(list(f), ["2 tuple.false"], "{f}");
    }
}

#[test]
fn data_types_of_each_other_have_one_rank() {
    let types = "adt A { MkA(n: Int, b: B) } adt B { End() MkB(a: A) }\n";
    proved(&format!(
        "{types}function f(x: A): Int decreases x {{ x.b.isEnd ? 0 : f(x.b.a) }}"
    ));
    let same = format!("{types}function f(x: A): Int decreases x {{ x.b.isEnd ? 0 : f(x) }}");
    assert_eq!(errors(&same), ["2 tuple.false"]);
}

/// Every value of such a type would have a smaller one, without end.
#[test]
fn a_data_type_without_an_end_has_no_rank() {
    let got = errors(
        "adt Stream { Next(h: Int, t: Stream) }
function f(s: Stream): Int decreases s { f(s.t) }
method m() { var s: Stream
  var t: Int := f(s) }",
    );
    assert_eq!(got, ["2 tuple.false"]);
}

#[test]
fn a_domain_of_the_program_says_what_the_order_of_a_type_is() {
    let order = "domain WellFoundedOrder[T] { function decreasing(a: T, b: T): Bool
  function bounded(a: T): Bool }
";
    let own = format!("{order}domain ListWellFoundedOrder {{}} {LIST}");
    let f = "function f(l: List): Int decreases l { l.isNil ? 0 : f(l.t) }";
    assert_eq!(errors(&format!("{own}{f}")), ["4 tuple.false"]);
    let nat = |axiom: &str| {
        format!(
            "{order}domain Nat {{ function pred(n: Nat): Nat }} domain NatWellFoundedOrder {{ axiom {{
    forall n: Nat :: {{ pred(n) }} {axiom} }} }}
function f(n: Nat): Int decreases n {{ f(pred(n)) }}"
        )
    };
    proved(&nat("bounded(n) && decreasing(pred(n), n)"));
    let unbounded = errors(&nat("decreasing(pred(n), n)"));
    assert_eq!(unbounded, ["5 tuple.false"]);
    let larger = errors(&nat("bounded(n) && decreasing(n, pred(n))"));
    assert_eq!(larger, ["5 tuple.false"]);
}

/// What the start takes for the condition need not be what the call takes for it.
#[test]
fn a_measure_with_two_sides_is_not_compared() {
    let program = common::program(
        "function f(x: Int): Int decreases [true, false] ? 1 : 0 { f(x) }
",
    );
    let results = verify(&program, &Options::default(), &Budget::default());
    assert!(
        matches!(results[0].outcome, Outcome::Unsupported { .. }),
        "{:?}",
        results[0].outcome
    );
}
