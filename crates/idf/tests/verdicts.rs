//! What is proved and what is not, for rules that have gone wrong once, in either
//! direction. The lines and ids are those of Viper.

mod common;

use ep_base::Budget;
use ep_idf::{verify, Options, Outcome};
use std::path::Path;

/// `line kind:reason` of all errors, and questions that reached the solver.
fn run(text: &str) -> (Vec<String>, u64) {
    let program = common::program(text);
    let results = verify(&program, &Options::default(), &Budget::default());
    let errors = results
        .iter()
        .flat_map(|r| r.errors.clone())
        .map(|e| format!("{} {}", e.span.start.line, e.id()))
        .collect();
    (errors, results.iter().map(|r| r.solver_questions).sum())
}

fn errors(text: &str) -> Vec<String> {
    run(text).0
}

#[test]
fn a_refutation_needs_a_path_that_refutes() {
    let got = errors(
        "method m(x: Int, y: Int)
  requires x > 10
{
  refute x > 20
  refute x > 5
  if (x > 0) {
  } else {
    refute false
  }
  var z: Int
  if (y > 0) { z := 1 } else { z := 2 }
  refute z == 1
  assert x > 20
}
",
    );
    let want = [
        "13 assert.failed:assertion.false",
        "5 refute.failed:refutation.true",
        "8 refute.failed:refutation.true",
    ];
    assert_eq!(got, want);
}

#[test]
fn collections_are_arguments_by_their_elements() {
    let got = errors(
        "predicate p(s: Multiset[Int])
method ok() {
  inhale p(Multiset[Int]() union Multiset(1))
  exhale p(Multiset(1))
  exhale p(Multiset(1))
}
method no() {
  inhale p(Multiset(1) union Multiset(1))
  exhale p(Multiset(1))
}
",
    );
    let want = [
        "5 exhale.failed:insufficient.permission",
        "9 exhale.failed:insufficient.permission",
    ];
    assert_eq!(got, want);
}

#[test]
fn axioms_hold_in_other_domains() {
    let got = errors(
        "domain A { function f(): Bool }
domain B { axiom { f() } }
domain C[T] { function g(x: T): Int }
domain D[T] { axiom { forall x: T :: { g(x) } g(x) == 3 } }
domain E[T] { axiom { forall x: Int :: { h(x) } h(x) == 4 } }
domain F { function h(x: Int): Int }
function up(i: Int): Int { i + 1 }
domain G { function k(i: Int): Int axiom { forall i: Int :: { k(i) } k(i) == up(i) } }
method m(r: Ref) {
  assert f()
  assert g(r) == 3
  assert k(4) == 5
  assert g(2) == 4
}
",
    );
    assert_eq!(got, ["13 assert.failed:assertion.false"]);
}

#[test]
fn an_opaque_function_is_revealed_on_demand() {
    let got = errors(
        "@opaque() function big(i: Int): Bool ensures i > 60 ==> result { i > 1 }
method m(j: Int) {
  assert big(70)
  assume j > 1
  assert @reveal() big(j)
}
method n(j: Int) {
  assume big(j)
  assert j > 1
}
",
    );
    assert_eq!(got, ["9 assert.failed:assertion.false"]);
}

#[test]
fn a_predicate_is_unfolded_once_inside_of_itself() {
    let got = errors(
        "field f: Int
field g: Ref
predicate rec(x: Ref) {
  acc(x.f) && acc(x.g) && (x.g != null ==> rec(x.g) && unfolding rec(x.g) in x.f < x.g.f)
}
method m(x: Ref)
  requires rec(x)
{
  unfold rec(x)
  assume x.g != null
  unfold rec(x.g)
  assert x.f < x.g.f
  assert x.f + 1 < x.g.f
}
predicate never() { false }
method n() requires never() {
  assert unfolding never() in 1 == 2
  assert false
}
method o() requires never() {
  assert false
}
",
    );
    let want = [
        "13 assert.failed:assertion.false",
        "21 assert.failed:assertion.false",
    ];
    assert_eq!(got, want);
}

#[test]
fn permissions_in_conditions_are_what_is_left() {
    let got = errors(
        "predicate p(r: Ref)
method m(r: Ref) requires p(r) {
  exhale p(r) && (perm(p(r)) >= write ==> p(r))
}
method n(r: Ref) requires p(r) {
  exhale perm(p(r)) >= write ==> p(r) && p(r)
}
",
    );
    assert_eq!(got, ["6 exhale.failed:insufficient.permission"]);
}

