//! What Viper proves without help and was not proved here once, each with a claim of the
//! same shape beside it that is false.

mod common;

use ep_base::Budget;
use ep_idf::{verify, Options, Outcome};

/// `line id` of all errors; a member without a verdict is one, too.
fn errors(text: &str) -> Vec<String> {
    let results = verify(
        &common::program(text),
        &Options::default(),
        &Budget::default(),
    );
    let mut all = Vec::new();
    for r in &results {
        if let Outcome::Unknown(reason) = &r.outcome {
            all.push(format!("unknown: {reason}"));
        }
        for e in &r.errors {
            all.push(format!("{} {}", e.span.start.line, e.id()));
        }
    }
    all.sort();
    all
}

const ASSERTION: &str = "assert.failed:assertion.false";

/// The assertion of an `assert` may stand in a later line, and is what Viper tells.
#[test]
fn an_error_is_told_where_the_assertion_begins() {
    let text = "method m(b: Bool) {
  assert
    b
  inhale
    true
  exhale

    b
  refute
    true
}
";
    let want = [
        "3 assert.failed:assertion.false",
        "8 exhale.failed:assertion.false",
        "10 refute.failed:refutation.true",
    ];
    let mut got = errors(text);
    got.sort_by_key(|e| e.split(' ').next().and_then(|n| n.parse::<u32>().ok()));
    // The second claim follows from the first one, which is assumed.
    assert_eq!(got, [want[0], want[2]]);
    let alone = text.replace("assert\n    b", "\n");
    let mut got = errors(&alone);
    got.sort_by_key(|e| e.split(' ').next().and_then(|n| n.parse::<u32>().ok()));
    assert_eq!(got, want[1..]);
}

/// What a `let` names makes triggers match, whether or not the body uses it.
#[test]
fn a_value_that_is_named_only_is_mentioned() {
    let domain = "domain D {
  function op(x: Int, y: Int): Int
  function l(): Int
  function r(): Int
  axiom { forall x: Int :: { op(l(), x) } op(l(), x) == l() }
  axiom { forall x: Int :: { op(x, r()) } op(x, r()) == r() }
}
";
    let with = |named: &str| {
        errors(&format!(
            "{domain}function lemma(): Bool ensures l() == r() {{ let x == ({named}) in true }}\n"
        ))
    };
    assert!(with("op(l(), r())").is_empty());
    assert_eq!(
        with("op(r(), l())"),
        ["8 postcondition.violated:assertion.false"]
    );
}

/// The definition at the value that a claim fails for is found by the claim's trigger,
/// where the rest of the claim does not mention the call any more.
#[test]
fn a_claim_for_all_is_refuted_with_its_triggers() {
    let claim = |known: &str| {
        errors(&format!(
            "function id(i: Int): Int {{ i }}
method m(i: Int) {{
  inhale forall y: Int :: {{ id(y) }} {known}
  assert forall y: Int :: {{ id(y) }} id(y) == y && y == i
}}
"
        ))
    };
    assert!(claim("id(y) == i").is_empty());
    assert_eq!(claim("id(y) >= i"), [format!("4 {ASSERTION}")]);
}

/// What is known of all elements of the rest of a list is found where the definition of
/// a function of the whole list speaks of the rest.
#[test]
fn triggers_find_calls_inside_definitions() {
    let list = |first: &str| {
        errors(&format!(
            "field val: Int
field next: Ref
predicate list(x: Ref) {{
  acc(x.val) && acc(x.next) && (x.next != null ==> list(x.next) && fine(x.next))
}}
function length(x: Ref): Int requires list(x) ensures result > 0
{{ unfolding list(x) in x.next == null ? 1 : 1 + length(x.next) }}
function at(x: Ref, i: Int): Int requires list(x) requires 0 <= i && i < length(x)
{{ unfolding list(x) in i == 0 ? x.val : at(x.next, i - 1) }}
function fine(x: Ref): Bool requires list(x)
{{ forall i: Int :: {{ at(x, i) }} 0 <= i && i < length(x) ==> at(x, i) >= 0 }}
method m(x: Ref) requires list(x) && (unfolding list(x) in x.val >= {first})
{{
  assert fine(x)
}}
"
        ))
    };
    assert!(list("0").is_empty());
    assert_eq!(list("-1"), [format!("14 {ASSERTION}")]);
}

