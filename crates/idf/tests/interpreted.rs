//! Domains that stand for bit vectors: their operations are SMT-LIB's, in the heap,
//! in collections, axioms and quantifiers too; what is not known costs its member.

mod common;

use ep_base::Budget;
use ep_idf::{verify, Options, Outcome};

/// `line id` of all errors.
fn errors(text: &str) -> Vec<String> {
    let results = verify(
        &common::program(text),
        &Options::default(),
        &Budget::default(),
    );
    let all = results.iter().flat_map(|r| r.errors.clone());
    all.map(|e| format!("{} {}", e.span.start.line, e.id()))
        .collect()
}

/// Each method of the first list is proved, in each of the second the assertion at
/// this line fails.
fn hold_and_fail(domain: &str, line: u32, holds: &[&str], fails: &[&str]) {
    let failed = format!("{line} assert.failed:assertion.false");
    for (list, want) in [(holds, &[][..]), (fails, &[failed][..])] {
        for body in list {
            let got = errors(&format!("{domain}method test{body}\n"));
            assert_eq!(got, want, "{body}");
        }
    }
}

const BITS: &str = r#"domain Bits interpretation (SMTLIB: "(_ BitVec 8)", Boogie: "bv8") {
  function of(i: Int): Bits interpretation "(_ int2bv 8)"
  function nat(b: Bits): Int interpretation "bv2nat"
  function xor(a: Bits, b: Bits): Bits interpretation "bvxor"
  function plus(a: Bits, b: Bits): Bits interpretation "bvadd"
  function less(a: Bits, b: Bits): Bool interpretation "bvult"
  function wide(a: Bits): Int interpretation "bvadd"
}
"#;

/// Bit vectors wrap around, are compared without a sign, and are no integers.
#[test]
fn interpreted_domains_are_bit_vectors() {
    let got = errors(&format!(
        "{BITS}method fine(a: Bits, b: Bits) {{
  assert xor(a, a) == of(0)
  assert xor(xor(a, b), b) == a
  assert plus(of(255), of(1)) == of(0)
  assert less(of(127), of(128))
}}
method wraps(a: Bits) {{
  assert less(a, plus(a, of(1)))
}}
method others(a: Bits, b: Bits) {{
  assert xor(a, b) == plus(a, b)
}}
method number(a: Bits) {{
  assert nat(plus(a, of(1))) == nat(a) + 1
}}
method signed(a: Bits) {{
  assert less(of(-1), of(0))
}}
method heap(r: Ref)
  requires acc(r.bits) && r.bits == of(3)
{{
  assert plus(r.bits, of(253)) == of(0)
  assert r.bits == of(2)
}}
field bits: Bits
"
    ));
    let want = ["16", "19", "22", "25", "31"].map(|n| format!("{n} assert.failed:assertion.false"));
    assert_eq!(got, want);
}

/// `to_int` rounds down, also below zero; nothing more is known of it.
#[test]
fn amounts_are_rounded_down() {
    let domain = r#"domain Rounding {
  function floor(p: Perm): Int interpretation "to_int"
  function amount(i: Int): Perm interpretation "to_real"
}
"#;
    let holds = [
        "() { assert floor(7/2) == 3 }",
        "(p: Perm) requires p == -1/2 { assert floor(p) == -1 }",
        "(p: Perm) { assert amount(floor(p)) <= p }",
        "(i: Int) { assert floor(amount(i)) == i }",
        "(p: Perm) requires forall q: Perm :: q < p ==> floor(q) < 3 { assert 2/1 < p ==> p <= 3/1 || floor(3/1) < 3 }",
    ];
    let fails = [
        "() { assert floor(7/2) == 4 }",
        "(p: Perm) requires p == -1/2 { assert floor(p) == 0 }",
        "(p: Perm) { assert amount(floor(p)) == p }",
        "(p: Perm, q: Perm) { assert floor(p) == floor(q) ==> p == q }",
        "(p: Perm, q: Perm) { assert floor(p + q) == floor(p) + floor(q) }",
    ];
    hold_and_fail(domain, 5, &holds, &fails);
}

#[test]
fn an_interpretation_that_is_not_known_costs_its_member() {
    let text = format!(
        "{BITS}method m(a: Bits) {{ assert wide(a) == 1 }}\nmethod n(a: Bits) {{ assert a == a }}"
    );
    let program = common::program(&text);
    let results = verify(&program, &Options::default(), &Budget::default());
    let outcomes: Vec<_> = results.iter().map(|r| &r.outcome).collect();
    assert!(
        matches!(outcomes[0], Outcome::Unsupported { .. }),
        "{outcomes:?}"
    );
    assert_eq!(outcomes[1], &Outcome::Verified);
}

