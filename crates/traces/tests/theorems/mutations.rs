//! Each rule broken once: a property must fail.

use crate::genes::{random_bytes, Genes};
use crate::{basic, objects, procedures, Property};
use ep_traces::mutation::Mutation;

/// Which property finds which broken rule.
const LIST: &[(Mutation, &str, Property)] = &[
    (Mutation::AssignUnsubstituted, "2.4", basic::completeness),
    (Mutation::AssignUnsubstituted, "2.3", basic::correctness),
    (Mutation::ElseAssumesThen, "2.4", basic::completeness),
    (Mutation::ElseAssumesThen, "2.3", basic::correctness),
    (Mutation::LoopExitAssumesNothing, "2.3", basic::correctness),
    (
        Mutation::StoreForgetsOlder,
        "2.4 arrays",
        basic::array_completeness,
    ),
    (
        Mutation::SelectTakesNewest,
        "2.1 arrays",
        basic::array_substitution,
    ),
    (
        Mutation::SelectTakesNewest,
        "2.4 arrays",
        basic::array_completeness,
    ),
    (
        Mutation::BoundInclusive,
        "2.1 bounded",
        basic::bounded_completeness,
    ),
    (
        Mutation::ArgumentsUnsubstituted,
        "3.1",
        procedures::no_locals,
    ),
    (
        Mutation::ArgumentsUnsubstituted,
        "3.6",
        procedures::completeness,
    ),
    (Mutation::ReturnKeepsLocals, "3.1 and 3.5", both_runs),
    (
        Mutation::ThisByName,
        "unfolding",
        objects::unfolding_completeness,
    ),
    (
        Mutation::ReturnFallsThrough,
        "return",
        return_drops_the_rest,
    ),
    (Mutation::NoAliasing, "4.4", objects::lemma_4_4),
    (Mutation::NoAliasing, "4.5", objects::theorem_4_5),
    (Mutation::AliasUnsubstituted, "4.4", objects::lemma_4_4),
    (Mutation::AliasUnsubstituted, "4.5", objects::theorem_4_5),
    (Mutation::FreshFieldKept, "4.5", objects::theorem_4_5),
    (Mutation::FreshEqualityKept, "4.5", objects::theorem_4_5),
    (Mutation::DeltaForgetsNil, "4.3", objects::lemma_4_3),
    (Mutation::DeltaStrict, "4.3", objects::lemma_4_3),
    (Mutation::StrictConditionals, "4.3", objects::lemma_4_3),
    (Mutation::PathForgetsDelta, "4.5", objects::theorem_4_5),
    (Mutation::PathForwards, "4.5", objects::theorem_4_5),
];

/// Cases that a mutant gets before it counts as not found.
const TRIES: u64 = 6000;

fn found_after(m: Mutation, property: Property) -> Option<u64> {
    (0..TRIES).find(|&seed| {
        let bytes = random_bytes(seed + 1, 160);
        let run = std::panic::catch_unwind(|| property(&mut Genes::new(&bytes), m));
        !matches!(run, Ok(Ok(_)))
    })
}

#[test]
fn every_broken_rule_is_found() {
    let mut missed = Vec::new();
    for (m, name, property) in LIST {
        match found_after(*m, *property) {
            Some(n) => println!("{m:?}: {name} fails after {} cases", n + 1),
            None => missed.push(format!("{m:?} by {name}")),
        }
    }
    assert!(missed.is_empty(), "not found: {missed:?}");
}

#[test]
fn unbroken_rules_pass_the_same_cases() {
    for (_, name, property) in LIST {
        for seed in 0..60 {
            let bytes = random_bytes(seed + 1, 160);
            if let Err(e) = property(&mut Genes::new(&bytes), Mutation::None) {
                panic!("{name}, seed {seed}: {e}");
            }
        }
    }
}