#[test]
fn a_function_does_not_depend_on_what_it_may_not_read() {
    let got = errors(
        "field f: Int
function either(x: Ref, y: Ref, b: Bool): Int
  requires acc(x.f, b ? write : none) && acc(y.f, !b ? write : none)
method m(x: Ref, y: Ref)
  requires acc(x.f) && acc(y.f)
{
  var v: Int := either(x, y, true)
  var w: Int := either(x, y, false)
  y.f := 0
  assert v == either(x, y, true)
  assert w == either(x, y, false)
}
",
    );
    assert_eq!(got, ["11 assert.failed:assertion.false"]);
}

/// Branches are followed without asking whether they are possible; an error on one
/// that is not possible is none.
#[test]
fn no_error_on_a_path_that_is_not_possible() {
    let (got, _) = run("field f: Int
domain D { function d(i: Int): Int axiom { forall i: Int :: { d(i) } d(i) > i * i } }
method m(x: Ref, i: Int) {
  var a: Int := d(3)
  var b: Int := a
  if (b * 2 < 18) {
    x.f := 1
  }
  if (i * i < 0) {
    x.f := 1
  }
  if (i < 0) {
    x.f := 1
  }
}
");
    assert_eq!(got, ["13 assignment.failed:insufficient.permission"]);
}

/// The programs of the benchmark are proved without the solver.
#[test]
fn lists_and_trees_need_no_solver() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/verify");
    for name in ["cell", "list", "iterator", "tree"] {
        let text = std::fs::read_to_string(folder.join(format!("{name}.vpr"))).expect("a program");
        let (got, questions) = run(&text);
        assert!(got.is_empty(), "{name}: {got:?}");
        assert_eq!(questions, 0, "{name}");
    }
}

/// Two symbols that have the name of a field are told apart in what is shown.
#[test]
fn different_values_have_different_names() {
    let program = common::program(
        "field f: Int
method m(x: Ref, y: Ref) requires acc(x.f) && acc(y.f) && y.f > 0
{
  y.f := y.f + 1
  assert x.f == y.f
}
",
    );
    let results = verify(&program, &Options::default(), &Budget::default());
    let shown = &results[0].errors[0].heap;
    assert_eq!(shown, &["x.f \u{21a6} f", "y.f \u{21a6} f#2 + 1"]);
}

/// A recursive function under a quantifier is unrolled once, not without end, and not
/// where its definition says nothing.
#[test]
fn recursive_functions_under_quantifiers_are_unrolled() {
    let list = "adt List { Nil() Cons(h: Int, t: List) }
function at(l: List, n: Int): Int { l.isNil ? 0 : (n == 0 ? l.h : at(l.t, n - 1)) }
function loops(n: Int): Bool decreases * { loops(n + 1) }
";
    let got = errors(&format!(
        "{list}method ok(l: List, k: List)
  requires l.isCons && k == l.t
{{
  assert forall n: Int :: n > 0 ==> at(l, n) == at(k, n - 1)
  assert forall n: Int :: n > 0 ==> at(l, n) == at(k, n)
}}
method nothing(l: List)
{{
  assert forall n: Int :: n > 0 ==> at(l, n) == at(l.t, n - 1)
}}
method never()
{{
  assert forall n: Int :: loops(n)
}}
"
    ));
    let want = [
        "8 assert.failed:assertion.false",
        "12 assert.failed:assertion.false",
        "16 assert.failed:assertion.false",
    ];
    assert_eq!(got, want);
}

/// The contract of a function may need what another function returns.
#[test]
fn contracts_know_the_definitions_of_what_they_call() {
    let got = errors(
        "field items: Seq[Int]
function get(x: Ref, i: Int): Int
  requires acc(x.items, wildcard) && 0 <= i && i < length(x)
  ensures result == x.items[i]
{ x.items[i] }
function last(x: Ref, i: Int): Int
  requires acc(x.items, wildcard) && 0 <= i && i <= length(x)
  ensures result == x.items[i]
function length(x: Ref): Int
  requires acc(x.items, wildcard)
{ |x.items| }
",
    );
    assert_eq!(got, ["8 not.wellformed:seq.index.length"]);
}

#[test]
fn quotients_by_an_unknown_number_have_their_bounds() {
    let got = errors(
        "method m(a: Int, b: Int)
  requires b > 0
{
  assert a >= 0 ==> a \\ b >= 0 && a \\ b <= a
  assert a < 0 ==> a \\ b < 0 && a \\ b >= a
  assert 0 <= a % b && a % b < b
  assert 0 <= a && a < b ==> a \\ b == 0 && a % b == a
  assert a \\ b >= 0
  assert a \\ b < a
}
method n(a: Int, b: Int)
  requires b != 0 && a >= 0
{
  assert a \\ b >= 0
  assert a % b < b
}
",
    );
    let want = [8, 9, 14, 15].map(|n| format!("{n} assert.failed:assertion.false"));
    assert_eq!(got, want);
}