/// A function reads what one of several chunks holds.
#[test]
fn a_function_is_called_for_one_of_two_receivers() {
    let call = |set: &str| {
        errors(&format!(
            "field f: Int
function get(x: Ref): Int requires acc(x.f) {{ x.f }}
method m(a: Ref, b: Ref, c: Ref) requires acc(a.f) && acc(b.f)
{{
  a.f := 1
  b.f := 1
  assert forall x: Ref :: x in {set} ==> get(x) == 1
}}
"
        ))
    };
    assert!(call("Set(a, b)").is_empty());
    assert_eq!(
        call("Set(a, c)"),
        ["7 application.precondition:insufficient.permission"]
    );
    let text = "field f: Int
function get(x: Ref): Int requires acc(x.f) { x.f }
method m(a: Ref, b: Ref, x: Ref) requires acc(a.f) && acc(b.f) && (x == a || x == b)
{
  a.f := 1
  b.f := 2
  assert get(x) == 1 || get(x) == 2
  assert get(x) == 2
}
";
    assert_eq!(errors(text), [format!("8 {ASSERTION}")]);
}

/// Two predicate instances with a whole field each are not of one object, also where
/// both are opened for one expression only.
#[test]
fn what_is_opened_is_told_apart() {
    let opened = |p: &str| {
        errors(&format!(
            "field f: Int
predicate inv(r: Ref) {{ acc(r.f, {p}) }}
method m(r: Ref, x: Ref) requires inv(r) && inv(x)
{{
  assert unfolding inv(r) in unfolding inv(x) in x != r
}}
method all(s: Seq[Ref], r: Ref) requires inv(r)
{{
  inhale forall i: Int, j: Int :: {{ s[i], s[j] }} 0 <= i && i < j && j < |s| ==> s[i] != s[j]
  inhale forall i: Int :: {{ s[i] }} 0 <= i && i < |s| ==> inv(s[i])
  assert forall i: Int :: {{ s[i] }} 0 <= i && i < |s| ==>
    (unfolding inv(r) in unfolding inv(s[i]) in s[i] != r)
}}
"
        ))
    };
    assert!(opened("write").is_empty());
    assert_eq!(
        opened("1/2"),
        [format!("11 {ASSERTION}"), format!("5 {ASSERTION}")]
    );
}

/// A trigger with a function that reads a field of the bound variable.
#[test]
fn triggers_read_what_functions_need() {
    let with = |at: &str| {
        errors(&format!(
            "field f: Ref
function g(x: Ref): Bool requires acc(x.f)
function h(x: Ref): Bool
method m(x: Ref, z: Ref) requires acc(x.f) && g(x)
{{
  exhale acc(x.f)
  inhale acc(x.f)
  assume forall y: Ref :: {{ old(g(y)) }} h(y)
  assert h({at})
}}
"
        ))
    };
    assert!(with("x").is_empty());
    assert_eq!(with("z"), [format!("9 {ASSERTION}")]);
}

/// Instances of axioms that others speak of come before those that are guessed.
#[test]
fn needed_instances_come_before_guessed_ones() {
    let many: String = (0..6)
        .map(|i| {
            format!(
                "domain P{i}[A, B] {{ function p{i}(a: A, b: B): P{i}[A, B] }}
domain T{i}[A, B] {{
  function t{i}(a: A): Int
  axiom {{ forall a: A, b: B :: {{ p{i}(a, b), t{i}(a) }} p{i}(a, b) != p{i}(a, b) ==> t{i}(a) == 0 }}
}}
method use{i}(a: Int, b: Bool, c: Ref) {{
  assert p{i}(a, b) == p{i}(a, b)
  assert p{i}(b, c) == p{i}(b, c)
}}
"
            )
        })
        .collect();
    let text = format!(
        "domain Bar[A, B] {{
  function bar(a: A): Int
  axiom {{ forall a: A :: bar(a) != hide(a) }}
}}
domain Hidden[A] {{
  function hide(a: A): Int
  axiom {{ forall a: A :: hide(a) == 0 }}
}}
method m() {{
  assert bar(101) != 0
  assert bar(101) != 1
}}
{many}"
    );
    assert_eq!(errors(&text), [format!("11 {ASSERTION}")]);
}

