//! Questions whose layer is known; random ones are in `tests/linear.rs`.

use super::*;

fn f(terms: &[(Col, i64)], constant: i64) -> Form {
    Form::new(terms.iter().copied(), constant)
}

fn zero() -> Form {
    Form::zero()
}

#[test]
fn each_layer_answers_what_it_is_for() {
    let mut c = Context::new(Options {
        z3: 0,
        ..Options::default()
    });
    let (x, y, z) = (c.column(), c.column(), c.column());
    let a = c.assume(&Fact::le(&f(&[(x, 1), (y, 1)], 0), &f(&[], 5)));
    let b = c.assume(&Fact::le(&f(&[(y, 1)], 0), &f(&[(z, 1)], -1)));
    let d = c.assume(&Fact::le(&f(&[(z, 1)], 0), &f(&[], 7)));
    let e = c.assume(&Fact::divides(&3.into(), &f(&[(z, 1)], 0)));
    let mut yes = |fact: Fact, want: &[FactId]| {
        assert_eq!(c.entails(&fact), Entailment::Yes(want.to_vec()), "{fact}");
        std::mem::take(&mut c.layers)
    };
    let l = yes(Fact::le(&f(&[(x, 2), (y, 2)], 0), &f(&[], 13)), &[a]);
    assert_eq!(l.normal, 1);
    let l = yes(Fact::le(&f(&[(z, 1)], 0), &f(&[], 6)), &[d, e]);
    assert_eq!(l.ranges, 1);
    let l = yes(Fact::ne(&f(&[(z, 1)], 0), &f(&[], 5)), &[e]);
    assert_eq!(l.ranges, 1);
    let l = yes(Fact::le(&f(&[(y, 1)], 0), &f(&[], 5)), &[b, d, e]);
    assert_eq!(l.ranges, 1);
    let l = yes(
        Fact::le(&f(&[(x, 1), (y, 2)], 0), &f(&[(z, 1)], 4)),
        &[a, b],
    );
    assert_eq!(l.simplex, 1);
}

#[test]
fn paths_of_differences_are_found() {
    let mut c = Context::new(Options::default());
    let v: Vec<Col> = (0..4).map(|_| c.column()).collect();
    let mut ids = Vec::new();
    for i in 0..3 {
        ids.push(c.assume(&Fact::le(&Form::of(v[i]), &f(&[(v[i + 1], 1)], -2))));
    }
    let far = Fact::le(&Form::of(v[0]), &f(&[(v[3], 1)], -6));
    assert_eq!(c.entails(&far), Entailment::Yes(ids));
    assert_eq!(c.layers.differences, 1);
    let further = Fact::le(&Form::of(v[0]), &f(&[(v[3], 1)], -7));
    assert!(c.entails(&further).is_no());
}

#[test]
fn scopes_forget_and_holes_are_split() {
    let mut c = Context::new(Options::default());
    let (x, y) = (c.column(), c.column());
    c.assume(&Fact::ge(&Form::of(x), &zero()));
    c.assume(&Fact::le(&f(&[(x, 1), (y, 1)], 0), &f(&[], 2)));
    c.push();
    let ne = c.assume(&Fact::ne(&f(&[(x, 1), (y, -1)], 0), &zero()));
    let inside = Fact::ne(&f(&[(x, 3), (y, -3)], 0), &zero());
    assert_eq!(c.entails(&inside), Entailment::Yes(vec![ne]));
    c.assume(&Fact::ge(&Form::of(y), &f(&[], 1)));
    // x >= 0, y >= 1, x + y <= 2, x != y: not (1, 1).
    assert!(c.entails(&Fact::eq(&Form::of(x), &zero())).is_yes());
    c.pop();
    assert!(c.entails(&inside).is_no());
    assert!(c.contradictory().is_no());
    assert_eq!(c.facts().len(), 2);
}

#[test]
fn products_have_signs_bounds_and_z3() {
    let mut c = Context::new(Options::default());
    let (x, y) = (c.column(), c.column());
    let xy = c.product(&[(x, 1), (y, 1)]);
    assert_eq!(xy, c.product(&[(y, 1), (x, 1)]));
    let square = c.product(&[(x, 2)]);
    assert!(c.entails(&Fact::ge(&square, &zero())).is_yes());
    assert!(c.entails(&Fact::ge(&square, &Form::of(x))).is_yes());
    c.assume(&Fact::ge(&Form::of(x), &f(&[], 2)));
    c.assume(&Fact::ge(&Form::of(y), &f(&[(x, 1)], 1)));
    assert!(c.entails(&Fact::ge(&xy, &f(&[], 6))).is_yes());
    // (x - 2)(y - 3) >= 0
    assert!(c
        .entails(&Fact::ge(&xy, &f(&[(x, 3), (y, 2)], -6)))
        .is_yes());
    assert!(c.entails(&Fact::le(&xy, &f(&[], 60))).is_no());
    let higher = c.product(&[(x, 3)]);
    assert!(!c.entails(&Fact::ge(&higher, &square)).is_no());
}