#[test]
fn the_list_has_every_mutation() {
    // One per variant but `None`; the compiler wants this to be complete.
    let index = |m: Mutation| match m {
        Mutation::None => None,
        Mutation::AssignUnsubstituted => Some(0),
        Mutation::ElseAssumesThen => Some(1),
        Mutation::LoopExitAssumesNothing => Some(2),
        Mutation::StoreForgetsOlder => Some(3),
        Mutation::SelectTakesNewest => Some(4),
        Mutation::BoundInclusive => Some(5),
        Mutation::ArgumentsUnsubstituted => Some(6),
        Mutation::ReturnKeepsLocals => Some(7),
        Mutation::ThisByName => Some(8),
        Mutation::ReturnFallsThrough => Some(9),
        Mutation::NoAliasing => Some(10),
        Mutation::AliasUnsubstituted => Some(11),
        Mutation::FreshFieldKept => Some(12),
        Mutation::FreshEqualityKept => Some(13),
        Mutation::DeltaForgetsNil => Some(14),
        Mutation::DeltaStrict => Some(15),
        Mutation::PathForgetsDelta => Some(16),
        Mutation::PathForwards => Some(17),
        Mutation::StrictConditionals => Some(18),
        // Those have a list of their own in `tests/jvm`.
        Mutation::Java(_) => None,
    };
    let mut seen = [false; 19];
    for (m, ..) in LIST {
        if let Some(i) = index(*m) {
            seen[i] = true;
        }
    }
    assert!(seen.iter().all(|s| *s), "{seen:?}");
}

/// The concrete semantics has the same broken `return`, so its environment is
/// compared with what a caller must still have: a fixed program.
fn both_runs(g: &mut Genes, m: Mutation) -> Result<usize, String> {
    use ep_traces::eval::{State, Value};
    use ep_traces::lang::{Candidate, Lhs, Proc, Program, Stmt};
    use ep_traces::{BinOp, Exprs, Scalar};
    let _ = g;
    // P(u) { Q(u + 1); x := u }   Q(u) { u := 7 }   P(3) must leave x = 3.
    let mut x = Exprs::new();
    x.mutation = m;
    let mut p = Program::new(&mut x);
    let gx = x.global("x", Scalar::Int);
    let proc = |p: &mut Program, x: &mut Exprs| {
        let mut locals = Vec::new();
        let u = Program::local(x, &mut locals, "u", Scalar::Int);
        let body = p.block(Vec::new());
        let id = p.procs.push(Proc {
            name: "P".into(),
            params: vec![u],
            locals,
            ret: None,
            body,
        });
        (id, u)
    };
    let (first, u) = proc(&mut p, &mut x);
    let (second, v) = proc(&mut p, &mut x);
    let one = x.int(1);
    let eu = x.of(u);
    let next = x.bin(BinOp::Add, eu, one);
    let call = p.stmt(
        Stmt::Call {
            to: None,
            candidates: std::rc::Rc::new([Candidate {
                proc: second,
                classes: std::rc::Rc::new([]),
            }]),
            args: std::rc::Rc::new([next]),
            receiver: false,
        },
        1,
    );
    let assign = p.stmt(Stmt::Assign(Lhs::var(gx), eu), 2);
    p.procs[first].body = p.block(vec![call, assign]);
    let seven = x.int(7);
    let set = p.stmt(Stmt::Assign(Lhs::var(v), seven), 3);
    p.procs[second].body = p.block(vec![set]);
    let (c, _) =
        ep_traces::concrete::run(&mut p, &mut x, first, &[Value::Int(3)], State::new(), 100);
    match c.world.0.get(&x, gx) {
        Value::Int(3) => Ok(1),
        other => Err(format!("x = {other:?}")),
    }
}

/// `return 1; x := 9` must not assign.
fn return_drops_the_rest(g: &mut Genes, m: Mutation) -> Result<usize, String> {
    use ep_traces::eval::{State, Value};
    use ep_traces::lang::{Lhs, Proc, Program, Stmt};
    use ep_traces::{Exprs, Scalar};
    let _ = g;
    let mut x = Exprs::new();
    x.mutation = m;
    let mut p = Program::new(&mut x);
    let gx = x.global("x", Scalar::Int);
    let one = x.int(1);
    let nine = x.int(9);
    let ret = p.stmt(Stmt::Return(Some(one)), 1);
    let set = p.stmt(Stmt::Assign(Lhs::var(gx), nine), 2);
    let body = p.block(vec![ret, set]);
    let mut locals = Vec::new();
    let r = Program::local(&mut x, &mut locals, "r", Scalar::Int);
    let id = p.procs.push(Proc {
        name: "P".into(),
        params: Vec::new(),
        locals,
        ret: Some(r),
        body,
    });
    let (c, _) = ep_traces::concrete::run(&mut p, &mut x, id, &[], State::new(), 100);
    match (c.world.0.get(&x, gx), c.result) {
        (Value::Int(0), Some(Value::Int(1))) => Ok(1),
        other => Err(format!("{other:?}")),
    }
}