/// In a package in a package the left sides may contradict each other, and then nothing
/// has to be moved from the program.
#[test]
fn left_sides_that_contradict_each_other_need_no_footprint() {
    let with = |inner: i32| {
        errors(&format!(
            "field f: Int
method m(x: Ref) requires acc(x.f, 1/3)
{{
  package (acc(x.f, 1/3) && x.f == 2) --* true {{
    package (acc(x.f, 1/3) && x.f == {inner} --* acc(x.f) && x.f == 2)
  }}
  assert perm(x.f) == 1/3
}}
"
        ))
    };
    assert!(with(3).is_empty());
    assert_eq!(with(2), [format!("7 {ASSERTION}")]);
    // Nor more than is there, where that contradicts the left side.
    let short = |value: i32| {
        errors(&format!(
            "field f: Int
method m(x: Ref) requires acc(x.f, 1/3) && x.f == 3
{{
  package acc(x.f, 1/3) && x.f == {value} --* acc(x.f)
  assert perm(x.f) == none
}}
"
        ))
    };
    assert!(short(2).is_empty());
    assert_eq!(short(3), ["4 package.failed:insufficient.permission"]);
}

/// Shares of a predicate instance that lie in two iterated chunks have one content.
#[test]
fn iterated_shares_of_one_instance_agree() {
    let with = |shared: &str| {
        errors(&format!(
            "field val: Int
predicate one(a: Ref) {{ acc(a.val, 1/2) }}
function sum(s: Set[Ref]): Int requires forall a: Ref :: {{ one(a) }} a in s ==> one(a)
method m(s: Set[Ref], t: Set[Ref], b: Ref)
{{
  inhale forall a: Ref :: {{ one(a) }} a in s ==> one(a)
  inhale forall a: Ref :: {{ one(a) }} a in t ==> one(a)
  inhale sum(s) == 0
  exhale forall a: Ref :: {{ one(a) }} a in (t setminus Set(b)) ==> one(a)
  {shared}
  exhale sum(s) == 0
}}
"
        ))
    };
    assert!(with("").is_empty());
    assert_eq!(
        with("exhale forall a: Ref :: { one(a) } a in s ==> one(a)\n  inhale forall a: Ref :: { one(a) } a in s ==> one(a)"),
        ["12 exhale.failed:assertion.false"]
    );
}

/// What is left of single chunks after an iterated assertion was taken.
#[test]
fn single_chunks_are_told_apart_before_some_are_taken() {
    let with = |p: &str| {
        errors(&format!(
            "field f: Int
method m(x: Ref, y: Ref) requires acc(x.f, {p}) && acc(y.f, {p})
{{
  exhale forall z: Ref :: z in Set(y) ==> acc(z.f, {p})
  assert acc(x.f, {p})
}}
"
        ))
    };
    assert!(with("write").is_empty());
    // Both may be one object; of that, one half is left.
    assert!(with("1/2").is_empty());
    let text = "field f: Int
method m(x: Ref, y: Ref) requires acc(x.f) && acc(y.f, 1/2)
{
  exhale forall z: Ref :: z in Set(x) ==> acc(z.f, 1/2)
  assert acc(x.f, 1/2)
  assert acc(x.f)
}
";
    assert_eq!(errors(text), ["6 assert.failed:insufficient.permission"]);
}

/// Under a quantifier the definition is known as far as the path folded and unfolded.
#[test]
fn definitions_under_quantifiers_go_as_far_as_the_path() {
    let with = |value: &str| {
        errors(&format!(
            "field next: Ref
field value: Int
predicate valid(x: Ref) {{ acc(x.next) && acc(x.value) && (x.next != null ==> valid(x.next)) }}
function has(x: Ref, i: Int): Bool requires valid(x)
{{ unfolding valid(x) in i == x.value || x.next != null && has(x.next, i) }}
method m(x: Ref, n: Ref, i: Int) requires acc(x.next) && acc(x.value) && acc(n.next) && acc(n.value)
  requires n != null
{{
  n.next := null
  n.value := {value}
  fold valid(n)
  x.next := n
  fold valid(x)
  assert forall y: Int :: has(x, y) ==> y == i || y == old(x.value)
}}
"
        ))
    };
    assert!(with("i").is_empty());
    assert_eq!(with("i + 1"), [format!("14 {ASSERTION}")]);
}