/// A second solver is asked where the first one gives up.
#[test]
fn an_element_of_a_matrix_lies_in_its_array() {
    let got = errors(
        "method m(n: Int, i: Int, j: Int, w: Int)
  requires 0 <= i && i < n && 0 <= j && j < w
{
  assert i * w + j < n * w
}
",
    );
    assert_eq!(got, [""; 0]);
}

/// Each element has an index, at which there is an element, and so on: what axioms make
/// ends, so that a false claim about eight elements takes a fraction of this limit.
#[test]
fn elements_and_their_indices_end() {
    let program = common::program(
        "method m() {
  var s: Seq[Int] := Seq(0, 1, 2, 3, 4, 5, 6, 7)
  assert |s[1..]| == |s|
}
",
    );
    let options = Options {
        proof_limit: 2_000_000,
        ..Options::default()
    };
    let results = verify(&program, &options, &Budget::default());
    assert_eq!(results[0].outcome, Outcome::Failed);
}

#[test]
fn an_index_finds_what_a_trigger_of_elements_looks_for() {
    let got = errors(
        "method written(s: Seq[Int], i: Int)
  requires 0 <= i && i < |s| && (forall x: Int :: { x in s } x in s ==> x > 0)
{
  assert s[i] > 0
}
method chosen(s: Seq[Ref], i: Int)
  requires 0 <= i && i < |s| && (forall x: Ref :: x in s ==> x != null)
{
  assert s[i] != null
}
",
    );
    assert_eq!(got, Vec::<String>::new());
}