/// Each member of the first list holds at 8 bits, none of the second does.
#[test]
fn operations_are_those_of_smt_lib() {
    let domain = r#"domain B interpretation (SMTLIB: "(_ BitVec 8)", Boogie: "bv8") {
  function of(i: Int): B interpretation "(_ int2bv 8)"
  function nat(b: B): Int interpretation "bv2nat"
  function udiv(a: B, b: B): B interpretation "bvudiv"
  function sdiv(a: B, b: B): B interpretation "bvsdiv"
  function shl(a: B, b: B): B interpretation "bvshl"
  function ashr(a: B, b: B): B interpretation "bvashr"
  function and(a: B, b: B): B interpretation "bvand"
  function or(a: B, b: B): B interpretation "bvor"
  function add(a: B, b: B): B interpretation "bvadd"
  function slt(a: B, b: B): Bool interpretation "bvslt"
  function plain(a: B): B
  axiom { forall x: B :: { plain(x) } plain(x) == add(x, of(1)) }
}
field f: B
predicate P(r: Ref) { acc(r.f) && r.f == of(3) }
function g(r: Ref): B requires acc(r.f) { add(r.f, of(1)) }
"#;
    let holds = [
        "() { assert udiv(of(5), of(0)) == of(255) }",
        "() { assert sdiv(of(-128), of(-1)) == of(128) }",
        "() { assert sdiv(of(-7), of(2)) == of(-3) }",
        "() { assert shl(of(1), of(9)) == of(0) }",
        "() { assert ashr(of(-1), of(9)) == of(-1) }",
        "(a: B) { assert nat(a) >= 0 && nat(a) < 256 }",
        "(a: B) { assert of(nat(a)) == a }",
        "(i: Int) { assert nat(of(i)) == i % 256 }",
        "() { assert plain(of(255)) == of(0) }",
        "(r: Ref) requires P(r) { unfold P(r); assert g(r) == of(4) }",
        "(s: Seq[B]) requires |s| == 1 && s[0] == of(1) { assert s[0] == of(257) }",
        "(s: Set[B]) requires of(256) in s { assert of(0) in s }",
        "(m: Map[B, Int]) requires m == Map(of(1) := 5) { assert m[of(257)] == 5 }",
        "(a: B, b: B) { assert add(and(a, b), or(a, b)) == add(a, b) }",
        "() { assert forall a: B :: and(a, of(1)) == of(0) || and(a, of(1)) == of(1) }",
    ];
    let fails = [
        "(a: B) { assert sdiv(a, of(1)) == udiv(a, of(1)) && sdiv(a, of(2)) == udiv(a, of(2)) }",
        "(i: Int) { assert nat(of(i)) == i }",
        "(a: B) { assert slt(of(0), a) || a == of(0) }",
        "(a: B) { assert plain(a) != of(0) }",
        "(s: Seq[B]) requires |s| == 1 { assert nat(s[0]) <= 254 }",
        "() { assert forall a: B :: and(a, of(1)) == of(0) }",
    ];
    hold_and_fail(domain, 18, &holds, &fails);
}

/// Literals, and floating point of IEEE's single format, where there is one NaN and
/// the lesser of two zeros may be either.
#[test]
fn numbers_of_ieee_754() {
    let domain = r##"domain B interpretation (SMTLIB: "(_ BitVec 32)", Boogie: "bv32") {
  function one(): B interpretation "#x3f800000"
  function nan(): B interpretation "#x7fc00000"
  function other(): B interpretation "(_ bv4290772993 32)"
  function of(i: Int): B interpretation "(_ int2bv 32)"
}
domain F interpretation (Boogie: "float24e8", SMTLIB: "(_ FloatingPoint 8 24)") {
  function fp(b: B): F interpretation "(_ to_fp 8 24)"
  function eq(a: F, b: F): Bool interpretation "fp.eq"
  function lt(a: F, b: F): Bool interpretation "fp.lt"
  function min(a: F, b: F): F interpretation "fp.min"
  function add(a: F, b: F): F interpretation "fp.add RNE"
  function neg(a: F): F interpretation "fp.neg"
  function isnan(a: F): Bool interpretation "fp.isNaN"
}
"##;
    let holds = [
        "() { assert one() == of(1065353216) }",
        "() { assert eq(add(fp(one()), fp(one())), fp(of(1073741824))) }",
        "() { assert fp(nan()) == fp(other()) && !eq(fp(nan()), fp(nan())) }",
        "() { assert neg(fp(nan())) == fp(nan()) }",
        "() { assert eq(fp(of(0)), neg(fp(of(0)))) && fp(of(0)) != neg(fp(of(0))) }",
        "() { assert eq(min(fp(of(0)), neg(fp(of(0)))), fp(of(0))) }",
        "() { assert min(fp(one()), fp(nan())) == fp(one()) }",
        "(a: F, b: F) { assert min(a, b) == min(a, b) }",
        "(a: F, b: F) requires isnan(a) { assert isnan(add(a, b)) && add(a, b) == fp(nan()) }",
    ];
    let fails = [
        "() { assert min(fp(of(0)), neg(fp(of(0)))) == neg(fp(of(0))) }",
        "() { assert min(fp(of(0)), neg(fp(of(0)))) == fp(of(0)) }",
        "(a: F) { assert eq(a, a) }",
        "(a: F) requires !isnan(a) { assert lt(a, add(a, fp(one()))) }",
        "(a: B) { assert lt(fp(a), fp(one())) }",
    ];
    hold_and_fail(domain, 16, &holds, &fails);
}