/// Functions that ask for some permission only are unrolled like the others.
#[test]
fn functions_over_wildcards_are_unrolled() {
    let with = |claim: &str| {
        errors(&format!(
            "field next: Ref
predicate list(x: Ref) {{ acc(x.next) && (x.next != null ==> list(x.next)) }}
function length(x: Ref): Int requires acc(list(x), wildcard)
{{ unfolding acc(list(x), wildcard) in x.next == null ? 1 : 1 + length(x.next) }}
method m(x: Ref, y: Ref, z: Ref) requires acc(x.next) && acc(y.next) && acc(z.next)
  requires y != null && z != null
{{
  z.next := null
  fold list(z)
  y.next := z
  fold list(y)
  x.next := y
  fold list(x)
  assert length(x) == {claim}
}}
"
        ))
    };
    assert!(with("3").is_empty());
    assert_eq!(with("2"), [format!("14 {ASSERTION}")]);
}

/// What is known of a call under a quantifier that mentions no bound variable is known
/// without the conditions around it, which no trigger finds.
#[test]
fn calls_without_the_variables_are_called_before_the_quantifier() {
    let text = "field data: Int
field next: Ref
predicate lseg(this: Ref, end: Ref) {
  this != end ==> acc(this.data) && acc(this.next) && acc(lseg(this.next, end))
}
function content(this: Ref, end: Ref): Seq[Int]
  requires acc(lseg(this, end))
  ensures this == end ==> result == Seq[Int]()
{
  this == end ? Seq[Int]()
    : unfolding acc(lseg(this, end)) in Seq(this.data) ++ content(this.next, end)
}
method empty(h: Ref, d: Int) {
  fold acc(lseg(h, h))
  assert forall i: Int :: 0 <= i && i < |content(h, h)| ==> content(h, h)[i] <= d
}
method one(h: Ref, d: Int) requires acc(h.data) && acc(h.next) && h != null && h.data <= d {
  h.next := null
  fold acc(lseg(null, null))
  fold acc(lseg(h, null))
  label after
  unfold acc(lseg(h, null))
  assert forall i: Int :: 0 <= i && i < |old[after](content(h, null))| ==>
    old[after](content(h, null))[i] <= d
  assert forall i: Int :: 0 <= i && i < |old[after](content(h, null))| ==>
    old[after](content(h, null))[i] < d
}
";
    assert_eq!(errors(text), [format!("25 {ASSERTION}")]);
}

/// Under a quantifier the packaged wand is one of many, and gives what was packaged.
#[test]
fn a_packaged_wand_among_iterated_ones_gives_what_it_took() {
    let text = "field f: Int
method pack(xs: Seq[Ref], y: Ref, done: Seq[Ref])
  requires |xs| > 0 && !(xs[0] in done)
  requires acc(xs[0].f) && acc(y.f) && xs[0].f == 0
  requires forall x: Ref :: x in done ==> acc(y.f) --* acc(x.f) && acc(y.f)
  requires forall x: Ref :: x in done ==>
    applying (acc(y.f) --* acc(x.f) && acc(y.f)) in x.f == 0
{
  var z: Ref := xs[0]
  package acc(y.f) --* acc(z.f) && acc(y.f)
  assert forall x: Ref :: x in done ++ Seq(z) ==>
    applying (acc(y.f) --* acc(x.f) && acc(y.f)) in x.f == 0
  assert forall x: Ref :: x in done ++ Seq(z) ==>
    applying (acc(y.f) --* acc(x.f) && acc(y.f)) in x.f == 1
}
";
    assert_eq!(errors(text), [format!("13 {ASSERTION}")]);
}