/// An axiom about sequences of `T` is one about sequences of integers where these are
/// spoken of; taken at each type it would speak of sequences of sequences, and so on.
#[test]
fn parameters_inside_of_other_types_are_found_by_them() {
    let (got, questions) = run("import <decreases/multiset.vpr>
domain Size[T] { function size(c: T): Int }
domain SizeOfSequences[T] { axiom { forall s: Seq[T] :: { size(s) } size(s) == |s| } }
method m(s: Seq[Int], t: Set[Int]) {
  assert size(s) == |s|
  assert bounded(Multiset(1))
  assert decreasing(Multiset(1), Multiset(1, 1))
  assert size(t) == |t|
}
");
    assert_eq!(got, ["8 assert.failed:assertion.false"]);
    assert!(questions > 0);
}

/// A sum in a receiver or an application is found by what stands in its place.
#[test]
fn sums_are_found_by_their_values() {
    let got = errors(
        "field f: Int
domain A { function slot(a: A, i: Int): Ref  function rev(r: Ref): Int
  axiom { forall a: A, i: Int :: { slot(a, i) } rev(slot(a, i)) == i } }
method shifted(a: A, n: Int, k: Int)
  requires 0 <= n && 0 <= k && k < 10
  requires forall i: Int :: 0 <= i && i < 10 ==> acc(slot(a, i + n).f)
{
  slot(a, n).f := 1
  slot(a, n + k).f := 2
  slot(a, n + 10).f := 3
}
method values(a: A)
  requires forall i: Int :: 0 <= i && i < 10 ==> acc(slot(a, i).f)
  requires forall i: Int :: 0 <= i && i < 9 ==> slot(a, i + 1).f > 7
{
  assert slot(a, 3).f > 7
  assert slot(a, 0).f > 7
}
domain F { function g(i: Int): Int  function h(i: Int, j: Int): Int }
method applications()
  requires forall i: Int :: g(i + 1) == i
  requires forall i: Int, j: Int :: h(j - i, i) == 5
{
  assert g(5) == 4
  assert h(3, 4) == 5
  assert g(5) == 5
}
",
    );
    let want = [
        "10 assignment.failed:insufficient.permission",
        "17 assert.failed:assertion.false",
        "26 assert.failed:assertion.false",
    ];
    assert_eq!(got, want);
}

/// Axioms of a generic domain about another one's functions: those at types of the
/// program come before those at types that only axioms speak of.
#[test]
fn axioms_at_the_types_of_the_program_come_first() {
    let got = errors(
        "domain Order[T] { function bounded(x: T): Bool }
domain List[V] {
  function cons(v: V, l: List[V]): List[V]
  function tag(l: List[V]): Int
  axiom { forall l: List[V] :: { tag(l) } exists v: V, k: List[V] :: l == cons(v, k) }
}
domain ListOrder[V] {
  axiom { forall v: V, l: List[V] :: { cons(v, l) } (bounded(cons(v, l)): Bool) }
}
method m(l: List[Ref], k: List[Ref])
{
  assert tag(l) == 0 ==> bounded(l)
  assert bounded(k)
}
",
    );
    assert_eq!(got, ["13 assert.failed:assertion.false"]);
}

/// Triggers that read the heap where the variables say find what single chunks hold, at
/// any depth, and say nothing of other places.
#[test]
fn triggers_read_the_heap() {
    let got = errors(
        "field f: Int
field val: Seq[Int]
domain A { function slot(a: A, i: Int): Ref  function rev(r: Ref): Int
  axiom { forall a: A, i: Int :: { slot(a, i) } rev(slot(a, i)) == i } }
function good(x: Int): Bool
method nested(xs: Seq[Ref], ys: Seq[Ref], z: Ref)
{
  inhale forall x: Ref :: x in xs ==> acc(x.f)
  assume |ys| >= 1
  inhale acc(ys[0].f)
  assume forall x: Ref :: {ys[x.f].f} x in xs ==> x != z
  var y: Ref
  assume y in xs && y.f == 0
  assume ys[y.f].f != 0
  assert y != z
  assert ys[0] != z
}
method elements(a: A, n: Int, i: Int)
  requires n > 0 && acc(slot(a, n - 1).val, 1/2) && acc(slot(a, n).val)
  requires forall j: Int, m: Int :: { slot(a, m).val[j] }
    m == n - 1 && 0 <= j && j < |slot(a, n - 1).val| ==> good(slot(a, m).val[j])
{
  var s: Seq[Int] := slot(a, n).val
  if (0 <= i && i < |slot(a, n - 1).val|) {
    assert good(slot(a, n - 1).val[i])
  }
  if (0 <= i && i < |s|) {
    assert good(s[i])
  }
}
method beside(a: A)
  requires forall i: Int :: 0 <= i && i < 10 ==> acc(slot(a, i).val)
{
  exhale acc(slot(a, 3).val)
  inhale acc(slot(a, 3).val) &&
    forall j: Int :: { slot(a, 3).val[j] } 0 <= j && j < |slot(a, 3).val| ==> good(slot(a, 3).val[j])
  assert forall j: Int :: 0 <= j && j < |slot(a, 3).val| ==> good(slot(a, 3).val[j])
  assert forall j: Int :: 0 <= j && j < |slot(a, 4).val| ==> good(slot(a, 4).val[j])
}
",
    );
    let want = [
        "16 assert.failed:assertion.false",
        "28 assert.failed:assertion.false",
        "38 assert.failed:assertion.false",
    ];
    assert_eq!(got, want);
}

/// What Z3 instantiated is told with its cause: one axiom by the program, one by it.
#[test]
fn a_profile_tells_who_caused_instances() {
    let program = common::program(
        "domain D { function f(n: Int): Int  function g(n: Int): Int
  axiom step { forall n: Int :: { f(n) } f(n) == g(n) + 1 }
  axiom value { forall n: Int :: { g(n) } g(n) == n }
}
method m(n: Int) { assert f(f(n)) == n + 2 }
",
    );
    let options = Options {
        profile: true,
        ..Options::default()
    };
    let results = verify(&program, &options, &Budget::default());
    let m = &results[0];
    assert_eq!(m.outcome, Outcome::Verified);
    let at = |line: u32| m.profile.iter().find(|q| q.span.start.line == line);
    let (step, value) = (at(2).expect("step"), at(3).expect("value"));
    assert_eq!(step.instances, 2, "{:?}", m.profile);
    assert!(step.causes.iter().any(|(of, _)| of.is_none()));
    let by_step = |(of, _): &(Option<(String, ep_base::Span)>, u64)| {
        of.as_ref().is_some_and(|(_, span)| span.start.line == 2)
    };
    assert!(value.causes.iter().any(by_step), "{:?}", m.profile);
}

/// Another order, other names and assertions that are asked twice change no verdict.
#[test]
fn variations_change_no_verdict() {
    let program = common::program(
        "field f: Int
predicate P(x: Ref) { acc(x.f) && x.f > 0 }
domain D { function h(n: Int): Int  axiom { forall n: Int :: { h(n) } h(n) > n } }
method good(x: Ref) requires P(x) ensures P(x)
{
  unfold P(x)
  x.f := h(x.f)
  assert x.f > 1
  fold P(x)
}
method bad(x: Ref) requires acc(x.f) { assert x.f > 0 }
",
    );
    for variation in ep_idf::Variation::ALL {
        let options = Options {
            variation,
            ..Options::default()
        };
        let results = verify(&program, &options, &Budget::default());
        for r in &results {
            let bad = program.name(r.member) == "bad";
            assert_eq!(r.outcome == Outcome::Failed, bad, "{variation} {r:?}");
            assert_eq!(r.outcome == Outcome::Verified, !bad, "{variation} {r:?}");
        }
    }
}
